"""A world for other tools: URDF and SDF text with one box for each tread."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

from sipbullet.worlds.terrain import Tread, World

LONGEST_BOX = 50.0  # m; rays miss a box of 4 km one time in eight, one of 500 m never
SEAM = 0.01  # m, that the pieces of a tread overlap

COLORS = ("0.62 0.64 0.67 1", "0.50 0.53 0.57 1")  # alternating, so that treads can be told apart


class Box(NamedTuple):
    """A box in the world."""

    centre: tuple[float, float, float]  # m
    size: tuple[float, float, float]  # m
    yaw: float  # rad


def boxes(world: World) -> Iterator[tuple[int, Box]]:
    """The boxes of a world with the place of their tread.

    A long tread is cut, for PyBullet's rays miss very long boxes.
    """
    for index, tread in enumerate(world.treads):
        count = math.ceil(tread.length / LONGEST_BOX)
        part = tread.length / count
        length = tread.length if count == 1 else part + SEAM
        for piece in range(count):
            along = (piece + 0.5) * part - tread.length / 2
            x, y, z = box_centre(tread)
            place = (x + along * math.cos(tread.yaw), y + along * math.sin(tread.yaw), z)
            yield index, Box(place, (length, tread.width, tread.thickness), tread.yaw)


def world_urdf(world: World) -> str:
    """URDF of a world: one massless link with boxes for each tread."""
    root = ET.Element("robot", name=_identifier(world.name))
    for index, rgba in enumerate(COLORS):
        ET.SubElement(ET.SubElement(root, "material", name=f"tread_{index}"), "color", rgba=rgba)
    link = ET.SubElement(root, "link", name="world")
    inertial = ET.SubElement(link, "inertial")
    ET.SubElement(inertial, "mass", value="0")
    ET.SubElement(inertial, "inertia", ixx="0", ixy="0", ixz="0", iyy="0", iyz="0", izz="0")
    for index, shape in boxes(world):
        for tag in ("visual", "collision"):
            element = ET.SubElement(link, tag)
            ET.SubElement(element, "origin", xyz=_numbers(shape.centre), rpy=f"0 0 {shape.yaw!r}")
            ET.SubElement(ET.SubElement(element, "geometry"), "box", size=_numbers(shape.size))
            if tag == "visual":
                ET.SubElement(element, "material", name=f"tread_{index % 2}")
    return _text(root)


def world_sdf(world: World) -> str:
    """SDF 1.6 of a world: a static model with one link, a box for each tread."""
    root = ET.Element("sdf", version="1.6")
    model = ET.SubElement(root, "model", name=_identifier(world.name))
    ET.SubElement(model, "static").text = "1"  # PyBullet does not read "true"
    link = ET.SubElement(model, "link", name="world")
    for number, (index, shape) in enumerate(boxes(world)):
        for tag in ("collision", "visual"):
            element = ET.SubElement(link, tag, name=f"box_{number}_{tag}")
            ET.SubElement(element, "pose").text = f"{_numbers(shape.centre)} 0 0 {shape.yaw!r}"
            box = ET.SubElement(ET.SubElement(element, "geometry"), "box")
            ET.SubElement(box, "size").text = _numbers(shape.size)
            if tag == "visual":
                material = ET.SubElement(element, "material")
                ET.SubElement(material, "diffuse").text = COLORS[index % 2]
    return _text(root)


def box_centre(tread: Tread) -> tuple[float, float, float]:
    """Centre of a tread's box in m."""
    return tread.centre[0], tread.centre[1], tread.top - tread.thickness / 2


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(repr(value) for value in values)


def _identifier(name: str) -> str:
    return "".join(
        character if character.isalnum() and character.isascii() else "_" for character in name
    )


def _text(root: ET.Element) -> str:
    """XML with a line for each element (PyBullet's SDF reader needs a newline every 8 kB)."""
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"

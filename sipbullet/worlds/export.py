"""A world for other tools: URDF and SDF text with one box for each tread."""

import xml.etree.ElementTree as ET

from sipbullet.worlds.world import Tread, World

COLORS = ("0.62 0.64 0.67 1", "0.50 0.53 0.57 1")  # alternating, so that treads can be told apart


def world_urdf(world: World) -> str:
    """URDF of a world: one massless link with a visual and a collision box for each tread, in the treads' order."""
    root = ET.Element("robot", name=_identifier(world.name))
    for index, rgba in enumerate(COLORS):
        ET.SubElement(ET.SubElement(root, "material", name=f"tread_{index}"), "color", rgba=rgba)
    link = ET.SubElement(root, "link", name="world")
    inertial = ET.SubElement(link, "inertial")
    ET.SubElement(inertial, "mass", value="0")
    ET.SubElement(inertial, "inertia", ixx="0", ixy="0", ixz="0", iyy="0", iyz="0", izz="0")
    for index, tread in enumerate(world.treads):
        for tag in ("visual", "collision"):
            element = ET.SubElement(link, tag)
            x, y, z = box_centre(tread)
            ET.SubElement(element, "origin", xyz=f"{x!r} {y!r} {z!r}", rpy=f"0 0 {tread.yaw!r}")
            ET.SubElement(ET.SubElement(element, "geometry"), "box", size=_size(tread))
            if tag == "visual":
                ET.SubElement(element, "material", name=f"tread_{index % 2}")
    return _text(root)


def world_sdf(world: World) -> str:
    """SDF 1.6 of a world: a static model with one link, a box for each tread."""
    root = ET.Element("sdf", version="1.6")
    model = ET.SubElement(root, "model", name=_identifier(world.name))
    ET.SubElement(model, "static").text = "1"  # PyBullet does not read "true"
    link = ET.SubElement(model, "link", name="world")
    for index, tread in enumerate(world.treads):
        x, y, z = box_centre(tread)
        for tag in ("collision", "visual"):
            element = ET.SubElement(link, tag, name=f"tread_{index}_{tag}")
            ET.SubElement(element, "pose").text = f"{x!r} {y!r} {z!r} 0 0 {tread.yaw!r}"
            box = ET.SubElement(ET.SubElement(element, "geometry"), "box")
            ET.SubElement(box, "size").text = _size(tread)
            if tag == "visual":
                material = ET.SubElement(element, "material")
                ET.SubElement(material, "diffuse").text = COLORS[index % 2]
    return _text(root)


def box_centre(tread: Tread) -> tuple[float, float, float]:
    """Centre of a tread's box in m."""
    return tread.centre[0], tread.centre[1], tread.top - tread.thickness / 2


def _size(tread: Tread) -> str:
    return f"{tread.length!r} {tread.width!r} {tread.thickness!r}"


def _identifier(name: str) -> str:
    return "".join(character if character.isalnum() and character.isascii() else "_" for character in name)


def _text(root: ET.Element) -> str:
    """XML with a line for each element (PyBullet's SDF reader needs a newline every 8 kB)."""
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"

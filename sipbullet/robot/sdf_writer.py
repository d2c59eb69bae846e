"""The robot as an SDF model, for simulators that read no URDF.

The same chain, at its zero posture.
"""

import xml.etree.ElementTree as ET

from sipbullet.robot.chain import JOINTS, Joint
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_writer import robot_urdf


def robot_sdf(robot: Robot, name: str = "sipbullet") -> str:
    """SDF 1.6 text of `robot`: links, inertias, joints and visual shapes as in its URDF.

    `stance_foot` is to be fixed.
    """
    source = ET.fromstring(robot_urdf(robot, name))
    colors = {str(item.get("name")): item.find("color") for item in source.findall("material")}
    root = ET.Element("sdf", version="1.6")
    model = ET.SubElement(root, "model", name=name)
    places = {
        "stance_foot": (0.0, 0.0)
    }  # y and z in m: at the zero posture all axes are the world's
    for joint in JOINTS:
        y, z = places[joint.parent]
        places[joint.child] = (
            y + joint.along_pelvis * robot.pelvis_width,
            z + joint.along_leg * robot.leg_length,
        )
    for link in source.findall("link"):
        _add_link(model, link, places[str(link.get("name"))], colors)
    for joint in JOINTS:
        _add_joint(model, joint, robot)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _add_joint(model: ET.Element, joint: Joint, robot: Robot) -> None:
    kind = "prismatic" if joint.kind == "prismatic" else "revolute"
    element = ET.SubElement(model, "joint", name=joint.name, type=kind)
    ET.SubElement(element, "parent").text = joint.parent
    ET.SubElement(element, "child").text = joint.child
    ET.SubElement(element, "pose").text = "0 0 0 0 0 0"
    axis = ET.SubElement(element, "axis")
    ET.SubElement(axis, "xyz").text = joint.axis
    given, limit = robot.limits_of(joint.name), ET.SubElement(axis, "limit")
    for key, value in (("lower", given.lower), ("upper", given.upper)):
        ET.SubElement(limit, key).text = repr(max(-1e16, min(1e16, value)))


def _add_link(
    model: ET.Element,
    link: ET.Element,
    place: tuple[float, float],
    colors: dict[str, ET.Element | None],
) -> None:
    element = ET.SubElement(model, "link", name=str(link.get("name")))
    ET.SubElement(element, "pose").text = f"0 {place[0]!r} {place[1]!r} 0 0 0"
    inertial, source = ET.SubElement(element, "inertial"), link.find("inertial")
    assert source is not None
    origin, mass, inertia = source.find("origin"), source.find("mass"), source.find("inertia")
    assert origin is not None
    assert mass is not None
    assert inertia is not None
    ET.SubElement(inertial, "pose").text = f"{origin.get('xyz')} 0 0 0"
    ET.SubElement(inertial, "mass").text = mass.get("value")
    moments = ET.SubElement(inertial, "inertia")
    for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
        ET.SubElement(moments, key).text = inertia.get(key)
    for index, visual in enumerate(link.findall("visual")):
        _add_visual(element, visual, f"{link.get('name')}_{index}", colors)


def _add_visual(
    link: ET.Element, visual: ET.Element, name: str, colors: dict[str, ET.Element | None]
) -> None:
    element = ET.SubElement(link, "visual", name=name)
    origin, geometry, material = (
        visual.find("origin"),
        visual.find("geometry"),
        visual.find("material"),
    )
    assert origin is not None
    assert geometry is not None
    assert material is not None
    ET.SubElement(element, "pose").text = f"{origin.get('xyz')} 0 0 0"
    shape = geometry[0]
    copy = ET.SubElement(ET.SubElement(element, "geometry"), shape.tag)
    for key, value in shape.attrib.items():
        ET.SubElement(copy, key).text = value
    color = colors[str(material.get("name"))]
    if color is not None:
        ET.SubElement(ET.SubElement(element, "material"), "diffuse").text = color.get("rgba")

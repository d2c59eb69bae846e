"""The robot as a URDF text.

Links next to a motor carry a token mass: PyBullet's motors are wrong by 0.1 rad/s on exactly
massless ones.
"""

import xml.etree.ElementTree as ET

from sipbullet.robot.chain import JOINTS, LEFT_COLOR, LINKS, RIGHT_COLOR, TOKEN_MASS, Joint
from sipbullet.robot.parameters import JointLimit, Robot


def robot_urdf(robot: Robot, name: str = "sipbullet") -> str:
    """URDF text of `robot`: exact inertias, visual shapes, no collision shapes."""
    root = ET.Element("robot", name=name)
    root.append(
        ET.Comment(
            " Written by `sipbullet model`. Base = supporting foot; knee position 0 = leg "
            "extended. "
        )
    )
    for color_name, rgba in (
        ("right", RIGHT_COLOR),
        ("left", LEFT_COLOR),
        ("body", "0.75 0.75 0.78 1"),
    ):
        ET.SubElement(ET.SubElement(root, "material", name=color_name), "color", rgba=rgba)
    for link in LINKS:
        _add_link(root, link, robot)
    for joint in JOINTS:
        _add_joint(root, joint, robot)
    knee = ET.SubElement(ET.SubElement(root, "sipbullet"), "knee")
    knee.set("stiffness", repr(robot.knee_stiffness))
    knee.set("damping", repr(robot.knee_damping))
    bounds = {
        "boundmass": repr(TOKEN_MASS),
        "boundinertia": repr(TOKEN_MASS),
    }  # MuJoCo refuses links without mass
    ET.SubElement(
        ET.SubElement(root, "mujoco"), "compiler", bounds, fusestatic="false", discardvisual="false"
    )
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _add_link(root: ET.Element, name: str, robot: Robot) -> None:
    link = ET.SubElement(root, "link", name=name)
    inertial = ET.SubElement(link, "inertial")
    mass, moments, origin = TOKEN_MASS, (TOKEN_MASS,) * 3, (0.0, 0.0, 0.0)
    if name == "pelvis":
        mass, moments = robot.mass, robot.inertia
        origin = (0.0, robot.pelvis_width / 2, robot.cog_height)
    elif name in ("stance_foot", "swing_hip_link", "swing_thigh", "swing_foot"):
        mass, moments = 0.0, (0.0, 0.0, 0.0)  # no motor acts between these
    ET.SubElement(inertial, "origin", xyz=_numbers(*origin), rpy="0 0 0")
    ET.SubElement(inertial, "mass", value=repr(mass))
    ixx, iyy, izz = (repr(value) for value in moments)
    ET.SubElement(inertial, "inertia", ixx=ixx, ixy="0", ixz="0", iyy=iyy, iyz="0", izz=izz)
    for shape in _shapes(name, robot):
        _add_visual(link, *shape)


def _add_joint(root: ET.Element, joint: Joint, robot: Robot) -> None:
    limit = robot.limits_of(joint.name)
    kind = joint.kind
    if kind == "continuous" and limit != JointLimit(joint.name):
        kind = "revolute"  # a continuous joint has no range
    element = ET.SubElement(root, "joint", name=joint.name, type=kind)
    origin = (0.0, joint.along_pelvis * robot.pelvis_width, joint.along_leg * robot.leg_length)
    ET.SubElement(element, "parent", link=joint.parent)
    ET.SubElement(element, "child", link=joint.child)
    ET.SubElement(element, "origin", xyz=_numbers(*origin), rpy="0 0 0")
    ET.SubElement(element, "axis", xyz=joint.axis)
    if kind != "continuous":
        ET.SubElement(
            element,
            "limit",
            lower=repr(limit.lower),
            upper=repr(limit.upper),
            effort=f"{limit.effort:.17g}",
            velocity=f"{limit.velocity:.17g}",
        )


Shape = tuple[str, dict[str, str], tuple[float, float, float], str]


def _shapes(link: str, robot: Robot) -> list[Shape]:
    """Visual shapes of a link: (tag, size, centre in m, material).

    Thigh and shank telescope at the knee.
    """
    leg = robot.leg_length
    color = "right" if link.startswith("stance") else "left"
    if link == "pelvis":
        return _trunk(leg, robot.pelvis_width)
    if link.endswith("_thigh"):
        thigh = {"radius": repr(0.055 * leg), "length": repr(0.55 * leg)}
        joint = {"radius": repr(0.075 * leg)}
        middle = (0.0, 0.0, -0.55 * leg / 2)
        return [("cylinder", thigh, middle, color), ("sphere", joint, (0.0, 0.0, 0.0), color)]
    if link in ("stance_shank", "swing_foot"):
        length = 0.53 * leg
        shank = {"radius": repr(0.035 * leg), "length": repr(length)}
        middle, foot = (0.0, 0.0, 0.02 * leg + length / 2), (0.0, 0.0, 0.03 * leg)
        sole = {"radius": repr(0.05 * leg)}
        return [("cylinder", shank, middle, color), ("sphere", sole, foot, color)]
    return []


def _trunk(leg: float, width: float) -> list[Shape]:
    """Hips, chest and head."""
    chest, y = 0.55 * leg, width / 2
    hips = {"size": _numbers(0.14 * leg, width, 0.13 * leg)}
    upper = {"size": _numbers(0.16 * leg, 0.33 * leg, chest)}
    head = {"radius": repr(0.11 * leg)}
    return [
        ("box", hips, (0.0, y, 0.0), "body"),
        ("box", upper, (0.0, y, 0.07 * leg + chest / 2), "body"),
        ("sphere", head, (0.0, y, 0.20 * leg + chest), "body"),
    ]


def _add_visual(
    link: ET.Element, tag: str, size: dict[str, str], centre: tuple[float, ...], material: str
) -> None:
    visual = ET.SubElement(link, "visual")
    ET.SubElement(visual, "origin", xyz=_numbers(*centre), rpy="0 0 0")
    ET.SubElement(ET.SubElement(visual, "geometry"), tag, size)
    ET.SubElement(visual, "material", name=material)


def _numbers(*values: float) -> str:
    return " ".join(repr(float(value)) for value in values)

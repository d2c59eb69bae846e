"""Reads a robot's parameters from its URDF, or says in one line why it is no walker."""

import math
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np

from sipbullet.errors import RobotError
from sipbullet.robot.chain import JOINTS, LINKS, MASSLESS
from sipbullet.robot.parameters import JointLimit, Robot, usual_limit
from sipbullet.robot.urdf_xml import check_no_files, read_xml


def load_robot(path: Path) -> Robot:
    """Read the robot of a URDF file.

    Args:
        path: a URDF with the chain of `sipbullet.robot.urdf_writer` (see `models/`).

    Raises:
        RobotError: the file is missing or no XML, links or joints are missing, or a value is
            impossible.
    """
    if not path.is_file():
        raise RobotError(f"robot: no such file: {path}; give a URDF (see `sipbullet model --help`)")
    _check_inertials(path)
    model = _parse(path)
    _check_joints(model, path)
    pelvis = model.link_map["pelvis"].inertial
    leg, width = _lengths(model, path)
    offset = pelvis.origin[:3, 3]
    _near(
        offset[:2],
        (0.0, width / 2),
        f"{path}: the pelvis' centre of gravity lies at x, y =",
        "half the pelvis width",
    )
    stiffness, damping = _knee(model, path)
    try:
        return Robot(
            mass=float(pelvis.mass),
            leg_length=leg,
            pelvis_width=width,
            cog_height=float(offset[2]),
            inertia=_principal_inertia(pelvis, path),
            knee_stiffness=stiffness,
            knee_damping=damping,
            limits=_limits(model, leg, path),
        )
    except RobotError as error:
        raise RobotError(f"{path}: {error}") from None


def _parse(path: Path) -> Any:
    import urchin  # imports trimesh and networkx: a second, spent only where a URDF is read

    try:
        return urchin.URDF.load(str(path), lazy_load_meshes=True)
    except Exception as error:  # urchin raises whatever its XML layers raise
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise RobotError(f"{path}: urchin cannot read this URDF: {first}") from None


def _check_inertials(path: Path) -> None:
    """Refuse links without inertia: URDF readers silently make them 1 kg or so."""
    root = read_xml(path)
    if root.tag != "robot":
        raise RobotError(f"{path}: the root element is <{root.tag}>; a URDF has <robot>")
    names = [link.get("name", "?") for link in root.findall("link")]
    missing = [name for name in LINKS if name not in names]
    if missing:
        raise RobotError(
            f"{path}: no link {missing[0]!r}; a walker has the links {', '.join(LINKS)}"
        )
    for link in root.findall("link"):
        if link.find("inertial") is None:
            raise RobotError(
                f"{path}: link {link.get('name')!r} has no <inertial>; give it one (mass 0 if "
                "massless)"
            )
    check_no_files(root, path)


def _check_joints(model: Any, path: Path) -> None:
    joints = model.joint_map
    for wanted in JOINTS:
        joint = joints.get(wanted.name)
        if joint is None:
            names = ", ".join(j.name for j in JOINTS)
            raise RobotError(f"{path}: no joint {wanted.name!r}; a walker has the joints {names}")
        hip = "hip" in wanted.name and joint.joint_type == "revolute"  # a hip with a range
        kind = wanted.kind if hip else joint.joint_type
        found = (kind, joint.parent, joint.child)
        if found != (wanted.kind, wanted.parent, wanted.child):
            raise RobotError(
                f"{path}: joint {wanted.name!r} is {found[0]} from {found[1]!r} to {found[2]!r}; "
                f"it must be {wanted.kind} from {wanted.parent!r} to {wanted.child!r}"
            )
        axis = [float(number) for number in wanted.axis.split()]
        _near(joint.axis, axis, f"{path}: joint {wanted.name!r} has the axis", "needed")
        _near(
            joint.origin[:3, :3],
            np.eye(3),
            f"{path}: joint {wanted.name!r} has the rotation",
            "none allowed",
        )
    extra = [name for name in joints if name not in {joint.name for joint in JOINTS}]
    if extra:
        raise RobotError(
            f"{path}: unexpected joint {extra[0]!r}; only the {len(JOINTS)} joints of the walker "
            "may be there"
        )
    for name in LINKS:
        link = model.link_map[name].inertial
        if name != "pelvis" and not (
            0 <= link.mass <= MASSLESS and np.all(np.abs(link.inertia) <= MASSLESS)
        ):
            raise RobotError(
                f"{path}: link {name!r} has mass {link.mass:g} kg; all but the pelvis must be "
                "massless (≤ 1e-6)"
            )


def _lengths(model: Any, path: Path) -> tuple[float, float]:
    """Leg length and pelvis width in m, from the origins of the joints."""
    origins = {joint.name: joint.origin[:3, 3] for joint in model.joints}
    leg, width = float(origins["stance_knee"][2]), float(origins["swing_hip_yaw"][1])
    for joint in JOINTS:
        expected = (0.0, joint.along_pelvis * width, joint.along_leg * leg)
        _near(
            origins[joint.name],
            expected,
            f"{path}: joint {joint.name!r} sits at",
            "both legs alike",
        )
    return leg, width


def _principal_inertia(inertial: Any, path: Path) -> tuple[float, float, float]:
    if not np.allclose(inertial.origin[:3, :3], np.eye(3), atol=1e-12):
        raise RobotError(
            f"{path}: the pelvis' <inertial> is turned (rpy); it must be principal in the pelvis "
            "frame"
        )
    matrix = inertial.inertia
    if np.any(np.abs(matrix - np.diag(np.diag(matrix))) > 1e-12):
        raise RobotError(
            f"{path}: the pelvis has products of inertia; it must be principal in the pelvis frame"
        )
    ixx, iyy, izz = (float(value) for value in np.diag(matrix))
    return ixx, iyy, izz


def _knee(model: Any, path: Path) -> tuple[float, float]:
    """Stiffness in N/m and damping in N·s/m of the `<sipbullet><knee .../></sipbullet>` element."""
    other = model.other_xml or b"<none/>"
    root = ET.fromstring(other if isinstance(other, str) else other.decode())
    knee = root.find(".//sipbullet/knee")
    if knee is None:
        raise RobotError(
            f'{path}: no <sipbullet><knee stiffness="N/m" damping="N·s/m"/></sipbullet> in <robot>'
        )
    values = []
    for name in ("stiffness", "damping"):
        text = knee.get(name, "")
        try:
            values.append(float(text))
        except ValueError:
            raise RobotError(
                f"{path}: the knee's {name} is {text!r}; it must be a number"
            ) from None
    return values[0], values[1]


def _limits(model: Any, leg: float, path: Path) -> tuple[JointLimit, ...]:
    """Limits of the joints that have others than the usual ones."""
    found = []
    for joint in model.joints:
        if joint.limit is None:
            continue
        given = joint.limit
        numbers = {
            "lower": given.lower if joint.joint_type != "continuous" else None,
            "upper": given.upper if joint.joint_type != "continuous" else None,
            "velocity": given.velocity,
            "effort": given.effort,
        }
        values = {name: float(value) for name, value in numbers.items() if value is not None}
        limit = JointLimit(joint.name, **values)
        wrong = [name for name, value in values.items() if math.isnan(value)]
        if wrong or limit.lower > limit.upper or min(limit.velocity, limit.effort) < 0.0:
            raise RobotError(
                f"{path}: joint {joint.name!r} has impossible limits {values}; lower may not be "
                "above upper, velocity and effort not below 0"
            )
        if limit != usual_limit(joint.name, leg):
            found.append(limit)
    return tuple(found)


def _near(found: Any, expected: Any, what: str, why: str) -> None:
    found, expected = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    if not np.allclose(found, expected, rtol=0.0, atol=1e-9):
        raise RobotError(f"{what} {found.tolist()}; it must be {expected.tolist()} ({why})")

"""Frames of a run, named after REP-120: `base_link` (pelvis), `l_sole` and `r_sole`."""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from sipbullet.engine.body import chain_positions
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.record.phases import Phase
from sipbullet.robot.parameters import Robot

SOLES = {"right": "r_sole", "left": "l_sole"}
WORLD, BASE = "world", "base_link"
EXPORTED = (
    "kinetic",
    "potential",
    "momentum_z",
    "knee_force",
    "gamma",
    "omega",
    "gamma_x",
    "theta_z",
    "theta",
    "theta_x",
    "leg1",
)


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame in the world: position (3,) in m and quaternion xyzw (4,)."""

    position: Array
    quaternion: Array

    @staticmethod
    def turned(yaw: float) -> dict[str, float]:
        """Components of the quaternion that turns by `yaw` rad about the vertical."""
        return {"x": 0.0, "y": 0.0, "z": float(np.sin(yaw / 2)), "w": float(np.cos(yaw / 2))}

    def seen_from(self, other: "Frame") -> "Frame":
        """This frame in the `other` one."""
        turn = Rotation.from_quat(other.quaternion).inv()
        return Frame(
            turn.apply(self.position - other.position),
            (turn * Rotation.from_quat(self.quaternion)).as_quat(),
        )


def poses(robot: Robot, phase: Phase, sample: int) -> dict[str, Frame]:
    """The pelvis and both soles in the world at one of a phase's samples."""
    linkage, q = Linkage.of(robot, phase.step), phase.positions[sample]
    pelvis = linkage.pelvis_frame(q)
    heading = float(np.arctan2(pelvis[1, 0], pelvis[0, 0]))
    level = Rotation.from_euler("z", heading).as_quat()
    support, swing = phase.step.support, "left" if phase.step.support == "right" else "right"
    return {
        BASE: Frame(linkage.point(q, linkage.pelvis), Rotation.from_matrix(pelvis).as_quat()),
        SOLES[support]: Frame(np.array(phase.step.pivot), level),
        SOLES[swing]: Frame(phase.foot[sample], level),
    }


def joints(robot: Robot, phase: Phase, sample: int) -> list[float]:
    """Positions of the nine joints of robot.urdf (base: the supporting foot), rad and m."""
    return chain_positions(robot, *phase.posture(robot, float(phase.times[sample])))

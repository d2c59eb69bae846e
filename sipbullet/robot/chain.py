"""The chain of links and joints from the supporting foot to the swing foot, and its colours.

The chain serves both supports: seen from the left foot it is the mirrored robot, with the pelvis
turned by π about its z.

    stance_foot ─yaw─pitch─roll─ stance_shank ─knee─ stance_thigh ─hip yaw─hip roll─ pelvis
                                      swing_foot ─knee─ swing_thigh ─hip pitch─hip yaw─┘
"""

from typing import NamedTuple

# anything below counts as massless beside the pelvis
MASSLESS = 1e-6  # kg, and kg·m²
TOKEN_MASS = (
    1e-12  # kg, and kg·m²: as good as 1e-9 for the motors, and invisible in the mass matrix
)
RIGHT_COLOR = "0.85 0.37 0.05 1"
LEFT_COLOR = "0.10 0.40 0.75 1"


class Joint(NamedTuple):
    """One joint of the chain: its kind, axis, links, and where it sits."""

    name: str
    kind: str
    axis: str
    parent: str
    child: str
    along_leg: float = 0.0  # z of the origin over the leg length
    along_pelvis: float = 0.0  # y of the origin over the pelvis width


JOINTS = (
    Joint("stance_yaw", "continuous", "0 0 1", "stance_foot", "stance_yaw_link"),
    Joint("stance_pitch", "continuous", "0 1 0", "stance_yaw_link", "stance_pitch_link"),
    Joint("stance_roll", "continuous", "1 0 0", "stance_pitch_link", "stance_shank"),
    Joint("stance_knee", "prismatic", "0 0 1", "stance_shank", "stance_thigh", along_leg=1.0),
    Joint("stance_hip_yaw", "continuous", "0 0 1", "stance_thigh", "stance_hip_link"),
    Joint("stance_hip_roll", "continuous", "1 0 0", "stance_hip_link", "pelvis"),
    Joint("swing_hip_yaw", "continuous", "0 0 1", "pelvis", "swing_hip_link", along_pelvis=1.0),
    Joint("swing_hip_pitch", "continuous", "0 1 0", "swing_hip_link", "swing_thigh"),
    Joint("swing_knee", "prismatic", "0 0 -1", "swing_thigh", "swing_foot", along_leg=-1.0),
)
LINKS = ("stance_foot", *(joint.child for joint in JOINTS))

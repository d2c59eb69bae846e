"""The walker's body in PyBullet: loaded once, verified, and placed anew at every touchdown."""

import math
import xml.etree.ElementTree as ET

import numpy as np

from sipbullet.engine.client import Client, quiet
from sipbullet.errors import EngineError
from sipbullet.mechanics import kane
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.chain import JOINTS, MASSLESS
from sipbullet.robot.parameters import Robot

STANCE_JOINTS = (0, 1, 2, 3)  # yaw, pitch, roll, knee: the positions of mechanics.linkage
SUPPORT_HIP_JOINTS = (4, 5)
KNEE, PELVIS = 3, 5
HOLDING_FORCE = 1e9  # N or N·m: a motor that holds a joint holds it against anything
# of the motors' solver: held joints then creep at 1e-10 rad/s (at the default of 1e-7, at 5e-4)
MOTOR_RESIDUAL = 1e-20


class WalkerBody:
    """The walker as a PyBullet multibody.

    For the left support the same chain is used with the pelvis body turned by π about its z (the
    mirrored walker).
    """

    def __init__(self, client: Client, walker: Walker, urdf: bytes) -> None:
        """Load `urdf` and check that the engine holds the masses and inertias of `walker`."""
        self.client, self.walker = client, walker
        flags = client.URDF_USE_INERTIA_FROM_FILE | client.URDF_IGNORE_COLLISION_SHAPES
        client.setPhysicsEngineParameter(
            enableFileCaching=0, numSolverIterations=50, solverResidualThreshold=MOTOR_RESIDUAL
        )
        own_limits = bool(walker.robot.limits)
        text = without_limits(urdf) if own_limits else urdf
        self.id = client.load_urdf_text(text, flags=flags)
        for link in range(-1, client.getNumJoints(self.id)):
            client.changeDynamics(self.id, link, linearDamping=0.0, angularDamping=0.0)
            client.changeDynamics(self.id, link, jointDamping=0.0, maxJointVelocity=1e6)
        client.setGravity(0.0, 0.0, -walker.gravity)
        self._verify()
        self.has_dynamics = self._probe()
        self._locked: bool | None = None
        for joint in range(len(JOINTS)):
            self._motor(joint, 0.0)
        for joint in SUPPORT_HIP_JOINTS:
            self._motor(joint, HOLDING_FORCE)

    def _verify(self) -> None:
        client, walker = self.client, self.walker
        names = [
            client.getJointInfo(self.id, j)[1].decode() for j in range(client.getNumJoints(self.id))
        ]
        if names != [joint.name for joint in JOINTS]:
            raise EngineError(f"robot: PyBullet orders the joints {names}")
        for joint, info in enumerate(JOINTS):
            mass, _, inertia, origin = client.getDynamicsInfo(self.id, joint)[:4]
            if info.child != "pelvis":
                if mass > MASSLESS or max(inertia) > MASSLESS:
                    raise EngineError(
                        f"robot: PyBullet holds {mass:g} kg for the massless link {info.child!r}"
                    )
                continue
            found = np.array([mass, *inertia, *origin])
            wanted = np.array(
                [walker.mass, *walker.inertia, 0.0, walker.pelvis_width / 2, walker.cog_height]
            )
            if not np.allclose(found, wanted, rtol=1e-12, atol=1e-12):
                raise EngineError(
                    f"robot: PyBullet holds mass, inertia, COG {found.tolist()}, not "
                    f"{wanted.tolist()}"
                )

    def _probe(self) -> bool:
        """Whether PyBullet gives mass matrices of this body.

        For about one robot in a hundred it does not: it compares two products of mass and COG,
        rounded in different order, for equality, and calls the inertia invalid. `stepSimulation` is
        not concerned. The Kane model then stands in, which is equal to 1e-9 wherever there are
        both.
        """
        with quiet():
            try:
                self.client.calculateMassMatrix(self.id, [0.0] * len(JOINTS))
            except (self.client.failure, SystemError):
                return False
        return True

    def _motor(self, joint: int, force: float) -> None:
        client = self.client
        client.setJointMotorControl2(
            self.id, joint, client.VELOCITY_CONTROL, targetVelocity=0.0, force=force
        )

    def place(self, step: Step, state: State) -> None:
        """Put the body on the foot of `step` in `state`; set the motors of hips and knee."""
        client = self.client
        client.resetBasePositionAndOrientation(self.id, step.pivot, (0.0, 0.0, 0.0, 1.0))
        rates = [*state.rates.tolist(), 0.0, 0.0, 0.0, 0.0, 0.0]
        for joint, position in enumerate(chain_positions(self.walker, step, state.positions)):
            client.resetJointState(self.id, joint, position, rates[joint])
        if step.knee_locked != self._locked:
            self._locked = step.knee_locked
            self._motor(KNEE, HOLDING_FORCE if step.knee_locked else 0.0)

    def fix_pelvis(self) -> None:
        """Fix the pelvis to the world, for good: the walker stands on both feet.

        PyBullet's motors cannot do that: with the roll held, one on the yaw does not act.
        """
        client = self.client
        position, orientation = client.getLinkState(self.id, PELVIS, computeForwardKinematics=1)[:2]
        client.createConstraint(
            self.id,
            PELVIS,
            -1,
            -1,
            client.JOINT_FIXED,
            (0, 0, 0),
            (0, 0, 0),
            position,
            (0, 0, 0, 1),
            orientation,
        )

    def set_stance(self, positions: Array, rates: Array) -> None:
        """Set the supporting leg's positions and rates, (4,) each; the hips stay."""
        client, length = self.client, self.walker.leg_length
        for joint, position, rate in zip(
            STANCE_JOINTS, positions.tolist(), rates.tolist(), strict=True
        ):
            client.resetJointState(
                self.id, joint, position - length if joint == KNEE else position, rate
            )

    def stance(self) -> tuple[Array, Array]:
        """The supporting leg's positions and rates as the engine has them, (4,) each."""
        states = self.client.getJointStates(self.id, STANCE_JOINTS)
        positions = np.array([state[0] for state in states])
        positions[KNEE] += self.walker.leg_length
        return positions, np.array([state[1] for state in states])

    def mass_matrix(self, step: Step, positions: Array) -> Array:
        """PyBullet's mass matrix of the supporting leg's four joints, (4, 4)."""
        if not self.has_dynamics:
            return kane.mass_matrix(Linkage.of(self.walker, step), positions)
        joints = chain_positions(self.walker, step, positions)
        return np.array([row[:4] for row in self.client.calculateMassMatrix(self.id, joints)[:4]])

    def bias_force(self, step: Step, positions: Array, rates: Array) -> Array:
        """PyBullet's joint forces at zero acceleration (gravity included), (4,)."""
        joints = chain_positions(self.walker, step, positions)
        speeds = [*rates.tolist(), 0.0, 0.0, 0.0, 0.0, 0.0]
        return np.array(
            self.client.calculateInverseDynamics(self.id, joints, speeds, [0.0] * 9)[:4]
        )

    def accelerations(
        self, step: Step, positions: Array, rates: Array, knee_force: float | None
    ) -> Array:
        """Accelerations of the supporting leg, (4,), by PyBullet's dynamics.

        Args:
            step: the step's constants.
            positions: (4,) in rad and m.
            rates: (4,) in rad/s and m/s.
            knee_force: force along the leg in N, None when the knee is locked.
        """
        if not self.has_dynamics:
            place = kane.Configuration(Linkage.of(self.walker, step), positions)
            return place.accelerations(rates, knee_force, step.double_support)
        matrix, force = self.mass_matrix(step, positions), -self.bias_force(step, positions, rates)
        free = (
            free_joints(step)
            if step.double_support
            else STANCE_JOINTS[: 3 if knee_force is None else 4]
        )
        if knee_force is not None:
            force[KNEE] += knee_force
        result, chosen = np.zeros(4), slice(free[0], free[-1] + 1)
        result[chosen] = np.linalg.solve(matrix[chosen, chosen], force[chosen])
        return result


def without_limits(urdf: bytes) -> bytes:
    """A URDF whose joints have no range.

    PyBullet would hold a joint in its range by forces that the model does not have, and
    `changeDynamics` does not undo that. Limits are watched by a monitor instead. (The usual range
    of a knee, from −0.6 to 0.2 of the leg, is beyond what any walk does.)
    """
    root = ET.fromstring(urdf)
    for limit in root.iter("limit"):
        limit.set("lower", "1")
        limit.set("upper", "-1")  # below the lower one: PyBullet takes that for no range
    return ET.tostring(root)


def free_joints(step: Step) -> tuple[int, ...]:
    """The supporting leg's joints that nothing holds.

    The pitch alone in double support, the knee if it moves.
    """
    if step.double_support:
        return (1,)
    return STANCE_JOINTS[:3] if step.knee_locked else STANCE_JOINTS


def chain_positions(walker: Walker | Robot, step: Step, positions: Array) -> list[float]:
    """Positions of the chain's nine joints in rad and m, for `positions` (4,) in `step`."""
    mirror = 0.0 if step.support == "right" else math.pi
    theta_z, theta, theta_x, leg1 = (float(value) for value in positions)
    length = walker.leg_length
    stance = [theta_z, theta, theta_x, leg1 - length]
    hip = [2 * step.stance.alpha_z1 + mirror, step.sign * 2 * step.stance.alpha1]
    swing = step.swing_leg
    return [*stance, *hip, 2 * swing.alpha_z + mirror, -2 * swing.alpha, swing.length - length]

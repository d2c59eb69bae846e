"""Stability of a gait: its stride as a map, the map's fixed point, and how it dies away.

A stride is two steps, after which the same foot stands. What passes from one stride to the next is
the touchdown, seen from the foothold planned for it, and what the controller remembers; the rates
before the controller acts do not, for it sets them anew:

    z = (along, left, heading, pitch, roll, alpha1, alpha_z1, along and left of the foot before,
    duration, memory …)

The periodic gait is the fixed point of z → stride(z), found by Newton; the eigenvalues of its
Jacobian are the Floquet multipliers.
"""

import copy
import itertools
import math
from dataclasses import dataclass, replace

import numpy as np

from sipbullet.control.interface import FullController, Touchdown
from sipbullet.control.navigation import Navigator
from sipbullet.errors import ConfigError
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import Stance
from sipbullet.simulation.stepper import Stepper
from sipbullet.simulation.walk import Walk

PLACE = (
    "along",
    "left",
    "heading",
    "pitch",
    "roll",
    "alpha1",
    "alpha_z1",
    "along_before",
    "left_before",
    "duration",
)
DIFFERENCE = 1e-6  # of the Jacobian, in rad, m and s
NEWTON = 30  # iterations at most
CLOSE = 1e-9  # residual of the fixed point, in rad, m and s
UNIFORM = 1e-9


@dataclass(frozen=True)
class Stability:
    """A periodic gait and its linear stability."""

    names: tuple[str, ...]  # of the entries of z
    fixed: Array  # (n,), rad, m, s
    residual: float  # of the fixed point
    jacobian: Array  # (n, n)
    index: int  # of the foothold at which the stride begins

    @property
    def multipliers(self) -> Array:
        """Floquet multipliers of a stride, largest first (complex)."""
        values = np.linalg.eigvals(self.jacobian)
        return np.asarray(values[np.argsort(-np.abs(values))])

    @property
    def radius(self) -> float:
        """Spectral radius: below 1, perturbations die away."""
        return float(np.abs(self.multipliers[0]))


class StrideMap:
    """The stride of a walk as a function. Use as a context manager: it holds an engine."""

    def __init__(self, walk: Walk) -> None:
        """Take the stride from the middle of the longest uniform stretch of the walk's path.

        Raises:
            ConfigError: no stretch has five uniform steps.
        """
        self._walk = walk
        self.index = _uniform_place(walk.plan)
        self._stepper = Stepper(walk)
        self._navigator = Navigator(walk.plan, walk.schedule)
        self._controller = walk.make_controller(self._navigator)
        self._begin: Touchdown | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the entries of z."""
        return (*PLACE, *self._controller.memory)

    def arrive(self) -> Array:
        """Z where the walk itself is when it comes to the stride's first foothold.

        Raises:
            ConfigError: it never does.
        """
        touchdown = self._walk_to(self.index)
        self._begin = touchdown
        return self._seen(touchdown, self._controller)

    def _walk_to(self, index: int) -> Touchdown:
        touchdown: Touchdown | None = self._walk.start
        while touchdown is not None and touchdown.index < index:
            touchdown = self._step(touchdown, self._controller)
        if touchdown is None:
            raise ConfigError(
                f"stability: the walk falls before step {index}, where a stride was to be looked at"
            )
        return touchdown

    def __call__(self, z: Array) -> Array | None:
        """Z after one stride; None when the walker falls in it."""
        controller = copy.copy(self._controller)
        memory = tuple(self._controller.memory)
        controller.memory = dict(zip(memory, z[len(PLACE) :].tolist(), strict=True))
        touchdown: Touchdown | None = self._touchdown(z)
        for _ in range(2):
            if touchdown is not None:
                touchdown = self._step(touchdown, controller)
        if touchdown is None:
            return None
        return self._seen(touchdown, controller)

    def _step(self, touchdown: Touchdown, controller: FullController) -> Touchdown | None:
        command = controller.command(touchdown)
        if command is None:
            return None
        self._stepper.reset(touchdown)
        self._stepper.step(command)
        return self._stepper.touchdown

    def _seen(self, touchdown: Touchdown, controller: FullController) -> Array:
        """Z of a touchdown: places are seen from the footholds planned for them."""
        here, before = self._walk.plan[touchdown.index], self._walk.plan[touchdown.index - 1]
        state = touchdown.state
        heading = math.remainder(state.theta_z - here.yaw, 2 * math.pi)
        angles = (heading, state.theta, state.theta_x, touchdown.alpha1, touchdown.alpha_z1)
        assert touchdown.previous_pivot is not None
        assert touchdown.duration is not None
        places = (
            *_away(here, touchdown.pivot),
            *angles,
            *_away(before, touchdown.previous_pivot),
            touchdown.duration,
        )
        return np.array([*places, *controller.memory.values()])

    def _touchdown(self, z: Array) -> Touchdown:
        """The touchdown at the stride's first foothold that `z` describes."""
        assert self._begin is not None
        here, before = self._walk.plan[self.index], self._walk.plan[self.index - 1]
        along, left, heading, pitch, roll, alpha1, alpha_z1, along_before, left_before, duration = (
            z[: len(PLACE)].tolist()
        )
        state = replace(self._begin.state, theta_z=here.yaw + heading, theta=pitch, theta_x=roll)
        stance = Stance(here.foot, _placed(here, along, left), alpha1, alpha_z1)
        previous = _placed(before, along_before, left_before)
        return Touchdown(self.index, stance, state, previous, duration)

    def close(self) -> None:
        """Let the engine go."""
        self._stepper.close()

    def __enter__(self) -> "StrideMap":
        """Keep it for a `with` block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let the engine go."""
        self.close()


def _away(foothold: Foothold, place: tuple[float, float, float]) -> tuple[float, float]:
    """How far ahead and left of a foothold a place is, in m."""
    s, left = foothold.along_and_left(*place[:2])
    return s - foothold.s, left - foothold.side


def _placed(foothold: Foothold, along: float, left: float) -> tuple[float, float, float]:
    c, s = math.cos(foothold.yaw), math.sin(foothold.yaw)
    return foothold.x + c * along - s * left, foothold.y + s * along + c * left, foothold.z


def _uniform_place(plan: tuple[Foothold, ...]) -> int:
    """Index of a foothold about which the steps are all alike.

    In the middle of the longest such stretch.
    """
    steps = [(b.s - a.s, b.z - a.z, b.yaw - a.yaw) for a, b in itertools.pairwise(plan)]
    best = (0, 0)
    first = 0
    for last in range(len(steps)):
        if any(abs(x - y) > UNIFORM for x, y in zip(steps[first], steps[last], strict=True)):
            first = last
        best = max(best, (last - first + 1, -first))
    length, begin = best[0], -best[1]
    if length < 5:
        raise ConfigError(
            f"stability: the path has no stretch of five uniform steps, the longest has {length}"
        )
    return begin + min((length + 2) // 2, 40)


def find_gait(stride: StrideMap) -> Stability:
    """The periodic gait and its multipliers.

    Raises:
        ConfigError: there is none near the walk.
    """
    z = stride.arrive()
    residual = math.inf
    for _ in range(NEWTON):
        following = _defined(stride(z))
        residual = float(np.abs(following - z).max())
        if residual < CLOSE:
            break
        jacobian = jacobian_of(stride, z)
        z = z + np.linalg.lstsq(np.eye(len(z)) - jacobian, following - z, rcond=1e-9)[0]
    if not residual < 1e-6:
        raise ConfigError(
            f"stability: no periodic gait was found near the walk (residual {residual:.1e})"
        )
    return Stability(stride.names, z, residual, jacobian_of(stride, z), stride.index)


def _defined(z: Array | None) -> Array:
    if z is None:
        raise ConfigError("stability: the walker falls near the gait that was looked for")
    return z


def jacobian_of(stride: StrideMap, z: Array) -> Array:
    """Jacobian (n, n) of the stride by central differences."""
    columns = []
    for index in range(len(z)):
        shift = np.zeros_like(z)
        shift[index] = DIFFERENCE
        columns.append(
            (_defined(stride(z + shift)) - _defined(stride(z - shift))) / (2 * DIFFERENCE)
        )
    return np.column_stack(columns)

"""What a user can do in the window: sliders for the six objectives, keys for the rest.

Read at every touchdown or frame.
"""

import math
from dataclasses import dataclass, field

from sipbullet.config.models import PlannedFoot, ScheduleEntry
from sipbullet.config.schedule import StepTargets
from sipbullet.engine.client import Client
from sipbullet.footsteps.manoeuvres import turn_back
from sipbullet.simulation.steering import Inputs

LIMITS = {  # of the sliders, in the unit of their names
    "duration / s": ("duration", 0.3, 1.0, 1.0),
    "length / m": ("length", 0.1, 0.7, 1.0),
    "spacing / m": ("spacing", 0.1, 0.4, 1.0),
    "offset / m": ("offset", -0.5, 0.5, 1.0),
    "heading / deg": ("heading", -180.0, 180.0, math.pi / 180),
    "roll / deg": ("roll", -5.0, 5.0, math.pi / 180),
}
PUSH = 10.0  # N·s
KEYS = """keys (they act at the next touchdown):
  up, down      longer, shorter steps (2 cm)      left, right   turn (5 degrees)
  a, d          shuffle left, right (2 cm)        j, l, i, k    push left, right, ahead, back
  x             stop in balance                   b             turn about and walk back
  space         pause, go on                      n             one step, then pause
  -, +          slower, faster                    c             camera follows, or not
  r             begin again                       (a push is 10 N·s)"""
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
STEERING = {  # key: (objective, change)
    "up": ("length", 0.02),
    "down": ("length", -0.02),
    "left": ("heading", math.radians(5)),
    "right": ("heading", math.radians(-5)),
    "a": ("offset", 0.02),
    "d": ("offset", -0.02),
}
PUSHES = {
    "j": (0.0, PUSH, 0.0),
    "l": (0.0, -PUSH, 0.0),
    "i": (PUSH, 0.0, 0.0),
    "k": (-PUSH, 0.0, 0.0),
}


@dataclass
class Controls:
    """The state of sliders and keys."""

    client: Client
    start: StepTargets
    paused: bool = False
    single: bool = False  # pause again at the next touchdown
    restart: bool = False
    follow: bool = True
    speed: int = SPEEDS.index(1.0)
    _sliders: dict[str, int] = field(default_factory=dict)
    _first: dict[str, float] = field(default_factory=dict)
    _keyed: dict[str, float] = field(default_factory=dict)
    _push: tuple[float, float, float] | None = None
    _stop: bool = False
    _back: bool = False
    _down: set[int] = field(default_factory=set)
    _wanted: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Put up the sliders, at the walk's own targets."""
        for label, (name, low, high, unit) in LIMITS.items():
            value = min(max(getattr(self.start, name) / unit, low), high)
            self._sliders[label] = self.client.addUserDebugParameter(label, low, high, value)
            self._wanted[name] = getattr(self.start, name)
            self._first[label] = value

    @property
    def pace(self) -> float:
        """Shown over real time."""
        return SPEEDS[self.speed]

    def read_keys(self) -> None:
        """Take what has been pressed since the last time."""
        client = self.client
        named = {
            client.B3G_UP_ARROW: "up",
            client.B3G_DOWN_ARROW: "down",
            client.B3G_LEFT_ARROW: "left",
            client.B3G_RIGHT_ARROW: "right",
        }
        for code, state in client.getKeyboardEvents().items():
            pressed = state & client.KEY_WAS_TRIGGERED
            missed = (
                state & client.KEY_WAS_RELEASED and code not in self._down
            )  # down and up between two looks
            if pressed or missed:
                self._press(named.get(code, chr(code) if code < 128 else ""))
            self._down = (
                self._down - {code} if state & client.KEY_WAS_RELEASED else self._down | {code}
            )

    def _press(self, key: str) -> None:
        if key in STEERING:
            name, change = STEERING[key]
            self._keyed[name] = self._keyed.get(name, 0.0) + change
        elif key in PUSHES:
            self._push = PUSHES[key]
        elif key == "x":
            self._stop = True
        elif key == "b":
            self._back = True
        elif key == "r":
            self.restart = True
        elif key == " ":
            self.paused = not self.paused
        elif key == "n":
            self.paused, self.single = False, True
        elif key == "c":
            self.follow = not self.follow
        elif key in ("-", "+", "="):
            self.speed = min(max(self.speed + (-1 if key == "-" else 1), 0), len(SPEEDS) - 1)

    def begin_again(self) -> None:
        """Forget what keys have asked for; the sliders stay as they stand."""
        self.restart, self._push, self._stop, self._back = False, None, False, False
        self._keyed = {}
        self._wanted = {name: getattr(self.start, name) for name in self._wanted}

    def inputs(self, index: int, standing: PlannedFoot | None = None) -> Inputs:
        """What the user asks of step `index`, with the foot `standing`.

        Targets that have changed since the step before, a push, a stop, a plan.
        """
        push, stop, back = self._push, self._stop, self._back
        self._push, self._stop, self._back = None, False, False
        changed = self._changed()
        targets = ScheduleEntry(step=index, **changed) if changed else None
        plan = None
        if back and standing is not None:
            plan = turn_back(standing, self._wanted["spacing"])
        return Inputs(targets, push, "refined" if stop else "none", plan)

    def _changed(self) -> dict[str, float]:
        """Targets that have changed since the step before."""
        changed: dict[str, float] = {}
        for label, (name, _, _, unit) in LIMITS.items():
            value = self.client.readUserDebugParameter(self._sliders[label])
            moved = abs(value - self._first[label]) > 1e-6 * (1.0 + abs(value))
            wanted = (value * unit if moved else getattr(self.start, name)) + self._keyed.get(
                name, 0.0
            )
            if wanted != self._wanted[name]:
                self._wanted[name] = changed[name] = _within(name, wanted)
        return changed


BOUNDS = {
    "duration": (0.1, 3.0),
    "length": (-1.0, 3.0),
    "spacing": (0.0, 2.0),
    "offset": (-10.0, 10.0),
    "roll": (-0.3, 0.3),
}


def _within(name: str, value: float) -> float:
    """The nearest value that a schedule may have."""
    if name == "heading":
        return math.remainder(value, 2 * math.pi)
    low, high = BOUNDS[name]
    return min(max(value, low), high)

"""What a walk yields: its steps, and how it ended."""

from dataclasses import dataclass
from typing import Literal

from sipbullet.control.interface import StepCommand
from sipbullet.control.navigation import Progress
from sipbullet.engine.double_support import Stand
from sipbullet.engine.swing import SwingSegment
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.state import Place
from sipbullet.simulation.step import StepRecord

Status = Literal["finished", "fell", "stopped"]


@dataclass(frozen=True, slots=True)
class WalkedStep:
    """A step of a walk: its record, how it went along the path, and its foothold."""

    record: StepRecord
    command: StepCommand
    progress: Progress | None  # None when the walker fell in it
    target: Foothold
    target_length: float  # m along the path
    lift_off: Place | None  # m, where the swing foot stood; None in the first step
    fall: SwingSegment | None = None  # before the first step, when the walk began standing
    stand: Stand | None = None  # after the last step, when it came to rest


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a walk ended."""

    status: Status = "stopped"
    reason: str = "not run to its end"
    steps: int = 0
    time: float = 0.0  # s, simulated

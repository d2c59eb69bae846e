"""Shots of a recorded run, from its files alone."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from sipbullet.errors import OutputError, SipbulletError
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import POSITION_FIELDS, RATE_FIELDS, Place, Side, Stance, Step
from sipbullet.record.phases import Phase, caption
from sipbullet.record.reader import RunData, load_run
from sipbullet.record.schema import SCALARS
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.terrain import World


@dataclass(frozen=True)
class RecordedRun:
    """A run read back: its data, and what it walked on and with."""

    folder: Path
    data: RunData
    robot: Robot
    world: World

    @property
    def urdf(self) -> bytes:
        """Content of the robot's URDF."""
        return (self.folder / "robot.urdf").read_bytes()

    @property
    def ground(self) -> World:
        """The world as it was, with what the controller did not know of."""
        return self.world.disturbed(
            self.data.summary.get("ground_error", 0.0), self.data.summary["seed"]
        )

    def phases(self) -> list[Phase]:
        """The phases of the run."""
        data, step, support = self.data.trajectory, self.data.trajectory["step"], self.data.support
        cuts = np.flatnonzero((np.diff(step) != 0) | (support[1:] != support[:-1])) + 1
        found: list[Phase] = []
        for rows in np.split(np.arange(len(step)), cuts):
            part = {name: values[rows] for name, values in data.items()}
            found.append(
                self._phase(
                    part, int(step[rows[0]]), str(support[rows[0]]), found[-1] if found else None
                )
            )
        return found

    def _phase(
        self, part: dict[str, Array], index: int, support: str, before: Phase | None
    ) -> Phase:
        both = support == "both"
        first: Side = "right" if self.data.step_support[0] == "right" else "left"
        side = (
            (before.step.support if before is not None else first) if both else cast(Side, support)
        )
        row = self._row(index)
        alpha1, alpha_z1 = (row["alpha1"], row["alpha_z1"]) if row else self._hips_after(index)
        leg = float(part["leg1"][0])
        pivot = cast(Place, tuple(float(part[f"support_foot_{axis}"][0]) for axis in "xyz"))
        return Phase(
            index=index,
            step=Step.standing(Stance(side, pivot, alpha1, alpha_z1), leg),
            both=both,
            times=part["t"],
            positions=_columns(part, POSITION_FIELDS),
            foot=_columns(part, tuple(f"drawn_foot_{axis}" for axis in "xyz")),
            cog=_columns(part, ("cog_x", "cog_y", "cog_z")),
            reaction=_columns(part, ("reaction_x", "reaction_y", "reaction_z")),
            scalars={name: part[name] for name in (*POSITION_FIELDS, *RATE_FIELDS, *SCALARS)},
            planned=_place(row, "target_foot"),
            landed=_place(row, "foot"),
            impulse=_place(row, "impulse"),
            caption=caption(index, side, row["duration"], row["step_length"], row["roll"])
            if row
            else "standing",
        )

    def _row(self, index: int) -> dict[str, float]:
        """Numbers of a step's row; none of a phase that is no step."""
        steps = self.data.steps
        rows = np.flatnonzero(steps["step"] == index)
        return {name: float(values[rows[0]]) for name, values in steps.items()} if len(rows) else {}

    def _hips_after(self, index: int) -> tuple[float, float]:
        row = self._row(index - 1)
        return (row["next_alpha1"], row["next_alpha_z1"]) if row else (0.0, 0.0)


def _columns(part: dict[str, Array], names: tuple[str, ...]) -> Array:
    return np.column_stack([part[name] for name in names])


def _place(row: dict[str, float], name: str) -> Place | None:
    found = tuple(row.get(f"{name}_{axis}", math.nan) for axis in "xyz")
    return cast(Place, found) if all(map(math.isfinite, found)) else None


def open_run(folder: Path) -> RecordedRun:
    """Read a run's folder.

    Raises:
        OutputError: it is not a run's, or it is cut off.
    """
    if not folder.is_dir():
        raise OutputError(f"run: {folder} is no folder; give one that `sipbullet walk --out` wrote")
    data = load_run(folder)
    try:
        robot, world = load_robot(folder / "robot.urdf"), load_world(str(folder / "world.toml"))
        run = RecordedRun(folder, data, robot, world)
        run.phases()
    except SipbulletError as error:
        raise OutputError(f"run: {folder}: {error}") from None
    except (KeyError, IndexError) as error:
        raise OutputError(f"run: {folder}: not a run's files: no {error} in them") from None
    return run

"""A run's files: run.toml, steps.csv, trajectory.csv, summary.json, and copies of robot and world.

Rows are written and flushed step by step, so a killed run keeps what it had. `summary.json` comes last, in one move.
"""

import json
import math
import os
import platform
import shutil
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import numpy as np
import tomli_w

import sipbullet
from sipbullet.drawn import Drawn, draw
from sipbullet.engine.swing import Piece
from sipbullet.errors import OutputError
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.series import SwingSeries, swing_series
from sipbullet.mechanics.state import POSITION_FIELDS, RATE_FIELDS
from sipbullet.output import check_folder
from sipbullet.simulation import Walk, WalkedStep
from sipbullet.stepping import Landing, StepRecord

FILES = ("run.toml", "robot.urdf", "world.toml", "footsteps.json", "steps.csv", "trajectory.csv", "summary.json")
STATE_FIELDS = ("theta_z", "theta", "theta_x", "gamma", "omega", "gamma_x", "leg1", "leg1_rate")
TRAJECTORY_COLUMNS = (
    ("t", "step", "support", *POSITION_FIELDS, *RATE_FIELDS)
    + tuple(f"{point}_{axis}" for point in ("cog", "pelvis", "support_foot", "swing_foot", "drawn_foot") for axis in "xyz")
    + (
        "kinetic",
        "potential",
        "momentum_z",
        "knee_force",
        "reaction_x",
        "reaction_y",
        "reaction_z",
        "zmp_x",
        "zmp_y",
        "clearance",
    )
)


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path, walk: Walk, force: bool = False) -> None:
        """Make the folder and write what is known before the run.

        Raises:
            OutputError: it is not empty (and `force` is not given), or cannot be written.
        """
        self.path, self._walk, self._recorded = path, walk, walk.config
        try:
            self._prepare(force)
            self._write_inputs()
            self._steps: IO[str] = (path / "steps.csv").open("w", encoding="utf-8", newline="\n")
            self._trajectory: IO[str] = (path / "trajectory.csv").open("w", encoding="utf-8", newline="\n")
            self._trajectory.write(",".join(TRAJECTORY_COLUMNS) + "\n")
        except OSError as error:
            raise OutputError(f"out: {path}: cannot be written: {error.strerror}") from None
        self._header_written = False

    def _prepare(self, force: bool) -> None:
        check_folder(self.path, force)
        for name in FILES:
            (self.path / name).unlink(missing_ok=True)

    def _write_inputs(self) -> None:
        walk = self._walk
        shutil.copyfile(walk.robot_path, self.path / "robot.urdf")
        description = walk.world.description.model_dump(exclude_none=True)
        (self.path / "world.toml").write_text(tomli_w.dumps(description), encoding="utf-8")
        if walk.config.footsteps is not None:
            shutil.copyfile(walk.config.footsteps, self.path / "footsteps.json")
        self._write_settings()

    def _write_settings(self) -> None:
        walk = self._walk
        config = walk.config.model_dump(exclude_none=True)
        config |= {"robot": "robot.urdf", "world": "world.toml", "versions": versions()}
        if walk.config.footsteps is not None:
            config["footsteps"] = "footsteps.json"
        config["simulation"]["dt"] = walk.config.simulation.time_step
        config["gait"]["spacing"] = walk.spacing
        scalars = {key: value for key, value in config.items() if not isinstance(value, dict)}
        tables = {key: value for key, value in config.items() if isinstance(value, dict)}
        text = "# Repeat this walk: sipbullet walk --config run.toml\n" + tomli_w.dumps(scalars | tables)
        (self.path / "run.toml").write_text(text, encoding="utf-8")

    def add(self, walked: WalkedStep, drawn: Drawn | None = None) -> None:
        """Write one step; `drawn` if its swing leg has been drawn already."""
        drawn = drawn or draw(walked, self._walk)
        row = step_row(walked, self._walk, drawn)
        try:
            if not self._header_written:
                self._steps.write(",".join(row) + "\n")
                self._header_written = True
            self._steps.write(",".join(_text(value) for value in row.values()) + "\n")
            self._write_trajectory(walked, drawn)
            self._steps.flush()
            self._trajectory.flush()
        except OSError as error:
            raise OutputError(f"out: {self.path}: cannot be written: {error.strerror}") from None

    def _write_trajectory(self, walked: WalkedStep, drawn: Drawn) -> None:
        record, write = walked.record, self._trajectory.write
        if walked.fall is not None and drawn.fall is not None:
            write(_piece_lines(walked.fall, 0.0, 0, "both", drawn.fall))
        write(_trajectory_lines(record, drawn.swing))
        if walked.stand is not None and drawn.rise is not None and drawn.hold is not None:
            time, rise, hold = record.time + record.swing.duration, walked.stand.rise, walked.stand.hold
            write(_piece_lines(rise, time, record.index + 1, rise.step.support, drawn.rise))
            write(_piece_lines(hold, time + float(rise.times[-1]), record.index + 1, "both", drawn.hold))

    def finish(self, summary: dict[str, Any]) -> None:
        """Write the summary and close the files."""
        self._steps.close()
        self._trajectory.close()
        part = self.path / "summary.json.part"
        try:
            if self._walk.config is not self._recorded:  # a user has steered it
                self._write_settings()
            part.write_text(json.dumps(summary, indent=2, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")
            os.replace(part, self.path / "summary.json")
        except OSError as error:
            raise OutputError(f"out: {self.path}: cannot be written: {error.strerror}") from None


def versions() -> dict[str, str]:
    """Versions of everything that can change a number."""
    found = {"sipbullet": sipbullet.__version__, "python": platform.python_version()}
    return found | {name: version(name) for name in ("pybullet", "numpy", "scipy", "urchin")}


def step_row(walked: WalkedStep, walk: Walk, drawn: Drawn) -> dict[str, Any]:
    """A row of steps.csv: see the README for the columns. What a fall leaves unknown is None."""
    record, target = walked.record, walked.target
    step, start, landing = record.step, record.start, record.landing
    row: dict[str, Any] = {"step": record.index, "support": step.support, "t": record.time}
    row["duration"] = record.swing.duration
    row |= dict(zip(("pivot_x", "pivot_y", "pivot_z"), step.pivot, strict=True))
    row |= {name: getattr(start, name) for name in STATE_FIELDS}
    row |= {"leg1_target": step.leg1_target, "knee_locked": step.knee_locked, "knee_duration": step.knee_duration}
    row |= {name: getattr(step, name) for name in ("alpha1", "alpha_z1", "alpha", "alpha_z", "leg2")}
    row |= _landing_columns(landing)
    progress = walked.progress
    row["yaw"], row["roll"] = (landing.yaw, landing.roll) if landing else (None, None)
    row["step_length"] = progress.step_length if progress else None
    row["spacing"] = progress.spacing if progress else None
    row["y_offset"] = progress.offset if progress else None
    row |= {"energy_drift": record.energy_drift, "momentum_drift": record.momentum_drift}
    placement = landing.placement if landing else (None, None, None)
    row |= dict(zip(("fpe_energy", "fpe_vertical", "fpe_astray"), placement, strict=True))
    row["reset_energy_jump"] = landing.reset.energy_jump if landing else None
    row |= {"riser_crossings": record.swing.riser_crossings, "min_fz": record.series.min_fz}
    row |= {"max_friction": record.series.max_friction, "min_clearance": record.min_clearance}
    row["edge_clearance"] = drawn.edge_clearance if math.isfinite(drawn.edge_clearance) else None
    wanted = walk.schedule.at(record.index)
    row |= {"target_duration": wanted.duration, "target_length": walked.target_length}
    row |= {"target_spacing": wanted.spacing, "target_offset": wanted.offset, "target_heading": target.yaw}
    row |= {"target_foot_x": target.x, "target_foot_y": target.y, "target_foot_z": target.z}
    command = walked.command
    row |= {"pushed": record.pushed, "compromise": command.compromise}
    row |= {"solver_residual": command.residual, "solver_iterations": command.iterations}
    return row | {"violations": "; ".join(record.violations)}


def _landing_columns(landing: Landing | None) -> dict[str, Any]:
    names = [f"td_{name}" for name in STATE_FIELDS]
    names += ["foot_x", "foot_y", "foot_z", "ground_z"]
    names += [f"plus_{name}" for name in STATE_FIELDS[:6]] + ["next_alpha1", "next_alpha_z1"]
    names += ["impulse_x", "impulse_y", "impulse_z", "trailing_foot_speed_z"]
    if landing is None:
        return dict.fromkeys(names)
    contact, switched, impact = landing.contact, landing.switched, landing.impact
    values: list[float] = [getattr(contact.state, name) for name in STATE_FIELDS]
    values += [*contact.foot, contact.top]
    values += [getattr(switched.state, name) for name in STATE_FIELDS[:6]] + [switched.alpha1, switched.alpha_z1]
    values += [*impact.impulse.tolist(), float(impact.trailing_foot_velocity[2])]
    return dict(zip(names, values, strict=True))


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"' if "," in value or '"' in value else value
    return repr(value)


def _trajectory_lines(record: StepRecord, drawn: Array) -> str:
    pivot = np.array(record.step.pivot)
    return _series_lines(record.series, record.time, record.index, record.step.support, pivot, drawn, record.clearance)


def _piece_lines(piece: Piece, time: float, index: int, support: str, drawn: Array) -> str:
    """Rows of a piece that is no swing; its foot is not watched over the ground."""
    series = swing_series(piece.linkage, piece.step, piece.times, piece.positions, piece.rates)
    return _series_lines(series, time, index, support, piece.linkage.pivot, drawn, np.zeros_like(piece.times))


def _series_lines(
    series: SwingSeries, time: float, index: int, support: str, pivot: Array, drawn: Array, clearance: Array
) -> str:
    feet = np.broadcast_to(pivot, series.cog.shape)
    places = (series.positions, series.rates, series.cog, series.pelvis, feet, series.swing_foot, drawn)
    scalars = (series.kinetic, series.potential, series.momentum_z, series.knee_force)
    block = np.column_stack([time + series.times, *places, *scalars, series.reaction, series.zmp, clearance])
    label = f",{index},{support},"
    return "".join(repr(row[0]) + label + ",".join(map(repr, row[1:])) + "\n" for row in block.tolist())

"""The files of a run: what a reader of them can rely on."""

import csv
import itertools
import json
import math
import subprocess
import sys

import numpy as np
import pytest
from builders import make_step

from sipbullet.config.models import WalkConfig
from sipbullet.config.settings import load_settings
from sipbullet.errors import OutputError
from sipbullet.mechanics import kane
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.writer import FILES, RunFolder
from sipbullet.simulation.prepare import prepare

COLUMNS = """step,support,t,duration,pivot_x,pivot_y,pivot_z
theta_z,theta,theta_x,gamma,omega,gamma_x,leg1,leg1_rate
leg1_target,knee_locked,knee_duration,alpha1,alpha_z1,alpha,alpha_z,leg2
td_theta_z,td_theta,td_theta_x,td_gamma,td_omega,td_gamma_x,td_leg1,td_leg1_rate,foot_x,foot_y,foot_z,ground_z
plus_theta_z,plus_theta,plus_theta_x,plus_gamma,plus_omega,plus_gamma_x,next_alpha1,next_alpha_z1
impulse_x,impulse_y,impulse_z,trailing_foot_speed_z yaw,roll,step_length,spacing,y_offset
energy_drift,momentum_drift,reset_energy_jump,riser_crossings,min_fz,max_friction
target_duration,target_length,target_spacing,target_offset,target_heading,target_foot_x,target_foot_y,target_foot_z,pushed"""


def record(path, **settings):
    walk = prepare(WalkConfig.model_validate(settings)).run()
    folder, figures = RunFolder(path, walk), SummaryBuilder(walk)
    for step in walk:
        figures.add(step)
        folder.add(step)
    folder.finish(figures.summary(1.0))
    return walk


@pytest.fixture(scope="module")
def stairs(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "stairs"
    return record(path, world="stairs"), path


def rows_of(path):
    with (path / "steps.csv").open() as file:
        return list(csv.DictReader(file))


def test_every_promised_file_and_column_is_there(stairs):
    _, path = stairs
    assert sorted(p.name for p in path.iterdir()) == sorted(set(FILES) - {"footsteps.json"})
    columns = rows_of(path)[0].keys()
    for name in COLUMNS.replace("\n", ",").replace(" ", ",").split(","):
        assert name in columns


def test_the_summary_says_how_it_went(stairs):
    _walk, path = stairs
    summary = json.loads((path / "summary.json").read_text())
    assert (summary["status"], summary["steps"], summary["world"]) == (
        "finished",
        len(rows_of(path)),
        "stairs",
    )
    assert summary["robot"]["mass"] == 60.0
    assert summary["robot"]["inertia"] == [1.5, 1.0, 1.5]
    assert summary["robot"]["knee_stiffness"] == 60 * 18.0**2
    assert summary["simulated_time"] == pytest.approx(
        sum(float(row["duration"]) for row in rows_of(path))
    )
    assert summary["violations"] == {}


def test_numbers_keep_their_full_precision(stairs):
    _walk, path = stairs
    again = list(prepare(WalkConfig(world="stairs")).run())
    for row, step in zip(rows_of(path), again, strict=True):
        assert float(row["td_theta"]) == step.record.landing.contact.state.theta
        assert float(row["impulse_z"]) == step.record.landing.impact.impulse[2]


def test_the_trajectory_obeys_the_model(stairs):
    """Each row's energies and COG follow from its state and its step's constants."""
    walk, path = stairs
    steps = {row["step"]: row for row in rows_of(path)}
    with (path / "trajectory.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert all(float(b["t"]) >= float(a["t"]) for a, b in itertools.pairwise(rows))
    for row in rows[::97]:
        constants = steps[row["step"]]
        pivot = tuple(float(constants[f"pivot_{axis}"]) for axis in "xyz")
        names = (
            "alpha1",
            "alpha_z1",
            "alpha",
            "alpha_z",
            "leg1",
            "leg1_target",
            "leg2",
            "knee_duration",
        )
        linkage = Linkage.of(
            walk.robot,
            make_step(row["support"], pivot, *(float(constants[name]) for name in names)),
        )
        names = ("theta_z", "theta", "theta_x", "gamma", "omega", "gamma_x", "leg1", "leg1_rate")
        state = State(*(float(row[name]) for name in names))
        assert float(row["kinetic"]) == pytest.approx(
            float(kane.kinetic_energy(linkage, state.positions, state.rates))
        )
        cog = linkage.cog_position(state.positions)
        assert [float(row[f"cog_{axis}"]) for axis in "xyz"] == pytest.approx(cog.tolist())
        assert float(row["reaction_z"]) > 0


def test_a_run_is_repeated_from_its_files_alone(stairs, tmp_path):
    _, path = stairs
    walk = prepare(load_settings(path / "run.toml", {}, [])).run()
    folder = RunFolder(tmp_path / "again", walk)
    for step in walk:
        folder.add(step)
    folder.finish({})
    assert (tmp_path / "again" / "steps.csv").read_bytes() == (path / "steps.csv").read_bytes()
    assert (tmp_path / "again" / "trajectory.csv").read_bytes() == (
        path / "trajectory.csv"
    ).read_bytes()


def test_two_processes_write_the_same_bytes(stairs, tmp_path):
    _, path = stairs
    for name in ("a", "b"):
        command = [
            sys.executable,
            "-m",
            "sipbullet",
            "walk",
            "stairs",
            "--seed",
            "7",
            "--out",
            str(tmp_path / name),
        ]
        subprocess.run(command, check=True, capture_output=True)
    first, second = ((tmp_path / name / "steps.csv").read_bytes() for name in ("a", "b"))
    assert first == second == (path / "steps.csv").read_bytes()


def test_a_killed_run_keeps_the_steps_it_took(tmp_path):
    walk = prepare(WalkConfig(world="flat", steps=5)).run()
    folder = RunFolder(tmp_path / "killed", walk)
    for index, step in enumerate(walk):
        folder.add(step)
        if index == 2:
            break
    assert len(rows_of(tmp_path / "killed")) == 3, "nothing was closed"
    assert not (tmp_path / "killed" / "summary.json").exists()
    folder.close()
    walk.close()


def test_a_fall_leaves_blanks_and_no_nonsense(tmp_path):
    walk = record(tmp_path / "fell", world="flat", pid={"roll": -3.0})
    assert walk.outcome.status == "fell"
    last = rows_of(tmp_path / "fell")[-1]
    assert last["td_theta"] == ""
    assert last["impulse_z"] == ""
    assert last["step_length"] == ""
    assert "nan" not in (tmp_path / "fell" / "steps.csv").read_text().lower()
    summary = json.loads((tmp_path / "fell" / "summary.json").read_text())
    assert summary["status"] == "fell"
    assert summary["reason"].startswith(f"step {summary['steps']}")


def test_an_occupied_folder_is_left_alone_unless_forced(tmp_path):
    walk = prepare(WalkConfig(world="flat", steps=1)).run()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("all of it")
    with pytest.raises(OutputError, match="not empty"):
        RunFolder(tmp_path / "mine", walk)
    RunFolder(tmp_path / "mine", walk, force=True).close()
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "all of it"
    with pytest.raises(OutputError, match="is a file"):
        RunFolder(tmp_path / "mine" / "thesis.txt", walk)


def test_steady_figures_are_means_of_the_last_steps(stairs):
    _walk, path = stairs
    summary = json.loads((path / "summary.json").read_text())
    durations = [float(row["duration"]) for row in rows_of(path)[-16:]]
    assert summary["steady_duration"] == pytest.approx(np.mean(durations))
    assert math.degrees(summary["worst_roll"]) < 5

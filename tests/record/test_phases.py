import csv
import itertools

import numpy as np
import pytest

from sipbullet.config.models import WalkConfig
from sipbullet.errors import OutputError
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.record.phases import phases_of
from sipbullet.record.recorded_run import open_run
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.writer import RunFolder
from sipbullet.simulation.drawn_swing import draw
from sipbullet.simulation.prepare import prepare


def record(folder, **settings):
    walk = prepare(WalkConfig.model_validate(settings)).run()
    run, figures, phases = RunFolder(folder, walk), SummaryBuilder(walk), []
    for step in walk:
        drawn = draw(step, walk)
        figures.add(step, drawn)
        run.add(step, drawn)
        phases += phases_of(step, walk, drawn)
    run.finish(figures.summary(1.0))
    return walk, phases


def test_a_run_read_back_shows_what_the_walk_showed(tmp_path):
    walk, live = record(
        tmp_path / "run",
        world="stairs",
        steps=9,
        stop="paper",
        controller="footstep",
        from_standing=True,
    )
    read = open_run(tmp_path / "run").phases()
    assert len(read) == len(live) == 1 + 9 + 2
    for one, two in zip(live, read, strict=True):
        assert (one.index, one.both, one.step.support) == (two.index, two.both, two.step.support)
        assert two.times == pytest.approx(one.times)
        assert two.foot == pytest.approx(one.foot)
        assert two.cog == pytest.approx(one.cog)
        for time in np.linspace(one.start, one.end, 5):
            (step, q), (same, r) = one.posture(walk.robot, time), two.posture(walk.robot, time)
            foot = Linkage.of(walk.robot, step).swing_foot_position(q)
            assert Linkage.of(walk.robot, same).swing_foot_position(r) == pytest.approx(
                foot, abs=1e-12
            )
            assert foot == pytest.approx(one.at(one.foot, time), abs=1e-9)
        assert (one.impulse is None) == (two.impulse is None)


def test_shots_follow_one_another_without_a_gap(tmp_path):
    _, phases = record(
        tmp_path / "run", world="spiral", controller="footstep", simulation={"integrator": "rk4"}
    )
    for before, after in itertools.pairwise(phases):
        assert after.start == pytest.approx(before.end, abs=1e-12)
        assert after.foot[0] == pytest.approx(before.step.pivot, abs=1e-12), (
            "it lifts off where it stood"
        )
        assert after.step.pivot == pytest.approx(before.foot[-1], abs=1e-12), (
            "it stands where it landed"
        )


def test_smooth_and_instant_swings_are_the_same_walk(tmp_path):
    for swing in ("smooth", "instant"):
        record(tmp_path / swing, world="stairs", steps=14, swing=swing)
    smooth, instant = (
        list(csv.DictReader((tmp_path / name / "steps.csv").read_text().splitlines()))
        for name in ("smooth", "instant")
    )
    kept = [name for name in smooth[0] if name.startswith(("td_", "plus_"))]
    assert len(kept) == 14
    assert [[row[name] for name in kept] for row in smooth] == [
        [row[name] for name in kept] for row in instant
    ]
    assert min(float(row["edge_clearance"]) for row in smooth if row["edge_clearance"]) >= 0.01
    drawn = list(csv.DictReader((tmp_path / "instant" / "trajectory.csv").read_text().splitlines()))
    assert [row["drawn_foot_z"] for row in drawn] == [row["swing_foot_z"] for row in drawn], (
        "the paper's leg jumps"
    )


@pytest.mark.parametrize("world", ["stairs", "spiral", "tower", "tour"])
@pytest.mark.parametrize("start", ["right", "left"])
def test_the_drawn_foot_clears_every_edge_by_a_centimetre(world, start):
    walk = prepare(
        WalkConfig.model_validate({"world": world, "controller": "footstep", "start": start})
    ).run()
    for step in walk:
        drawn = draw(step, walk)
        assert drawn.edge_clearance >= 0.01
        times = step.record.quantities.times[
            :-1
        ]  # the last sample may come right after the one before
        speed = np.linalg.norm(np.diff(drawn.swing[:-1], axis=0), axis=1) / np.diff(times)
        assert speed.max() < 6.0, "it moves smoothly"


def test_foreign_and_cut_off_folders_are_refused(tmp_path):
    record(tmp_path / "run", world="flat", steps=3)
    with pytest.raises(OutputError, match="no folder"):
        open_run(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(OutputError, match="cannot be read"):
        open_run(tmp_path / "empty")
    steps = tmp_path / "run" / "steps.csv"
    text = steps.read_text()
    for wrong in (
        text[: len(text) // 2],
        "a,b\n1,2\n",
        "",
        text.replace("alpha1", "a"),
        "\x00\x01",
    ):
        steps.write_text(wrong)
        with pytest.raises(OutputError, match="not a run's files"):
            open_run(tmp_path / "run")
    steps.write_text(text)
    (tmp_path / "run" / "robot.urdf").write_text("<robot/>")
    with pytest.raises(OutputError, match="robot.urdf"):
        open_run(tmp_path / "run")

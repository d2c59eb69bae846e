import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import plan_of
from strategies import floats

from sipbullet.config.models import WalkConfig
from sipbullet.errors import SipbulletError
from sipbullet.mechanics.state import SIDE_SIGN, other_side
from sipbullet.simulation.prepare import prepare
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.description import WorldDescription
from sipbullet.worlds.terrain import World

landings = st.builds(lambda length: {"kind": "landing", "length": length}, floats(0.5, 4.0))
flights = st.builds(
    lambda steps, rise, run: {"kind": "stairs", "steps": steps, "rise": rise, "run": run},
    st.integers(1, 8),
    floats(-0.2, 0.2),
    floats(0.22, 0.4),
)


@given(
    st.lists(st.one_of(landings, flights), min_size=1, max_size=5),
    floats(0.2, 0.6),
    st.sampled_from(["right", "left"]),
)
def test_any_plan_alternates_advances_and_lies_on_its_treads(sections, length, start):
    world = World(WorldDescription.model_validate({"name": "any", "section": sections}))
    plan = plan_of(world, length, 0.2, start)
    assert plan[0].foot == start
    for before, after in itertools.pairwise(plan):
        assert after.foot == other_side(before.foot)
        assert 0 < after.s - before.s <= max(length, 0.4) + 0.41
        assert after.tread - before.tread in (0, 1)
    heights = world.heights(np.array([[f.x, f.y] for f in plan]))
    assert heights == pytest.approx([f.z for f in plan], abs=1e-12)
    for foothold in plan:
        assert foothold.y == pytest.approx(-SIDE_SIGN[foothold.foot] * 0.1)


def test_one_foot_in_the_middle_of_every_tread():
    world = load_world("stairs")
    plan = plan_of(world, 0.4, 0.2)
    for index, tread in enumerate(world.treads):
        if tread.section in (1, 3):
            (foothold,) = [f for f in plan if f.tread == index]
            assert foothold.s == pytest.approx(tread.middle)


def test_on_the_flat_steps_have_the_length_asked_for():
    plan = plan_of(load_world("flat"), 0.37, 0.2)
    assert np.diff([f.s for f in plan]) == pytest.approx(0.37)


def test_steps_onto_and_off_a_flight_are_as_long_as_its_run():
    plan = plan_of(load_world("stairs"), 0.4, 0.2)
    rises = np.diff([f.z for f in plan])
    lengths = np.diff([f.s for f in plan])
    assert lengths[np.abs(rises) > 0.1] == pytest.approx(0.3)
    assert lengths.max() <= 0.4 + 1e-12


@pytest.mark.parametrize("length", [0.0, -0.3, 1e-9])
def test_steps_that_do_not_go_forward_end_no_plan_and_are_refused(length):
    with pytest.raises(SipbulletError, match="at least 0.01 m"):
        prepare(
            WalkConfig.model_validate(
                {"world": "flat", "schedule": [{"step": 3, "length": length}]}
            )
        )
    with pytest.raises(SipbulletError, match="at least 0.01 m"):
        prepare(
            WalkConfig.model_validate(
                {"world": "stairs", "schedule": [{"step": 2, "length": length}]}
            )
        )


def test_a_path_of_endless_steps_is_refused(tmp_path):
    path = tmp_path / "endless.toml"
    path.write_text('name = "endless"\n[[section]]\nkind = "landing"\nlength = 90000.0\n')
    with pytest.raises(SipbulletError, match="200000 steps"):
        prepare(WalkConfig.model_validate({"world": str(path), "gait": {"length": 0.02}}))

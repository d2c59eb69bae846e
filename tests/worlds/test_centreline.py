import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import floats

from sipbullet.worlds.centreline import Centreline, Pose

pieces = st.lists(
    st.tuples(floats(0.2, 4.0), st.sampled_from([0.0, 0.5, -0.5, 1.0, -0.2])),
    min_size=1,
    max_size=6,
)


@given(pieces, floats(0.0, 1.0), floats(-0.5, 0.5))
def test_projection_gives_back_where_a_point_was_put(parts, where, left):
    line = Centreline(parts)
    s = where * line.length
    x, y = line.pose(s).left(left)
    found_s, found_left = line.project(x, y, near=s)
    assert found_s == pytest.approx(s, abs=1e-6)
    assert found_left == pytest.approx(left, abs=1e-9)


@given(pieces, floats(0.0, 1.0))
def test_the_line_is_continuous_and_runs_at_unit_speed(parts, where):
    line = Centreline(parts)
    s, h = where * line.length, 1e-6
    before, here, after = (line.pose(s + d) for d in (-h, 0.0, h))
    assert math.hypot(after.x - before.x, after.y - before.y) == pytest.approx(2 * h, rel=1e-4)
    assert math.atan2(after.y - before.y, after.x - before.x) == pytest.approx(
        math.remainder(here.heading, 2 * math.pi), abs=1e-4
    )


def test_an_arc_turns_left_for_a_positive_curvature():
    quarter = Pose(0.0, 0.0, 0.0).advanced(math.pi, 0.5)
    assert (quarter.x, quarter.y, quarter.heading) == pytest.approx((2.0, 2.0, math.pi / 2))


def test_before_the_start_and_after_the_end_it_goes_straight_on():
    line = Centreline([(1.0, 0.0)])
    assert line.project(-0.3, 0.1, near=0.0) == pytest.approx((-0.3, 0.1))
    assert line.project(1.4, -0.1, near=1.0) == pytest.approx((1.4, -0.1))
    assert line.pose(-0.5).x == pytest.approx(-0.5)


def test_of_two_flights_over_each_other_the_near_one_is_meant():
    ring = Centreline([(2 * math.pi, 1.0), (2 * math.pi, 1.0)])
    x, y = ring.pose(1.0).left(0.05)
    assert ring.project(x, y, near=1.2)[0] == pytest.approx(1.0)
    assert ring.project(x, y, near=1.2 + 2 * math.pi)[0] == pytest.approx(1.0 + 2 * math.pi)

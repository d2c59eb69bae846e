"""Nothing that a user can write makes a traceback, a hang, or a dead process."""

import json
import math
import string

import pytest
import tomli_w
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from strategies import floats

from sipbullet.config.models import WalkConfig
from sipbullet.config.resources import default_robot, folder
from sipbullet.config.settings import load_settings, parse_pushes
from sipbullet.config.toml_files import validate
from sipbullet.errors import ConfigError, SipbulletError
from sipbullet.footsteps.user_plan import read_plan
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.writer import step_row
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.simulation.drawn_swing import draw
from sipbullet.simulation.prepare import prepare
from sipbullet.study.sweep_file import load_sweep
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.exports import world_sdf, world_urdf

pytestmark = pytest.mark.slow


def examples(count):
    """A decorator: so many examples, and time for each."""
    return settings(
        max_examples=count,
        deadline=60_000,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


MOST = 10.0  # s of simulated time a step, far beyond twice the longest duration

sections = st.one_of(
    st.fixed_dictionaries({"kind": st.just("landing"), "length": floats(0.1, 6.0)}),
    st.fixed_dictionaries(
        {
            "kind": st.just("stairs"),
            "steps": st.integers(1, 8),
            "rise": floats(-0.32, 0.32),
            "run": floats(0.06, 0.8),
        }
    ),
    st.fixed_dictionaries(
        {
            "kind": st.just("spiral"),
            "steps": st.integers(1, 12),
            "rise": floats(-0.25, 0.25),
            "run": floats(0.1, 0.6),
            "radius": floats(0.8, 8.0),
            "turn": st.sampled_from(["left", "right"]),
        }
    ),
)
worlds = st.fixed_dictionaries(
    {
        "name": st.just("fuzz"),
        "width": floats(0.3, 4.0),
        "section": st.lists(sections, min_size=1, max_size=5),
    }
)
gains = st.dictionaries(
    st.sampled_from(
        [
            "roll",
            "sway",
            "sway_integral",
            "heading",
            "offset",
            "yaw_integral",
            "foothold",
            "duration_integral",
        ]
    ),
    floats(-20.0, 20.0),
    max_size=3,
)
pushes = st.lists(
    st.fixed_dictionaries(
        {
            "time": floats(0.0, 4.0),
            "x": floats(-300, 300),
            "y": floats(-300, 300),
            "z": floats(-200, 200),
        }
    ),
    max_size=3,
)
entries = st.lists(
    st.fixed_dictionaries(
        {"step": st.integers(1, 8)},
        optional={
            "duration": floats(0.1, 3.0),
            "length": floats(-1.0, 3.0),
            "spacing": floats(0.0, 2.0),
            "offset": floats(-3.0, 3.0),
            "heading": floats(-3.2, 3.2),
            "roll": floats(-0.3, 0.3),
        },
    ),
    max_size=3,
)


@st.composite
def walks(draw):
    """A walk of up to six steps, anything goes that a configuration may say."""
    integrator = draw(st.sampled_from(["kane", "kane", "kane", "rk4", "bullet"]))
    gait = {
        "duration": draw(floats(0.15, 1.5)),
        "length": draw(floats(0.02, 1.2)),
        "knee_duration": draw(floats(0.0, 1.0)),
    }
    usual = draw(st.booleans())
    return {
        "controller": draw(st.sampled_from(["pid", "str", "footstep"])),
        "start": draw(st.sampled_from(["right", "left"])),
        "steps": draw(st.integers(1, 6)),
        "from_standing": draw(st.booleans()),
        "stop": draw(st.sampled_from(["none", "none", "paper", "refined"])),
        "seed": draw(st.integers(0, 99)),
        "gait": {}
        if usual
        else gait | ({"spacing": draw(floats(0.0, 1.0))} if draw(st.booleans()) else {}),
        "schedule": draw(entries) if draw(st.booleans()) else [],
        "pid": draw(gains),
        "footstep": {"retarget": draw(st.booleans())},
        "simulation": {
            "integrator": integrator,
            "dt": draw(floats(2e-3, 0.05)),
            "gravity": draw(floats(0.5, 30.0)),
        },
        "disturbance": {
            "push": draw(pushes),
            "ground_error": draw(st.sampled_from([0.0, 0.01, 0.1])),
        },
    }


@st.composite
def bodies(draw):
    """Parameters of a robot within physical bounds, though not always wise."""
    a, b, c = (draw(floats(1e-3, 3.0)) for _ in range(3))
    mass, frequency = draw(floats(1.0, 300.0)), draw(floats(2.0, 60.0))
    return {
        "mass": mass,
        "leg_length": draw(floats(0.2, 2.0)),
        "pelvis_width": draw(floats(0.0, 0.6)),
        "cog_height": draw(floats(-0.3, 0.6)),
        "inertia": (a + b, b + c, a + c),
        "knee_stiffness": mass * frequency**2,
        "knee_damping": 2 * draw(floats(0.0, 3.0)) * mass * frequency,
    }


def finite(value):
    """Whether every number in a nest of lists and dictionaries is one.

    Infinite friction has its meaning.
    """
    if isinstance(value, dict):
        return all(finite(part) for part in value.values())
    if isinstance(value, (list, tuple)):
        return all(finite(part) for part in value)
    return not isinstance(value, float) or not math.isnan(value)


@seed(1)
@examples(400)
@given(settings_=walks(), world=worlds, body=st.none() | bodies())
def test_any_walk_ends_and_says_how(tmp_path_factory, settings_, world, body):
    path = tmp_path_factory.mktemp("fuzz") / "world.toml"
    path.write_text(tomli_w.dumps(world))
    try:
        config = validate(WalkConfig, {**settings_, "world": str(path)}, "fuzz", ConfigError)
        robot = None if body is None else Robot(**body)
        walk = prepare(config, robot).run()
    except SipbulletError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 500
        return
    figures = SummaryBuilder(walk)
    try:
        for step in walk:
            drawn = draw(step, walk)
            figures.add(step, drawn)
            row = step_row(step, walk, drawn)
            assert finite(row), row
            assert step.record.swing.duration < MOST
    except SipbulletError as error:
        assert "\n" not in str(error)
        return
    assert walk.outcome.status in ("finished", "fell", "stopped")
    assert walk.outcome.reason
    json.dumps(figures.summary(1.0), allow_nan=False)


def toml_text(shipped):
    """TOML that is valid, nearly valid, or none.

    A shipped file with some of its characters changed, or any text.
    """
    texts = (
        [path.read_text() for path in sorted(folder("worlds").glob("*.toml"))] if shipped else []
    )

    @st.composite
    def changed(draw):
        text = list(draw(st.sampled_from(texts)))
        for _ in range(draw(st.integers(1, 6))):
            place = draw(st.integers(0, len(text) - 1))
            text[place] = draw(
                st.sampled_from(
                    [
                        "",
                        "\n",
                        "-",
                        "9",
                        "e",
                        '"',
                        "[",
                        "]",
                        "=",
                        "nan",
                        "inf",
                        "{",
                        "\x00",
                        "é",
                        "1e400",
                    ]
                )
            )
        return "".join(text)

    return st.one_of(changed(), st.text(max_size=200)) if shipped else st.text(max_size=300)


@seed(2)
@examples(600)
@given(toml_text(shipped=True))
def test_any_text_is_a_world_or_one_line(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("fuzz") / "world.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        world = load_world(str(path))
    except SipbulletError as error:
        assert "\n" not in str(error)
        return
    if len(world.treads) < 2000:
        assert "nan" not in world_urdf(world)
        assert "nan" not in world_sdf(world)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
names = st.sampled_from(
    [
        "world",
        "steps",
        "gait",
        "gait.length",
        "pid.roll",
        "simulation.dt",
        "disturbance.push",
        "schedule",
        "footsteps",
        "robot",
    ]
)


@seed(3)
@examples(400)
@given(
    st.dictionaries(names, values, max_size=4),
    st.lists(st.text(string.printable, max_size=30), max_size=2),
)
def test_any_settings_are_a_walk_or_one_line(options, assignments):
    try:
        load_settings(None, options, assignments)
        parse_pushes(assignments)
    except SipbulletError as error:
        assert "\n" not in str(error)


places = st.one_of(floats(-3, 3), st.sampled_from([math.nan, math.inf, 1e300, "x", None, True]))
footholds = st.fixed_dictionaries(
    {
        "x": places,
        "y": places,
        "z": places,
        "yaw": places,
        "foot": st.sampled_from(["right", "left", "both", 3, None]),
    }
)


@seed(4)
@examples(400)
@given(
    st.one_of(
        st.lists(footholds, max_size=5).map(json.dumps),
        values.map(lambda v: json.dumps(v)),
        st.text(max_size=80),
    )
)
def test_any_footstep_plan_is_one_or_one_line(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("fuzz") / "plan.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        read_plan(path, load_world("flat"), 0.9, 0.2, "right")
    except SipbulletError as error:
        assert "\n" not in str(error)


@st.composite
def urdfs(draw):
    """The shipped robot with some of its text changed."""
    text = default_robot().read_text()
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text) - 1))
        end = min(len(text), begin + draw(st.integers(0, 40)))
        text = (
            text[:begin]
            + draw(st.sampled_from(["", "0", "-1", "nan", "1e308", "<", "/>", '"', "a", "\x00"]))
            + text[end:]
        )
    return text


@seed(5)
@examples(250)
@given(urdfs())
def test_any_urdf_is_a_robot_or_one_line(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("fuzz") / "robot.urdf"
    path.write_text(text)
    try:
        load_robot(path)
    except SipbulletError as error:
        assert "\n" not in str(error)
        return
    walk = prepare(WalkConfig(world="flat", robot=str(path), steps=2)).run()
    try:
        list(walk)
    except SipbulletError as error:
        assert "\n" not in str(error)


@seed(6)
@examples(150)
@given(
    st.dictionaries(st.sampled_from(["name", "seed", "draws", "walk", "axis"]), values, max_size=4)
)
def test_any_sweep_is_one_or_one_line(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("fuzz") / "sweep.toml"
    try:
        path.write_text(
            tomli_w.dumps(_without_none(data)), encoding="utf-8", errors="surrogatepass"
        )
    except (TypeError, ValueError):
        return
    try:
        load_sweep(path)
    except SipbulletError as error:
        assert "\n" not in str(error)


def _without_none(value):
    if isinstance(value, dict):
        return {key: _without_none(part) for key, part in value.items() if part is not None}
    return (
        [_without_none(part) for part in value if part is not None]
        if isinstance(value, list)
        else value
    )

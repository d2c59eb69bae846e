import pytest

from sipbullet.config.settings import load_settings
from sipbullet.errors import ConfigError


def test_options_win_over_assignments_and_those_over_the_file(tmp_path):
    path = tmp_path / "walk.toml"
    path.write_text("world = 'flat'\nsteps = 3\n[gait]\nduration = 0.5\nlength = 0.3\n")
    config = load_settings(
        path, {"gait.length": 0.35, "steps": None}, ["gait.length=0.2", "pid.roll=3", "start=left"]
    )
    assert (config.world, config.steps, config.start) == ("flat", 3, "left")
    assert (config.gait.duration, config.gait.length, config.pid.roll) == (0.5, 0.35, 3.0)


def test_files_named_in_a_file_are_looked_for_beside_it(tmp_path):
    (tmp_path / "hall.toml").write_text("name = 'hall'")
    path = tmp_path / "walk.toml"
    path.write_text("world = 'hall.toml'\nrobot = 'robot.urdf'\n")
    config = load_settings(path, {}, [])
    assert config.world == str(tmp_path / "hall.toml")
    assert config.robot == "robot.urdf", "not there: left as it is"


def test_the_time_step_depends_on_the_integrator():
    assert load_settings(None, {}, []).simulation.time_step == 1e-3
    assert load_settings(None, {"simulation.integrator": "rk4"}, []).simulation.time_step == 1e-2


@pytest.mark.parametrize(
    ("assignment", "words"),
    [
        ("gait.duration=nan", "finite"),
        ("gait.duration=0", "greater than"),
        ("gait.length=-4", "greater than or equal to -3"),
        (
            "gait.speed=1",
            "unknown key 'gait.speed'; allowed: duration, length, spacing, knee_duration",
        ),
        ("steps=2.5", "steps = 2.5"),
        ("pid", "KEY=VALUE"),
        ("=3", "KEY=VALUE"),
        ("simulation.dt=1", "less than or equal to 0.05"),
        ("simulation.integrator=euler", "'bullet', 'rk4' or 'kane'"),
        ("monitor.friction=inf", "finite"),
    ],
)
def test_faults_are_named_in_one_line(assignment, words):
    with pytest.raises(ConfigError) as error:
        load_settings(None, {}, [assignment])
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_value_where_a_table_should_be(tmp_path):
    path = tmp_path / "walk.toml"
    path.write_text("gait = 3\n")
    with pytest.raises(ConfigError, match="is a value"):
        load_settings(path, {"gait.length": 0.3}, [])

import dataclasses
import math
import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from strategies import robots

from sipbullet.config.resources import default_robot
from sipbullet.errors import RobotError
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.robot.urdf_writer import robot_urdf


def edited(tmp_path, old, new, count=1):
    text = robot_urdf(Robot())
    assert old in text, "the edit must hit something"
    path = tmp_path / "edited.urdf"
    path.write_text(text.replace(old, new, count))
    return path


def test_the_shipped_robot_is_what_the_writer_writes():
    assert default_robot().read_text() == robot_urdf(Robot())
    assert load_robot(default_robot()) == Robot()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(robots())
def test_what_is_written_is_read_back(tmp_path, robot):
    path = tmp_path / "robot.urdf"
    path.write_text(robot_urdf(robot))
    assert load_robot(path) == robot


@pytest.mark.skipif(
    shutil.which("check_urdf") is None, reason="check_urdf (liburdfdom-tools) is not installed"
)
def test_check_urdf_accepts_the_robot():
    done = subprocess.run(["check_urdf", str(default_robot())], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "Successfully Parsed XML" in done.stdout


PELVIS = '<inertia ixx="1.5" ixy="0" ixz="0" iyy="1.0" iyz="0" izz="1.5" />'


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (PELVIS, PELVIS.replace("1.0", "4.0"), "triangle inequality"),
        (PELVIS, PELVIS.replace('ixy="0"', 'ixy="0.1"'), "products of inertia"),
        (PELVIS, PELVIS.replace("1.0", "nan"), "Inertia must be"),
        ('<mass value="60.0" />', '<mass value="-60" />', "mass is -60 kg"),
        ('<mass value="60.0" />', '<mass value="heavy" />', "urchin cannot read"),
        ('<joint name="stance_knee"', '<joint name="knee"', "no joint 'stance_knee'"),
        (
            '<joint name="stance_roll" type="continuous"',
            '<joint name="stance_roll" type="fixed"',
            "must be continuous",
        ),
        ('<axis xyz="0 0 -1" />', '<axis xyz="0 0 1" />', "'swing_knee' has the axis"),
        (
            '<origin xyz="0.0 0.0 -0.9" rpy="0 0 0" />',
            '<origin xyz="0.0 0.0 -0.8" rpy="0 0 0" />',
            "'swing_knee' sits at",
        ),
        ('<link name="pelvis">', '<link name="hips">', "no link 'pelvis'"),
        ("<sipbullet>", "<other>", "not an XML file"),
        ('stiffness="19440.0"', 'stiffness="soft"', "stiffness is 'soft'"),
        ("<robot ", "<robots ", "not an XML file"),
        ('<mass value="1e-12" />', '<mass value="2.0" />', "must be massless"),
    ],
)
def test_a_robot_that_is_none_is_named_in_one_line(tmp_path, old, new, words):
    path = edited(tmp_path, old, new)
    with pytest.raises(RobotError) as error:
        load_robot(path)
    assert words in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_link_without_inertia_is_refused(tmp_path):
    text = robot_urdf(Robot())
    start = text.index("<inertial>", text.index('<link name="swing_thigh">'))
    end = text.index("</inertial>", start) + len("</inertial>")
    path = tmp_path / "bare.urdf"
    path.write_text(text[:start] + text[end:])
    with pytest.raises(RobotError, match="link 'swing_thigh' has no <inertial>"):
        load_robot(path)


def test_a_knee_is_needed(tmp_path):
    text = robot_urdf(Robot())
    start, end = text.index("  <sipbullet>"), text.index("</robot>")
    path = tmp_path / "kneeless.urdf"
    path.write_text(text[:start] + text[end:])
    with pytest.raises(RobotError, match="<knee"):
        load_robot(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RobotError, match="no such file"):
        load_robot(tmp_path / "nobody.urdf")


@pytest.mark.parametrize("name", [f.name for f in dataclasses.fields(Robot) if f.name != "inertia"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -1e9])
def test_every_parameter_has_a_domain(name, value):
    with pytest.raises(RobotError):
        dataclasses.replace(Robot(), **{name: value})


def test_symmetry_about_the_hip_axis():
    assert Robot().sagittal_symmetric
    assert not Robot(cog_height=0.1).sagittal_symmetric
    assert not Robot(inertia=(1.5, 1.0, 1.4)).sagittal_symmetric

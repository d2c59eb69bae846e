import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from sipbullet.config.models import WalkConfig
from sipbullet.config.resources import default_robot
from sipbullet.exports.frames import joints, poses
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.record.recorded_run import open_run
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.writer import RunFolder
from sipbullet.robot.chain import JOINTS
from sipbullet.robot.parameters import Robot
from sipbullet.robot.sdf_writer import robot_sdf
from sipbullet.simulation.prepare import prepare


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export") / "run"
    walk = prepare(WalkConfig(world="stairs", steps=8)).run()
    recording, figures = RunFolder(folder, walk), SummaryBuilder(walk)
    for step in walk:
        figures.add(step)
        recording.add(step)
    recording.finish(figures.summary(1.0))
    return open_run(folder)


def export(run, out):
    command = [sys.executable, "-m", "sipbullet", "export", str(run.folder), "-o", str(out)]
    return subprocess.run(command, capture_output=True, text=True)


def test_mcap_opens_and_has_the_schemas_that_foxglove_knows(run, tmp_path):
    from mcap.reader import make_reader

    assert export(run, tmp_path / "walk.mcap").returncode == 0
    with (tmp_path / "walk.mcap").open("rb") as file:
        reader = make_reader(file)
        summary = reader.get_summary()
        schemas = {
            channel.topic: summary.schemas[channel.schema_id].name
            for channel in summary.channels.values()
        }
        assert schemas["/tf"] == "foxglove.FrameTransforms"
        assert schemas["/joint_states"] == "foxglove.JointStates"
        assert schemas["/world"] == "foxglove.SceneUpdate"
        walk = [
            (message.log_time, json.loads(message.data))
            for _, _, message in reader.iter_messages(topics=["/walk"])
        ]
    t = run.data.trajectory["t"]
    assert len(walk) == len(t)
    assert walk[-1][0] == pytest.approx(1e9 * t[-1], abs=2), "time stamps are simulated time"
    assert walk[-1][1]["cog_z"] == pytest.approx(run.data.trajectory["cog_z"][-1])


def test_rerun_loads_its_recording(run, tmp_path):
    assert export(run, tmp_path / "walk.rrd").returncode == 0
    done = subprocess.run(
        [sys.executable, "-m", "rerun", "rrd", "print", "-vv", str(tmp_path / "walk.rrd")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for name in (
        "/world/base_link",
        "/world/l_sole",
        "/world/r_sole",
        "/world/stairs",
        "/walk/omega",
    ):
        assert name in done.stdout
    assert "simulated_time" in done.stdout


def test_frames_are_where_the_robot_is(run):
    for phase in run.phases():
        for sample in (0, len(phase.times) // 2, len(phase.times) - 1):
            found = poses(run.robot, phase, sample)
            assert set(found) == {"base_link", "l_sole", "r_sole"}
            linkage = Linkage.of(run.robot, phase.step)
            middle = linkage.point(phase.positions[sample], linkage.pelvis)
            assert found["base_link"].position == pytest.approx(middle)
            support = "r_sole" if phase.step.support == "right" else "l_sole"
            assert found[support].position == pytest.approx(phase.step.pivot)
            again = found["l_sole"].seen_from(found["base_link"])
            assert np.linalg.norm(again.position) == pytest.approx(
                np.linalg.norm(found["l_sole"].position - middle)
            )
            assert len(joints(run.robot, phase, sample)) == len(JOINTS)


def test_other_simulators_load_the_robot(tmp_path):
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(default_robot()))
    assert model.nq == 9
    assert model.body_mass.sum() == pytest.approx(60.0)
    if shutil.which("check_urdf"):
        subprocess.run(["check_urdf", str(default_robot())], check=True, capture_output=True)


def test_the_sdf_is_the_same_chain(tmp_path):
    from sipbullet.engine.client import Client, quiet

    robot = Robot(mass=70.0, leg_length=1.0, pelvis_width=0.25)
    path = tmp_path / "robot.sdf"
    path.write_text(robot_sdf(robot))
    assert ET.parse(path).getroot().get("version") == "1.6"
    client = Client()
    with quiet():
        (body,) = client.loadSDF(str(path))
    infos = [client.getJointInfo(body, joint) for joint in range(client.getNumJoints(body))]
    assert [info[1].decode() for info in infos] == [joint.name for joint in JOINTS]
    assert [info[13] for info in infos] == [
        tuple(float(part) for part in joint.axis.split()) for joint in JOINTS
    ]
    masses = [client.getDynamicsInfo(body, joint)[0] for joint in range(len(infos))]
    assert sum(masses) == pytest.approx(70.0)
    places = [
        client.getLinkState(body, joint, computeForwardKinematics=1)[4] for joint in (3, 6, 8)
    ]
    assert places == [
        pytest.approx(place, abs=1e-6) for place in ((0, 0, 1.0), (0, 0.25, 1.0), (0, 0.25, 0.0))
    ]
    client.close()


def test_bad_exports_are_refused(run, tmp_path):
    for out, words in (
        (tmp_path / "walk.bag", "must end in .mcap or .rrd"),
        (tmp_path, "must end in"),
    ):
        done = export(run, out)
        assert done.returncode == 2
        assert words in done.stderr
        assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []

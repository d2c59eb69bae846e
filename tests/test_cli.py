"""The command line as a user meets it: in a process of its own."""

import json
import os
import shutil
import subprocess
import sys

import pytest


def sipbullet(*arguments, **environment):
    command = [sys.executable, "-m", "sipbullet", *map(str, arguments)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "100", **environment},
        timeout=240,
    )


def test_a_walk_prints_a_table_and_writes_its_files(tmp_path):
    done = sipbullet("walk", "flat", "--steps", 5, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert "flat: finished" in done.stdout
    assert "real time" in done.stdout
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["steps"] == 5
    assert "pybullet build time" not in done.stdout + done.stderr


def test_a_fall_has_exit_status_1():
    done = sipbullet("walk", "flat", "--set", "pid.roll=-3")
    assert done.returncode == 1
    assert "fell" in done.stdout


def test_a_variant_robot_is_written_and_walked(tmp_path):
    path = tmp_path / "my robot.urdf"
    made = sipbullet("model", "--mass", 75, "--leg", 0.95, "-o", path)
    assert made.returncode == 0, made.stderr
    done = sipbullet("walk", "flat", "--steps", 20, "--robot", path, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stdout
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["robot"]["mass"] == 75.0


def test_a_world_is_built_for_other_tools(tmp_path):
    done = sipbullet("world", "build", "stairs", "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["stairs.sdf", "stairs.urdf"]
    again = sipbullet("world", "build", "stairs", "-o", tmp_path)
    assert again.returncode == 2
    assert "exists" in again.stderr
    if shutil.which("check_urdf"):
        subprocess.run(
            ["check_urdf", str(tmp_path / "stairs.urdf")], check=True, capture_output=True
        )


def test_a_plan_is_written_and_walked_through_a_push(tmp_path):
    path = tmp_path / "turn.json"
    made = sipbullet("plan", "3x0.3", "6x0.1,0,15", "2x0.2", "-o", path)
    assert made.returncode == 0
    assert "12 footholds" in made.stdout
    walk = (
        "walk",
        "flat",
        "--controller",
        "footstep",
        "--footsteps",
        path,
        "--push",
        "1.0,5,-5",
        "--retarget",
    )
    done = sipbullet(*walk, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "True" in (tmp_path / "run" / "steps.csv").read_text()


def test_it_starts_from_standing_and_stops_in_balance():
    walk = (
        "walk",
        "flat",
        "--steps",
        8,
        "--controller",
        "str",
        "--from-standing",
        "--stop",
        "refined",
    )
    done = sipbullet(*walk)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "came to rest with step 8" in done.stdout
    assert "on both feet" in done.stdout


def test_a_stop_that_cannot_be_is_said():
    walk = (
        "walk",
        "flat",
        "--controller",
        "footstep",
        "--steps",
        6,
        "--length",
        0.6,
        "--set",
        "footstep.max_alpha=0.3",
    )
    done = sipbullet(*walk, "--stop", "paper")
    assert done.returncode == 1
    assert "no foothold within reach brings the walker to rest" in " ".join(done.stdout.split())


def test_the_table_of_the_objectives_is_printed_and_drawn(tmp_path):
    done = sipbullet("objectives", "-o", tmp_path / "table.png")
    assert done.returncode == 0, done.stderr
    assert "steady state" in done.stdout
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")


def test_worlds_are_listed_and_shown():
    listed, shown = sipbullet("world", "list"), sipbullet("world", "show", "stairs")
    assert "flat" in listed.stdout
    assert "stairs" in listed.stdout
    assert shown.returncode == 0
    assert "1.500" in shown.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--help"],
        ["walk", "--help"],
        ["world", "--help"],
        ["model", "--help"],
        ["replay", "--help"],
        ["export", "--help"],
    ],
)
def test_help_is_there(arguments):
    done = sipbullet(*arguments)
    assert done.returncode == 0
    assert "Usage: sipbullet" in done.stdout.replace("python -m ", "")


def test_the_version_is_shown():
    assert sipbullet("--version").stdout.startswith("sipbullet 0.")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    landing = '[[section]]\nkind = "landing"\nlength = 1.0\n'
    stairs = '[[section]]\nkind = "stairs"\nsteps = 2\n'
    (folder / "key.toml").write_text(f'name = "x"\nhight = 1\n{landing}')
    (folder / "run.toml").write_text(f'name = "x"\n{landing}{stairs}rise = 0.1\nrun = -0.3\n')
    (folder / "rise.toml").write_text(f'name = "x"\n{landing}{stairs}rise = 0.31\nrun = 0.3\n')
    (folder / "full").mkdir()
    (folder / "full" / "a.txt").write_text("mine")
    (folder / "empty.urdf").write_text("<robot name='r'><link name='a'/></robot>")
    return folder


BAD = [
    ("walk nowhere", "no world or file 'nowhere'"),
    ("walk {f}/key.toml", "unknown key 'hight'"),
    ("walk {f}/run.toml", "run = -0.3"),
    ("walk {f}/rise.toml", "at most a third"),
    ("walk --robot {f}/none.urdf", "no such file"),
    ("walk --robot {f}/empty.urdf", "no link 'stance_foot'"),
    ("walk flat --dt nan", "simulation.dt = nan"),
    ("walk flat --dt 0", "simulation.dt = 0"),
    ("walk flat --dt -0.001", "simulation.dt = -0.001"),
    ("walk flat --dt soon", "--dt"),
    ("walk flat --duration nan", "gait.duration = nan"),
    ("walk flat --duration 0", "gait.duration = 0"),
    ("walk flat --length -0.4", "pid walks forward only"),
    ("walk flat --length -4", "gait.length = -4"),
    ("walk flat --length nan", "gait.length = nan"),
    ("walk flat --length 1.9", "out of reach"),
    ("walk flat --steps 0", "steps = 0"),
    ("walk flat --controller magic", "controller = 'magic'"),
    ("walk flat --integrator euler", "'bullet', 'rk4' or 'kane'"),
    ("walk flat --out {f}/full", "not empty"),
    ("walk flat --out {f}/full/a.txt", "is a file"),
    ("walk flat --out /proc/nobody/run", "cannot be written"),
    ("walk flat --config {f}/none.toml", "cannot be read"),
    ("walk flat --push 1,2", "T,JX,JY"),
    ("walk flat --push 1,2,nan", "finite"),
    ("walk flat --push -1,2,3", "disturbance.push.1.time = -1.0"),
    ("walk flat --ground-error -1", "ground_error = -1"),
    ("walk flat --footsteps {f}/none.json", "cannot be read"),
    ("plan 3x -o {f}/p.json", "COUNTxAHEAD"),
    ("walk flat --nonsense", "--nonsense"),
    ("dance", "dance"),
    ("model -o {f}/x.urdf --mass nan", "mass is nan kg"),
    ("model -o {f}/x.urdf --inertia 1 1 5", "triangle inequality"),
    ("world build nowhere -o {f}", "no world or file"),
    ("walk flat --set gait.knee_duration=1e-9", "at least 0.001 s"),
    ("walk flat --stop soon", "stop = 'soon'"),
    ("walk flat --from-standing --length 0.02 --duration 0.8", "from standing"),
    ("walk flat --set gait.roll=1", "gait.roll = 1"),
    ("objectives -o {f}/table.txt", "must end in .png"),
    ("objectives -o {f}/run.toml/table.png", "cannot be written"),
    ("walk flat --video {f}/walk.avi", "must end in .mp4 or .gif"),
    ("walk flat --video {f}/full", "must end in"),
    ("walk flat --video /proc/nobody/walk.mp4", "cannot be written"),
    ("walk flat --swing jump", "swing = 'jump'"),
    ("replay {f}/none", "no folder"),
    ("replay {f}/full", "cannot be read"),
    ("plot {f}/full -o {f}/p.png", "cannot be read"),
    ("plot {f}/full --what all -o {f}/p.png", "nothing is called 'all'"),
    ("plot {f}/full -o {f}/p.doc", "must end in .png"),
    ("export {f}/full -o {f}/run.bag", "must end in .mcap or .rrd"),
    ("export {f}/full -o {f}/run.mcap", "cannot be read"),
    ("reproduce fig9 -o {f}/figures", "no figure 'fig9'"),
    ("reproduce fig3 -o {f}/full/a.txt", "a.txt"),
]


@pytest.mark.parametrize(("line", "words"), BAD)
def test_bad_input_gets_one_clear_line_and_exit_status_2(files, line, words):
    done = sipbullet(*line.format(f=files).split())
    assert done.returncode == 2, done.stdout
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert (files / "full" / "a.txt").read_text() == "mine"


def test_without_a_display_the_window_is_refused():
    done = sipbullet("walk", "flat", "--gui", DISPLAY="")
    assert done.returncode == 2
    assert "no display" in done.stderr
    assert done.stderr.count("\n") == 1


def test_with_a_dead_display_the_process_survives():
    done = sipbullet("walk", "flat", "--gui", DISPLAY=":987")
    assert done.returncode == 2
    assert "cannot open a window" in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_shows_three_numbers_as_they_are_written():
    assert "IXX IYY IZZ" in " ".join(sipbullet("model", "--help", COLUMNS="160").stdout.split())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("model -o {f}/a.xyz", "must end in .urdf or .sdf"),
        ("model -o {f}/no/where/a.urdf", "there is no folder"),
        ("walk flat --steps 1 --out {f}/no/where/run", "there is no folder"),
        ("world build flat -o {f}/no/where/w", "there is no folder"),
        ("plan 3x0.3 -o {f}/no/where/p.json", "there is no folder"),
        ("model -o {f}/x.urdf --inertia 1,1,1", "--inertia"),
    ],
)
def test_paths_that_are_wrong_further_up_make_no_folders(tmp_path, line, words):
    done = sipbullet(*line.format(f=tmp_path).split())
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_one_level_of_folders_is_made(tmp_path):
    assert sipbullet("model", "-o", tmp_path / "new" / "a.urdf").returncode == 0
    assert (tmp_path / "new" / "a.urdf").exists()


def test_the_readmes_first_command_works_in_an_empty_folder(tmp_path):
    command = [sys.executable, "-m", "sipbullet", "walk", "flat", "--steps", "1"]
    done = subprocess.run([*command, "--out", "runs/stairs"], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs" / "stairs" / "summary.json").exists()

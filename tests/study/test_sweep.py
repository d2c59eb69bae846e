import os
import signal
import socket
import subprocess
import sys
import time

import pyarrow.parquet as pq
import pytest

from sipbullet.errors import ConfigError, OutputError
from sipbullet.study.cases import COLUMNS, run_case
from sipbullet.study.maps import sweep_map
from sipbullet.study.sweep import SweepFolder, read_rows, run_sweep
from sipbullet.study.sweep_file import load_sweep

SWEEP = """
name = "test"
seed = 3
draws = 2

[walk]
world = "stairs"
controller = "footstep"
steps = 8
simulation = {{ integrator = "kane" }}

[[axis]]
key = "gait.duration"
range = [0.45, 0.6]
count = {count}

[[axis]]
key = "world.section.2.rise"
values = [0.1, 0.31]

[[axis]]
key = "robot.mass"
uniform = [50, 70]

[[axis]]
key = "push.impulse"
values = [0.0, 4]
"""


def write(folder, count=3, text=SWEEP):
    path = folder / "sweep.toml"
    path.write_text(text.format(count=count) if "{count}" in text else text)
    return path


def sweep_command(file, out, *more):
    return [sys.executable, "-m", "sipbullet", "sweep", str(file), "-o", str(out), *more]


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A sweep walked to its end by one process."""
    folder = tmp_path_factory.mktemp("sweep")
    file = write(folder)
    result = subprocess.run(
        sweep_command(file, folder / "one", "--workers", "1"), capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    return file, folder / "one", result.stdout


def test_every_walk_is_a_row_whatever_came_of_it(done):
    _, out, printed = done
    rows = read_rows(out)
    assert [row["case"] for row in rows] == list(range(24))
    assert {row["status"] for row in rows} == {"finished", "refused"}
    refused = [row for row in rows if row["world.section.2.rise"] == 0.31]
    assert all(
        row["status"] == "refused" and "a third of the robot's leg" in row["reason"]
        for row in refused
    )
    assert "12 finished, 12 refused" in printed
    finished = [row for row in rows if row["status"] == "finished"]
    assert all(row["steps"] == 8 and row["worst_min_fz"] > 0 for row in finished)
    assert all(50 <= row["robot.mass"] <= 70 for row in rows)
    assert len({row["robot.mass"] for row in rows}) == 24
    assert sorted(path.name for path in out.iterdir()) == ["sweep.json", "sweep.parquet"]


def test_the_table_does_not_depend_on_the_workers(done, tmp_path):
    file, out, _ = done
    subprocess.run(
        sweep_command(file, tmp_path / "two", "--workers", "2"), check=True, capture_output=True
    )
    assert pq.read_table(tmp_path / "two" / "sweep.parquet").equals(
        pq.read_table(out / "sweep.parquet")
    )


def test_a_killed_sweep_goes_on_where_it_stopped(tmp_path):
    file = write(tmp_path, count=10)
    process = subprocess.Popen(
        sweep_command(file, tmp_path / "cut", "--workers", "2"), start_new_session=True
    )
    parts = tmp_path / "cut" / "parts"
    end = time.monotonic() + 120
    while not (parts.is_dir() and list(parts.glob("*.parquet"))):
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.parquet")}
    assert 0 < len(kept) < 8
    assert not (tmp_path / "cut" / "sweep.parquet").exists()
    subprocess.run(
        sweep_command(file, tmp_path / "cut", "--workers", "2"), check=True, capture_output=True
    )
    subprocess.run(
        sweep_command(file, tmp_path / "whole", "--workers", "2"), check=True, capture_output=True
    )
    cut, whole = (pq.read_table(tmp_path / name / "sweep.parquet") for name in ("cut", "whole"))
    assert cut.equals(whole)
    assert len(cut) == 80


def test_a_finished_sweep_is_not_walked_again(done):
    file, out, _ = done
    progress = []
    sweep = load_sweep(file)
    rows = run_sweep(sweep, SweepFolder(out, sweep), 1, progress=progress.append)
    assert progress == [24]
    assert len(rows) == 24


@pytest.mark.slow
def test_a_dask_cluster_gives_the_same_table(done, tmp_path):
    file, out, _ = done
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    scheduler = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        address,
        "--no-dashboard",
        "--no-show",
    ]
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-dashboard",
    ]
    processes = [subprocess.Popen(scheduler, **quiet)]
    time.sleep(3)
    processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]
    try:
        result = subprocess.run(
            sweep_command(file, tmp_path / "dask", "--scheduler", address),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert result.returncode == 0, result.stderr
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()
    assert pq.read_table(tmp_path / "dask" / "sweep.parquet").equals(
        pq.read_table(out / "sweep.parquet")
    )


def test_a_fault_of_ours_is_a_row(monkeypatch):
    monkeypatch.setattr("sipbullet.study.cases.prepare_case", lambda *_: 1 / 0)
    row = run_case(7, {}, {"gait.length": 0.3})
    assert row["status"] == "error"
    assert "ZeroDivisionError" in row["reason"]
    assert set(COLUMNS) < set(row)


def test_a_process_that_dies_costs_its_walk_alone(tmp_path, monkeypatch):
    """A case that kills whatever walks it, among others."""
    from sipbullet.study import sweep as module

    helper = tmp_path / "deadly.py"
    helper.write_text(
        "import os\nfrom sipbullet.study.cases import run_batch as walk_them\n"
        "def run_batch(cases, walk):\n"
        "    if any(number == 1 for number, _ in cases):\n        os._exit(9)\n"
        "    return walk_them(cases, walk)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    import deadly

    monkeypatch.setattr(module, "run_batch", deadly.run_batch)
    monkeypatch.setattr(module, "BATCH", 2)
    text = SWEEP.replace("draws = 2", "draws = 1").replace("values = [0.1, 0.31]", "values = [0.1]")
    sweep = load_sweep(write(tmp_path, text=text.format(count=2)))
    rows = run_sweep(sweep, SweepFolder(tmp_path / "out", sweep), 1)
    assert [row["status"] for row in rows] == ["finished", "error", "finished", "finished"]
    assert "died" in rows[1]["reason"]


def test_maps_of_success_and_of_figures(done):
    _, out, _ = done
    figure = sweep_map(out, "gait.duration", "world.section.2.rise", "success", 5)
    image = figure.axes[0].images[0].get_array()
    assert image.shape == (2, 3)
    assert image[0].tolist() == [1, 1, 1]
    assert image[1].tolist() == [0, 0, 0]
    sweep_map(out, "robot.mass", "gait.duration", "worst_min_fz", 5)
    with pytest.raises(OutputError, match="no axis"):
        sweep_map(out, "gait.length", "gait.duration", "success", 5)
    with pytest.raises(OutputError, match="none of its figures"):
        sweep_map(out, "robot.mass", "gait.duration", "luck", 5)


AXIS = '[[axis]]\nkey = "gait.length"\n'
BAD = [
    ('[[axis]]\nkey = "gait.lenght"\nvalues = [1]', "gait.lenght' is no setting"),
    ('[[axis]]\nkey = "robot.colour"\nvalues = [1]', "a robot has mass"),
    (AXIS + "values = [0.3]\nrange = [0, 1]\ncount = 2", "exactly one of"),
    (AXIS + "range = [0, 1]", "range and count"),
    (AXIS + "values = []", "axis.1.values"),
    (AXIS + "uniform = [0, nan]", "finite"),
    (AXIS + "normal = [0, -1]", "not negative"),
    (
        AXIS
        + "range = [0, 1]\ncount = 1000000\n"
        + AXIS.replace("length", "duration")
        + "range = [0, 1]\ncount = 1000",
        "at most",
    ),
    (AXIS + "values = [0.3]\n" + AXIS + "values = [0.2]", "same key"),
    ('[walk]\nwurld = "flat"\n' + AXIS + "values = [0.3]", "unknown key 'wurld'"),
    ("", "axis is missing"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_bad_sweeps_are_refused_in_one_line(tmp_path, text, words):
    with pytest.raises(ConfigError, match=words) as error:
        load_sweep(write(tmp_path, text=text))
    assert "\n" not in str(error.value)


def test_a_folder_of_something_else_is_left_alone(done, tmp_path):
    file, _, _ = done
    (tmp_path / "mine.txt").write_text("mine")
    result = subprocess.run(sweep_command(file, tmp_path), capture_output=True, text=True)
    assert result.returncode == 2
    assert "something else" in result.stderr
    assert result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_unreachable_scheduler_is_named(done, tmp_path):
    file, _, _ = done
    result = subprocess.run(
        sweep_command(file, tmp_path / "s", "--scheduler", "tcp://127.0.0.1:9"),
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert "no scheduler at tcp://127.0.0.1:9" in result.stderr

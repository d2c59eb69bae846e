"""Runs as data: tables, loading, notebooks."""

import csv
import sys

import numpy as np
import pandas as pd
import pytest

import sipbullet as sb
from sipbullet.record.schema import STEP_COLUMNS, TRAJECTORY_COLUMNS


@pytest.fixture(scope="module")
def run():
    return sb.walk("stairs", controller="footstep", integrator="kane", steps=8)


@pytest.fixture(scope="module")
def folder(run, tmp_path_factory):
    return run.save(tmp_path_factory.mktemp("runs") / "stairs")


def test_tables_have_the_columns_and_numbers_of_the_files(run, folder):
    for table, name in ((run.table(), "steps.csv"), (run.trajectory(), "trajectory.csv")):
        assert isinstance(table, pd.DataFrame)
        with (folder / name).open() as file:
            rows = list(csv.reader(file))
        assert list(table.columns) == rows[0]
        assert len(table) == len(rows) - 1
        first = rows[1]
        for column in ("t", "theta", "leg1"):
            assert table[column][0] == float(first[rows[0].index(column)])
    assert [c.name for c in STEP_COLUMNS] == list(run.table().columns)
    assert [c.name for c in TRAJECTORY_COLUMNS] == list(run.trajectory().columns)


def test_a_loaded_run_is_the_same_run(run, folder, tmp_path):
    read = sb.load(folder)
    assert read.summary == run.summary
    assert read.finished
    pd.testing.assert_frame_equal(read.table(), run.table())
    pd.testing.assert_frame_equal(read.trajectory(), run.trajectory())
    read.plot("path", out=tmp_path / "path.png")
    assert (tmp_path / "path.png").read_bytes().startswith(b"\x89PNG")
    copy = read.save(tmp_path / "copy")
    assert (copy / "steps.csv").read_bytes() == (folder / "steps.csv").read_bytes()
    with pytest.raises(sb.SipbulletError, match="take run.table"):
        _ = read.steps


def test_without_pandas_tables_are_arrays_by_name(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    table = run.table()
    assert isinstance(table, dict)
    assert table["support"].tolist() == ["right", "left"] * 4
    assert table["td_theta"].dtype == float
    assert np.all(np.diff(run.trajectory()["t"]) >= 0.0)
    steps, samples = run.columns()
    assert set(steps) == set(table)
    assert len(samples["t"]) > 8


def test_a_fall_leaves_blanks_as_nan():
    fallen = sb.walk("flat", pid={"roll": -3.0}, integrator="kane")
    last = fallen.table().iloc[-1]
    assert np.isnan(last["td_theta"]) and last["support"] in ("right", "left")


def test_a_run_shows_itself_in_a_notebook_and_names_run_nothing(tmp_path):
    name = "<img src=x onerror=alert(1)>"
    world = sb.World(name.replace("/", ""), [{"kind": "landing", "length": 3.0}])
    shown = sb.walk(world, controller="footstep", integrator="kane")._repr_html_()
    assert "<table>" in shown and "foothold error" in shown
    assert "<img" not in shown and "&lt;img" in shown

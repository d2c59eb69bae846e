import subprocess
import sys

import numpy as np
import pytest

from sipbullet.errors import OutputError
from sipbullet.record.reader import load_run
from sipbullet.study.comparison import compare
from sipbullet.study.objectives import CONTROLS, measure_effects
from sipbullet.study.paper_checks import FIGURES
from sipbullet.study.reproduce import reproduce


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("figures")
    return out, list(reproduce(list(FIGURES), out))


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_made_and_passes(made, name):
    out, done = made
    figure = next(item for item in done if item.name == name)
    assert [check for check in figure.checks if not check[2]] == []
    assert (out / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert (out / name / "trajectory.csv").exists()


def test_the_page_shows_them_all(made):
    out, _ = made
    page = (out / "index.html").read_text()
    for name in FIGURES:
        assert f'src="{name}.png"' in page
    assert "fail" not in page.split("</style>")[1]
    assert "side by side" in page


def test_what_is_ours_is_better_than_the_papers_way():
    pairs = compare()
    assert [pair.what for pair in pairs if not pair.better] == []
    assert all(np.isfinite(value) for pair in pairs for _, value in pair.values)


def test_the_command_answers_for_one_figure_and_names_unknown_ones(tmp_path):
    command = [sys.executable, "-m", "sipbullet", "reproduce", "-o", str(tmp_path / "f")]
    done = subprocess.run([*command, "fig3"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "pass" in done.stdout
    bad = subprocess.run([*command, "fig9"], capture_output=True, text=True)
    assert bad.returncode == 2
    assert "no figure 'fig9'" in bad.stderr


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(OutputError, match="cannot be read"):
        load_run(tmp_path)


def test_a_run_that_is_cut_off_is_refused(made, tmp_path):
    import shutil

    out, _ = made
    shutil.copytree(out / "fig3", tmp_path / "cut")
    text = (tmp_path / "cut" / "trajectory.csv").read_text()
    (tmp_path / "cut" / "trajectory.csv").write_text(text[: len(text) // 2])
    with pytest.raises(OutputError, match="not a run's files"):
        load_run(tmp_path / "cut")


def test_each_control_predominantly_moves_one_objective():
    """What the paper asserts: duration by ω, length by α, spacing by αz, roll by γx."""
    effects = measure_effects()
    assert np.all(np.isfinite(effects.first))
    assert np.all(np.isfinite(effects.steady))
    for row, control in ((0, "γx"), (1, "ω"), (2, "α"), (3, "αz·u"), (4, "γ")):
        assert int(np.argmax(np.abs(effects.steady[row]))) == CONTROLS.index(control)

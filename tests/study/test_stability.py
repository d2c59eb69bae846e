import csv
import subprocess
import sys

import numpy as np
import pytest

from sipbullet.config.models import WalkConfig
from sipbullet.errors import ConfigError
from sipbullet.simulation.prepare import prepare
from sipbullet.study.basin import sample_basin
from sipbullet.study.stability import StrideMap, find_gait


def walk(**settings):
    return prepare(WalkConfig.model_validate({"simulation": {"integrator": "kane"}, **settings}))


@pytest.fixture(scope="module")
def flat():
    with StrideMap(walk(world="flat")) as stride:
        yield stride, find_gait(stride)


def test_the_periodic_gait_repeats_itself(flat):
    stride, gait = flat
    assert np.abs(stride(gait.fixed) - gait.fixed).max() < 1e-8
    assert gait.fixed[gait.names.index("duration")] == pytest.approx(0.55, abs=1e-6)


def test_the_pid_is_stable_on_the_flat_and_on_the_spiral(flat):
    assert flat[1].radius < 0.95
    with StrideMap(walk(world="spiral")) as stride:
        assert find_gait(stride).radius < 0.95


@pytest.mark.parametrize("world", ["flat", "spiral"])
def test_exact_placement_forgets_at_once(world):
    with StrideMap(walk(world=world, controller="footstep")) as stride:
        assert find_gait(stride).radius <= 1e-3


def test_the_multipliers_predict_how_a_small_perturbation_dies_away(flat):
    """Strides of the real thing against powers of the Jacobian, and the multiplier."""
    stride, gait = flat
    start = np.zeros(len(gait.fixed))
    start[:5] = 1e-4 * np.array([1.0, -0.5, 0.3, 0.2, -0.4])
    z, linear, sizes = gait.fixed + start, start, []
    for _ in range(14):
        z, linear = stride(z), gait.jacobian @ linear
        sizes.append(float(np.linalg.norm(z - gait.fixed)))
        assert sizes[-1] == pytest.approx(np.linalg.norm(linear), rel=0.05)
    values, vectors = np.linalg.eig(gait.jacobian)
    leading = int(np.argmax(np.abs(values)))
    if abs(values[leading].imag) < 1e-9:
        z = gait.fixed + 1e-4 * np.real(vectors[:, leading])
        after = stride(stride(z))
        decay = np.linalg.norm(after - gait.fixed) / 1e-4
        assert decay == pytest.approx(gait.radius**2, rel=0.05)


def test_gains_decide(flat):
    with StrideMap(walk(world="flat", pid={"roll": 2.4})) as stride:
        assert find_gait(stride).radius > flat[1].radius


def test_small_perturbations_settle_and_the_basin_does_not_grow(flat):
    levels = sample_basin(*flat, samples=4, seed=1)
    assert levels[0].settled == 4
    assert [level.survived for level in levels] == sorted(
        (level.survived for level in levels), reverse=True
    )


def test_a_path_without_a_uniform_stretch_is_refused(tmp_path):
    path = tmp_path / "short.toml"
    path.write_text('name = "short"\n[[section]]\nkind = "landing"\nlength = 1.5\n')
    with pytest.raises(ConfigError, match="five uniform steps"):
        StrideMap(walk(world=str(path)))


def test_the_command_writes_a_page_and_its_numbers(tmp_path):
    command = [
        sys.executable,
        "-m",
        "sipbullet",
        "stability",
        "flat",
        "--samples",
        "1",
        "-o",
        str(tmp_path / "s"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "spectral radius" in done.stdout
    assert "Floquet" in (tmp_path / "s" / "index.html").read_text()
    rows = list(csv.DictReader((tmp_path / "s" / "multipliers.csv").read_text().splitlines()))
    assert max(float(row["magnitude"]) for row in rows) < 1.0
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == 2
    assert "not empty" in again.stderr
    bad = subprocess.run(
        [*command[:4], "flat", "--controller", "str"], capture_output=True, text=True
    )
    assert bad.returncode == 2
    assert "never stops changing" in bad.stderr

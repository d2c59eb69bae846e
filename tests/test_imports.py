"""The architecture: who may import what. The contracts stand in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "sipbullet"
PURE = ("config", "robot", "mechanics", "control", "footsteps", "worlds")
ROOT = {"__init__.py", "__main__.py", "_version.py", "api.py", "errors.py", "gym.py", "py.typed"}


def test_the_import_contracts_are_kept():
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PACKAGE.parent)
    assert done.returncode == 0, done.stdout


def test_the_root_of_the_package_holds_only_what_a_user_imports():
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert files == ROOT


def test_pure_packages_do_not_load_pybullet():
    names = [
        f"sipbullet.{'.'.join(p.relative_to(PACKAGE).with_suffix('').parts)}"
        for f in PURE
        for p in (PACKAGE / f).glob("[a-z]*.py")
    ]
    code = f"import sys, {', '.join(names)}; print('pybullet' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "False"
    )


def test_importing_the_package_loads_nothing_heavy():
    heavy = "('numpy', 'pybullet', 'urchin', 'scipy', 'numba', 'rich')"
    code = f"import sys, sipbullet; print([m for m in {heavy} if m in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )

"""The architecture: who may import what."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "sipbullet"
MODULES = sorted(PACKAGE.rglob("*.py"))
PURE = ("mechanics", "control", "worlds")


def imports(path, top_level_only=False):
    tree = ast.parse(path.read_text())
    nodes = tree.body if top_level_only else list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_one_module_imports_pybullet():
    users = [
        str(path.relative_to(PACKAGE)) for path in MODULES if any(name.split(".")[0] == "pybullet" for name in imports(path))
    ]
    assert users == ["engine/client.py"]


@pytest.mark.parametrize("folder", PURE)
def test_mechanics_control_and_worlds_know_no_engine(folder):
    for path in (PACKAGE / folder).rglob("*.py"):
        for name in imports(path):
            assert not name.startswith(("pybullet", "sipbullet.engine", "sipbullet.cli", "sipbullet.view")), (path, name)


def test_pure_packages_do_not_load_pybullet():
    names = [
        f"sipbullet.{'.'.join(p.relative_to(PACKAGE).with_suffix('').parts)}"
        for f in PURE
        for p in (PACKAGE / f).glob("[a-z]*.py")
    ]
    code = f"import sys, {', '.join(names)}; print('pybullet' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "False"


def layer(name):
    """Lower layers may not import higher ones."""
    parts = name.split(".")[1:]
    order = {
        "__main__": 9,
        "cli": 9,
        "gym": 8,
        "api": 8,
        "exports": 8,
        "study": 8,
        "view": 8,
        "recording": 7,
        "summary": 7,
        "drawn": 7,
        "simulation": 6,
        "stepping": 5,
        "standing": 5,
        "engine": 4,
        "control": 3,
    }
    return order.get(parts[0], 0) if parts else 0


def test_imports_run_one_way():
    for path in MODULES:
        own = layer("sipbullet." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts))
        for name in imports(path, top_level_only=True):
            if name.startswith("sipbullet."):
                assert layer(name) <= own, f"{path} imports {name}"


def test_there_is_no_cycle():
    graph = {}
    for path in MODULES:
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        graph[name] = {n for n in imports(path, top_level_only=True) if n.startswith("sipbullet")}
    done, under_way = set(), []

    def visit(name):
        assert name not in under_way, f"cycle: {under_way} {name}"
        if name in done or name not in graph:
            return
        under_way.append(name)
        for other in graph[name] - {name}:
            visit(other)
        under_way.pop()
        done.add(name)

    for name in graph:
        visit(name)


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, sipbullet; print([m for m in ('numpy', 'pybullet', 'urchin', 'scipy', 'rich') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"

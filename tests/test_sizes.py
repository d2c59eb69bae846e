"""Small pieces: what nobody can hold in one look is split."""

import ast
import statistics
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "sipbullet"


def functions():
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(PACKAGE)}:{node.name}", node.end_lineno - node.lineno + 1


def test_no_file_is_longer_than_250_lines():
    lengths = {path: path.read_text().count("\n") for path in PACKAGE.rglob("*.py")}
    assert {str(path): n for path, n in lengths.items() if n > 250} == {}


def test_no_function_is_longer_than_40_lines_and_half_of_them_have_at_most_10():
    found = dict(functions())
    assert {name: n for name, n in found.items() if n > 40} == {}
    assert statistics.median(found.values()) <= 10

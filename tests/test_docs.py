"""The documentation says what the code says."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)


@pytest.mark.parametrize("path", sorted(generate.made(), key=str), ids=lambda path: path.name)
def test_what_is_made_from_the_code_is_as_the_code_is(path):
    assert path.read_text(encoding="utf-8") == generate.made()[path], "python docs/generate.py"


def test_the_picture_is_of_the_rooms_and_imports_of_today(tmp_path):
    generate.draw(tmp_path / "now.svg")
    now, kept = (
        (p / n).read_text() for p, n in ((tmp_path, "now.svg"), (ROOT / "docs", "architecture.svg"))
    )
    for room in generate.ROOMS:
        assert room in kept
    arrows = re.compile(r'<g id="patch_\d+">')
    assert len(arrows.findall(now)) == len(arrows.findall(kept)), "python docs/generate.py"


def test_links_lead_somewhere():
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_every_command_of_the_readme_names_options_that_are_there():
    from typer.main import get_command

    from sipbullet.cli import app

    commands = get_command(app).commands
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"`sipbullet ([a-z-]+)([^`]*)`", text)
    assert len(found) > 25
    for name, rest in found:
        assert name in commands, name
        known = {
            option
            for parameter in getattr(commands[name], "params", [])
            for option in parameter.opts
        }
        for option in re.findall(r"(?<!\S)(--[a-z-]+)", rest):
            assert option in known, f"{name} {option}"

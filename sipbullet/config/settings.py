"""Putting a walk's settings together.

A TOML file, `--set` and the options of the command line, in that order.
"""

import tomllib
from pathlib import Path
from typing import Any

from sipbullet.config.models import WalkConfig
from sipbullet.config.toml_files import read_toml, validate
from sipbullet.errors import ConfigError


def load_settings(path: Path | None, options: dict[str, Any], assignments: list[str]) -> WalkConfig:
    """The walk that a file and the command line ask for.

    Args:
        path: TOML file, or none. Files named in it are looked for beside it first.
        options: dotted names ("gait.duration") and values; None leaves a setting as it is.
        assignments: "name=value" texts, values as in TOML or plain words.

    Raises:
        ConfigError: what is wrong, where, and what is allowed.
    """
    data = {} if path is None else resolve_beside(path, read_toml(path, ConfigError))
    where = "settings" if path is None else str(path)
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals or not name.strip():
            raise ConfigError(f"--set {assignment!r}: write it as KEY=VALUE, such as pid.roll=3")
        set_dotted(data, name.strip(), _value(text.strip()))
    for name, value in options.items():
        if value is not None:
            set_dotted(data, name, value)
    return validate(WalkConfig, data, where, ConfigError)


def resolve_beside(path: Path, data: dict[str, Any]) -> dict[str, Any]:
    """Files that a settings file names, relative to it if they are there."""
    for key in ("world", "robot", "footsteps"):
        name = data.get(key)
        if isinstance(name, str) and "\0" not in name and (path.parent / name).is_file():
            data[key] = str(path.parent / name)
    return data


def set_dotted(data: dict[str, Any], name: str, value: Any) -> None:
    """Set a dotted name in nested tables.

    Raises:
        ConfigError: a part of it is no table.
    """
    *tables, key = name.split(".")
    for table in tables:
        inner = data.setdefault(table, {})
        if not isinstance(inner, dict):
            raise ConfigError(f"settings: {name!r} is no setting: {table!r} is a value")
        data = inner
    data[key] = value


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def parse_pushes(texts: list[str]) -> list[dict[str, float]] | None:
    """Pushes written as "time,x,y" or "time,x,y,z" (s and N·s); None when there are none.

    Raises:
        ConfigError: a text is not written so.
    """
    pushes = []
    for text in texts:
        try:
            numbers = [float(part) for part in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (3, 4):
            raise ConfigError(f"--push {text!r}: write it as T,JX,JY or T,JX,JY,JZ, in s and N·s")
        pushes.append(dict(zip(("time", "x", "y", "z"), numbers, strict=False)))
    return pushes or None

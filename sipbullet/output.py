"""Writing one file: never over another unasked, and never half."""

import os
from pathlib import Path

from sipbullet.errors import OutputError


def write_new(path: Path, text: str, force: bool = False) -> None:
    """Write `text` to `path` in one move.

    Raises:
        OutputError: there is such a file already (and not `force`), or the place cannot be written.
    """
    if path.exists() and not force:
        raise OutputError(f"out: {path} exists; give another name, or --force to replace it")
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OutputError(f"out: {path}: cannot be written: {error.strerror}") from None

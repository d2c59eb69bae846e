"""Writing one file: never over another unasked, and never half."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sipbullet.errors import OutputError


def check_new(path: Path, suffixes: tuple[str, ...] = (), force: bool = False) -> None:
    """Raise unless a file may be written at `path`; makes its folder.

    To be called before the work that fills the file.

    Raises:
        OutputError: its name ends in none of `suffixes`, it exists (and not `force`), or its folder
        cannot be written.
    """
    check_suffix(path, suffixes)
    if path.is_dir():
        raise OutputError(f"out: {path} is a folder; give the name of a file")
    if path.exists() and not force:
        raise OutputError(f"out: {path} exists; give another name, or --force to replace it")
    try:
        _check_above(path)
        path.parent.mkdir(exist_ok=True)
        if not os.access(path.parent, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise OutputError(f"out: {path}: cannot be written: {error.strerror}") from None


def check_suffix(path: Path, suffixes: tuple[str, ...]) -> None:
    """Raise unless the name of `path` ends in one of `suffixes`; with none, any will do.

    Raises:
        OutputError: it ends otherwise.
    """
    if suffixes and path.suffix.lower() not in suffixes:
        raise OutputError(f"out: {path}: the name must end in {' or '.join(suffixes)}")


def make_folder(folder: Path) -> None:
    """Make the folder of an output, and the one it is in; further up, a path is a slip.

    Raises:
        OutputError: what it would be in is not there, or it cannot be made.
    """
    above = folder.absolute().parent
    if not above.parent.exists():
        raise OutputError(
            f"out: {folder}: cannot be written: there is no folder {above.parent}; make it first"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"out: {folder}: cannot be written: {error.strerror}") from None


def _check_above(path: Path) -> None:
    """Raise unless the folder above the one that `path` is in is there."""
    above = path.absolute().parent.parent
    if not above.exists():
        raise OutputError(
            f"out: {path}: cannot be written: there is no folder {above}; make it first"
        )


def check_folder(path: Path, force: bool = False) -> None:
    """Raise unless files may be written into the folder `path`; makes it.

    Raises:
        OutputError: it is a file, is not empty (and not `force`), or cannot be written.
    """
    try:
        if path.exists() and not path.is_dir():
            raise OutputError(f"out: {path} is a file; give the name of a folder")
        if path.is_dir() and any(path.iterdir()) and not force:
            raise OutputError(
                f"out: {path} is not empty; give another folder, or --force to replace files in it"
            )
        make_folder(path)
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise OutputError(f"out: {path}: cannot be written: {error.strerror}") from None


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A place beside `path` to write to.

    What is there at the end becomes `path` in one move, after an error nothing.

    Raises:
        OutputError: it cannot be written.
    """
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        yield part
        os.replace(part, path)
    except OSError as error:
        raise OutputError(f"out: {path}: cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def write_new(path: Path, text: str, force: bool = False) -> None:
    """Write `text` to `path` in one move.

    Raises:
        OutputError: there is such a file already (and not `force`), or the place cannot be written.
    """
    check_new(path, force=force)
    with atomic_write(path) as part:
        part.write_text(text, encoding="utf-8")

"""A progress bar on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(name: str, total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """A bar with `total` parts, shown on a terminal only; the function counts parts."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    about = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    show = {"console": console, "transient": True, "disable": not console.is_terminal}
    with Progress(*about, TextColumn(unit), TimeRemainingColumn(), **show) as bar:  # type: ignore[arg-type]
        task = bar.add_task(name, total=total)
        yield lambda done: bar.advance(task, done)

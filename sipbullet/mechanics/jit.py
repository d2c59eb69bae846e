"""Compilation by numba: cached on disk, and said once on a terminal when it takes its time."""

import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])
SLOW = 1.0  # s, of a compilation that is worth a word


class _Announcer(event.Listener):
    """Says once that something was compiled, after a compilation of more than `SLOW` s."""

    def __init__(self) -> None:
        self._depth, self._begun, self._said = 0, 0.0, False

    def on_start(self, _: Any) -> None:
        """A compilation begins, maybe within another one."""
        if self._depth == 0:
            self._begun = time.perf_counter()
        self._depth += 1

    def on_end(self, _: Any) -> None:
        """A compilation ends."""
        self._depth -= 1
        seconds = time.perf_counter() - self._begun
        if self._depth == 0 and seconds > SLOW and not self._said and sys.stderr.isatty():
            self._said = True
            words = f"compiled the mechanics in {seconds:.1f} s; they are kept for the next time"
            print(f"sipbullet: {words}", file=sys.stderr)


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]


def compiled(function: Function) -> Function:
    """Compile with numba at the first call; the cache is beside the file, or in numba's own."""
    return cast(Function, njit(cache=True, error_model="numpy")(function))

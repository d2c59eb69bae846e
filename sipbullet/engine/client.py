"""One connection to PyBullet. This is the only module that imports `pybullet`."""

import ctypes
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sipbullet.errors import EngineError

_SPEAKING = threading.RLock()  # the streams are the process's: one silence at a time


@contextmanager
def quiet() -> Iterator[None]:
    """Send what C code prints to nowhere: PyBullet greets on import and on every connection."""
    with _SPEAKING:
        sys.stdout.flush()
        sys.stderr.flush()
        libc = ctypes.CDLL(None) if os.name == "posix" else None
        kept = [(stream, os.dup(stream)) for stream in (1, 2)]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            for stream, _ in kept:
                os.dup2(nowhere, stream)
            yield
            if libc is not None:
                libc.fflush(None)
        finally:
            for stream, copy in kept:
                os.dup2(copy, stream)
                os.close(copy)
            os.close(nowhere)


with quiet():
    import pybullet

VERSION: int = pybullet.getAPIVersion()
_PROBE = """
import pybullet as p
client = p.connect(p.GUI, options="--width=64 --height=64")
p.disconnect(client)
print("opened", client)
"""


class Client:
    """A PyBullet server of its own; every function of `pybullet` is a method of it."""

    def __init__(self, gui: bool = False, options: str = "") -> None:
        """Connect.

        Args:
            gui: open PyBullet's window instead of running headless.
            options: PyBullet's connection options, such as `--width=1280`.

        Raises:
            EngineError: there is no display to open a window on.
        """
        if gui:
            check_display()
        self.gui = gui
        with quiet():
            self._id = pybullet.connect(pybullet.GUI if gui else pybullet.DIRECT, options=options)
        if self._id < 0:
            raise EngineError("engine: PyBullet refused the connection")

    def __getattr__(self, name: str) -> Any:
        """The function or constant of `pybullet` of this name, bound to this server."""
        attribute = getattr(pybullet, name)
        if callable(attribute):
            attribute = partial(attribute, physicsClientId=self._id)
        self.__dict__[name] = attribute  # so the next look-up is a plain one
        return attribute

    def close(self) -> None:
        """Disconnect; a server holds some 28 MB. May be called twice."""
        if self._id >= 0 and pybullet.isConnected(self._id):
            with quiet():
                pybullet.disconnect(self._id)
        self._id = -1

    def load_urdf_text(
        self, text: str | bytes, place: Any = (0.0, 0.0, 0.0), **options: Any
    ) -> int:
        """Load a model, fixed to the world, from the text of its URDF; PyBullet's number of it."""
        data = text.encode() if isinstance(text, str) else text
        with tempfile.TemporaryDirectory(prefix="sipbullet-") as folder:
            path = Path(folder) / "model.urdf"
            path.write_bytes(data)
            return int(self.loadURDF(str(path), place, useFixedBase=True, **options))

    def load_plugin(self, path: str, suffix: str) -> None:
        """Load one of PyBullet's plugins, such as its EGL renderer, without what that prints.

        Raises:
            EngineError: it cannot be loaded.
        """
        with quiet():
            plugin = pybullet.loadPlugin(path, suffix, physicsClientId=self._id)
        if plugin < 0:
            raise EngineError(f"engine: PyBullet cannot load its plugin {path}")

    @property
    def failure(self) -> type[Exception]:
        """The exception that PyBullet raises, for instance when its window has been closed."""
        return pybullet.error  # type: ignore[no-any-return]

    @property
    def connected(self) -> bool:
        """Whether the server is still there (a user may close the window)."""
        return self._id >= 0 and bool(pybullet.isConnected(self._id))


def check_display() -> None:
    """Raise unless a window can be opened.

    PyBullet ends the whole process when it cannot, so a child tries first.

    Raises:
        EngineError: no display, or PyBullet cannot open a window on it.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise EngineError(
            "gui: no display (DISPLAY is not set); run without --gui, or under Xvfb: xvfb-run -a "
            "sipbullet …"
        )
    probe = subprocess.run(
        [sys.executable, "-c", _PROBE], capture_output=True, text=True, timeout=60, check=False
    )
    if "opened" not in probe.stdout:
        display = os.environ.get("DISPLAY", "")
        raise EngineError(
            f"gui: PyBullet cannot open a window on display {display!r}; run without --gui"
        )

"""Where the shipped robots and worlds are.

Inside an installed package, or beside it in a checkout.
"""

from pathlib import Path

from sipbullet.errors import SipbulletError

_PACKAGE = Path(__file__).resolve().parent.parent


def folder(kind: str) -> Path:
    """The folder of shipped "models" or "worlds"."""
    for candidate in (_PACKAGE / "data" / kind, _PACKAGE.parent / kind):
        if candidate.is_dir():
            return candidate
    raise SipbulletError(f"installation: the folder of {kind} is missing beside {_PACKAGE}")


def default_robot() -> Path:
    """The URDF of the default robot."""
    return folder("models") / "sipbullet.urdf"


def world_names() -> list[str]:
    """Names of the shipped worlds."""
    return sorted(path.stem for path in folder("worlds").glob("*.toml"))

"""A world made in Python."""

from typing import Any

import sipbullet as sb


def street(kerbs: int = 3, height: float = 0.1) -> sb.World:
    """A street with some kerbs."""
    landing: dict[str, Any] = {"kind": "landing", "length": 1.5}
    kerb: dict[str, Any] = {"kind": "kerb", "height": height}
    return sb.World("street", [landing, *[kerb, landing] * kerbs], width=1.5)

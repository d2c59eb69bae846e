"""The basin of a gait: how large perturbations of a touchdown it survives."""

from dataclasses import dataclass

import numpy as np

from sipbullet.mechanics.rigid_motion import Array
from sipbullet.study.stability import Stability, StrideMap

BASIN = (0.01, 0.02, 0.05, 0.1, 0.2)  # rad, sizes of the perturbations of the touchdown's angles
BASIN_STRIDES = 15


@dataclass(frozen=True, slots=True)
class BasinLevel:
    """How many perturbations of one size the gait survives."""

    size: float  # rad, and m for the foot's place
    survived: int  # strides taken without a fall
    settled: int  # and back at the gait
    tried: int


def sample_basin(
    stride: StrideMap, gait: Stability, samples: int = 20, seed: int = 0
) -> list[BasinLevel]:
    """Perturb the touchdown's place and angles at random, by several sizes, and walk on."""
    generator = np.random.default_rng(seed)
    levels = []
    for size in BASIN:
        survived = settled = 0
        for _ in range(samples):
            z: Array | None = gait.fixed.copy()
            assert z is not None
            z[:5] += size * generator.uniform(-1.0, 1.0, 5)
            for _ in range(BASIN_STRIDES):
                z = None if z is None else stride(z)
            survived += z is not None
            settled += z is not None and bool(np.abs(z[:5] - gait.fixed[:5]).max() < 0.1 * size)
        levels.append(BasinLevel(size, survived, settled, samples))
    return levels

"""Physical quantities along a swing: energies, momentum, ground reaction, places.

And their invariants.
"""

from dataclasses import dataclass, fields

import numpy as np

from sipbullet.mechanics import kane
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import Step


@dataclass(frozen=True, slots=True)
class SwingQuantities:
    """Time series of one swing, (n, …), SI units, world axes."""

    times: Array  # s since the step began
    positions: Array  # (n, 4)
    rates: Array  # (n, 4)
    cog: Array  # (n, 3)
    pelvis: Array  # (n, 3)
    swing_foot: Array  # (n, 3)
    kinetic: Array
    potential: Array  # over the world's z = 0
    momentum_z: Array  # angular momentum about the vertical through the supporting foot
    knee_force: Array
    reaction: Array  # (n, 3), force of the ground on the supporting foot, [Menga] Eqs. (A9), (A10)

    # (n, 2), zero moment point on the level of the supporting foot, by Kajita's cart-table formula
    zmp: Array

    @property
    def min_fz(self) -> float:
        """Least vertical reaction in N."""
        return float(self.reaction[:, 2].min())

    @property
    def max_friction(self) -> float:
        """Largest horizontal over vertical reaction.

        Infinite when the ground would have to pull.
        """
        vertical = self.reaction[:, 2]
        if vertical.min() <= 0.0:
            return float("inf")
        return float((np.hypot(self.reaction[:, 0], self.reaction[:, 1]) / vertical).max())

    def energy_drift(self, work: float, pivot_energy: float) -> float:
        """(E_end − E_start − `work` of knee and pushes)/E_start, from `pivot_energy`; in J."""
        total = self.kinetic + self.potential
        return float((total[-1] - total[0] - work) / (total[0] - pivot_energy))

    def momentum_drift(self, scale: float, gave: float = 0.0) -> float:
        """Change of H about the vertical, less what pushes `gave`, over `scale`; in kg·m²/s."""
        return float(self.momentum_z[-1] - self.momentum_z[0] - gave) / scale


def joined(parts: list[SwingQuantities]) -> SwingQuantities:
    """The series of the pieces of one swing, one after another."""
    if len(parts) == 1:
        return parts[0]
    return SwingQuantities(
        *(
            np.concatenate([getattr(part, item.name) for part in parts])
            for item in fields(SwingQuantities)
        )
    )


def swing_quantities(
    linkage: Linkage,
    step: Step,
    times: Array,
    positions: Array,
    rates: Array,
    place: kane.Configuration | None = None,
) -> SwingQuantities:
    """The quantities along a swing from its samples: `times` (n,), `positions` and `rates` (n, 4).

    `place` is the linkage at the positions, if it has been worked out.
    """
    force = (
        None
        if step.knee_locked
        else KneeDrive(linkage.walker, step).forces(times, positions, rates)
    )
    place = place or kane.Configuration(linkage, positions)
    reaction = place.ground_reaction(rates, place.accelerations(rates, force, step.double_support))
    return SwingQuantities(
        times=times,
        positions=positions,
        rates=rates,
        cog=place.cog,
        pelvis=linkage.point(positions, linkage.pelvis),
        swing_foot=linkage.swing_foot_position(positions),
        kinetic=place.kinetic_energy(rates),
        potential=place.potential_energy,
        momentum_z=place.angular_momentum(rates)[:, 2],
        knee_force=np.zeros_like(times) if force is None else force,
        reaction=reaction,
        zmp=cart_table_zmp(place.cog, reaction, float(linkage.pivot[2])),
    )


def cart_table_zmp(cog: Array, reaction: Array, ground: float) -> Array:
    """Zero moment point (n, 2) in m of a point mass at the COG.

    X − (z − ground)·ẍ/(z̈ + g), and so for y.

    Source: Kajita's cart-table model. The ground's force is m(a + g), so the ratio is that of its
    parts. The true centre of pressure of this walker is its point foot; the difference is the
    trunk's angular momentum, which
    the formula leaves out.
    """
    height = cog[:, 2:3] - ground
    return np.asarray(cog[:, :2] - height * reaction[:, :2] / reaction[:, 2:3])

"""The swing by SciPy on the Kane model: no PyBullet, no integrator of ours."""

import numpy as np
from scipy.integrate import solve_ivp

from sipbullet.mechanics import kane
from sipbullet.mechanics.knee import KneeDrive


def fall(linkage, step, state, time):
    """Integrate the Kane model with SciPy; the final positions, rates and the knee's work."""
    drive = KneeDrive(linkage.walker, step)

    def slope(t, y):
        q, v = y[:4], y[4:8]
        force = None if step.knee_locked else drive.force(t, q[1], q[2], q[3], v[3])
        return np.concatenate(
            [v, kane.accelerations(linkage, q, v, force), [0.0 if force is None else force * v[3]]]
        )

    start = np.concatenate([state.positions, state.rates, [0.0]])
    end = solve_ivp(
        slope, (0.0, time), start, method="DOP853", rtol=1e-12, atol=1e-13, max_step=0.01
    ).y[:, -1]
    return end[:4], end[4:8], end[8]

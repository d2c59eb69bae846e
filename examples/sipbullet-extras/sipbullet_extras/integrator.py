"""Heun's method on the engine's dynamics: two evaluations a step, order 2."""

from dataclasses import replace

import sipbullet as sb


class Heun(sb.FixedStepIntegrator):
    """Predict by Euler, correct by the mean slope."""

    default_dt = 1e-3  # s

    def take(self, instant: sb.Instant, duration: float) -> sb.Instant:
        """The instant `duration` s later."""
        time, q, v = instant.time, instant.positions, instant.rates
        a = self.accelerations(time, q, v)
        ahead_q, ahead_v = q + duration * v, v + duration * a
        ahead_a = self.accelerations(time + duration, ahead_q, ahead_v)
        new_q = q + duration / 2 * (v + ahead_v)
        new_v = v + duration / 2 * (a + ahead_a)
        before, after = self.force(time, q, v), self.force(time + duration, new_q, new_v)
        work = instant.work
        if before is not None and after is not None:
            work += duration / 2 * float(before * v[3] + after * new_v[3])
        return replace(instant, time=time + duration, positions=new_q, rates=new_v, work=work)

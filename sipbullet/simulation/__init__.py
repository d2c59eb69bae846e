"""The hybrid walk: one stepper, and the walk that drives it."""

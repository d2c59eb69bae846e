"""Mechanics of the walker in pure NumPy: kinematics, Kane's equations, impact and switching of the feet."""

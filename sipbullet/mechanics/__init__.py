"""Mechanics of the walker in pure NumPy.

Kinematics, Kane's equations, impact and switching of the feet.
"""

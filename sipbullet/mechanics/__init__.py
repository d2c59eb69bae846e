"""Mechanics of the walker in plain NumPy and compiled laws.

Kinematics, Kane's equations, impact and switching of the feet.
"""

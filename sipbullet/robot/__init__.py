"""The robot: its parameters, and its URDF and SDF."""

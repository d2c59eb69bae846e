"""Footstep plans: where each foot shall land."""

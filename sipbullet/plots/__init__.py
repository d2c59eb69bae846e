"""Figures of recorded runs."""

"""Recorded runs in the formats of other people's tools."""

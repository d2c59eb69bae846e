"""Worlds: sections along a centreline, the treads that follow, and their exports."""

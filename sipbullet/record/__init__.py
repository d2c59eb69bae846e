"""Runs as files: what is written, and what is read back."""

"""Kinds of sections, a file each; found by name in `sipbullet.config.registry.SECTIONS`."""

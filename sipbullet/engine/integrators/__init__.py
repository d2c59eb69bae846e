"""Integrators of the swing; found by name in `sipbullet.config.registry.INTEGRATORS`."""

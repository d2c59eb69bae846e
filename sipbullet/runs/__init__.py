"""A walk that has been walked, as an object: `sipbullet.Run`."""

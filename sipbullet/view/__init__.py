"""Looking at a walk."""

"""Studies made of many or particular walks."""

"""Worlds: sections along a centreline, the treads and footholds that follow from them, and their exports."""

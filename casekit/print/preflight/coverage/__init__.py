"""How much ink lies on a spot of a page."""

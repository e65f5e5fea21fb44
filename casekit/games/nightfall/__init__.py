"""Nightfall: nights on which people visit each other, and days on which they say where they were."""

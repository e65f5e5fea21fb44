"""Many tables at once: the same games as the plain engine plays with the same readers, as arrays of NumPy.

A batch plays tables that have as many detectives and the same crew. Each step takes one action at every
table that is not finished. That both play the same games is tested game by game.
"""

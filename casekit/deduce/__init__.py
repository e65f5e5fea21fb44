"""From a theory to what follows from it. Knows no game.

``knowledge.Knowledge`` grounds a theory once; every other module asks it: ``verdict``, ``rivals``, ``cures``,
``conflicts``, ``redundancy``, ``support`` and ``graph``.
"""

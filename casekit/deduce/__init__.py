"""From a theory to what follows from it. Knows no game.

``knowledge.Knowledge`` grounds a theory once; every other module asks it. What is so: ``verdict``, ``rivals``,
``hints``. What is wrong: ``conflicts``, ``blame``, ``corrections``, ``cures``, ``redundancy``. Why: ``proving`` (with
``chaining``, ``derivation``, ``slicing`` and ``verification``), ``support``, ``refutations``, ``enumeration``, ``question``.
How hard: ``membership``, ``robustness``, ``ways``. ``graph`` says who speaks of what.
"""

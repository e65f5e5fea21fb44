"""Skeletons made to measure: the logic of a whole case, for a writer to give it voices.

``situations`` are the library that plots are made of. ``plots`` makes up what happened, and all that could be
known of it. Clues are taken by counterexample, ``draft`` writes them down, and ``search`` repeats that until
a case has the measures of its level. ``completion`` does the same around what is written of a case.
"""

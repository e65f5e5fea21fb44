"""Skeletons made to measure: the logic of a whole case, for a writer to give it voices.

A ``library`` of situations is the stuff. ``plotting`` makes up what happened, ``clue_stock`` all that could be known of it,
``choosing`` takes what is needed, by counterexample, and ``skeleton_text`` writes it down. ``generating`` repeats that until
a case has the measures of its level.
"""

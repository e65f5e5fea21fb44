"""Skeletons made to measure: the logic of a whole case, for a writer to give it voices.

A ``library`` of situations is the stuff. ``plots_and_clues`` makes up what happened, and all that could be known of it. What is
needed is taken, by counterexample, ``case_draft`` writes it down, and ``generating`` repeats that until it has the measures of its level;
``filling_in`` does the same around what is written of a case.
"""

"""How far a case is from a level, and which changes would bring it there.

``shortfalls`` holds a case against what a skeleton of the level has to meet, ``changes`` are lines to remove and to add, ``nearing``
tries them and measures, and ``distance_words`` reports the findings.
"""

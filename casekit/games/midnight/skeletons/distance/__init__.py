"""How far a case is from a level: ``shortfalls`` holds it against what a skeleton of the level has to meet, ``changes`` are lines to remove and to add, and ``nearing`` measures them."""

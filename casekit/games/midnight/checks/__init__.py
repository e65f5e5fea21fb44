"""The checks of a case beyond its names and types: ``all_checks`` lists them in order."""

"""The checks of a case beyond its names and types: ``runner.py`` lists them in order."""

"""The usual parts of games, for those that add nothing to them: documents of prose and lines in blocks."""

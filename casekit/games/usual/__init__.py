"""What most games would say the same, for those that have no more to say: documents of prose and lines in blocks."""

"""What a document prints beside what its lines say, for people who read no logic."""

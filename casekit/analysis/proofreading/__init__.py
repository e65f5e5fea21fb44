"""A document's print beside what its lines say, for people who read no logic."""

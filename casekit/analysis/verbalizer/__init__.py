"""Lines of logic and facts in plain words, in the language of their document."""

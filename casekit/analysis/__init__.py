"""Questions to a document of any game; answers in words, as JSON and as pages, in the wording of the game."""

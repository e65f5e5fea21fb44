"""Questions to a document of any game, and their answers in words, as JSON and as pages; a game lends its wording."""

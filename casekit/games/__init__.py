"""The games: five folders that know nothing of each other. ``kit`` has what they share, and lists them."""

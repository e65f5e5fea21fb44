"""The games: five folders that know nothing of each other. What they share is in ``kit``, which lists them."""

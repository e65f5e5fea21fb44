"""From the texts of cases, editions and decks to typed objects."""

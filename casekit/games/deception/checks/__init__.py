"""The rules of a scenario: the cards on the table, who plays which part, and what may be played."""

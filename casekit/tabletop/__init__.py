"""Tables of any game that has rules: simulation, play, playtests, and their reports."""

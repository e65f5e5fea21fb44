"""The board game: its rules as pure functions, simulated detectives, and what their games say of a case."""

"""Which texts of an edition and its puzzles are translated."""

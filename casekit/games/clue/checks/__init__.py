"""What is wrong with a puzzle: its deal, its transcript, and what can be deduced from them."""

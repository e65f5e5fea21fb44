"""Simulated players of any game: what follows from what they have read, each way of reasoning, and their chance."""

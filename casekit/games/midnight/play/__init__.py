"""The board game for people at a screen: its actions, moments and scores in words."""

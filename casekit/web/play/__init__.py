"""Whole games in a browser: `game_room.py` keeps them, in a process of its own, and `play_view.py` serves their page."""

"""Whole games in a browser: `game_room.py` keeps them, in a process of its own that `wishes.py` are sent to, and `play_view.py` serves their page."""

"""Whole games in a browser.

`game_session.py` keeps them, in a process of its own; `game_views.py` serves their page.
"""

"""The blocks that every puzzle needs."""

from collections.abc import Mapping

ASKED_ABOUT: Mapping[str, str] = {
    "players": "who plays, in the order of turns, each with the number of cards",
    "play": "what was suggested, answered and accused, one line each",
}
"""Those without which nothing can be asked."""

NEEDED: Mapping[str, str] = {
    **ASKED_ABOUT,
    "presentation": "what readers are told at the start",
    "truth": "what the envelope holds, and every hand",
    "solution": "what really happened",
}
"""Those without which a puzzle is not finished."""

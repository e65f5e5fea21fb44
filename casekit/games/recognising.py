"""The game of a document that names none, by its headings."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games import DEFAULT, GAMES, game_called
from casekit.games.game import AnyGame

_HEADING = re.compile(r"==[ \t]+([\w-]+|\S)")
"""A heading and its first word, or what is there instead."""


def other_game(source: Source) -> tuple[AnyGame, Diagnostic] | None:
    """The game to which most headings of a text without a game belong, if one of them is a block of no other game."""
    headings = tuple(_headings(source.text))
    words = {heading[1] for heading in headings}
    usual = game_called(DEFAULT).dialect.blocks
    if not words - usual:
        return None
    for name in sorted(GAMES.keys() - {DEFAULT}):
        game = game_called(name)
        blocks = game.dialect.blocks
        own = [heading for heading in headings if heading[1] in blocks - usual]
        if own and 2 * len(words & blocks) > len(words):
            return game, _forgotten(game, source, own[0])
    return None


def _headings(text: str) -> Iterator[re.Match[str]]:
    # It takes much longer to look at the beginning of every line.
    for found in _HEADING.finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        if not text[start : found.start()].strip(" \t"):
            yield found


def _forgotten(game: AnyGame, source: Source, heading: re.Match[str]) -> Diagnostic:
    return Diagnostic(
        codes.MISSING_FIELD,
        f"this looks like a {game.dialect.noun} of {game.title}, but the header does not name its game",
        source.span(*heading.span(1)),
        hint=f"begin with `game: {game.name}`",
    )

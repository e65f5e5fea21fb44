"""The game of a document that names none, by its headings, and by its lines where games share those."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games import DEFAULT, GAMES, game_called
from casekit.games.game import AnyGame
from casekit.language.document.dialect import Dialect
from casekit.language.document.forms import Fixed

_HEADING = re.compile(r"==[ \t]+([\w-]+|\S)")
"""A heading and its first word, or what is there instead."""

_TOKEN = re.compile(r"[\w-]+|[^\w\s]")

_MOST_HEADINGS = 24
"""A text with more kinds of headings has those of cases, which name paths; no other game has to be imported to see that."""

_ENOUGH = 65_536
"""How many characters of a text are read to see whose lines it has."""


def other_game(source: Source) -> tuple[AnyGame, Diagnostic] | None:
    """The game to which most headings of a text without a game belong, if one of them is a block of no other game.

    Among games that share these headings, it is the one to which most lines belong.
    """
    headings = tuple(_headings(source.text))
    words = {heading[1] for heading in headings}
    usual = game_called(DEFAULT).dialect.blocks
    if not words - usual or len(words) > _MOST_HEADINGS:
        return None
    games = (game_called(name) for name in sorted(GAMES.keys() - {DEFAULT}))
    likely = [game for game in games if words & game.dialect.blocks - usual]
    likely = [game for game in likely if 2 * len(words & game.dialect.blocks) > len(words)]
    if not likely:
        return None
    game = likely[0]
    if likely[1:]:
        lines = [_TOKEN.findall(line) for line in source.text[:_ENOUGH].splitlines()]
        game = max(likely, key=lambda each: _fitting(lines, each.dialect))
    own = next(heading for heading in headings if heading[1] in game.dialect.blocks - usual)
    return game, _forgotten(game, source, own)


def _fitting(lines: list[list[str]], dialect: Dialect) -> int:
    """How many lines have, in order, the words of a line of a game; lines of names alone do not count."""
    forms = {name for block in dialect.outline for name in block.lines}
    wanted = {
        tuple(each.text for each in pattern if isinstance(each, Fixed))
        for name in forms & dialect.patterns.keys()
        for pattern in dialect.patterns[name]
    }
    telling = [words for words in wanted if any(map(str.isalpha, words))]
    return sum(any(_in_order(words, line) for words in telling) for line in lines)


def _in_order(words: tuple[str, ...], line: list[str]) -> bool:
    left = iter(line)
    return all(word in left for word in words)


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

"""The game of a text: the one that its header names, or the one whose blocks and lines it has."""

import re
from typing import NamedTuple

from casekit.diagnostics import Code, Finding, Source, codes
from casekit.kit.interface import AnyGame
from casekit.kit.registry import DEFAULT, GAMES, game_called, is_known, names
from casekit.language.suggestions import did_you_mean
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.line_forms import Literal

_GAME_FIELD = re.compile(r"(?:(?!==)[^\n]*\n)*?game[ \t]*:[ \t]*([\w-]+)")
"""The header up to the field ``game: NAME``, whose first group is the name."""

_HEADING = re.compile(r"==[ \t]+([\w-]+|\S)")
"""A heading and its first word, or what is there instead."""

_TOKEN = re.compile(r"[\w-]+|[^\w\s]")
"""A word or a punctuation mark of a line."""

MOST_HEADING_WORDS = 24
"""A text whose headings begin with more different words is a case, whose headings name paths: no other game
has to be imported."""

CHARACTERS_READ = 65_536
"""How many characters of a text are read to see whose lines it has."""


def header_game(text: str) -> re.Match[str] | None:
    """The field of a header that names a game; its first group is the name."""
    return _GAME_FIELD.match(text)


def game_named(text: str) -> str:
    """The name of the game in the header of a text, empty if there is none."""
    field = header_game(text)
    return field[1] if field else ""


def game_of(source: Source) -> tuple[AnyGame, tuple[Finding, ...]]:
    """The game that a text names in its header, or that its headings belong to, and what is wrong with that.

    It is the default game if nothing says which, or if the one that is named cannot be used.
    """
    field = header_game(source.text)
    if field is not None:
        game, problems = usable_game(field, source, codes.BAD_FIELD_VALUE)
        return game or game_called(DEFAULT), problems
    likely = _likely_game(source)
    if likely is None:
        return game_called(DEFAULT), ()
    return likely.game, (likely.finding,)


def usable_game(
    named: re.Match[str], source: Source, code: Code
) -> tuple[AnyGame | None, tuple[Finding, ...]]:
    """The game that the first group of a match names, or the finding that it cannot be used."""
    game, message, hint = find_game(named[1])
    if game is not None:
        return game, ()
    return None, (code.at(source.span(*named.span(1)), message, hint=hint),)


def find_game(name: str) -> tuple[AnyGame | None, str, str]:
    """The game of a name; if there is none that can be used, why, and what to do."""
    if not is_known(name):
        cure = f"install the package that has it, or name one of {', '.join(names())}"
        return None, f"there is no game `{name}`", did_you_mean(name, names(), cure)
    try:
        return game_called(name), "", ""
    except ValueError as error:
        return None, str(error), "install a version of the package that fits this casekit"


class _LikelyGame(NamedTuple):
    """A game that a text seems to be of, and the finding that the text does not name it."""

    game: AnyGame
    finding: Finding


def _likely_game(source: Source) -> _LikelyGame | None:
    """The game to which most headings of a text that names no game belong, if there is one.

    One of the headings, at least, is not a block of the default game. Among several games it is the one to
    which most lines belong.
    """
    text = source.text
    headings = _headings(text)
    words = {heading[1] for heading in headings}
    usual_blocks = game_called(DEFAULT).dialect.blocks
    if not words - usual_blocks or len(words) > MOST_HEADING_WORDS:
        return None
    likely: list[AnyGame] = []
    for name in sorted(GAMES.keys() - {DEFAULT}):
        game = game_called(name)
        known_words = words & game.dialect.blocks
        own_words = known_words - usual_blocks
        if own_words and 2 * len(known_words) > len(words):
            likely.append(game)
    if not likely:
        return None
    game = likely[0]
    if len(likely) > 1:
        lines = [_TOKEN.findall(line) for line in text[:CHARACTERS_READ].splitlines()]
        game = max(likely, key=lambda candidate: _lines_that_fit(lines, candidate.dialect))
    own_blocks = game.dialect.blocks - usual_blocks
    own_heading = next(heading for heading in headings if heading[1] in own_blocks)
    finding = codes.MISSING_FIELD.at(
        source.span(*own_heading.span(1)),
        f"this looks like a {game.dialect.noun} of {game.title}, but the header does not name its game",
        hint=f"begin with `game: {game.name}`",
    )
    return _LikelyGame(game, finding)


def _headings(text: str) -> list[re.Match[str]]:
    """The headings of a text, which begin their lines."""
    headings = []
    # It takes much longer to look at the beginning of every line.
    for heading in _HEADING.finditer(text):
        line_start = text.rfind("\n", 0, heading.start()) + 1
        if not text[line_start : heading.start()].strip(" \t"):
            headings.append(heading)
    return headings


def _lines_that_fit(lines: list[list[str]], dialect: Dialect) -> int:
    """How many lines have, in order, the words of a line of a game; lines of names alone do not count."""
    phrases: set[tuple[str, ...]] = set()
    for block in dialect.outline:
        for form in block.lines:
            for pattern in dialect.patterns.get(form, ()):
                words = tuple(part.text for part in pattern if isinstance(part, Literal))
                if any(map(str.isalpha, words)):
                    phrases.add(words)
    count = 0
    for line in lines:
        if any(_in_order(words, line) for words in phrases):
            count += 1
    return count


def _in_order(words: tuple[str, ...], line: list[str]) -> bool:
    """Whether words are in a line in this order, with others between them or not."""
    rest_of_line = iter(line)  # ``in`` goes on after the last word that was found
    return all(word in rest_of_line for word in words)

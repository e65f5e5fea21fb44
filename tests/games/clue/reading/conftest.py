"""Puzzles as text: the base puzzle with fragments over it, and random ones with every liberty a writer has."""

from types import SimpleNamespace

import pytest
from hypothesis import strategies as st

from casekit.diagnostics import Source
from casekit.games.clue.game import GAME
from casekit.kit.code_registry import base_of
from casekit.language.syntax.parser import parse
from tests.drawn import line_of, texts
from tests.overlay import overlay

CLASSIC_EDITION = GAME.language.default_edition()

BASE = base_of("clue")


@pytest.fixture(scope="session")
def base():
    """The text of the base puzzle."""
    return BASE


@pytest.fixture(scope="session")
def parsed():
    """Parses a text; gives the tree and the identifiers of what is wrong with their lines."""

    def run(text):
        tree, problems = parse(Source("some.case", text), GAME.dialect)
        return tree, [(problem.code.id, problem.span.line) for problem in problems]

    return run


@pytest.fixture(scope="session")
def reading():
    """Types a fragment over the base puzzle, or a whole text."""

    def run(fragment="", *, whole=False, edition=CLASSIC_EDITION):
        text = fragment if whole else overlay(BASE, fragment)
        tree, _ = parse(Source("some.case", text), GAME.dialect)
        return GAME.language.resolve(tree, edition)

    return run


@pytest.fixture(scope="session")
def puzzle(reading):
    """The typed puzzle of a fragment over the base puzzle."""

    def run(fragment="", **options):
        return reading(fragment, **options).document.puzzle

    return run


# --- random puzzles ------------------------------------------------------------------------------

# Names that begin or end like words of the language, or are such words in another place.
NAMES = (
    *("SCARLET", "rope", "dining", "Zürich", "x1", "room-6", "Ελένη", "a_b", "showstopper", "wrongdoer"),
    *("players", "seat", "play", "truth", "passes", "shows", "suggests", "right", "wrong", "all", "envelope"),
    *("in-law", "not", "every", "passes-by", "suggestsX"),
)
names = st.sampled_from(NAMES)


def _cards(least):
    return st.lists(names, min_size=least, max_size=4).map(
        lambda found: [f"{name}," for name in found[:-1]] + found[-1:]
    )


replies = st.one_of(
    names.map(lambda name: [name, "passes"]),
    names.map(lambda name: [name, "shows"]),
    st.tuples(names, names).map(lambda two: [two[0], "shows", two[1]]),
)


@st.composite
def _suggestions(draw):
    answers = draw(st.lists(replies, max_size=3))
    flat = [
        f"{word}," if last and at < len(answers) - 1 else word
        for at, answer in enumerate(answers)
        for last, word in ((position == len(answer) - 1, word) for position, word in enumerate(answer))
    ]
    colon = [":"] if answers else draw(st.sampled_from([[], [":"]]))
    return draw(line_of([draw(names), "suggests", *draw(_cards(1)), *colon, *flat]))


@st.composite
def _accusations(draw):
    outcome = draw(st.sampled_from(["right", "wrong"]))
    return draw(line_of([draw(names), "accuses", *draw(_cards(1)), ":", outcome]))


_hands = _cards(1).flatmap(line_of)
_holdings = st.tuples(names, _cards(0)).flatmap(lambda both: line_of([both[0], ":", *both[1]]))
_players = st.tuples(names, st.integers(0, 999_999_999)).flatmap(
    lambda both: line_of([both[0], str(both[1])])
)
_prose = st.lists(
    st.sampled_from(
        ["rain", "5", "*star*", "“quoted”", "TODO", "\\~", "x" * 90, "suggests", "key:", "//", "=="]
    ),
    min_size=1,
    max_size=30,
).map(lambda found: ("\\" if found[0] in {"//", "=="} else "") + " ".join(found))
_ITEMS = {
    "players": _players,
    "seat": _hands,
    "prose": _prose,
    "play": st.one_of(_suggestions(), _suggestions(), _accusations()),
    "truth": _holdings,
    "notes": st.one_of(_prose, st.sampled_from(["  - deeper", "~ not logic", "A 6"])),
    "unknown": st.one_of(_prose, st.sampled_from(["  - deeper", "A 6", "A suggests a: B shows"])),
}
_HEADINGS = {
    "players": ("== players",),
    "seat": ("== seat SCARLET", "==  seat\tall"),
    "prose": ("== presentation", "== solution"),
    "play": ("== play",),
    "truth": ("== truth",),
    "notes": ("== notes",),
    "unknown": ("== plays", "== SCARLET rope", "== truthful"),
}


def _puzzles(kinds):
    fields = ["title", "level", "author"], ["The Gong", "x  // y", "a: b", "~ a"]
    return texts(*fields, [(_HEADINGS[kind], _ITEMS[kind]) for kind in kinds], first=("game: clue",))


@pytest.fixture(scope="session")
def strategies():
    """Strategies of texts: ``known`` puzzles, and ``puzzles`` that may have headings of no block."""
    known = sorted(set(_ITEMS) - {"unknown"})
    return SimpleNamespace(known=_puzzles(known), puzzles=_puzzles(sorted(_ITEMS)))

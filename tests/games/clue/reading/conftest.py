"""Puzzles as text: the base puzzle with fragments over it, and random ones with every liberty a writer has."""

from types import SimpleNamespace

import pytest
from hypothesis import strategies as st

from casekit.diagnostics import Source
from casekit.diagnostics.overlay import overlay
from casekit.games.all_codes import base_of
from casekit.games.clue.game import GAME
from casekit.language.document.parsing import parse

CLASSIC_EDITION = GAME.built_in()

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
        return GAME.read(tree, edition)

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
comments = st.builds(
    "{}{}".format, st.sampled_from(["//", "// "]), st.sampled_from(["", "why", "a // b", '"x', "== h", "A 6"])
)


@st.composite
def _line_of(draw, parts):
    """Parts with free space, perhaps over several lines and with comments between; no part is first but the first."""
    out = parts[0]
    for part in parts[1:]:
        out += draw(st.sampled_from([" ", "  ", "\t", "\n   ", "\r\n\t  ", " // over\n    "])) + part
    return out + draw(st.sampled_from(["", " ", "  // behind"]))


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
    return draw(_line_of([draw(names), "suggests", *draw(_cards(1)), *colon, *flat]))


@st.composite
def _accusations(draw):
    outcome = draw(st.sampled_from(["right", "wrong"]))
    return draw(_line_of([draw(names), "accuses", *draw(_cards(1)), ":", outcome]))


_hands = _cards(1).flatmap(_line_of)
_holdings = st.tuples(names, _cards(0)).flatmap(lambda both: _line_of([both[0], ":", *both[1]]))
_players = st.tuples(names, st.integers(0, 999_999_999)).flatmap(
    lambda both: _line_of([both[0], str(both[1])])
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


@st.composite
def _blocks(draw, kind):
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.integers(0, 3)) == 0:
            lines.append(draw(comments))
        if draw(st.integers(0, 3)) == 0:
            lines.append(draw(st.sampled_from(["", "  ", "\t"])))
        lines.append(draw(_ITEMS[kind]))
    heading = draw(st.sampled_from(_HEADINGS[kind])) + draw(st.sampled_from(["", "  // aside"]))
    lead = [draw(comments)] if draw(st.integers(0, 3)) == 0 else []
    return "\n".join([*lead, heading, *lines])


def _key(line):
    return line.split(":")[0] if ":" in line and not line.startswith("//") else object()


_fields = st.builds(
    "{}:{}{}".format,
    st.sampled_from(["title", "level", "author"]),
    st.sampled_from(["", " ", "\t  "]),
    st.sampled_from(["", "The Gong", "x  // y", "a: b", "~ a"]),
)


@st.composite
def _puzzles(draw, kinds):
    header = draw(st.lists(st.one_of(_fields, comments, st.just("")), max_size=4, unique_by=_key))
    blocks = [draw(st.sampled_from(kinds).flatmap(_blocks)) for _ in range(draw(st.integers(0, 4)))]
    gap = draw(st.sampled_from(["\n", "\n\n", "\n  \n\n"]))
    text = gap.join(["game: clue", *header, *blocks])
    return text + draw(st.sampled_from(["", "\n", "\n\n"]))


@pytest.fixture(scope="session")
def strategies():
    """Strategies of texts: ``known`` puzzles, and ``puzzles`` that may have headings of no block."""
    known = sorted(set(_ITEMS) - {"unknown"})
    return SimpleNamespace(known=_puzzles(known), puzzles=_puzzles(sorted(_ITEMS)))

"""Random formulas as syntax trees, and random cases as text with every liberty a writer has."""

from types import SimpleNamespace

import pytest
from hypothesis import strategies as st

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    Distinction,
    GroupName,
    ListExtent,
    Membership,
    Negation,
    Quantification,
    Range,
    TermNode,
    TimeShift,
    Word,
)
from casekit.language.syntax.parser import parse
from tests.drawn import line_of, texts
from tests.quantifiers import WITH_NUMBER, WITHOUT_NUMBER

# Names that begin or end like words of the language, or are such words in another place.
NAMES = (
    *("ANNA", "room", "zone-6", "Zürich", "x1", "nothing", "order", "android", "iffy", "in-law", "or-else"),
    *(
        "not-yet",
        "presentation",
        "facts",
        "motive",
        "method",
        "culprit",
        "victim",
        "none",
        "typed",
        "says-so",
    ),
    *("lie-down", "hinted", "at-sea", "everyone", "Ελένη", "a_b", "exactly2", "no-one"),
    *(
        "to",
        "min",
        "all",
        "different",
        "for",
        "clock",
        "group",
        "by",
        "steps",
        "just_before",
        "all-different",
    ),
)
names = st.sampled_from(NAMES)
words = names.map(Word)
times = st.builds("{:02}:{:02}".format, st.integers(0, 99), st.integers(0, 99))
numbers = st.integers(0, 999_999_999).map(str)
minutes = st.integers(-999_999_999, 999_999_999).filter(bool)
_plain = st.one_of(names, names, names, times, numbers).map(TermNode)
_shifts = st.builds(TimeShift, _plain, minutes) | st.builds(
    TimeShift, st.builds(TimeShift, _plain, minutes), minutes
)
terms = st.recursive(
    _plain,
    lambda inner: st.builds(
        TermNode, names, st.lists(st.one_of(inner, inner, _shifts), min_size=1, max_size=3).map(tuple)
    ),
    max_leaves=4,
)
# What is deferred is not written out where a strategy is shown, which would take pages.
operands = st.deferred(lambda: st.one_of(terms, terms, st.builds(TimeShift, terms, minutes), _shifts))
extents = st.deferred(
    lambda: st.one_of(
        st.builds(ListExtent, st.lists(operands, max_size=2).map(tuple)),
        st.builds(Range, operands, operands),
        st.builds(GroupName, names),
    )
)
_terms = st.deferred(lambda: terms)
atoms = st.one_of(
    _terms,
    st.builds(Comparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), operands, operands),
    st.builds(Membership, operands, extents),
    st.builds(
        Distinction,
        st.lists(_terms, min_size=1, max_size=2).map(tuple),
        words,
        words,
        st.lists(_terms, max_size=1).map(tuple),
        st.none() | extents,
    ),
)


def _larger(inner):
    excluded = st.lists(_terms, max_size=2).map(tuple)
    within = st.none() | extents
    return st.one_of(
        st.builds(Negation, inner),
        st.builds(Connective, st.sampled_from(["and", "or", "implies", "iff"]), inner, inner),
        st.builds(
            Quantification,
            st.sampled_from(WITHOUT_NUMBER),
            st.just(0),
            words,
            words,
            excluded,
            inner,
            within,
        ),
        st.builds(
            Quantification,
            st.sampled_from(WITH_NUMBER),
            st.integers(0, 999_999_999),
            words,
            words,
            excluded,
            inner,
            within,
        ),
    )


FORMULAS = st.recursive(atoms, _larger, max_leaves=8)

# --- texts ---------------------------------------------------------------------------------------

_PLAIN = (
    *(
        "*star*",
        "it's",
        "\\~",
        "\\==",
        "\\//",
        "\\\\",
        "~",
        "//",
        "==",
        "http://x.y/z",
        "a\\*b",
        '"said"',
        "\\",
    ),
    *("rain", "5", "O'Neil", "naïve", "“quoted”", "TODO", "x" * 90, "—", "type", "lie", "key:", "motive"),
)
spaces = st.sampled_from([" ", "  ", "\t", " \t"])
prose_words = st.lists(st.sampled_from(_PLAIN), min_size=1, max_size=30)


def _prose_line(found, gap):
    line = gap.join(found)
    return f"\\{line}" if line.startswith(("~", "//", "==")) else line


prose_lines = st.builds(_prose_line, prose_words, spaces)
labels = st.lists(
    st.sampled_from(["rest", 'a \\"b\\"', "//", "~", "ends\\\\", "ü"]), min_size=1, max_size=4
).map(lambda found: '"' + " ".join(found) + '"')


_FORMULA_PARTS = (
    ("room(ANNA)", "=", "suite"),
    ("every", "suspect X:", "keycard(X)", "implies", "not", "(a", "or b)"),
    ("exactly", "2 suspect X", "except ANNA,", "BRUNO:", "room(X) in {", "a, b", "}"),
    ("left(BRUNO)", "<=", "dinner"),
    ("a", "iff b implies", "c", "or d", "and not e"),
    ("every", "time T in 9:40 to", "23:55 - 5 min:", "steps(a, room(X, T", "+ 10 min)) <= 02"),
    ("just_before(room(X, T", "+ 10 min", "),", "9:40", ")"),
    ("all", "different cab(X), b", "for suspect X", "in women", "except c"),
    ("X in women", "and Y in a to", "b or Z in {", "}"),
)


@st.composite
def _statements(draw):
    parts = [
        "~",
        *draw(st.sampled_from([(), ("lie",), ("hint",)])),
        *draw(st.sampled_from([(), ("ANNA says",), ("ANNA", "says author(letter,", "9:05)", "says")])),
    ]
    parts += draw(st.sampled_from(_FORMULA_PARTS))
    if draw(st.booleans()):
        parts.append(draw(labels))
    return draw(line_of(parts))


_formula_lines = st.sampled_from(_FORMULA_PARTS).flatmap(line_of)
_passages = st.one_of(prose_lines, prose_lines, _statements())
_ITEMS = {
    "passage": _passages,
    "terms": st.builds("{} {} {}".format, st.sampled_from(["motive", "method"]), names, labels),
    "facts": st.one_of(
        st.sampled_from(
            ["room(suspect): location", "keycard( suspect,person )", "left(suspect):hour ?", "bottle"]
        ),
        st.sampled_from(
            [
                *[("type hour:", "dusk,", "dinner"), ("type t:", "a"), ("type clock:", "clock,", "group")],
                ("type time:", "clock 9:00", "to 01:00", "every 05 min"),
                ("group women:", "ANNA,", "9:05"),
            ]
        ).flatmap(line_of),
        st.lists(labels, max_size=2).flatmap(lambda found: line_of(("room(suspect):", "location", *found))),
        st.lists(labels, max_size=2).flatmap(lambda found: line_of(("bottle", *found))),
    ),
    "lines": _formula_lines,
    "notes": st.one_of(prose_lines, st.sampled_from(["  - deeper", "~ not logic", "motive x"])),
}
_HEADINGS = {
    "passage": (
        "== presentation",
        "== ANNA alibi",
        "==  BRUNO\twitness",
        "== 5, suite,07",
        "== 20",
        "== solution",
    ),
    "terms": ("== terms",),
    "facts": ("== facts",),
    "lines": ("== rules", "== truth"),
    "notes": ("== notes",),
}
_KINDS = [(_HEADINGS[kind], items) for kind, items in _ITEMS.items()]
_cases = texts(
    ["title", "level", "victim", "my-key"],
    ["The Last Toast", "x  // y", "a: b", "http://x", "~ a", '"q'],
    _KINDS,
).map(lambda text: text if text.strip() else f"title: t\n{text}")


@pytest.fixture(scope="session")
def strategies():
    """Strategies: ``formulas`` (syntax trees), ``cases`` (texts that are well-formed), ``names``."""
    return SimpleNamespace(formulas=FORMULAS, cases=_cases, names=names)


@pytest.fixture(scope="session")
def read():
    """Parses a text; gives the document and the identifiers of what is wrong with their lines."""

    def run(text: str):
        document, problems = parse(Source("some.case", text), CASE)
        return document, [(problem.code.id, problem.span.line) for problem in problems]

    return run

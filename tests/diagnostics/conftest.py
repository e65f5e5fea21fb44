from collections.abc import Callable

import pytest

from casekit.diagnostics import Edit, Finding, Related, Report, Source, codes
from casekit.games.midnight.codes import INNOCENT_LIAR, SHARED_PARAGRAPH, UNMARKED_LIE

TEXT = """\
title: The Last Soup
== truth
culprit = CLARA
== ANNA alibi
I was {alone} in the galley.
~ room(ANNA) = suite && tin = deck
"""


@pytest.fixture
def source() -> Source:
    return Source("last soup.case", TEXT)


@pytest.fixture
def place(source: Source) -> Callable:
    """The span of a piece of the text."""

    def find(text: str):
        start = source.text.index(text)
        return source.span(start, start + len(text))

    return find


@pytest.fixture
def liar(place) -> Finding:
    return Finding(
        INNOCENT_LIAR,
        "ANNA is innocent, but this is false",
        place("room(ANNA) = suite"),
        hint="Change the statement, or the truth.",
        related=(Related(place("culprit = CLARA"), "the culprit"),),
    )


@pytest.fixture
def foreign(place) -> Finding:
    span = place("&&")
    return Finding(
        codes.FOREIGN_OPERATOR,
        "'&&' is not a word of ours",
        span,
        hint="Write 'and'.",
        fix=(Edit(span, "and"),),
    )


@pytest.fixture
def shared(place) -> Finding:
    return Finding(SHARED_PARAGRAPH, "two paths lead here", place("== ANNA alibi"))


@pytest.fixture
def unmarked(place) -> Finding:
    return Finding(UNMARKED_LIE, "this is false", place("tin = deck"))


@pytest.fixture
def report(source: Source) -> Callable:
    """A report on the text with these findings."""

    def make(*diagnostics: Finding, cases=()) -> Report:
        return Report(diagnostics, {source.name: source}, (source.name,), cases)

    return make

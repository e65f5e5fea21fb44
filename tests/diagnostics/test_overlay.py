import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

BASE = """\
title: A
level: amateur

== one
First.

== two two
Second.
~ p "Second"
"""


@pytest.mark.parametrize(
    ("expected", "fragment"),
    [
        (BASE, ""),
        (BASE.replace("title: A", "title: B"), "title: B\n"),
        (BASE.replace("title: A", "title: B\ntitle: C"), "title: B\ntitle: C"),
        (BASE.replace("amateur\n", "amateur\nauthor: X\n"), "author: X"),
        (BASE.replace("amateur\n", "amateur\n~ p\n"), "~ p"),
        (BASE.replace("First.", "Other."), "== one\nOther.\n"),
        (BASE.replace("== one\nFirst.", "==one\nOther."), "==one\nOther."),
        (BASE.replace("First.", ""), "== one"),
        (BASE.replace("First.", "A.\n\n== one\nB."), "== one\nA.\n== one\nB."),
        (BASE.replace('== two two\nSecond.\n~ p "Second"', "==  two   two\nOther."), "==  two   two\nOther."),
        (BASE + "\n== three\nThird.\n", "== three\nThird.\n"),
        (BASE.replace("== one\nFirst.\n\n", ""), "== - one"),
        (BASE.replace("level: amateur\n", ""), "== - level:"),
        (BASE.replace("== one\nFirst.\n\n", "") + "\n== 1\nFirst.\n", "== - one\n\n== 1\nFirst."),
    ],
)
def test_a_fragment_takes_the_place_of_what_has_its_name(expected, fragment):
    squeezed = [line for line in expected.splitlines() if line]
    assert squeezed == [line for line in overlay(BASE, fragment).splitlines() if line]


def test_blocks_stand_apart():
    assert BASE.replace("First.", "Other.") == overlay(BASE, "== one\nOther.\n\n\n")


def test_the_base_case_over_itself_is_itself():
    assert base_of() == overlay(base_of(), base_of())

"""Slips of writers are named: most of those that a person makes, each with its place and a cure."""

import re
import tomllib
from pathlib import Path

import pytest

from casekit.games.editions import Editions
from casekit.pipeline import checking
from casekit.pipeline.given_documents import Input, open_document

HERE = Path(__file__).resolve().parent
CASE = (HERE / "station.case").read_text(encoding="utf-8")
SLIPS = tomllib.loads((HERE / "slips.toml").read_text(encoding="utf-8"))["slips"]
LEAST = 50
"""As many slips of the list are named."""


def slipped(slip):
    """The case with a slip."""
    if "swap" in slip:
        one, other = (
            re.search(rf"(?<=== {each}\n).*?\n\n(?===)", CASE, re.DOTALL)[0] for each in slip["swap"]
        )
        return CASE.replace(one, "\0").replace(other, one).replace("\0", other)
    assert 1 == CASE.count(slip["old"]), slip
    return CASE.replace(slip["old"], slip["new"])


def findings(text):
    case = open_document(Input("station.case", text.encode(), HERE / "station.case"), Editions())
    return checking.check(case, notes=True).diagnostics


def test_without_a_slip_nothing_is_found():
    assert () == findings(CASE)


@pytest.mark.parametrize(
    "slip", SLIPS, ids=[f"{at}-{slip['code'] or 'unseen'}" for at, slip in enumerate(SLIPS)]
)
def test_a_slip_is_named_with_place_and_cure(slip):
    found = findings(slipped(slip))
    named = [each for each in found if each.code.id == slip["code"]]
    assert bool(slip["code"]) == bool(named), [f"{each.code.id} {each.message}" for each in found]
    assert all(each.hint and each.span.line for each in named)


def test_most_are_named():
    assert 60 <= len(SLIPS)
    assert LEAST <= sum(bool(slip["code"]) for slip in SLIPS)

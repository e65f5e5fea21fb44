"""Slips of writers are named: most of those that a person makes, each with its place and a cure."""

import re
import tomllib
from pathlib import Path

import pytest

from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking
from casekit.pipeline.loading import InputFile, open_document
from casekit.pipeline.revisions import DocumentRevision
from casekit.pipeline.version_comparison import compare

HERE = Path(__file__).resolve().parent
TOLD = tomllib.loads((HERE / "slips.toml").read_text(encoding="utf-8"))
SLIPS, REVISIONS = TOLD["slips"], TOLD["revisions"]
CASES = ("station.case", "ferry/ferry.case")
USUAL = {"CK506", "CK133"}
"""Findings of the cases without a slip."""
LEAST = 0.85
"""This share of the slips is named."""


def text(case):
    return (HERE / case).read_text(encoding="utf-8")


def slipped(slip):
    """The case with a slip."""
    case = text(slip.get("case", CASES[0]))
    if "swap" in slip:
        one, other = (
            re.search(rf"(?<=== {each}\n).*?\n\n(?===)", case, re.DOTALL)[0] for each in slip["swap"]
        )
        return case.replace(one, "\0").replace(other, one).replace("\0", other)
    assert slip.get("times", 1) == case.count(slip["old"]), slip
    return case.replace(slip["old"], slip["new"])


def findings(case, text):
    document = open_document(InputFile(case, text.encode(), HERE / case), EditionFinder())
    return checking.check_document(document, checking.CheckOptions(notes=True)).diagnostics


@pytest.mark.parametrize("case", CASES)
def test_without_a_slip_nothing_is_found(case):
    found = {each.code.id for each in findings(case, text(case))}
    assert USUAL >= found  # some of what it tells is there to be told otherwise


@pytest.mark.parametrize(
    "slip", SLIPS, ids=[f"{at}-{slip['code'] or 'unseen'}" for at, slip in enumerate(SLIPS)]
)
def test_a_slip_is_named_with_place_and_cure(slip):
    found = findings(slip.get("case", CASES[0]), slipped(slip))
    named = [each for each in found if each.code.id == slip["code"]]
    if not slip["code"]:  # nobody is told anything, not even of something else
        named = [each for each in found if each.code.id not in {"CK134", *USUAL}]
    assert bool(slip["code"]) == bool(named), [f"{each.code.id} {each.message}" for each in found]
    assert all(each.hint and each.span.line for each in named)


def test_most_are_named():
    assert 100 <= len(SLIPS)
    assert LEAST * len(SLIPS) <= sum(bool(slip["code"]) for slip in SLIPS)


def test_a_rule_that_says_too_little_has_its_cure():
    slip = {"old": "not axe_clean iff method = axe", "new": "method = axe implies not axe_clean"}
    (found,) = [each for each in findings(CASES[0], slipped(slip)) if each.code.id == "CK502"]
    assert "write `iff` in `method = axe implies not axe_clean`" in found.hint


@pytest.mark.parametrize("revision", REVISIONS, ids=[each["new"] for each in REVISIONS])
def test_a_revision_is_shown_beside_what_it_contradicts(revision):
    case = revision.get("case", CASES[0])
    sides = (
        {
            "": DocumentRevision(
                case, each.encode(), lambda game: EditionFinder().of((HERE / case).parent, game)
            )
        }
        for each in (text(case), slipped(revision))
    )
    (compared,) = compare(*sides, None, lambda _: None)
    assert revision["shown"] in [
        row["heading"] for block in compared.text["blocks"] for row in block["elsewhere"]
    ]

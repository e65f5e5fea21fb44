"""What findings advise: how many changes would do, who could tell a fact, what readers will prove."""

from pathlib import Path

import pytest

from casekit.games.midnight.language.edition_file import load_edition
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.pipeline import checking
from tests.overlay import overlay

BASE = base_of()


@pytest.fixture
def finding(check):
    """The first finding of a code in a whole text."""

    def first(text, code):
        return next(found for found in check(text, whole=True).diagnostics if found.code.id == code)

    return first


def test_more_changes_than_are_named_are_counted(finding):
    rules = "common owes(ANNA)\ncommon owes(BRUNO)\ncommon owes(CLARA)\ncommon some suspect X: not owes(X)\nroom(culprit)"
    told = finding(BASE.replace("room(culprit)", rules, 1), "CK501").message
    assert (
        "line 23 (common knowledge); or line 24 (common knowledge); or line 25 (common knowledge); or 1 more"
        in told
    )


def test_what_the_culprit_must_not_say_is_shown_to_be_true(finding):
    text = overlay(BASE, "liar: must\n\n== CLARA motive\nI owed Otto a little.\n~ owes(CLARA)\n")
    found = finding(text, "CK410")
    assert "the culprit must lie here, but this is true, as the 2 lines below show" == found.message


def test_a_long_path_does_not_run_into_its_quotation():
    edition, _ = load_edition(
        base_of("midnight", "base.toml").replace("CLARA", "CLARABELLA").encode(), Path("edition.toml")
    )
    text = BASE.replace("CLARA", "CLARABELLA").encode()
    told = checking.check_bytes(
        text, "some.case", LoadedEdition(edition), checking.CheckOptions(verdict_in_words=True)
    ).verdict_text
    assert '  CLARABELLA alibi  "out on deck" (a lie)\n' in told


def test_that_it_was_neither_accident_nor_suicide_is_told_outright(finding):
    lines = ("~ culprit != victim", "~ no suspect")
    text = "".join(line for line in BASE.splitlines(keepends=True) if not line.startswith(lines))
    told = finding(text, "CK502").hint
    assert "state `~ culprit != nobody and culprit != victim` (for instance in the presentation)" == told


def test_nobody_who_was_elsewhere_is_to_tell_of_a_place(finding):
    text = overlay(
        BASE,
        '== ANNA motive\nI saw a tin.\n~ tin = suite or tin = galley "a tin"\n\n'
        '== 01\nOtto\'s notebook names CLARA: four thousand.\n~ owes(CLARA) "four thousand"\n',
    )
    assert "state `~ tin = suite` (for instance in 01)" == finding(text, "CK502").hint


def test_somebody_who_was_there_may_tell_of_a_place(finding):
    text = overlay(
        BASE.replace("tin = suite\n\n== ANNA alibi", "tin = galley\n\n== ANNA alibi").replace(
            "method = poison iff tin = suite", "method = poison iff tin = galley"
        ),
        '== ANNA motive\nI saw a tin.\n~ tin = suite or tin = galley "a tin"\n\n'
        '== 01\nOtto\'s notebook names CLARA: four thousand.\n~ owes(CLARA) "four thousand"\n',
    )
    assert "state `~ tin = galley` (for instance in 02 or ANNA motive)" == finding(text, "CK502").hint


def test_a_line_that_lacks_brackets_is_shown_with_them(finding):
    found = finding(BASE.replace("room(culprit)", "not owes(ANNA) and owes(ANNA)\nroom(culprit)", 1), "CK501")
    assert "the case contradicts itself: this line cannot hold at all" == found.message
    assert (
        "write `not (owes(ANNA) and owes(ANNA))` if you mean that; this is read as `(not owes(ANNA)) and owes(ANNA)`"
        == found.hint
    )


def test_a_line_that_no_brackets_help_is_to_be_corrected(finding):
    text = BASE.replace("room(culprit)", "motive = debt and motive = envy\nroom(culprit)", 1)
    assert "correct this line" == finding(text, "CK501").hint


TOLD_BY = "Whoever owed him money had no other reason; and nobody brings a tin of rat poison to the suite for the rats"


@pytest.mark.parametrize(
    ("rule", "quotation", "advice"),
    [
        (
            "motive = debt iff owes(culprit)",
            "Whoever owed him money had no other reason",
            f'perhaps of "{TOLD_BY}"',
        ),
        (
            "room(culprit) = suite",
            "whoever killed him was in the suite",
            "`common` is for what no reader would dispute",
        ),
        ("owes(CLARA) implies owes(culprit) or tin = deck", "", "quote the words that say it"),
        ("room(ANNA) = room(BRUNO)", "", "write a sentence in the presentation that says it, and quote that"),
    ],
)
def test_a_rule_that_nobody_knows_is_to_be_quoted_and_never_vouched_for_by_itself(
    check, rule, quotation, advice
):
    line = f'{rule} "{quotation}"'
    text = BASE.replace(line, rule) if quotation else BASE.replace("== rules\n", f"== rules\n{rule}\n")
    (found,) = [each for each in check(text, whole=True).diagnostics if each.code.id == "CK508"]
    assert advice in found.hint
    assert () == found.fix


ALIBIS = [line for line in BASE.splitlines() if line.startswith("~") and "room(ANNA) = galley" in line]


ONE_GAP = """\
== facts
room(suspect): location
owes(suspect)
tin: location

== rules
room(culprit) = suite "whoever killed him was in the suite"
common motive = debt iff culprit = CLARA
method = poison iff tin = suite "nobody brings a tin of rat poison to the suite for the rats"
"""


def test_one_gap_in_two_elements_is_told_once(check):
    text = overlay(BASE, ONE_GAP)
    for line in (*ALIBIS, '~ no suspect X: room(X) = deck "nobody has set foot on it"'):
        text = text.replace(f"{line}\n", "")
    (found,) = [each for each in check(text, whole=True).diagnostics if each.code.id == "CK502"]
    first, also, *_ = found.message.splitlines()
    assert first.startswith("the culprit is not certain: it could also be ")
    assert 'so is the motive, for the same reason: it could also be "Out of envy"' == also


SHOWN = (
    '~ shown culprit = CLARA by ANNA alibi, BRUNO alibi, 03 "CLARA owed Otto more than she could ever pay"\n'
)


@pytest.mark.parametrize(
    ("lost", "silent", "hint"),
    [
        (
            ALIBIS[:2],
            "of which ANNA alibi and BRUNO alibi state nothing",
            "state `~ room(ANNA) = galley` and `~ room(BRUNO) = galley` (for instance in ANNA alibi or BRUNO alibi); or name ",
        ),
        (ALIBIS, "of which ANNA alibi and BRUNO alibi state nothing", "state `~ room("),
    ],
)
def test_where_a_clue_is_lost_the_gap_is_named_before_the_claim(check, lost, silent, hint):
    text = BASE + SHOWN
    for line in lost:
        text = text.replace(f"{line}\n", "")
    (found,) = [each for each in check(text, whole=True).diagnostics if each.code.id == "CK510"]
    assert silent in found.message
    assert found.hint.startswith(hint)
    assert ["ANNA alibi states nothing", "BRUNO alibi states nothing"] == [
        each.label for each in found.related
    ]

"""One mistake gives one error: what follows from it is held back."""

import pytest

from casekit.kit.code_registry import base_of


@pytest.mark.parametrize(
    ("expected", "right", "wrong"),
    [
        ("CK306", "== facts", "== fact"),
        ("CK306", "== terms", "== term"),
        ("CK101", "owes(suspect) ", "owes suspect "),
        ("CK209", "tin: location", "tin: locatoin"),
        ("CK101", '"To be rid of a debt"', "To be rid of a debt"),
        ("CK110", "title: ", "Title: "),
        ("CK101", "level: ", "level "),
        ("CK302", "== CLARA motive", "== CLARA witness"),
        ("CK306", "== CLARA motive", "== CLARA motiv"),
        ("CK306", "== CLARA motive", "== KLARA motive"),
        ("CK102", "== ANNA alibi", "==ANNA alibi"),
        ("CK201", "\ntin = suite", "\ntim = suite"),
    ],
)
def test_one_slip_gives_one_finding(expected, right, wrong, found):
    text = base_of()
    assert right in text
    assert [expected] == found(text.replace(right, wrong, 1), whole=True)


def test_an_unknown_name_elsewhere_is_still_reported(found):
    text = base_of().replace("owes(suspect) ", "owes suspect ").replace("\ntin = suite", "\ntim = suite")
    assert ["CK101", "CK201"] == found(text, whole=True)


def test_a_statement_in_the_edition_s_rules_leaves_no_verdict(check, loaded_edition):
    from dataclasses import replace

    from casekit.games.midnight.document import GeneralRule

    broken = replace(
        loaded_edition, settings=replace(loaded_edition.settings, rules=(GeneralRule("~ culprit = ANNA"),))
    )
    checked = check(loaded_edition=broken)
    assert ["CK106"] == [problem.code.id for problem in checked.diagnostics]
    assert checked.verdict is None

"""Quotations that name a time, and formulas that name another."""

from dataclasses import replace

import pytest

from casekit.diagnostics import Severity

CASE = """\
== facts
type time: clock 22:00 to 01:00 every 5 min
seen(suspect): time?

== BRUNO witness
I saw ANNA {words}, over a goose.
~ hint {formula} "{words}"
"""


@pytest.fixture
def told(check, loaded_edition):
    """What the check says of a quotation and a formula, as messages."""

    def run(words, formula, language="en"):
        fragment = CASE.format(words=words, formula=formula)
        other = replace(loaded_edition, settings=replace(loaded_edition.settings, language=language))
        found = check(fragment, loaded_edition=other).diagnostics
        assert {"CK140"} >= {problem.code.id for problem in found if problem.severity is Severity.WARNING}
        return [problem.message for problem in found if problem.code.id == "CK140"]

    return run


@pytest.mark.parametrize(
    ("words", "formula"),
    [
        ("at ten to twelve", "seen(ANNA) = 23:50"),
        ("at ten to twelve", "seen(ANNA) = 00:00 - 10 min"),
        ("at ten to twelve", "seen(ANNA) - 10 min = 23:40 or seen(ANNA) = 23:50"),
        ("between half past eleven and midnight", "seen(ANNA) in 23:30 to 00:00"),
        ("at ten to twelve", "seen(ANNA) in 23:30 to 00:00"),
        ("at ten to twelve, not at midnight", "seen(ANNA) = 23:50"),
        ("shortly before midnight", "seen(ANNA) in 23:50 to 23:55"),
        ("at ten to twelve", "seen(ANNA) != none"),
        ("after the soup", "seen(ANNA) = 23:50"),
        ("from ten to twelve", "seen(ANNA) in 22:00 to 00:00"),
        ("from eleven to midnight", "seen(ANNA) = 23:30"),
        ("between ten and half past", "seen(ANNA) = 22:15"),
        ("from ten till after eleven", "seen(ANNA) = 22:40"),
        ("between 22:00 and 23:00", "seen(ANNA) = 22:30"),
        ("until midnight", "seen(ANNA) = 23:30"),
        ("from half past ten on", "seen(ANNA) = 23:30"),
        ("from eleven to midnight", "every time T in 23:10 to 23:40: seen(ANNA) != T"),
        ("from ten to twelve", "seen(ANNA) = 23:50"),
    ],
)
def test_times_that_agree_are_not_reported(told, words, formula):
    assert [] == told(words, formula)


@pytest.mark.parametrize(
    ("message", "words", "formula"),
    [
        ('"ten to twelve" is 23:50, and the formula says 23:40', "at ten to twelve", "seen(ANNA) = 23:40"),
        ('"11.50" is 23:50, and the formula says 23:55', "at 11.50", "seen(ANNA) = 23:55"),
        ('"half past midnight" is 00:30, and the formula says 23:30', "at half past midnight", "seen(ANNA) = 23:30"),
        ('"11:50 a.m." is 11:50, and the formula says 23:50', "at 11:50 a.m.", "seen(ANNA) = 23:50"),
        (
            '"half past eleven" is 23:30, and the formula says 23:35',
            "between half past eleven and ten to twelve",
            "seen(ANNA) in 23:35 to 23:45",
        ),
        ('"from eleven" is 23:00, and the formula says 22:30', "from eleven to midnight", "seen(ANNA) = 22:30"),
        ('"22:00" is 22:00, and the formula says 23:30', "between 22:00 and 23:00", "seen(ANNA) = 23:30"),
        ('"midnight" is 00:00, and the formula says 00:30', "until midnight", "seen(ANNA) = 00:30"),
        (
            '"from eleven" is 23:00, and the formula says 22:50',
            "from eleven to midnight",
            "every time T in 22:30 to 22:50: seen(ANNA) != T",
        ),
    ],
)  # fmt: skip
def test_other_times_are_reported(told, message, words, formula):
    assert message in told(words, formula)


def test_times_are_read_in_the_language_of_the_edition(told):
    assert [] == told("à minuit moins dix", "seen(ANNA) = 23:50", "fr")
    (message,) = told("à minuit moins dix", "seen(ANNA) = 23:40", "fr")
    assert '"minuit moins dix" is 23:50, and the formula says 23:40' == message
    assert [] == told("de onze heures à minuit", "seen(ANNA) = 23:40", "fr")
    assert [] == told("entre dix heures et onze heures et quart", "seen(ANNA) = 22:40", "fr")
    (message,) = told("de onze heures à minuit", "seen(ANNA) = 22:40", "fr")
    assert '"onze heures" is 23:00, and the formula says 22:40' == message
    assert [] == told("um zehn vor zwölf", "seen(ANNA) = 23:40", "de")


def test_rules_are_looked_at_too(found):
    rules = """\
== facts
type time: clock 22:00 to 01:00 every 5 min
seen(suspect): time?

== presentation
Otto Lind was found dead in his bed, and another hand did it. Nobody was seen on deck at ten to twelve.
~ culprit != victim and culprit != nobody "another hand did it"

== rules
no suspect X: seen(X) = {} "Nobody was seen on deck at ten to twelve"
"""
    assert ("CK140" in found(rules.format("23:40")), "CK140" in found(rules.format("23:50"))) == (True, False)

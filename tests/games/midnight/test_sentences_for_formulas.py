"""Sentences where a formula belongs: the formula that is meant, on the facts that a case declares."""

import pytest

from casekit.kit.code_registry import base_of

FACTS = """\
key(suspect) "(1) had a key" "(1) had no key"
spare_key(suspect)
angry(suspect)
slept(suspect): location "(1) slept in (value) / (1) spent the night in (value)" "(1) did not sleep in (value)"
lamp "the lamp was lit" "the lamp was out"
"""


@pytest.mark.parametrize(
    ("meant", "said"),
    [
        ("not key(CLARA)", "CLARA had no key"),
        ("key(CLARA)", "CLARA had a key"),
        ("not key(CLARA)", "CLARA has no key"),
        ("key(CLARA)", "CLARA has a key"),
        ("not key(CLARA)", "CLARA does not have a key"),
        ("angry(CLARA)", "CLARA was angry"),
        ("not angry(CLARA)", "CLARA is not angry"),
        ("slept(CLARA) = suite", "CLARA slept in the suite"),
        ("slept(CLARA) = suite", "CLARA spent the night in the suite"),
        ("slept(CLARA) != suite", "CLARA did not sleep in suite"),
        ("room(CLARA) = galley", "CLARA was in the galley"),
        ("room(CLARA) != galley", "CLARA was not in the galley"),
        ("lamp", "the lamp was lit"),
        ("not lamp", "the lamp was out"),
        ("", "CLARA sang a song"),
        ("", "CLARA has no umbrella"),
    ],
)
@pytest.mark.parametrize("mode", ["", "lie "])
def test_a_sentence_is_named_with_the_formula_that_fits(check, meant, said, mode):
    text = base_of().replace("tin: location ", f"{FACTS}tin: location ")
    text = text.replace(
        "== CLARA motive\n", f'== CLARA motive\n~ {mode}{said} "Otto was a dear old friend"\n'
    )
    (found, *_) = [each for each in check(text, whole=True).diagnostics if each.code.id == "CK101"]
    assert bool(meant) == (f"write `{meant}`, if" in found.hint)
    assert ("a sentence where a formula belongs" in found.message) == bool(meant)

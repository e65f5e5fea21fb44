"""Sentences on declared facts: what is wrong with them is found, and what is right comes through."""

import pytest

from casekit.games.midnight import codes
from casekit.language.formula.nodes import FactSentences

FACTS = """\
== facts
room(suspect): location // where each was at midnight
owes(suspect)           // who owed Otto money
tin: location           // where the tin of rat poison is
"""


@pytest.mark.parametrize(
    ("declared", "sentences"),
    [
        ('wet "it was wet"', FactSentences("it was wet")),
        ('wet "it was wet" "it was dry."', FactSentences("it was wet", "it was dry")),
        (
            'owed(suspect) "(1) owed him / (1) was in debt" "(1) owed nothing. / (1) was square with him."',
            FactSentences(
                "(1) owed him",
                "(1) owed nothing",
                (("(1) was in debt", True), ("(1) was square with him", False)),
            ),
        ),
        ('left(suspect): location? "(1) left (value)"', FactSentences("(1) left (value)")),
        ('said(suspect) "(1) said that (1) was 😀 (she)"', None),
        (
            'said(suspect) "(1) said that (1) was <i>*glad*</i> 😀"',
            FactSentences("(1) said that (1) was <i>*glad*</i> 😀"),
        ),
        ('said(suspect) "قالت (1) ذلك"', FactSentences("قالت (1) ذلك")),
        (f'wet "{"wet " * 2500}"', FactSentences(("wet " * 2500).strip())),
    ],
)
def test_sentences_are_those_of_the_case(check, declared, sentences):
    case = check(f"{FACTS}{declared}\n").document
    assert sentences == case.sentences.get(declared.partition(" ")[0].partition("(")[0])


@pytest.mark.parametrize(
    ("declared", "code", "at"),
    [
        ('wet "(1) was wet"', codes.UNKNOWN_PLACEHOLDER, "(1)"),
        ('wet "it was (value)"', codes.UNKNOWN_PLACEHOLDER, "(value)"),
        ('wet ""', codes.MISSING_PLACEHOLDER, '""'),
        ('wet "it was wet" "it was wet"', codes.SAME_SENTENCE, '"it was wet"'),
        ('left(suspect): location "(1) left"', codes.MISSING_PLACEHOLDER, '"(1) left"'),
        (
            'owed(suspect) "(1) owed him / he was in debt"',
            codes.MISSING_PLACEHOLDER,
            '"(1) owed him / he was in debt"',
        ),
        ('left(suspect): location "(1) left (place)"', codes.UNKNOWN_PLACEHOLDER, "(place)"),
        ('left(suspect): location "( 1 ) left (value)"', codes.UNKNOWN_PLACEHOLDER, "( 1 )"),
        ('knew(suspect, suspect) "(1) knew (2)" "(2) knew (3)"', codes.UNKNOWN_PLACEHOLDER, "(3)"),
        (
            'knew(suspect, suspect) "(1) knew (2)" "(1) knew nobody"',
            codes.MISSING_PLACEHOLDER,
            '"(1) knew nobody"',
        ),
        ('knew(suspect, suspect) "(0) knew (1) and (2)"', codes.UNKNOWN_PLACEHOLDER, "(0)"),
    ],
)
def test_what_is_wrong_with_a_sentence_is_found_in_its_place(check, declared, code, at):
    checked = check(f"{FACTS}{declared}\n")
    (found,) = [each for each in checked.diagnostics if each.code.severity == "error"]
    text = checked.source.text.encode()
    assert (code, at) == (found.code, text[found.span.start : found.span.end].decode())
    assert found.hint


def test_a_wrong_sentence_holds_back_no_verdict(check):
    checked = check(f'{FACTS}wet "(1) was wet"\n')
    assert "certain" == checked.verdict["elements"]["culprit"]["status"]

"""Findings that follow from others are left out; what has to be put right whatever they say stays."""

import pytest

from casekit.diagnostics import Finding, Related, Source, codes
from casekit.pipeline import checking

SOURCE = Source("x.case", "title: x\n\n== one\nA.\nB.\n\n== two\nC.\n\n== three\nD.\n")


def at(line):
    start = len("".join(SOURCE.text.splitlines(keepends=True)[: line - 1]))
    return SOURCE.span(start, start + 2)


def finding(code, line, *others):
    return Finding(code, "x", at(line), related=tuple(Related(at(other), "y") for other in others))


EXCHANGED = finding(codes.MISPLACED_PARAGRAPH, 3, 7)
# Of each severity one in the family of texts, and one that is not.
OF_TEXTS = {
    "note": codes.UNSTATED_SENTENCE,
    "warning": codes.MISPLACED_PARAGRAPH,
    "error": codes.SYNTAX_ERROR,
}
OTHERS = {"note": codes.SHORTCUT, "warning": codes.IDLE_STATEMENT, "error": codes.OPEN_ELEMENT}


def left(*found):
    return checking._without_consequences(found, SOURCE.text)


def test_the_codes_of_this_test_are_what_it_says():
    for severity, of_texts in OF_TEXTS.items():
        assert (severity, severity) == (of_texts.severity, OTHERS[severity].severity)
        assert of_texts.family == codes.MISPLACED_PARAGRAPH.family != OTHERS[severity].family


@pytest.mark.parametrize("line", [4, 5, 8])
@pytest.mark.parametrize("severity", OF_TEXTS)
def test_only_an_error_stays_in_a_text_that_has_changed_places(severity, line):
    inside = finding(OF_TEXTS[severity], line)
    kept = (EXCHANGED, inside) if severity == "error" else (EXCHANGED,)
    assert kept == left(EXCHANGED, inside)


@pytest.mark.parametrize("severity", OF_TEXTS)
def test_whatever_is_not_about_words_stays(severity):
    found = (EXCHANGED, *(finding(OTHERS[severity], line) for line in (4, 8, 11)))
    assert found == left(*found)


@pytest.mark.parametrize("severity", OF_TEXTS)
def test_whatever_is_elsewhere_stays(severity):
    found = (EXCHANGED, *(finding(OF_TEXTS[severity], line) for line in (3, 7, 10, 11)))
    assert found == left(*found)


def test_where_no_two_texts_have_changed_places_all_stay():
    found = (finding(codes.MISPLACED_PARAGRAPH, 3), *(finding(code, 4) for code in OF_TEXTS.values()))
    assert found == left(*found)

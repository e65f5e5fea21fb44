"""Accents that are one character with their letter in one place and characters of their own in another."""

import re
import unicodedata

import pytest

from casekit.analysis.proofreading.marked_text import MarkedText
from casekit.diagnostics import Prose
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.manuscripts.manuscript_parts import _cut_at_quotations
from casekit.manuscripts.styled_words import StyledRun
from casekit.pipeline import checking
from casekit.prose.claims.sentences import quoted_words
from tests.overlay import overlay

FORMS = ["NFC", "NFD"]
_QUOTED = re.compile(r'^.*[~"].*"(?P<words>[^"]+)"$')


def accented(game):
    """The base document of a game, in which each `o` of quoted words has an accent, there and in the prose."""
    text = base_of(game)
    for line in base_of(game).splitlines():
        match = _QUOTED.match(line)
        if match and "says" not in line:
            text = text.replace(match["words"], match["words"].replace("o", "\u00f3"))
    assert "\u00f3" in text
    return text


def spelled(text, prose, logic):
    """A text with its lines of prose in one form and its lines with quotations in another."""
    return "\n".join(
        unicodedata.normalize(logic if _QUOTED.match(line) and "says" not in line else prose, line)
        for line in text.split("\n")
    )


def check(game, text):
    loaded_edition = LoadedEdition(game_called(game).language.default_edition(), game=game)
    return checking.check_bytes(text.encode(), "a.case", loaded_edition).diagnostics


@pytest.mark.parametrize("prose", FORMS)
@pytest.mark.parametrize("logic", FORMS)
@pytest.mark.parametrize("game", ["nightfall"])
def test_a_quotation_matches_prose_with_accents_of_another_form(game, prose, logic):
    text = accented(game)
    expected = [found.code.id for found in check(game, text)]
    assert "CK126" not in expected
    assert expected == [found.code.id for found in check(game, spelled(text, prose, logic))]


@pytest.mark.parametrize("prose", FORMS)
@pytest.mark.parametrize("logic", FORMS)
def test_a_quotation_of_a_case_matches_prose_with_accents_of_another_form(prose, logic, loaded_edition):
    text = accented("midnight")
    expected, found = (
        [
            finding.code.id
            for finding in checking.check_bytes(each.encode(), "a.case", loaded_edition).diagnostics
        ]
        for each in (text, spelled(text, prose, logic))
    )
    assert expected == found


@pytest.mark.parametrize("form", FORMS)
def test_columns_count_the_characters_of_the_text(form, loaded_edition):
    """A quotation that is nowhere, beside prose with accents."""
    line = unicodedata.normalize(form, '~ hint owes(ANNA) "the caf\u00e9 of ducks"')
    text = overlay(base_of(), f"== 02\nThe {line[18:22]} of geese, and two damp aprons.\n{line}\n")
    (finding,) = checking.check_bytes(text.encode(), "a.case", loaded_edition).diagnostics
    number = text.split("\n").index(line) + 1
    assert "CK126" == finding.code.id
    assert (number, len(line) + 1) == (finding.span.line, finding.span.end_column)
    assert line[finding.span.column - 1 : finding.span.end_column - 1].strip('"') in line


@pytest.mark.parametrize("prose", FORMS)
@pytest.mark.parametrize("words", FORMS)
def test_quoted_words_are_found_where_they_are_in_the_text(prose, words):
    text = unicodedata.normalize(
        prose, "\u00c9t\u00e9 was late. The *caf\u00e9* of geese, cr\u00e8me and all."
    )
    for sought in ("caf\u00e9", "The caf\u00e9 of geese"):
        quotation = unicodedata.normalize(words, sought)
        found = quoted_words([(Prose(text), text)], quotation)
        there = text[found.start : found.end].replace("*", "")
        assert unicodedata.normalize("NFC", there) == sought
        stretch = MarkedText([text], "en").find(quotation)
        printed = MarkedText([text], "en").text[stretch.start : stretch.end]
        assert unicodedata.normalize("NFC", printed) == sought
        runs = _cut_at_quotations([StyledRun(text.replace("*", ""))], [quotation])
        marked = "".join(run.text for run in runs if run.quoted)
        assert unicodedata.normalize("NFC", marked) == sought


@pytest.mark.parametrize("prose", FORMS)
@pytest.mark.parametrize("logic", FORMS)
def test_a_line_that_is_in_the_paragraph_twice_is_one_in_another_form(prose, logic, loaded_edition):
    lines = [
        unicodedata.normalize(form, '~ hint owes(ANNA) "the caf\u00e9 of geese"') for form in (prose, logic)
    ]
    text = overlay(base_of(), "== 02\nIn the caf\u00e9 of geese, two damp aprons.\n{}\n{}\n".format(*lines))
    found = checking.check_bytes(text.encode(), "a.case", loaded_edition).diagnostics
    assert ["repeated-line"] == [finding.code.name for finding in found if finding.code.id != "CK157"]

"""Sentences of facts and texts of locations in catalogues: what is put into a sentence is in its translation too."""

from dataclasses import replace

import pytest

from casekit.diagnostics import codes
from casekit.translation.work import review

SENTENCE = 'room(suspect): location "(1) was in (value)" "(1) was not in (value)"'


@pytest.fixture
def with_sentences(edition):
    """The base case with sentences on one fact."""
    path = edition / "base.case"
    text = path.read_text(encoding="utf-8").replace("room(suspect): location", SENTENCE)
    path.write_text(text, encoding="utf-8")
    return edition


def test_sentences_and_texts_of_locations_are_translated(with_sentences, extract, opened):
    path = with_sentences / "edition.toml"
    text = path.read_text(encoding="utf-8").replace('name = "Galley"', 'name = "Galley", text = "the galley"')
    path.write_text(text, encoding="utf-8")
    extract()
    texts = {each.text.context: each.text for part in opened().parts for each in part.matches}
    assert "(1) was in (value)" == texts["fact room"].source
    assert frozenset({"1", "value"}) == texts["fact room / not so"].kept
    assert "the galley" == texts["location galley / text"].source


@pytest.mark.parametrize(
    ("translation", "expected"),
    [
        ("(1) était dans (value)", []),
        ("dans (value) était (1)", []),
        ("(1) était là", ["lacks `(value)`"]),
        ("(1) était dans (value) avec (2)", ["has `(2)`"]),
        ("(1) était dans ( value )", ["lacks `(value)`"]),
    ],
)
@pytest.mark.usefixtures("with_sentences")
def test_a_translation_that_loses_a_placeholder_is_an_error(
    translation, expected, extract, translate, opened
):
    extract()
    sentences = {"fact room": translation, "fact room / not so": "(1) n'était pas dans (value)"}
    translate(lambda entry: replace(entry, translation=sentences.get(entry.context, entry.translation)))
    found = [each for each in review(opened()) if each.code is codes.LOST_PLACEHOLDER]
    assert len(expected) == len(found)
    assert all(words in each.message for words, each in zip(expected, found, strict=True))

"""A quantifier of the table is known wherever formulas are written, read back, coloured and explained."""

import re
from pathlib import Path
from typing import get_args

import pytest

from casekit.analysis.verbalizer.english_and_french import phrases_of
from casekit.logic.formulas import QUANTIFIERS, Quantifier
from tests.quantifiers import MEANINGS

LANGUAGE = Path(__file__).resolve().parents[2] / "docs/language.md"


def test_each_has_a_type_and_a_meaning():
    assert [*QUANTIFIERS] == [*get_args(Quantifier)]
    assert QUANTIFIERS.keys() == MEANINGS.keys()


@pytest.mark.parametrize("name", QUANTIFIERS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_has_words(name, language):
    assert f"for {name}" in phrases_of(language).said


@pytest.mark.parametrize("name", QUANTIFIERS)
def test_each_is_in_the_language_reference(name):
    text = LANGUAGE.read_text(encoding="utf-8")
    assert re.search(rf"`{name} (?:\d|\w+ X|\.\.\.)", text)

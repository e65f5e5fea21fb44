"""Skeletons in the language of their edition."""

import re
import tomllib
from dataclasses import replace

import pytest

from casekit.cli.commands.new import draft_of
from casekit.diagnostics import Severity, codes
from casekit.games.midnight.generator import search
from casekit.games.midnight.generator.situations import TRANSLATIONS, built_in, library_in, sentences_in
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.pipeline import checking

GAME = game_called("midnight")
NAMES = re.compile(r"\$\w+|\{\w+\}|\(\w+\)")
FILES = sorted(TRANSLATIONS.glob("*.toml"))


def sentences():
    """Every English sentence that a skeleton can have."""
    library = built_in()
    for each in library.situations:
        yield from (said for fact in each.facts for said in re.findall(r'"([^"]*)"', fact))
        yield from filter(None, (each.presentation, each.lie, each.label, each.denial))
        yield from (form.sentence for form in (*each.clues, *each.lies, *each.catches))
    yield from (form.sentence for form in library.clues)


def own_sentences(language):
    """Those that no situation brings."""
    for said in sentences_in(language).values():
        yield from said if isinstance(said, list) else [said]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_sentence_is_translated_with_its_names(file):
    known = tomllib.loads(file.read_text(encoding="utf-8"))["sentences"]
    assert set(sentences()) == set(known)
    assert {english: set(NAMES.findall(english)) for english in known} == {
        english: set(NAMES.findall(told)) for english, told in known.items()
    }


def test_own_sentences_have_the_same_names_in_every_language():
    named = [[set(NAMES.findall(said)) for said in own_sentences(language)] for language in ("en", "fr")]
    assert named[0] == named[1]


def test_a_language_that_is_not_known_is_english():
    assert "A wrong path." == sentences_in("tlh")["wrong_path"]
    assert "Une fausse piste." == sentences_in("fr-CA")["wrong_path"]
    assert built_in() == library_in(built_in(), "en-GB")


def test_a_skeleton_of_a_french_edition_is_french(monkeypatch):
    monkeypatch.setattr(search, "at_the_table", lambda *_: ())  # tables know no language
    edition = replace(GAME.language.default_edition(), language="fr")
    skeleton, problems = draft_of(GAME, "L'Ascenseur muet", edition, {"ending": "accident", "seed": 1})
    assert () == problems
    report = checking.check_bytes(skeleton.text.encode(), "x.case", LoadedEdition(edition))
    assert {codes.TODO} == {each.code for each in report.diagnostics if each.severity is not Severity.NOTE}
    prose = " ".join(skeleton.text.split())
    telling = [
        part
        for english in (*sentences(), *own_sentences("en"))
        for part in NAMES.split(english)
        if len(part) > 20
    ]
    assert [] == [part for part in telling if part.strip() in prose]
    assert "Une fausse piste." in prose

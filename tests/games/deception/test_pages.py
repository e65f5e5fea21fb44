"""Scenarios on paper: how many cards a page holds, in every language."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from casekit.diagnostics import Span
from casekit.games.deception.document import DECKS
from casekit.games.deception.game import GAME
from casekit.kit.editions import LoadedEdition
from casekit.kit.transcripts.generator import generate, text_of
from casekit.pipeline import checking
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.inspection import inspect
from casekit.print.produce import print_piece
from tests.print.booklets import print_booklet

LOOK = PrintOptions("tides", "Tides", "blue", "a5", "a4", Span("edition.toml"), ("a.case",))
STORY = "The harbour master had been dealt a perfect hand, and nobody has ever been forgiven for that."


@pytest.fixture(scope="module")
def document():
    """A scenario for some players with five cards of each kind, made to measure, with prose."""

    @cache
    def make(players, language="en"):
        fit = generate(GAME, DECKS.usual, DECKS.levels, players=players, level="expert", seed=1)
        text = text_of("The Bell", fit.puzzle).replace("\nTODO\n", f"\n{STORY}\n")
        loaded_edition = LoadedEdition(
            replace(GAME.language.default_edition(), language=language), game="deception"
        )
        return checking.check_bytes(text.encode(), "a.case", loaded_edition).document

    return make


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_as_many_cards_as_the_page_says_are_printed_on_every_paper(document, language):
    one = document(6, language)
    made = GAME.pages.booklet([one], LOOK)
    pdf, findings = print_booklet(made, {})
    assert ((), ()) == (findings, inspect(pdf, made, {}))
    more = [("cards", "letter")] if language == "fr" else [("notes", "a4")]
    for product, paper in (("sheet", "a4"), ("sheet", "letter"), *more):
        pdf, findings = print_piece(GAME.pages.piece(product, [one], replace(LOOK, paper=paper)))
        assert ((), True) == (findings, bool(pdf))


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_everybody_at_the_largest_table_has_a_role_that_says_what_to_do(language):
    pages = GAME.page_spec()
    words, edition = pages.words(language), replace(GAME.language.default_edition(), language=language)
    faces = [*pages.cut["cards"].faces(edition, "#000000", words)][len(DECKS.usual.cards) :]
    expected = {words["roles"][role]: (told,) for role, told in words["duties"].items()}
    assert expected == {face.name: face.lines for face in faces}
    others = dict.fromkeys(expected, 1) | {words["roles"]["investigator"]: 10}
    assert others == Counter(face.name for face in faces)


def test_the_largest_table_has_its_cards_on_the_back_of_a_leaf(document):
    for paper in ("a4", "letter"):
        pdf, findings = print_piece(GAME.pages.piece("sheet", [document(11)], replace(LOOK, paper=paper)))
        assert ((), True) == (findings, bool(pdf))


@pytest.mark.parametrize(
    ("players", "paper", "codes"), [(8, "a5", []), (11, "a5", ["CK705"]), (11, "letter", []), (11, "a4", [])]
)
def test_a_page_of_a_booklet_has_the_cards_of_a_table_or_a_finding_with_a_cure(
    document, players, paper, codes
):
    made = GAME.pages.booklet([document(players)], replace(LOOK, booklet_paper=paper))
    found = inspect(print_booklet(made, {})[0], made, {})
    assert codes == [each.code.id for each in found]
    assert all("larger paper" in each.hint for each in found)

"""What is on the pages of vigils, as content: sheets, memo sheets, cards and booklets."""

from dataclasses import replace

import pytest

from casekit.diagnostics import Span
from casekit.games.abbey.document import TRAITS, USUAL
from casekit.games.abbey.game import VIGIL
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.pipeline import checking
from casekit.print.content.pieces import PrintOptions
from tests.overlay import overlay

GAME = game_called("abbey")
LOOK = PrintOptions("vespers", "Vespers", "blue", "a5", "a4", Span("edition.toml"), ("a.case",))
SAID = {
    "ADSO takes tybalt from BERNO": "ADSO takes Tybalt from BERNO.",
    "BERNO takes from CLARE": "BERNO takes a card from CLARE.",
    "ADSO draws wido": "ADSO draws Wido from the parlor.",
    "ADSO asks BERNO about odo: no": "ADSO asks BERNO: have you got Odo? No.",
    "BERNO asks ADSO how many bearded, fat: 0": "BERNO asks ADSO: how many have you that are bearded, fat? 0",
    "ADSO asks CLARE how many suspects: silence": "ADSO asks CLARE: how many do you suspect? Silence.",
    "ADSO asks CLARE whether odo is cleared: yes": "ADSO asks CLARE: have you cleared Odo? Yes.",
    "ADSO asks BERNO for thin: shows lambert": "ADSO asks BERNO for thin: BERNO shows Lambert.",
    "CLARE asks BERNO for thin: shows": "CLARE asks BERNO for thin: BERNO shows a card.",
    "CLARE asks BERNO for thin: has none": "CLARE asks BERNO for thin: BERNO has none.",
    "mass: ADSO gives odo, ADSO receives wido": "Mass, 1 to the left. ADSO gives Odo. ADSO receives Wido.",
    "mass": "Mass, 2 to the left.",
    "suspicion novice: ADSO shows odo, BERNO has none": "A suspicion: novice. ADSO shows Odo. BERNO has none.",
    "alibi: ADSO shows odo, BERNO shows elias": "An alibi, out of the game. ADSO shows Odo. BERNO shows Elias.",
    "shambles: ADSO gives simon": "Shambles: one card of each hand is shuffled. ADSO gives Simon.",
    "ADSO looks at all but 1 of CLARE: wido, odo": "ADSO looks at all but 1 of CLARE’s cards: Wido, Odo.",
    "BERNO looks at 2 of CLARE": "BERNO looks at 2 of CLARE’s cards.",
    "ADSO looks at BERNO: elias, yvo": "ADSO looks at BERNO’s hand: Elias, Yvo.",
    "ADSO swaps with BERNO: elias": "ADSO and BERNO exchange their hands. You have now: Elias.",
    "BERNO swaps with CLARE": "BERNO and CLARE exchange their hands.",
    "ADSO exchanges elias of BERNO and yvo of CLARE": "ADSO exchanges Elias of BERNO and Yvo of CLARE.",
    "BERNO exchanges of ADSO and of CLARE": "BERNO exchanges a card of ADSO and a card of CLARE.",
    "ADSO returns odo to BERNO": "ADSO gives Odo back to BERNO.",
    "ADSO reveals franciscan": "ADSO reveals: Franciscan.",
    "BERNO accuses gildas: ADSO shows": "BERNO accuses Gildas: ADSO shows that card.",
    "CLARE accuses maurus: right": "CLARE accuses Maurus, and is right.",
}
"""Lines of every form, and their sentences."""


def document(play=(), language="en"):
    """The vigil of the catalogue with another play; that this may break rules is no matter."""
    loaded_edition = LoadedEdition(replace(GAME.language.default_edition(), language=language), game="abbey")
    text = base_of("abbey")
    told = overlay(text, "\n".join(("== play", *play, ""))) if play else text
    return checking.check_bytes(told.encode(), "a.case", loaded_edition).document


def sheet(document):
    return GAME.pages.piece("sheet", [document], LOOK).cases[0]


def test_each_line_of_play_is_a_sentence():
    lines = sheet(document(SAID)).worksheet.record.lines
    assert [*SAID.values()] == [said for _, said in lines]
    assert [str(at) for at in range(1, len(SAID) + 1)] == [number for number, _ in lines]
    play = next(block.lines for block in VIGIL.outline if block.kind == "play")
    assert {*play} == {event.form for event in document(SAID).puzzle.play}


@pytest.mark.parametrize("language", ["de", "fr"])
def test_each_sentence_is_there_in_other_languages_with_the_same_names(language):
    lines = sheet(document(SAID, language)).worksheet.record.lines
    for told, (_, said) in zip(SAID.values(), lines, strict=True):
        assert said != told
        assert not {*"{}[]"} & {*said}
        names = {"ADSO", "BERNO", "CLARE", "Tybalt", "Wido", "Odo", "Lambert", "Elias", "Yvo", "Maurus"}
        assert {name for name in names if name in told} == {name for name in names if name in said}


def test_a_sheet_has_the_table_with_its_parlor_and_the_hand_and_the_card_under_the_board():
    table, hand = sheet(document()).answers
    assert ("ADSO (you), 7 cards", "BERNO, 7 cards", "CLARE, 7 cards", "parlor, 2") == table.labels
    assert ("Aldous", "Basil", "Crispin", "Drogo", "Elias", "Fulk", "Gildas") == hand.labels
    assert "Under the board: **Maurus**." == sheet(document()).solution.prose[0]


def test_notes_have_all_monks_by_order_and_rank_and_cross_off_the_hand():
    grid = sheet(document()).worksheet.grid
    short = ("Ra", "be", "ho", "fa", "AD", "BE", "CL", "×")
    assert short == tuple(column.short for column in grid.columns)
    assert ["Dominican", "Franciscan", "Benedictine"] == [group.title for group in grid.groups]
    rows = {row.label: row.marks for group in grid.groups for row in group.rows}
    assert {monk.name for monk in USUAL.monks} == {*rows}
    assert ("B", "•", "•", "•", "•", "", "", "×") == rows["Aldous"]
    assert ("F", "•", "•", "–", "", "", "", "") == rows["Maurus"]
    for group in grid.groups:
        ranks = [row.marks[0] for row in group.rows]
        assert sorted(ranks, key="NBF".index) == ranks


def test_notes_tell_players_apart_whose_names_begin_alike():
    alike = replace(document(), source=document().source)
    players = tuple(replace(each, name=f"BE{each.name}") for each in alike.puzzle.players)
    grid = sheet(
        replace(alike, puzzle=replace(alike.puzzle, players=players, seat=None, hand=None))
    ).worksheet.grid
    assert ("BEA", "BEB", "BEC") == tuple(column.short for column in grid.columns[4:7])


def test_empty_memo_sheets_are_for_as_many_as_can_play():
    notes = GAME.pages.piece("notes", [document()], LOOK)
    grid = notes.grid
    assert 4 + 6 + 1 == len(grid.columns)
    assert 24 == sum(len(group.rows) for group in grid.groups)
    assert {("",) * 7} == {row.marks[4:] for group in grid.groups for row in group.rows}


def test_each_card_shows_the_five_characteristics_in_words_and_in_a_drawing_of_its_own():
    cut = GAME.pages.piece("cards", [document()], LOOK)
    assert [monk.name for monk in USUAL.monks] == [face.name for face in cut.faces]
    assert 24 == len({face.drawing for face in cut.faces})
    for monk, face in zip(USUAL.monks, cut.faces, strict=True):
        told = " ".join((face.kind, *face.lines)).lower()
        assert all(look in told for look in monk.traits), told
        assert "Abbey" == face.back
    assert 5 == len(TRAITS)


def test_a_booklet_has_how_to_solve_each_vigil_and_its_proof_in_words_with_printed_names():
    made = GAME.pages.booklet([document(), document()], replace(LOOK, files=("a.case", "b.case")))
    assert ("2 vigils at the abbey", "How to solve") == (made.subtitle, made.guide[0])
    assert ["Vigil 1", "Vigil 2"] == [case.heading for case in made.cases]
    *_, last = made.cases[0].solution.prose
    assert "the guilty monk is Maurus" in last
    assert made.cases[0].drawing != made.cases[1].drawing

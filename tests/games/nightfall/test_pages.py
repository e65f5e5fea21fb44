"""Evenings on paper: what is printed of them in every language, and what a game master is told to do and to say."""

from dataclasses import replace
from pathlib import Path

import pytest

from casekit.diagnostics import Span
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.kit.transcripts.analysis import analysis_of
from casekit.pipeline import checking
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.inspection import inspect
from casekit.print.produce import print_piece
from tests.print.booklets import print_booklet

GAME = game_called("nightfall")
LOOK = PrintOptions("lamps", "Lamps", "blue", "a5", "a4", Span("edition.toml"), ("a.case",))
EXAMPLES = Path(__file__).resolve().parents[3] / "examples/nightfall"


def _read(text, language="en"):
    loaded_edition = LoadedEdition(
        replace(GAME.language.default_edition(), language=language), game="nightfall"
    )
    return checking.check_bytes(text.encode(), "a.case", loaded_edition).document


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_everything_is_printed_without_a_finding(language):
    document = _read(base_of("nightfall"), language)
    made = GAME.pages.booklet([document], LOOK)
    pdf, findings = print_booklet(made, {})
    assert ((), ()) == (findings, inspect(pdf, made, {}))
    for product in ("sheet", "evening", "slips", "cards", "record", "notes"):
        pdf, findings = print_piece(GAME.pages.piece(product, [document], replace(LOOK, paper="letter")))
        assert ((), True) == (findings, bool(pdf)), product


@pytest.mark.parametrize(
    ("language", "each"), [("en", "each murderer"), ("de", "jeder Mörder"), ("fr", "chaque meurtrier")]
)
@pytest.mark.parametrize("product", ["sheet", "evening"])
def test_pages_say_that_each_murderer_must_try(language, each, product):
    """As the check and the proof read it: of two, one may not rest because the other tried."""
    (leaf,) = GAME.pages.piece(product, [_read(base_of("nightfall"), language)], LOOK).cases
    (told,) = (line for answers in leaf.answers for line in answers.labels if " 2 " in line)
    assert each in told


def test_the_proof_says_that_each_murderer_must_try():
    lines = analysis_of(_read((EXAMPLES / "the-comet-year.case").read_text("utf-8"))).lines
    told = {line.words for name, line in lines.items() if name.startswith("rule attempt")}
    assert {"each murderer who lives tries to kill in nights 1 to 2"} == told


def test_a_game_master_is_given_no_story_of_a_seat():
    """The story speaks to the seat, an innocent by name: whoever reads it aloud has cleared somebody."""
    for file in EXAMPLES.glob("*.case"):
        document = _read(file.read_text("utf-8"))
        (leaf,) = GAME.pages.piece("evening", [document], LOOK).cases
        (sheet,) = GAME.pages.piece("sheet", [document], LOOK).cases
        assert ((), True) == (leaf.presentation.prose, sheet.presentation.prose != ())
        aloud = " ".join(line[2] for line in leaf.worksheet.record.lines)
        assert not any(f"{name} is innocent" in aloud for name in document.puzzle.names)


def test_slips_say_what_each_player_learns_and_the_dead_learn_nothing():
    piece = GAME.pages.piece("slips", [_read(base_of("nightfall"))], LOOK)
    told = {face.name: face.lines for face in piece.faces}
    assert {
        "ALICE": ("You stayed at home.", "You met EMMA, and nobody else."),
        "BOB": ("You stayed at home.", "You met nobody."),
        "CHARLIE": ("You went to DAVID’s.", "You met DAVID, and nobody else.", "You meant to kill, and did."),
        "DAVID": ("You do not live to see the morning, and learn nothing.",),
        "EMMA": ("You went to ALICE’s.", "You met ALICE, and nobody else."),
    } == told


def test_the_order_of_events_has_each_event_but_the_last_verdict():
    document = _read((EXAMPLES / "the-comet-year.case").read_text("utf-8"))
    (leaf,) = GAME.pages.piece("evening", [document], LOOK).cases
    when = [line[0].replace("\u00a0", " ") for line in leaf.worksheet.record.lines]
    day = ["Talk", "Vote", "Verdict"]
    assert ["Before", "Night 1", "Morning 1", *day, "Night 2", "Morning 2", *day[:2], "The end"] == when
    assert "HEDWIG" in leaf.worksheet.record.lines[-1][2]

"""Documents made to measure, as each row's ``made.toml`` asks for them: legal, decided in time, of their level, and why others are not."""

import tomllib
from contextlib import nullcontext
from dataclasses import replace

import pytest

from casekit.games import game_called
from casekit.games.editions import Shelf
from casekit.games.transcripts.asking.transcript_figures import difficulty_of, techniques_needed
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.made import LINES_AFTER, generate, made, text_of
from casekit.games.transcripts.transcript_checks import check_logic
from casekit.pipeline import checking
from casekit.pipeline.text_and_json import format_bytes
from tests.games.transcripts.rows import ROWS

MADE = [
    (row, each)
    for row in ROWS
    for each in tomllib.loads((row.folder / "made.toml").read_text(encoding="utf-8"))["made"]
]


@pytest.mark.parametrize(
    ("row", "wanted"), MADE, ids=[f"{row.game} {at}" for at, (row, _) in enumerate(MADE)]
)
def test_a_transcript_made_to_measure(row, wanted):
    options = {name: value for name, value in wanted.items() if name not in {"refused", "limits"}}
    decks, level = row.parts.decks(), wanted["level"]
    levels = {level: replace(decks.levels[level], **wanted["limits"])} if "limits" in wanted else decks.levels
    fit = generate(row.parts, decks.usual, levels, **options)
    assert wanted["refused"] == sorted(fit.rejected)
    assert (wanted["players"], level) == (len(fit.puzzle.players), fit.puzzle.level)
    assert ((), True) == check_logic(TranscriptInquiry(fit.puzzle))
    inquiry = TranscriptInquiry(fit.puzzle)
    assert len(fit.puzzle.play) >= inquiry.course.decided + LINES_AFTER
    assert wanted["players"] == 2 or len(techniques_needed(inquiry)) > 1
    assert fit.figures == difficulty_of(inquiry)
    assert () == levels[level].misses(fit.figures, wanted["players"])
    assert {*fit.puzzle.game.rules().answer(fit.puzzle)} <= {*inquiry.proved.values()}
    assert {"CK120"} == _found(row, text_of("The Bell", fit.puzzle))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.game)
def test_a_new_document_lacks_only_what_is_still_to_be_written(row):
    begun, problems = made(row.parts, "T", game_called(row.game).built_in(), {}, lambda _: nullcontext(str))
    assert ((), {"CK120", "CK871"}) == (problems, _found(row, begun.text))


def _found(row, text):
    """What is found in a text, which is canonical, of a document that has no edition of its own."""
    assert text == format_bytes(text.encode(), "x.case")[0]
    shelf = Shelf(game_called(row.game).built_in(), game=row.game)
    return {found.code.id for found in checking.check_bytes(text.encode(), "x.case", shelf).diagnostics}

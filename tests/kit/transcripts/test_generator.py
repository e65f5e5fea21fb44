"""Documents made to measure, as each row's ``made.toml`` asks for them: legal, decided in time, of their level, and why others are not."""

import tomllib
from contextlib import nullcontext
from dataclasses import replace

import pytest

from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.checks import check_logic
from casekit.kit.transcripts.codes import PLAYER_COUNT, REFUSED_SEED
from casekit.kit.transcripts.generator import LINES_AFTER, create, draft, generate, text_of
from casekit.kit.transcripts.metrics import difficulty_of, techniques_needed
from casekit.pipeline import checking
from casekit.pipeline.conversion import format_bytes
from tests.kit.transcripts.rows import ROWS

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
    assert ((), True) == check_logic(TranscriptAnalysis(fit.puzzle))
    analysis = TranscriptAnalysis(fit.puzzle)
    assert len(fit.puzzle.play) >= analysis.course.decided + LINES_AFTER
    assert wanted["players"] == 2 or len(techniques_needed(analysis)) > 1
    assert fit.figures == difficulty_of(analysis)
    assert () == levels[level].misses(fit.figures, wanted["players"])
    assert {*fit.puzzle.game.rules().answer(fit.puzzle)} <= {*analysis.proved.values()}
    assert {"CK120"} == _found(row, text_of("The Bell", fit.puzzle))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.game)
def test_a_new_document_lacks_only_what_is_still_to_be_written(row):
    begun, problems = create(
        row.parts, "T", game_called(row.game).language.default_edition(), {}, lambda _: nullcontext(str)
    )
    assert ((), {"CK120", "CK871"}) == (problems, _found(row, begun.text))


_TOO_MANY = {
    ("abbey", 7): "there are 7 players, but this deck is for at most 6",
    ("clue", 7): "there are 7 players, but this deck is for at most 6",
    ("deception", 12): "there are 12 players, but casekit makes scenarios for at most 11",
    ("nightfall", 12): "there are 12 players, but casekit makes evenings for at most 10",
}


_MADE = {"abbey": "a vigil", "clue": "a puzzle", "deception": "a scenario", "nightfall": "an evening"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.game)
def test_findings_about_made_documents_name_only_what_the_game_has(monkeypatch, row):
    built_in = game_called(row.game).language.default_edition()
    wanted = {"level": "amateur", "seed": 1, "step": lambda _: None}
    for players in (players for game, players in _TOO_MANY if game == row.game):
        text, (found,) = draft(row.parts, "T", built_in, players=players, **wanted)
        assert (None, PLAYER_COUNT, _TOO_MANY[row.game, players]) == (text, found.code, found.message)
    monkeypatch.setattr("casekit.kit.transcripts.generator.MOST_GAMES", 0)
    text, (found,) = draft(row.parts, "T", built_in, players=5, **wanted)
    assert (None, REFUSED_SEED) == (text, found.code)
    assert (
        f"no game of this seed makes {_MADE[row.game]} of the level amateur"
        == found.message.partition(":")[0]
    )


def _found(row, text):
    """What is found in a text, which is canonical, of a document that has no edition of its own."""
    assert text == format_bytes(text.encode(), "x.case")[0]
    loaded_edition = LoadedEdition(game_called(row.game).language.default_edition(), game=row.game)
    return {
        found.code.id for found in checking.check_bytes(text.encode(), "x.case", loaded_edition).diagnostics
    }

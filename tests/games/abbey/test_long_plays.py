"""Long plays: each is answered, or refused with a finding at a line of it, within a budget of work that is counted in units."""

import pytest

from casekit.games.abbey.theory import MOST_INSTANCES
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.kit.transcripts.analysis import analysis_of
from casekit.pipeline import checking
from tests.overlay import overlay

GAME = game_called("abbey")
MOVES = {
    "cards taken back and forth": ["BERNO takes from CLARE", "CLARE takes from BERNO"],
    "cards taken and returned": ["BERNO takes from CLARE", "BERNO returns to CLARE"],
    "exchanges": ["ADSO exchanges of BERNO and of CLARE"],
    "swaps": ["BERNO swaps with CLARE"],
    "shambles": ["shambles"],
    "masses": ["mass"],
}
FEW, WORK = 6, 30_000_000
"""Lines that are answered, and what the solver may do for them, in propagations."""


def _document(moves, count):
    play = [moves[at % len(moves)] for at in range(count)]
    text = overlay(base_of("abbey"), "== play\n" + "\n".join(play) + "\n== - seat ADSO\n")
    return checking.check_bytes(
        text.encode(), "a.case", LoadedEdition(GAME.language.default_edition(), game="abbey")
    )


@pytest.mark.parametrize("moves", MOVES.values(), ids=MOVES)
def test_a_few_moves_are_decided_within_the_work_of_a_hand_written_vigil(moves):
    result = _document(moves, FEW)
    assert ["CK871"] == [found.code.id for found in result.diagnostics]
    analysis = analysis_of(result.document)
    assert not analysis.decided
    assert 0 < analysis.solver.meter.work < WORK


@pytest.mark.parametrize("count", [70, 120])  # docs/abbey.md says "some seventy"
@pytest.mark.parametrize("moves", MOVES.values(), ids=MOVES)
def test_a_long_play_is_refused_at_a_line_before_a_question_is_asked(moves, count):
    result = _document(moves, count)
    (found,) = result.diagnostics
    assert "CK904" == found.code.id
    assert f"at most {MOST_INSTANCES:,} per vigil" in found.message
    assert found.span.start < found.span.end
    assert "fewer lines of play" in found.hint
    assert 0 == analysis_of(result.document).solver.meter.work

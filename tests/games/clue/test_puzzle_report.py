"""The figures of puzzles: as text, as JSON that fits its schema, and as a page."""

import json

import jsonschema
import pytest
import referencing

from casekit.diagnostics import codes
from casekit.games.clue.document import DECKS
from casekit.games.clue.game import GAME
from casekit.kit.transcripts.analysis import TranscriptAnalysis as PuzzleInquiry
from casekit.kit.transcripts.checks import check_fit
from casekit.kit.transcripts.metrics import READER, weigh_transcript as weigh_puzzle
from casekit.kit.transcripts.wording import report_page as puzzle_report_page
from casekit.resources import text

DECIDING = (
    "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
    "MUSTARD suggests mustard, revolver, kitchen: WHITE shows",
    "SCARLET suggests mustard, wrench, study: MUSTARD passes, WHITE passes",
    "WHITE suggests peacock, rope, study: SCARLET shows rope",
)


@pytest.fixture
def balance(table):
    return weigh_puzzle(PuzzleInquiry(table(*DECIDING)), DECKS.levels, 100)


def test_what_is_measured(balance):
    assert (("3",),) == balance.smallest == balance.proofs.sets
    assert (("3",), ("1", "2", "4"), ()) == (balance.essential, balance.spare, balance.idle)
    assert ("a pass",) == balance.techniques
    assert {"who": 1, "weapon": 1, "room": 1} == balance.sizes
    assert [READER, "SCARLET", "MUSTARD", "WHITE"] == list(balance.courses)
    assert 1 == balance.courses[READER].left[3] == balance.courses["SCARLET"].left[3]
    assert 1 < balance.courses["WHITE"].left[4]


def test_the_level_that_a_puzzle_does_not_have(balance):
    assert None is balance.level.level
    (found,) = check_fit(balance)
    assert codes.LEVEL_NOT_MET == found.code
    assert "lines of the smallest proof: 1, but 3 to 9 wanted" in found.message


def test_the_figures_as_text(balance):
    told = balance.in_words(100)
    assert "measures as neither apprentice nor amateur nor expert" in told
    assert "  essential                     1  ███           3" in told
    assert "  apprentice: not met" in told
    assert "  techniques: a pass\n" in told
    assert "  line   SCARLET  MUSTARD  WHITE" in told


def test_an_open_puzzle_has_figures_too(table):
    balance = weigh_puzzle(PuzzleInquiry(table(*DECIDING[:2])), DECKS.levels, 100)
    assert ((), None) == (check_fit(balance), balance.decided)
    assert "its solution is not certain" in balance.in_words(100)
    assert {} == balance.as_json()["answers"]


def test_the_figures_fit_their_schema(balance, table):
    open_ = weigh_puzzle(PuzzleInquiry(table(*DECIDING[:2], truth={})), DECKS.levels, 100)
    for each in (balance, open_):
        _validate({"file": "a.case", "measured": True, "diagnostics": [], **each.as_json()})


def test_several_puzzles_beside_each_other(balance):
    head, *rows = GAME.wording.metrics_spec().compared([balance, balance]).splitlines()
    assert ["puzzle", "claims", "measures", "players", "lines"] == head.split()[:5]
    assert ["Three", "amateur", "neither", "3", "4", "1", "1", "3"] == rows[0].split()[:8]


def test_the_page_has_every_line_of_play(balance):
    page = puzzle_report_page([balance], check_fit(balance))
    for line in DECIDING:
        assert line in page
    assert "Three: figures" in page
    assert "CK601" in page


def _validate(content):
    loaded = [json.loads(text(f"schemas/{name}.schema.json")) for name in ("diagnostics", "puzzle-report")]
    registry = referencing.Registry().with_resources(
        (schema["$id"], referencing.Resource.from_contents(schema)) for schema in loaded
    )
    jsonschema.Draft202012Validator(loaded[1], registry=registry).validate(content)

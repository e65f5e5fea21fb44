"""Long plays of every game: each is answered, or refused at a line before anything is made of its lines."""

from pathlib import Path

import pytest

from casekit.games.nightfall.document import MOST_MEETINGS, MOST_NIGHTS
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.kit.transcripts import analysis
from casekit.kit.transcripts.game import MOST_LINES
from casekit.pipeline import checking
from tests.overlay import overlay

ROOT = Path(__file__).resolve().parents[2]

NIGHT = (
    "night: ALICE stays, meets EMMA\ndawn: nobody\n"
    "vote: ALICE abstains, BOB abstains, CHARLIE abstains, DAVID abstains, EMMA abstains\nhanged: nobody\n"
)
TRUE_NIGHT = (
    "night {}: ALICE stays, BOB stays, CHARLIE visits BOB to kill, DAVID visits BOB, EMMA visits ALICE\n"
)
SUGGESTIONS = (
    "SCARLET suggests mustard, wrench, billiard: MUSTARD passes, WHITE shows wrench\n"
    "MUSTARD suggests plum, pipe, dining: WHITE shows\n"
    "WHITE suggests green, pipe, dining: SCARLET shows pipe\n"
)
ASKED = 'BOB says "I slept at home."\n~ stayed(BOB, 1)  "I slept at home"\n'
VOTE = "vote: ALICE abstains, BOB for CHARLIE, CHARLIE for BOB, EMMA abstains\n"
TRIALS = "BRAM solves ALDA adder, tide-table: no\n"
TILES = "marker noise: silence\n"


def _document(game, play, count, before="", truth=""):
    """A document with some lines of play, again and again."""
    lines = (play * count).splitlines()[: count * play.count("\n")]
    text = overlay(base_of(game), "== play\n" + before + "\n".join(lines) + "\n")
    return overlay(text, f"== truth\n{truth}") if truth else text


def _nights(count):
    truth = "murderers: CHARLIE\n" + "".join(TRUE_NIGHT.format(night) for night in range(1, count + 1))
    return _document("nightfall", NIGHT, count, truth=truth)


PLAYS = {
    "suggestions": ("clue", lambda count: _document("clue", SUGGESTIONS, count // 3)),
    "speeches": (
        "nightfall",
        lambda count: _document("nightfall", ASKED, count, "night: ALICE stays, meets EMMA\ndawn: DAVID\n"),
    ),
    "votes": (
        "nightfall",
        lambda count: _document("nightfall", VOTE, count, "night: ALICE stays, meets EMMA\ndawn: DAVID\n"),
    ),
    "nights": ("nightfall", _nights),
    "attempts": ("deception", lambda count: _document("deception", TRIALS, count)),
    "tiles": ("deception", lambda count: _document("deception", TILES, count)),
    "masses": (
        "abbey",
        lambda count: overlay(base_of("abbey"), "== play\n" + "mass\n" * count + "== - seat ADSO\n"),
    ),
}


def _check(game, text):
    loaded_edition = LoadedEdition(game_called(game).language.default_edition(), game=game)
    return checking.check_bytes(text.encode(), "a.case", loaded_edition)


@pytest.mark.parametrize("kind", PLAYS)
def test_a_play_of_five_hundred_is_refused_at_a_line_before_it_is_asked(kind, monkeypatch):
    def refuse(*_):
        pytest.fail("something is made of its lines")

    monkeypatch.setattr(analysis.TranscriptAnalysis, "__init__", refuse)
    game, text = PLAYS[kind]
    result = _check(game, text(501))
    (found,) = [finding for finding in result.diagnostics if finding.code.id == "CK904"]
    noun = game_called(game).dialect.noun
    assert found.message.endswith(f"casekit reasons about at most {MOST_LINES} per {noun}")
    assert found.span.start < found.span.end
    assert "fewer lines of play" in found.hint


@pytest.mark.parametrize("kind", sorted({*PLAYS} - {"nights", "masses"}))
def test_a_play_of_a_hundred_and_twenty_is_answered(kind):
    """With findings about its lines, which say nothing new or may not be; none is about its length."""
    game, text = PLAYS[kind]
    result = _check(game, text(120))
    assert not {"CK904", "CK909", "CK910"} & {finding.code.id for finding in result.diagnostics}
    analyzed = analysis.analysis_of(result.document)
    assert 120 <= len(analyzed.sources)


@pytest.mark.parametrize("count", [MOST_NIGHTS + 1, 60])
def test_nights_are_refused_at_the_first_that_is_too_many(count):
    text = _nights(count)
    (found,) = [finding for finding in _check("nightfall", text).diagnostics if finding.code.id == "CK904"]
    lines = text.split("\n")[: found.span.line]
    assert MOST_NIGHTS + 1 == sum(line.startswith("night:") for line in lines)
    assert lines[-1].startswith("night:")


@pytest.mark.parametrize("count", [1, 10])
def test_a_longer_play_takes_nothing_from_what_is_open(count):
    """Nights of which nothing new is seen leave everybody else who may be guilty."""
    codes = {finding.code.id for finding in _check("nightfall", _nights(count)).diagnostics}
    assert "CK871" in codes
    assert "CK904" not in codes


def test_as_many_lines_as_may_be_are_not_refused():
    game, text = PLAYS["tiles"]
    for lines, is_refused in ((MOST_LINES, False), (MOST_LINES + 1, True)):
        ids = {finding.code.id for finding in _check(game, text(lines)).diagnostics}
        assert is_refused == ("CK904" in ids)


@pytest.mark.parametrize("page", ["clue", "deception", "nightfall"])
def test_the_page_of_a_game_says_how_long_a_play_may_be(page):
    text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
    assert f"more than {MOST_LINES} lines" in text


def test_the_page_of_nightfall_says_how_many_nights_there_may_be():
    text = (ROOT / "docs/nightfall.md").read_text(encoding="utf-8")
    players = max(game_called("nightfall").players)
    assert f"more than {MOST_NIGHTS} nights" in text
    assert f"{MOST_MEETINGS // players**3} with twelve players" in text

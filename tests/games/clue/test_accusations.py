"""Accusations: who has seen the envelope, and that check, figures, proofs and pages agree about it."""

import pytest

from casekit.analysis import queries
from casekit.games.clue.pages import PAGES, worksheet
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import game_called
from casekit.kit.transcripts.analysis import analysis_of
from casekit.kit.transcripts.metrics import techniques_needed
from casekit.pipeline import checking
from tests.overlay import overlay

GAME = game_called("clue")
ENVELOPE = ("green", "revolver", "dining")
FIRST = "SCARLET suggests mustard, wrench, billiard: MUSTARD passes, WHITE shows wrench"
WRONG, RIGHT = "accuses mustard, rope, hall: wrong", "accuses green, revolver, dining: right"
TRUTH = f"== truth\nenvelope: {', '.join(ENVELOPE)}\n"


def checked(*play, more=""):
    """The base puzzle, whose seat is SCARLET's, with other lines of play."""
    text = overlay(base_of("clue"), "== play\n" + "\n".join(play) + "\n" + more)
    return checking.check_bytes(
        text.encode(), "a.case", LoadedEdition(GAME.language.default_edition(), game="clue")
    )


def left(result):
    return analysis_of(result.document).course.left


@pytest.mark.parametrize(
    ("player", "accuses", "seen", "given_away"),
    [
        # Whoever accuses looks into the envelope; nobody else sees the cards unless they are right.
        ("SCARLET", WRONG, True, True),
        ("SCARLET", RIGHT, True, True),
        ("WHITE", WRONG, False, False),
        ("WHITE", RIGHT, True, True),
    ],
)
def test_readers_see_the_envelope_if_their_seat_looks_or_all_do(player, accuses, seen, given_away):
    result = checked(FIRST, f"{player} {accuses}")
    analysis = analysis_of(result.document)
    assert analysis.course.left[1] > 1
    assert seen == (analysis.course.left[2] == 1)
    assert analysis.course.left == analysis.seats["SCARLET"].left
    assert (dict(zip(("who", "weapon", "room"), ENVELOPE, strict=True)) == analysis.proved) == seen
    assert given_away == ("CK944" in [found.code.id for found in result.diagnostics])
    assert (analysis.seats[player].decided == 2) is (player == "SCARLET" or accuses == WRONG or seen)


def test_the_proof_and_the_page_say_what_the_seat_saw():
    document = checked(FIRST, f"SCARLET {WRONG}").document
    analysis = analysis_of(document)
    proved = queries.prove_solution(analysis, among="all")
    assert ("2",) == proved.proof.sources
    assert ("a look into the envelope",) == techniques_needed(analysis)
    sheet = worksheet(document, PAGES.words("en"))
    assert (
        "accuses, is wrong, and sees in the envelope: Green, Revolver, Dining room"
        == sheet.record.lines[1][-1]
    )


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_others_saw_is_on_no_page(language):
    document = checked(FIRST, f"WHITE {WRONG}").document
    sheet = worksheet(document, PAGES.words(language))
    assert "Revolver" not in sheet.record.lines[1][-1]
    own = worksheet(checked(FIRST, f"SCARLET {WRONG}").document, PAGES.words(language))
    assert "Revolver" in own.record.lines[1][-1]


def test_a_look_that_the_truth_does_not_tell_is_found_and_marked():
    """The seat knows more than the transcript says, which the course of the seat admits."""
    result = checked(
        FIRST,
        f"SCARLET {WRONG}",
        more="== truth\nMUSTARD: peacock, white, ballroom, conservatory, hall, lounge\n",
    )
    (found,) = (each for each in result.diagnostics if each.code.id == "CK944")
    assert "; the truth does not say what is in it" in found.message
    assert left(result)[2] > 1
    assert not analysis_of(result.document).seats["SCARLET"].exact


def test_a_line_after_the_answer_is_certain_gives_nothing_away():
    """Whoever accuses last: the puzzle was solved by then."""
    play = next(block for block in base_of("clue").split("== ") if block.startswith("play")).splitlines()[1:]
    lines = [line for line in play if line.strip()]
    for last in (f"WHITE {RIGHT}", f"SCARLET {RIGHT}", f"SCARLET {WRONG}"):
        assert "CK944" not in [found.code.id for found in checked(*lines, last).diagnostics]


def test_readers_of_an_open_table_do_not_look_into_the_envelope():
    result = checked(
        FIRST.replace(" passes", " passes"), f"SCARLET {WRONG}", more="== - seat SCARLET\n== seat all\n"
    )
    assert left(result)[2] > 1

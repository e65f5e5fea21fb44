"""What is known since which line: by the reader, and by each seat."""

from dataclasses import replace

from casekit.games.clue.puzzle import OPEN
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry as PuzzleInquiry

DECIDING = (
    "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
    "MUSTARD suggests mustard, revolver, kitchen: WHITE shows",
    "SCARLET suggests mustard, wrench, study: MUSTARD passes, WHITE passes",
    "WHITE suggests peacock, rope, study: SCARLET shows rope",
)


def test_since_which_line_each_target_is_certain(table):
    course = PuzzleInquiry(table(*DECIDING)).course
    assert (3, 3, 3) == tuple(course.since(target) for target in ("who", "weapon", "room"))
    assert 3 == course.decided
    assert ("candlestick", "pipe", "revolver", "wrench") == course.candidates[0]["weapon"]
    assert ("candlestick", "revolver", "wrench") == course.candidates[1]["weapon"]
    assert ("wrench",) == course.candidates[4]["weapon"]


def test_what_stays_open_is_certain_since_no_line(table):
    course = PuzzleInquiry(table(*DECIDING[:2])).course
    assert (None, None) == (course.since("who"), course.decided)


def test_an_accusation_decides_for_everybody(table):
    puzzle = table("MUSTARD accuses mustard, wrench, study: right", seat=None)
    assert 1 == PuzzleInquiry(puzzle).course.decided


def test_idle_and_essential_lines(table):
    inquiry = PuzzleInquiry(table(*DECIDING))
    assert () == inquiry.idle  # nor is line 4, which says nothing: the solution is certain before
    assert ("3",) == inquiry.essential
    assert ("3",) == inquiry.smallest.names
    assert {"who": "mustard", "weapon": "wrench", "room": "study"} == inquiry.proved


def test_a_repeated_line_is_idle_the_second_time(table):
    assert ("2",) == PuzzleInquiry(table(DECIDING[0], DECIDING[0])).idle


def test_nothing_is_idle_after_a_contradiction(table):
    passes = "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE passes"
    assert () == PuzzleInquiry(table(DECIDING[0], passes, DECIDING[0])).idle


def test_what_each_seat_can_know(table):
    seats = PuzzleInquiry(table(*DECIDING)).seats
    assert ["SCARLET", "MUSTARD", "WHITE"] == list(seats)
    assert 3 == seats["SCARLET"].decided
    assert [True, False, True] == [course.exact for course in seats.values()]
    mustard = seats["MUSTARD"].candidates
    assert ("conservatory", "dining", "hall", "kitchen", "lounge", "study") == mustard[0]["room"]
    # SCARLET may hold all three cards that SCARLET asks for, as far as MUSTARD can see; WHITE has none of them
    assert {"mustard", "green", "plum"} <= set(mustard[4]["who"])
    assert None is seats["MUSTARD"].decided


def test_a_card_that_a_seat_was_shown_counts_where_it_is_known(table):
    """WHITE has the kitchen and the revolver of what MUSTARD asks for, so that nobody else knows what MUSTARD saw."""
    seats = PuzzleInquiry(table("MUSTARD suggests mustard, revolver, kitchen: WHITE shows")).seats
    assert [True, False, True] == [course.exact for course in seats.values()]
    open_hands = table("MUSTARD suggests mustard, revolver, kitchen: WHITE shows kitchen", seat=OPEN)
    known = PuzzleInquiry(open_hands).seats["MUSTARD"]
    assert known.exact
    assert "kitchen" not in known.candidates[1]["room"]
    forced = PuzzleInquiry(table("MUSTARD suggests mustard, wrench, kitchen: WHITE shows")).seats["MUSTARD"]
    assert forced.exact
    assert "kitchen" not in forced.candidates[1]["room"]


def test_whoever_accuses_has_seen_the_envelope(table):
    seats = PuzzleInquiry(table("WHITE accuses mustard, knife, study: wrong")).seats
    assert [None, None, 1] == [course.decided for course in seats.values()]


def test_hands_left_open_are_of_no_seat(table):
    puzzle = table(*DECIDING)
    without = replace(puzzle, truth=puzzle.truth[:1])
    assert ["SCARLET"] == list(PuzzleInquiry(without).seats)

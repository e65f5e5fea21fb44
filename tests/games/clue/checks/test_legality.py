"""Each rule of a legal deal and of a legal transcript: kept, and broken."""

from dataclasses import replace

import pytest

from casekit.games.clue import codes
from casekit.games.clue.checks.transcript_rules import unnamed_cards
from casekit.games.clue.puzzle import OPEN, Player
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry as PuzzleInquiry
from casekit.games.transcripts.checks.lines_together import breaches, contradictions
from casekit.games.transcripts.checks.who_plays import illegal
from casekit.model.place import Place

OPENING = (
    "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
    "MUSTARD suggests plum, rope, kitchen: WHITE shows",
    "WHITE suggests peacock, rope, study: SCARLET shows rope",
)
TRUTH = {
    "envelope": "mustard, wrench, study",
    "SCARLET": "rope, hall, plum, knife, lounge, green",
    "MUSTARD": "peacock, scarlet, candlestick, ballroom, billiard, library",
    "WHITE": "white, pipe, revolver, conservatory, dining, kitchen",
}


def broken(puzzle):
    return [(each.code, each.message) for each in illegal(puzzle)]


def test_a_legal_table(table):
    assert () == illegal(table(*OPENING))


def test_hands_may_differ_in_size_and_stay_open(table):
    sizes = {"SCARLET": 6, "MUSTARD": 4, "WHITE": 8}
    assert () == illegal(table(*OPENING, sizes=sizes, truth={}))


@pytest.mark.parametrize(
    ("changes", "rule", "message"),
    [
        (
            {"sizes": {"SCARLET": 18}, "truth": {}, "hand": None},
            transcript_codes.PLAYER_COUNT,
            "there is 1 player, but this deck is for 2 to 6",
        ),
        (
            {"sizes": {"SCARLET": 6, "MUSTARD": 6, "WHITE": 5}, "truth": {}},
            transcript_codes.HAND_SIZES,
            "the hands have 17 cards together, but the deck has 18 beside the 3 in the envelope",
        ),
        ({"seat": "PLUM"}, transcript_codes.UNKNOWN_SEAT, "the seat is PLUM's, who is not a player"),
        (
            {"hand": "rope, hall, plum, knife, lounge", "truth": {}},
            transcript_codes.WRONG_HAND_SIZE,
            "SCARLET holds 5 cards here, but was dealt 6",
        ),
        (
            {"truth": {"MUSTARD": "peacock"}},
            transcript_codes.WRONG_HAND_SIZE,
            "MUSTARD holds 1 card here, but was dealt 6",
        ),
        (
            {"hand": "rope, hall, plum, knife, lounge, rope", "truth": {}},
            transcript_codes.REPEATED_CARD,
            "rope is twice here",
        ),
        (
            {"truth": {"envelope": "mustard, rope, study"}},
            transcript_codes.REPEATED_CARD,
            "rope is in two places: the envelope holds it too",
        ),
        (
            {"truth": {"envelope": "mustard, wrench"}},
            codes.WRONG_ENVELOPE,
            "the envelope holds mustard (suspect), wrench (weapon)",
        ),
        (
            {"truth": {"envelope": "mustard, scarlet, study"}},
            codes.WRONG_ENVELOPE,
            "the envelope holds mustard (suspect), scarlet (suspect), study (room)",
        ),
        (
            {"truth": {"SCARLET": "rope, hall, plum, knife, lounge, white"}},
            transcript_codes.DIFFERENT_HANDS,
            "the truth gives SCARLET a different hand: white instead of green",
        ),
    ],
)
def test_an_illegal_deal(table, changes, rule, message):
    assert [(rule, message)] == broken(table(**changes))


def test_players_and_holders_are_named_once(table, holding):
    puzzle = table(players=tuple(Player(name, 6, Place(at)) for at, name in enumerate(["A", "B", "A"])))
    assert (transcript_codes.REPEATED_PLAYER, "A is a player twice") in broken(puzzle)
    twice = (
        holding("envelope", "mustard, wrench, study", 1),
        holding("envelope", "mustard, wrench, study", 2),
    )
    found = illegal(replace(table(), truth=twice))
    assert [(transcript_codes.REPEATED_HOLDER, Place(2, 3), Place(1, 2))] == [
        (each.code, each.place, each.related[0].place) for each in found
    ]


@pytest.mark.parametrize(
    ("lines", "rule", "message"),
    [
        (
            ["SCARLET suggests pipe, white, study: MUSTARD passes, WHITE shows pipe"],
            codes.WRONG_KINDS,
            "SCARLET names a weapon, a suspect, a room",
        ),
        (
            ["SCARLET suggests white, pipe, study: WHITE shows pipe"],
            codes.ANSWER_OUT_OF_TURN,
            "WHITE answers SCARLET, but MUSTARD is asked next",
        ),
        (
            ["WHITE suggests plum, pipe, study: MUSTARD passes, SCARLET shows plum"],
            codes.ANSWER_OUT_OF_TURN,
            "MUSTARD answers WHITE, but SCARLET is asked next",
        ),
        (
            ["WHITE suggests white, pipe, study: SCARLET passes, MUSTARD passes, WHITE shows"],
            codes.ANSWER_OUT_OF_TURN,
            "WHITE answers WHITE, but all others have answered",
        ),
        (
            ["MUSTARD suggests plum, rope, kitchen: WHITE shows, SCARLET shows rope"],
            codes.ANSWER_AFTER_SHOWING,
            "SCARLET answers, but WHITE has shown a card already and nobody else is asked",
        ),
        (
            ["SCARLET suggests white, pipe, study: MUSTARD passes"],
            codes.MISSING_ANSWER,
            "nobody shows a card, but WHITE has not answered",
        ),
        (
            ["SCARLET suggests white, pipe, study: "],
            codes.MISSING_ANSWER,
            "nobody shows a card, but MUSTARD and WHITE have not answered",
        ),
        (
            ["SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows revolver"],
            codes.CARD_NOT_SUGGESTED,
            "WHITE shows revolver, which was not suggested",
        ),
        (
            ["MUSTARD suggests plum, rope, kitchen: WHITE shows kitchen"],
            transcript_codes.UNSEEN_CARD,
            "SCARLET cannot have seen which card WHITE shows MUSTARD",
        ),
        (
            ["SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows study"],
            transcript_codes.AGAINST_THE_DEAL,
            "WHITE shows study, but WHITE does not hold study",
        ),
        (
            ["SCARLET suggests peacock, pipe, study: MUSTARD passes, WHITE shows pipe"],
            transcript_codes.AGAINST_THE_DEAL,
            "MUSTARD passes, but MUSTARD holds peacock",
        ),
        (
            ["WHITE suggests white, pipe, study: SCARLET passes, MUSTARD shows"],
            transcript_codes.AGAINST_THE_DEAL,
            "MUSTARD shows, but MUSTARD holds none of white, pipe and study",
        ),
        (
            ["WHITE accuses mustard, wrench, hall: right"],
            transcript_codes.AGAINST_THE_DEAL,
            "WHITE accuses rightly, but the envelope does not hold hall",
        ),
        (
            ["WHITE accuses mustard, wrench, study: wrong"],
            transcript_codes.AGAINST_THE_DEAL,
            "WHITE accuses wrongly, but the envelope holds mustard, wrench and study",
        ),
        (
            [
                "WHITE accuses mustard, knife, study: wrong",
                "WHITE suggests peacock, rope, study: SCARLET shows rope",
            ],
            codes.PLAY_AFTER_WRONG_ACCUSATION,
            "WHITE suggests after a wrong accusation, but may only answer from then on",
        ),
        (
            ["WHITE accuses mustard, knife, study: wrong", "WHITE accuses mustard, wrench, study: right"],
            codes.PLAY_AFTER_WRONG_ACCUSATION,
            "WHITE accuses after a wrong accusation, but may only answer from then on",
        ),
        (
            [
                "MUSTARD accuses mustard, wrench, study: right",
                "WHITE suggests peacock, rope, study: SCARLET shows rope",
            ],
            transcript_codes.PLAY_AFTER_THE_END,
            "the game is over: MUSTARD has accused rightly",
        ),
    ],
)
def test_an_illegal_transcript(table, lines, rule, message):
    found = illegal(table(*lines))
    assert [(rule, message)] == [(each.code, each.message) for each in found]
    assert len(lines) == found[0].place.start // 10  # the last line is the wrong one
    assert found[0].hint


@pytest.mark.parametrize(
    "lines",
    [
        ["WHITE suggests white, pipe, study: SCARLET passes, MUSTARD passes"],
        ["MUSTARD suggests plum, rope, kitchen: WHITE shows"],
        # whoever accused wrongly is asked as before, and the turn goes on
        [
            "WHITE accuses mustard, knife, study: wrong",
            "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
        ],
        ["WHITE accuses mustard, wrench, study: right"],
        # players may be passed over
        ["WHITE suggests peacock, rope, study: SCARLET shows rope"] * 2,
    ],
)
def test_a_legal_transcript(table, lines):
    assert () == illegal(table(*lines))


def test_only_who_saw_a_card_may_name_it(table):
    line = "MUSTARD suggests plum, pipe, kitchen: WHITE shows kitchen"
    assert [] == broken(table(line, seat="MUSTARD", hand=TRUTH["MUSTARD"]))
    assert [] == broken(table(line, seat="WHITE", hand=TRUTH["WHITE"]))
    assert [] == broken(table(line, seat=OPEN))
    unseen = [(transcript_codes.UNSEEN_CARD, "an onlooker cannot have seen which card WHITE shows MUSTARD")]
    assert unseen == broken(table(line, seat=None))


def test_what_a_hand_left_open_cannot_say_is_not_held_against_anybody(table):
    line = "SCARLET suggests peacock, pipe, study: MUSTARD passes, WHITE shows pipe"
    assert [] == broken(table(line, truth={"WHITE": TRUTH["WHITE"]}))


def test_related_lines_are_named(table):
    (found,) = illegal(table("SCARLET suggests peacock, pipe, study: MUSTARD passes, WHITE shows pipe"))
    assert Place(11, 12) == found.place
    assert [(Place(3002, 3003), f"MUSTARD holds {TRUTH['MUSTARD']}")] == [
        (each.place, each.label) for each in found.related
    ]


def test_a_whole_hand_says_alone_what_its_player_does_not_hold(table):
    (found,) = illegal(table("SCARLET suggests plum, wrench, study: MUSTARD shows"))
    assert "MUSTARD shows, but MUSTARD holds none of plum, wrench and study" == found.message
    assert [Place(3002, 3003)] == [each.place for each in found.related]
    (found,) = illegal(table("WHITE accuses green, rope, study: right", truth={}))
    assert "WHITE accuses rightly, but the envelope holds neither green nor rope" == found.message
    assert [Place(2000, 2001)] == [each.place for each in found.related]


@pytest.mark.parametrize(
    ("line", "seat", "hints"),
    [
        (
            "SCARLET suggests white, pipe, kitchen: MUSTARD passes, WHITE shows",
            "SCARLET",
            ["white, pipe or kitchen"],
        ),
        ("SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows", "SCARLET", ["white or pipe"]),
        ("SCARLET suggests plum, pipe, lounge: MUSTARD passes, WHITE shows", "SCARLET", []),
        ("WHITE suggests plum, pipe, lounge: SCARLET shows", "SCARLET", ["plum or lounge"]),
        ("WHITE suggests plum, pipe, study: SCARLET shows", "SCARLET", []),
        ("MUSTARD suggests plum, pipe, study: WHITE shows", "SCARLET", []),
        ("MUSTARD suggests plum, pipe, study: WHITE shows", OPEN, ["pipe"]),
        ("SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows", None, []),
    ],
)
def test_a_card_that_the_seat_saw_is_named(table, line, seat, hints):
    """The hand may say which it was; the truth, which readers do not know, only says what to write."""
    found = list(unnamed_cards(table(line, seat=seat)))
    assert hints == [each.hint.removeprefix("name ").rpartition(", as in")[0] for each in found]
    assert ["warning"] * len(hints) == [each.code.severity for each in found]


def test_lines_that_cannot_hold_together(table):
    """WHITE has shown something among two cards that WHITE then passes on, and the third is in SCARLET's hand."""
    puzzle = table(
        *OPENING[:1],
        "MUSTARD suggests white, rope, study: WHITE shows",
        "MUSTARD suggests peacock, pipe, study: WHITE shows",
        "SCARLET suggests white, knife, study: MUSTARD passes, WHITE passes",
        truth={},
    )
    assert () == illegal(puzzle)
    (found,) = breaches(puzzle)
    assert transcript_codes.CONTRADICTORY_PLAY == found.code
    words = {found.message.partition(", which")[0], *(each.label for each in found.related)}
    assert {
        "WHITE shows (in line 2)",
        "WHITE passes (in line 4)",
        "SCARLET holds rope, hall, plum, knife, lounge, green (in seat)",
    } == words
    assert "the fewest lines" in found.message
    assert {20, 40} & {found.place.start // 10 * 10}


def test_a_truth_that_many_lines_contradict(table):
    """Neither line contradicts one hand by itself: MUSTARD's is open, but follows from the others."""
    truth = {name: cards for name, cards in TRUTH.items() if name != "MUSTARD"}
    puzzle = table("SCARLET suggests peacock, pipe, study: MUSTARD passes, WHITE shows pipe", truth=truth)
    (found,) = contradictions(PuzzleInquiry(puzzle))
    assert (
        "MUSTARD passes (in line 1), which cannot be: these are the fewest lines that contradict each other"
        == (found.message)
    )
    assert Place(11, 12) == found.place


def test_consistent_lines_are_no_contradiction(table):
    assert [] == list(contradictions(PuzzleInquiry(table(*OPENING))))


def test_a_puzzle_that_stays_open_says_what_may_be(table):
    found = {each.code: each.message for each in breaches(table(*OPENING[:2]))}
    assert {transcript_codes.UNDECIDED} == set(found)
    assert "the suspect may be mustard, peacock, scarlet or white" in found[transcript_codes.UNDECIDED]


def test_rival_deals_are_told_where_they_differ_from_the_truth(table):
    (found,) = breaches(table(*OPENING[:2]))
    told = [each.label for each in found.related]
    assert "If the suspect is peacock: the envelope holds peacock, MUSTARD holds mustard." in told
    assert 3 == sum(label.startswith("If the room is ") for label in told)
    (blind,) = breaches(table(*OPENING[:2], truth={}))
    assert all("the envelope holds " in each.label for each in blind.related)


def test_a_puzzle_that_is_decided_at_the_start(table):
    """All other cards are in the seat's own hand."""
    hand = ", ".join(TRUTH[name] for name in ("SCARLET", "MUSTARD"))
    sizes = {"SCARLET": 18, "WHITE": 0}
    puzzle = table(sizes=sizes, hand=f"{hand}, {TRUTH['WHITE']}", truth={})
    assert [transcript_codes.DECIDED_AT_THE_START] == [each.code for each in breaches(puzzle)]


def test_lines_that_say_nothing(table):
    """The same suggestion twice, and one that only asks for the seat's own cards."""
    puzzle = table(*OPENING, OPENING[0], "WHITE suggests plum, rope, hall: SCARLET shows rope", truth={})
    idle = [each for each in breaches(puzzle) if each.code is transcript_codes.IDLE_LINE]
    assert [30, 40, 50] == [each.place.start for each in idle]
    assert ["warning"] * 3 == [each.code.severity for each in idle]

"""Names and blocks: from a syntax tree to a typed puzzle."""

from dataclasses import replace
from pathlib import Path

import pytest

from casekit.diagnostics import Source
from casekit.games.clue.document import CLASSIC, Accusation, Answer, Deck, DeckCard, Suggestion
from casekit.games.clue.game import GAME
from casekit.kit.editions import EditionFinder
from casekit.kit.hands import Holding, Player
from casekit.kit.transcripts.checks import check
from casekit.kit.transcripts.document import OPEN
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.parser import parse_lone_formula
from casekit.pipeline.checking import check_bytes

SEAT = "== - seat SCARLET\n"


@pytest.fixture
def told(reading):
    """Code, line and message of what is wrong with a fragment over the base puzzle."""

    def run(fragment, **options):
        found = reading(fragment, **options)
        return [(each.code.id, each.span.line, each.message) for each in found.diagnostics]

    return run


def test_the_base_puzzle_is_typed(reading, base):
    found = reading(base, whole=True)
    puzzle = found.document.puzzle
    assert ((), True, True) == (found.diagnostics, found.is_complete, found.document.is_complete)
    assert (Player("SCARLET", 6), Player("MUSTARD", 6), Player("WHITE", 6)) == puzzle.players
    hand = ("scarlet", "candlestick", "knife", "pipe", "kitchen", "study")
    assert ("SCARLET", Holding("SCARLET", hand)) == (puzzle.seat, puzzle.hand)
    shown = (Answer("MUSTARD", shows=False), Answer("WHITE", shows=True, card="wrench"))
    assert Suggestion(1, "SCARLET", ("mustard", "wrench", "billiard"), shown) == puzzle.play[0]
    assert [1, 2, 3, 4] == [event.number for event in puzzle.play]
    assert ["envelope", "SCARLET", "MUSTARD", "WHITE"] == [each.holder for each in puzzle.truth]
    assert {"players", "seat", "presentation", "play", "truth", "solution"} == puzzle.headings.keys()
    assert CLASSIC is puzzle.deck
    assert [1, 1] == [len(puzzle.presentation), len(puzzle.solution)]


def test_everything_is_at_its_place(reading, base):
    document = reading(base, whole=True).document
    puzzle = document.puzzle
    first = puzzle.play[0]
    written = {
        "SCARLET 6": puzzle.players[0].place,
        "scarlet, candlestick, knife, pipe, kitchen, study": puzzle.hand.place,
        "SCARLET suggests mustard, wrench, billiard: MUSTARD passes, WHITE shows wrench": first.place,
        "MUSTARD passes": first.answers[0].place,
        "WHITE shows wrench": first.answers[1].place,
        "envelope: green, revolver, dining": puzzle.truth[0].place,
        "== play": puzzle.place,
        "title: A Quarter to Nine": puzzle.fields["title"],
    }
    assert list(written) == [base[place.start : place.end] for place in written.values()]
    assert (22, 1) == (document.heading_span("truth").line, document.heading_span("notes").line)


def test_all_fields_are_read(puzzle):
    found = puzzle("title: Other\nlevel: expert\nauthor: M. Weir\ngame: clue")
    assert ("Other", "expert", "M. Weir") == (found.title, found.level, found.author)


@pytest.mark.parametrize(
    ("expected", "fragment"),
    [
        (("SCARLET", ("rope", "hall")), "== seat SCARLET\nrope\nhall"),
        (("SCARLET", ()), "== seat SCARLET"),
        (("NOBODY", ("rope",)), f"{SEAT}== seat NOBODY\nrope"),
    ],
)
def test_a_seat_has_a_hand(expected, fragment, puzzle):
    found = puzzle(fragment)
    assert expected == (found.seat, found.hand.cards)


def test_onlookers_and_open_hands(puzzle):
    assert (None, None) == (puzzle(SEAT).seat, puzzle(SEAT).hand)
    seen = puzzle(f"{SEAT}== seat all")
    assert (OPEN, None) == (seen.seat, seen.hand)


def test_whoever_shows_unseen(puzzle):
    (event,) = puzzle("== play\nMUSTARD suggests plum, rope, hall: WHITE shows").play
    assert (Answer("WHITE", shows=True),) == event.answers


def test_accusations_and_suggestions_without_answers(puzzle):
    found = puzzle(
        "== play\nWHITE accuses plum, rope, hall: wrong\nWHITE accuses plum, rope, hall: right\nWHITE suggests plum"
    )
    three = ("plum", "rope", "hall")
    assert (
        Accusation(1, "WHITE", three, right=False),
        Accusation(2, "WHITE", three, right=True),
        Suggestion(3, "WHITE", ("plum",), ()),
    ) == found.play


def test_what_a_holder_has_may_be_nothing(puzzle):
    assert (Holding("envelope", ()),) == puzzle("== truth\nenvelope:").truth


# --- findings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "line", "fragment"),
    [
        ("CK110", 4, "autor: X"),
        ("CK111", 4, "level: amateur\nlevel: expert"),
        ("CK112", 1, "== - level:"),
        ("CK113", 3, "level: medium"),
        ("CK113", 2, "title:"),
        ("CK113", 2, f"title: {'x' * 201}"),
        ("CK110", 4, "victim: Otto"),
    ],
)
def test_the_header(code, line, fragment, told):
    assert [(code, line)] == [(found, number) for found, number, _ in told(fragment)]


@pytest.mark.parametrize(
    ("message", "hint", "fragment"),
    [
        (
            "there is no card `ropes`",
            "write `rope`",
            "== play\nWHITE suggests plum, ropes, hall: SCARLET passes",
        ),
        (
            "there is no card `Rope`",
            "write `rope`",
            "== play\nWHITE suggests plum, Rope, hall: SCARLET passes",
        ),
        (
            "there is no card `torch`",
            "the weapons are",
            "== play\nWHITE suggests plum, torch, hall: SCARLET passes",
        ),
        ("there is no card `attic`", "the rooms are", "== play\nWHITE accuses plum, rope, attic: wrong"),
        ("there is no card `xyz`", "by its slug", "== play\nWHITE suggests plum, xyz: SCARLET passes"),
        (
            "there is no card `wrenhc`",
            "write `wrench`",
            "== play\nWHITE suggests plum, rope, hall: SCARLET shows wrenhc",
        ),
        ("there is no card `billiard-room`", "`billiard` (Billiard room)", "== seat SCARLET\nbilliard-room"),
        ("there is no card `kichen`", "write `kitchen`", "== truth\nenvelope: green, revolver, kichen"),
        (
            "there is no player `WITE`",
            "write `WHITE`",
            "== play\nWITE suggests plum, rope, hall: SCARLET passes",
        ),
        (
            "there is no player `white`",
            "write `WHITE`",
            "== play\nSCARLET suggests plum, rope, hall: white passes",
        ),
        ("there is no player `OTTO`", "the players are", "== play\nOTTO accuses plum, rope, hall: right"),
        (
            "there is no player `envelope`",
            "the players are",
            "== play\nenvelope accuses plum, rope, hall: right",
        ),
        ("there is no player `envelop`", "write `envelope`", "== truth\nenvelop: green, revolver, dining"),
        ("there is no player `table`", "the players are", "== truth\ntable: green, revolver, dining"),
    ],
)
def test_an_unknown_name_is_told_with_its_place_and_the_nearest(message, hint, fragment, reading):
    found = reading(fragment)
    (problem,) = found.diagnostics
    assert ("CK201", message) == (problem.code.id, problem.message)
    assert hint in problem.hint
    name = message.split("`")[1]
    source = found.document.source
    assert name == source.text.encode()[problem.span.start : problem.span.end].decode()
    assert (False, False) == (found.is_complete, found.document.is_complete)


def test_a_line_with_an_unknown_name_is_left_out_and_the_others_keep_their_numbers(puzzle):
    found = puzzle(
        "== play\nWHITE suggests plum, ropes, hall: SCARLET passes\nWHITE accuses plum, rope, hall: wrong"
    )
    assert (Accusation(2, "WHITE", ("plum", "rope", "hall"), right=False),) == found.play


def test_an_unknown_card_is_left_out_of_a_hand(puzzle):
    found = puzzle("== seat SCARLET\nrope, hal\n== truth\nenvelope: green, revolver, dinning")
    assert (("rope",), ("green", "revolver")) == (found.hand.cards, found.truth[0].cards)


def test_an_unknown_name_is_told_once_with_its_other_places(reading):
    lines = "WITE suggests plum, ropes, hall: SCARLET passes\n" * 9
    card, player = sorted(reading(f"== play\n{lines}").diagnostics, key=lambda each: each.message)
    assert ("there is no card `ropes`, here and in 8 other places", 5) == (card.message, len(card.related))
    assert "there is no player `WITE`, here and in 8 other places" == player.message


@pytest.mark.parametrize("name", ["rope", "envelope", "all", "card", "who", "every", "holder"])
def test_a_player_whose_name_is_taken(name, told):
    found = told(f"== players\nSCARLET 6\nMUSTARD 6\nWHITE 6\n{name} 0")
    assert [("CK207", 9)] == [(code, line) for code, line, _ in found]


@pytest.mark.parametrize("block", ["players", "presentation", "play", "truth", "solution", "seat MUSTARD"])
def test_a_block_that_occurs_twice(block, reading, base):
    found = reading(f"{base}\n== {block}\n", whole=True)
    (problem,) = found.diagnostics
    assert ("CK310", f"the block `{block.split()[0]}` occurs here a second time") == (
        problem.code.id,
        problem.message,
    )
    (first,) = problem.related
    assert first.span.line < problem.span.line
    assert "SCARLET" == found.document.puzzle.seat


@pytest.mark.parametrize(
    ("hint", "heading"),
    [
        ("write `play`", "== plays"),
        ("write `players`", "== Players"),
        ("write `truth`", "== trooth of it"),
        ("write `seat`", "== seet SCARLET"),
        ("the blocks are", "== SCARLET"),
        ("the blocks are", "== epilogue"),
    ],
)
def test_an_unknown_heading_is_told(hint, heading, reading):
    (problem,) = reading(f"{heading}\nWHITE suggests nothing at all\n").diagnostics
    assert "CK306" == problem.code.id
    assert f"`{heading[3:]}` is not a block" == problem.message
    assert hint in problem.hint


def test_what_a_misspelt_heading_explains_is_not_told_as_well(reading, base):
    found = reading(base.replace("== players", "== playrs"), whole=True)
    assert ["CK306"] == [problem.code.id for problem in found.diagnostics]
    assert () == GAME.checks.missing_parts(found.document)
    found = reading(base.replace("== players", "==players"), whole=True)
    assert () == found.diagnostics
    assert (False, ()) == (found.is_complete, GAME.checks.missing_parts(found.document))


def test_what_a_line_that_cannot_be_read_explains_is_not_told_as_well(reading, base):
    found = reading(base.replace("WHITE 6", "WHITE: 6"), whole=True)
    assert () == found.diagnostics
    assert ["SCARLET", "MUSTARD"] == list(found.document.puzzle.names)


def test_a_line_that_cannot_be_read_is_all_that_is_told(base):
    """The hand of the seat has too few cards and the truth no envelope, but only because of it."""
    text = base.replace("scarlet, candlestick,", "scarlet candlestick,").replace(
        "envelope: green,", "envelope: mr green,"
    )
    checked = check_bytes(text.encode(), "some.case", EditionFinder().of(Path(), "clue"))
    assert [("CK101", "after a card comes `,` or the end of the line")] * 3 == [
        (found.code.id, found.message) for found in checked.diagnostics
    ]


@pytest.mark.parametrize("block", ["players", "play"])
def test_without_some_blocks_nothing_can_be_asked(block, reading):
    found = reading(f"== - {block}")
    assert (True, False, ()) == (found.is_complete, found.document.is_complete, found.diagnostics)
    assert [("CK309", f"the block `{block}` is missing")] == [
        (gap.code.id, gap.message) for gap in GAME.checks.missing_parts(found.document)
    ]


@pytest.mark.parametrize("block", ["presentation", "truth", "solution"])
def test_without_others_something_can(block, reading):
    document = reading(f"== - {block}").document
    assert () == GAME.checks.missing_parts(document)
    assert [f"the block `{block}` is missing"] == [found.message for found in check(document, ())]


def test_the_seat_of_all_holds_no_cards(reading):
    found = reading(f"{SEAT}== seat all\nrope\nhall\n")
    assert ["CK106"] == [problem.code.id for problem in found.diagnostics]
    assert (True, None) == (found.is_complete, found.document.puzzle.hand)


# --- scope and deck ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "formula",
    [
        "holder(rope) = WHITE",
        "holder(rope) = envelope",
        "who = plum and weapon = rope and room = hall",
        "exactly 6 card C: holder(C) = SCARLET",
        "some suspect S: holder(S) = envelope",
        "every player P: not every card C: holder(C) = P",
        "no weapon W: holder(W) = envelope",
        "exactly 1 room R: holder(R) = envelope",
    ],
)
def test_what_formulas_may_say(formula, reading):
    source = Source("", f"{formula}\n")
    node, problems = parse_lone_formula(source, GAME.dialect)
    assert () == problems
    typed, problems = Typer(reading().document.scope, source).type_formula(node)
    assert (True, []) == (typed is not None, list(problems))


@pytest.mark.parametrize(
    ("hint", "formula"),
    [
        ("`billiard` (Billiard room)", "room = billiard-room"),
        ("`WHITE`", "holder(rope) = WITE"),
        ("`scarlet`", "holder(Scarlet) = WHITE"),
    ],
)
def test_formulas_get_the_nearest_name(hint, formula, reading):
    source = Source("", f"{formula}\n")
    node, _ = parse_lone_formula(source, GAME.dialect)
    _, (problem,) = Typer(reading().document.scope, source).type_formula(node)
    assert ("CK201", True) == (problem.code.id, hint in problem.hint)


def test_a_deck_of_its_own(reading):
    cards = (
        DeckCard("chef", "Der Koch", "suspect"),
        DeckCard("gift", "Gift", "weapon"),
        DeckCard("diele", "Diele", "room"),
    )
    edition = replace(GAME.language.default_edition(), title="Klein", deck=Deck(cards))
    fragment = "== seat SCARLET\nchef\n== play\nWHITE suggests koch, gift, diele: SCARLET shows chef\n== truth\nWHITE:\n"
    (problem,) = reading(fragment, edition=edition).diagnostics
    assert ("there is no card `koch`", "write `chef` (Der Koch)") == (problem.message, problem.hint)


def test_a_thousand_players_of_one_letter_are_typed(reading):
    found = reading("== players\n" + "A 1\n" * 1000)
    assert 1000 == len(found.document.puzzle.players)
    assert ("A",) == found.document.scope.sort_of_name["player"].values

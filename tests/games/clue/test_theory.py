"""What each line of a puzzle says, in formulas and in words."""

import pytest

from casekit.diagnostics import Place
from casekit.games.clue.document import scope_of
from casekit.games.clue.theory import build_theory
from casekit.kit.transcripts.document import OPEN

LINES = (
    "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
    "MUSTARD suggests plum, rope, kitchen: WHITE shows kitchen",
    "WHITE accuses mustard, knife, study: wrong",
    "MUSTARD accuses mustard, wrench, study: right",
)
NOT_MUSTARD = "holder(white) != MUSTARD and holder(pipe) != MUSTARD and holder(study) != MUSTARD"
SOME_WHITE = "holder(plum) = WHITE or holder(rope) = WHITE or holder(kitchen) = WHITE"
WRONG = "holder(mustard) != envelope or holder(knife) != envelope or holder(study) != envelope"
RIGHT = "holder(mustard) = envelope and holder(wrench) = envelope and holder(study) = envelope"


def lines_of_play(puzzle):
    lines = build_theory(puzzle).lines.values()
    return [(each.path, each.words, each.text) for each in lines if each.kind == "play"]


def test_what_the_lines_of_play_tell_a_seat(table):
    assert [
        ("1", "MUSTARD passes", NOT_MUSTARD),
        ("1", "WHITE shows pipe", "holder(pipe) = WHITE"),
        ("2", "WHITE shows kitchen", SOME_WHITE),  # the name of a card that the seat did not see has no force
        ("3", "WHITE accuses wrongly", WRONG),
        ("4", "MUSTARD accuses rightly", RIGHT),
    ] == lines_of_play(table(*LINES))


@pytest.mark.parametrize(("seat", "text"), [("MUSTARD", 2), ("WHITE", 2), (OPEN, 2), (None, None)])
def test_a_shown_card_counts_for_those_who_saw_it(table, seat, text):
    told = {
        path: text
        for path, words, text in lines_of_play(table(*LINES, seat=seat, hand=None))
        if "shows" in words
    }
    assert ("holder(kitchen) = WHITE" if text else SOME_WHITE) == told["2"]


def test_the_laws_of_the_table(table):
    lines = build_theory(table()).lines
    said = {name: each.text for name, each in lines.items()}
    assert "exactly 1 weapon X: holder(X) = envelope" == said["rule weapon"]
    assert "weapon = rope iff holder(rope) = envelope" == said["rule rope"]
    assert "who = plum iff holder(plum) = envelope" == said["rule plum"]
    assert "room = hall iff holder(hall) = envelope" == said["rule hall"]
    assert "exactly 6 card X: holder(X) = WHITE" == said["size WHITE"]
    assert said["hand"].startswith("holder(rope) = SCARLET and holder(hall) = SCARLET and ")
    assert said["hand"].endswith(
        "and no card X except rope, hall, plum, knife, lounge, green: holder(X) = SCARLET"
    )
    assert ("the envelope holds one weapon", "the weapon asked for is the one in the envelope") == (
        lines["rule weapon"].words,
        lines["rule rope"].words,
    )
    assert ("WHITE has 6 cards", "SCARLET holds rope, hall, plum, knife, lounge, green") == (
        lines["size WHITE"].words,
        lines["hand"].words,
    )


def test_the_parts_of_the_theory(table):
    built = build_theory(table(*LINES))
    theory = built.theory
    assert ["who", "weapon", "room"] == [target.name for target in theory.targets]
    assert ["holder", "who", "weapon", "room"] == [function.name for function in theory.functions]
    assert ["1", "1", "2", "3", "4"] == [claim.source for claim in theory.claims]
    assert ["truth 1", "truth 2", "truth 3", "truth 4"] == [law.id for law in theory.truth]
    assert {"rule", "size", "hand"} == {built.lines[law.id].kind for law in theory.laws}
    assert (Place(12, 13), Place()) == (built.lines["play 1.2"].place, built.lines["rule rope"].place)


def test_a_slip_is_sought_in_the_play_first(table):
    built = build_theory(table(*LINES))
    lines = (*built.theory.laws, *built.theory.claims, *built.theory.truth)
    weights = {built.lines[line.id].kind: line.weight for line in lines}
    ranks = ["rule", "play", "hand", "size", "truth"]
    assert sorted(weights, key=weights.__getitem__) == ranks
    assert len(lines) * weights["play"] < weights["hand"]


def test_the_types_of_formulas(table):
    sorts = {sort.name: len(sort.values) for sort in scope_of(table()).sorts}
    assert {"player": 3, "card": 21, "suspect": 6, "weapon": 6, "room": 9} == sorts
    assert ("SCARLET", "MUSTARD", "WHITE", "envelope") == scope_of(table()).function_of_name[
        "holder"
    ].values.values

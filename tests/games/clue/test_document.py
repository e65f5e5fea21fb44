import pytest

from casekit.kit.transcripts.document import OPEN


@pytest.mark.parametrize(
    "line",
    [
        "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
        "MUSTARD suggests plum, rope, kitchen: WHITE shows",
        "WHITE accuses mustard, knife, study: wrong",
        "WHITE accuses mustard, wrench, study: right",
    ],
)
def test_the_canonical_text_of_a_line(play, line):
    (event,) = play(line)
    assert line == event.text


def test_the_players_to_the_left(table):
    assert [("MUSTARD", "WHITE"), ("WHITE", "SCARLET"), ("SCARLET", "MUSTARD")] == [
        table().left_of(name) for name in table().names
    ]


def test_who_sees_a_shown_card(play):
    (event,) = play("SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe")
    seats = ("SCARLET", "MUSTARD", "WHITE", OPEN, None)
    assert [True, False, True, True, False] == [event.seen_from(seat, event.answers[1]) for seat in seats]


def test_places_do_not_count(table):
    assert table() == table(place=table().players[0].place)

"""The track and the pieces of the board, as the figures and the setting of an edition have them, on every paper."""

from dataclasses import replace

import pytest

from casekit.diagnostics import Span, codes
from casekit.games.midnight.document import Suspect
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.pages.accessories import PIECE_WIDTH_MM, piece
from casekit.print.content.papers import VARIANTS
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.page_texts import read_pages
from casekit.print.produce import print_piece

MM = 72 / 25.4
FIGURES = built_in().table
LONG = ("MAXIMILIANE-CHARLOTTE", "WILHELMINA", "ÉLÉONORE", "Ö")
EVERYWHERE = [("a4", "plain"), ("letter", "print-shop")]


def printed(name, edition, paper="a4", variant="plain"):
    made = piece(name, edition, PrintOptions("ferry", "A Ferry", "red", "a5", paper, Span("edition.toml")))
    pdf, findings = print_piece(made, VARIANTS[variant])
    assert () == findings
    return read_pages(pdf)


def refused(name, edition):
    pdf, findings = print_piece(
        piece(name, edition, PrintOptions("ferry", "A Ferry", "red", "a5", "a4", Span("e"))),
        VARIANTS["plain"],
    )
    assert pdf is None
    return [finding.code for finding in findings]


def with_figures(**figures):
    return replace(built_in(), table=replace(FIGURES, **figures))


def words_on(pages):
    return " ".join(f.text for page in pages for f in page.fragments if not f.turned)


@pytest.mark.parametrize(("paper", "variant"), EVERYWHERE)
def test_every_pawn_stands_with_a_side_for_each_end_of_the_table(paper, variant):
    (page,) = printed("pieces", built_in(), paper, variant)
    for suspect in built_in().suspects:
        upright, turned = (
            next(f for f in page.fragments if (f.text, f.turned) == (suspect.letter, side))
            for side in (False, True)
        )
        # The side that is turned counts from the other corner.
        assert pytest.approx(upright.centre, abs=4) == page.width - turned.centre
        assert upright.y > page.height - turned.y
    names = [f.text for f in page.fragments if not f.turned]
    assert (5, 12) == (names.count("Detective"), names.count("Buoy"))
    assert [1] * 3 == [names.count(name) for name in ("Ship", "Purser", "Moved")]
    assert {"1", "2", "3", "4", "5"} <= set(names)


@pytest.mark.parametrize(("paper", "variant"), EVERYWHERE)
def test_names_of_any_length_are_on_their_piece(paper, variant):
    suspects = tuple(Suspect(chr(65 + at), name, 1) for at, name in enumerate(LONG))
    edition = replace(built_in(), suspects=suspects, setting={"purser": "the assistant harbour master"})
    (page,) = printed("pieces", edition, paper, variant)
    across = int((page.width / MM - 10) / PIECE_WIDTH_MM)
    wide = PIECE_WIDTH_MM * MM
    left = (page.width - across * wide) / 2
    for each in page.fragments:
        edge = left + int((each.centre - left) / wide) * wide
        assert edge <= each.x
        assert each.x + each.width <= edge + wide


def test_there_are_as_many_buoys_as_any_table_needs():
    assert 30 == words_on(printed("pieces", with_figures(buoys=(1, 1, 2, 6)))).split().count("Buoy")


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ({}, ["2 players", "3 players", "4 players", "5 players", "Port"]),
        ({"ship": (1, 1, 3, 3), "port": 4}, ["2, 3 players", "4, 5 players", "Port"]),
        ({"ship": (2, 1, 2, 1), "port": 22}, ["3, 5 players", "2, 4 players", "Port"]),
    ],
)
@pytest.mark.parametrize(("paper", "variant"), EVERYWHERE)
def test_the_track_has_its_spaces_and_where_the_ship_begins(figures, expected, paper, variant):
    edition = with_figures(**figures)
    (page,) = printed("track", edition, paper, variant)
    marks = [f for f in page.fragments if f.text in expected]
    spaces = {f.text: f for f in page.fragments if f.text.isdecimal() and f.size > 15}
    assert expected == [mark.text for mark in sorted(marks, key=lambda f: (f.y, f.x))]
    assert [str(at) for at in range(1, edition.table.port + 1)] == list(spaces)
    begins = {
        mark.text: min(spaces.values(), key=lambda f: abs(f.centre - mark.centre) + abs(mark.y - f.y))
        for mark in marks
    }
    for at, space in enumerate(edition.table.ship):
        (mark,) = (text for text in begins if str(at + 2) in text)
        assert str(space) == begins[mark].text
    for each in page.fragments:
        assert 0 < each.x < each.x + each.width < page.width


def test_the_track_says_what_players_begin_with_and_where():
    said = words_on(printed("track", with_figures(start=(5, 7), revelations=3, buoys=(9, 8, 7, 6))))
    for expected in ("zones 5, 7", "zone 3, Wheelhouse", "2 1 9", "5 4 6", "Event deck", "Spent buoys"):
        assert expected in said


def test_what_has_no_room_is_a_finding():
    long = (Suspect("A", "A" * 60, 1),)
    assert [codes.OVERFULL_CARD] == refused("pieces", replace(built_in(), suspects=long))
    assert [codes.CROWDED_PLAN] == refused("track", with_figures(port=60))
    names = {"purser": "the purser " * 60}
    assert [codes.CROWDED_PLAN] == refused("track", replace(built_in(), setting=names))

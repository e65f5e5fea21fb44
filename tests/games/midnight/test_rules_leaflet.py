"""The rules on paper say what the edition says: its figures, its names and its words."""

from dataclasses import replace
from pathlib import Path

import pytest

from casekit.diagnostics import Span
from casekit.games.midnight.board_figures import TableFigures
from casekit.games.midnight.language.edition_file import built_in, load
from casekit.games.midnight.pages.accessories import piece
from casekit.games.midnight.pages.edition_look import words_for
from casekit.games.midnight.pages.rules_leaflet import figures_of, leaflet
from casekit.print.content.papers import PAPERS
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import plain
from casekit.print.produce import print_piece

LOOK = PrintOptions("ferry", "A Ferry", "#1d4d3f", "a5", "a4", Span("edition.toml"))
EXAMPLE = Path(__file__).resolve().parents[3] / "examples/edition.toml"


@pytest.fixture(scope="module")
def corisande():
    return load(EXAMPLE.read_bytes(), EXAMPLE).settings


def printed(edition, paper="a4", name="rules"):
    """The pages as text, without spaces, small and capital letters alike."""
    pdf, findings = print_piece(piece(name, edition, replace(LOOK, paper=paper)))
    assert () == findings
    return [plain("".join(each.text for each in page.fragments)) for page in read_pages(pdf)]


def text_of(edition):
    """The blocks of a leaflet as one text."""
    pages = leaflet(edition, LOOK).pages
    return "\n".join(cell for page in pages for block in page.blocks for cell in block.cells)


# What a group has to know, by the page where it looks for that.
SAID = {
    2: (
        "Only the culprit may lie",
        "did it alone",
        "(13 in the table)",
        "before midnight",
        "“nobody”",
        "“the victim”",
    ),
    3: (
        "zones 4 to 9",
        "Detectives2345",
        "The ship begins on space1234",
        "Buoys for each5432",
        "three piles of three",
    ),
    4: ("3 action points", "“ANNA, Alibi”", "aloud", "alone"),
    5: ("1read a paragraph aloud", "2extract information", "zone 2: 2 points in, 1 out", "at home"),
    6: ("5 Salon and arcade1AB", "black square"),
    7: ("space 10", "zone 6 (Casino and theatre)", "two different"),
    8: (
        "Culprit5030",
        "Modus operandi2010",
        "loses 10 points",
        "others 5 points",
        "She has 80 points",
        "90 points",
    ),
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_page_says_what_is_looked_for_there(corisande, paper):
    pages = printed(corisande, paper)
    assert 8 == len(pages)
    assert [] == [
        (at, text) for at, texts in SAID.items() for text in texts if plain(text) not in pages[at - 1]
    ]
    assert {"a4": "a5", "letter": "half-letter"}[paper] in PAPERS


def test_figures_are_those_of_the_edition(corisande):
    table = TableFigures(suite=3, revelations=8, port=12, ship=(2, 3, 4, 5), buoys=(6, 5, 4, 3), start=(4, 6))
    pages = printed(replace(corisande, table=table))
    wanted = {
        3: ("zones 4 and 6", "begins on space2345", "each6543"),
        5: ("zone 3: 2 points in",),
        7: ("space 12", "zone 8 (Passenger cabins)"),
    }
    assert [] == [text for at, texts in wanted.items() for text in texts if plain(text) not in pages[at - 1]]


def test_a_leaflet_of_another_setting_knows_no_ship(corisande):
    setting = {
        "place": "the station",
        "suite": "the instrument room",
        "ship": "the cable car",
        "port": "the summit",
        "in_port": "at the summit",
        "purser": "the warden",
        "buoy": "carabiner",
        "buoys": "carabiners",
        "when": "while the storm blew",
    }
    text = text_of(replace(corisande, setting=setting))
    assert [] == [word for word in ("ship", "purser", "buoy", "port.", "the suite (") if word in text]
    assert "The cable car begins on space" in text
    assert "Death came while the storm blew." in text


def test_what_an_edition_does_not_have_is_left_out(corisande):
    bare = replace(corisande, events=None, table=replace(corisande.table, suite=0))
    text = text_of(bare)
    assert [] == [word for word in ("Calm Sea", "Full Speed", "zone 0", "The body was") if word in text]
    assert "each round the ship moves 1 space" in text
    assert "each round the ship moves" not in text_of(corisande)


def test_a_card_says_what_a_turn_offers(corisande):
    front, back = printed(corisande, name="turn")
    assert 5 == front.count(plain("3 action points")) == front.count(plain("In zone 6, at the end"))
    assert 10 == back.count("turn")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_name_of_a_figure_is_known_and_used(language):
    edition = replace(built_in(), language=language)
    words = words_for("rules", edition)
    texts = "".join((*words["leaflet"].values(), *words["card"].values()))
    assert [] == [name for name in figures_of(edition, words) if f"${name}" not in texts]

"""The example edition that is no ship: nothing printed or shown of it, and none of its drawings, is of one."""

import re
from pathlib import Path

import pytest

from casekit.diagnostics import Span
from casekit.games.midnight.game import GAME
from casekit.games.midnight.pages.accessories import piece
from casekit.games.midnight.pages.booklet import booklet
from casekit.games.midnight.pages.edition_look import words_for
from casekit.games.midnight.play.match import CaseHost
from casekit.games.midnight.play.playbook import case_playbook
from casekit.games.midnight.play.solo_leaflet import solo_leaflet
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.editions import EditionFinder
from casekit.pipeline.checking import check_files
from casekit.pipeline.loading import InputFile
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.page_texts import read_pages
from casekit.print.produce import print_piece
from casekit.resources import path
from casekit.tabletop.match import Seat, Seating

FILE = Path(__file__).resolve().parents[3] / "examples" / "weather-station" / "a-sudden-fall.case"
OF_THE_SEA = re.compile(
    r"(?i)\b(?:anchors?|ships?|boats?|pursers?|buoys?|suite|sea|seas|sails?|port|harbour|aboard|on board|captain|cabins?"
    r"|steward|crew|voyage|wheelhouse|gangway|hull)\b"
)
OF_A_SHIP = ("cover", "scene", "emblem", "ship", "sea", "ship_piece", "purser_piece", "buoy_piece")
LOOK = PrintOptions("grauhorn", "Midnight on the Grauhorn", "#31505c", "a5", "a4", Span("edition.toml"))
PRODUCTS = tuple(each.name for each in GAME.products if each.name not in {"booklet", "cover"})


@pytest.fixture(scope="module")
def case():
    _, (found,) = check_files([InputFile.of(FILE)], EditionFinder(), lambda _: None)
    return found.document


@pytest.fixture(scope="module")
def strokes():
    """The shapes of the drawings of a ship, as far as they are written out in their templates."""
    texts = (path(f"games/midnight/templates/{name}.svg").read_text(encoding="utf-8") for name in OF_A_SHIP)
    found = {stroke for text in texts for stroke in re.findall(r'd="([^"{]{8,})"', text)}
    assert len(found) > 30
    return found


def texts_in(value):
    """Every text in a value of any shape."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from texts_in(each)


def test_it_is_as_small_as_an_example_should_be(case):
    edition = case.edition
    assert (3, 3, 10, 19) == (
        len(edition.suspects),
        len(edition.topics),
        len(edition.locations),
        len(edition.paths),
    )
    assert 18 == len(edition.events.cards)


@pytest.mark.parametrize("name", PRODUCTS)
def test_no_page_says_or_shows_a_ship(name, case, strokes):
    made = solo_leaflet([case], LOOK) if name == "solo" else piece(name, case.edition, LOOK)
    pdf, findings = print_piece(made)
    assert () == findings
    said = [f.text for page in read_pages(pdf) for f in page.fragments]
    assert [] == [text for text in said if OF_THE_SEA.search(text)]
    assert [] == [stroke for stroke in strokes if stroke in repr(made)]


def test_no_booklet_says_or_shows_a_ship(case, strokes):
    book = booklet([case], LOOK)
    assert "One case for detectives in the snow" == book.subtitle
    assert [] == OF_THE_SEA.findall(re.sub(r"base64,[^\"]*|DocumentId|span=.*?\)", "", repr(book)))
    assert [] == [stroke for stroke in strokes if stroke in repr(book)]


def test_no_screen_says_or_shows_a_ship(case):
    match = CaseHost(CaseAnalysis(case)).match(Seating((Seat("Ada"), Seat("Ben")), 1))
    scene = match.scene(match.begin(), 0)
    shown = (case_playbook(case).words, case_playbook(case).texts, words_for("sitting", case.edition), scene)
    said = [text for each in shown for text in texts_in(dict(each))]
    assert [] == [text for text in said if OF_THE_SEA.search(text)]
    assert "The relief party is at the front door." in said
    assert not scene["afloat"]
    assert "svg+xml" in case_playbook(case).picture

"""Who is where when: derived from what a case declares."""

import re
from xml.etree import ElementTree as ET

import pytest

from casekit.analysis.proofreading.page import timetable_picture
from casekit.kit.code_registry import base_of
from casekit.resources import words as words_in
from tests.overlay import overlay

BASE = base_of()
FACTS = BASE[BASE.index("== facts") : BASE.index("== rules")]
TRUTH = BASE[BASE.index("== truth") : BASE.index("== ANNA alibi")]


@pytest.fixture
def tables(review):
    def run(facts="", truth="", rest=""):
        return review(overlay(BASE, f"{FACTS}{facts}\n\n{TRUTH}{truth}\n\n{rest}")).timetables

    return run


def row_of(table, who):
    return [cell for row in table["rows"] if row["who"] == who for cell in row["cells"]]


def cells(table, who):
    return [(cell["place"], cell["standing"]) for cell in row_of(table, who)]


def words(table, who):
    return [tuple(word.values()) for cell in row_of(table, who) for word in cell["words"]]


def test_a_place_without_times_is_one_column(tables):
    (table,) = tables()
    assert ("where each was at midnight",) == table["columns"]
    assert [("Galley", "told")] == cells(table, "ANNA")
    assert [("Suite", "untold")] == cells(table, "CLARA")
    assert [
        ("Deck", "CLARA, alibi", False, True),
        ("Deck", "03 Deck", True, False),
    ] == words(table, "CLARA")
    assert [("Suite", "told")] == cells(table, "where the tin of rat poison is")


CLOCK = "type time: clock 23:30 to 00:30 every 15 min\nstay(suspect, time): location // where each was\nheard: time // when the shot was heard"


def test_times_are_columns_and_a_range_fills_them(tables):
    timed, _ = tables(
        CLOCK,
        "every time T: stay(BRUNO, T) = galley\nheard = 00:00\nstay(CLARA, 23:45) = suite\n",
        '== 02\nBRUNO was in the galley from a quarter to twelve to midnight.\n~ every time T in 23:45 to 00:00: stay(BRUNO, T) = galley "in the galley"\n',
    )
    assert ("23:30", "23:45", "00:00", "00:15", "00:30") == timed["columns"]
    standings = ["untold", "told", "told", "untold", "untold"]
    assert [("Galley", standing) for standing in standings] == cells(timed, "BRUNO")
    assert [("", "open"), ("Suite", "untold"), ("", "open"), ("", "open"), ("", "open")] == cells(
        timed, "CLARA"
    )
    assert [] == cells(timed, "ANNA")
    assert [{"column": 2, "says": "when the shot was heard"}] == timed["events"]


def test_a_predicate_of_person_place_and_time_is_a_timetable_too(tables):
    timed, _ = tables(
        "type act: first, second\nseen(suspect, location, act)",
        "seen(BRUNO, galley, first)\n",
        '== 02\nBRUNO was seen on deck in the second act.\n~ seen(BRUNO, deck, second) "seen on deck"\n',
    )
    assert ("first", "second") == timed["columns"]
    assert ("Galley", "untold") == cells(timed, "BRUNO")[0]
    assert [("Deck", "02 Galley", False, False)] == words(timed, "BRUNO")


def test_when_somebody_came_is_one_too(tables):
    timed, _ = tables("type act: first, second\ncame(suspect): act // came in", "came(BRUNO) = second\n")
    assert [("", "open"), ("came in", "untold")] == cells(timed, "BRUNO")


def test_a_case_without_places_has_none(review):
    text = BASE.replace("room(suspect): location", "room(suspect)").replace("tin: location", "tin")
    assert () == review(text).timetables


def test_a_fact_about_two_people_is_none(tables):
    (table,) = tables("met(suspect, suspect): location")
    assert ("where each was at midnight",) == table["columns"]


def test_what_is_too_much_for_a_picture_is_left_out(tables, monkeypatch):
    assert 2 == len(tables(CLOCK, "every time T: stay(BRUNO, T) = galley\n"))
    monkeypatch.setattr("casekit.games.midnight.proofreading.timetables._MOST_CELLS", 14)
    (table,) = tables(CLOCK, "every time T: stay(BRUNO, T) = galley\n")
    assert ("where each was at midnight",) == table["columns"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_picture_is_well_formed_and_says_everything_in_words(language, tables):
    timed, timeless = tables(CLOCK, "every time T: stay(BRUNO, T) = galley\nheard = 00:00\n", "")
    for table in (timed, timeless):
        svg = timetable_picture(table, words_in("analysis/words/review.toml", language)["timetable"], 1)
        root = ET.fromstring(svg)  # noqa: S314 - we wrote it ourselves
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        assert {row["who"] for row in table["rows"]} <= {*texts}
        titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert all(titles)
    assert "✗ Deck (CLARA, alibi)" in texts


def test_alike_cells_are_one_box(tables):
    timed, _ = tables(CLOCK, "every time T: stay(BRUNO, T) = galley\n", "")
    svg = timetable_picture(timed, words_in("analysis/words/review.toml", "en")["timetable"], 1)
    assert 1 == len(re.findall(r"<rect ", svg))

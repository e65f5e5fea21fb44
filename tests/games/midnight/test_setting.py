"""What an edition calls its board and pieces, and what they look like: a ship, where nothing else is said."""

import re
from dataclasses import replace

import pytest

from casekit.diagnostics import Span
from casekit.games.midnight.document import SETTING
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.pages import accessories, booklet, drawings
from casekit.games.midnight.pages.accessories import plan
from casekit.games.midnight.pages.edition_look import assets, drawing_of, picture_of, words_for
from casekit.games.midnight.play.playbook import case_playbook
from casekit.kit.editions import EditionFinder
from casekit.pipeline.checking import check_bytes
from casekit.print.content.artwork import picture_markup
from casekit.print.content.pieces import PrintOptions
from casekit.resources import words_by_language

LOOK = PrintOptions("ferry", "A Ferry", "#1d4d3f", "a5", "a4", Span("edition.toml"))
TABLES = {
    name: words_by_language(f"games/midnight/words/{name}.toml") for name in ("pages", "sitting", "playtest")
}
OF_THE_SHIP = re.compile(
    r"(?i)\b(?:ships?|purser|buoys?|suite|sea|sails?|port|navires?|commissaire|bouées?|mer|bord|See"
    r"|Schiff\w*|Zahlmeister|Rettungsring\w*)\b"
)
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 {}"><path d="M0 0h4v3z"/></svg>'
DRAWN = """
[drawings]
cover = "cover.svg"
scene = "scene.svg"
plan = "plan.svg"
emblems = ["one.svg", "two.svg"]
"""


def texts_in(words):
    for value in words.values():
        yield from (value,) if isinstance(value, str) else texts_in(value)


@pytest.fixture
def edition(boat):
    """The boat's edition with some more lines, and what is wrong with it."""

    def read(lines):
        file = boat / "edition.toml"
        file.write_text(f"{file.read_text(encoding='utf-8')}\n{lines}", encoding="utf-8")
        return EditionFinder().read(file)

    return read


@pytest.mark.parametrize(
    ("table", "language"), [(table, language) for table, tongues in TABLES.items() for language in tongues]
)
def test_nothing_is_left_of_the_ship_where_all_is_called_otherwise(table, language):
    setting = dict.fromkeys(SETTING, "the hut")
    called = replace(built_in(), language=language, setting=setting)
    assert [] == [text for text in texts_in(words_for(table, called)) if OF_THE_SHIP.search(text)]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("{} cases for detectives at sea", "Purser", "Plan of the ship")),
        ("de", ("{} Fälle für Detektive auf See", "Zahlmeister", "Plan des Schiffes")),
        ("fr-CA", ("{} affaires pour détectives en mer", "Commissaire", "Plan du navire")),
        ("xx", ("{} cases for detectives at sea", "Purser", "Plan of the ship")),
    ],
)
def test_without_a_setting_it_is_a_ship(language, expected):
    words = words_for("pages", replace(built_in(), language=language))
    assert expected == (words["many_cases"], words["purser"], words["plan"])


def test_names_have_their_articles_where_they_are_within_sentences():
    setting = {"purser": "the caretaker's cat", "buoy": "ember", "buoys": "embers", "ship": "the plough"}
    words = words_for("sitting", replace(built_in(), setting=setting))
    expected = ("Move the caretaker’s cat to {}", "The caretaker’s cat goes to {}.", "Caretaker’s cat")
    assert expected == tuple(words[key] for key in ("purser_to", "purser_goes", "pawn_purser"))
    assert ("Take one ember", "Embers", "The plough is on space {} of {}") == tuple(
        words[key] for key in ("take_buoy", "buoys", "space")
    )


@pytest.mark.parametrize(
    "lines",
    [
        '[setting]\nship = "the {plough}"',
        '[setting]\nship = "the\\nplough"',
        '[setting]\nboat = "the plough"',
        "[setting]\nship = 3",
        '[drawings]\nemblems = "one.svg"',
    ],
)
def test_a_setting_is_nothing_but_its_words(lines, edition):
    read = edition(lines)
    assert ({"CK801"}, None) == ({problem.code.id for problem in read.diagnostics}, read.settings)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("https://example.org/a.svg", "CK721"),
        ("../a.svg", "CK721"),
        ("nowhere.svg", "CK720"),
        ("script.svg", "CK723"),
        ("words.svg", "CK722"),
    ],
)
def test_a_strangers_drawing_is_looked_through_before_it_is_printed(name, code, edition, boat):
    (boat / "script.svg").write_text(DRAWING.format(4).replace("<path", "<script/><path"), encoding="utf-8")
    (boat / "words.svg").write_text("No drawing.", encoding="utf-8")
    (problem,) = edition(f'[drawings]\ncover = "{name}"').diagnostics
    assert (code, name) == (problem.code.id, re.search(r"the cover (\S+)", problem.message)[1])


@pytest.fixture
def drawn(boat, edition):
    for name, height in (("cover", 5), ("scene", 3), ("plan", 2), ("one", 4), ("two", 8)):
        (boat / f"{name}.svg").write_text(DRAWING.format(height), encoding="utf-8")
    read = edition(DRAWN)
    assert () == read.diagnostics
    case = (boat / "base.case").read_bytes()
    return check_bytes(case, "base.case", read).document


def test_an_editions_drawings_are_printed_instead_of_the_ship(drawn):
    book = booklet.booklet([drawn] * 3, LOOK)
    page = plan(drawn.edition, LOOK)
    names = ["cover.svg", "one.svg", "two.svg"]
    cover, one, two = (picture_markup(drawing_of(drawn.edition, name)) for name in names)
    assert cover == book.drawing
    assert [one, two, one] == [case.emblem for case in book.cases]
    assert [0.75] * 3 == [case.shape for case in book.cases]
    assert "<image" in page.floor_plan.surroundings.drawing
    assert "" == page.floor_plan.surroundings.ground
    assert picture_of(drawn, "illustration")[0].shape == 0.75
    assert case_playbook(drawn).picture == book.cases[0].drawing


def test_what_an_edition_draws_is_made_again_when_it_changes(drawn):
    names = {"cover.svg", "scene.svg", "plan.svg", "one.svg", "two.svg"}
    assert names <= {path.name for path in assets(drawn)}


def drawn_for(edition):
    """All that casekit draws itself for an edition: on the title page, at presentations, on pieces and around the plan."""
    accent, aboard = "#1d4d3f", edition.is_aboard
    return {
        "cover": drawings.cover(edition, accent),
        "scene": drawings.scene(accent, 1, is_aboard=aboard),
        "emblem": drawings.emblem(accent, 1, is_aboard=aboard),
        **{name: drawings.token_drawing(edition, name, accent) for name in ("ship", "purser", "buoy")},
        "plan": f"{accessories.floor_plan_of(edition).surroundings}",
    }


def test_a_setting_that_is_no_ship_has_plain_shapes():
    ship = built_in()
    theatre = replace(ship, setting={"ship": "the taxi", "purser": "the porter", "buoy": "ticket"})
    at_sea, ashore = drawn_for(ship), drawn_for(theatre)
    assert [] == [name for name, drawing in ashore.items() if drawing == at_sea[name]]
    flaps = [accessories.flap(edition, LOOK) for edition in (ship, theatre)]
    assert [True, False] == [flap.has_waves for flap in flaps]
    emblems = [drawings.emblem("#1d4d3f", number, is_aboard=False) for number in range(1, 25)]
    assert 24 == len({*emblems})


def test_a_ship_with_other_words_stays_a_ship():
    ship = built_in()
    aurora = replace(ship, setting={"place": "the Aurora", "when": "at nine"})
    assert drawn_for(ship) == drawn_for(aurora)

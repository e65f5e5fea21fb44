import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import jsonschema
import pytest
from hypothesis import example, given, settings, strategies as st

from casekit import resources
from casekit.diagnostics import Source
from casekit.games.midnight.board.board import board_of
from casekit.games.midnight.document import AnswerPath, PlacePath
from casekit.games.midnight.generator import plot_clues, plots, situations
from casekit.games.midnight.language import edition_file as load
from casekit.games.midnight.language.edition_file import check_edition
from casekit.games.midnight.rooms.authoring import word_list as words
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.language.data.toml import MalformedError
from tests.drawn import changed

FILE = Path("edition.toml")
BOAT = tomllib.loads(base_of("midnight", "base.toml"))
FULL = BOAT | {
    "language": "en",
    "rules": ["culprit != victim"],
    "abbreviations": ["RMS"],
    "levels": {"amateur": {"essential_max": 3, "wrong_max": 0.25}},
    "booklets": [{"slug": "red", "colour": "red", "cases": ["a.case"], "paper": "a4"}],
    "deck": "deck.toml",
}


@pytest.fixture(scope="module")
def valid():
    validator = jsonschema.Draft202012Validator(json.loads(resources.text("schemas/edition.schema.json")))
    return validator.is_valid


def test_the_built_in_edition_is_the_rulebooks_ship(valid):
    edition = load.built_in()
    assert (12, 10, 24, 3, 60) == tuple(
        map(len, (edition.suspects, edition.zones, edition.locations, edition.topics, edition.paths))
    )
    assert "ABCDEFGHIJKL" == "".join(suspect.name[0] for suspect in edition.suspects)
    assert [suspect.letter for suspect in edition.suspects] == list("ABCDEFGHIJKL")
    zones = {number: [at.number for at in edition.locations if at.zone == number] for number in range(1, 11)}
    assert {
        1: list(range(1, 13)),
        2: [13],
        3: [14],
        4: [15, 16],
        5: [17, 18],
        6: [19, 20],
        7: [21],
        8: [22],
        9: [23],
        10: [24],
    } == zones
    ways = {tuple(sorted((zone.number, way))) for zone in edition.zones for way in zone.ways}
    assert {(1, 2), (1, 4), (3, 6), (5, 8), (9, 10), (4, 5), (5, 6), (7, 8), (8, 9)} == ways
    text = (Path(load.__file__).parents[1] / "data" / "edition.toml").read_text(encoding="utf-8")
    assert valid(tomllib.loads(text))
    assert () == check_edition(edition, Source("edition.toml", text))


def test_an_edition_may_be_small():
    edition, problems = load.load_edition(base_of("midnight", "base.toml").encode(), FILE)
    assert () == problems
    assert 12 == len(edition.paths)
    assert (AnswerPath("ANNA", "alibi"), PlacePath(3)) == (edition.paths[0], edition.paths[-1])
    assert ("ANNA alibi", "03") == (str(edition.paths[0]), str(edition.paths[-1]))


VALUES = st.sampled_from(
    ["", "x", "ANNA", 0, 1, -1, True, 1.5, [], [1], ["x"], [True], {}, {"slug": "x"}, [{}]]
)


@settings(max_examples=400)
@given(changed(FULL, VALUES))
@example({**FULL, "zones": [{**FULL["zones"][0], "ways": [-1]}, *FULL["zones"][1:]]})
def test_the_loader_and_the_schema_agree(data):
    schema = json.loads(resources.text("schemas/edition.schema.json"))
    data.pop("format", None)  # judged before an edition is read
    try:
        load._edition(data, None)
    except MalformedError:
        read = False
    else:
        read = True
    assert jsonschema.Draft202012Validator(schema).is_valid(data) == read


@pytest.mark.parametrize(
    ("line", "words", "text"),
    [
        (2, "not TOML", 'title = "x"\nsuspects = = 1\n'),
        (1, "suspects", 'title = "x"\n'),
        (1, "extra", "extra = 1\n" + base_of("midnight", "base.toml")),
        (2, "not of type", base_of("midnight", "base.toml").replace('"Midnight on a Small Boat"', "1")),
        (4, "name", base_of("midnight", "base.toml").replace(', name = "ANNA"', "", 1)),
        (1, "digits", f"title = {'9' * 5000}\n"),
        (1, "nested", f"title = {'[' * 20000}\n"),
        (4, "1.0", base_of("midnight", "base.toml").replace("cabin = 1", "cabin = 1.0", 1)),
    ],
)
def test_a_malformed_edition_is_refused_with_its_place(line, words, text):
    edition, problems = load.load_edition(text.encode(), FILE)
    assert edition is None
    assert {"CK801"} == {problem.code.id for problem in problems}
    assert words in " ".join(problem.message for problem in problems)
    assert line == problems[0].span.line


def test_what_is_no_text_is_no_edition():
    assert "CK902" == load.load_edition(b"\xff\xfe", FILE)[1][0].code.id


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ("two of the suspects have the name `ANNA`", '"BRUNO"', '"ANNA"'),
        ("two of the suspects have the letter `A`", 'letter = "B"', 'letter = "A"'),
        ("two of the zones have the number `1`", 'number = 2, name = "Above"', 'number = 1, name = "Above"'),
        ("two of the locations have the number `1`", "number = 2, slug", "number = 1, slug"),
        ("two of the locations have the slug `deck`", '"galley"', '"deck"'),
        ("two of the topics have the slug `alibi`", '"witness"', '"alibi"'),
        ("is in zone 7", "zone = 2", "zone = 7"),
        ("cabin 9 is not a location", "cabin = 3", "cabin = 9"),
        ("to zone 5, which does not exist", "ways = [2]", "ways = [5]"),
        ("not a first name in capitals", '"CLARA"', '"Clara"'),
        ("not a first name in capitals", '"CLARA"', '"CLARA 2"'),
        ("cannot be a slug", '"deck"', '"the deck"'),
        ("cannot be a slug", '"deck"', '"motive"'),
        ("cannot be a slug", '"deck"', '"every"'),
        ("cannot be a slug", '"alibi"', '"says"'),
        ("cannot be a slug", '"deck"', '"truth"'),
    ],
)
def test_an_edition_that_contradicts_itself_is_reported_where_it_does(words, old, new):
    text = base_of("midnight", "base.toml")
    assert old in text
    text = text.replace(old, new, 1)
    edition, problems = load.load_edition(text.encode(), FILE)
    assert () == problems
    found = check_edition(edition, Source("edition.toml", text))
    assert "CK801" == found[0].code.id
    assert words in found[0].message


@pytest.mark.parametrize(
    ("table", "key", "message"),
    [
        ("suite = 9", "suite", "the suite is zone 9, which this edition does not have"),
        ("start = [1, 9]", "start", "pawns begin in zone 9, which this edition does not have"),
        (
            "revelations = 9",
            "revelations",
            "revelations are made in zone 9, which this edition does not have",
        ),
        ("port = 3", "port", "with 4 detectives the ship begins in port, on space 3"),
        (
            "opening = [1, 99]",
            "opening",
            "readers are to go first to location 99, which this edition does not have",
        ),
    ],
)
def test_figures_of_the_board_are_checked_with_the_edition(boat, table, key, message):
    file = boat / "edition.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n[table]\n{table}\n", encoding="utf-8")
    loaded_edition = EditionFinder().read(file)
    assert loaded_edition.settings is not None
    (finding,) = loaded_edition.diagnostics
    lines = file.read_text(encoding="utf-8").splitlines()
    assert ("CK627", message) == (finding.code.id, finding.message)
    assert lines[finding.span.line - 1].startswith(key)


def test_a_ship_without_the_suite_of_the_rulebook_has_none():
    text = load.built_in_source().text
    zones = [number for number in range(1, 11) if number != 2]
    suiteless = text.replace('number = 2\nname = "Luxury suite"', 'number = 12\nname = "Luxury suite"')
    edition, problems = load.load_edition(suiteless.encode(), Path("edition.toml"))
    assert ((), [1, 12, *zones[1:]]) == (problems, [zone.number for zone in edition.zones])
    assert 0 == edition.table.suite
    assert 2 == load.built_in().table.suite


@pytest.fixture
def homeless(boat):
    """The folder of an edition in which nobody has a cabin."""
    file = boat / "edition.toml"
    text, count = re.subn(r", cabin = \d+", "", file.read_text(encoding="utf-8"))
    assert 3 == count
    file.write_text(text, encoding="utf-8")
    return boat


def test_an_edition_needs_no_cabins(homeless):
    loaded_edition = EditionFinder().read(homeless / "edition.toml")
    assert () == loaded_edition.diagnostics
    assert ({}, [None] * 3) == (
        loaded_edition.settings.cabins,
        [each.cabin for each in loaded_edition.settings.suspects],
    )
    schema = json.loads(resources.text("schemas/edition.schema.json"))
    content = tomllib.loads((homeless / "edition.toml").read_text(encoding="utf-8"))
    assert [] == [*jsonschema.Draft202012Validator(schema).iter_errors(content)]
    board = board_of(loaded_edition.settings)
    assert ((None,) * 3, {None}) == (board.cabins, {*board.lodger})
    assert [] == [word for word in str(words(loaded_edition.settings)).split() if "cabin," in word]


@pytest.mark.parametrize(
    "command",
    [
        ("check", "base.case", "--strict"),
        ("check", "--words", "base.case"),
        ("report", "base.case", "--tables", "7", "--jobs", "1"),
        ("playtest", "page", "base.case", "--output", "page.html"),
        ("review", "base.case"),
    ],
)
def test_every_command_copes_without_cabins(homeless, casekit, command):
    done = casekit(*command, cwd=homeless)
    assert b"Traceback" not in done.stderr
    assert done.returncode in {0, 1}, done.stderr


@pytest.mark.parametrize("level", ["amateur", "expert"])
def test_a_plot_is_made_where_nobody_has_a_cabin(level):
    edition = load.built_in()
    homeless = replace(edition, suspects=tuple(replace(each, cabin=None) for each in edition.suspects))
    library = situations.built_in()
    made = plots.plot(level, "murder", homeless, library, Random(1))  # noqa: S311
    assert {*made.rooms} == {*edition.suspects_by_name}
    clues = plot_clues.clue_stock(made, library, homeless, Random(1))  # noqa: S311
    assert clues
    assert [] == [clue for clue in clues if "$" in str(clue) or "= ," in str(clue)]

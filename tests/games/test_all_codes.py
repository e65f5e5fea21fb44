"""The codes of all games and their entries in the catalogue."""

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from casekit.diagnostics import catalogue, codes
from casekit.diagnostics.codes import codes_in, nearest_codes
from casekit.games import GAMES, game_called
from casekit.games.all_codes import all_codes, base_of, codes_of, known_codes
from casekit.games.midnight.codes import INNOCENT_LIAR

ENTRIES = tuple(map(catalogue.entry, all_codes()))
KINDS = {
    *(game_called(game).dialect.grammar + whole for game in GAMES for whole in ("", " whole")),
    "toml edition",
    "console",
    "text",
}
TABLES = (codes, *(import_module(f"casekit.games.{game}.codes") for game in GAMES))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_every_code_has_an_entry_beside_it_and_every_entry_a_code(table):
    folder = Path(table.__file__).parent / "catalogue"
    assert [f"{code.id}.md" for code in codes_in(table)] == sorted(path.name for path in folder.glob("*.md"))
    assert {table.__package__} == {code.home for code in codes_in(table)}


def test_codes_and_names_are_given_once():
    assert (
        len(all_codes()) == len({code.id for code in all_codes()}) == len({code.name for code in all_codes()})
    )


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.code))
def test_an_entry_has_a_reason_and_two_examples(entry):
    assert entry.code.severity == entry.severity
    assert re.fullmatch(r"[^\n]+\.", entry.why)
    assert entry.wrong.text != entry.right.text
    assert entry.wrong.text.endswith("\n")
    for example in (entry.wrong, entry.right):
        assert example.kind in KINDS
        assert example.remark == "" or re.fullmatch(r"[^\n]+\.", example.remark)


def test_console_examples_are_commands():
    texts = [x.text for each in ENTRIES for x in (each.wrong, each.right) if x.kind == "console"]
    assert texts
    assert all(line.startswith("$ casekit ") for text in texts for line in text.splitlines())


def test_right_editions_are_toml():
    rights = [each.right for each in ENTRIES if each.right.kind == "toml edition"]
    assert rights
    for right in rights:
        edition = tomllib.loads(right.text)
        assert (3, 2, 3, 3) == tuple(
            len(edition[key]) for key in ("suspects", "zones", "locations", "topics")
        )


def test_the_base_edition_is_toml():
    edition = tomllib.loads(base_of("midnight", "base.toml"))
    assert ["ANNA", "BRUNO", "CLARA"] == [suspect["name"] for suspect in edition["suspects"]]
    assert ["suite", "galley", "deck"] == [location["slug"] for location in edition["locations"]]


def test_every_quotation_of_the_base_case_is_in_its_block():
    for block in re.split(r"^== ", base_of("midnight"), flags=re.MULTILINE)[1:]:
        heading, *lines = block.splitlines()
        prose = " ".join(line for line in lines if not line.startswith("~"))
        quotations = [line.split('"')[1] for line in lines if line.startswith("~")]
        assert [] == [(heading, quotation) for quotation in quotations if quotation not in prose]


@pytest.mark.parametrize(
    ("expected", "text"), [(INNOCENT_LIAR, "ck401"), (INNOCENT_LIAR, "innocent-liar"), (None, "ck400")]
)
def test_a_code_is_known_by_identifier_and_name(expected, text):
    assert expected == known_codes().get(text)


def test_the_nearest_codes_are_suggested():
    assert INNOCENT_LIAR == nearest_codes("inocent-lier", known_codes())[0]
    assert INNOCENT_LIAR in nearest_codes("CK4001", known_codes())
    assert () == nearest_codes("zzz", known_codes())


def test_a_game_has_only_the_codes_of_its_own():
    assert {"midnight": False, "clue": True} == {
        game: "repeated-card" in [code.name for code in codes_of(game)] for game in ("midnight", "clue")
    }

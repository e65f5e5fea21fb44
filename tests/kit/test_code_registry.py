"""The codes of all games and their entries in the catalogue."""

import json
import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from casekit import resources
from casekit.diagnostics import FORMS, Code, Finding, Report, Source, catalogue, codes, render
from casekit.diagnostics.codes import codes_in, nearest_codes
from casekit.games.midnight.codes import INNOCENT_LIAR
from casekit.kit.code_registry import all_codes, base_of, codes_of, known_codes, meant_codes
from casekit.kit.registry import GAMES
from casekit.kit.transcripts import codes as transcript_codes
from casekit.language.syntax.suppressions import Suppression, parse_silence, silenced
from casekit.pipeline.checking import DEDUCTION_FAMILIES
from tests.overlay import entry_of, examples_of

ENTRIES = tuple(map(entry_of, all_codes()))
TABLES = (codes, transcript_codes, *(import_module(f"casekit.games.{game}.codes") for game in GAMES))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_every_code_has_an_entry_beside_it_and_every_entry_a_code(table):
    folder = Path(table.__file__).parent / "catalogue"
    assert [f"{code.id}.md" for code in codes_in(table)] == sorted(path.name for path in folder.glob("*.md"))
    assert {table.__package__} == {code.home for code in codes_in(table)}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_a_code_is_a_constant_of_its_name(table):
    """A type checker refuses a name that is in no table (``tests/library/test_typed.py``)."""
    constants = {name: value for name, value in vars(table).items() if isinstance(value, Code)}
    assert list(constants) == [code.name.upper().replace("-", "_") for code in constants.values()]
    assert len(constants) == len(codes_in(table))
    assert not hasattr(table, "__getattr__")


def test_codes_and_names_are_given_once():
    assert (
        len(all_codes()) == len({code.id for code in all_codes()}) == len({code.name for code in all_codes()})
    )


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.code))
def test_an_entry_has_a_reason_and_two_examples(entry):
    assert re.fullmatch(r"[^\n]+\.", entry.why)
    right = (entry.right.files, entry.right.text)
    assert right not in [(example.files, example.text) for example in entry.wrong]
    for example in examples_of(entry):
        assert example.text.endswith("\n")
        assert example.remark == "" or re.fullmatch(r"[^\n]+\.", example.remark)


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


RECORDED = Path(__file__).with_name("codes_ever.txt")
EVER = RECORDED.read_text(encoding="utf-8").splitlines()
"""Every code that there has ever been. ``make docs`` adds new ones; no line is removed or changed."""


def test_every_code_is_among_those_that_there_have_ever_been(request):
    new = {str(code) for code in all_codes()} - set(EVER)
    if request.config.getoption("--rewrite"):
        RECORDED.write_text("\n".join(sorted({*EVER, *new})) + "\n", encoding="utf-8")
    else:
        assert set() == new


@pytest.mark.parametrize("past", EVER)
def test_a_code_that_there_has_ever_been_still_means_its_findings(past):
    """Its identifier and its name mean the same codes: itself, or those that it was merged or split into."""
    identifier, name = past.split()
    meant = [code for code in all_codes() if past in (str(code), *code.was)]
    assert meant
    for text in (identifier, name):
        assert set(meant) == set(meant_codes()[text.lower()])


def test_what_is_past_is_a_code_that_there_has_been():
    assert [] == [(str(code), past) for code in all_codes() for past in code.was if past not in EVER]


def test_the_nearest_codes_are_suggested():
    assert INNOCENT_LIAR == nearest_codes("inocent-lier", meant_codes())[0]
    assert INNOCENT_LIAR in nearest_codes("CK4001", meant_codes())
    assert () == nearest_codes("zzz", meant_codes())


FAR_AWAY = Code("FAR-AWAY-001", "locked-door", "warning", "far_away")
PAGE = """\
# FAR-AWAY-001 locked-door

Nobody gets in.

## Wrong

```text
shut
```

## Right

```text
open
```
"""


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """The table of codes and the catalogue of a game from another package."""
    folder = tmp_path / "far_away" / "catalogue"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder.parent / "codes.py").write_text(
        "from casekit.diagnostics import Code\n"
        "LOCKED_DOOR = Code('FAR-AWAY-001', 'locked-door', 'warning', __package__)\n",
        encoding="utf-8",
    )
    (folder / "FAR-AWAY-001.md").write_text(PAGE, encoding="utf-8")
    (folder / "base.case").write_text("game: far-away\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(GAMES, "far-away", "far_away.game")
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget():
    for each in (all_codes, known_codes, meant_codes, catalogue.entry):
        each.cache_clear()
    for name in ("far_away", "far_away.codes"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("elsewhere")
def test_codes_of_a_game_from_another_package_come_last_and_have_its_name():
    assert (FAR_AWAY,) == codes_of("far-away") == all_codes()[-1:]
    assert FAR_AWAY == known_codes()["far-away-001"] == known_codes()["locked-door"]
    assert "Nobody gets in." == entry_of(known_codes()["locked-door"]).why
    assert "game: far-away\n" == base_of("far-away")


@pytest.mark.usefixtures("elsewhere")
def test_a_code_that_was_split_means_itself_and_its_parts(tmp_path):
    with (tmp_path / "far_away" / "codes.py").open("a", encoding="utf-8") as file:
        file.write(
            "STUCK_DOOR = Code(\n"
            "    'FAR-AWAY-002', 'stuck-door', 'warning', __package__, was=('FAR-AWAY-001 locked-door',)\n)\n"
        )
    for text in ("far-away-001", "locked-door"):
        assert ["locked-door", "stuck-door"] == [code.name for code in meant_codes()[text]]
    assert ["stuck-door"] == [code.name for code in meant_codes()["far-away-002"]]


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("text", ["FAR-AWAY-001 on purpose", "far-away-001: on purpose", "locked-door"])
def test_a_comment_silences_a_code_of_a_game_from_another_package(text):
    source = Source("a.case", f"// casekit: allow {text}\nshut\n")
    code, reason = parse_silence(source.text.splitlines()[0])
    silence = Suppression(code, reason, source.span(0, 5), 1, 2)
    assert () == silenced([Finding(FAR_AWAY, "the door is shut", source.whole())], [silence], meant_codes())
    assert () == silenced([], [silence], meant_codes(), DEDUCTION_FAMILIES)


@pytest.mark.usefixtures("elsewhere")
def test_every_form_of_findings_has_codes_of_games_from_other_packages():
    source = Source("a.case", "shut\n")
    report = Report((Finding(known_codes()["locked-door"], "shut", source.whole()),), {"a.case": source}, ())
    for form in FORMS:
        assert "FAR-AWAY-001" in render(form, report)
    schema = json.loads(resources.text("schemas/diagnostics.schema.json"))
    Draft202012Validator(schema).validate(json.loads(render("json", report)))


@pytest.mark.usefixtures("elsewhere")
def test_a_game_from_another_package_may_have_no_codes(monkeypatch):
    monkeypatch.setitem(GAMES, "far-away", "far_away.catalogue.game")
    assert () == codes_of("far-away")


def test_a_game_has_only_the_codes_of_its_own():
    assert {"midnight": False, "clue": True} == {
        game: "wrong-envelope" in [code.name for code in codes_of(game)] for game in ("midnight", "clue")
    }

"""Both examples of every entry of the catalogue: the wrong one raises exactly its code, the right one nothing."""

from collections import Counter

import pytest

from casekit.building import execution, plan as building_plan
from casekit.kit.code_registry import all_codes, base_of, known_codes
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.registry import GAMES, game_called
from casekit.pipeline import checking, loading
from tests.overlay import entry_of, overlay

ENTRIES = tuple(map(entry_of, all_codes()))
PRINTED = ("CK702", "CK707")
"""Codes of cases that are sound but cannot be printed."""

BALANCE = tuple(entry.code.id for entry in ENTRIES if entry.code.id.startswith("CK60"))
"""Codes of questions that are asked only where somebody wants to know."""


BASES = {game_called(game).dialect.noun: base_of(game) for game in GAMES}
"""What an example of each kind is laid over where games share the code."""


def _of_kind(*kinds):
    return [
        pytest.param(entry.code, side, id=f"{entry.code.id}-{side}")
        for entry in ENTRIES
        for side in ("wrong", "right")
        if getattr(entry, side).kind in kinds
    ]


def _found_alone(text):
    """The findings of a text that has no edition of its own."""
    parsed = loading.parse_bytes(text.encode(), "some.case")
    shelf = LoadedEdition(parsed.game.language.default_edition(), game=parsed.game.name)
    return [
        problem.code.id
        for problem in checking.check_document(loading.resolve_document(parsed, shelf)).diagnostics
    ]


def _expected(code, side):
    return [code.id] if side == "wrong" else []


def _text(code, side):
    example = getattr(entry_of(code), side)
    if example.kind not in BASES:
        return example.text
    game = code.home.rpartition(".")[2]
    return overlay(base_of(game) if game in GAMES else BASES[example.kind], example.text)


def test_a_code_means_one_thing():
    assert [] == [code for code, number in Counter(each.id for each in all_codes()).items() if number > 1]


def test_every_code_has_an_example_that_runs_or_one_that_says_why_not():
    told = {entry.code.id for entry in ENTRIES if entry.wrong.kind == "text"}
    assert told == {
        "CK650",
        "CK651",
        "CK652",
        "CK653",
        "CK841",
        "CK950",
        "CK134",
        "CK114",
        "CK133",
        "CK135",
        "CK137",
        "CK703",
        "CK704",
        "CK760",
        "CK705",
        "CK706",
        "CK708",
        "CK710",
        "CK711",
        "CK713",
        "CK714",
        "CK715",
        "CK716",
        "CK717",
        "CK718",
        "CK719",
        "CK722",
        "CK723",
        "CK724",
        "CK725",
        "CK726",
        "CK727",
        "CK728",
        "CK730",
        "CK731",
        "CK732",
        "CK733",
        "CK734",
        "CK709",
        "CK735",
        "CK739",
        "CK741",
        "CK743",
        "CK744",
        "CK745",
        "CK746",
        "CK747",
        "CK738",
        "CK742",
        "CK748",
        "CK749",
        "CK750",
        "CK751",
        "CK752",
        "CK753",
        "CK740",
        "CK810",
        "CK621",
        "CK622",
        "CK623",
        "CK624",
        "CK625",
        "CK626",
        "CK627",
        "CK628",
        "CK629",
        "CK630",
        "CK631",
        "CK632",
        "CK633",
        "CK634",
        "CK635",
        "CK922",
        "CK813",
        "CK814",
        "CK832",
        "CK833",
        "CK834",
        "CK835",
        "CK836",
        "CK837",
        "CK838",
        "CK839",
        "CK840",
        "CK873",
        "CK902",
        "CK919",
        "CK920",
        "CK921",
        "CK903",
        "CK907",
        "CK908",
        "CK909",
        "CK910",
        "CK912",
        "CK913",
        "CK917",
        "CK918",
        "CK923",
        "CK924",
        "CK925",
        "CK926",
        "CK927",
        "CK928",
        "CK929",
        "CK930",
        "CK940",
        "CK941",
        "CK942",
        "CK943",
        "CK932",
        "CK933",
        "CK934",
        "CK935",
        "CK936",
        "CK937",
        "CK880",
        "CK881",
        "CK882",
        "CK883",
        "CK960",
        "CK961",
        "CK962",
    }


@pytest.mark.parametrize(("code", "side"), _of_kind("case"))
def test_case_examples(code, side, found):
    expected = [] if code.id in (*PRINTED, *BALANCE) else _expected(code, side)
    assert expected == found(_text(code, side), whole=True)


@pytest.mark.parametrize(("code", "side"), _of_kind("puzzle", "scenario", "vigil", "evening"))
def test_puzzle_examples(code, side):
    assert _expected(code, side) == _found_alone(_text(code, side))


@pytest.mark.parametrize("game", ["abbey", "clue", "deception", "nightfall"])
def test_nothing_is_wrong_with_the_base_puzzle(game):
    assert [] == _found_alone(base_of(game))


@pytest.mark.parametrize("code", BALANCE)
def test_the_wrong_examples_of_balance_raise_their_code_alone_beside_the_right_ones(code, found):
    entry = known_codes()[code.lower()]
    wrong, right = (
        Counter(found(_text(entry, side), whole=True, balance=2_000)) for side in ("wrong", "right")
    )
    assert {code} == set(wrong - right)


@pytest.mark.parametrize(("code", "side"), _of_kind("case whole"))
def test_whole_examples(code, side, found):
    got = found(_text(code, side), whole=True)
    assert [code.id] == got if side == "wrong" else code.id not in got


@pytest.mark.parametrize(("code", "side"), _of_kind("toml edition"))
def test_edition_examples(code, side, boat):
    file = boat / "edition.toml"
    file.write_text(getattr(entry_of(code), side).text, encoding="utf-8")
    shelf = EditionFinder().read(file)
    assert _expected(code, side) == [problem.code.id for problem in shelf.diagnostics]
    if side == "right":
        checked = checking.check_bytes((boat / "base.case").read_bytes(), "base.case", shelf)
        assert () == checked.diagnostics


@pytest.mark.parametrize(("code", "side"), _of_kind("console"))
def test_console_examples(code, side, boat, casekit):
    if code.home in {"casekit.games.clue", "casekit.kit.transcripts"}:
        (boat / "edition.toml").unlink()
        (boat / "base.case").write_text(base_of("clue"), encoding="utf-8")
    for line in getattr(entry_of(code), side).text.splitlines():
        done = casekit(*line.removeprefix("$ casekit ").split(), cwd=boat)
        told = (done.stdout + done.stderr).decode()
        assert (side == "wrong") == (f"error[{code}]" in told)
        assert (side == "right") == (done.returncode == 0)


@pytest.mark.parametrize("side", ["wrong", "right"])
@pytest.mark.parametrize("code", PRINTED)
def test_print_examples(code, side, tmp_path):
    found = known_codes()[code.lower()]
    case = tmp_path / "base.case"
    case.write_text(_text(found, side), encoding="utf-8")
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    plan = building_plan.plan_build(case, EditionFinder(), None, lambda _: None)
    assert () == plan.report.diagnostics
    _, problems = execution.print_binding(plan.bindings[0], lambda _: None)
    assert set(_expected(found, side)) == {problem.code.id for problem in problems}

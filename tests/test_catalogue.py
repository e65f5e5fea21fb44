"""All examples of every entry of the catalogue: a wrong one raises its code, the right one nothing."""

import contextlib
import json
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from casekit.kit.code_registry import all_codes, known_codes
from tests.catalogue_examples import PRINTED, RUNNERS, named_test, names_code, run, run_document, source_of
from tests.overlay import entry_of, examples_of
from tests.raising_places import places_of_package, reached, watched

ENTRIES = tuple(map(entry_of, all_codes()))
MEASURED = ("CK60", "CK62")
"""Codes of what is measured, where somebody wants to know: the right example has findings too, but fewer."""


def _examples():
    """Each example that runs: its code, and itself; one that is right has no code to raise."""
    for entry in ENTRIES:
        for number, example in enumerate(examples_of(entry)):
            side = "right" if example is entry.right else f"wrong-{example.variant or number}"
            if example.kind in RUNNERS:
                yield pytest.param(entry, example, id=f"{entry.code.id}-{side}".replace(" ", "-"))


def _named_tests():
    """Each test that stands for an example, once for each code."""
    for entry in ENTRIES:
        for node in dict.fromkeys(map(named_test, entry.wrong)):
            if node:
                yield pytest.param(entry.code, node, id=f"{entry.code.id}-{node}")


def test_a_code_means_one_thing():
    assert [] == [code for code, number in Counter(each.id for each in all_codes()).items() if number > 1]


@cache
def _run(code, example):
    """What an example raises, and the lines that make findings of its code."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), watched() as lines:
        return run(code, example, Path(folder)), frozenset(lines[code.id])


@pytest.mark.parametrize(("entry", "example"), tuple(_examples()))
def test_an_example_raises_what_it_says(entry, example):
    code = entry.code
    raised, _ = _run(code, example)
    if code.id.startswith(MEASURED) and example is not entry.right:
        raised = list(Counter(raised) - Counter(_run(code, entry.right)[0]))
    if example is entry.right:
        if code.id.startswith(MEASURED):
            return
        others = example.kind == "console" or example.kind.endswith(" whole")
        assert code.id not in raised if others else [] == raised
        assert [] == [status for status in raised if status.startswith("exit status")]
    elif example.kind == "console":
        assert code.id in raised
    else:
        assert [code.id] == raised


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_of_what_cannot_be_printed_is_sound(name):
    entry = entry_of(known_codes()[name.lower()])
    assert [] == [found for each in examples_of(entry) for found in run_document(entry.code, each, None)]


@pytest.mark.parametrize(("code", "node"), tuple(_named_tests()))
def test_a_test_that_stands_for_an_example_names_the_code(code, node):
    assert names_code(source_of(node), code)


def test_a_test_that_stands_for_a_right_example_is_there():
    nodes = [named_test(entry.right) for entry in ENTRIES if named_test(entry.right)]
    assert [] == [node for node in nodes if not source_of(node)]


def test_every_example_runs_or_names_a_test():
    unbacked = set()
    for entry in ENTRIES:
        for example in examples_of(entry):
            if example.kind not in RUNNERS and not named_test(example):
                unbacked.add(entry.code.id)
    assert set() == unbacked


UNREACHED = Path(__file__).resolve().parent / "unreached_places.json"
"""How many places that make a finding no example reaches, by code: numbers that may only get smaller."""


def _places_without_example(entry):
    """The places of a code that none of its examples reaches; each named test stands for one of them."""
    lines = set()
    for example in entry.wrong:
        if not named_test(example):
            lines |= _run(entry.code, example)[1]
    left = [place for place in places_of_package()[entry.code.id] if not reached(place, lines)]
    return left[sum(bool(named_test(example)) for example in entry.wrong) :]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code.id)
def test_each_message_of_a_code_has_an_example(entry, request):
    known = json.loads(UNREACHED.read_text(encoding="utf-8"))
    left = _places_without_example(entry)
    if request.config.getoption("--rewrite") and len(left) < known.get(entry.code.id, 0):
        known[entry.code.id] = len(left)
        fewer = {code: number for code, number in known.items() if number}
        UNREACHED.write_text(json.dumps(fewer, indent=2) + "\n", encoding="utf-8")
        return
    told = f"write `## Wrong: VARIANT` for {', '.join(map(str, left))}, or --rewrite if there are fewer"
    assert known.get(entry.code.id, 0) == len(left), told


def test_only_codes_are_let_off():
    assert set() == json.loads(UNREACHED.read_text(encoding="utf-8")).keys() - {
        code.id for code in all_codes()
    }

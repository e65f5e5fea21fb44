"""Twice as much of anything that can be said costs little more than twice as much, in calls of functions and in units of the meter."""

import sys
from pathlib import Path

import pytest

from bench import liner
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline.checking import check_with_deduction, check_without_deduction
from casekit.pipeline.loading import parse_bytes, resolve_document

from .constructs import CONSTRUCTS, written

PACKAGE = str(Path(sys.modules["casekit"].__file__).parent)
SMALL, LARGE = 40, 100
QUIET = {"CK127", "CK144", "CK149", "CK505", "CK506", "CK512", "CK913", "CK914"}
"""Findings that these cases have: of lines that are in no prose, and that nobody needs; of lines that cost much."""


def _costs(text, folder, further=lambda _: None):
    """Calls of casekit's functions in a check, and in what is ``further`` asked; what all lines came to; what the solver did."""
    calls = 0

    def heard(frame, event, _):
        nonlocal calls
        if event == "call":
            code = frame.f_code
            calls += code.co_filename.startswith(PACKAGE) and code.co_name[0] != "<"

    loaded_edition = EditionFinder().of(folder, "midnight")
    sys.setprofile(heard)
    try:
        checked, asked = check_with_deduction(
            check_without_deduction(resolve_document(parse_bytes(text.encode(), "some.case"), loaded_edition))
        )
        further(asked)
    finally:
        sys.setprofile(None)
    codes = {each.code.id for each in checked.diagnostics}
    assert codes <= QUIET, codes - QUIET
    meter = asked.analysis.solver.meter
    made = sum(cost.instances + cost.clauses for cost in meter.lines.values())
    return {"calls": calls, "instances and clauses": made, "work of the solver": meter.work}


@pytest.fixture
def boat(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_construct_grows_as_it_is_said_to(name, size, boat):
    construct = CONSTRUCTS[name]
    none, once, twice = (_costs(written(construct, count, base_of()), boat) for count in (0, size, 2 * size))
    grown = {unit: (twice[unit] - none[unit]) / max(none[unit], once[unit] - none[unit]) for unit in none}
    assert {} == {unit: round(factor, 2) for unit, factor in grown.items() if factor > construct.most}, (
        construct.why
    )


def _liner_costs(people, folder, **further):
    (folder / "edition.toml").write_text(liner.edition(people, people), encoding="utf-8")
    return _costs(liner.case(1, people, people), folder, **further)


@pytest.mark.parametrize("people", [15, pytest.param(50, marks=pytest.mark.nightly)])
def test_twice_as_many_paths_cost_little_more_than_twice(people, tmp_path):
    once, twice = (_liner_costs(count, tmp_path) for count in (people, 2 * people))
    grown = {unit: twice[unit] / once[unit] for unit in once}
    assert {} == {unit: round(factor, 2) for unit, factor in grown.items() if factor > MOST_OF_PATHS[unit]}


MOST_OF_PATHS = {"calls": 2.4, "instances and clauses": 2.8, "work of the solver": 4.4}
"""One rule is about a term in a term: all pairs of a person and a place. Each answer that is still possible takes a question about all paths, and there are twice as many of both."""


@pytest.mark.nightly
def test_figures_of_twice_as_many_paths_cost_at_most_five_times(tmp_path):
    once, twice = (
        _liner_costs(count, tmp_path, further=lambda asked: asked.measure(2_000)) for count in (40, 80)
    )
    grown = {unit: twice[unit] / once[unit] for unit in ("calls", "work of the solver")}
    assert {} == {unit: round(factor, 2) for unit, factor in grown.items() if factor > MOST_OF_FIGURES}


MOST_OF_FIGURES = 5
"""Each conclusion of a proof takes some questions about all paths."""

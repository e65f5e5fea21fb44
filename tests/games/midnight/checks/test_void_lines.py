"""Lines that readers believe and that say nothing in a story which is still possible (CK512)."""

import pytest

from casekit.analysis import solver_findings
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.language.resolver import resolve
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.code_registry import base_of
from casekit.language.syntax.parser import parse
from tests.overlay import overlay

FACTS = """\
== facts
room(suspect): location
owes(suspect)
tin: location
type time: clock 23:00 to 00:00 every 15 min
type course: soup, fish, goose
rang: time
fell: time
left(suspect): course?
host(suspect): suspect?
seen(suspect)

== rules
room(culprit) = suite "whoever killed him was in the suite"
motive = debt iff owes(culprit) "Whoever owed him money had no other reason"
method = poison iff tin = suite "nobody brings a tin of rat poison to the suite for the rats"
common rang < 23:15 implies method != blow
common some suspect X: left(X) = goose or seen(host(X))

== truth
culprit = CLARA
motive = debt
method = poison
room(ANNA) = galley
room(BRUNO) = galley
owes(CLARA)
tin = suite
rang = 23:00
fell = 23:15
left(ANNA) = fish
left(BRUNO) = goose
host(ANNA) = BRUNO
seen(BRUNO)
not seen(ANNA)
"""
SAID = "== 02\nGeese, feathers and two damp aprons. ANNA and BRUNO ate.\n"


@pytest.fixture
def void(check):
    """The messages and hints of notes on lines that may be void, of statements laid over the base case."""

    def run(*lines):
        said = SAID + "".join(f"~ {line}\n" for line in lines)
        checked = check(f"{FACTS}\n{said}")
        assert {"CK512", "CK506", "CK505"} >= {each.code.id for each in checked.diagnostics}
        return [(each.message, each.hint) for each in checked.diagnostics if each.code.id == "CK512"]

    return run


@pytest.mark.parametrize(
    ("term", "line"),
    [
        ("rang + 15 min", "fell = rang + 15 min"),
        ("fell - 15 min", "rang = fell - 15 min"),
        ("rang + 15 min", "not fell != rang + 15 min"),
        ("rang + 15 min", "fell <= rang + 15 min"),
        ("left(ANNA)", "left(ANNA) < goose"),
        ("left(ANNA)", "left(ANNA) in soup to fish"),
        ("left(ANNA)", "just_before(left(ANNA), left(BRUNO))"),
        ("left(ANNA)", "left(ANNA) < goose and left(BRUNO) != none"),
        ("host(ANNA)", "room(host(ANNA)) = galley"),
        ("host(ANNA)", "seen(host(ANNA))"),
    ],
)
def test_a_line_that_is_void_in_a_story_still_possible_is_a_note(void, term, line):
    ((message, hint),) = void(line)
    assert f"`{term}` has no value there" in message
    assert f"`{term} != none`" in hint


@pytest.mark.parametrize(
    "lines",
    [
        ("fell > rang",),
        ("just_before(rang, fell)",),
        ("left(ANNA) = fish",),
        ("left(ANNA) != none", "left(ANNA) < goose"),
        ("rang = 23:00", "fell = rang + 15 min"),
        ("hint left(ANNA) < goose",),
        ("every suspect X: left(X) < goose or left(X) = goose",),
        ("some time T: rang = T and fell = T + 15 min",),
        ("host(ANNA) = BRUNO", "seen(host(ANNA))"),
        ("room(culprit) != galley",),
    ],
)
def test_a_line_that_has_its_values_wherever_it_is_believed_is_none(void, lines):
    assert [] == void(*lines)


@pytest.mark.parametrize(
    ("hinted", "line"),
    [
        ("just_before(rang, fell)", "fell = rang + 15 min"),
        ("just_before(rang, fell)", "rang + 15 min = fell"),
        ("just_before(rang, fell)", "rang = fell - 15 min"),
        ("", "fell = rang + 30 min - 15 min"),
    ],
)
def test_a_step_of_the_clock_is_said_otherwise(void, hinted, line):
    hints = [hint for _, hint in void(line)]
    assert hints
    assert all((f"`{hinted}`" in hint) == bool(hinted) for hint in hints)


@pytest.mark.parametrize(
    ("questions", "line"),
    [(0, "left(ANNA) = fish"), (0, "room(culprit) != galley"), (1, "left(ANNA) < goose")],
)
def test_the_solver_is_asked_once_and_only_of_lines_that_may_be_void(
    loaded_edition, monkeypatch, questions, line
):
    text = overlay(base_of(), f"{FACTS}\n{SAID}~ left(ANNA) != none\n~ {line}\n")
    analysis = CaseAnalysis(resolve(parse(Source("x", text), CASE)[0], loaded_edition.settings).document)
    asked = []
    within = TheorySolver.solve_within
    monkeypatch.setattr(
        TheorySolver, "solve_within", lambda self, assumed: asked.append(assumed) or within(self, assumed)
    )
    assert [] == list(solver_findings.void_lines(analysis, {"culprit": {"nobody", "victim"}}))
    assert questions == len(asked)

"""What statements mean (``docs/language.md``): each on a small case laid over the base case."""

from pathlib import Path

import pytest

from casekit.games.midnight.language.edition_file import load_edition
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from tests.overlay import overlay

ACCIDENT = """\
== presentation
Otto Lind was found dead in his bed at midnight.

== rules
common room(culprit) = suite
common method = poison iff tin = suite

== truth
culprit = nobody
method = poison
room(ANNA) = galley
room(BRUNO) = galley
room(CLARA) = deck
tin = suite

== CLARA alibi
I was out on deck until long past midnight, counting stars.
~ room(CLARA) = deck "out on deck"

== 01
Otto took the rat poison for salt: his own letter says so.
~ culprit = nobody "took the rat poison for salt"
~ tin = suite "took the rat poison for salt"

== 03
The painters saw CLARA here all evening.
~ room(CLARA) = deck "CLARA here all evening"

== ANNA witness
I have seen nothing and heard less.

== CLARA witness
I was counting.

== solution
Neither CLARA nor anybody else had a hand in it.
~ culprit = nobody "Neither CLARA nor anybody else"
"""
# Nobody lies here, so nobody gives himself away.
DEAD = """\
== presentation
Otto Lind was found dead in his bed at midnight.

== CLARA alibi
I was asleep.
"""
SUICIDE = (
    ACCIDENT.replace("culprit = nobody", "culprit = victim")
    .replace("method = poison\nroom(ANNA)", "motive = debt\nmethod = poison\nroom(ANNA)")
    .replace(
        '~ culprit = victim "took the rat poison for salt"',
        '~ culprit = victim "took the rat poison for salt"\n~ motive = debt "his own letter"',
    )
)


@pytest.fixture(scope="module")
def verdict(check):
    """Value, status and rivals of each element, and the codes found."""

    def run(fragment, **options):
        checked = check(fragment, **options)
        elements = checked.verdict["elements"] if checked.verdict else {}
        told = {name: (it["value"], it["status"], it["rivals"]) for name, it in elements.items()}
        return told, [problem.code.id for problem in checked.diagnostics]

    return run


@pytest.fixture(scope="module")
def ask(check):
    """What a reader of everything, or of nothing but the givens, knows of a formula."""

    def run(fragment, formula, *, reading=None):
        from casekit.diagnostics import Source
        from casekit.language.formula.typecheck import Typer
        from casekit.language.syntax.parser import parse_lone_formula

        case = check(fragment).document
        source = Source("", formula)
        typed, problems = Typer(case.scope, source).type_formula(parse_lone_formula(source, CASE)[0])
        assert () == problems
        solver = CaseAnalysis(case).solver
        lines = solver.everything if reading is None else [*solver.laws, *solver.reading(reading)]
        return solver.ask(lines, typed)

    return run


# --- the three questions -------------------------------------------------------------------------


def test_the_base_case_is_clean_and_certain(verdict):
    expected = {
        "culprit": ("CLARA", "certain", []),
        "motive": ("debt", "certain", []),
        "method": ("poison", "certain", []),
    }
    assert (expected, []) == verdict("")


def test_an_accident_can_be_certain_and_has_the_motive_none(verdict):
    told, found = verdict(ACCIDENT)
    assert ("nobody", "certain", []) == told["culprit"]
    assert ("none", "certain", []) == told["motive"]
    assert [] == found


def test_a_suicide_can_be_certain_and_has_a_motive(verdict):
    told, found = verdict(SUICIDE)
    assert ("victim", "certain", []) == told["culprit"]
    assert ("debt", "certain", []) == told["motive"]
    assert [] == found


def test_the_motive_is_none_exactly_if_nobody_did_it(verdict):
    assert (
        "CK407"
        in verdict(ACCIDENT.replace("culprit = nobody\nmethod", "culprit = nobody\nmotive = debt\nmethod"))[1]
    )
    assert "CK407" in verdict(SUICIDE.replace("motive = debt\nmethod", "motive = none\nmethod"))[1]


def test_nobody_and_the_victim_are_rivals_too(verdict):
    told, found = verdict(DEAD)
    assert ("CLARA", "open", ["nobody", "victim"]) == told["culprit"]
    assert "none" in told["motive"][2]
    assert "CK502" in found


# --- who can lie ---------------------------------------------------------------------------------

FLAT = """\
== presentation
Otto Lind was found dead, and another hand did it.
~ culprit != victim and culprit != nobody "another hand did it"

"""


def test_what_a_suspect_says_holds_unless_that_suspect_did_it(ask):
    said = FLAT + '== ANNA alibi\nThe tin was in the suite.\n~ tin = suite "in the suite"\n'
    assert "open" == ask(said, "tin = suite", reading=["ANNA alibi"])
    assert "true" == ask(said, "culprit = ANNA or tin = suite", reading=["ANNA alibi"])


def test_what_a_location_tells_holds(ask):
    assert "true" == ask(FLAT, "tin = suite", reading=["01"])


@pytest.mark.parametrize(
    ("follows", "says"),
    [
        ("culprit = ANNA or culprit = BRUNO or tin = suite", "BRUNO says tin = suite"),
        ("culprit in { ANNA, BRUNO, CLARA } or tin = suite", "BRUNO says CLARA says tin = suite"),
        ("culprit in { ANNA, victim } or tin = suite", "victim says tin = suite"),
        ("culprit = ANNA or tin = suite", "ANNA says tin = suite"),
    ],
)
def test_reported_speech_is_as_true_as_everybody_on_the_way(follows, says, ask):
    said = (
        "== presentation\nOtto Lind was found dead.\n\n"
        f'== ANNA alibi\nBRUNO heard from CLARA that it was in the suite.\n~ {says} "in the suite"\n'
    )
    assert "true" == ask(said, follows, reading=["ANNA alibi"])
    for part in follows.replace("culprit in { ", "culprit = ").split(" or "):
        if "{" not in follows:
            assert "open" == ask(said, part, reading=["ANNA alibi"])


def test_reported_speech_at_a_location_depends_on_the_speaker_alone(ask):
    said = (
        FLAT + '== 02\nBRUNO left a note: the tin is in the suite.\n~ BRUNO says tin = suite "in the suite"\n'
    )
    assert "true" == ask(said, "culprit = BRUNO or tin = suite", reading=["02"])
    assert "open" == ask(said, "tin = suite", reading=["02"])


def test_reported_speech_in_the_presentation_depends_on_the_speaker(ask):
    said = FLAT.rstrip() + "\nBRUNO swore the tin was in the suite.\n~ BRUNO says tin = suite\n\n"
    assert "true" == ask(said, "culprit = BRUNO or tin = suite", reading=[])
    assert "open" == ask(said, "tin = suite", reading=[])


def test_if_nobody_ever_lies_every_word_holds(ask):
    said = 'liar: never\n\n== ANNA alibi\nThe tin was in the suite.\n~ tin = suite "in the suite"\n'
    assert "true" == ask(said, "tin = suite", reading=["ANNA alibi"])


def test_if_the_culprit_must_lie_what_the_culprit_says_is_false(ask):
    said = (
        "liar: must\n\n" + FLAT + '== ANNA alibi\nThe tin was in the suite.\n~ tin = suite "in the suite"\n'
    )
    assert "true" == ask(said, "culprit = ANNA iff tin != suite", reading=["ANNA alibi"])


def test_if_the_culprit_must_lie_an_earlier_speakers_report_tells_nothing(ask):
    said = (
        "liar: must\n\n"
        + FLAT
        + '== ANNA alibi\nBRUNO said the tin was in the suite.\n~ BRUNO says tin = suite "in the suite"\n'
    )
    assert "true" == ask(said, "culprit = CLARA implies tin = suite", reading=["ANNA alibi"])
    assert "true" == ask(said, "culprit = BRUNO implies tin != suite", reading=["ANNA alibi"])
    assert "open" == ask(said, "culprit = ANNA implies tin = suite", reading=["ANNA alibi"])
    assert "open" == ask(said, "culprit = ANNA implies tin != suite", reading=["ANNA alibi"])


def test_a_hint_proves_nothing(ask):
    assert "open" == ask(
        FLAT + '== 02\nA smell.\n~ hint method = poison "smell"\n', "method = poison", reading=["02"]
    )


def test_if_nobody_ever_lies_no_lie_can_be_marked(verdict):
    assert ["CK501"] == verdict("liar: never")[1][:1]


# --- terms without a value -----------------------------------------------------------------------


@pytest.mark.parametrize("where", ["nobody", "victim"])
def test_a_rule_about_the_culprit_rules_out_no_accident_and_no_suicide(where, ask):
    assert "open" == ask("== presentation\nOtto Lind is dead.\n", f"culprit = {where}", reading=[])


LEFT = """\
== facts
room(suspect): location
owes(suspect)
tin: location
type hour: dusk, dinner, midnight
left(suspect): hour?

== 02
A list of times, in pencil, with the names of ANNA and BRUNO on it.
"""


@pytest.mark.parametrize(
    ("answer", "formula", "told"),
    [
        ("open", "left(ANNA) = none", "left(ANNA) < midnight"),
        ("true", "left(ANNA) = none or left(ANNA) in { dusk, dinner }", "left(ANNA) < midnight"),
        ("open", "left(ANNA) = midnight", "left(ANNA) != none and left(ANNA) > dinner"),
        ("true", "left(ANNA) = none", "left(ANNA) = none"),
        ("true", "left(ANNA) = dusk", "left(ANNA) != none\n~ left(ANNA) < dinner"),
        ("true", "left(ANNA) != none", "left(ANNA) = left(BRUNO) and left(BRUNO) = dusk"),
        # `every` passes over those who never left; `some` and `no` do not count them.
        ("open", "left(BRUNO) = none", "every suspect X: left(X) < dinner"),
        ("true", "some suspect X: left(X) != none", "some suspect X: left(X) < dinner"),
        ("true", "no suspect X: left(X) = dusk", "no suspect X: left(X) < dinner"),
        ("open", "left(BRUNO) = none", "no suspect X: left(X) < dinner"),
        ("true", "left(BRUNO) = dusk", "exactly 3 suspect X: left(X) <= dusk"),
        (
            "true",
            "every suspect X except ANNA: left(X) = none",
            "every suspect X except ANNA: left(X) = none",
        ),
        ("open", "left(ANNA) = none", "every suspect X except ANNA: left(X) = none"),
        ("true", "left(CLARA) = dusk", "every suspect X except ANNA, BRUNO: left(X) in { dusk, dusk }"),
    ],
)
def test_a_fact_without_a_value_says_nothing_in_an_order(answer, formula, told, ask):
    assert answer == ask(f"{LEFT}~ {told}\n", formula, reading=["02"])


@pytest.mark.parametrize(
    ("answer", "formula"),
    [
        ("true", "zone(suite) = zone-1"),
        ("false", "zone(deck) = zone-1"),
        ("true", "zone(deck) = zone-2 and zone(suite) = zone(galley)"),
        ("true", "every location L: L = deck iff zone(L) = zone-2"),
        ("true", "zone(room(culprit)) = zone-1"),
    ],
)
def test_zones_are_known(answer, formula, ask):
    assert answer == ask("", formula, reading=[])


# --- general rules -------------------------------------------------------------------------------


def _boat(rules):
    edition, problems = load_edition(
        f"rules = {rules}\n{base_of('midnight', 'base.toml')}".encode(), Path("edition.toml")
    )
    assert () == problems
    return LoadedEdition(edition)


def test_the_general_rules_of_an_edition_hold_in_every_case(verdict):
    assert ["nobody", "victim"] == verdict(DEAD)[0]["culprit"][2]
    assert ["nobody"] == verdict(DEAD, loaded_edition=_boat('["culprit != victim"]'))[0]["culprit"][2]


def test_a_general_rule_may_speak_of_what_only_some_cases_declare(verdict):
    assert [] == verdict("", loaded_edition=_boat('["zone(room(culprit)) = zone-1"]'))[1]


@pytest.mark.parametrize(
    ("code", "rule"), [("CK201", "hat(culprit)"), ("CK101", "culprit ="), ("CK105", "!a")]
)
def test_a_general_rule_that_cannot_be_read_is_reported_with_its_place(code, rule, check):
    (problem,) = check("", loaded_edition=_boat(f'["culprit != victim", "{rule}"]')).diagnostics
    assert code == problem.code.id
    assert "edition.toml" == problem.span.file
    assert "rule 2" in problem.message


def test_paths_are_counted_from_the_edition(check):
    text = overlay(base_of(), "== 04\nA cold, dark hold.\n")
    larger = base_of("midnight", "base.toml").replace(
        '"Deck", zone = 2 },',
        '"Deck", zone = 2 },\n  { number = 4, slug = "hold", name = "Hold", zone = 1 },',
    )
    edition, problems = load_edition(larger.encode(), Path("edition.toml"))
    assert () == problems
    assert ["CK301"] == [p.code.id for p in check("", loaded_edition=LoadedEdition(edition)).diagnostics]
    assert () == check(text, whole=True, loaded_edition=LoadedEdition(edition)).diagnostics

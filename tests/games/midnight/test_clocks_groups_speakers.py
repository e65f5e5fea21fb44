"""Clocks, groups, distances and unknown speakers in whole cases, laid over the base case."""

import pytest

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.language.resolver import resolve
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.wording import build_theory
from casekit.kit.code_registry import base_of
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.parser import parse, parse_lone_formula
from casekit.logic.formulas import Apply, Constant, Equal, Iff
from tests.overlay import overlay

FACTS = """\
== facts
room(suspect): location // where each was at midnight
owes(suspect)           // who owed Otto money
tin: location           // where the tin of rat poison is
"""


@pytest.fixture
def analysis(loaded_edition):
    """An analysis of the base case with a fragment laid over it."""

    def run(fragment):
        document, _ = parse(Source("x", overlay(base_of(), fragment)), CASE)
        return CaseAnalysis(resolve(document, loaded_edition.settings).document)

    return run


@pytest.fixture
def scope(loaded_edition):
    """The scope of the base case with further facts, and what is wrong with them."""

    def run(facts):
        source = Source("x", overlay(base_of(), FACTS + facts))
        document, problems = parse(source, CASE)
        resolution = resolve(document, loaded_edition.settings)
        found = (*problems, *resolution.diagnostics)
        return resolution.document.scope, [
            (p.code.id, source.text.encode()[p.span.start : p.span.end].decode()) for p in found
        ]

    return run


def test_a_clock_may_pass_midnight(scope):
    found, problems = scope("type time: clock 23:45 to 00:15 every 10 min\n")
    assert [] == problems
    assert ("23:45", "23:55", "00:05", "00:15") == found.sort_of_name["time"].values
    assert found.sort_of_name["time"].ordered


@pytest.mark.parametrize(
    ("at", "clock"),
    [
        ("25:00", "25:00 to 01:00 every 5 min"),
        ("24:00", "22:00 to 24:00 every 5 min"),
        ("23:77", "22:00 to 23:77 every 5 min"),
        ("22:00", "22:00 to 22:00 every 5 min"),
        ("01:02", "22:00 to 01:02 every 5 min"),
        ("23:00", "22:00 to 23:00 every 90 min"),
        ("0", "22:00 to 01:00 every 0 min"),
        ("1", "00:00 to 23:59 every 1 min"),
        ("1", "22:00 to 21:59 every 01 min"),
    ],
)
def test_an_impossible_clock_is_one_mistake(scope, at, clock):
    _, problems = scope(f"type time: clock {clock}\nleft(suspect): time?\nno-time(time)\n")
    assert [("CK214", at)] == [
        (code, place.lstrip("0") or "0" if len(at) == 1 else place) for code, place in problems
    ]


def test_what_is_said_of_an_impossible_clock_is_not_reported_too(found):
    case = FACTS + (
        "type time: clock 22:00 to 01:00 every 7 min\nleft(suspect): time?\n\n"
        "== 02\nGeese.\n~ left(ANNA) = 23:50\n~ every time T in 23:40 to 23:50: left(ANNA) != T\n"
    )
    assert ["CK214"] == found(case)


def test_a_clock_of_a_day_in_steps_of_five_minutes_is_possible(scope):
    found, problems = scope("type time: clock 00:00 to 23:55 every 5 min\n")
    assert [] == problems
    assert 288 == len(found.sort_of_name["time"].values)


def test_two_clocks_may_share_times(found):
    case = FACTS + (
        "type time: clock 23:00 to 01:00 every 5 min\ntype hour: clock 22:00 to 01:00 every 60 min\n"
        "left(suspect): time?\nbell: hour\n\n"
        "== truth\nculprit = CLARA\nmotive = debt\nmethod = poison\nroom(ANNA) = galley\nroom(BRUNO) = galley\n"
        "owes(CLARA)\ntin = suite\nleft(ANNA) = 00:00\nbell = 00:00\nleft(ANNA) = bell\n"
    )
    assert [] == found(case)


@pytest.mark.parametrize(
    ("expected", "group"),
    [
        ([("CK101", "")], "group women:"),
        ([("CK207", "ANNA")], "group women: ANNA, CLARA, ANNA"),
        ([("CK207", "suite")], "group suite: ANNA"),
        ([("CK207", "room")], "group room: ANNA"),
        ([("CK207", "culprit")], "group culprit: ANNA"),
        ([("CK207", "women")], "group women: ANNA\ngroup women: CLARA"),
        ([("CK201", "ANA")], "group women: ANA, CLARA"),
        ([("CK203", "galley")], "group women: ANNA, galley"),
        ([("CK203", "tin")], "group women: tin"),
        ([("CK203", "women")], "group women: ANNA\ngroup people: women, BRUNO"),
        ([("CK201", "23:52")], "type time: clock 23:50 to 00:00 every 5 min\ngroup late: 23:52"),
        (
            [],
            "group women: ANNA, CLARA\ngroup dead: victim, ANNA\ngroup below: suite, galley\ngroup sly: poison",
        ),
        ([], "type time: clock 23:50 to 00:00 every 5 min\ngroup late: 23:55, 0:00"),
    ],
)
def test_groups_are_checked(scope, expected, group):
    assert expected == scope(f"{group}\n")[1]


def test_a_group_of_a_hidden_name_is_left_out(scope):
    found, _ = scope("group room: ANNA\ngroup women: ANNA\n")
    assert {"women": ("ANNA",)} == found.groups


def test_words_of_the_new_forms_remain_names(found):
    case = FACTS + (
        "type clock: to, min\ngroup(suspect): clock\ndifferent\nsteps(suspect): clock\nfor: clock\nall\n\n"
        "== 02\nGeese, and ANNA.\n~ hint all and different implies steps(ANNA) = to and group(ANNA) < min and for in { to, min }\n"
    )
    assert [] == found(case)


@pytest.mark.parametrize(
    ("answer", "formula"),
    [
        ("true", "steps(suite, galley) = 0"),
        ("true", "steps(galley, deck) = 1"),
        ("true", "steps(room(ANNA), room(BRUNO)) < 1"),
        ("false", "steps(room(ANNA), deck) = 0"),
        ("open", "steps(room(ANNA), room(CLARA)) = 0"),
    ],
)
def test_steps_follow_the_ways_between_zones(analysis, answer, formula):
    asked = analysis("")
    source = Source("x", formula)
    typed, problems = Typer(asked.scope, source).type_formula(parse_lone_formula(source, CASE)[0])
    assert () == problems
    known = [line for line in asked.solver.truth if line.startswith("truth")]
    assert answer == asked.solver.ask(known, typed)


# --- speakers ------------------------------------------------------------------------------------

LETTER = FACTS + """\
type paper: letter, bill
author(paper): suspect
finder: suspect?

== CLARA motive
Otto was a dear old friend. I shall miss his stories.

== truth
culprit = CLARA
motive = debt
method = poison
room(ANNA) = galley
room(BRUNO) = galley
owes(CLARA)
tin = suite
{truth}

== 02
Geese, feathers, and a letter that nobody signed: *BRUNO was on the deck all night.*
{statement}
"""  # fmt: skip


@pytest.fixture
def letter(found):
    def run(statement, truth="author(letter) = CLARA", before=""):
        return found(before + LETTER.format(truth=truth, statement=statement))

    return run


def test_whoever_wrote_a_letter_may_lie_if_it_is_the_culprit(letter):
    assert [] == letter('~ lie author(letter) says room(BRUNO) = deck "BRUNO was on the deck"')


def test_a_culprit_who_wrote_a_false_letter_should_be_marked(letter):
    assert ["CK404"] == letter('~ author(letter) says room(BRUNO) = deck "BRUNO was on the deck"')


def test_an_innocent_author_does_not_lie(letter):
    statement = 'author(letter) says room(BRUNO) = deck "BRUNO was on the deck"'
    assert ["CK401"] == letter(f"~ {statement}", "author(letter) = ANNA")
    true = statement.replace("deck ", "galley ")
    assert ["CK405"] == letter(f"~ lie {true}", "author(letter) = ANNA")


def test_a_lie_of_somebody_the_truth_does_not_name_is_open(letter):
    assert ["CK408"] == letter(
        '~ lie author(letter) says room(BRUNO) = deck "BRUNO was on the deck"', "owes(CLARA)"
    )


def test_what_nobody_says_means_nothing(letter):
    statement = '~ finder says room(BRUNO) = deck "BRUNO was on the deck"'
    assert [] == letter(statement, "finder = none")
    assert ["CK401"] == letter(statement, "finder = ANNA")


@pytest.mark.parametrize("speaker", ["culprit", "room(ANNA)", "letter", "owes(ANNA)", "23:50", "3", "nobody"])
def test_only_people_say_something(letter, speaker):
    (code,) = set(letter(f'~ {speaker} says room(BRUNO) = galley "BRUNO was on the deck"'))
    assert code in {"CK210", "CK204"}


def test_an_unknown_name_in_a_speaker_is_named(letter):
    assert ["CK201"] == letter('~ author(lettr) says room(BRUNO) = galley "BRUNO was on the deck"')


def test_a_lie_leads_to_whoever_wrote_it(analysis):
    text = LETTER.format(
        truth="author(letter) = CLARA", statement="~ lie author(letter) says room(BRUNO) = deck"
    )
    asked = analysis(text + "\n== CLARA alibi\nI slept.\n\n== CLARA witness\nI slept.\n")
    functions, solver = asked.scope.function_of_name, asked.solver

    def ask(person):
        is_author = Equal(Apply(functions["author"], (Constant("letter"),)), Constant(person))
        is_culprit = Equal(Apply(functions["culprit"]), Constant(person))
        return solver.ask(solver.everything, Iff(is_author, is_culprit))

    assert ["true"] * 3 == [ask(person) for person in ("ANNA", "BRUNO", "CLARA")]


def test_names_who_speak_are_guarded_as_before(analysis):
    claims = build_theory(analysis("").case)[0].claims
    assert all("some" not in repr(claim.exempt) for claim in claims)


@pytest.mark.parametrize("liar", ["never", "must"])
def test_other_liars_and_unknown_speakers(letter, liar):
    # Nobody may lie in the first; in the second the culprit, who wrote it, must.
    statement = '~ author(letter) says room(BRUNO) = {} "BRUNO was on the deck"'
    quiet = (
        "liar: never\n\n== CLARA alibi\nI slept.\n\n== 03\nPlanks.\n\n"
        if liar == "never"
        else "liar: must\n\n== CLARA witness\nI slept.\n\n"
    )
    lie = letter(statement.format("deck").replace("~", "~ lie"), before=quiet)
    truth = letter(statement.format("galley"), before=quiet)
    assert ("CK401" in lie, "CK410" in truth) == (liar == "never", liar == "must")

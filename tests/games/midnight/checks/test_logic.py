"""Checks of truth and deduction on small cases."""

import re

import pytest


@pytest.fixture
def problems(check):
    """The findings of a fragment, and a way to read the line each stands on."""

    def run(fragment):
        checked = check(fragment)
        return [(problem, checked.source.line(problem.span.line)) for problem in checked.diagnostics]

    return run


LIAR = '== BRUNO alibi\nANNA and I stood in the galley, and never on deck.\n~ room(ANNA) = deck "deck"\n'


def test_an_innocents_false_statement_is_named_with_the_lines_against_it(problems):
    ((problem, line),) = problems(LIAR)
    assert ("CK401", '~ room(ANNA) = deck "deck"') == (problem.code.id, line)
    assert "BRUNO is innocent" in problem.message
    assert ["truth: culprit = CLARA", "truth: room(ANNA) = galley"] == [
        related.label for related in problem.related
    ]


def test_two_liars_are_two_findings(problems):
    second = '== ANNA witness\nCLARA was never in debt.\n~ not owes(CLARA) "never in debt"\n'
    found = problems(LIAR + second)
    assert ["CK401", "CK401"] == [problem.code.id for problem, _ in found]
    assert {"BRUNO", "ANNA"} == {problem.message.split()[0] for problem, _ in found}


def test_who_reports_the_words_of_another_is_not_the_liar(problems):
    said = '== ANNA witness\nBRUNO told me CLARA is rich.\n~ BRUNO says not owes(CLARA) "CLARA is rich"\n'
    ((problem, _),) = problems(said)
    assert "CK401" == problem.code.id
    assert problem.message.startswith("BRUNO is innocent")


def test_the_culprits_words_reported_by_an_innocent_may_be_a_lie(problems):
    said = '== ANNA witness\nCLARA told me she is rich.\n~ lie CLARA says not owes(CLARA) "she is rich"\n'
    assert [] == problems(said)
    assert ["CK404"] == [problem.code.id for problem, _ in problems(said.replace("lie ", ""))]


def test_a_lie_that_nobody_could_tell(problems):
    said = '== 02\nThe tin is in the galley, says a note.\n~ lie tin = galley "in the galley"\n'
    assert ["CK402"] == [problem.code.id for problem, _ in problems(said)]


def test_a_location_cannot_lie_even_by_a_mark(problems):
    said = '== 02\nThe tin is in the suite, says a note.\n~ lie tin = suite "in the suite"\n'
    assert ["CK405"] == [problem.code.id for problem, _ in problems(said)]


def test_a_contradiction_among_rules_is_shown_as_the_smallest_set(problems):
    rules = "== rules\ncommon room(culprit) = suite\ncommon motive = debt iff owes(culprit)\ncommon method = poison iff tin = suite\n"
    ((problem, line),) = problems(
        f"{rules}common owes(BRUNO) and not owes(ANNA)\ncommon owes(ANNA) or not owes(BRUNO)\n"
    )
    assert "CK501" == problem.code.id
    assert "owes(ANNA)" in line
    assert ["common knowledge", "solution"] == [each.label.partition(":")[0] for each in problem.related]


def test_a_rule_that_can_hold_in_no_world_stands_alone(problems):
    rules = "== rules\ncommon room(culprit) = suite\ncommon motive = debt iff owes(culprit)\ncommon method = poison iff tin = suite\n"
    ((problem, line),) = problems(f"{rules}common tin = suite and tin = deck\n")
    assert ("CK501", "common tin = suite and tin = deck") == (problem.code.id, line)
    assert ["solution"] == [each.label.partition(":")[0] for each in problem.related]
    assert "cannot hold at all" in problem.message


def test_the_truth_contradicts_itself(problems):
    truth = "== truth\nculprit = CLARA\nculprit = ANNA\nmotive = debt\nmethod = poison\n"
    ((problem, _),) = problems(truth)
    assert "CK407" == problem.code.id
    assert problem.related


OPEN = '== 01\nOtto\'s notebook names CLARA: four thousand, long overdue.\n~ owes(CLARA) "four thousand"\n'


def test_an_open_element_tells_rivals_worlds_and_a_cure(problems):
    ((problem, _),) = problems(OPEN)
    first, world = problem.message.splitlines()
    assert "CK502" == problem.code.id
    assert 'the method is not certain: it could also be "A blow on the head"' == first
    assert world.startswith(
        'Suppose the culprit is CLARA, the motive is "To be rid of a debt" and the method is'
    )
    assert "the tin is " in world
    assert "`~ " in problem.hint


def test_an_accident_is_told_as_one(problems):
    dead = "== presentation\nOtto Lind was found dead.\n\n== CLARA alibi\nI was asleep.\n"
    told = [problem.message for problem, _ in problems(dead) if problem.code.id == "CK502"]
    assert any("nobody (an accident)" in message for message in told)
    assert any("the victim (a suicide)" in message for message in told)
    assert any('"None: it was an accident"' in message for message in told)


@pytest.mark.parametrize("quantifiers", [5, 6])
def test_quantifiers_nested_deep_are_solved_or_refused_with_the_count(quantifiers, check):
    names = "ABCDEF"[:quantifiers]
    deep = (
        " ".join(f"every suspect {name}:" for name in names) + f" owes({names[0]}) or not owes({names[-1]})"
    )
    rules = "== rules\ncommon room(culprit) = suite\ncommon motive = debt iff owes(culprit)\ncommon method = poison iff tin = suite\n"
    from casekit.games.midnight.language.edition_file import built_in
    from casekit.kit.editions import LoadedEdition

    small = check(f"{rules}common {deep}\n")
    assert () == small.diagnostics
    whole = (
        'title: T\nlevel: amateur\nvictim: V\n== terms\nmotive m "M"\nmethod n "N"\n== facts\nowes(suspect)\n'
    )
    text = f"{whole}== rules\ncommon {deep}\n== truth\nculprit = ANNA\nmotive = m\nmethod = n\n"
    large = check(text, whole=True, loaded_edition=LoadedEdition(built_in()))
    refused = [problem for problem in large.diagnostics if problem.code.id == "CK904"]
    assert refused
    assert re.search(r"stands for \d{1,3}(,\d{3})+ instances", refused[0].message)
    assert 10 == refused[0].span.line


def test_a_fact_with_four_arguments_is_solved_or_refused(check):
    facts = "== facts\nroom(suspect): location\nowes(suspect)\ntin: location\nmet(suspect, suspect, suspect, suspect)\n"
    said = "== 02\nA photograph of ANNA and BRUNO and CLARA.\n~ met(ANNA, BRUNO, CLARA, ANNA)\n"
    assert ["CK506"] == [problem.code.id for problem in check(facts + said).diagnostics]
    from casekit.games.midnight.language.edition_file import built_in
    from casekit.kit.editions import LoadedEdition

    whole = 'title: T\nlevel: amateur\nvictim: V\n== terms\nmotive m "M"\nmethod n "N"\n== facts\n'
    text = (
        f"{whole}met(suspect, suspect, suspect, suspect)\n== truth\nculprit = ANNA\nmotive = m\nmethod = n\n"
    )
    told = "== 20\nSome.\n~ some suspect A: some suspect B: some suspect C: some suspect D: met(A, B, C, D)\n"
    codes = {
        problem.code.id
        for problem in check(text + told, whole=True, loaded_edition=LoadedEdition(built_in())).diagnostics
    }
    assert codes & {"CK904", "CK502"}


def test_where_nobody_lies_the_culprit_s_false_statement_is_no_must(problems):
    fragment = (
        "liar: never\n\n"
        "== truth\nculprit = CLARA\nmotive = debt\nmethod = poison\nnot owes(ANNA)\n\n"
        "== CLARA alibi\nI was counting stars.\n\n"
        '== CLARA motive\nANNA owed him money, as we all did.\n~ owes(ANNA) "ANNA owed him"\n'
    )
    told = [problem for problem, line in problems(fragment) if line.startswith("~ owes(ANNA)")]
    assert ["CK401"] == [problem.code.id for problem in told]
    assert told[0].message.startswith("CLARA makes a false statement in a case without liars")


NEVER_LEFT = """\
== facts
room(suspect): location
owes(suspect)
tin: location
type hour: dusk, dinner, midnight
left(suspect): hour?

== rules
room(culprit) = suite "whoever killed him was in the suite"
motive = debt iff owes(culprit) "Whoever owed him money had no other reason"
method = poison iff tin = suite "nobody brings a tin of rat poison to the suite for the rats"
common every suspect X: left(X) < dinner implies X != culprit

== truth
culprit = CLARA
motive = debt
method = poison
room(ANNA) = galley
room(BRUNO) = galley
owes(CLARA)
tin = suite
left(ANNA) = none

"""
LEFT = '== 02\nFeathers. ANNA was gone before dinner.\n~ left(ANNA) < dinner "gone before dinner"\n'
IN_THE_END = """\
== solution
CLARA owed Otto more than she could ever pay, and ANNA was gone.
~ culprit = CLARA "CLARA owed Otto more"
~ {} "ANNA was gone"
"""


def test_what_says_nothing_in_truth_is_no_clue(problems):
    ((problem, line),) = problems(NEVER_LEFT + LEFT)
    assert ("CK412", '~ left(ANNA) < dinner "gone before dinner"') == (problem.code.id, line)
    assert "this says nothing in truth: `left(ANNA)` has no value" == problem.message


def test_a_lie_that_says_nothing_in_truth_is_none(problems):
    said = (
        '== CLARA motive\nANNA was gone before dinner, not I.\n~ {}left(ANNA) < dinner "gone before dinner"\n'
    )
    found = [problems(NEVER_LEFT + said.format(mode)) for mode in ("lie ", "")]
    assert [["CK412"], ["CK412"]] == [[problem.code.id for problem, _ in each] for each in found]
    assert "this lie says nothing in truth: `left(ANNA)` has no value" == found[0][0][0].message


def test_a_claim_that_says_nothing_in_truth_is_not_called_open(problems):
    found = problems(NEVER_LEFT + IN_THE_END.format("left(ANNA) < dinner"))
    assert ["CK411"] == [problem.code.id for problem, _ in found]
    assert "says nothing in truth: `left(ANNA)` has no value" in found[0][0].message


def test_what_ask_calls_true_is_shown(problems):
    open_truth = NEVER_LEFT.replace("left(ANNA) = none\n", "") + LEFT
    shown = problems(open_truth + IN_THE_END.format("shown left(ANNA) < dinner by 02"))
    assert ["CK512"] == [problem.code.id for problem, _ in shown]  # in a story where she never left
    found = problems(open_truth + IN_THE_END.format("shown left(ANNA) = dusk by 02"))
    assert ["CK411", "CK510", "CK512"] == sorted(problem.code.id for problem, _ in found)


TOLD = """\
== solution
CLARA owed Otto more than she could ever pay, and ANNA was gone.
~ not owes(CLARA) "CLARA owed Otto more"
~ shown culprit = ANNA by 03 "ANNA was gone"
"""


@pytest.mark.parametrize(
    ("code", "fragment"),
    [
        ("CK401", LIAR),
        ("CK402", '== 02\nFeathers of CLARA.\n~ room(ANNA) = deck "Feathers"\n'),
        (
            "CK504",
            "== presentation\nOtto Lind, dead.\n~ culprit = CLARA and motive = debt and method = poison\n",
        ),
        ("CK509", "== rules\ncommon culprit = CLARA\ncommon motive = debt iff owes(culprit)\n"),
    ],
)
def test_the_solution_is_checked_whatever_else_is_wrong(code, fragment, problems):
    found = [problem for problem, _ in problems(f"{fragment}\n{TOLD}")]
    assert code == found[0].code.id
    assert ["CK411", "CK411"] == [problem.code.id for problem in found if problem.code.id == "CK411"]
    shown = "CK510" in [problem.code.id for problem in found]
    unclear = any("cannot be checked until this is corrected" in each.label for each in found[0].related)
    assert shown != unclear


def test_claims_that_cannot_be_checked_yet_are_counted(problems):
    both = "== 02\nANNA and BRUNO.\n~ owes(ANNA) and not owes(ANNA)\n\n== solution\nCLARA, as ANNA knew.\n"
    told = both + "~ shown culprit = CLARA by 03\n~ shown owes(CLARA) by 01\n~ owes(ANNA)\n"
    ((problem, _),) = problems(told)
    assert "CK402" == problem.code.id
    assert (
        "solution: this claim, nor 2 more, cannot be checked until this is corrected"
        == problem.related[-1].label
    )


def test_what_is_too_much_only_together_is_said_once_with_the_largest_lines(check):
    from casekit.games.midnight.language.edition_file import built_in
    from casekit.kit.editions import LoadedEdition

    four = "every suspect A: every suspect B: every suspect C: every suspect D: owes(A) or owes(D)"
    whole = (
        'title: T\nlevel: amateur\nvictim: V\n== terms\nmotive m "M"\nmethod n "N"\n== facts\nowes(suspect)\n'
    )
    lines = [f"common {four}"] * 6 + ["common some suspect A: owes(A)"] * 3
    text = (
        f"{whole}== rules\n"
        + "\n".join(lines)
        + "\n== truth\nculprit = ANNA\nmotive = m\nmethod = n\nowes(ANNA)\n"
    )
    found = check(text, whole=True, loaded_edition=LoadedEdition(built_in())).diagnostics
    ((message, related),) = [(each.message, each.related) for each in found if each.code.id == "CK904"]
    assert "the lines of this case stand for 248," in message
    assert "at most 200,000 per case; 41,472 of them are in this line, the largest" in message
    assert ["41,472 are in this line"] * 3 == [each.label for each in related]

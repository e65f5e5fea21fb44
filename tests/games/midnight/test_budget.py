"""Cases that are too hard to decide end all the same."""

from random import Random

import pysolvers
import pytest
from pysat.solvers import Minisat22

from bench import liner
from bench.example import analysis_of
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import measure
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.logic.theory import OutOfBudgetError, Theory
from casekit.pipeline import checking, loading
from casekit.pipeline.loading import parse_bytes, resolve_document

TWELVE_IN_TEN = """\
title: T
level: amateur
victim: V

== terms
motive m "M"
method p "P"

== facts
room(suspect): location

== rules
common every suspect X: every suspect Y except X: room(X) != room(Y)
common every suspect X: room(X) in { %s }

== truth
culprit = ANNA
motive = m
method = p
"""


ROOMS = ", ".join(f"cabin-{letter}" for letter in "abcdefghij")


def test_a_case_that_is_too_hard_is_reported_at_its_line_and_has_no_verdict(monkeypatch):
    monkeypatch.setattr("casekit.deduce.solving.theory_solver.MOST_VAIN_COUNTS", 0)  # without counting
    monkeypatch.setattr("casekit.deduce.solving.theory_solver.OPTIONAL_CONFLICTS", 600)
    monkeypatch.setattr("casekit.deduce.solving.theory_solver.REQUIRED_CONFLICTS", 600)
    checked = checking.check_bytes((TWELVE_IN_TEN % ROOMS).encode(), "hard.case", LoadedEdition(built_in()))
    (hard,) = [problem for problem in checked.diagnostics if problem.code.id == "CK909"]
    assert TWELVE_IN_TEN.splitlines().index("common every suspect X: room(X) in { %s }") + 1 == hard.span.line
    assert checked.verdict is None


def test_hard_questions_have_one_budget_together(monkeypatch):
    monkeypatch.setattr("casekit.deduce.solving.theory_solver.MOST_VAIN_COUNTS", 0)  # without counting
    monkeypatch.setattr("casekit.deduce.solving.theory_solver.REQUIRED_CONFLICTS", 2_000)
    monkeypatch.setattr("casekit.deduce.solving.theory_solver.CONFLICTS_BEFORE_REQUIRED_END", 3_000)
    examined = loading.load_bytes_for_analysis(
        (TWELVE_IN_TEN % ROOMS).encode(), "hard.case", LoadedEdition(built_in())
    )
    assert "CK909" in codes_of(examined)
    solver = CaseAnalysis(examined_case()).solver
    for _ in range(10):
        with pytest.raises(OutOfBudgetError):
            solver.consistent(solver.laws)
    assert solver.conflicts < 3_000 + 11 * 600


def examined_case():
    """The case of the twelve, resolved."""
    reading = resolve_document(
        parse_bytes((TWELVE_IN_TEN % ROOMS).encode(), "hard.case"), LoadedEdition(built_in())
    ).resolved
    return reading.document


def test_twelve_people_in_ten_cabins_contradict_each_other():
    checked = checking.check_bytes((TWELVE_IN_TEN % ROOMS).encode(), "hard.case", LoadedEdition(built_in()))
    assert {"CK501"} == {code for code in codes_of(checked) if code[:3] in {"CK4", "CK5", "CK9"}}


def codes_of(checked):
    return [problem.code.id for problem in checked.diagnostics]


def dealt(seed):
    """A deck dealt into hands of known sizes, with one slip in the truth."""
    chance = Random(seed)  # noqa: S311 - not a secret
    count, sizes = [(18, [3] * 5), (21, [3] * 6), (20, [4, 4, 3, 3, 3]), (19, [6, 5, 5])][seed % 4]
    hands = [f"h{number}" for number, size in enumerate(sizes, 1) for _ in range(size)]
    hands += ["envelope"] * (count - len(hands))
    chance.shuffle(hands)
    slip = chance.randrange(count)
    hands[slip] = chance.choice(sorted(set(hands) - {hands[slip]}))
    sizes_told = [f"exactly {size} card C: holder(C) = h{number}" for number, size in enumerate(sizes, 1)]
    return f"""\
title: T
level: amateur
victim: V

== terms
motive m "M"
method p "P"

== facts
type card: {", ".join(f"c{number}" for number in range(1, count + 1))}
type hand: {", ".join(f"h{number}" for number in range(1, len(sizes) + 1))}, envelope
holder(card): hand

== rules
{chr(10).join(sizes_told)}
exactly {count - sum(sizes)} card C: holder(C) = envelope

== truth
culprit = ANNA
motive = m
method = p
{chr(10).join(f"holder(c{number}) = {hand}" for number, hand in enumerate(hands, 1))}

== 20
Words.
~ culprit = ANNA and motive = m and method = p
"""


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", [*range(8), 21])
def test_a_slip_in_the_truth_of_a_dealt_deck_is_an_impossible_truth(seed):
    checked = checking.check_bytes(dealt(seed).encode(), "dealt.case", LoadedEdition(built_in()))
    found = codes_of(checked)
    assert "CK407" in found
    assert "CK909" not in found


def test_readers_are_answered_where_the_truth_is_too_hard(monkeypatch):
    solve = TheorySolver._ask_solver

    def give_up_on_the_truth(self, assumptions, conflicts):
        truth = set(self.assume(self.truth_alone))
        return None if truth & set(assumptions) else solve(self, assumptions, conflicts)

    monkeypatch.setattr(TheorySolver, "_ask_solver", give_up_on_the_truth)
    examined = loading.load_bytes_for_analysis(dealt(1).encode(), "dealt.case", LoadedEdition(built_in()))
    assert "CK909" in codes_of(examined)
    asked, problems = loading.answer_within_budget(
        examined, lambda analysis: analysis.ask("culprit = ANNA", None)
    )
    assert () == problems
    assert "true" == asked.answer
    rebutted, _ = loading.answer_within_budget(examined, lambda analysis: analysis.why_not("BRUNO"))
    assert rebutted.as_json()["proof"] is not None


def test_a_core_that_may_not_be_minimal_is_told_as_such(monkeypatch):
    monkeypatch.setattr(TheorySolver, "solve_within", lambda _self, _assumptions: None)
    checked = checking.check_bytes(dealt(1).encode(), "dealt.case", LoadedEdition(built_in()))
    (impossible,) = [problem for problem in checked.diagnostics if problem.code.id == "CK407"]
    assert "it is too hard to say whether all of them are needed" in impossible.message


def test_an_interrupt_in_the_solver_is_an_interrupt(monkeypatch):
    class Interrupted(Minisat22):
        def solve_limited(self, assumptions, expect_interrupt):
            del assumptions, expect_interrupt
            raise pysolvers.error("Caught keyboard interrupt")

    solver = TheorySolver(Theory((), (), (), (), ()))
    monkeypatch.setattr(solver, "_solver", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        solver.solve(())


def test_a_verdict_that_is_too_hard_after_all_checks_is_reported_too(monkeypatch, check):
    def give_up(_analysis):
        raise OutOfBudgetError.after(1)

    monkeypatch.setattr("casekit.analysis.verdict_text.verdict_as_json", give_up)
    checked = check()
    assert ["CK909"] == [problem.code.id for problem in checked.diagnostics]
    assert checked.verdict is None


def test_a_proof_among_many_paths_is_minimal_and_says_so(monkeypatch, loaded_edition):
    monkeypatch.setattr("casekit.deduce.proofs.prover.MOST_GROUPS_COMPARED", 3)
    examined = loading.load_bytes_for_analysis(base_of().encode(), "some.case", loaded_edition)
    proved, problems = loading.answer_within_budget(examined, lambda analysis: analysis.prove((), None))
    assert () == problems
    assert (False, True) == (proved.proof.minimum, proved.proof.minimal)
    assert "whether fewer would do was not decided" in " ".join(proved.in_words(80).split())


def test_figures_of_many_paths_are_minimal_and_say_so(tmp_path):
    (tmp_path / "edition.toml").write_text(liner.edition(31, 10), encoding="utf-8")
    loaded_edition = EditionFinder().of(tmp_path, "midnight")
    analysis = analysis_of(
        loading.load_bytes_for_analysis(liner.case(1, 31, 10).encode(), "some.case", loaded_edition)
    )
    figures = measure(analysis, 2_000)
    assert (False, True) == (figures.proof.minimum, figures.proof.minimal)
    assert not figures.complete
    solver, everything = analysis.solver, analysis.solver.everything
    source = {claim.id: claim.source for claim in solver.theory.claims}

    def unsure(unread):
        """Whether an answer that is certain stays open to a reader of all but some paths."""
        read = [line for line in everything if source.get(line) not in unread]
        answers = [target for target in solver.theory.targets if target.name in figures.answers]
        return any(solver.value(read, target) is None for target in answers)

    assert tuple(path for path in analysis.sources if unsure({path})) == figures.essential
    assert [True] * len(figures.ways_back) == [unsure({*back.unread}) for back in figures.ways_back]
    for ways in (*figures.ways.values(), *(clue.ways for clue in figures.clues)):
        named = [path for way in ways.sets for path in way]
        assert len(named) == len({*named})
        assert ways.sets or not ways.complete

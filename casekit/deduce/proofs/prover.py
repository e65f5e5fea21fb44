"""Why something holds, and what is so: the proof of a goal, or the answer to a formula (true, false or open).

Proofs are checked by means other than those that found them: each step by a question of its own.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal

from casekit.deduce.encoding.circuit import ASKED, NO, QUESTION, YES, Key
from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.minimal_sources import claims_by_source, needed_lines
from casekit.deduce.proofs.proof_steps import derive, lines_in, struck_off
from casekit.deduce.solving.cores import (
    MOST_GROUPS_COMPARED,
    Groups,
    check_minimal,
    selectors_of,
    shrunk_core,
    smallest_core,
)
from casekit.deduce.solving.theory_solver import TheorySolver, TruthValue
from casekit.deduce.verdicts import nearest_world, true_facts
from casekit.logic.formulas import (
    And,
    Apply,
    Formula,
    Function,
    Holds,
    Iff,
    Quantified,
    Sort,
    Variable,
    functions_in,
)
from casekit.logic.theory import (
    Assertion,
    Fact,
    Inference,
    Law,
    Proof,
    Rival,
    Step,
    Supposition,
    Theory,
    every_step,
)
from casekit.values import frozen, replace

Among = Literal["needed", "read", "all"]
"""The lines that steps may use: those that the proof needs, all of its sources, or those of all sources.

Where a line can say at once what others say by a detour, more lines make shorter steps; each takes a
derivation more.
"""

CitedLines = Mapping[int, Sequence[Assertion]]
"""The assertions of each step that may be cited, by its number."""

_LARGE_CIRCUIT = 20_000
"""The inputs and gates from which on a proof is derived from what it needs alone: questions are shorter."""


def verify(proof: Proof, solver: TheorySolver) -> None:
    """See that a proof's sources suffice, that none can go, and that each step follows from what it cites.

    A step is checked with its lines alone, the laws not excepted, so that nothing slips in that it does not
    cite: the solver is ``citable``.

    Raises:
        AssertionError: if something does not follow.
    """
    _check_sources(proof, solver)
    assertions_of_steps = _check_steps(proof.steps, {}, solver)
    # Where a term has two values, that it is not the one is said by saying that it is the other.
    proved_nodes: set[int] = set()
    for assertions in assertions_of_steps.values():
        proved_nodes.update(map(solver.node, assertions))
    for assertion in proof.goal:
        if solver.node(assertion) not in proved_nodes:
            raise AssertionError(f"the proof never says {assertion}")


def _check_sources(proof: Proof, solver: TheorySolver) -> None:
    denial = -solver.circuit.all_of(solver.node(assertion) for assertion in proof.goal)
    groups = claims_by_source(solver)
    given = [denial, *solver.assume(solver.laws)]
    if proof.minimal:
        check_minimal(solver, given, groups, proof.sources)
    elif solver.solve([*given, *selectors_of(solver, groups, proof.sources)]):
        raise AssertionError(f"these do not suffice: {proof.sources}")


def _check_steps(
    steps: Sequence[Step], before: CitedLines, solver: TheorySolver
) -> dict[int, Sequence[Assertion]]:
    """Check steps in order; what they and the steps before them say, by number."""
    cited = dict(before)
    for step in steps:
        if isinstance(step, Supposition):
            cited[step.closing] = (_check_supposition(step, cited, solver),)
        else:
            _check_inference(step, cited, solver)
            cited[step.number] = step.conclusions
    return cited


def _check_supposition(step: Supposition, cited: CitedLines, solver: TheorySolver) -> Assertion:
    last = step.steps[-1]
    if not isinstance(last, Inference) or last.conclusions:
        raise AssertionError(f"supposition {step.number} does not end in a contradiction")
    _check_steps(step.steps, {**cited, step.number: (step.supposed,)}, solver)
    if solver.node(step.conclusion) != -solver.node(step.supposed):
        raise AssertionError(f"{step.conclusion} is not the opposite of {step.supposed}")
    return step.conclusion


def _check_inference(step: Inference, cited: CitedLines, solver: TheorySolver) -> None:
    premises = set(chain.from_iterable(cited[number] for number in step.premises))
    if not premises.issuperset(step.used):
        raise AssertionError(f"step {step.number} uses what it does not cite")
    known = [*solver.assume(step.lines), *map(solver.node, step.used)]
    # Without a conclusion what is known leaves no world at all.
    denials = [[-solver.node(conclusion)] for conclusion in step.conclusions] or [[]]
    for denial in denials:
        if solver.solve([*known, *denial]):
            raise AssertionError(f"step {step.number} does not follow from {step.lines}")


def needed_instances(solver: TheorySolver, lines: Sequence[str], goal: Sequence[Assertion]) -> TheorySolver:
    """The theory of some lines, with no more instances of each law than the goal takes.

    The lines must entail the goal. The result knows less than the whole theory, in far fewer clauses; it is
    the whole theory where that cannot be done.
    """
    theory = solver.theory.only(lines)
    instances: dict[str, Law] = {}
    law_of_instance: dict[str, str] = {}
    for law in theory.laws:
        for number, formula in enumerate(_instances(law.formula), 1):
            name = f"{law.id} {number}"
            instances[name] = replace(law, id=name, formula=formula)
            law_of_instance[name] = law.id
    theory_of_instances = TheorySolver(replace(theory, laws=tuple(instances.values())), solver.limits)
    if theory_of_instances.refused or not _mentions(theory_of_instances, goal):
        return solver
    denial = -theory_of_instances.circuit.all_of(theory_of_instances.node(assertion) for assertion in goal)
    given = [denial, *theory_of_instances.assume(claim.id for claim in theory.claims)]
    needed_names = set(shrunk_core(theory_of_instances, given, {name: (name,) for name in instances}).names)
    formulas_of_law: dict[str, list[Formula]] = {law.id: [] for law in theory.laws}
    for name, instance in instances.items():
        if name in needed_names:
            formulas_of_law[law_of_instance[name]].append(instance.formula)
    laws = tuple(replace(law, formula=And(tuple(formulas_of_law[law.id]))) for law in theory.laws)
    reduced = TheorySolver(replace(theory, laws=laws), solver.limits)
    return reduced if _mentions(reduced, goal) else solver


def _mentions(solver: TheorySolver, goal: Sequence[Assertion]) -> bool:
    """Whether a theory speaks of all terms of a goal."""
    facts = [assertion.fact for assertion in goal]
    return all((fact.function, fact.arguments) in solver.vocabulary for fact in facts)


def _instances(formula: Formula) -> Iterator[Formula]:
    """Formulas that together say what the formula says.

    There is one for each value of its outer universal quantifiers.
    """
    if not isinstance(formula, Quantified) or formula.quantifier != "every":
        yield formula
        return
    for value in formula.variable.sort.values:
        variable = Variable(formula.variable.name, Sort(formula.variable.sort.name, (value,)))
        for body in _instances(formula.body):
            yield replace(formula, variable=variable, body=body)


def prove(
    theory: Theory,
    limits: Limits,
    goal: Sequence[Assertion],
    sources: Sequence[str] | None = None,
    *,
    among: Among = "needed",
) -> Proof | None:
    """Why assertions hold for a reader of all sources, or of the given ones; ``None`` if they do not.

    The proof uses the fewest sources; its steps are the shortest found ``among`` some lines. The terms of the
    assertions must be mentioned by the theory.

    Raises:
        OutOfBudgetError: if a question on the way is too hard.
        ValueError: if the sources contradict each other, since everything would follow then.
        AssertionError: if the proof found fails its check, which is our own mistake.
    """
    return prove_known(TheorySolver(theory, limits), goal, sources, among=among)


def prove_known(
    solver_of_theory: TheorySolver,
    goal: Sequence[Assertion],
    sources: Sequence[str] | None = None,
    *,
    among: Among = "needed",
) -> Proof | None:
    """Why assertions hold, as ``prove`` says it, in a theory that is encoded already.

    It does not matter what its solver was asked before.
    """
    solver = solver_of_theory.citable()
    groups = claims_by_source(solver, sources)
    laws = list(solver.laws)
    denial, given = _denied(solver, goal)
    if solver.solve([*given, *solver.assume(_claims_of(groups, groups))]):
        return None
    has_many_sources = len(groups) > MOST_GROUPS_COMPARED
    core = smallest_core(solver, given, groups, many=MOST_GROUPS_COMPARED, cases=_cases(solver, goal))
    if has_many_sources:
        # A smallest set is not looked for, and what a proof does without makes questions longer.
        groups = {source: groups[source] for source in core.names}
        reduced = TheorySolver(
            solver.theory.only((*laws, *_claims_of(groups, groups))), solver_of_theory.limits
        )
        if _mentions(reduced, goal):
            solver, denial = reduced, _denied(reduced, goal)[0]
    claims = _claims_of(groups, core.names)
    needed_laws, needed_claims = needed_lines(solver, denial, claims, _cases(solver, goal))
    needed_lines_of_proof = (*needed_laws, *needed_claims)
    checker = solver.fresh()  # to disturb nothing
    if not checker.consistent(needed_lines_of_proof):
        raise ValueError("what is read contradicts itself, so everything would follow")
    if solver_of_theory.theory.struck:
        rules = [law.id for law in solver_of_theory.theory.laws if not law.weight]
        steps: tuple[Step, ...] = struck_off(solver, (*laws, *claims), goal, rules)
    else:
        line_sets: list[Sequence[str]] = [needed_lines_of_proof]
        if among != "needed":
            line_sets += [(*needed_laws, *claims), (*laws, *claims)]
        if among == "all":
            claims = _claims_of(groups, groups)
            line_sets += [(*needed_laws, *claims), (*laws, *claims)]
        steps = _plainest(solver, line_sets, goal, has_many_sources=has_many_sources)
    used_lines = lines_in(steps)
    cited_lines = tuple([line for line in (*laws, *claims) if line in used_lines])
    proof = Proof(tuple(goal), core.names, core.minimum, cited_lines, steps, core.minimal)
    proof = _with_sources_used(proof, groups)
    verify(proof, checker)
    return proof


def _claims_of(groups: Groups, sources: Iterable[str]) -> list[str]:
    return list(chain.from_iterable(groups[source] for source in sources))


def _denied(solver: TheorySolver, goal: Sequence[Assertion]) -> tuple[int, list[int]]:
    """The node that is true where a goal is not reached; and this node with the selectors of all laws."""
    denial = -solver.circuit.all_of(solver.node(assertion) for assertion in goal)
    return denial, [denial, *solver.assume(solver.laws)]


def _cases(solver: TheorySolver, goal: Sequence[Assertion]) -> list[int]:
    """The nodes of which one is true where a goal is not reached: each other value of each of its terms."""
    cases: list[int] = []
    for assertion in goal:
        fact = assertion.fact
        for value, node in solver.vocabulary[fact.function, fact.arguments].items():
            if (value != fact.value) == assertion.holds:
                cases.append(node)
    return cases


def _with_sources_used(proof: Proof, groups: Groups) -> Proof:
    """A proof whose sources are those of the lines it uses, if there are others than the fewest."""
    used_lines = frozenset(proof.lines)
    sources = tuple(source for source, claims in groups.items() if not used_lines.isdisjoint(claims))
    if set(sources) <= set(proof.sources):
        return proof
    return replace(proof, sources=sources, minimum=False, minimal=False)


def _plainest(
    solver: TheorySolver,
    line_sets: Sequence[Sequence[str]],
    goal: Sequence[Assertion],
    *,
    has_many_sources: bool,
) -> tuple[Step, ...]:
    """The shortest steps that one of some sets of lines leads to; of equals those of the first.

    Of a large theory, or one with many sources, only the first set is tried.
    """
    if has_many_sources or solver.circuit.size > _LARGE_CIRCUIT:
        return derive(
            needed_instances(solver, line_sets[0], goal), line_sets[0], goal, apart=has_many_sources
        )
    return min((derive(solver, lines, goal) for lines in line_sets), key=_length)


def _length(steps: Sequence[Step]) -> tuple[int, int]:
    """How hard steps are to follow: how many suppose something, then how many infer from other steps."""
    suppositions = inferences = 0
    for step in every_step(tuple(steps)):
        if isinstance(step, Supposition):
            suppositions += 1
        elif step.used:
            inferences += 1
    return suppositions, inferences


@frozen(slots=True)
class TruthAnswer:
    """The answer to a formula.

    A bare answer has neither proof nor worlds; nor has one to sources that contradict each other, from which
    everything would follow.
    """

    answer: TruthValue
    """What the formula is."""

    proof: Proof | None = None
    """The proof that it is true, or that it is false."""

    worlds: tuple[Rival, ...] = ()
    """If it is open, the nearest world in which it is true (``yes``), and that where it is false (``no``)."""

    void: bool = False
    """Whether it is void in all worlds, so that there are none of these."""


def ask_theory(
    solver: TheorySolver,
    formula: Formula,
    sources: Sequence[str],
    *,
    bare: bool = False,
    among: Among = "needed",
) -> TruthAnswer:
    """Whether a formula is true or false in every world that readers of the sources hold possible.

    Worlds in which it is void do not count (``docs/language.md``, "Terms without a value"). A ``bare`` reply
    has neither proof nor worlds, which take far longer to find than the answer; steps of a proof are looked
    for ``among`` some lines.

    Raises:
        GroundingTooLargeError: if the formula comes to more ground instances than one line may.
        OutOfBudgetError: if the question is too hard.
    """
    lines_read = solver.reading(sources)
    if not solver.consistent(lines_read):
        return TruthAnswer("open")
    answer = solver.ask(lines_read, formula)
    is_void = answer == "open" and solver.standing(solver.meaning(formula), lines_read) == "void"
    if bare or is_void:
        return TruthAnswer(answer, void=is_void)
    if answer != "open":
        goal = [Assertion(Fact(ASKED, (), YES if answer == "true" else NO))]
        # The question is one more law, so that a proof can answer it.
        question = Function(ASKED)
        law = Law(QUESTION, Iff(Holds(Apply(question)), formula), weight=1, total=True)
        theory_with_question = TheorySolver(
            replace(
                solver.theory,
                functions=(*solver.theory.functions, question),
                laws=(*solver.theory.laws, law),
            ),
            solver.limits,
        )
        return TruthAnswer(answer, prove_known(theory_with_question, goal, sources, among=among))
    return TruthAnswer(answer, worlds=_either_way(solver, formula, lines_read))


def _either_way(solver: TheorySolver, formula: Formula, lines_read: Sequence[str]) -> tuple[Rival, ...]:
    """A world in which a formula is true and one in which it is false, as near to the truth as there are.

    The second is like the first wherever the truth leaves a choice.
    """
    meaning = solver.meaning(formula)
    truth = true_facts(solver)
    true_world = nearest_world(solver, meaning.true, YES, truth, lines_read)
    if true_world is None:
        raise AssertionError("a formula is open without a world in which it is true")
    facts_of_true_world = {(fact.function, fact.arguments): fact.value for fact in true_world.world}
    false_world = nearest_world(solver, meaning.false, NO, truth, lines_read, facts_of_true_world)
    if false_world is None:
        raise AssertionError("a formula is open without a world in which it is false")
    functions = functions_in(formula)
    return _distinguished(true_world, false_world, truth, functions), _distinguished(
        false_world, true_world, truth, functions
    )


def _distinguished(world: Rival, other: Rival, truth: Mapping[Key, str], functions: Container[str]) -> Rival:
    """A world with the facts that distinguish it from another and that the truth leaves open.

    Those that the question is about come first.
    """
    differing = set(world.world) - set(other.world)
    distinguishing = [fact for fact in differing if (fact.function, fact.arguments) not in truth]
    return replace(
        world, apart=tuple(sorted(distinguishing, key=lambda fact: (fact.function not in functions, fact)))
    )

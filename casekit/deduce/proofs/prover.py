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
    MANY,
    Groups,
    assumed,
    check_minimal,
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

CitedLines = Mapping[int, Sequence[Assertion]]
"""The assertions of each step that may be cited."""


def verify(proof: Proof, solver: TheorySolver) -> None:
    """See that a proof's sources suffice, that none can go, and that each step follows from what it cites.

    A step is checked with its lines alone, the laws not excepted, so that nothing slips in that it does not
    cite: the solver is ``citable``.

    Raises:
        AssertionError: if something does not follow.
    """
    _check_sources(proof, solver)
    cited = _check_steps(proof.steps, {}, solver)
    # Where a term has two values, that it is not the one is said by saying that it is the other.
    concluded: set[int] = set()
    for assertions in cited.values():
        concluded.update(map(solver.node, assertions))
    for assertion in proof.goal:
        if solver.node(assertion) not in concluded:
            raise AssertionError(f"the proof never says {assertion}")


def _check_sources(proof: Proof, solver: TheorySolver) -> None:
    denial = -solver.circuit.all_of(solver.node(assertion) for assertion in proof.goal)
    groups = claims_by_source(solver)
    given = [denial, *solver.assume(solver.laws)]
    if proof.minimal:
        check_minimal(solver, given, groups, proof.sources)
    elif solver.solve([*given, *assumed(solver, groups, proof.sources)]):
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
    """Some lines by themselves, each law among them with no more of its instances than the goal takes.

    The lines must entail the goal. The result knows less than the whole, in far fewer clauses.
    """
    theory = solver.theory.only(lines)
    instances: dict[str, Law] = {}
    law_of: dict[str, str] = {}
    for law in theory.laws:
        for number, formula in enumerate(_instances(law.formula), 1):
            name = f"{law.id} {number}"
            instances[name] = replace(law, id=name, formula=formula)
            law_of[name] = law.id
    apart = TheorySolver(replace(theory, laws=tuple(instances.values())), solver.limits)
    if apart.refused or not _mentions(apart, goal):
        return solver
    denial = -apart.circuit.all_of(apart.node(assertion) for assertion in goal)
    given = [denial, *apart.assume(claim.id for claim in theory.claims)]
    needed = set(shrunk_core(apart, given, {name: (name,) for name in instances}).names)
    kept: dict[str, list[Formula]] = {law.id: [] for law in theory.laws}
    for name, instance in instances.items():
        if name in needed:
            kept[law_of[name]].append(instance.formula)
    laws = tuple(replace(law, formula=And(tuple(kept[law.id]))) for law in theory.laws)
    alone = TheorySolver(replace(theory, laws=laws), solver.limits)
    return alone if _mentions(alone, goal) else solver


def _mentions(solver: TheorySolver, goal: Sequence[Assertion]) -> bool:
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
        one = Variable(formula.variable.name, Sort(formula.variable.sort.name, (value,)))
        for body in _instances(formula.body):
            yield replace(formula, variable=one, body=body)


Among = Literal["needed", "read", "all"]
"""The lines that steps may use: those that the proof needs, all of its sources, or those of all sources.

Where a line can say at once what others say by a detour, more lines make shorter steps; each takes a
derivation more.
"""

_LARGE = 20_000
"""From this many inputs and gates on, a proof is derived from what it needs alone: questions are shorter."""


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
    known: TheorySolver,
    goal: Sequence[Assertion],
    sources: Sequence[str] | None = None,
    *,
    among: Among = "needed",
) -> Proof | None:
    """The same of a theory that is encoded already; it does not matter what it was asked before."""
    solver = known.citable()
    groups = claims_by_source(solver, sources)
    laws = list(solver.laws)
    denial, given = _denied(solver, goal)
    if solver.solve([*given, *solver.assume(_claims_of(groups, groups))]):
        return None
    many = len(groups) > MANY
    core = smallest_core(solver, given, groups, many=MANY, cases=_cases(solver, goal))
    if many:
        # A smallest set is not looked for, and what a proof does without makes questions longer.
        groups = {source: groups[source] for source in core.names}
        fewer = TheorySolver(solver.theory.only((*laws, *_claims_of(groups, groups))), known.limits)
        if _mentions(fewer, goal):
            solver, denial = fewer, _denied(fewer, goal)[0]
    claims = _claims_of(groups, core.names)
    needed_laws, needed_claims = needed_lines(solver, denial, claims, _cases(solver, goal))
    needed = (*needed_laws, *needed_claims)
    checked = solver.fresh()  # to disturb nothing
    if not checked.consistent(needed):
        raise ValueError("what is read contradicts itself, so everything would follow")
    if known.theory.struck:
        rules = [law.id for law in known.theory.laws if not law.weight]
        steps: tuple[Step, ...] = struck_off(solver, (*laws, *claims), goal, rules)
    else:
        choices: list[Sequence[str]] = [needed]
        if among != "needed":
            choices += [(*needed_laws, *claims), (*laws, *claims)]
        if among == "all":
            claims = _claims_of(groups, groups)
            choices += [(*needed_laws, *claims), (*laws, *claims)]
        steps = _plainest(solver, choices, goal, many=many)
    used = lines_in(steps)
    cited = tuple([line for line in (*laws, *claims) if line in used])
    proof = Proof(tuple(goal), core.names, core.minimum, cited, steps, core.minimal)
    proof = _with_sources_used(proof, groups)
    verify(proof, checked)
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
    used = tuple(source for source, claims in groups.items() if not used_lines.isdisjoint(claims))
    if set(used) <= set(proof.sources):
        return proof
    return replace(proof, sources=used, minimum=False, minimal=False)


def _plainest(
    solver: TheorySolver, choices: Sequence[Sequence[str]], goal: Sequence[Assertion], *, many: bool
) -> tuple[Step, ...]:
    """The shortest steps that one of some sets of lines leads to; of equals those of the first.

    Of a large theory, or one with ``many`` sources, the first set alone is tried.
    """
    if many or solver.circuit.size > _LARGE:
        return derive(needed_instances(solver, choices[0], goal), choices[0], goal, apart=many)
    return min((derive(solver, lines, goal) for lines in choices), key=_length)


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
    """The answer, with its proof or, where it is ``open``, with the nearest world of each kind.

    ``worlds`` are one in which the formula is true (its ``value`` is ``yes``) and one in which it is false
    (``no``); there are none if it is ``void`` in all worlds. A bare reply has none either, and no proof; nor
    has one to sources that contradict each other, from which everything would follow.
    """

    answer: TruthValue
    proof: Proof | None = None
    worlds: tuple[Rival, ...] = ()
    void: bool = False


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
    read = solver.reading(sources)
    if not solver.consistent(read):
        return TruthAnswer("open")
    answer = solver.ask(read, formula)
    void = answer == "open" and solver.standing(solver.meaning(formula), read) == "void"
    if bare or void:
        return TruthAnswer(answer, void=void)
    if answer != "open":
        goal = [Assertion(Fact(ASKED, (), YES if answer == "true" else NO))]
        # The question is one more law, so that a proof can answer it.
        asked = Function(ASKED)
        law = Law(QUESTION, Iff(Holds(Apply(asked)), formula), weight=1, total=True)
        posed = TheorySolver(
            replace(
                solver.theory,
                functions=(*solver.theory.functions, asked),
                laws=(*solver.theory.laws, law),
            ),
            solver.limits,
        )
        return TruthAnswer(answer, prove_known(posed, goal, sources, among=among))
    return TruthAnswer(answer, worlds=_either_way(solver, formula, read))


def _either_way(solver: TheorySolver, formula: Formula, read: Sequence[str]) -> tuple[Rival, ...]:
    """A world in which a formula is true and one in which it is false, as near to the truth as there are.

    The second is like the first wherever the truth leaves a choice.
    """
    so, otherwise = solver.meaning(formula)
    truth = true_facts(solver)
    first = nearest_world(solver, so, YES, truth, read)
    if first is None:
        raise AssertionError("a formula is open without a world in which it is true")
    like = {(fact.function, fact.arguments): fact.value for fact in first.world}
    second = nearest_world(solver, otherwise, NO, truth, read, like)
    if second is None:
        raise AssertionError("a formula is open without a world in which it is false")
    about = functions_in(formula)
    return _distinguished(first, second, truth, about), _distinguished(second, first, truth, about)


def _distinguished(world: Rival, other: Rival, truth: Mapping[Key, str], about: Container[str]) -> Rival:
    """A world with the facts that distinguish it from another and that the truth leaves open.

    Those that the question is about come first.
    """
    differing = set(world.world) - set(other.world)
    apart = [fact for fact in differing if (fact.function, fact.arguments) not in truth]
    return replace(world, apart=tuple(sorted(apart, key=lambda fact: (fact.function not in about, fact))))

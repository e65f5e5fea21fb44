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


def verify(proof: Proof, knowledge: TheorySolver) -> None:
    """See that a proof's sources suffice, that none can go, and that each step follows from what it cites.

    A step is checked with its lines alone, the laws not excepted, so that nothing slips in that it does not
    cite: the knowledge is ``citable``.

    Raises:
        AssertionError: if something does not follow.
    """
    _check_sources(proof, knowledge)
    cited = _check_steps(proof.steps, {}, knowledge)
    # Where a term has two values, that it is not the one is said by saying that it is the other.
    concluded: set[int] = set()
    for assertions in cited.values():
        concluded.update(map(knowledge.node, assertions))
    for assertion in proof.goal:
        if knowledge.node(assertion) not in concluded:
            raise AssertionError(f"the proof never says {assertion}")


def _check_sources(proof: Proof, knowledge: TheorySolver) -> None:
    denial = -knowledge.circuit.all_of(knowledge.node(assertion) for assertion in proof.goal)
    groups = claims_by_source(knowledge)
    given = [denial, *knowledge.assume(knowledge.laws)]
    if proof.minimal:
        check_minimal(knowledge, given, groups, proof.sources)
    elif knowledge.solve([*given, *assumed(knowledge, groups, proof.sources)]):
        raise AssertionError(f"these do not suffice: {proof.sources}")


def _check_steps(
    steps: Sequence[Step], before: CitedLines, knowledge: TheorySolver
) -> dict[int, Sequence[Assertion]]:
    """Check steps in order; what they and the steps before them say, by number."""
    cited = dict(before)
    for step in steps:
        if isinstance(step, Supposition):
            cited[step.closing] = (_check_supposition(step, cited, knowledge),)
        else:
            _check_inference(step, cited, knowledge)
            cited[step.number] = step.conclusions
    return cited


def _check_supposition(step: Supposition, cited: CitedLines, knowledge: TheorySolver) -> Assertion:
    last = step.steps[-1]
    if not isinstance(last, Inference) or last.conclusions:
        raise AssertionError(f"supposition {step.number} does not end in a contradiction")
    _check_steps(step.steps, {**cited, step.number: (step.supposed,)}, knowledge)
    if knowledge.node(step.conclusion) != -knowledge.node(step.supposed):
        raise AssertionError(f"{step.conclusion} is not the opposite of {step.supposed}")
    return step.conclusion


def _check_inference(step: Inference, cited: CitedLines, knowledge: TheorySolver) -> None:
    premises = set(chain.from_iterable(cited[number] for number in step.premises))
    if not premises.issuperset(step.used):
        raise AssertionError(f"step {step.number} uses what it does not cite")
    known = [*knowledge.assume(step.lines), *map(knowledge.node, step.used)]
    # Without a conclusion what is known leaves no world at all.
    denials = [[-knowledge.node(conclusion)] for conclusion in step.conclusions] or [[]]
    for denial in denials:
        if knowledge.solve([*known, *denial]):
            raise AssertionError(f"step {step.number} does not follow from {step.lines}")


def needed_instances(
    knowledge: TheorySolver, lines: Sequence[str], goal: Sequence[Assertion]
) -> TheorySolver:
    """Some lines by themselves, each law among them with no more of its instances than the goal takes.

    The lines must entail the goal. The result knows less than the whole, in far fewer clauses.
    """
    theory = knowledge.theory.only(lines)
    instances: dict[str, Law] = {}
    law_of: dict[str, str] = {}
    for law in theory.laws:
        for number, formula in enumerate(_instances(law.formula), 1):
            name = f"{law.id} {number}"
            instances[name] = replace(law, id=name, formula=formula)
            law_of[name] = law.id
    apart = TheorySolver(replace(theory, laws=tuple(instances.values())), knowledge.limits)
    if apart.refused or not _mentions(apart, goal):
        return knowledge
    denial = -apart.circuit.all_of(apart.node(assertion) for assertion in goal)
    given = [denial, *apart.assume(claim.id for claim in theory.claims)]
    needed = set(shrunk_core(apart, given, {name: (name,) for name in instances}).names)
    kept: dict[str, list[Formula]] = {law.id: [] for law in theory.laws}
    for name, instance in instances.items():
        if name in needed:
            kept[law_of[name]].append(instance.formula)
    laws = tuple(replace(law, formula=And(tuple(kept[law.id]))) for law in theory.laws)
    alone = TheorySolver(replace(theory, laws=laws), knowledge.limits)
    return alone if _mentions(alone, goal) else knowledge


def _mentions(knowledge: TheorySolver, goal: Sequence[Assertion]) -> bool:
    facts = [assertion.fact for assertion in goal]
    return all((fact.function, fact.arguments) in knowledge.vocabulary for fact in facts)


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
    knowledge = known.citable()
    groups = claims_by_source(knowledge, sources)
    laws = list(knowledge.laws)
    denial, given = _denied(knowledge, goal)
    if knowledge.solve([*given, *knowledge.assume(_claims_of(groups, groups))]):
        return None
    many = len(groups) > MANY
    core = smallest_core(knowledge, given, groups, many=MANY, cases=_cases(knowledge, goal))
    if many:
        # A smallest set is not looked for, and what a proof does without makes questions longer.
        groups = {source: groups[source] for source in core.names}
        fewer = TheorySolver(knowledge.theory.only((*laws, *_claims_of(groups, groups))), known.limits)
        if _mentions(fewer, goal):
            knowledge, denial = fewer, _denied(fewer, goal)[0]
    claims = _claims_of(groups, core.names)
    needed_laws, needed_claims = needed_lines(knowledge, denial, claims, _cases(knowledge, goal))
    needed = (*needed_laws, *needed_claims)
    checked = knowledge.fresh()  # to disturb nothing
    if not checked.consistent(needed):
        raise ValueError("what is read contradicts itself, so everything would follow")
    if known.theory.struck:
        rules = [law.id for law in known.theory.laws if not law.weight]
        steps: tuple[Step, ...] = struck_off(knowledge, (*laws, *claims), goal, rules)
    else:
        choices: list[Sequence[str]] = [needed]
        if among != "needed":
            choices += [(*needed_laws, *claims), (*laws, *claims)]
        if among == "all":
            claims = _claims_of(groups, groups)
            choices += [(*needed_laws, *claims), (*laws, *claims)]
        steps = _plainest(knowledge, choices, goal, many=many)
    used = lines_in(steps)
    cited = tuple([line for line in (*laws, *claims) if line in used])
    proof = Proof(tuple(goal), core.names, core.minimum, cited, steps, core.minimal)
    proof = _with_sources_used(proof, groups)
    verify(proof, checked)
    return proof


def _claims_of(groups: Groups, sources: Iterable[str]) -> list[str]:
    return list(chain.from_iterable(groups[source] for source in sources))


def _denied(knowledge: TheorySolver, goal: Sequence[Assertion]) -> tuple[int, list[int]]:
    """The node that is true where a goal is not reached; and this node with the selectors of all laws."""
    denial = -knowledge.circuit.all_of(knowledge.node(assertion) for assertion in goal)
    return denial, [denial, *knowledge.assume(knowledge.laws)]


def _cases(knowledge: TheorySolver, goal: Sequence[Assertion]) -> list[int]:
    """The nodes of which one is true where a goal is not reached: each other value of each of its terms."""
    cases: list[int] = []
    for assertion in goal:
        fact = assertion.fact
        for value, node in knowledge.vocabulary[fact.function, fact.arguments].items():
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
    knowledge: TheorySolver, choices: Sequence[Sequence[str]], goal: Sequence[Assertion], *, many: bool
) -> tuple[Step, ...]:
    """The shortest steps that one of some sets of lines leads to; of equals those of the first.

    Of a large theory, or one with ``many`` sources, the first set alone is tried.
    """
    if many or knowledge.circuit.size > _LARGE:
        return derive(needed_instances(knowledge, choices[0], goal), choices[0], goal, apart=many)
    return min((derive(knowledge, lines, goal) for lines in choices), key=_length)


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
    knowledge: TheorySolver,
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
    read = knowledge.reading(sources)
    if not knowledge.consistent(read):
        return TruthAnswer("open")
    answer = knowledge.ask(read, formula)
    void = answer == "open" and knowledge.standing(knowledge.meaning(formula), read) == "void"
    if bare or void:
        return TruthAnswer(answer, void=void)
    if answer != "open":
        goal = [Assertion(Fact(ASKED, (), YES if answer == "true" else NO))]
        # The question is one more law, so that a proof can answer it.
        asked = Function(ASKED)
        law = Law(QUESTION, Iff(Holds(Apply(asked)), formula), weight=1, total=True)
        posed = TheorySolver(
            replace(
                knowledge.theory,
                functions=(*knowledge.theory.functions, asked),
                laws=(*knowledge.theory.laws, law),
            ),
            knowledge.limits,
        )
        return TruthAnswer(answer, prove_known(posed, goal, sources, among=among))
    return TruthAnswer(answer, worlds=_either_way(knowledge, formula, read))


def _either_way(knowledge: TheorySolver, formula: Formula, read: Sequence[str]) -> tuple[Rival, ...]:
    """A world in which a formula is true and one in which it is false, as near to the truth as there are.

    The second is like the first wherever the truth leaves a choice.
    """
    so, otherwise = knowledge.meaning(formula)
    truth = true_facts(knowledge)
    first = nearest_world(knowledge, so, YES, truth, read)
    if first is None:
        raise AssertionError("a formula is open without a world in which it is true")
    like = {(fact.function, fact.arguments): fact.value for fact in first.world}
    second = nearest_world(knowledge, otherwise, NO, truth, read, like)
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

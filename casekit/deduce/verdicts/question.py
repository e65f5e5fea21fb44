"""A formula asked of a theory: true, false or open for a reader of some sources."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from casekit.deduce.encoding.vocabulary import ASKED, NO, QUESTION, YES, Key
from casekit.deduce.proofs.proving import Among, prove
from casekit.deduce.solving.knowledge import Knowledge, TruthValue
from casekit.deduce.verdicts.rivals import nearest_world, true_facts
from casekit.model.logic import Apply, Formula, Function, Holds, Iff, all_terms
from casekit.model.proof import Assertion, Proof
from casekit.model.theory import Fact, Law, Rival, Theory


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer, with its proof or, where it is ``open``, with the nearest world of each kind.

    ``worlds`` are one in which the formula is true (its ``value`` is ``yes``) and one in which it is false (``no``);
    there are none if it is ``void`` in all worlds. A bare reply has none either, and no proof. ``possible`` is false if the
    sources contradict each other: then everything would follow, and nothing is answered.
    """

    answer: TruthValue
    proof: Proof | None = None
    worlds: tuple[Rival, ...] = ()
    possible: bool = True
    void: bool = False


def ask_theory(
    knowledge: Knowledge,
    formula: Formula,
    sources: Sequence[str],
    *,
    bare: bool = False,
    among: Among = "needed",
) -> Reply:
    """Whether a formula is true or false in every world that readers of the sources hold possible.

    Worlds in which it is void do not count (``docs/language.md``, "Terms without a value"). A ``bare`` reply has neither
    proof nor worlds, which take far longer to find than the answer; steps of a proof are looked for ``among`` some lines.

    Raises:
        GroundingTooLargeError: if the formula comes to more ground instances than one line may.
        OutOfBudgetError: if the question is too hard.
    """
    read = knowledge.reading(sources)
    if not knowledge.consistent(read):
        return Reply("open", possible=False)
    answer = knowledge.ask(read, formula)
    void = answer == "open" and knowledge.standing(knowledge.meaning(formula), read) == "void"
    if bare or void:
        return Reply(answer, void=void)
    if answer != "open":
        value = YES if answer == "true" else NO
        goal = [Assertion(Fact(ASKED, (), value))]
        posed = _posed(knowledge.theory, formula)
        return Reply(answer, prove(posed, knowledge.limits, goal, sources, among=among))
    return Reply(answer, worlds=_either_way(knowledge, formula, read))


def _either_way(knowledge: Knowledge, formula: Formula, read: Sequence[str]) -> tuple[Rival, ...]:
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
    about = {term.function.name for term in all_terms(formula) if isinstance(term, Apply)}
    return _told_apart(first, second, truth, about), _told_apart(second, first, truth, about)


def _told_apart(world: Rival, other: Rival, truth: Mapping[Key, str], about: Container[str]) -> Rival:
    """A world with the facts that distinguish it from another and that the truth leaves open, those asked about first."""
    apart = (
        fact for fact in set(world.world) - set(other.world) if (fact.function, fact.arguments) not in truth
    )
    return replace(world, apart=tuple(sorted(apart, key=lambda fact: (fact.function not in about, fact))))


def _posed(theory: Theory, formula: Formula) -> Theory:
    """The theory with the question as one more law, so that a proof can answer it."""
    asked = Function(ASKED)
    law = Law(QUESTION, Iff(Holds(Apply(asked)), formula), weight=1, total=True)
    return replace(theory, functions=(*theory.functions, asked), laws=(*theory.laws, law))

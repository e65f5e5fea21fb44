"""A formula asked of a theory: true, false or open, for somebody who has read some sources."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from casekit.deduce.knowledge import Answer, Knowledge
from casekit.deduce.proving import prove
from casekit.deduce.rivals import nearest_world, true_facts
from casekit.deduce.vocabulary import NO, YES
from casekit.model.logic import Apply, Formula, Function, Holds, Iff
from casekit.model.proof import Assertion, Proof
from casekit.model.theory import Fact, Law, Rival, Theory

ASKED = "?"
"""The predicate that is true where the formula asked is; no case can call anything so."""

QUESTION = "question"
"""The law that says so. In a world where the formula's terms have no value there is no answer."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer, with its proof or, where it is ``open``, with the nearest world of each kind.

    ``worlds`` are one in which the formula is true (its ``value`` is ``yes``) and one in which it is false (``no``);
    there are none if it has no value in any world. ``possible`` is false if the sources contradict each other: then
    everything would follow, and nothing is answered.
    """

    answer: Answer
    proof: Proof | None = None
    worlds: tuple[Rival, ...] = ()
    possible: bool = True


def ask(knowledge: Knowledge, formula: Formula, sources: Sequence[str]) -> Reply:
    """Whether a formula is true or false in every world that readers of the sources hold possible.

    Worlds in which its terms have no value do not count (``deduction.md``).

    Raises:
        GroundingTooLargeError: if the formula comes to more ground instances than one line may.
        OutOfBudgetError: if the question is too hard.
    """
    read = knowledge.reading(sources)
    if not knowledge.consistent(read):
        return Reply("open", possible=False)
    answer = knowledge.ask(read, formula)
    if answer != "open":
        value = YES if answer == "true" else NO
        goal = [Assertion(Fact(ASKED, (), value))]
        return Reply(answer, prove(_posed(knowledge.theory, formula), knowledge.limits, goal, sources))
    defined, true = knowledge.meaning(formula)
    truth = true_facts(knowledge)
    worlds = [
        nearest_world(knowledge, knowledge.circuit.all_of((defined, node)), value, truth, read)
        for value, node in ((YES, true), (NO, -true))
    ]
    return Reply(answer, worlds=tuple(world for world in worlds if world is not None))


def _posed(theory: Theory, formula: Formula) -> Theory:
    """The theory with the question as one more law, so that a proof can answer it."""
    asked = Function(ASKED)
    law = Law(QUESTION, Iff(Holds(Apply(asked)), formula), weight=1, total=True)
    return replace(theory, functions=(*theory.functions, asked), laws=(*theory.laws, law))

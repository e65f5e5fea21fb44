"""Proofs checked by other means than those that found them: each step by a question of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from casekit.deduce.knowledge import Knowledge, Limits
from casekit.deduce.support import claims_by_source
from casekit.model.proof import Assertion, Inference, Proof, Step, Supposition
from casekit.model.theory import Theory

Cited = Mapping[int, Sequence[Assertion]]
"""What each step that may be cited says."""


def verify(proof: Proof, theory: Theory, limits: Limits) -> None:
    """See that a proof's sources suffice, that none can go, and that each step follows from what it cites.

    A step is checked in a theory of its lines alone, so that nothing can slip in that it does not cite.

    Raises:
        AssertionError: if something does not follow.
    """
    _check_sources(proof, Knowledge(theory, limits))
    cited = _check_steps(proof.steps, {}, _Bench(theory, limits))
    said = {assertion for assertions in cited.values() for assertion in assertions}
    for assertion in proof.goal:
        if assertion not in said:
            raise AssertionError(f"the proof never says {assertion}")


def _check_sources(proof: Proof, knowledge: Knowledge) -> None:
    denial = -knowledge.circuit.all_of(knowledge.node(assertion) for assertion in proof.goal)
    read = knowledge.assume(knowledge.reading(proof.sources))
    if knowledge.solve([denial, *read]):
        raise AssertionError(f"{proof.sources} do not prove {proof.goal}")
    groups = claims_by_source(knowledge)
    laws = knowledge.assume(knowledge.laws)
    for source in proof.sources:
        rest = knowledge.assume(line for other in proof.sources if other != source for line in groups[other])
        if not knowledge.solve([denial, *laws, *rest]):
            raise AssertionError(f"{source} is not needed to prove {proof.goal}")


class _Bench:
    """A solver that knows no law until a step cites it."""

    def __init__(self, theory: Theory, limits: Limits) -> None:
        weighed = tuple(replace(law, weight=max(law.weight, 1)) for law in theory.laws)
        self._knowledge = Knowledge(replace(theory, laws=weighed), limits)

    def follows(self, lines: Sequence[str], premises: Sequence[Assertion], conclusion: int | None) -> bool:
        """Whether lines and premises leave no world without the conclusion, or none at all if there is none."""
        knowledge = self._knowledge
        known = [*knowledge.assume(lines), *(knowledge.node(assertion) for assertion in premises)]
        return not knowledge.solve([*known, *(() if conclusion is None else (-conclusion,))])

    def node(self, assertion: Assertion) -> int:
        """The node of an assertion."""
        return self._knowledge.node(assertion)


def _check_steps(steps: Sequence[Step], before: Cited, bench: _Bench) -> dict[int, Sequence[Assertion]]:
    """Check steps in order; what they and the steps before them say, by number."""
    cited = dict(before)
    for step in steps:
        if isinstance(step, Supposition):
            cited[step.closing] = (_check_supposition(step, cited, bench),)
        else:
            _check_inference(step, cited, bench)
            cited[step.number] = step.conclusions
    return cited


def _check_supposition(step: Supposition, cited: Cited, bench: _Bench) -> Assertion:
    last = step.steps[-1]
    if not isinstance(last, Inference) or last.conclusions:
        raise AssertionError(f"supposition {step.number} does not end in a contradiction")
    _check_steps(step.steps, {**cited, step.number: (step.supposed,)}, bench)
    if bench.node(step.conclusion) != -bench.node(step.supposed):
        raise AssertionError(f"{step.conclusion} is not the opposite of {step.supposed}")
    return step.conclusion


def _check_inference(step: Inference, cited: Cited, bench: _Bench) -> None:
    premises = [assertion for number in step.premises for assertion in cited[number]]
    if not set(step.used) <= set(premises):
        raise AssertionError(f"step {step.number} uses what it does not cite")
    for conclusion in step.conclusions or (None,):
        node = None if conclusion is None else bench.node(conclusion)
        if not bench.follows(step.lines, step.used, node):
            raise AssertionError(f"step {step.number} does not follow: {conclusion}")

"""Proofs checked by means other than those that found them: each step by a question of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.goals import claims_by_source
from casekit.deduce.solving.cores import assumed, check_minimal
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.proof import Assertion, Inference, Proof, Step, Supposition
from casekit.model.theory import Theory

CitedLines = Mapping[int, Sequence[Assertion]]
"""The assertions of each step that may be cited."""


def citable(theory: Theory) -> Theory:
    """The theory with a weight on every law, so that none is used without being cited."""
    return replace(theory, laws=tuple(replace(law, weight=max(law.weight, 1)) for law in theory.laws))


def verify(proof: Proof, theory: Theory, limits: Limits) -> None:
    """See that a proof's sources suffice, that none can go, and that each step follows from what it cites.

    A step is checked with its lines alone, the laws not excepted, so that nothing slips in that it does not cite.

    Raises:
        AssertionError: if something does not follow.
    """
    knowledge = Knowledge(citable(theory), limits)
    _check_sources(proof, knowledge)
    cited = _check_steps(proof.steps, {}, knowledge)
    # Where a term has two values, that it is not the one is said by saying that it is the other.
    said = {knowledge.node(assertion) for assertions in cited.values() for assertion in assertions}
    for assertion in proof.goal:
        if knowledge.node(assertion) not in said:
            raise AssertionError(f"the proof never says {assertion}")


def _check_sources(proof: Proof, knowledge: Knowledge) -> None:
    denial = -knowledge.circuit.all_of(knowledge.node(assertion) for assertion in proof.goal)
    groups = claims_by_source(knowledge)
    given = [denial, *knowledge.assume(knowledge.laws)]
    if proof.minimal:
        check_minimal(knowledge, given, groups, proof.sources)
    elif knowledge.solve([*given, *assumed(knowledge, groups, proof.sources)]):
        raise AssertionError(f"these do not suffice: {proof.sources}")


def _follows(
    knowledge: Knowledge, lines: Sequence[str], premises: Sequence[Assertion], conclusion: Assertion | None
) -> bool:
    """Whether lines and premises leave no world without the conclusion, or none at all if there is none."""
    known = [*knowledge.assume(lines), *(knowledge.node(assertion) for assertion in premises)]
    return not knowledge.solve([*known, *(() if conclusion is None else (-knowledge.node(conclusion),))])


def _check_steps(
    steps: Sequence[Step], before: CitedLines, knowledge: Knowledge
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


def _check_supposition(step: Supposition, cited: CitedLines, knowledge: Knowledge) -> Assertion:
    last = step.steps[-1]
    if not isinstance(last, Inference) or last.conclusions:
        raise AssertionError(f"supposition {step.number} does not end in a contradiction")
    _check_steps(step.steps, {**cited, step.number: (step.supposed,)}, knowledge)
    if knowledge.node(step.conclusion) != -knowledge.node(step.supposed):
        raise AssertionError(f"{step.conclusion} is not the opposite of {step.supposed}")
    return step.conclusion


def _check_inference(step: Inference, cited: CitedLines, knowledge: Knowledge) -> None:
    premises = [assertion for number in step.premises for assertion in cited[number]]
    if not set(step.used) <= set(premises):
        raise AssertionError(f"step {step.number} uses what it does not cite")
    for conclusion in step.conclusions or (None,):
        if not _follows(knowledge, step.lines, step.used, conclusion):
            raise AssertionError(f"step {step.number} does not follow: {conclusion}")

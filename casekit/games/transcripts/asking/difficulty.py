"""How hard a transcript is: how many lines its proof needs, how deep it goes, and which techniques it takes."""

from itertools import chain, combinations

from casekit.asking.wording import TRUTH
from casekit.deduce.goals import otherwise
from casekit.deduce.proofs.proving import prove
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.thresholds import Difficulty
from casekit.model.theory import Assertion, Fact, Inference, Step, Supposition, every_step, last_number


def difficulty_of(inquiry: TranscriptInquiry) -> Difficulty | None:
    """The figures of a transcript; ``None`` if its solution is not certain."""
    if not inquiry.decided:
        return None
    goal = [Assertion(Fact(target, (), value)) for target, value in inquiry.proved.items()]
    proof = prove(inquiry.knowledge.theory, inquiry.knowledge.limits, goal)
    if proof is None:
        raise AssertionError("what is certain has no proof")
    return Difficulty(
        lines=len(inquiry.transcript.play),
        needed=len(proof.sources),
        steps=last_number(proof.steps),
        depth=max(map(_depth, proof.steps), default=0),
        together=max(
            (len(step.lines) for step in every_step(proof.steps) if isinstance(step, Inference)), default=0
        ),
    )


def suppositions_needed(inquiry: TranscriptInquiry) -> int:
    """The suppositions that readers of a smallest proof need: 0 if notes suffice, 1 if single cells are supposed, 2 for more.

    That is quick to find out, where a proof step by step may take seconds.
    """
    knowledge = inquiry.knowledge
    read = knowledge.assume(knowledge.reading(inquiry.smallest.names))
    goal = {knowledge.node(Assertion(Fact(target, (), value))) for target, value in inquiry.proved.items()}
    known = knowledge.propagation(read)
    if known is None or known >= goal:
        return 0
    nodes = [node for key in knowledge.vocabulary for node in knowledge.vocabulary[key].values()]
    undecided = [node for node in nodes if not {node, -node} & known]
    refuted = [-node for node in undecided if knowledge.propagation([*read, node]) is None]
    known = knowledge.propagation([*read, *refuted])
    return 1 if known is None or known >= goal else 2


def techniques_needed(inquiry: TranscriptInquiry) -> tuple[str, ...]:
    """The fewest techniques of the game by which readers of all lines can be certain of what they can be certain of.

    Of several sets of so few it is the first. Readers who use no technique know the rules and what needs none.
    """
    knowledge = inquiry.knowledge
    by_technique: dict[str, list[str]] = {"": []}
    for name, line in inquiry.lines.items():
        if line.origin.kind != TRUTH:
            by_technique.setdefault(inquiry.deduction.technique(line), []).append(name)
    free = [*knowledge.assume(by_technique.pop("")), otherwise(knowledge, inquiry.proved)]
    techniques = sorted(by_technique)
    for chosen in chain.from_iterable(combinations(techniques, size) for size in range(len(techniques))):
        used = (name for technique in chosen for name in by_technique[technique])
        if not knowledge.solve([*free, *knowledge.assume(used)]):
            return chosen
    return tuple(techniques)


def _depth(step: Step) -> int:
    return 1 + max(map(_depth, step.steps), default=0) if isinstance(step, Supposition) else 0

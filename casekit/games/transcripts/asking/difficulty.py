"""How hard a transcript is: how many lines its proof needs, and how deep it goes."""

from casekit.deduce.proofs.proving import prove
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.thresholds import Difficulty
from casekit.model.proof import Assertion, Inference, Step, Supposition, every_step, last_number
from casekit.model.theory import Fact


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


def _depth(step: Step) -> int:
    return 1 + max(map(_depth, step.steps), default=0) if isinstance(step, Supposition) else 0

"""The smallest proof of something, step by step and verified."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.proofs.derivation import derive
from casekit.deduce.proofs.instances import needed_instances
from casekit.deduce.proofs.slicing import lines_in
from casekit.deduce.proofs.verification import verify
from casekit.deduce.solving.cores import Groups, minimal_core, smallest_core
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.sources.support import claims_by_source, few_enough
from casekit.model.proof import Assertion, Inference, Proof, Step, Supposition, every_step
from casekit.model.theory import Theory

Among = Literal["needed", "read", "all"]
"""The lines that steps may use: those that the proof cannot do without, all of its sources, or those of all sources.

Where a line can say at once what others say by a detour, more lines make shorter steps; each takes a derivation more.
"""

_LARGE = 20_000
"""From this many inputs and gates on a proof is derived from what it needs alone: more of them make questions longer."""


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
    few_enough(theory)
    # A solver that has answered nothing else: the same theory gives the same proof.
    knowledge = Knowledge(_citable(theory), limits)
    groups = claims_by_source(knowledge)
    if sources is not None:
        groups = {source: claims for source, claims in groups.items() if source in sources}
    denial = -knowledge.circuit.all_of(knowledge.node(assertion) for assertion in goal)
    laws = list(knowledge.laws)
    given = [denial, *knowledge.assume(laws)]
    if knowledge.solve([*given, *knowledge.assume(claim for claims in groups.values() for claim in claims)]):
        return None
    core = smallest_core(knowledge, given, groups)
    told = [claim for source in core.names for claim in groups[source]]
    lines = _needed_lines(knowledge, denial, told)
    _refuse_contradiction(theory, limits, lines)
    needed_laws = [line for line in lines if line in knowledge.laws]
    choices = [lines]
    if among != "needed":
        choices += [(*needed_laws, *told), (*laws, *told)]
    if among == "all":
        told = [claim for claims in groups.values() for claim in claims]
        choices += [(*needed_laws, *told), (*laws, *told)]
    steps = _plainest(knowledge, choices, goal)
    used = lines_in(steps)
    cited = tuple(line for line in (*laws, *told) if line in used)
    proof = Proof(tuple(goal), core.names, core.minimum, cited, steps, core.minimal)
    if among == "all":
        proof = _with_sources_used(proof, groups)
    verify(proof, theory, limits)
    return proof


def _refuse_contradiction(theory: Theory, limits: Limits, lines: Sequence[str]) -> None:
    """Refuse lines that have no world, whatever is to be proved; they are asked by themselves, to disturb nothing."""
    alone = replace(
        theory,
        laws=tuple(law for law in theory.laws if law.id in lines),
        claims=tuple(claim for claim in theory.claims if claim.id in lines),
        truth=(),
        targets=(),
    )
    if not Knowledge(alone, limits).consistent(lines):
        raise ValueError("what is read contradicts itself, so everything would follow")


def _with_sources_used(proof: Proof, groups: Groups) -> Proof:
    """A proof whose sources are those of the lines it uses, if there are others than the fewest."""
    used_lines = frozenset(proof.lines)
    used = tuple(source for source, claims in groups.items() if not used_lines.isdisjoint(claims))
    if set(used) <= set(proof.sources):
        return proof
    return replace(proof, sources=used, minimum=False, minimal=False)


def _plainest(
    knowledge: Knowledge, choices: Sequence[Sequence[str]], goal: Sequence[Assertion]
) -> tuple[Step, ...]:
    """The shortest steps that one of some sets of lines leads to; of equals those of the first.

    Of a large theory the first set alone is tried.
    """
    if knowledge.circuit.size > _LARGE:
        return derive(needed_instances(knowledge, choices[0], goal), choices[0], goal)
    return min((derive(knowledge, lines, goal) for lines in choices), key=_length)


def _length(steps: Sequence[Step]) -> tuple[int, int]:
    """How hard steps are to follow: by their suppositions, then by the number of those that infer from others."""
    told = list(every_step(tuple(steps)))
    inferred = [step for step in told if isinstance(step, Inference) and step.used]
    return sum(isinstance(step, Supposition) for step in told), len(inferred)


def _citable(theory: Theory) -> Theory:
    """The theory with a weight on every law, so that none is used without being cited."""
    return replace(theory, laws=tuple(replace(law, weight=max(law.weight, 1)) for law in theory.laws))


def _needed_lines(knowledge: Knowledge, denial: int, claims: Sequence[str]) -> tuple[str, ...]:
    """Claims and laws that contradict the denial, none of which can go; laws first, as a reader knows them first."""
    laws = [law for law in knowledge.laws if law in knowledge.selectors]
    told = minimal_core(knowledge, [denial, *knowledge.assume(laws)], {claim: (claim,) for claim in claims})
    known = minimal_core(knowledge, [denial, *knowledge.assume(told)], {law: (law,) for law in laws})
    return (*known, *told)

"""The steps of a proof joined: what a line says at first sight has no step of its own.

The solver proves in small steps: 1 reads the line "Anna was in the bar", 2 reads the line "the bar has one
door", 3 concludes from 1, 2 and a rule. If these lines need no step, only 3 is left: it is number 1 then, has
the rule among its ``lines``, and the two others among those that it has ``read``.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import chain, count

from casekit.analysis.wording import ProofStep, Support
from casekit.logic import theory
from casekit.values import replace

_Known = dict[theory.Assertion, Support]
"""How each assertion came to be known that may be used at some place of a proof."""


def join(
    steps: Sequence[theory.Step], goal: Collection[theory.Assertion], needs_no_step: Callable[[str], bool]
) -> tuple[ProofStep, ...]:
    """The steps of a proof, numbered again, without those that only read a line.

    A step only reads a line if that ``needs_no_step`` and the step uses at most one thing more. If it finds a
    part of the goal it is not left out: it becomes one with the step that it rests on, or stays if it rests
    on several.

    Args:
        steps: the steps; those inside suppositions become part of the result.
        goal: what the proof is to show.
        needs_no_step: whether a line, given its identifier, is cited where it is used.
    """
    joining = _Joining(goal, needs_no_step)
    joining.join(steps, {}, 0)
    return tuple(joining.joined)


class _Joining:
    """The joining of one proof."""

    joined: list[ProofStep]
    """The steps so far, in the order of their new numbers."""

    support_of_old_number: dict[int, Support]
    """What has become of each step that the solver numbered."""

    def __init__(self, goal: Collection[theory.Assertion], needs_no_step: Callable[[str], bool]) -> None:
        self.goal = goal
        self.needs_no_step = needs_no_step
        self.new_numbers = count(1)
        self.support_of_old_number = {}
        self.joined = []

    def join(self, steps: Sequence[theory.Step], known: _Known, depth: int) -> None:
        """Join the steps inside ``depth`` suppositions; add their conclusions to what is ``known`` there."""
        for step in steps:
            if isinstance(step, theory.Supposition):
                self._add_supposition(step, known, depth)
            else:
                self._add_inference(step, known, depth)

    def _add_supposition(self, step: theory.Supposition, known: _Known, depth: int) -> None:
        """Add a supposition, the steps inside it, and the conclusion from the contradiction they end in."""
        known_inside = dict(known)
        supposition = ProofStep(next(self.new_numbers), depth, "suppose", (step.supposed,))
        self._add(step.number, supposition, known_inside)
        self.join(step.steps, known_inside, depth + 1)
        contradiction = self.joined[-1]
        conclusion = ProofStep(
            next(self.new_numbers),
            depth,
            "conclude",
            (step.conclusion,),
            premises=(contradiction.number,),
        )
        self._add(step.closing, conclusion, known)

    def _add_inference(self, step: theory.Inference, known: _Known, depth: int) -> None:
        """Add an inference. One that only reads a line is left out, or made one with an earlier step."""
        premises = self._support_of_premises(step)
        support = Support(tuple(dict.fromkeys((*premises.lines, *step.lines))), premises.steps)
        only_reads = self._only_reads_a_line(step)
        finds_goal = any(conclusion in self.goal for conclusion in step.conclusions)
        if only_reads and not finds_goal:
            self._know(step.number, support, step.conclusions, known)
            return
        index = self._index_of_only_ground(support, depth) if only_reads else None
        if index is not None:
            self._merge(step, index, known)
        else:
            self._add_step(step, premises, known, depth)

    def _support_of_premises(self, step: theory.Inference) -> Support:
        """The present premises of a step: lines that have no step, and steps by their new numbers."""
        supports = [self.support_of_old_number[premise] for premise in step.premises]
        lines = chain.from_iterable(support.lines for support in supports)
        steps = chain.from_iterable(support.steps for support in supports)
        return Support(tuple(dict.fromkeys(lines)), tuple(sorted(set(steps))))

    def _only_reads_a_line(self, step: theory.Inference) -> bool:
        """Whether a step finds something in one line that needs no step, and at most one thing more."""
        uses_little = len(step.used) <= 1 and len(step.lines) == 1
        return bool(step.conclusions) and uses_little and self.needs_no_step(step.lines[0])

    def _index_of_only_ground(self, support: Support, depth: int) -> int | None:
        """The place of the only step that something rests on, if that is an inference of the same depth."""
        if len(support.lines) > 1 or len(support.steps) != 1:
            return None
        (number,) = support.steps
        for index, step in enumerate(self.joined):
            if step.number == number and step.depth == depth and step.kind == "infer":
                return index
        return None

    def _merge(self, step: theory.Inference, index: int, known: _Known) -> None:
        """Make an inference one with the earlier step at an index."""
        earlier = self.joined[index]
        self.joined[index] = replace(
            earlier,
            read=(*earlier.read, *step.lines),
            conclusions=(*earlier.conclusions, *step.conclusions),
        )
        self._know(step.number, Support(steps=(earlier.number,)), step.conclusions, known)

    def _add_step(self, step: theory.Inference, premises: Support, known: _Known, depth: int) -> None:
        """Add an inference as a step of its own."""
        new_step = ProofStep(
            next(self.new_numbers),
            depth,
            "infer" if step.conclusions else "contradiction",
            step.conclusions,
            lines=step.lines,
            read=premises.lines,
            premises=premises.steps,
            grounds={assertion: known[assertion] for assertion in step.used},
        )
        self._add(step.number, new_step, known)

    def _add(self, old_number: int, step: ProofStep, known: _Known) -> None:
        """Add a step that the solver had under another number."""
        self.joined.append(step)
        self._know(old_number, Support(steps=(step.number,)), step.conclusions, known)

    def _know(
        self, old_number: int, support: Support, assertions: Sequence[theory.Assertion], known: _Known
    ) -> None:
        """Note what a step has become, and that its conclusions are known by it."""
        self.support_of_old_number[old_number] = support
        known.update(dict.fromkeys(assertions, support))

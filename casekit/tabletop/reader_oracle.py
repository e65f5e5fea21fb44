"""The evidence of a document, worked out once, and the consequences of paragraphs, by the solver.

Sets of paragraphs are bits, a paragraph under the first of its paths. Sets of answers are bits too, the
options of the elements one after the other.
"""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from itertools import combinations

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.solving import cores, theory_solver
from casekit.logic.theory import Theory
from casekit.tabletop.game_rules import PlayableMystery, bits
from casekit.values import frozen


@frozen
class Speech:
    """A paragraph's words: the name of its speaker, ``None`` for a place, and its lines with force."""

    speaker: str | None
    lines: tuple[str, ...]


class ReaderOracle:
    """A theory that is asked which answers a set of paragraphs rules out.

    ``speeches`` are the paragraphs by the place of their path; ``options`` the answers of each element.
    """

    def __init__(
        self, theory: Theory, limits: Limits, speeches: Mapping[int, Speech], options: Sequence[Sequence[str]]
    ) -> None:
        self._made_of = (theory, limits, speeches, options)
        self.speeches = speeches
        self._exact = theory_solver.TheorySolver(theory, limits)
        # A solver that is never asked to search: what it sees, a reader sees line by line.
        self._sight = self._exact.fresh()
        self._laws = self._exact.assume(self._exact.laws)
        cases = [self._exact.vocabulary.cases(target, ()) for target in theory.targets]
        # An answer that can never be given has no node.
        self._nodes: list[int | None] = []
        for nodes, answers in zip(cases, options, strict=True):
            self._nodes += [nodes.get(answer) for answer in answers]
        self._selectors = {path: self._exact.assume(speech.lines) for path, speech in speeches.items()}
        self._whole: dict[int, int] = {}
        for path, speech in speeches.items():
            if self._selectors[path]:
                self._whole[path] = self._exact.selecting(speech.lines)
        self._paths = {path: self._sight.selecting(speech.lines) for path, speech in speeches.items()}
        # The meaning of lines, without the guard of their speaker.
        known = self._sight.lines
        self._words: dict[int, list[int]] = {}
        for path, speech in speeches.items():
            self._words[path] = [known[line].meaning.true for line in speech.lines if line in known]
        self._facts: set[int] = set()
        for values in self._sight.vocabulary.values():
            self._facts.update(map(abs, values.values()))
        self._turn_round()
        self._corroborate()

    def __reduce__(self) -> tuple[object, ...]:
        # A solver cannot go to another process; what it was made of can.
        return ReaderOracle, self._made_of

    def exact(self, read: int, among: int) -> int:
        """The answers ``among`` some that a set of paragraphs rules out.

        Raises:
            OutOfBudgetError: if the question is too hard.
        """
        given = [*self._laws]
        for path in bits(read):
            given += self._selectors.get(path, ())
        ruled_out = 0
        for bit in bits(among):
            node = self._nodes[bit]
            if node is None or not self._exact.solve([*given, node]):
                ruled_out |= 1 << bit
        return ruled_out

    def exact_bound(self, read: int, bit: int) -> tuple[bool, int]:
        """Whether a set of paragraphs rules out an answer, and how far that reaches.

        If it does, a part of the set from which no paragraph can go; if not, a set around it that cannot
        grow.

        Raises:
            OutOfBudgetError: if the question is too hard.
        """
        node = self._nodes[bit]
        if node is None:
            return True, 0
        given = [*self._laws, node]
        parts = {path: (self._whole[path],) for path in bits(read) if path in self._whole}
        if self._exact.solve([*given, *(whole for (whole,) in parts.values())]):
            # Paths that say nothing are in a set that cannot grow.
            around = cores.grown(self._exact, given, {str(path): node for path, node in self._whole.items()})
            return False, ~sum(1 << path for path in self._whole if str(path) not in around)
        kept, _ = cores.shrunk(self._exact, given, parts, list(parts), self._exact.solve)
        return True, sum(1 << path for path in kept)

    def sight_bound(self, read: int, bit: int) -> tuple[bool, int]:
        """The same for a reader who supposes nothing."""
        ruled_out = self.crossed(read) & (1 << bit)
        for path in self.speeches:
            changed = read ^ (1 << path)
            if bool(read >> path & 1) == bool(ruled_out) and self.crossed(changed) & (1 << bit) == ruled_out:
                read = changed
        if ruled_out:
            return True, sum(1 << path for path in bits(read) if path in self.speeches)
        return False, ~sum(1 << path for path in self.speeches if not read >> path & 1)

    def _turn_round(self) -> None:
        """Turn lines round: if what a line would make of an answer is not so, the line rules that answer out.

        A reader sees in one line that whoever was elsewhere did not do it; the solver would have to suppose
        it.
        """
        sight = self._sight
        lines = [line for line in sight.everything if line in sight.selectors]
        learnt: list[Sequence[int]] = []
        for node in filter(None, self._nodes):
            alone = sight.propagation([node])
            for line in lines if alone is not None else ():
                selector = sight.selectors[line]
                seen = (sight.propagation([selector, node]) or frozenset()) - (alone or frozenset())
                facts = [literal for literal in sorted(seen) if abs(literal) in self._facts]
                learnt += [(-selector, -node, literal) for literal in facts]
        sight.circuit.pending.extend(learnt)

    def _corroborate(self) -> None:
        """Take note that what two different people both say is so, since only one of them can lie."""
        known = self._sight.propagation(self._laws) or frozenset()
        consequences: dict[int, AbstractSet[int]] = {}
        for path, speech in self.speeches.items():
            if speech.speaker is not None:
                seen = self._sight.propagation([*self._laws, *self._words[path]])
                consequences[path] = (seen or frozenset()) - known
        for one, other in combinations(consequences, 2):
            if self.speeches[one].speaker != self.speeches[other].speaker:
                shared = consequences[one] & consequences[other]
                both = [literal for literal in shared if abs(literal) in self._facts]
                selected = (-self._paths[one], -self._paths[other])
                self._sight.circuit.pending.extend((*selected, literal) for literal in sorted(both))

    def crossed(self, read: int) -> int:
        """The answers that paragraphs rule out for a reader who goes line by line and supposes nothing.

        What two people say is believed: no more than one of them lies.
        """
        paths = [self._paths[path] for path in bits(read) if path in self._paths]
        return self._ruled_out([*self._laws, *paths])

    def believed(self, path: int) -> int:
        """The answers that a paragraph rules out if its speaker is believed.

        None if it contradicts the rules.
        """
        return self._ruled_out([*self._laws, *self._words[path]])

    def _ruled_out(self, assumptions: Sequence[int]) -> int:
        seen = self._sight.propagation(assumptions)
        if seen is None:
            return 0
        return sum(1 << bit for bit, node in enumerate(self._nodes) if node is None or -node in seen)

    def collide(self, one: int, other: int) -> bool:
        """Whether two paragraphs cannot both be believed."""
        return self._sight.propagation([*self._laws, *self._words[one], *self._words[other]]) is None


@frozen
class Single:
    """The answers that one paragraph rules out: if everybody is believed, and if the speaker may lie.

    ``collides`` are the paragraphs that contradict it if both are believed; ``spoken`` unless it was found in
    a place, which cannot lie.
    """

    believed: int = 0
    guarded: int = 0
    collides: int = 0
    spoken: bool = False


@frozen(eq=False)
class TableEvidence:
    """A document as its readers know it bit by bit.

    ``canonical`` is for each path the first path that leads to the same paragraph. ``singles`` are by path.
    ``hints`` say of each path which options its hints support, as often as they do. ``first`` is what each
    path is worth to somebody who has read nothing, ``leads`` how much more to somebody who has read another
    one, ``quarrels`` how much more to somebody who has read a contradiction of it. ``words`` counts those of
    each path's paragraph. ``proofs`` are by way of reasoning the paths of a small proof, ``told`` elements
    with the sets of paths that prove them by the writer's solution, ``opening`` the paths that the rules
    advise to take first.
    """

    mystery: PlayableMystery
    oracles: ReaderOracle
    canonical: tuple[int, ...]
    singles: tuple[Single, ...]
    hints: tuple[tuple[int, ...], ...]
    first: tuple[int, ...]
    leads: tuple[tuple[int, ...], ...]
    quarrels: tuple[tuple[int, ...], ...]
    words: tuple[int, ...]
    proofs: Mapping[str, frozenset[int]]
    told: tuple[tuple[int, int], ...]
    opening: tuple[int, ...]

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """The bit at which the options of each element begin, and the number of all bits."""
        sizes = [len(options) for options in self.mystery.options]
        return tuple(sum(sizes[:element]) for element in range(len(sizes) + 1))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The bits of each element."""
        return tuple(
            (1 << end) - (1 << start) for start, end in zip(self.offsets[:-1], self.offsets[1:], strict=True)
        )

    @cached_property
    def given(self) -> int:
        """The answers that nobody has to read anything to rule out."""
        return self.oracles.crossed(0)

    @cached_property
    def telling(self) -> int:
        """The paths whose paragraph states or hints anything."""
        speeches = self.oracles.speeches
        telling = 0
        for path, first in enumerate(self.canonical):
            if self.hints[path] or (first in speeches and speeches[first].lines):
                telling |= 1 << path
        return telling

    def decides(self, element: int, read: int) -> bool:
        """Whether a set of paragraphs rules out every false answer of an element.

        Raises:
            OutOfBudgetError: if the question is too hard.
        """
        answer, options = self.mystery.answers[element], self.mystery.options[element]
        true = options.index(answer) if answer in options else 0
        rivals = self.masks[element] & ~(1 << self.offsets[element] + true)
        return all(self.oracles.exact(read, 1 << rival) for rival in bits(rivals))

    def decided_alone(self) -> Mapping[int, tuple[int, ...]]:
        """The paragraphs that decide more than one element by themselves, with these elements."""
        open_elements = [element for element, option in enumerate(self.settled(self.given)) if option is None]
        decided: dict[int, tuple[int, ...]] = {}
        for path in self.oracles.speeches:
            now = self.settled(self.oracles.crossed(1 << path))
            elements = tuple(element for element in open_elements if now[element] is not None)
            if len(elements) > 1:
                decided[path] = elements
        return decided

    def settled(self, crossed: int) -> tuple[int | None, ...]:
        """The option left for each element, if all others of it are crossed off."""
        left = [(mask & ~crossed) >> first for mask, first in zip(self.masks, self.offsets, strict=False)]
        return tuple(options.bit_length() - 1 if options.bit_count() == 1 else None for options in left)

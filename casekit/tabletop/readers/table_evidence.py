"""The evidence of a document, worked out once: what each set of paragraphs rules out, who accuses and contradicts whom.

Sets of paragraphs are bits, a paragraph under the first of its paths. Sets of answers are bits too, the options of the
elements one after the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from casekit.tabletop.readers.oracles import Oracles
from casekit.tabletop.table_rules import Mystery, bits


@dataclass(frozen=True)
class Single:
    """The answers that one paragraph rules out by itself: if everybody is believed, and if the speaker may lie.

    ``collides`` are the paragraphs that contradict it if both are believed; ``spoken`` unless it was found in a place,
    which cannot lie.
    """

    believed: int = 0
    guarded: int = 0
    collides: int = 0
    spoken: bool = False


@dataclass(frozen=True, eq=False)
class TableEvidence:
    """A document as its readers know it bit by bit.

    ``canonical`` is for each path the first path that leads to the same paragraph. ``singles`` are by path. ``hints``
    say of each path which options its hints support, as often as they do. ``first`` is what each path is worth to
    somebody who has read nothing, ``leads`` how much more to somebody who has read another one, ``quarrels`` how much
    more to somebody who has read a contradiction of it. ``words`` counts those of each path's paragraph. ``proofs`` are
    by way of reasoning the paths of a small proof, ``told`` elements with the sets of paths that prove them by the writer's solution,
    ``opening`` the paths that the rules advise to take first.
    """

    mystery: Mystery
    oracles: Oracles
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
    def shared(self) -> Mapping[int, int]:
        """The paths that lead to a paragraph of an earlier path, with that path."""
        return {path: first for path, first in enumerate(self.canonical) if path != first}

    @cached_property
    def given(self) -> int:
        """The answers that nobody has to read anything to rule out."""
        return self.oracles.at_sight(0, (1 << self.offsets[-1]) - 1)

    @cached_property
    def telling(self) -> int:
        """The paths whose paragraph states or hints anything."""
        speeches = self.oracles.speeches
        return sum(
            1 << path
            for path, first in enumerate(self.canonical)
            if self.hints[path] or (first in speeches and speeches[first].lines)
        )

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
        everything = (1 << self.offsets[-1]) - 1
        before = self.settled(self.given)
        found = {}
        for path in self.oracles.speeches:
            now = self.settled(self.oracles.at_sight(1 << path, everything))
            elements = tuple(
                element for element, was in enumerate(before) if was is None and now[element] is not None
            )
            if len(elements) > 1:
                found[path] = elements
        return found

    def paragraphs(self, known: int) -> int:
        """The paragraphs that a set of paths leads to."""
        for path, first in self.shared.items():
            if known >> path & 1:
                known = known & ~(1 << path) | 1 << first
        return known

    def settled(self, crossed: int) -> tuple[int | None, ...]:
        """The option left for each element, if all others of it are crossed off."""
        found: list[int | None] = []
        for element, mask in enumerate(self.masks):
            left = mask & ~crossed
            found.append(
                left.bit_length() - 1 - self.offsets[element] if left and not left & (left - 1) else None
            )
        return tuple(found)

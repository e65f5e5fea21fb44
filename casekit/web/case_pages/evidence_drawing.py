"""The evidence around a node as a drawing with links: three columns, from sources to conclusions."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casekit.web.case_pages.evidence_map import EvidenceMap, Node, neighbours

MOST_ROWS = 40
"""At most this many nodes of a kind are drawn."""

WIDTH, GAP, SPACE = 300, 70, 12
"""Pixels of a box, between columns and between rows."""

_CHARACTERS, _MOST_LINES, _LINE, _PADDING = 35, 4, 19, 9
_MANY = 3


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node as it is drawn: its corner, its height, its words in lines, and how many others it is drawn for."""

    node: Node
    x: int
    y: int
    height: int
    lines: tuple[str, ...]
    chosen: bool
    like_it: int = 0

    @property
    def rows(self) -> Iterator[tuple[int, str]]:
        """Each line with its baseline."""
        for number, line in enumerate(self.lines):
            yield self.y + _PADDING + _LINE * number + 14, line

    @property
    def middle(self) -> int:
        """Its height in the drawing."""
        return self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class EvidenceDrawing:
    """Boxes by column, the curves between them, and how many nodes of each kind are left out."""

    columns: tuple[tuple[DrawnNode, ...], ...]
    curves: tuple[str, ...]
    width: int
    height: int
    left_out: tuple[int, ...]


def drawing(evidence: EvidenceMap, chosen: Node | None, *, whole: bool = False) -> EvidenceDrawing:
    """Draw what is around a node; without one, the proofs of all conclusions.

    Facts that differ in their arguments alone are drawn as one, unless the ``whole`` is wanted.
    """
    found = neighbours(evidence, chosen)
    like = {} if whole else _alike(evidence, found[0], found[1])
    found = (found[0], [fact for fact in found[1] if whole or fact in like], found[2])
    shown = [tuple(column[:MOST_ROWS]) for column in found]
    texts = [[_lines(_words(evidence.words[node], like.get(node, 0))) for node in column] for column in shown]
    heights = [[_PADDING * 2 + _LINE * len(lines) for lines in column] for column in texts]
    totals = [sum(column) + SPACE * max(len(column) - 1, 0) for column in heights]
    height = max(*totals, 1)
    columns = []
    for at, nodes in enumerate(shown):
        y = (height - totals[at]) // 2
        boxes = []
        for node, lines, tall in zip(nodes, texts[at], heights[at], strict=True):
            boxes.append(
                DrawnNode(node, at * (WIDTH + GAP), y, tall, lines, node == chosen, like.get(node, 0))
            )
            y += tall + SPACE
        columns.append(tuple(boxes))
    return EvidenceDrawing(
        tuple(columns),
        tuple(_curves(evidence, columns)),
        3 * WIDTH + 2 * GAP,
        height,
        tuple(len(column) - len(some) for column, some in zip(found, shown, strict=True)),
    )


def _alike(evidence: EvidenceMap, sources: Sequence[Node], facts: Sequence[Node]) -> dict[Node, int]:
    """The first of facts about the same things that the same sources speak of, and how many others there are."""
    groups: dict[tuple[str, tuple[Node, ...]], list[Node]] = {}
    for fact in facts:
        name = fact[1].partition("(")[0]
        told = tuple(source for source in sources if fact in evidence.after[source])
        groups.setdefault((name, told), []).append(fact)
    found: dict[Node, int] = {}
    for group in groups.values():
        few = len(group) < _MANY
        found |= dict.fromkeys(group, 0) if few else {group[0]: len(group) - 1}
    return found


def _words(words: str, others: int) -> str:
    return f"{words} – and {others} similar" if others else words


def _lines(words: str) -> tuple[str, ...]:
    lines = textwrap.wrap(words, _CHARACTERS, max_lines=_MOST_LINES, placeholder=" …")
    return tuple(lines) or ("",)


def _curves(evidence: EvidenceMap, columns: Sequence[Sequence[DrawnNode]]) -> Iterator[str]:
    places = {box.node: box for column in columns for box in column}
    for column in columns[:-1]:
        for box in column:
            for end in evidence.after.get(box.node, ()):
                other = places.get(end)
                if other is not None:
                    start = box.x + WIDTH
                    bend = (start + other.x) // 2
                    yield f"M{start} {box.middle}C{bend} {box.middle} {bend} {other.middle} {other.x} {other.middle}"

"""The drawing of evidence: three columns of boxes, and curves from each box to those that it leads to.

All measures are pixels, from the upper left corner of the drawing.
"""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from casekit.values import frozen
from casekit.web.case_pages.evidence import EvidenceMap, EvidenceNode, nodes_around

MOST_BOXES = 40
"""At most this many nodes of a kind are drawn."""

LEAST_SIMILAR_FACTS = 3
"""This many facts that are similar, or more, are drawn as one."""

BOX_WIDTH = 300
"""As in ``templates/evidence.html``."""

COLUMN_GAP = 70
"""Pixels between columns, where the curves are."""

ROW_GAP = 12
"""Pixels between the boxes of a column."""

BOX_PADDING = 9
"""Pixels between the edge of a box and its words, above and below."""

LINE_HEIGHT = 19

BASELINE = 14
"""Pixels from the top of a line to its baseline."""

LINE_CHARACTERS = 35
"""At most this many characters are in a line of a box."""

MOST_LINES = 4
"""At most this many lines are in a box; the rest of its words is left out."""


class TextLine(NamedTuple):
    """A line of the words in a box."""

    y: int
    """Its baseline."""
    text: str


@frozen(slots=True)
class EvidenceBox:
    """A node as it is drawn."""

    node: EvidenceNode
    x: int
    y: int
    height: int
    lines: tuple[TextLine, ...]
    similar_facts: int
    """How many other facts it is drawn for."""
    is_chosen: bool

    @property
    def middle(self) -> int:
        """Half-way between its upper and its lower edge."""
        return self.y + self.height // 2


@frozen(slots=True)
class EvidenceDrawing:
    """Boxes with the curves between them."""

    columns: Sequence[Sequence[EvidenceBox]]
    """The sources, the facts and the conclusions."""
    curves: Sequence[str]
    """The ``d`` attributes of SVG paths."""
    width: int
    height: int
    left_out: Sequence[int]
    """How many nodes of each column are not drawn."""


def drawing(
    evidence: EvidenceMap, chosen: EvidenceNode | None, *, each_fact_alone: bool = False
) -> EvidenceDrawing:
    """Draw what is around a node; without one, all conclusions with their proofs.

    Facts that differ in their arguments alone are drawn as one, unless ``each_fact_alone`` is wanted.
    """
    sources, facts, conclusions = nodes_around(evidence, chosen)
    similar_facts: dict[EvidenceNode, int] = {}
    if not each_fact_alone:
        similar_facts = _similar_facts(evidence, sources, facts)
        facts = [fact for fact in facts if fact in similar_facts]
    columns = [nodes[:MOST_BOXES] for nodes in (sources, facts, conclusions)]
    texts = {node: _wrapped(evidence.words[node], similar_facts.get(node, 0)) for node in chain(*columns)}
    column_heights = []
    for nodes in columns:
        boxes_height = sum(_box_height(texts[node]) for node in nodes)
        column_heights.append(boxes_height + ROW_GAP * max(len(nodes) - 1, 0))
    height = max(*column_heights, 1)

    drawn_columns = []
    for number, nodes in enumerate(columns):
        boxes = []
        y = (height - column_heights[number]) // 2
        for node in nodes:
            box = EvidenceBox(
                node=node,
                x=number * (BOX_WIDTH + COLUMN_GAP),
                y=y,
                height=_box_height(texts[node]),
                lines=_text_lines(texts[node], y),
                similar_facts=similar_facts.get(node, 0),
                is_chosen=node == chosen,
            )
            boxes.append(box)
            y += box.height + ROW_GAP
        drawn_columns.append(boxes)
    return EvidenceDrawing(
        columns=drawn_columns,
        curves=list(_curves(evidence, drawn_columns)),
        width=3 * BOX_WIDTH + 2 * COLUMN_GAP,
        height=height,
        left_out=[
            len(nodes) - len(boxes)
            for nodes, boxes in zip((sources, facts, conclusions), drawn_columns, strict=True)
        ],
    )


def _similar_facts(
    evidence: EvidenceMap, sources: Sequence[EvidenceNode], facts: Sequence[EvidenceNode]
) -> dict[EvidenceNode, int]:
    """The facts to draw, each with the number of others that it is drawn for.

    Facts are similar if they have the same function, as ``room(ANNA)`` and ``room(CLARA)`` have, and the same
    sources are about them.
    """
    groups: dict[tuple[str, tuple[EvidenceNode, ...]], list[EvidenceNode]] = {}
    for fact in facts:
        function = fact.name.partition("(")[0]
        sources_of_fact = tuple(source for source in sources if fact in evidence.next_nodes[source])
        groups.setdefault((function, sources_of_fact), []).append(fact)
    similar_facts: dict[EvidenceNode, int] = {}
    for group in groups.values():
        if len(group) < LEAST_SIMILAR_FACTS:
            similar_facts |= dict.fromkeys(group, 0)
        else:
            similar_facts[group[0]] = len(group) - 1
    return similar_facts


def _wrapped(words: str, similar_facts: int) -> list[str]:
    """The words of a node in lines; it is drawn for this many others too."""
    text = f"{words} – and {similar_facts} similar" if similar_facts else words
    return textwrap.wrap(text, LINE_CHARACTERS, max_lines=MOST_LINES, placeholder=" …") or [""]


def _box_height(lines: Sequence[str]) -> int:
    return BOX_PADDING * 2 + LINE_HEIGHT * len(lines)


def _text_lines(lines: Sequence[str], box_top: int) -> tuple[TextLine, ...]:
    first_baseline = box_top + BOX_PADDING + BASELINE
    return tuple(TextLine(first_baseline + LINE_HEIGHT * number, line) for number, line in enumerate(lines))


def _curves(evidence: EvidenceMap, columns: Sequence[Sequence[EvidenceBox]]) -> Iterator[str]:
    """The curve from each box to each box that it leads to: flat at its ends, and steep half-way."""
    box_of_node = {box.node: box for box in chain.from_iterable(columns)}
    for column in columns[:-1]:
        for start in column:
            for node in evidence.next_nodes.get(start.node, ()):
                end = box_of_node.get(node)
                if end is None:
                    continue
                start_x = start.x + BOX_WIDTH
                middle_x = (start_x + end.x) // 2
                yield (
                    f"M{start_x} {start.middle}"
                    f"C{middle_x} {start.middle} {middle_x} {end.middle} {end.x} {end.middle}"
                )

"""A layered graph as it is given to be drawn (``casekit.print.diagram.svg``), and as a picture with everything in its place.

Lengths are pixels of the drawing.
"""

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
NodeKind = Literal["path", "given", "fact", "conclusion", "lie", "supposition", "contradiction"]

# The name of each kind in the legend, in the order of the legend.
NODE_KINDS: dict[NodeKind, str] = {
    "path": "path",
    "lie": "path, quoted for a lie",
    "given": "known from the start",
    "supposition": "supposition",
    "contradiction": "contradiction",
    "fact": "fact",
    "conclusion": "conclusion",
}


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A box of the graph.

    ``label`` may be long, ``note`` is a quotation. ``numbers`` are those of the steps in which it is found or used.
    Nodes with ``emphasis`` are part of the proof. Those of one ``group`` are in a frame with its name, but for
    nodes of the first layer, which are before it. Nodes without emphasis have neither group nor edges: they are small, and
    listed at the end.
    """

    id: str
    layer: int
    label: str
    note: str = ""
    numbers: tuple[str, ...] = ()
    emphasis: bool = True
    kind: NodeKind = "fact"
    group: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between nodes of the proof, by their ``id``; ``end`` is in a later layer."""

    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """A layered graph with the captions of its layers."""

    title: str
    subtitle: str
    layers: tuple[str, ...]
    nodes: tuple[GraphNode, ...]
    edges: tuple[Edge, ...]


def check_layers(diagram: Diagram) -> None:
    """Refuse what is not a layered graph; see ``casekit.print.diagram.svg.draw``."""
    if len({node.id for node in diagram.nodes}) < len(diagram.nodes):
        raise ValueError("two nodes have one id")
    if any(not 0 <= node.layer < len(diagram.layers) for node in diagram.nodes):
        raise ValueError("a node is in a layer without a caption")
    layers = {node.id: node.layer for node in diagram.nodes if node.emphasis}
    for edge in diagram.edges:
        if edge.start not in layers or edge.end not in layers or layers[edge.start] >= layers[edge.end]:
            raise ValueError(f"no edge can lead from {edge.start!r} to {edge.end!r}")


@dataclass(frozen=True, slots=True)
class NodeBox:
    """A node where it is, and what is written in it."""

    node: GraphNode
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    badge: str
    width: float
    height: float
    left: float = 0
    top: float = 0

    @property
    def right(self) -> float:
        """The right edge."""
        return round(self.left + self.width, 1)

    @property
    def middle(self) -> float:
        """The middle of its height."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Curve:
    """An edge as it runs: SVG path data, and the point where it ends."""

    edge: Edge
    path: str
    end: Point


@dataclass(frozen=True, slots=True)
class Caption:
    """Lines of text, from a left edge and the top of the first line."""

    lines: tuple[str, ...]
    left: float
    top: float
    key: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame around the boxes of a group, and its name in it."""

    caption: Caption
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GraphPicture:
    """Everything in its place. ``rule`` is the height of the line between the proof and the rest."""

    width: float
    height: float
    title: Caption
    subtitle: Caption
    captions: tuple[Caption, ...]
    frames: tuple[Frame, ...]
    rule: float | None
    boxes: tuple[NodeBox, ...]
    curves: tuple[Curve, ...]
    legend: tuple[Caption, ...]

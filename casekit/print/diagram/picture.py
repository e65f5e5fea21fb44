"""A graph as it is drawn: everything in its place. Lengths are pixels of the drawing."""

from dataclasses import dataclass

from casekit.print.diagram.layered_graph import Edge, GraphNode

Point = tuple[float, float]


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
    """An edge as it runs: SVG path data, the point where it ends, and the middle of its label."""

    edge: Edge
    path: str
    end: Point
    label_at: Point


@dataclass(frozen=True, slots=True)
class LayerColumn:
    """Where a layer is: the edges of its boxes, the right edge of its small nodes, and their lanes."""

    left: float
    right: float
    quiet_right: float
    lane: float
    lanes: int


@dataclass(frozen=True, slots=True)
class Caption:
    """Lines of text, from a left edge and the top of the first line."""

    lines: tuple[str, ...]
    left: float
    top: float
    key: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What goes round the boxes of a group, and its name in it."""

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
    headings: tuple[Caption, ...]
    frames: tuple[Frame, ...]
    rule: float | None
    boxes: tuple[NodeBox, ...]
    curves: tuple[Curve, ...]
    legend: tuple[Caption, ...]

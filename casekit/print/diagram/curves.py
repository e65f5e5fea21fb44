"""How the edges of a graph run between its boxes."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import dist

from casekit.print.diagram.layered_graph import Diagram, Edge
from casekit.print.diagram.layers import Rows
from casekit.print.diagram.picture import Curve, LayerColumn, NodeBox, Point
from casekit.print.text.metrics import STYLES

_PORT, _FAN = 7.0, 0.6
_HEAD = 5.0
# Where on a curve a label may be: near its start rather, since edges meet at their ends.
_LABEL_AT = (0.35, 0.5, 0.25, 0.6, 0.7)


def curves(
    diagram: Diagram,
    boxes: Sequence[NodeBox],
    links: Sequence[tuple[int, int]],
    rows: Rows,
    columns: Sequence[LayerColumn],
    top: float,
) -> tuple[Curve, ...]:
    """The edges, fanned out where several meet a box."""
    stops = [
        (boxes[start].middle, *(top + height for height in waypoints), boxes[end].middle)
        for (start, end), waypoints in zip(links, rows.waypoints, strict=True)
    ]
    starts = _ports(diagram.edges, [boxes[start] for start, _ in links], [stop[1] for stop in stops])
    ends = _ports(diagram.edges, [boxes[end] for _, end in links], [stop[-2] for stop in stops])
    found: list[Curve] = []
    for edge, link, stop, first, last in zip(diagram.edges, links, stops, starts, ends, strict=True):
        start, end = (boxes[at] for at in link)
        heights = [round(height, 1) for height in (first, *stop[1:-1], last)]
        path = [f"M{start.right} {heights[0]}"]
        for layer, (here, there) in enumerate(pairwise(heights), start.node.layer):
            emphasis = start.node.emphasis if layer == start.node.layer else edge.emphasis
            left = columns[layer].right if emphasis else columns[layer].quiet_right
            right = columns[layer + 1].left - (_HEAD if edge.emphasis and layer + 1 == end.node.layer else 0)
            bend = round((left + right) / 2, 1)
            path.append(f"H{left} C{bend} {here} {bend} {there} {round(right, 1)} {there}")
        path.append("" if edge.emphasis else f"H{end.left}")
        label_at = _free(
            (left, here), (right, there), [curve.label_at for curve in found if curve.edge.label]
        )
        found.append(Curve(edge, " ".join(path).strip(), (end.left, heights[-1]), label_at))
    return tuple(found)


def _ports(edges: Sequence[Edge], boxes: Sequence[NodeBox], towards: Sequence[float]) -> list[float]:
    """Where edges meet one side of their boxes, in the order of the heights they come from or go to.

    Edges of the proof fan out; all others meet in one place, which on a small node is its middle, so that they pass
    between the lines of its neighbours.
    """
    fans: dict[str, list[int]] = defaultdict(list)
    for at in sorted(range(len(edges)), key=lambda at: (not edges[at].emphasis, towards[at])):
        fans[boxes[at].node.id].append(at)
    ports = [0.0] * len(edges)
    for fan in fans.values():
        proof = sum(edges[at].emphasis for at in fan)
        places = min(len(fan), proof + 1)
        step = min(_PORT, _FAN * boxes[fan[0]].height / places)
        for place, at in enumerate(fan):
            ports[at] = boxes[at].middle + step * (min(place, proof) - (places - 1) / 2)
    return ports


def _free(start: Point, end: Point, taken: Sequence[Point]) -> Point:
    """A point of a curve that is far from those taken."""
    (left, here), (right, there) = start, end
    points = [
        (
            round(left + (right - left) * (1.5 * part * (1 - part) + part**3), 1),
            round(here + (there - here) * (3 - 2 * part) * part**2, 1),
        )
        for part in _LABEL_AT
    ]
    enough = 1.5 * STYLES["badge"].leading
    return max(points, key=lambda point: min([enough, *(dist(point, other) for other in taken)]))

"""A layered graph as it is given to be drawn, and the order and the heights of its vertices in their layers.

After K. Sugiyama, S. Tagawa and M. Toda, "Methods for visual understanding of hierarchical system structures"
(1981): an edge that skips layers is cut at waypoints, layers are ordered by barycentres in sweeps, and each
vertex is then as near to the middle of its neighbours as the others allow. Layers are given. Lengths are
pixels of the drawing; heights grow downwards.
"""

from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from statistics import fmean
from typing import Literal

from casekit.values import frozen

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


@frozen(slots=True)
class GraphNode:
    """A box of the graph.

    A node without emphasis has neither group nor edges: it is small, and listed below the proof.
    """

    id: str
    layer: int
    """Its layer, from 0 at the left."""
    label: str
    """What it says, which may be long."""
    note: str = ""
    """A quotation below the label."""
    numbers: tuple[str, ...] = ()
    """The numbers of the steps in which it is found or used."""
    emphasis: bool = True
    """Whether it is part of the proof."""
    kind: NodeKind = "fact"
    group: str = ""
    """The name of the frame that it is in; nodes of the first layer are before the frame."""


@frozen(slots=True)
class Edge:
    """An edge between nodes of the proof, by their ``id``; ``end`` is in a later layer."""

    start: str
    end: str


@frozen(slots=True)
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


@frozen(slots=True)
class NodeBox:
    """The box of a node: what is written in it, and where it is."""

    node: GraphNode
    lines: tuple[str, ...]
    """The lines of its label."""
    notes: tuple[str, ...]
    """The lines of its note."""
    badge: str
    """The numbers of its steps."""
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


@frozen(slots=True)
class Caption:
    """Lines of text at a place."""

    lines: tuple[str, ...]
    left: float
    top: float
    """The top of the first line."""
    key: str = ""
    """What it explains in the legend: a kind of node, or ``step``."""


Link = tuple[int, int]
"""The indexes of the vertices that an edge joins."""
# How often layers are ordered, and how often vertices are moved towards their neighbours.
_SWEEPS = 24
_SETTLINGS = 16


@frozen(slots=True)
class Vertex:
    """A vertex of a layer."""

    layer: int
    height: float
    """Its height, with the space it keeps from others."""
    band: int = 0
    """The strip across all layers that it is in, from 0 at the top."""


@frozen(slots=True)
class Rows:
    """Where vertices are.

    ``centres`` has the middle of each vertex and ``waypoints`` those of each edge, one for a layer it skips.
    ``bands`` maps a band to its top and bottom.
    """

    centres: tuple[float, ...]
    waypoints: tuple[tuple[float, ...], ...]
    bands: Mapping[int, tuple[float, float]]


def arrange(
    vertices: Sequence[Vertex], edges: Sequence[Link], *, waypoint: float = 5.0, between: float = 0.0
) -> Rows:
    """Order and place the vertices of a layered graph.

    ``waypoint`` and ``between`` are the heights of a waypoint and of the space between bands.

    Edges are pairs of start and end by their index among the vertices, the end in a later layer than the
    start.
    """
    with_waypoints, chains = _cut(vertices, edges, waypoint)
    links: list[Link] = []
    for chain in chains:
        links += pairwise(chain)
    centres, bands = _place(with_waypoints, links, order(with_waypoints, links), between)
    waypoints = []
    for chain in chains:
        heights = tuple(centres[vertex] for vertex in chain[1:-1])
        waypoints.append(heights)
    return Rows(tuple(centres[: len(vertices)]), tuple(waypoints), bands)


def order(vertices: Sequence[Vertex], links: Sequence[Link]) -> list[list[int]]:
    """The indices of the vertices of each layer, ordered so that few links cross.

    Links join neighbouring layers. The order given, with bands kept together, is where the search starts: the
    result has no more crossings.
    """
    last_layer = max((vertex.layer for vertex in vertices), default=-1)
    rows: list[list[int]] = [[] for _ in range(last_layer + 1)]
    for index, vertex in enumerate(vertices):
        rows[vertex.layer].append(index)
    orders = [_sorted(row, dict.fromkeys(row, 0.0), vertices) for row in rows]
    forward, backward = _neighbours(links, len(vertices))
    best, fewest = orders, crossings(orders, links)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        orders = _swept(orders, forward if sweep % 2 else backward, vertices, from_right=bool(sweep % 2))
        count = crossings(orders, links)
        if count < fewest:
            best, fewest = orders, count
    return best


def crossings(orders: Sequence[Sequence[int]], links: Sequence[Link]) -> int:
    """How many pairs of links between neighbouring layers cross."""
    rank: dict[int, int] = {}
    layer_of: dict[int, int] = {}
    for layer, row in enumerate(orders):
        for place, vertex in enumerate(row):
            rank[vertex] = place
            layer_of[vertex] = layer
    total = 0
    ends: list[int] = []
    before = -1
    for layer, _, end in sorted((layer_of[start], rank[start], rank[end]) for start, end in links):
        if layer != before:
            ends, before = [], layer
        total += len(ends) - bisect_right(ends, end)
        insort(ends, end)
    return total


def _cut(
    vertices: Sequence[Vertex], edges: Sequence[Link], height: float
) -> tuple[list[Vertex], list[list[int]]]:
    """The vertices and, after them, waypoints; and for each edge the vertices it runs through."""
    everything = list(vertices)
    chains = []
    for start, end in edges:
        skipped = range(vertices[start].layer + 1, vertices[end].layer)
        band = max(vertices[start].band, vertices[end].band)
        first = len(everything)
        everything += [Vertex(layer, height, band) for layer in skipped]
        chains.append([start, *range(first, len(everything)), end])
    return everything, chains


def _neighbours(links: Sequence[Link], size: int) -> tuple[list[list[int]], list[list[int]]]:
    """For each vertex those in the next layer and those in the one before."""
    forward: list[list[int]] = [[] for _ in range(size)]
    backward: list[list[int]] = [[] for _ in range(size)]
    for start, end in links:
        forward[start].append(end)
        backward[end].append(start)
    return forward, backward


def _swept(
    orders: list[list[int]],
    neighbours: Sequence[Sequence[int]],
    vertices: Sequence[Vertex],
    *,
    from_right: bool,
) -> list[list[int]]:
    """Each layer in turn ordered by the barycentres of its vertices' neighbours."""
    place: dict[int, float] = {}
    swept = []
    for row in reversed(orders) if from_right else orders:
        ideal = _shares(row)
        for vertex in row:
            if neighbours[vertex]:
                ideal[vertex] = fmean(place[neighbour] for neighbour in neighbours[vertex])
        swept.append(_sorted(row, ideal, vertices))
        place |= _shares(swept[-1])
    return swept[::-1] if from_right else swept


def _shares(row: Sequence[int]) -> dict[int, float]:
    """How far down each vertex is, from 0 to 1, so that layers of different sizes compare."""
    return {vertex: (at + 0.5) / len(row) for at, vertex in enumerate(row)}


def _sorted(row: Sequence[int], ideal: Mapping[int, float], vertices: Sequence[Vertex]) -> list[int]:
    """A layer by bands, in these by the ideal place; ties as they are."""
    return sorted(row, key=lambda index: (vertices[index].band, ideal[index]))


_Column = tuple[int, list[int], list[float]]
"""A band, the vertices that one layer has in it, and their offsets."""


def _place(
    vertices: Sequence[Vertex], links: Sequence[Link], orders: Sequence[Sequence[int]], between: float
) -> tuple[list[float], dict[int, tuple[float, float]]]:
    """The middle of each vertex, and the top and bottom of each band."""
    columns = list(_columns(vertices, orders))
    bands = _stacked_bands(columns, between)
    centres = [0.0] * len(vertices)
    for band, part, offsets in columns:
        start = (sum(bands[band]) - offsets[-1]) / 2
        for index, offset in zip(part, offsets, strict=False):
            centres[index] = start + offset
    company = list(_company(vertices, links))
    for settling in range(_SETTLINGS):
        for band, part, offsets in columns[:: -1 if settling % 2 else 1]:
            wanted = []
            for index in part:
                mean = fmean(centres[neighbour] for neighbour in company[index])
                wanted.append(mean)
            for index, centre in zip(part, _settled(wanted, offsets, bands[band]), strict=True):
                centres[index] = centre
    return centres, bands


def _columns(vertices: Sequence[Vertex], orders: Sequence[Sequence[int]]) -> Iterator[_Column]:
    """Each layer from the left, divided into its bands from the top."""
    for row in orders:
        for band in sorted({vertices[index].band for index in row}):
            part = [index for index in row if vertices[index].band == band]
            yield band, part, _offsets([vertices[index] for index in part])


def _stacked_bands(columns: Sequence[_Column], between: float) -> dict[int, tuple[float, float]]:
    """The top and bottom of each band, as high as its highest column, with some space between them."""
    heights: dict[int, float] = {}
    for band, _, offsets in columns:
        heights[band] = max(heights.get(band, offsets[-1]), offsets[-1])
    bands: dict[int, tuple[float, float]] = {}
    top = 0.0
    for band in sorted(heights):
        bottom = top + heights[band]
        bands[band] = (top, bottom)
        top = bottom + between
    return bands


def _company(vertices: Sequence[Vertex], links: Sequence[Link]) -> Iterator[list[int]]:
    """The vertices that each one wants to be beside: its neighbours, those of its band first; or itself."""
    forward, backward = _neighbours(links, len(vertices))
    for index, vertex in enumerate(vertices):
        neighbours = forward[index] + backward[index]
        in_band = [neighbour for neighbour in neighbours if vertices[neighbour].band == vertex.band]
        yield in_band or neighbours or [index]


def _offsets(column: Sequence[Vertex]) -> list[float]:
    """How far below the top of a column the middles of its vertices are at least; last, its height."""
    tops = [*accumulate((vertex.height for vertex in column), initial=0.0)]
    return [*(top + vertex.height / 2 for top, vertex in zip(tops, column, strict=False)), tops[-1]]


def _settled(wanted: Sequence[float], offsets: Sequence[float], band: tuple[float, float]) -> list[float]:
    """The places nearest to those wanted (by least squares) that keep order, distances and the band."""
    top, bottom = band
    lowest = bottom - offsets[-1]
    shifts = _rising([want - offset for want, offset in zip(wanted, offsets, strict=False)])
    return [min(max(shift, top), lowest) + offset for shift, offset in zip(shifts, offsets, strict=False)]


def _rising(values: Sequence[float]) -> list[float]:
    """The sequence nearest to ``values`` (by least squares) that never falls: pool adjacent violators."""
    pools: list[tuple[float, int]] = []
    for value in values:
        total, size = value, 1
        while pools and pools[-1][0] / pools[-1][1] >= total / size:
            before, members = pools.pop()
            total, size = total + before, size + members
        pools.append((total, size))
    rising: list[float] = []
    for total, size in pools:
        rising += [total / size] * size
    return rising

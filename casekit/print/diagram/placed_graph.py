"""Where everything in the picture of a graph is: layers side by side, from left to right."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from math import ceil, dist

from casekit.print.diagram.layered_graph import (
    NODE_KINDS,
    Caption,
    Curve,
    Diagram,
    Edge,
    Frame,
    GraphNode,
    GraphPicture,
    LayerColumn,
    NodeBox,
    Point,
    check_layers,
)
from casekit.print.diagram.layers import Rows, Spacing, Vertex, arrange
from casekit.print.text.glyphs import STYLES, width_of, wrap

_PORT, _FAN = 7.0, 0.6
_HEAD = 5.0
# Where on a curve a label may be: near its start rather, since edges meet at their ends.
_LABEL_AT = (0.35, 0.5, 0.25, 0.6, 0.7)

PICTURE_MARGIN = 28.0
LEAST_WIDTH = 560.0
_TEXT_MOST, _SMALL_TEXT_MOST = 176.0, 150.0
_PADDING, PADDING_ABOVE = 10.0, 9.0
_BOX_LEAST = 64.0
_BETWEEN = 18.0
MARKER, _TRAIL = 12.0, 4.0
# More small nodes of a layer than this are in two lanes.
_LANE_MOST = 28
_BAND = 52.0
_FRAME_SIDE, _FRAME_END = 14.0, 10.0
_WAYPOINT = 6.0
_GAP_LEAST, _GAP_MOST, _GAP_SLOPE, _QUIET_GAP = 60.0, 130.0, 0.25, 56.0
_SWATCH = 32.0


def place_graph(diagram: Diagram, *, titled: bool = True) -> GraphPicture:
    """Give everything its place, the title too if it is ``titled``; see ``draw`` for errors."""
    check_layers(diagram)
    whole, loose = _parted(diagram)
    links, lanes = _links(whole), _lanes(whole)
    fitted = [_fitted(node) for node in whole.nodes]
    groups = tuple(dict.fromkeys(node.group for node in whole.nodes if node.emphasis and node.group))
    vertices = [_vertex(box, lanes[box.node.layer], groups) for box in fitted]
    rows = arrange(vertices, links, Spacing(_WAYPOINT, STYLES["heading"].leading, _BAND))
    columns = _columns(whole, fitted, _gaps(whole, links, rows), lanes)
    width = max(
        [LEAST_WIDTH, *(max(column.right, column.quiet_right) + PICTURE_MARGIN for column in columns)]
    )
    title, subtitle = (
        _titles(diagram, width)
        if titled
        else (Caption((), PICTURE_MARGIN, 0), Caption((), PICTURE_MARGIN, 0))
    )
    captions = tuple(
        Caption(
            wrap(text, STYLES["caption"], column.right - column.left),
            column.left,
            _below(subtitle, "subtitle") + 16,
        )
        for text, column in zip(diagram.layers, columns, strict=True)
    )
    top = max((_below(caption, "caption") for caption in captions), default=_below(subtitle, "subtitle")) + 10
    boxes = _boxes(fitted, rows, columns, top)
    bottom = top + max((bottom for _, bottom in rows.bands.values()), default=0)
    proof = max((top + rows.bands[band][1] for band in rows.bands if band <= len(groups)), default=None)
    index = _index(loose, bottom + (_BAND if bottom == proof else STYLES["quiet"].leading), width)
    bottom = max([bottom, *(box.top + box.height for box in index)])
    legend = _legend(diagram, bottom + 20, width)
    return GraphPicture(
        width=round(width, 1),
        height=round(
            max((_below(entry, "legend") for entry in legend), default=bottom) + PICTURE_MARGIN / 2, 1
        ),
        title=title,
        subtitle=subtitle,
        captions=captions,
        headings=_headings(boxes, rows),
        frames=tuple(
            _frame(group, boxes, *(top + end for end in rows.bands[band]))
            for band, group in enumerate(groups, 1)
        ),
        rule=None if proof is None or bottom == proof else round(proof + 0.3 * _BAND, 1),
        boxes=(*boxes, *index),
        curves=curves(whole, boxes, links, rows, columns, top),
        legend=legend,
    )


def _titles(diagram: Diagram, width: float) -> tuple[Caption, Caption]:
    """The title and the subtitle below it."""
    room = width - 2 * PICTURE_MARGIN
    title = Caption(wrap(diagram.title, STYLES["title"], room), PICTURE_MARGIN, PICTURE_MARGIN)
    return title, Caption(
        wrap(diagram.subtitle, STYLES["subtitle"], room), PICTURE_MARGIN, _below(title, "title") + 2
    )


def _links(diagram: Diagram) -> list[tuple[int, int]]:
    """The edges as pairs of indices of nodes."""
    index = {node.id: at for at, node in enumerate(diagram.nodes)}
    return [(index[edge.start], index[edge.end]) for edge in diagram.edges]


def _parted(diagram: Diagram) -> tuple[Diagram, tuple[GraphNode, ...]]:
    """The graph without the small nodes that nothing holds in their layers, and these."""
    held = {name for edge in diagram.edges for name in (edge.start, edge.end)}
    loose = {node.id: node for node in diagram.nodes if not (node.emphasis or node.group or node.id in held)}
    return replace(diagram, nodes=tuple(node for node in diagram.nodes if node.id not in loose)), tuple(
        loose.values()
    )


def _lanes(diagram: Diagram) -> list[int]:
    """How many lanes the small nodes of each layer take: two, a half line apart, where one would be too long."""
    small = Counter(node.layer for node in diagram.nodes if not node.emphasis)
    return [1 + (small[layer] > _LANE_MOST) for layer in range(len(diagram.layers))]


def _fitted(node: GraphNode) -> NodeBox:
    """A node's text in lines, and the size of its box."""
    badge = ", ".join(node.numbers)
    if not node.emphasis:
        lines = wrap(f"{node.label} ({badge})" if badge else node.label, STYLES["quiet"], _SMALL_TEXT_MOST, 1)
        width = MARKER + _TRAIL + sum(width_of(line, STYLES["quiet"]) for line in lines)
        return NodeBox(node, lines, (), "", round(width, 1), STYLES["quiet"].leading)
    style, note = STYLES["conclusion" if node.kind == "conclusion" else "label"], STYLES["note"]
    lines = wrap(node.label, style, _TEXT_MOST)
    notes = wrap(node.note, note, _TEXT_MOST)
    badge = "".join(wrap(badge, STYLES["badge"], _TEXT_MOST - _PADDING, 1))
    texts = [*((line, style) for line in lines), *((line, note) for line in notes), (badge, STYLES["badge"])]
    width = max(_BOX_LEAST, *(width_of(*text) for text in texts)) + 2 * _PADDING
    height = max(1, len(lines)) * style.leading + len(notes) * note.leading + 2 * PADDING_ABOVE
    return NodeBox(node, lines, notes, badge, round(width, 1), height)


def _vertex(box: NodeBox, lanes: int, groups: Sequence[str]) -> Vertex:
    """A box to be arranged: the proof on top, below it each of its groups in a strip of its own, then the rest."""
    node = box.node
    if node.emphasis:
        return Vertex(node.layer, box.height + _BETWEEN, ("", *groups).index(node.group))
    return Vertex(node.layer, box.height / lanes, len(groups) + 1, node.group)


def _gaps(diagram: Diagram, links: Sequence[tuple[int, int]], rows: Rows) -> list[float]:
    """The room between layers: the steeper the edges of the proof, the more."""
    gaps = [_GAP_LEAST for _ in diagram.layers[1:]]
    for edge, (start, end), waypoints in zip(diagram.edges, links, rows.waypoints, strict=True):
        if edge.emphasis:
            heights = (rows.centres[start], *waypoints, rows.centres[end])
            for gap, (here, there) in enumerate(pairwise(heights), diagram.nodes[start].layer):
                gaps[gap] = min(max(gaps[gap], abs(there - here) * _GAP_SLOPE), _GAP_MOST)
                gaps[gap] = max(gaps[gap], 3 * width_of(edge.label, STYLES["badge"]))
    return gaps


def _columns(
    diagram: Diagram, boxes: Sequence[NodeBox], gaps: Sequence[float], lanes: Sequence[int]
) -> list[LayerColumn]:
    """Where the layers are, side by side."""
    widths = [min(_TEXT_MOST, width_of(text, STYLES["caption"])) for text in diagram.layers]
    smalls = [0.0 for _ in diagram.layers]
    for box in boxes:
        wide = widths if box.node.emphasis else smalls
        wide[box.node.layer] = max(wide[box.node.layer], box.width)
    columns: list[LayerColumn] = []
    left = PICTURE_MARGIN
    for width, small, count, gap in zip(widths, smalls, lanes, (*gaps, 0), strict=False):
        quiet = max(width, count * (small + _BETWEEN) - _BETWEEN)
        columns.append(
            LayerColumn(
                left=round(left, 1),
                right=round(left + width, 1),
                quiet_right=round(left + quiet, 1),
                lane=small + _BETWEEN,
                lanes=count,
            )
        )
        left += max(width + gap, quiet + _QUIET_GAP)
    return columns


def _boxes(
    fitted: Sequence[NodeBox], rows: Rows, columns: Sequence[LayerColumn], top: float
) -> tuple[NodeBox, ...]:
    """The nodes in their places, as given; those of the proof are as wide as their layer."""
    placed = list(fitted)
    for row, column in zip(rows.orders, columns, strict=False):
        lane, group = 0, ""
        for at in row:
            box = fitted[at]
            node, width = box.node, box.width
            if node.emphasis:
                left, width = column.left, round(column.right - column.left, 1)
            else:
                lane = 0 if node.group and node.group != group else lane % column.lanes
                left, group = round(column.left + lane * column.lane, 1), node.group
                lane += 1
            placed[at] = replace(
                box, left=left, width=width, top=round(top + rows.centres[at] - box.height / 2, 1)
            )
    return tuple(placed)


def _index(nodes: Sequence[GraphNode], top: float, width: float) -> list[NodeBox]:
    """Small nodes as a list in columns of one height."""
    fitted = [_fitted(node) for node in nodes]
    room = max((box.width for box in fitted), default=0) + _BETWEEN
    length = ceil(len(nodes) / max(1, (width - 2 * PICTURE_MARGIN + _BETWEEN) // room))
    return [
        replace(
            box,
            left=round(PICTURE_MARGIN + at // length * room, 1),
            top=round(top + at % length * box.height, 1),
        )
        for at, box in enumerate(fitted)
    ]


def _headings(boxes: Sequence[NodeBox], rows: Rows) -> tuple[Caption, ...]:
    """The names of groups of small nodes, each above the first of them."""
    headings = []
    for row in rows.orders:
        runs = groupby(
            (boxes[at] for at in row if not boxes[at].node.emphasis), key=lambda box: box.node.group
        )
        for group, run in runs:
            first = next(run)
            if group:
                top = first.top - STYLES["heading"].leading
                headings.append(Caption(wrap(group, STYLES["heading"], _TEXT_MOST, 1), first.left, top))
    return tuple(headings)


def _frame(group: str, boxes: Sequence[NodeBox], top: float, bottom: float) -> Frame:
    """The frame around a group of the proof, as high as its strip; its sources are before it."""
    members = [box for box in boxes if box.node.emphasis and box.node.group == group]
    inside = [box for box in members if box.node.layer] or members
    left = min(box.left for box in inside) - _FRAME_SIDE
    width = max(box.right for box in inside) + _FRAME_SIDE - left
    name = wrap(group, STYLES["heading"], width - 2 * _FRAME_SIDE, 1)
    return Frame(
        Caption(name, left + _FRAME_SIDE, round(top - _FRAME_END - STYLES["heading"].leading / 2, 1)),
        round(left, 1),
        round(top - _FRAME_END, 1),
        round(width, 1),
        round(bottom - top + 2 * _FRAME_END, 1),
    )


def _legend(diagram: Diagram, top: float, width: float) -> tuple[Caption, ...]:
    """The meanings of the kinds of boxes that occur, in rows."""
    kinds = {node.kind for node in diagram.nodes}
    entries: list[tuple[str, str]] = [(kind, words) for kind, words in NODE_KINDS.items() if kind in kinds]
    if any(node.numbers for node in diagram.nodes):
        entries.append(("step", "step of the proof"))
    legend = []
    left = PICTURE_MARGIN
    for key, words in entries:
        room = _SWATCH + width_of(words, STYLES["legend"])
        if left + room > width - PICTURE_MARGIN and left > PICTURE_MARGIN:
            left, top = PICTURE_MARGIN, top + STYLES["legend"].leading
        legend.append(Caption((words,), round(left, 1), round(top, 1), key))
        left += room + _BETWEEN / 2
    return tuple(legend)


def _below(caption: Caption, style: str) -> float:
    return caption.top + len(caption.lines) * STYLES[style].leading


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

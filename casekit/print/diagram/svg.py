"""The evidence graph as a picture: a layered graph from left to right, placed, and written as SVG.

``draw(diagram)`` is the way in. The proof is on top in boxes whose shape, border and lightness
show their kind; the rest is below, small and grey, so that a picture with sixty paths still shows the proof.
Nothing comes from outside the document. Lengths are pixels of the drawing.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

from casekit.print.content.booklet import printed_in
from casekit.print.diagram.layered_graph import (
    NODE_KINDS,
    Caption,
    Diagram,
    Edge,
    GraphNode,
    NodeBox,
    NodeKind,
    Rows,
    Vertex,
    arrange,
    check_layers,
)
from casekit.print.typesetting.fonts import STYLES, embedded_faces, render_template, width_of, wrap
from casekit.values import replace
from casekit.values.grouping import grouped

__all__ = ["INKS", "TONES", "Diagram", "Edge", "GraphNode", "NodeKind", "draw"]

# Lightnesses are at least 20 L* apart within each of the two, so that a grey print distinguishes them.
TONES = {"paper": "#ffffff", "fact": "#bfc6d2", "lie": "#a6877d", "conclusion": "#14233b"}
INKS = {"strong": "#14233b", "quiet": "#666a70", "faint": "#b9bdc4"}
# Words of the template whose letters are needed.
_TEMPLATE_WORDS = "Not needed for the proof … (step of the proof, 0123456789)"
# Characters that no XML document can have.
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

PICTURE_MARGIN = 28.0
"""The space around a picture."""
LEAST_WIDTH = 560.0
"""The least width of a picture."""
PADDING_ABOVE = 9.0
"""The space between the top of a box and its text."""
MARKER = 12.0
"""The width of the marker of a small node."""

# The most width of the text in a box, and of that beside a marker.
_MOST_TEXT_WIDTH = 176.0
_MOST_SMALL_TEXT_WIDTH = 150.0
# The space beside the text in a box, and after that of a small node.
_PADDING_BESIDE = 10.0
_AFTER_SMALL_TEXT = 4.0
# The least width of the text in a box.
_LEAST_BOX_WIDTH = 64.0
# The space between boxes, and between the strips of groups.
_BOX_GAP = 18.0
_BAND_GAP = 52.0
# The height that an edge takes where it passes a layer.
_WAYPOINT_HEIGHT = 6.0
# The space between a frame and what is in it, at its sides and at its ends.
_FRAME_SIDE = 14.0
_FRAME_END = 10.0
# The space between two layers, at least and at most, and as a part of the height that an edge changes there.
_LEAST_LAYER_GAP = 60.0
_MOST_LAYER_GAP = 130.0
_LAYER_GAP_PER_RISE = 0.25
# The most distance of edges that meet one side of a box, and the part of that side that they may take.
_MOST_PORT_DISTANCE = 7.0
_PORTS_PER_SIDE = 0.6
# The length of the head of an arrow.
_ARROW_HEAD = 5.0
# The width of a sample in the legend.
_SWATCH_WIDTH = 32.0

LayerColumn = tuple[float, float]
"""The left and the right edge of the boxes of a layer."""

_NO_TITLE = Caption((), PICTURE_MARGIN, 0)


def place_graph(diagram: Diagram, *, titled: bool = True) -> dict[str, Any]:
    """Everything in its place, as the values of the template.

    Among them, ``rule`` is the height of the line between the proof and the rest.

    Args:
        diagram: the graph.
        titled: whether the picture has its title.

    Raises:
        ValueError: as ``draw`` does.
    """
    check_layers(diagram)
    proof = [node for node in diagram.nodes if node.emphasis]
    small_nodes = [node for node in diagram.nodes if not node.emphasis]
    links = _links(diagram, proof)
    sized_boxes = [_sized_box(node) for node in proof]
    groups = tuple(dict.fromkeys(node.group for node in proof if node.group))
    rows = _rows(sized_boxes, links, groups)
    columns = list(_columns(diagram, sized_boxes, _gaps(diagram, proof, links, rows)))
    width = max([LEAST_WIDTH, *(right + PICTURE_MARGIN for _, right in columns)])
    title, subtitle = _titles(diagram, width) if titled else (_NO_TITLE, _NO_TITLE)
    below_titles = _below(subtitle, "subtitle")
    captions = tuple(_captions(diagram, columns, below_titles + 16))
    top = _lowest(captions, "caption", below_titles) + 10
    boxes = tuple(_boxes(sized_boxes, rows, columns, top))
    end = top + max((bottom for _, bottom in rows.bands.values()), default=0)
    index = _index(small_nodes, end + (_BAND_GAP if proof else STYLES["quiet"].leading), width)
    bottom = max([end, *(box.top + box.height for box in index)])
    legend = tuple(_legend(diagram, bottom + 20, width))
    return {
        "width": round(width, 1),
        "height": round(_lowest(legend, "legend", bottom) + PICTURE_MARGIN / 2, 1),
        "title": title,
        "subtitle": subtitle,
        "captions": captions,
        "frames": list(_frames(groups, boxes, rows, top)),
        "rule": round(end + 0.3 * _BAND_GAP, 1) if proof and small_nodes else None,
        "boxes": (*boxes, *index),
        "curves": list(curves(diagram, boxes, links, rows, columns, top)),
        "legend": legend,
    }


def _links(diagram: Diagram, proof: Sequence[GraphNode]) -> list[tuple[int, int]]:
    """The edges by the indices of their nodes in the proof."""
    indices = {node.id: index for index, node in enumerate(proof)}
    return [(indices[edge.start], indices[edge.end]) for edge in diagram.edges]


def _rows(fitted: Sequence[NodeBox], links: Sequence[tuple[int, int]], groups: Sequence[str]) -> Rows:
    """The heights of boxes; each group is in a strip of its own, below what is in none."""
    bands = ("", *groups)
    vertices = [Vertex(box.node.layer, box.height + _BOX_GAP, bands.index(box.node.group)) for box in fitted]
    return arrange(vertices, links, waypoint=_WAYPOINT_HEIGHT, between=_BAND_GAP)


def _titles(diagram: Diagram, width: float) -> tuple[Caption, Caption]:
    """The title and the subtitle of a picture of some width."""
    room = width - 2 * PICTURE_MARGIN
    title = Caption(wrap(diagram.title, STYLES["title"], room), PICTURE_MARGIN, PICTURE_MARGIN)
    lines = wrap(diagram.subtitle, STYLES["subtitle"], room)
    return title, Caption(lines, PICTURE_MARGIN, _below(title, "title") + 2)


def _captions(diagram: Diagram, columns: Sequence[LayerColumn], top: float) -> Iterator[Caption]:
    """The captions of layers, each as wide as its layer."""
    for text, (left, right) in zip(diagram.layers, columns, strict=True):
        yield Caption(wrap(text, STYLES["caption"], right - left), left, top)


def _lowest(captions: Sequence[Caption], style: str, default: float) -> float:
    """The bottom of the longest of some captions in a style."""
    return max((_below(caption, style) for caption in captions), default=default)


def _frames(
    groups: Sequence[str], boxes: Sequence[NodeBox], rows: Rows, top: float
) -> Iterator[dict[str, Any]]:
    """The frames around groups, given the top of the rows."""
    for band, group in enumerate(groups, 1):
        band_top, band_bottom = rows.bands[band]
        yield _frame(group, boxes, top + band_top, top + band_bottom)


def _sized_box(node: GraphNode) -> NodeBox:
    """A node's text in lines, and the size of its box."""
    badge = ", ".join(node.numbers)
    if not node.emphasis:
        lines = wrap(
            f"{node.label} ({badge})" if badge else node.label, STYLES["quiet"], _MOST_SMALL_TEXT_WIDTH, 1
        )
        width = MARKER + _AFTER_SMALL_TEXT + sum(width_of(line, STYLES["quiet"]) for line in lines)
        return NodeBox(node, lines, (), "", round(width, 1), STYLES["quiet"].leading)
    style, note = STYLES["conclusion" if node.kind == "conclusion" else "label"], STYLES["note"]
    lines = wrap(node.label, style, _MOST_TEXT_WIDTH)
    notes = wrap(node.note, note, _MOST_TEXT_WIDTH)
    badge = "".join(wrap(badge, STYLES["badge"], _MOST_TEXT_WIDTH - _PADDING_BESIDE, 1))
    texts = [*((line, style) for line in lines), *((line, note) for line in notes), (badge, STYLES["badge"])]
    width = max(_LEAST_BOX_WIDTH, *(width_of(*text) for text in texts)) + 2 * _PADDING_BESIDE
    height = max(1, len(lines)) * style.leading + len(notes) * note.leading + 2 * PADDING_ABOVE
    return NodeBox(node, lines, notes, badge, round(width, 1), height)


def _gaps(
    diagram: Diagram, proof: Sequence[GraphNode], links: Sequence[tuple[int, int]], rows: Rows
) -> list[float]:
    """The room between layers: the steeper the edges, the more."""
    gaps = [_LEAST_LAYER_GAP for _ in diagram.layers[1:]]
    for (start, end), waypoints in zip(links, rows.waypoints, strict=True):
        heights = (rows.centres[start], *waypoints, rows.centres[end])
        for gap, (here, there) in enumerate(pairwise(heights), proof[start].layer):
            gaps[gap] = min(max(gaps[gap], abs(there - here) * _LAYER_GAP_PER_RISE), _MOST_LAYER_GAP)
    return gaps


def _columns(diagram: Diagram, boxes: Sequence[NodeBox], gaps: Sequence[float]) -> Iterator[LayerColumn]:
    """Where the layers are, side by side."""
    widths = [min(_MOST_TEXT_WIDTH, width_of(text, STYLES["caption"])) for text in diagram.layers]
    for box in boxes:
        widths[box.node.layer] = max(widths[box.node.layer], box.width)
    left = PICTURE_MARGIN
    for width, gap in zip(widths, (*gaps, 0), strict=False):
        yield round(left, 1), round(left + width, 1)
        left += width + gap


def _boxes(
    fitted: Sequence[NodeBox], rows: Rows, columns: Sequence[LayerColumn], top: float
) -> Iterator[NodeBox]:
    """The nodes of the proof in their places, as given, each as wide as its layer."""
    for box, centre in zip(fitted, rows.centres, strict=True):
        left, right = columns[box.node.layer]
        place = round(top + centre - box.height / 2, 1)
        yield replace(box, left=left, width=round(right - left, 1), top=place)


def _index(nodes: Sequence[GraphNode], top: float, width: float) -> list[NodeBox]:
    """Small nodes as a list in columns of one height."""
    fitted = [_sized_box(node) for node in nodes]
    room = max((box.width for box in fitted), default=0) + _BOX_GAP
    length = ceil(len(nodes) / max(1, (width - 2 * PICTURE_MARGIN + _BOX_GAP) // room))
    placed = []
    for index, box in enumerate(fitted):
        column, row = divmod(index, length)
        left, box_top = PICTURE_MARGIN + column * room, top + row * box.height
        placed.append(replace(box, left=round(left, 1), top=round(box_top, 1)))
    return placed


def _frame(group: str, boxes: Sequence[NodeBox], top: float, bottom: float) -> dict[str, Any]:
    """The frame around a group of the proof, as high as its strip, with its name; sources are before it."""
    members = [box for box in boxes if box.node.group == group]
    inside = [box for box in members if box.node.layer] or members
    left = min(box.left for box in inside) - _FRAME_SIDE
    width = max(box.right for box in inside) + _FRAME_SIDE - left
    name = wrap(group, STYLES["heading"], width - 2 * _FRAME_SIDE, 1)
    return {
        "caption": Caption(
            name, left + _FRAME_SIDE, round(top - _FRAME_END - STYLES["heading"].leading / 2, 1)
        ),
        "left": round(left, 1),
        "top": round(top - _FRAME_END, 1),
        "width": round(width, 1),
        "height": round(bottom - top + 2 * _FRAME_END, 1),
    }


def _legend(diagram: Diagram, top: float, width: float) -> Iterator[Caption]:
    """The meanings of the kinds of boxes that occur, in rows."""
    kinds = {node.kind for node in diagram.nodes}
    entries: list[tuple[str, str]] = [(kind, words) for kind, words in NODE_KINDS.items() if kind in kinds]
    if any(node.numbers for node in diagram.nodes):
        entries.append(("step", "step of the proof"))
    left = PICTURE_MARGIN
    for key, words in entries:
        room = _SWATCH_WIDTH + width_of(words, STYLES["legend"])
        if left + room > width - PICTURE_MARGIN and left > PICTURE_MARGIN:
            left, top = PICTURE_MARGIN, top + STYLES["legend"].leading
        yield Caption((words,), round(left, 1), round(top, 1), key)
        left += room + _BOX_GAP / 2


def _below(caption: Caption, style: str) -> float:
    return caption.top + len(caption.lines) * STYLES[style].leading


def curves(
    diagram: Diagram,
    boxes: Sequence[NodeBox],
    links: Sequence[tuple[int, int]],
    rows: Rows,
    columns: Sequence[LayerColumn],
    top: float,
) -> Iterator[dict[str, Any]]:
    """The edges as they run, with the points where they end, fanned out where several meet a box."""
    stops: list[tuple[float, ...]] = []
    for (start, end), waypoints in zip(links, rows.waypoints, strict=True):
        lowered = [top + height for height in waypoints]
        stops.append((boxes[start].middle, *lowered, boxes[end].middle))
    starts = _ports([boxes[start] for start, _ in links], [stop[1] for stop in stops])
    ends = _ports([boxes[end] for _, end in links], [stop[-2] for stop in stops])
    for edge, link, stop, first, last in zip(diagram.edges, links, stops, starts, ends, strict=True):
        start_box, end_box = (boxes[index] for index in link)
        heights = [round(height, 1) for height in (first, *stop[1:-1], last)]
        path = [f"M{start_box.right} {heights[0]}"]
        for layer, (here, there) in enumerate(pairwise(heights), start_box.node.layer):
            left = columns[layer][1]
            right = columns[layer + 1][0] - (_ARROW_HEAD if layer + 1 == end_box.node.layer else 0)
            bend = round((left + right) / 2, 1)
            path.append(f"H{left} C{bend} {here} {bend} {there} {round(right, 1)} {there}")
        yield {"edge": edge, "path": " ".join(path), "end": (end_box.left, heights[-1])}


def _ports(boxes: Sequence[NodeBox], towards: Sequence[float]) -> list[float]:
    """Where edges meet one side of their boxes, fanned out in the order of their other ends."""
    by_height = sorted(range(len(boxes)), key=lambda index: towards[index])
    fans = grouped((boxes[index].node.id, index) for index in by_height)
    ports = [0.0] * len(boxes)
    for fan in fans.values():
        step = min(_MOST_PORT_DISTANCE, _PORTS_PER_SIDE * boxes[fan[0]].height / len(fan))
        for place, index in enumerate(fan):
            ports[index] = boxes[index].middle + step * (place - (len(fan) - 1) / 2)
    return ports


def draw(diagram: Diagram, *, inline: bool = False) -> str:
    """Draw a graph.

    Args:
        diagram: The graph.
        inline: Whether it is to be in an HTML page, which has a heading for it and brings the font
            ``FAMILY``. It is as wide as the page then, but not so small that it could not be read.

    Returns:
        An SVG document without an XML declaration; all by itself, unless ``inline``.

    Raises:
        ValueError: if two nodes have one ``id``, a layer has no caption, or an edge does not lead from a node
            of the proof to one in a later layer.
    """
    # Every character that may be in the drawing.
    texts = (*printed_in(diagram, "id", "kind", "edges"), *NODE_KINDS.values(), _TEMPLATE_WORDS)
    svg = render_template(
        "diagram.svg",
        diagram=diagram,
        picture=place_graph(diagram, titled=not inline),
        inline=inline,
        faces="" if inline else embedded_faces("".join(sorted(set("".join(texts))))),
        description=_description(diagram),
        styles=STYLES,
        tones=TONES,
        inks=INKS,
        width_of=width_of,
        margin=PICTURE_MARGIN,
        padding_above=PADDING_ABOVE,
        marker=MARKER,
    )
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", svg)


def _description(diagram: Diagram) -> str:
    """The graph in words, for readers who do not see it."""
    parts = [diagram.subtitle.rstrip(".")] if diagram.subtitle else []
    for layer, caption in enumerate(diagram.layers):
        nodes = [node for node in diagram.nodes if node.layer == layer]
        proof: list[str] = []
        for node in nodes:
            if node.emphasis:
                steps = f" (step {', '.join(node.numbers)})" if node.numbers else ""
                proof.append(f"{node.label}{steps}")
        parts.append(f"{caption}, {len(proof)} of {len(nodes)} in the proof: {'; '.join(proof)}")
    return ". ".join(parts)

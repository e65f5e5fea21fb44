"""The evidence graph as a picture: a layered graph, from left to right, as one SVG document.

``draw(diagram)`` is the way in. The proof is on top in boxes whose shape, border and lightness
show their kind; the rest is below, small and grey, so that a picture with sixty paths still shows the proof.
Nothing comes from outside the document. Lengths are pixels of the drawing.
"""

import re

from casekit.print.diagram.layered_graph import NODE_KINDS, Diagram, Edge, GraphNode, NodeKind
from casekit.print.diagram.placed_graph import MARKER, PADDING_ABOVE, PICTURE_MARGIN, place_graph
from casekit.print.text.glyphs import STYLES, embedded_faces, width_of
from casekit.print.text.page_templates import render_template

__all__ = ["INKS", "TONES", "Diagram", "Edge", "GraphNode", "NodeKind", "draw"]

# Lightnesses are at least 20 L* apart within each of the two, so that a grey print distinguishes them.
TONES = {"paper": "#ffffff", "fact": "#bfc6d2", "lie": "#a6877d", "conclusion": "#14233b"}
INKS = {"strong": "#14233b", "quiet": "#666a70", "faint": "#b9bdc4"}
_WORDS = "Not needed for the proof … (step of the proof, 0123456789)"
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw(diagram: Diagram, *, inline: bool = False) -> str:
    """Draw a graph.

    Args:
        diagram: The graph.
        inline: Whether it is to be in an HTML page, which has a heading for it and brings the font
            ``glyphs.FAMILY``. It is as wide as the page then, but not so small that it could not be read.

    Returns:
        An SVG document without an XML declaration; all by itself, unless ``inline``.

    Raises:
        ValueError: if two nodes have one ``id``, a layer has no caption, or an edge does not lead from a node of the proof to
            one in a later layer.
    """
    svg = render_template(
        "diagram.svg",
        diagram=diagram,
        picture=place_graph(diagram, titled=not inline),
        inline=inline,
        faces="" if inline else embedded_faces(_written(diagram)),
        description=_description(diagram),
        styles=STYLES,
        tones=TONES,
        inks=INKS,
        width_of=width_of,
        margin=PICTURE_MARGIN,
        padding_above=PADDING_ABOVE,
        marker=MARKER,
    )
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", svg)


def _description(diagram: Diagram) -> str:
    """The graph in words, for readers who do not see it."""
    parts = [diagram.subtitle.rstrip(".")] if diagram.subtitle else []
    for layer, caption in enumerate(diagram.layers):
        nodes = [node for node in diagram.nodes if node.layer == layer]
        proof = [_spoken(node) for node in nodes if node.emphasis]
        parts.append(f"{caption}, {len(proof)} of {len(nodes)} in the proof: {'; '.join(proof)}")
    return ". ".join(parts)


def _spoken(node: GraphNode) -> str:
    return f"{node.label} (step {', '.join(node.numbers)})" if node.numbers else node.label


def _written(diagram: Diagram) -> str:
    """Every character that may be in the drawing, sorted."""
    texts = [diagram.title, diagram.subtitle, *diagram.layers, *NODE_KINDS.values(), _WORDS]
    for node in diagram.nodes:
        texts += [node.label, node.note, node.group, *node.numbers]

    return "".join(sorted(set("".join(texts))))

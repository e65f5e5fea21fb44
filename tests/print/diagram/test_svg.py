import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings, strategies as st

from casekit.print.diagram.layered_graph import NODE_KINDS
from casekit.print.diagram.svg import INKS, LEAST_WIDTH, TONES, Diagram, Edge, GraphNode, draw, place_graph
from casekit.print.typesetting.fonts import STYLES, width_of

SVG = "{http://www.w3.org/2000/svg}"
NAMES = (
    "ANNA",
    "BRUNO",
    "CELESTE",
    "DORIAN",
    "ESTHER",
    "FELIX",
    "GRETA",
    "HUGO",
    "INGRID",
    "JULIAN",
    "KATRINA",
    "LOUIS",
)
PATHS = [f"{name} {topic}" for name in NAMES for topic in ("alibi", "witness", "motive")]
PATHS += [f"{number:02}" for number in range(1, 25)]


def sixty_paths() -> Diagram:
    """Eight paths of sixty prove three facts and a conclusion; the others are not needed."""
    proof, rest = PATHS[:8], PATHS[8:]
    facts = ("not lilies_scented", "motive != debt", "praised_four(DORIAN)")
    nodes = [GraphNode(path, 0, path, "“It was so thick”", ("1",), kind="path") for path in proof]
    nodes += [GraphNode("rules", 0, "rules", "motive = love implies courted(culprit)", kind="given")]
    nodes += [GraphNode(fact, 1, fact, numbers=(str(at),)) for at, fact in enumerate(facts, 2)]
    nodes += [GraphNode("end", 2, "culprit = DORIAN", numbers=("5",), kind="conclusion")]
    edges = [Edge(path, facts[at % 3]) for at, path in enumerate(proof)]
    edges += [Edge(fact, "end") for fact in facts] + [Edge("rules", "end")]
    nodes += [GraphNode(path, 0, path, emphasis=False, kind="path") for path in rest]
    return Diagram("A Drop of Midnight", "Eight of 60", ("Paths", "Facts", "End"), tuple(nodes), tuple(edges))


@st.composite
def diagrams(draw):
    text = st.one_of(st.sampled_from(PATHS), st.text(max_size=60))
    node = st.builds(
        GraphNode,
        id=st.just(""),
        layer=st.integers(0, 2),
        label=text,
        note=text,
        numbers=st.lists(st.integers(1, 99).map(str), max_size=12).map(tuple),
        emphasis=st.booleans(),
        kind=st.sampled_from([*NODE_KINDS]),
        group=st.sampled_from(["", "", "DORIAN"]),
    )
    nodes = [
        replace(one, id=f"n{at}", group=one.group if one.emphasis else "")
        for at, one in enumerate(draw(st.lists(node, max_size=12)))
    ]
    proof = [node for node in nodes if node.emphasis]
    forward = [(a, b) for a in proof for b in proof if a.layer < b.layer]
    pairs = draw(st.lists(st.sampled_from(forward), unique=True, max_size=20)) if forward else []
    edges = [Edge(a.id, b.id) for a, b in pairs]
    return Diagram(draw(text), draw(text), ("Paths", "Facts", "Conclusions"), tuple(nodes), tuple(edges))


def parsed(diagram: Diagram) -> ET.Element:
    return ET.fromstring(draw(diagram))  # noqa: S314 - we wrote it ourselves


def assert_apart(boxes):
    for one, other in combinations(boxes, 2):
        assert (
            one.right <= other.left + 0.11
            or other.right <= one.left + 0.11
            or one.top + one.height <= other.top + 0.11
            or other.top + other.height <= one.top + 0.11
        ), (one, other)


@settings(max_examples=15)
@given(diagrams())
def test_every_node_and_edge_is_in_a_valid_document(diagram):
    root = parsed(diagram)
    nodes = [one.get("data-node") for one in root.iter(f"{SVG}g") if one.get("data-node")]
    edges = [(one.get("data-start"), one.get("data-end")) for one in root.iter() if one.get("data-start")]
    assert sorted(node.id for node in diagram.nodes) == sorted(nodes)
    assert sorted((edge.start, edge.end) for edge in diagram.edges) == sorted(edges)


@settings(max_examples=15)
@given(diagrams())
def test_boxes_neither_overlap_nor_leave_the_picture(diagram):
    picture = place_graph(diagram)
    assert_apart(picture["boxes"])
    for box in picture["boxes"]:
        assert 0 <= box.left
        assert box.right <= picture["width"]
        assert 0 <= box.top
        assert box.top + box.height <= picture["height"]


@settings(max_examples=15)
@given(diagrams())
def test_text_fits_its_box(diagram):
    for box in place_graph(diagram)["boxes"]:
        style = "conclusion" if box.node.kind == "conclusion" else "label"
        style = style if box.node.emphasis else "quiet"
        for line in box.lines:
            assert width_of(line, STYLES[style]) <= box.width
        for line in box.notes:
            assert width_of(line, STYLES["note"]) <= box.width
        leading = len(box.lines) * STYLES[style].leading + len(box.notes) * STYLES["note"].leading
        assert leading <= box.height


def test_sixty_paths_stay_readable():
    diagram = sixty_paths()
    picture = place_graph(diagram)
    assert_apart(picture["boxes"])
    assert len(diagram.nodes) == len(picture["boxes"])
    proof = [box for box in picture["boxes"] if box.node.emphasis]
    rest = [box for box in picture["boxes"] if not box.node.emphasis]
    assert picture["rule"] is not None
    assert max(box.top + box.height for box in proof) < picture["rule"] < min(box.top for box in rest)
    assert max(box.height for box in rest) < min(box.height for box in proof) / 2
    # On A4 (190 x 277 mm of it) the small text must not fall below 5.5 points.
    scale = min(190 / picture["width"], 277 / picture["height"])
    assert 5.5 <= STYLES["quiet"].size * scale * 72 / 25.4


def test_a_drawing_is_the_same_under_any_hash_seed():
    script = (
        "from casekit.print.diagram.svg import *\n"
        "nodes = tuple(GraphNode(f'n{at}', at % 3, f'node {at}', emphasis=at % 5 > 0, group='ab '[at % 3].strip() * (at % 5 > 0)) for at in range(30))\n"
        "edges = tuple(Edge(f'n{a}', f'n{b}') for a in range(30) for b in range(30) if a % 3 < b % 3 and a * b % 7 == 1 and a % 5 and b % 5)\n"
        "print(draw(Diagram('t', 's', ('a', 'b', 'c'), nodes, edges)))\n"
    )
    drawings = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert drawings[0] == drawings[1]
    assert b"</svg>" in drawings[0]


def test_markup_and_what_xml_forbids_are_kept_out():
    label = 'a < b & "c" </text><script>\x00\x0b\ufffe\ud800'
    diagram = Diagram(label, label, (label,), (GraphNode(label, 0, label, label, (label,), group=label),), ())
    assert "<script" not in draw(diagram)
    root = parsed(diagram)
    assert (
        'a < b & "c" </text><script>\N{SYMBOL FOR NULL}\N{SYMBOL FOR VERTICAL TABULATION}' + 2 * "\ufffd"
        == root.findtext(f"{SVG}title")
    )


def test_screen_readers_are_told_what_it_shows():
    root = parsed(sixty_paths())
    assert "img" == root.get("role")
    assert "A Drop of Midnight" == root.findtext(f"{SVG}title")
    description = root.findtext(f"{SVG}desc") or ""
    assert "Eight of 60. Paths, 9 of 61 in the proof: ANNA alibi (step 1); " in description
    assert description.endswith("End, 1 of 1 in the proof: culprit = DORIAN (step 5)")


def test_nothing_comes_from_outside():
    svg = draw(sixty_paths())
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"https?://[^\"]+", svg)
    assert not re.search(r"href|@import|<image", svg)
    assert {"data:font/woff;base64"} == set(re.findall(r'url\("([^,]*),', svg))


def test_in_a_page_the_font_and_the_visible_title_are_the_pages():
    diagram = sixty_paths()
    inline, alone = (ET.fromstring(draw(diagram, inline=inline)) for inline in (True, False))  # noqa: S314
    assert [0, 1] == [len(list(root.iter(f"{SVG}style"))) for root in (inline, alone)]
    shown = [[text.text for text in root.iter(f"{SVG}text")] for root in (inline, alone)]
    assert [0, 1] == [texts.count(diagram.title) for texts in shown]
    assert diagram.title == inline.findtext(f"{SVG}title")


def test_step_numbers_are_shown_in_badges():
    texts = [one.text for one in parsed(sixty_paths()).iter(f"{SVG}text")]
    assert {"1": 8 + 1, "2": 1, "3": 1, "4": 1, "5": 1} == {number: texts.count(number) for number in "12345"}


def test_the_legend_names_the_kinds_that_occur():
    assert ["path", "given", "fact", "conclusion", "step"] == [
        one.key for one in place_graph(sixty_paths())["legend"]
    ]
    every = tuple(GraphNode(kind, 0, kind, kind=kind) for kind in NODE_KINDS)
    assert [*NODE_KINDS] == [one.key for one in place_graph(Diagram("", "", ("a",), every, ()))["legend"]]


def test_kinds_are_drawn_differently_without_any_colour():
    def outline(kind):
        root = parsed(Diagram("", "", ("a",), (GraphNode("n", 0, "n", kind=kind),), ()))
        (group,) = (one for one in root.iter(f"{SVG}g") if one.get("data-node"))
        return [
            (one.tag, re.sub(r"[\d.-]+", "", one.get("d", "")), one.get("stroke-dasharray"), one.get("rx"))
            for one in group
            if one.tag != f"{SVG}text"
        ]

    assert len(NODE_KINDS) == len({str(outline(kind)) for kind in NODE_KINDS})


def luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(colour: str) -> float:
    return 116 * luminance(colour) ** (1 / 3) - 16


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [TONES, INKS], ids=["tones", "inks"])
def test_a_grey_print_tells_tones_apart(colours):
    steps = sorted(lightness(colour) for colour in colours.values())
    assert all(20 <= lighter - darker for darker, lighter in pairwise(steps))


def test_text_can_be_read_on_every_tone():
    for tone in ("paper", "fact", "lie"):
        assert 4.5 <= contrast(INKS["strong"], TONES[tone])
    assert 4.5 <= contrast(INKS["quiet"], TONES["paper"])
    assert 4.5 <= contrast(TONES["paper"], TONES["conclusion"])


def test_nodes_that_the_proof_does_not_need_are_listed_below():
    loose = tuple(GraphNode(path, 0, path, emphasis=False, kind="path") for path in PATHS)
    picture = place_graph(Diagram("", "", ("Paths",), (GraphNode("a", 0, "a"), *loose), ()))
    assert_apart(picture["boxes"])
    assert picture["rule"] is not None
    assert LEAST_WIDTH == picture["width"]
    assert 1 < len({box.left for box in picture["boxes"]})


@settings(max_examples=20)
@given(diagrams())
def test_a_frame_holds_its_group_but_for_sources_and_nothing_else(diagram):
    picture = place_graph(diagram)
    proof = [box for box in picture["boxes"] if box.node.emphasis]
    groups = list(dict.fromkeys(box.node.group for box in proof if box.node.group))
    assert len(groups) == len(picture["frames"])
    for group, frame in zip(groups, picture["frames"], strict=True):
        members = {box.node.id for box in proof if box.node.group == group}
        beside = {box.node.id for box in proof if box.node.id in members and not box.node.layer}
        touched = {
            box.node.id
            for box in picture["boxes"]
            if box.left < frame["left"] + frame["width"]
            and frame["left"] < box.right
            and box.top < frame["top"] + frame["height"]
            and frame["top"] < box.top + box.height
        }
        assert (members - beside or members) == touched


def test_frames_are_drawn_with_their_names():
    nodes = (
        GraphNode("a", 0, "a", group="one"),
        GraphNode("b", 1, "b", group="one"),
        GraphNode("c", 1, "c", group="two"),
    )
    root = parsed(Diagram("", "", ("", ""), nodes, ()))
    assert [1, 1] == [[text.text for text in root.iter(f"{SVG}text")].count(name) for name in ("one", "two")]


def test_nothing_can_be_drawn():
    assert "svg" in parsed(Diagram("", "", (), (), ())).tag


@pytest.mark.parametrize(
    ("nodes", "edge"),
    [
        ((GraphNode("a", 0, ""), GraphNode("a", 1, "")), ()),
        ((GraphNode("a", 2, ""),), ()),
        ((GraphNode("a", -1, ""),), ()),
        ((GraphNode("a", 0, ""), GraphNode("b", 1, "")), (Edge("b", "a"),)),
        ((GraphNode("a", 0, ""), GraphNode("b", 0, "")), (Edge("a", "b"),)),
        ((GraphNode("a", 0, ""),), (Edge("a", "c"),)),
        ((GraphNode("a", 0, ""),), (Edge("c", "a"),)),
        ((GraphNode("a", 0, "", emphasis=False), GraphNode("b", 1, "")), (Edge("a", "b"),)),
    ],
)
def test_what_is_no_layered_graph_is_refused(nodes, edge):
    with pytest.raises(ValueError, match=r"node|edge"):
        draw(Diagram("", "", ("a", "b"), nodes, edge))

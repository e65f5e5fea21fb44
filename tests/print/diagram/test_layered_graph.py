from itertools import combinations, pairwise

import pytest
from hypothesis import given, strategies as st

from casekit.print.diagram.layered_graph import Vertex, arrange, crossings, order


@st.composite
def graphs(draw, bands):
    vertex = st.builds(Vertex, st.integers(0, 3), st.floats(1, 40), bands)
    vertices = draw(st.lists(vertex, max_size=16))
    forward = [
        (start, end)
        for start, end in [*combinations(range(len(vertices)), 2)]
        if vertices[start].layer < vertices[end].layer
    ]
    edges = draw(st.lists(st.sampled_from(forward), unique=True, max_size=30)) if forward else []
    return vertices, edges


PLAIN = graphs(st.just(0))
BANDED = graphs(st.integers(0, 1))


def as_given(vertices):
    return [
        [at for at, vertex in enumerate(vertices) if vertex.layer == layer]
        for layer in range(1 + max((vertex.layer for vertex in vertices), default=-1))
    ]


def between_neighbours(vertices, edges):
    return [(start, end) for start, end in edges if vertices[end].layer - vertices[start].layer == 1]


@given(PLAIN)
def test_crossings_are_counted_as_by_hand(graph):
    vertices, edges = graph
    links = between_neighbours(vertices, edges)
    by_hand = sum(
        vertices[a].layer == vertices[c].layer and (a - c) * (b - d) < 0
        for (a, b), (c, d) in combinations(links, 2)
    )
    assert by_hand == crossings(as_given(vertices), links)


@given(PLAIN)
def test_an_order_has_no_more_crossings_than_the_one_given(graph):
    vertices, edges = graph
    links = between_neighbours(vertices, edges)
    found = order(vertices, links)
    assert as_given(vertices) == [sorted(row) for row in found]
    assert crossings(as_given(vertices), links) >= crossings(found, links)


def test_edges_are_untangled():
    vertices = [Vertex(layer, 10) for layer in (0, 0, 0, 1, 1, 1, 2, 2, 2)]
    links = [(0, 5), (1, 4), (2, 3), (3, 7), (4, 8), (5, 6)]
    assert 5 == crossings(as_given(vertices), links)
    assert 0 == crossings(order(vertices, links), links)


def test_vertices_without_edges_keep_their_order():
    assert [[0, 1, 2], [3, 4]] == order([Vertex(layer, 10) for layer in (0, 0, 0, 1, 1)], [])


@given(BANDED)
def test_bands_stand_together(graph):
    vertices, edges = graph
    centres = arrange(vertices, edges).centres
    for layer in range(4):
        row = [at for at, vertex in enumerate(vertices) if vertex.layer == layer]
        bands = [vertices[at].band for at in sorted(row, key=lambda at: centres[at])]
        assert sorted(bands) == bands


@given(BANDED)
def test_vertices_and_waypoints_keep_their_room(graph):
    vertices, edges = graph
    rows = arrange(vertices, edges, waypoint=4, between=20)
    spaces = [
        (vertex.layer, centre - vertex.height / 2, centre + vertex.height / 2)
        for vertex, centre in zip(vertices, rows.centres, strict=True)
    ]
    for (start, end), waypoints in zip(edges, rows.waypoints, strict=True):
        layers = range(vertices[start].layer + 1, vertices[end].layer)
        spaces += [(layer, centre - 2, centre + 2) for layer, centre in zip(layers, waypoints, strict=True)]
    for (layer, _, bottom), (other, top, _) in pairwise(sorted(spaces)):
        assert layer != other or bottom <= top + 1e-6


@given(BANDED)
def test_vertices_stay_in_their_bands(graph):
    vertices, edges = graph
    rows = arrange(vertices, edges, between=20)
    assert {vertex.band for vertex in vertices} <= set(rows.bands)
    for vertex, centre in zip(vertices, rows.centres, strict=True):
        top, bottom = rows.bands[vertex.band]
        assert top - 1e-6 <= centre - vertex.height / 2
        assert centre + vertex.height / 2 <= bottom + 1e-6
    if len(rows.bands) == 2:
        assert 20 == pytest.approx(rows.bands[1][0] - rows.bands[0][1])


def test_a_vertex_stands_at_the_middle_of_its_neighbours():
    vertices = [Vertex(0, 10) for _ in range(5)] + [Vertex(1, 10)]
    assert 40 == pytest.approx(arrange(vertices, [(3, 5), (4, 5)]).centres[5])


def test_neighbours_of_the_same_band_come_first():
    vertices = [Vertex(0, 10), Vertex(0, 10), Vertex(0, 10, 1), Vertex(1, 10)]
    assert 5 == pytest.approx(arrange(vertices, [(0, 3), (2, 3)]).centres[3])


def test_an_edge_has_a_waypoint_in_each_layer_it_skips():
    vertices = [Vertex(0, 10), Vertex(1, 10), Vertex(2, 10), Vertex(3, 10)]
    assert [2, 0, 1] == [len(way) for way in arrange(vertices, [(0, 3), (0, 1), (1, 3)]).waypoints]


def test_nothing_is_arranged_to_nothing():
    rows = arrange([], [])
    assert ((), (), {}) == (rows.centres, rows.waypoints, rows.bands)


def test_vertices_that_want_one_place_stand_around_it():
    vertices = [Vertex(0, 10) for _ in range(5)] + [Vertex(1, 10), Vertex(1, 10)]
    assert (20, 30) == pytest.approx(arrange(vertices, [(2, 5), (2, 6)]).centres[5:])

from itertools import pairwise

from hypothesis import given, strategies as st

from casekit.tabletop.simulation_page import CHART_HEIGHT, LEAST_LABEL_DISTANCE, _spread

ENDS = st.lists(st.floats(0, CHART_HEIGHT), min_size=1, max_size=CHART_HEIGHT // LEAST_LABEL_DISTANCE)


@given(ENDS)
def test_numbers_at_the_ends_of_lines_are_beside_the_chart_and_apart(ends):
    placed = _spread(dict(enumerate(ends)))
    heights = sorted(placed.values())
    assert heights[0] >= 0
    assert heights[-1] <= CHART_HEIGHT + 1e-9
    assert all(lower - upper >= LEAST_LABEL_DISTANCE - 1e-9 for upper, lower in pairwise(heights))
    # The numbers are in the order of their lines.
    order = sorted(placed, key=placed.get)
    assert sorted(ends) == [ends[number] for number in order]


def test_a_number_that_has_room_is_at_the_end_of_its_line():
    assert {1: 0, 2: 100, 3: 220} == _spread({1: 0, 2: 100, 3: 220})

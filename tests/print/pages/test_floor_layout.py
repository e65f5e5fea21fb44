from itertools import pairwise

from hypothesis import given, settings, strategies as st

from casekit.print.content.pieces import Floor, FloorPlan, Room, Spot
from casekit.print.pages.accessories.floor_layout import STAIRS_WIDTH, lay_out_floors
from casekit.print.pages.accessories.room_order import arrange_rooms

WIDTH, HEIGHT = 233, 140


def room(number, places=1):
    return Room(number, f"Zone {number}", tuple(Spot(f"{at:02}", f"Cabin {at}") for at in range(places)))


def floor_plan(*floors, ways=()):
    return FloorPlan(
        tuple(Floor(f"floor {at}", tuple(map(room, floor))) for at, floor in enumerate(floors)), tuple(ways)
    )


def drawn(a_plan):
    return lay_out_floors(a_plan, WIDTH, HEIGHT)


@st.composite
def ships(draw):
    """Up to five floors of up to five rooms with up to four places, and any ways between them."""
    count = draw(st.integers(1, 12))
    numbers = draw(st.permutations(range(1, count + 1)))
    floors = []
    while numbers:
        size = draw(st.integers(1, 5))
        rooms = tuple(room(number, draw(st.integers(0, 4))) for number in numbers[:size])
        floors.append(Floor(f"floor {len(floors)}", rooms))
        numbers = numbers[size:]
    pairs = [(one, other) for one in range(1, count + 1) for other in range(one + 1, count + 1)]
    ways = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12)) if pairs else []
    return FloorPlan(tuple(floors), tuple(sorted(ways)))


@settings(max_examples=100)
@given(ships())
def test_every_way_is_drawn_and_no_other(a_plan):
    drawing = lay_out_floors(a_plan, 500, 800)
    rooms = {at.room.number: at for floor in drawing.floors for at in floor.rooms}
    open_ways = {*drawing.doors, *drawing.stairs}
    led = {tuple(sorted((number, other))) for number, at in rooms.items() for other in at.passages}
    assert set(a_plan.ways) == open_ways | led
    assert not open_ways & led
    for number, at in rooms.items():
        assert all(number in rooms[other].passages for other in at.passages)


@settings(max_examples=100)
@given(ships())
def test_rooms_fill_their_decks_and_do_not_overlap(a_plan):
    drawing = lay_out_floors(a_plan, 500, 800)
    assert [floor.name for floor in a_plan.floors] == [floor.name for floor in drawing.floors]
    for before, floor in zip(a_plan.floors, drawing.floors, strict=True):
        assert {at.number for at in before.rooms} == {at.room.number for at in floor.rooms}
        assert all(left.right < right.x for left, right in pairwise(floor.rooms))
        assert 0 == floor.rooms[0].x
        assert abs(500 - floor.rooms[-1].right) < 0.01
        for at in floor.rooms:
            assert at.room.spots == tuple(place for column in at.columns for place in column)
    for upper, lower in pairwise(drawing.floors):
        assert upper.y + upper.height < lower.y
    assert drawing.height <= 800.01


@settings(max_examples=100)
@given(ships())
def test_stairs_stand_in_both_rooms_they_join(a_plan):
    drawing = lay_out_floors(a_plan, 500, 800)
    rooms = {at.room.number: at for floor in drawing.floors for at in floor.rooms}
    for numbers, (x, _) in drawing.stairs.items():
        for number in numbers:
            at = rooms[number]
            assert at.x - 0.01 <= x - STAIRS_WIDTH / 2
            assert x + STAIRS_WIDTH / 2 <= at.right + 0.01


def test_rooms_are_put_so_that_ways_are_doors():
    drawing = drawn(floor_plan([1, 2, 3, 4], ways=[(1, 3), (2, 3), (2, 4)]))
    assert {(1, 3), (2, 3), (2, 4)} == set(drawing.doors)
    assert not drawing.has_passages


def test_rooms_are_put_above_those_their_stairs_lead_to():
    drawing = drawn(floor_plan([1, 2], [3, 4], ways=[(1, 4), (2, 3)]))
    assert {(1, 4), (2, 3)} == set(drawing.stairs)


def test_rooms_without_a_reason_to_move_stay():
    before = floor_plan([1, 2, 3], [4, 5, 6], ways=[(1, 2), (1, 4), (4, 5), (5, 6), (3, 6)])
    assert before == arrange_rooms(before)


def test_what_cannot_be_door_or_stairs_is_a_passage_named_in_both_rooms():
    drawing = drawn(floor_plan([1], [2], [3], ways=[(1, 3)]))
    assert [(3,), (), (1,)] == [at.passages for floor in drawing.floors for at in floor.rooms]


def test_text_shrinks_before_a_plan_is_given_up():
    few, many, most = (
        lay_out_floors(FloorPlan((Floor("", (room(1, places),)),), ()), 200, 50) for places in (3, 60, 150)
    )
    assert few.text_points > many.text_points >= 6
    assert most is None


def test_the_lower_half_of_the_decks_is_the_hull():
    for count, first in ((1, 0), (2, 1), (3, 2), (4, 2), (5, 3)):
        drawing = drawn(floor_plan(*([number] for number in range(count))))
        assert drawing.floors[first].y == drawing.lower_half

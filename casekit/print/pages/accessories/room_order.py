"""The order of the rooms on each floor of a plan: one in which few ways have to be passages.

A way can be a door if its rooms are neighbours on a floor, and a flight of stairs if one room is above the
other. ``arrange_rooms(plan)`` exchanges rooms of a floor to make that true of as many ways as possible.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from casekit.print.content.pieces import Floor, FloorPlan, Room
from casekit.values import frozen, replace

# How often all floors are gone through.
_MOST_SWEEPS = 4
# Of up to so many rooms all orders are tried.
_FEW_ROOMS = 5

# The width that is assumed of a room: this, and the square root of the number of its spots.
_WIDTH_WITHOUT_SPOTS = 2
# The costs of a way: for each room between its rooms on their floor; for the part of the floor's width by
# which rooms above each other miss each other, or do not overlap as far as wanted; for how far they are
# apart.
_COST_PER_ROOM_BETWEEN = 3
_COST_PER_WIDTH_MISSED = 10
_COST_PER_WIDTH_APART = 0.01
_WANTED_OVERLAP = 0.05


@frozen(slots=True)
class _RoomPlace:
    """Where a room is expected to be."""

    level: int
    """Its floor, from 0 at the top."""
    index: int
    """Its place on the floor, from 0 at the left."""
    left: float
    """Its left edge, as a part of the floor's width."""
    right: float
    """Its right edge, as a part of the floor's width."""


def arrange_rooms(plan: FloorPlan) -> FloorPlan:
    """The same plan with the rooms of each floor in an order that keeps ways short."""
    floors = list(plan.floors)
    for _ in range(_MOST_SWEEPS):
        floors_before_sweep = tuple(floors)
        for level, floor in enumerate(floors):
            above, below = floors[:level], floors[level + 1 :]
            candidates = (replace(floor, rooms=rooms) for rooms in _orders(floor.rooms))
            floors[level] = min(
                candidates, key=lambda candidate: _cost_of_ways([*above, candidate, *below], plan)
            )
        if floors_before_sweep == tuple(floors):
            break
    return replace(plan, floors=tuple(floors))


def _orders(rooms: tuple[Room, ...]) -> Iterator[tuple[Room, ...]]:
    """Orders worth trying, the present one first: all of few rooms, of many those with two exchanged."""
    if len(rooms) <= _FEW_ROOMS:
        yield from permutations(rooms)
        return
    yield rooms
    for left in range(len(rooms)):
        for right in range(left + 1, len(rooms)):
            order = list(rooms)
            order[left], order[right] = order[right], order[left]
            yield tuple(order)


def _cost_of_ways(floors: Sequence[Floor], plan: FloorPlan) -> float:
    """How far the ways of a plan are from being doors and stairs, if its floors are these."""
    places = _places_by_room(floors)
    cost = 0.0
    for one_number, other_number in plan.ways:
        one, other = places[one_number], places[other_number]
        if one.level == other.level:
            cost += _COST_PER_ROOM_BETWEEN * (abs(one.index - other.index) - 1)
        elif abs(one.level - other.level) == 1:
            # Less than 0 if they overlap.
            distance = max(one.left, other.left) - min(one.right, other.right)
            cost += (
                max(0.0, distance + _WANTED_OVERLAP) * _COST_PER_WIDTH_MISSED
                + distance * _COST_PER_WIDTH_APART
            )
    return round(cost, 6)


def _places_by_room(floors: Sequence[Floor]) -> dict[int, _RoomPlace]:
    """The places of rooms by their numbers, if each is as wide as its spots suggest."""
    places: dict[int, _RoomPlace] = {}
    for level, floor in enumerate(floors):
        widths = [_WIDTH_WITHOUT_SPOTS + len(room.spots) ** 0.5 for room in floor.rooms]
        for index, room in enumerate(floor.rooms):
            left = sum(widths[:index]) / sum(widths)
            places[room.number] = _RoomPlace(level, index, left, left + widths[index] / sum(widths))
    return places

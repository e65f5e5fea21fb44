"""A house, or whatever has floors, cut open: floors one above the other, their rooms, and ways between them.

``lay_out_floors(plan, width, height)`` finds a place for everything. Lengths are millimetres, from the top
left corner. A way between neighbours on a floor is a door; one between rooms that are one above the other is
a flight of stairs; any other is a passage, which both rooms name. Rooms are put in such an order that few
passages are needed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, permutations
from math import ceil

from casekit.print.content.pieces import Floor, FloorPlan, Room, Spot
from casekit.print.typesetting.fonts import ems
from casekit.values import frozen, replace

FLOOR_GAP = 7.0
"""Between two floors, where the stairs are."""
WALL = 1.4
PADDING = 3.0
"""Inside of a room; the arrows of doors reach into it."""
SIZES = tuple(size / 2 for size in range(28, 11, -1))
"""Sizes of the text in points, the preferred first."""
STAIRS, DOOR = 10.0, 6.5
"""The width of a flight of stairs, the height of a door."""

# A point in millimetres.
MM = 25.4 / 72
LEADING, HEAD = 1.5, 2.5
"""The distance of a room's lines and the height of its head, in sizes of the text."""
# How much higher than they must be rooms are made where the page has space to spare.
_AIR = 2.2
_COLUMN_GAP = 4.0
# By how much a name in spaced small capitals, after its number, is wider than its letters, in sizes of the
# text.
_BADGE, _SPACING = 2.5, 1.12
_PASSAGE = 2.6
_SWEEPS = 4
_FEW = 5


@frozen(slots=True)
class PlacedRoom:
    """A room, the columns of its spots, and the rooms that passages lead to."""

    room: Room
    x: float
    y: float
    width: float
    height: float
    columns: tuple[tuple[Spot, ...], ...]
    passages: tuple[int, ...]

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    def column_lefts(self, text: float) -> tuple[float, ...]:
        """Where its columns begin, from its left edge, for a text of ``text`` points."""
        widths = [column_width(column, text * MM) + _COLUMN_GAP for column in self.columns]
        return tuple(round(PADDING + sum(widths[:at]), 3) for at in range(len(widths)))


@frozen(slots=True)
class PlacedFloor:
    """A floor with its rooms."""

    name: str
    y: float
    height: float
    rooms: tuple[PlacedRoom, ...]


@frozen(slots=True)
class FloorDrawing:
    """A floor plan laid out. ``text`` is the size of its text in points.

    Doors and flights of stairs have the middle of their top, by the numbers of the rooms they join.
    """

    width: float
    height: float
    text: float
    floors: tuple[PlacedFloor, ...]
    doors: Mapping[tuple[int, int], tuple[float, float]]
    stairs: Mapping[tuple[int, int], tuple[float, float]]

    @property
    def lower_half(self) -> float:
        """The upper edge of the first floor of the lower half of the floors."""
        return self.floors[-max(1, len(self.floors) // 2)].y

    @property
    def has_passages(self) -> bool:
        """Whether a way is neither a door nor a flight of stairs."""
        rooms = chain.from_iterable(floor.rooms for floor in self.floors)
        return any(room.passages for room in rooms)


def lay_out_floors(plan: FloorPlan, width: float, height: float) -> FloorDrawing | None:
    """Place floors and rooms, with the largest text for which everything fits.

    Each floor of the plan has at least one room, and every room a number of its own.

    Returns:
        The drawing, at most as high as ``height``; ``None`` if even the smallest text is too large.
    """
    arranged = arrange_rooms(plan)
    # The passages depend on where rooms come to be, and how wide they are on their passages: so ways that
    # have become passages stay it, until no other does.
    passages: frozenset[tuple[int, int]] = frozenset()
    while True:
        drawing = _lay_out(arranged, width, height, passages)
        if drawing is None:
            return None
        missing = set(plan.ways) - {*drawing.doors, *drawing.stairs} - passages
        if not missing:
            return drawing
        passages |= missing


def arrange_rooms(plan: FloorPlan) -> FloorPlan:
    """The same plan with the rooms of each floor in an order that keeps ways short."""
    floors = list(plan.floors)
    for _ in range(_SWEEPS):
        before = tuple(floors)
        for level, floor in enumerate(floors):
            above, below = floors[:level], floors[level + 1 :]
            orders = (replace(floor, rooms=rooms) for rooms in _orders(floor.rooms))
            floors[level] = min(orders, key=lambda order: _strain([*above, order, *below], plan))
        if before == tuple(floors):
            break
    return replace(plan, floors=tuple(floors))


def _orders(rooms: tuple[Room, ...]) -> Iterator[tuple[Room, ...]]:
    """Orders worth trying, the one there is first: all of few rooms, of many those with two exchanged."""
    if len(rooms) <= _FEW:
        yield from permutations(rooms)
        return
    yield rooms
    for left in range(len(rooms)):
        for right in range(left + 1, len(rooms)):
            order = list(rooms)
            order[left], order[right] = order[right], order[left]
            yield tuple(order)


def _strain(floors: Sequence[Floor], plan: FloorPlan) -> float:
    """How far the ways of a plan are from being doors and stairs."""
    places = {}
    for level, floor in enumerate(floors):
        weights = [2 + len(room.spots) ** 0.5 for room in floor.rooms]
        for index, room in enumerate(floor.rooms):
            start = sum(weights[:index]) / sum(weights)
            places[room.number] = (level, index, start, start + weights[index] / sum(weights))
    strain = 0.0
    for one, other in plan.ways:
        level, index, start, end = places[one]
        level_of_other, index_of_other, start_of_other, end_of_other = places[other]
        if level == level_of_other:
            strain += 3 * (abs(index - index_of_other) - 1)
        elif abs(level - level_of_other) == 1:
            apart = max(start, start_of_other) - min(end, end_of_other)
            strain += max(0.0, apart + 0.05) * 10 + apart * 0.01
    return round(strain, 6)


def _lay_out(
    plan: FloorPlan, width: float, height: float, led: frozenset[tuple[int, int]]
) -> FloorDrawing | None:
    """A drawing in which the ways of ``led`` are passages, the others doors and stairs where possible."""
    passages = _passages_by_room(led)
    ways = tuple(way for way in plan.ways if way not in led)
    room = height - FLOOR_GAP * (len(plan.floors) - 1)
    for size in SIZES:
        rows = _rows_of_columns(plan, size, width, passages)
        if rows is None:
            continue
        heights = [_least_height(row, size) for row in rows]
        if sum(heights) <= room:
            stretch = min(_AIR, room / sum(heights))
            stretched = [floor_height * stretch for floor_height in heights]
            floors = tuple(_placed(plan, rows, stretched, width, size, passages))
            lowest = floors[-1].y + floors[-1].height
            doors, stairs = dict(_doors(floors, ways)), dict(_stairs(floors, ways))
            return FloorDrawing(width, lowest, size, floors, doors, stairs)
    return None


RoomColumns = tuple[tuple[Spot, ...], ...]


def _passages_by_room(ways: Iterable[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    """For each room at an end of ways the rooms at their other ends, all in ascending order."""
    directed: list[tuple[int, int]] = []
    for one, other in ways:
        directed += (one, other), (other, one)
    passages: dict[int, list[int]] = {}
    for start, end in sorted(directed):
        passages.setdefault(start, []).append(end)
    return {room: tuple(ends) for room, ends in passages.items()}


def _rows_of_columns(
    plan: FloorPlan, size: float, width: float, passages: dict[int, tuple[int, ...]]
) -> list[tuple[RoomColumns, ...]] | None:
    """For each floor the columns of its rooms, in text of ``size`` points; ``None`` if one is too wide."""
    rows = []
    for floor in plan.floors:
        row = _columns(floor, size * MM, width, passages)
        if row is None:
            return None
        rows.append(row)
    return rows


def _least_height(row: Sequence[RoomColumns], size: float) -> float:
    """The height that the longest column of a floor needs, in text of ``size`` points."""
    lines = max(len(columns[0]) if columns else 0 for columns in row)
    return (HEAD + lines * LEADING) * size * MM + 2 * PADDING


def _columns(
    floor: Floor, size: float, width: float, passages: dict[int, tuple[int, ...]]
) -> tuple[RoomColumns, ...] | None:
    """The columns of each room, as short as the floor's width allows; ``None`` if it allows nothing."""
    for lines in range(1, max(1, *(len(room.spots) for room in floor.rooms)) + 1):
        columns = tuple(_divided(room.spots, lines) for room in floor.rooms)
        needed = sum(_widths(floor, columns, size, passages))
        if needed + WALL * (len(floor.rooms) - 1) <= width:
            return columns
    return None


def _widths(
    floor: Floor, columns: Sequence[RoomColumns], size: float, passages: dict[int, tuple[int, ...]]
) -> list[float]:
    """The widths that the rooms of a floor need, for text of ``size`` millimetres."""
    return [
        _width(room, room_columns, size, passages.get(room.number, ()))
        for room, room_columns in zip(floor.rooms, columns, strict=True)
    ]


def _divided(spots: tuple[Spot, ...], lines: int) -> RoomColumns:
    """Spots in as few columns of at most ``lines`` lines as there must be, all but the last of one length."""
    if not spots:
        return ()
    length = ceil(len(spots) / ceil(len(spots) / lines))
    return tuple(spots[at : at + length] for at in range(0, len(spots), length))


def _width(room: Room, columns: RoomColumns, size: float, passages: tuple[int, ...]) -> float:
    """The width that a room needs, in millimetres, for text of ``size`` millimetres."""
    name = (_BADGE + ems(room.name, ("strong",)) * _SPACING + _PASSAGE * len(passages)) * size
    listed = sum(column_width(column, size) for column in columns) + _COLUMN_GAP * (len(columns) - 1)
    return max(name, listed, STAIRS) + 2 * PADDING


def column_width(column: Iterable[Spot], size: float) -> float:
    """The width of a column of spots."""
    return max((1.75 + ems(spot.label) * 1.02) * size for spot in column)


def _placed(
    plan: FloorPlan,
    rows: Sequence[tuple[RoomColumns, ...]],
    heights: Sequence[float],
    width: float,
    size: float,
    passages: dict[int, tuple[int, ...]],
) -> Iterator[PlacedFloor]:
    y = 0.0
    for floor, columns, height in zip(plan.floors, rows, heights, strict=True):
        widths = _widths(floor, columns, size * MM, passages)
        stretch = (width - WALL * (len(widths) - 1)) / sum(widths)
        rooms = []
        x = 0.0
        for room, room_columns, least_width in zip(floor.rooms, columns, widths, strict=True):
            room_width = least_width * stretch
            room_passages = passages.get(room.number, ())
            rooms.append(PlacedRoom(room, x, y, room_width, height, room_columns, room_passages))
            x += room_width + WALL
        yield PlacedFloor(floor.name, y, height, tuple(rooms))
        y += height + FLOOR_GAP


def _doors(
    floors: Sequence[PlacedFloor], ways: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], tuple[float, float]]]:
    for floor in floors:
        for left, right in pairwise(floor.rooms):
            pair = _pair(left, right)
            if pair in ways:
                yield pair, (left.right + WALL / 2, floor.y + floor.height - DOOR)


def _stairs(
    floors: Sequence[PlacedFloor], ways: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], tuple[float, float]]]:
    for upper, lower in pairwise(floors):
        for above in upper.rooms:
            for below in lower.rooms:
                left, right = max(above.x, below.x), min(above.right, below.right)
                if _pair(above, below) in ways and right - left >= STAIRS:
                    yield _pair(above, below), ((left + right) / 2, upper.y + upper.height)


def _pair(one: PlacedRoom, other: PlacedRoom) -> tuple[int, int]:
    left, right = sorted((one.room.number, other.room.number))
    return left, right

"""A house, or whatever has floors, cut open: floors one above the other, their rooms, and ways between them.

``lay_out_floors(plan, width, height)`` finds a place for everything. Lengths are millimetres, from the top
left corner; a size in points has ``points`` in its name. A way between neighbours on a floor is a door; one
between rooms that are one above the other is a flight of stairs; any other is a passage, which both rooms
name. Rooms are put in such an order that few passages are needed (``room_order``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from math import ceil

from casekit.print.content.papers import MM_PER_POINT
from casekit.print.content.pieces import Floor, FloorPlan, Room, Spot
from casekit.print.pages.accessories.room_order import arrange_rooms
from casekit.print.typesetting.fonts import ems
from casekit.values import frozen

FLOOR_GAP = 7.0
"""The space between two floors, where the stairs are."""
WALL = 1.4
"""The space between two rooms."""
PADDING = 3.0
"""The space inside of a room on each side; the arrows of doors reach into it."""
STAIRS_WIDTH = 10.0
"""The width of a flight of stairs."""
DOOR_HEIGHT = 6.5
"""The height of a door."""
LINE_PER_TEXT = 1.5
"""The distance of a room's lines, as a multiple of the size of the text."""
HEAD_PER_TEXT = 2.5
"""The height of a room's head, where its number and name are, as a multiple of the size of the text."""

# Sizes of the text in points, the preferred first: 14, 13.5, ... 6.
_TEXT_POINTS = tuple(half_points / 2 for half_points in range(28, 11, -1))
# How many times as high as they must be rooms are at most, if the page has space to spare.
_MOST_STRETCH = 2.2
_COLUMN_GAP = 4.0

# Widths as multiples of the size of the text. A room's head has its number in a badge, its name in spaced
# small capitals, so many times as wide as its letters, and a number for each passage.
_BADGE_WIDTH = 2.5
_NAME_WIDTH_PER_LETTERS = 1.12
_PASSAGE_WIDTH = 2.6
# A line of a room has the code of a spot and its label, with a little more than the width of its letters.
_CODE_WIDTH = 1.75
_LABEL_WIDTH_PER_LETTERS = 1.02

Way = tuple[int, int]
"""The numbers of the two rooms that a way joins, the smaller first."""
Point = tuple[float, float]
"""A place: how far from the left, how far from the top."""
RoomColumns = tuple[tuple[Spot, ...], ...]
"""The columns in which the spots of a room are listed, all but the last of one length."""
_PassagesByRoom = Mapping[int, tuple[int, ...]]
"""For the number of a room those of the rooms that passages lead to, in ascending order."""


@frozen(slots=True)
class PlacedRoom:
    """A room at its place."""

    room: Room
    x: float
    """The left edge."""
    y: float
    """The upper edge."""
    width: float
    height: float
    columns: RoomColumns
    passages: tuple[int, ...]
    """The numbers of the rooms that passages lead to."""

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    def column_lefts(self, text_points: float) -> tuple[float, ...]:
        """Where each of its columns begins, from its left edge, in text of that many points."""
        text_mm = text_points * MM_PER_POINT
        widths = [_column_width(column, text_mm) + _COLUMN_GAP for column in self.columns]
        return tuple(round(PADDING + sum(widths[:column]), 3) for column in range(len(widths)))


@frozen(slots=True)
class PlacedFloor:
    """A floor with its rooms."""

    name: str
    y: float
    """The upper edge."""
    height: float
    rooms: tuple[PlacedRoom, ...]
    """The rooms from left to right."""


@frozen(slots=True)
class FloorDrawing:
    """A floor plan laid out."""

    width: float
    height: float
    text_points: float
    """The size of the text in points."""
    floors: tuple[PlacedFloor, ...]
    """The floors from the top."""
    doors: Mapping[Way, Point]
    """For each way that is a door the middle of its top."""
    stairs: Mapping[Way, Point]
    """For each way that is a flight of stairs the middle of its top."""

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
    arranged_plan = arrange_rooms(plan)
    # Which ways are passages depends on where the rooms are, and that on how wide the passages that they name
    # make them. So a way that has become a passage remains one, until no other way has to become one.
    passages: frozenset[Way] = frozenset()
    while True:
        drawing = _lay_out(arranged_plan, width, height, passages)
        if drawing is None:
            return None
        missing_ways = set(plan.ways) - {*drawing.doors, *drawing.stairs} - passages
        if not missing_ways:
            return drawing
        passages |= missing_ways


def _lay_out(plan: FloorPlan, width: float, height: float, passages: frozenset[Way]) -> FloorDrawing | None:
    """A drawing in which certain ways are passages, the others doors and stairs where possible."""
    passages_by_room = _passages_by_room(passages)
    other_ways = tuple(way for way in plan.ways if way not in passages)
    height_of_floors = height - FLOOR_GAP * (len(plan.floors) - 1)
    for text_points in _TEXT_POINTS:
        text_mm = text_points * MM_PER_POINT
        columns_by_floor = _columns_by_floor(plan, text_mm, width, passages_by_room)
        if columns_by_floor is None:
            continue
        least_heights = [_least_height(columns_by_room, text_mm) for columns_by_room in columns_by_floor]
        if sum(least_heights) <= height_of_floors:
            stretch = min(_MOST_STRETCH, height_of_floors / sum(least_heights))
            heights = [least_height * stretch for least_height in least_heights]
            floors = tuple(_placed_floors(plan, columns_by_floor, heights, width, text_mm, passages_by_room))
            lowest_edge = floors[-1].y + floors[-1].height
            return FloorDrawing(
                width,
                lowest_edge,
                text_points,
                floors,
                doors=dict(_doors(floors, other_ways)),
                stairs=dict(_stairs(floors, other_ways)),
            )
    return None


def _passages_by_room(ways: Iterable[Way]) -> _PassagesByRoom:
    """For each room at an end of ways the rooms at their other ends, all in ascending order."""
    directed: list[tuple[int, int]] = []
    for one, other in ways:
        directed += (one, other), (other, one)
    passages: dict[int, list[int]] = {}
    for start, end in sorted(directed):
        passages.setdefault(start, []).append(end)
    return {room: tuple(ends) for room, ends in passages.items()}


def _columns_by_floor(
    plan: FloorPlan, text_mm: float, width: float, passages_by_room: _PassagesByRoom
) -> list[tuple[RoomColumns, ...]] | None:
    """For each floor the columns of its rooms; ``None`` if one is too wide."""
    columns_by_floor = []
    for floor in plan.floors:
        columns_by_room = _columns_by_room(floor, text_mm, width, passages_by_room)
        if columns_by_room is None:
            return None
        columns_by_floor.append(columns_by_room)
    return columns_by_floor


def _least_height(columns_by_room: Sequence[RoomColumns], text_mm: float) -> float:
    """The height that the longest column of a floor needs."""
    lines = max(len(columns[0]) if columns else 0 for columns in columns_by_room)
    return (HEAD_PER_TEXT + lines * LINE_PER_TEXT) * text_mm + 2 * PADDING


def _columns_by_room(
    floor: Floor, text_mm: float, width: float, passages_by_room: _PassagesByRoom
) -> tuple[RoomColumns, ...] | None:
    """The columns of each room, as short as the floor's width allows; ``None`` if it allows nothing."""
    most_spots = max(len(room.spots) for room in floor.rooms)
    for lines in range(1, max(1, most_spots) + 1):
        columns_by_room = tuple(_divided_into_columns(room.spots, lines) for room in floor.rooms)
        needed = sum(_room_widths(floor, columns_by_room, text_mm, passages_by_room))
        if needed + WALL * (len(floor.rooms) - 1) <= width:
            return columns_by_room
    return None


def _room_widths(
    floor: Floor, columns_by_room: Sequence[RoomColumns], text_mm: float, passages_by_room: _PassagesByRoom
) -> list[float]:
    """The widths that the rooms of a floor need."""
    return [
        _room_width(room, columns, text_mm, len(passages_by_room.get(room.number, ())))
        for room, columns in zip(floor.rooms, columns_by_room, strict=True)
    ]


def _divided_into_columns(spots: tuple[Spot, ...], lines: int) -> RoomColumns:
    """Spots in as few columns of at most ``lines`` lines as there must be, all but the last of one length."""
    if not spots:
        return ()
    length = ceil(len(spots) / ceil(len(spots) / lines))
    return tuple(spots[start : start + length] for start in range(0, len(spots), length))


def _room_width(room: Room, columns: RoomColumns, text_mm: float, passages: int) -> float:
    """The width that a room with some passages needs for its head, its columns and its stairs."""
    name_width = ems(room.name, ("strong",)) * _NAME_WIDTH_PER_LETTERS
    head_width = (_BADGE_WIDTH + name_width + _PASSAGE_WIDTH * passages) * text_mm
    gaps_width = _COLUMN_GAP * (len(columns) - 1)
    list_width = sum(_column_width(column, text_mm) for column in columns) + gaps_width
    return max(head_width, list_width, STAIRS_WIDTH) + 2 * PADDING


def _column_width(column: Iterable[Spot], text_mm: float) -> float:
    """The width of a column of spots."""
    return max((_CODE_WIDTH + ems(spot.label) * _LABEL_WIDTH_PER_LETTERS) * text_mm for spot in column)


def _placed_floors(
    plan: FloorPlan,
    columns_by_floor: Sequence[tuple[RoomColumns, ...]],
    heights: Sequence[float],
    width: float,
    text_mm: float,
    passages_by_room: _PassagesByRoom,
) -> Iterator[PlacedFloor]:
    """The floors from the top, their rooms stretched to fill the width."""
    y = 0.0
    for floor, columns_by_room, height in zip(plan.floors, columns_by_floor, heights, strict=True):
        least_widths = _room_widths(floor, columns_by_room, text_mm, passages_by_room)
        stretch = (width - WALL * (len(least_widths) - 1)) / sum(least_widths)
        rooms = []
        x = 0.0
        for room, columns, least_width in zip(floor.rooms, columns_by_room, least_widths, strict=True):
            room_width = least_width * stretch
            passages = passages_by_room.get(room.number, ())
            rooms.append(PlacedRoom(room, x, y, room_width, height, columns, passages))
            x += room_width + WALL
        yield PlacedFloor(floor.name, y, height, tuple(rooms))
        y += height + FLOOR_GAP


def _doors(floors: Sequence[PlacedFloor], ways: Sequence[Way]) -> Iterator[tuple[Way, Point]]:
    """Doors between neighbours, each in the wall at the bottom of its floor."""
    for floor in floors:
        for left, right in pairwise(floor.rooms):
            way = _way_between(left, right)
            if way in ways:
                yield way, (left.right + WALL / 2, floor.y + floor.height - DOOR_HEIGHT)


def _stairs(floors: Sequence[PlacedFloor], ways: Sequence[Way]) -> Iterator[tuple[Way, Point]]:
    """Flights of stairs between rooms that are above each other for at least the width of one."""
    for upper_floor, lower_floor in pairwise(floors):
        for above in upper_floor.rooms:
            for below in lower_floor.rooms:
                way = _way_between(above, below)
                left, right = max(above.x, below.x), min(above.right, below.right)
                if way in ways and right - left >= STAIRS_WIDTH:
                    yield way, ((left + right) / 2, upper_floor.y + upper_floor.height)


def _way_between(one: PlacedRoom, other: PlacedRoom) -> Way:
    smaller, larger = sorted((one.room.number, other.room.number))
    return smaller, larger

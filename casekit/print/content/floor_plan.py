"""Floors one above the other, their rooms, and the ways between the rooms."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """An entry in the list of a room."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class Room:
    """A room with what is listed in it."""

    number: int
    name: str
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Floor:
    """A floor; its rooms from left to right."""

    name: str
    rooms: tuple[Room, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The drawing of a game around the rooms, and by how many millimetres it extends on each side of them.

    ``drawing`` is a Jinja template of SVG elements that are painted before the rooms: ``drawing`` in it are the rooms
    laid out (``floor_layout.Drawing``), their upper left corner at (0, 0), ``small`` says whether they are reduced.
    ``ground`` is one for the strip of ``depth`` millimetres along the lower margin of a page, from (0, 0) to
    ``width``. Both have the ``palette``.
    """

    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0
    drawing: str = ""
    depth: float = 0.0
    ground: str = ""


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """Floors from the top, and pairs of the numbers of rooms that a way joins, the smaller first."""

    floors: tuple[Floor, ...]
    ways: tuple[tuple[int, int], ...]
    surroundings: Surroundings = Surroundings()

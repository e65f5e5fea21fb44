"""Products beside a booklet: cards, pieces, flap, stickers, floor plans, tracks, and leaflets.

Leaflets are folded like a booklet.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from casekit.diagnostics import Span
from casekit.print.content.booklet import CasePages, Grid, Sheet
from casekit.print.content.papers import PLAIN, PageContent, Saddle, Variant
from casekit.values import frozen

BlockKind = Literal["text", "head", "item", "step", "row", "rooms"]

_MARKS: Mapping[str, BlockKind] = {"## ": "head", "- ": "item", "1. ": "step", "| ": "row"}
_ROOM = re.compile(r"\[(\d+)([^\]]*)\]")
_PAWNS = {"*": "dark", "!": "bar"}


@frozen(slots=True)
class Pawn:
    """A pawn in a picture: its ``look`` (``dark``, ``bar`` or ``light``) and what is written on it."""

    look: str
    mark: str


@frozen(slots=True)
class Stage:
    """A room in a picture, with the pawns in it."""

    number: int
    name: str
    pawns: tuple[Pawn, ...]


@frozen(slots=True)
class LeafletBlock:
    """A part of a page: prose, several of it in the cells of a row of a table; or ``rooms`` side by side."""

    kind: BlockKind
    cells: tuple[str, ...] = ()
    rooms: tuple[Stage, ...] = ()


@frozen(slots=True)
class LeafletPage:
    """A page: its heading in prose, its blocks, and an SVG ``drawing`` below the heading, empty for none."""

    heading: str
    blocks: tuple[LeafletBlock, ...]
    drawing: str = ""


def page_of(text: str, rooms: Mapping[int, str], drawing: str = "") -> LeafletPage:
    """A page as it is written: its heading on the first line, then blocks with empty lines between them.

    ``##`` begins a heading, ``-`` an item, ``1.`` a step, ``|`` a row of a table with ``|`` between its
    cells. ``[4 *1 A !]`` is the room of a number, named in ``rooms``, with pawns: ``*1`` a dark one, ``!``
    one that bars the room, anything else a light one.
    """
    heading, _, rest = text.strip().partition("\n")
    return LeafletPage(heading, tuple(_blocks(rest, rooms)), drawing)


def _blocks(text: str, rooms: Mapping[int, str]) -> Iterator[LeafletBlock]:
    steps = 0
    for line in filter(None, map(str.strip, text.splitlines())):
        mark = next((mark for mark in _MARKS if line.startswith(mark)), "")
        kind = _MARKS.get(mark, "text")
        prose = line.removeprefix(mark)
        if line.startswith("["):
            yield LeafletBlock("rooms", rooms=tuple(_stage(match, rooms) for match in _ROOM.finditer(line)))
        elif kind == "row":
            yield LeafletBlock(kind, tuple(cell.strip() for cell in prose.split("|")))
        else:
            steps += kind == "step"
            yield LeafletBlock(kind, (f"{steps}", prose) if kind == "step" else (prose,))


def _stage(match: re.Match[str], rooms: Mapping[int, str]) -> Stage:
    number = int(match[1])
    pawns = []
    for sign in match[2].split():
        look = _PAWNS.get(sign[:1], "light")
        pawns.append(Pawn(look, sign.lstrip("*!")))
    return Stage(number, rooms.get(number, ""), tuple(pawns))


@frozen(slots=True)
class Leaflet(PageContent):
    """Pages of a small paper, a multiple of four, in a colour as ``#rrggbb``."""

    pages: tuple[LeafletPage, ...]
    accent: str


@frozen(slots=True)
class Spot:
    """An entry in the list of a room."""

    code: str
    label: str


@frozen(slots=True)
class Room:
    """A room with what is listed in it."""

    number: int
    name: str
    spots: tuple[Spot, ...] = ()


@frozen(slots=True)
class Floor:
    """A floor; its rooms from left to right."""

    name: str
    rooms: tuple[Room, ...]


@frozen(slots=True)
class Surroundings:
    """The drawing of a game around the rooms, and by how many millimetres it extends on each side of them.

    ``drawing`` is a Jinja template of SVG elements that are painted before the rooms: ``drawing`` in it are
    the rooms laid out (``accessories.floor_layout.FloorDrawing``), their upper left corner at (0, 0), ``small`` says
    whether they are reduced. ``ground`` is one for the strip of ``depth`` millimetres along the lower margin
    of a page, from (0, 0) to ``width``. Both have the ``palette``.
    """

    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0
    drawing: str = ""
    depth: float = 0.0
    ground: str = ""


@frozen(slots=True)
class FloorPlan:
    """Floors from the top, and pairs of the numbers of rooms that a way joins, the smaller first."""

    floors: tuple[Floor, ...]
    ways: tuple[tuple[int, int], ...]
    surroundings: Surroundings = Surroundings()


SolutionPlace = Literal["back", "foot", "none"]
"""The place of the solution of a leaf: its back; its foot, or the back if there is no room; nowhere."""


@frozen(slots=True)
class Finishing:
    """How a booklet is wanted: its variant, imposed for a stapler too, as a proof too; where solutions are.

    If it is ``released``, its pages are kept beside its lock file; those that are there are what a booklet
    ``on_kept_pages`` is set on.
    """

    variant: Variant = PLAIN
    saddle: Saddle | None = None
    proof: bool = False
    solution: SolutionPlace = "back"
    released: bool = False
    on_kept_pages: bool = False

    @property
    def further(self) -> tuple[str, ...]:
        """The endings of the names of files that go with a booklet."""
        return (("imposed",) if self.saddle is not None else ()) + (("proof",) if self.proof else ())


@frozen(slots=True)
class PrintOptions:
    """A booklet's slug, title, colour and paper, the paper of other things, and the place of findings.

    ``files`` are those of its documents as the edition names them; ``solution`` is the place of solutions on
    leaves.
    """

    slug: str
    title: str
    colour: str
    booklet_paper: str
    paper: str
    span: Span
    files: tuple[str, ...] = ()
    solution: SolutionPlace = "back"


@frozen(slots=True)
class Palette:
    """Shades of one colour as ``#rrggbb``, ``deep`` the darkest, ``glow`` the lightest."""

    accent: str
    deep: str
    night: str
    dusk: str
    mist: str
    glow: str


@frozen(slots=True)
class ColouredContent(PageContent):
    """Page content in the shades of one colour."""

    palette: Palette


@frozen(slots=True)
class Card:
    """A card's front. ``number`` is that of a room of the plan; flavour and effect are prose."""

    number: int
    title: str
    flavour: str
    effect: str
    span: Span


@frozen(slots=True)
class Cards(ColouredContent):
    """Cards with one back. ``label`` says what their number means, ``floor_plan`` shows where it is."""

    label: str
    back: str
    cards: tuple[Card, ...]
    floor_plan: FloorPlan


@frozen(slots=True)
class Face:
    """A card, tile or piece: its ``kind`` above its ``name``, ``lines`` below it; the word on its ``back``.

    ``drawing`` is SVG, empty for none. A piece has its ``kind`` in large letters, or a drawing; a ``dark``
    one is light on a dark ground.
    """

    kind: str
    name: str
    back: str = ""
    lines: tuple[str, ...] = ()
    drawing: str = ""
    dark: bool = False


@frozen(slots=True)
class CutSheet(ColouredContent):
    """A set of faces to be cut out, each of ``width`` by ``height`` millimetres, lines at least ``line``.

    With a ``foot``, in millimetres, faces are pieces to be folded: each is on both sides, over a foot that
    keeps it upright. ``tokens`` are flat and have one side.
    """

    faces: tuple[Face, ...]
    width: float
    height: float
    line: float = 0
    foot: float = 0
    tokens: tuple[Face, ...] = ()


@frozen(slots=True)
class Flap(ColouredContent):
    """The card between the pages of a spread, printed on ``paper``; ``booklet_paper`` is the booklet's.

    Its moon is over waves if it ``has_waves``.
    """

    use: str
    booklet_paper: str
    has_waves: bool = True


@frozen(slots=True)
class Stickers(ColouredContent):
    """Round stickers: each of ``letters`` is printed at least ``copies`` times, more where there is room."""

    letters: tuple[str, ...]
    copies: int


@frozen(slots=True)
class PlanPage(ColouredContent):
    """A floor plan on a page. ``door``, ``stairs`` and ``passage`` are the words of its legend.

    ``entries`` is what messages call that which is shown.
    """

    subtitle: str
    floor_plan: FloorPlan
    door: str
    stairs: str
    passage: str
    entries: str = "the rooms"


@frozen(slots=True)
class TrackPage(ColouredContent):
    """A track of spaces on a page, places for cards and tokens, and what each number of players begins with.

    ``spaces`` are marks beside the spaces, which count from 1: empty for most of them. ``places`` are the
    names of places for cards, ``store`` that of a place for tokens. ``rows`` is a table whose first row names
    its columns; ``notes`` are sentences below it.
    """

    subtitle: str
    spaces: tuple[str, ...]
    places: tuple[str, ...]
    store: str
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


@frozen(slots=True)
class Leaves(PageContent):
    """Cases with a worksheet, each on its own leaf. ``accent`` is the colour of headings as ``#rrggbb``."""

    cases: tuple[CasePages, ...]
    accent: str
    solution: SolutionPlace = "back"


@frozen(slots=True)
class GridSheet(PageContent):
    """A grid, ``copies`` times on a page to be cut apart. ``fields`` are labels with a line to write on."""

    fields: tuple[str, ...]
    grid: Grid
    copies: int
    entries: str = "rows"


@frozen(slots=True)
class Wrap(ColouredContent):
    """A cover in one piece: back, spine and front of a booklet.

    ``pages`` is how many the booklet has, ``thickness`` that of a sheet of it in millimetres. ``back`` is
    prose; ``number`` is for the bar code and ``numbered`` what is over it. The spine says ``spine``, or the
    title without it. Empty parts are left out. ``entry`` is the place of its settings.
    """

    subtitle: str
    drawing: str
    back: tuple[str, ...]
    spine: str
    number: str
    numbered: str
    pages: int
    thickness: float

    @property
    def spine_width(self) -> float:
        """How thick the booklet is, in millimetres: two pages are on a sheet."""
        return round(-(-self.pages // 2) * self.thickness, 2)


Piece = (
    Wrap | Sheet | Flap | Cards | CutSheet | Stickers | PlanPage | TrackPage | Leaves | GridSheet | Leaflet
)
"""Everything that is printed beside a booklet."""

"""Products beside a booklet: page content of cards, pieces, flap, stickers, floor plans and tracks; and of the players' sheet (``booklet``)."""

from dataclasses import dataclass
from typing import Literal

from casekit.diagnostics import Span
from casekit.print.content.booklet import CasePages, Sheet
from casekit.print.content.leaflet import Leaflet
from casekit.print.content.papers import PLAIN, Saddle, Variant
from casekit.print.content.worksheet import Grid


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


SolutionPlace = Literal["back", "foot", "none"]
"""Where a leaf has the solution: on its back; at the foot, as long as there is room, and then on the back; nowhere."""


@dataclass(frozen=True, slots=True)
class Finishing:
    """How a booklet is wanted: its variant, whether imposed for a stapler and as a proof as well, and where leaves have solutions.

    If it is ``released``, its pages are kept beside its lock file; those that are there are what a booklet ``on_kept_pages`` is set on.
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


@dataclass(frozen=True, slots=True)
class Look:
    """A booklet's slug, title, colour and paper, the paper that other things are printed on, and the place of findings.

    ``files`` are those of its documents as the edition names them; ``solution`` is the place of solutions on leaves.
    """

    slug: str
    title: str
    colour: str
    booklet_paper: str
    paper: str
    span: Span
    files: tuple[str, ...] = ()
    solution: SolutionPlace = "back"


@dataclass(frozen=True, slots=True)
class Palette:
    """Shades of one colour as ``#rrggbb``, ``deep`` the darkest, ``glow`` the lightest."""

    accent: str
    deep: str
    night: str
    dusk: str
    mist: str
    glow: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card's front. ``number`` is that of a room of the plan; flavour and effect are prose."""

    number: int
    title: str
    flavour: str
    effect: str
    span: Span


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards with one back. ``label`` says what their number means, ``floor_plan`` shows where it is."""

    title: str
    label: str
    back: str
    cards: tuple[Card, ...]
    floor_plan: FloorPlan
    palette: Palette
    language: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class Face:
    """A card, tile or piece: its ``kind`` above its ``name`` and ``lines`` below it; the word on its ``back``.

    ``drawing`` is SVG, empty for none. A piece has its ``kind`` in large letters, or a drawing; a ``dark`` one is light on a dark ground.
    """

    kind: str
    name: str
    back: str = ""
    lines: tuple[str, ...] = ()
    drawing: str = ""
    dark: bool = False


@dataclass(frozen=True, slots=True)
class CutSheet:
    """A set of faces, to be cut out: ``width`` and ``height`` of each in millimetres, and how high a ``line`` is at least.

    With a ``foot``, in millimetres, faces are pieces to be folded: each is on both sides, over a foot that keeps it
    upright. ``tokens`` are flat and have one side.
    """

    title: str
    faces: tuple[Face, ...]
    width: float
    height: float
    palette: Palette
    language: str
    paper: str
    span: Span
    line: float = 0
    foot: float = 0
    tokens: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Flap:
    """The card between the pages of a spread. ``booklet_paper`` is that of the booklet, ``paper`` that to print on."""

    title: str
    use: str
    palette: Palette
    language: str
    booklet_paper: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class Stickers:
    """Round stickers; each of ``letters`` is printed ``copies`` times at least, and more often where the sheet has room."""

    title: str
    letters: tuple[str, ...]
    copies: int
    palette: Palette
    language: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class PlanPage:
    """A floor plan on a page. ``door``, ``stairs`` and ``passage`` are the words of its legend.

    ``entries`` is what messages call that which is shown.
    """

    title: str
    subtitle: str
    floor_plan: FloorPlan
    door: str
    stairs: str
    passage: str
    palette: Palette
    language: str
    paper: str
    span: Span
    entries: str = "the rooms"


@dataclass(frozen=True, slots=True)
class TrackPage:
    """A track of spaces on a page, places for cards and tokens, and what each number of players begins with.

    ``spaces`` are marks beside the spaces, which count from 1: empty for most of them. ``places`` are the names of places for
    cards, ``store`` that of a place for tokens. ``rows`` is a table whose first row names its columns; ``notes`` are
    sentences below it.
    """

    title: str
    subtitle: str
    spaces: tuple[str, ...]
    places: tuple[str, ...]
    store: str
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    palette: Palette
    language: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class Leaves:
    """Cases with a worksheet, each on a leaf of its own. ``accent`` is the colour of headings as ``#rrggbb``."""

    title: str
    cases: tuple[CasePages, ...]
    accent: str
    language: str
    paper: str
    span: Span
    solution: SolutionPlace = "back"


@dataclass(frozen=True, slots=True)
class GridSheet:
    """A grid, ``copies`` times on a page to be cut apart. ``fields`` are labels with a line to write on."""

    title: str
    fields: tuple[str, ...]
    grid: Grid
    copies: int
    language: str
    paper: str
    span: Span
    entries: str = "rows"


@dataclass(frozen=True, slots=True)
class Wrap:
    """A cover in one piece: back, spine and front of a booklet.

    ``pages`` is how many the booklet has, ``thickness`` that of a sheet of it in millimetres. ``back`` is prose;
    ``number`` is for the bar code and ``numbered`` what is over it. The spine says ``spine``, or the title without it.
    Empty parts are left out. ``entry`` is the place of its settings.
    """

    title: str
    subtitle: str
    drawing: str
    back: tuple[str, ...]
    spine: str
    number: str
    numbered: str
    pages: int
    thickness: float
    palette: Palette
    language: str
    paper: str
    span: Span

    @property
    def spine_width(self) -> float:
        """How thick the booklet is, in millimetres: two pages are on a sheet."""
        return round(-(-self.pages // 2) * self.thickness, 2)


Piece = (
    Wrap | Sheet | Flap | Cards | CutSheet | Stickers | PlanPage | TrackPage | Leaves | GridSheet | Leaflet
)
"""Everything that is printed beside a booklet."""

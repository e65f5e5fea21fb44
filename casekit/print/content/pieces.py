"""Products beside a booklet, and how a booklet is wanted. Lengths are millimetres.

A game makes these values; ``produce.py`` knows the painter of each class that is a ``Piece``.
"""

from math import ceil
from typing import Literal

from casekit.diagnostics import Span
from casekit.print.content.booklet import CasePages, Grid, Sheet
from casekit.print.content.leaflet_text import LeafletPage
from casekit.print.content.papers import PLAIN, PageContent, Saddle, Variant
from casekit.values import frozen


@frozen(slots=True)
class Leaflet(PageContent):
    """Pages of a small paper, which are folded like a booklet."""

    pages: tuple[LeafletPage, ...]
    """Its pages, a multiple of four."""
    accent: str
    """The colour of headings, as ``#rrggbb``."""


@frozen(slots=True)
class Spot:
    """An entry in the list of a room."""

    code: str
    """The short name of the spot, such as its number."""
    label: str


@frozen(slots=True)
class Room:
    """A room with the spots that are listed in it."""

    number: int
    name: str
    spots: tuple[Spot, ...] = ()


@frozen(slots=True)
class Floor:
    """A floor of a plan."""

    name: str
    rooms: tuple[Room, ...]
    """Its rooms from left to right."""


@frozen(slots=True)
class Surroundings:
    """The drawing around the rooms of a plan. Its templates have the ``palette``."""

    left: float = 0.0
    """How far the drawing extends at the left of the rooms; likewise on the other sides."""
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0
    drawing: str = ""
    """A Jinja template of SVG elements that are painted before the rooms.

    In it, ``drawing`` is the rooms laid out (``accessories.floor_layout.FloorDrawing``), their upper left
    corner at (0, 0), and ``small`` says whether they are reduced.
    """
    depth: float = 0.0
    """The height of a strip along the lower margin of a page."""
    ground: str = ""
    """A Jinja template of SVG elements for that strip, which is from (0, 0) to ``width``."""


@frozen(slots=True)
class FloorPlan:
    """A building with its floors, and the ways between its rooms."""

    floors: tuple[Floor, ...]
    """The floors from the top."""
    ways: tuple[tuple[int, int], ...]
    """Pairs of the numbers of rooms that a way joins, the smaller first."""
    surroundings: Surroundings = Surroundings()


SolutionPlace = Literal["back", "foot", "none"]
"""The place of the solution of a leaf: its back; its foot, or the back if there is no room; nowhere."""


@frozen(slots=True)
class Finishing:
    """How a booklet is wanted."""

    variant: Variant = PLAIN
    saddle: Saddle | None = None
    """How it is imposed in a further file, to be folded and stapled; ``None`` for no such file."""
    proof: bool = False
    """Whether there is a further file with a grey proof."""
    solution: SolutionPlace = "back"
    """The place of solutions on leaves."""
    released: bool = False
    """Whether its pages are kept beside its lock file."""
    on_kept_pages: bool = False
    """Whether it is set on the pages that are kept there."""

    @property
    def further(self) -> tuple[str, ...]:
        """The endings of the names of the further files."""
        endings: list[str] = []
        if self.saddle is not None:
            endings.append("imposed")
        if self.proof:
            endings.append("proof")
        return tuple(endings)


@frozen(slots=True)
class PrintOptions:
    """The settings of a booklet that a game needs to make its content."""

    slug: str
    """The short name of the booklet."""
    title: str
    colour: str
    """The name of its colour."""
    booklet_paper: str
    """The paper of the booklet, a name of ``papers.PAPERS``."""
    paper: str
    """The paper of other products, likewise."""
    span: Span
    """The place of findings."""
    files: tuple[str, ...] = ()
    """The files of its documents, as the edition names them."""
    solution: SolutionPlace = "back"
    """The place of solutions on leaves."""


@frozen(slots=True)
class Palette:
    """Shades of one colour, as ``#rrggbb``."""

    accent: str
    """The colour itself, for headings and lines."""
    deep: str
    """The darkest shade."""
    night: str
    dusk: str
    mist: str
    glow: str
    """The lightest shade."""


@frozen(slots=True)
class ColouredContent(PageContent):
    """Page content in the shades of one colour."""

    palette: Palette


@frozen(slots=True)
class Card:
    """A card's front."""

    number: int
    """The number of a room of the plan."""
    title: str
    flavour: str
    """A story, which is prose."""
    effect: str
    """What the card does, which is prose."""
    span: Span
    """Where the card was written."""


@frozen(slots=True)
class Cards(ColouredContent):
    """Cards with one back."""

    label: str
    """What their number means, such as "room"."""
    back: str
    """The word on their backs."""
    cards: tuple[Card, ...]
    floor_plan: FloorPlan
    """The plan on each card, which shows where its number is."""


@frozen(slots=True)
class Face:
    """A card, tile or piece to be cut out."""

    kind: str
    """What it is, above its name; of a piece without a drawing, a mark in large letters."""
    name: str
    back: str = ""
    """The word on its back."""
    lines: tuple[str, ...] = ()
    """Texts below its name."""
    drawing: str = ""
    """An SVG element; empty for none."""
    dark: bool = False
    """Whether a piece is light on a dark ground."""


@frozen(slots=True)
class CutSheet(ColouredContent):
    """A set of faces to be cut out, or of pieces to be folded.

    A piece has its face on both sides, above a foot that keeps it upright.
    """

    faces: tuple[Face, ...]
    width: float
    """The width of each face."""
    height: float
    """The height of each face, without a foot."""
    line: float = 0
    """The least height of a line of a face."""
    foot: float = 0
    """The height of the foot of a piece; 0 if faces are not folded."""
    tokens: tuple[Face, ...] = ()
    """Flat faces with one side, beside pieces."""


@frozen(slots=True)
class Flap(ColouredContent):
    """The card between the pages of a spread, which covers the table."""

    use: str
    """What it is for, in a sentence that is printed on it."""
    booklet_paper: str
    """The paper of the booklet; ``paper`` is the one that the flap is printed on."""
    has_waves: bool = True
    """Whether its moon is over waves."""


@frozen(slots=True)
class Stickers(ColouredContent):
    """Round stickers."""

    letters: tuple[str, ...]
    """What is on them: a letter, or a few."""
    copies: int
    """How often each of ``letters`` is printed, at least; more if there is room."""


@frozen(slots=True)
class PlanPage(ColouredContent):
    """A floor plan on a page, with a legend."""

    subtitle: str
    floor_plan: FloorPlan
    door: str
    """The word for doors in the legend; likewise for stairs and passages."""
    stairs: str
    passage: str
    entries: str = "the rooms"
    """What messages call that which is shown."""


@frozen(slots=True)
class TrackPage(ColouredContent):
    """A track of spaces on a page, places for cards and tokens, and what players begin with."""

    subtitle: str
    spaces: tuple[str, ...]
    """Marks beside the spaces, which count from 1; empty for most of them."""
    places: tuple[str, ...]
    """The names of the places for cards."""
    store: str
    """The name of the place for tokens."""
    rows: tuple[tuple[str, ...], ...]
    """A table whose first row names its columns."""
    notes: tuple[str, ...]
    """Sentences below the table."""


@frozen(slots=True)
class Leaves(PageContent):
    """Cases with a worksheet, each on its own leaf."""

    cases: tuple[CasePages, ...]
    accent: str
    """The colour of headings, as ``#rrggbb``."""
    solution: SolutionPlace = "back"


@frozen(slots=True)
class GridSheet(PageContent):
    """A grid, several times on a page to be cut apart."""

    fields: tuple[str, ...]
    """Labels with a line to write on, above each copy."""
    grid: Grid
    copies: int
    entries: str = "rows"
    """What messages call the rows of the grid."""


@frozen(slots=True)
class Wrap(ColouredContent):
    """A cover in one piece: back, spine and front of a booklet. Parts that are empty are left out."""

    subtitle: str
    drawing: str
    """The SVG element on the front."""
    back: tuple[str, ...]
    """Prose on the back."""
    spine: str
    """The text of the spine; without it, the title."""
    number: str
    """The number of the bar code, such as an ISBN."""
    numbered: str
    """What is over the bar code."""
    pages: int
    """How many pages the booklet has."""
    thickness: float
    """The thickness of a sheet of the booklet."""

    @property
    def spine_width(self) -> float:
        """How thick the booklet is: two pages are on a sheet."""
        return round(ceil(self.pages / 2) * self.thickness, 2)


Piece = (
    Wrap | Sheet | Flap | Cards | CutSheet | Stickers | PlanPage | TrackPage | Leaves | GridSheet | Leaflet
)
"""Everything that is printed beside a booklet."""

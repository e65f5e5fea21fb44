"""Sheets of cards whose fronts and backs meet when they are printed on both sides.

Each sheet of fronts is followed by the sheet of its backs. The paper is turned at its long edge, so the
columns of the backs run the other way round: the back of the card at the left is at the right. Lengths are
millimetres, from the upper left corner of the page.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from casekit.print.content.papers import Paper
from casekit.values import frozen

BACK_WORD_POINTS = 17.0
"""The size of the word on a back, in points."""
BACK_ROSE_SIZE = 40.0
"""The side of the compass rose on a back, in millimetres."""
BACK_COLOUR_OVERLAP = 2.0
"""How far the colour of backs extends beyond their edges, in millimetres."""
LABEL_TRACKING = 0.06
"""The space between the letters of labels and of names on pieces, in ems."""

_LEAST_PAGE_MARGIN = 5.0

FaceT = TypeVar("FaceT")


@frozen(slots=True)
class PlacedFace(Generic[FaceT]):
    """A front on its sheet, and the place of its back on the next one."""

    index: int
    """The position of the front among all, from 0."""
    face: FaceT
    """What is on the front."""
    x: float
    """The left edge of the front."""
    back_x: float
    """The left edge of the back."""
    y: float
    """The top of both."""


@frozen(slots=True)
class CardSheet:
    """A page with a grid of cards, all of one size."""

    width: float
    """The width of the page."""
    height: float
    """The height of the page."""
    columns: tuple[float, ...]
    """Where it is cut from top to bottom: the left edge of each column, and the right edge of the last."""
    rows: tuple[float, ...]
    """Where it is cut from left to right: the top of each row, and the bottom of the last."""

    @property
    def count(self) -> int:
        """How many cards are on the page."""
        return (len(self.columns) - 1) * (len(self.rows) - 1)

    @classmethod
    def of_one_card(cls, width: float, height: float) -> "CardSheet":
        """A page that is as large as its only card."""
        return cls(width, height, (0, width), (0, height))

    @classmethod
    def on_paper(cls, paper: Paper, width: float, height: float) -> "CardSheet":
        """As many cards of a size as there is room for, in the middle of a page."""
        across = int((paper.width - 2 * _LEAST_PAGE_MARGIN) / width)
        down = int((paper.height - 2 * _LEAST_PAGE_MARGIN) / height)
        left = (paper.width - across * width) / 2
        top = (paper.height - down * height) / 2
        return cls(
            paper.width,
            paper.height,
            tuple(round(left + column * width, 3) for column in range(across + 1)),
            tuple(round(top + row * height, 3) for row in range(down + 1)),
        )

    def pages_of(self, faces: Sequence[FaceT]) -> list[list[PlacedFace[FaceT]]]:
        """For each sheet of fronts its faces, row by row."""
        columns_of_backs = self.columns[-2::-1]
        places: list[tuple[float, float, float]] = []
        for y in self.rows[:-1]:
            for x, back_x in zip(self.columns[:-1], columns_of_backs, strict=True):
                places.append((x, back_x, y))
        placed_faces: list[PlacedFace[FaceT]] = []
        for index, face in enumerate(faces):
            placed_faces.append(PlacedFace(index, face, *places[index % self.count]))
        starts = range(0, len(placed_faces), self.count)
        return [placed_faces[start : start + self.count] for start in starts]

"""How a booklet is folded: two pages a side, in the order in which folding brings them together.

A booklet is one signature, or several, one on the other: sheets that are folded together, each around those
within it. Sheet 0 is the outermost. With N pages in a signature, sheet s has on its front page N - 2s at the left and
page 1 + 2s at the right, on its back page 2 + 2s at the left and page N - 1 - 2s at the right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SHEET = 4
"""Pages of a folded sheet."""
THICKNESS = 0.1
"""Millimetres: office paper of 80 g/m2."""
STAPLER = 1.6
"""Millimetres of paper that a stapler goes through: 16 sheets of office paper."""


def lacking(pages: int, multiple: int = SHEET) -> int:
    """How many pages are wanting to the next multiple."""
    return -pages % multiple


@dataclass(frozen=True, slots=True)
class Saddle:
    """How a booklet is to be folded and stapled.

    Attributes:
        sheet: a name of ``SHEETS``; without one, the smallest that holds two pages.
        signature: pages folded together, a multiple of 4; 0 for as many as a stapler can take.
        thickness: of the paper, in millimetres.
    """

    sheet: str = ""
    signature: int = 0
    thickness: float = THICKNESS


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet: its pages, counted from 0, and how many sheets are around it in its signature."""

    left: int
    right: int
    depth: int
    front: bool


def signatures(pages: int, saddle: Saddle) -> tuple[int, ...]:
    """The pages of each signature.

    Args:
        pages: of the booklet, a multiple of 4.
        saddle: how it is folded. A signature of its own size is kept, and the last one has what is left; otherwise
            the sheets are divided evenly among as few signatures as a stapler can take.
    """
    if saddle.signature:
        full, rest = divmod(pages, saddle.signature)
        return (saddle.signature,) * full + ((rest,) if rest else ())
    sheets = pages // SHEET
    most = max(1, int(STAPLER / saddle.thickness))
    count = -(-sheets // most)
    return tuple(SHEET * (sheets // count + (at < sheets % count)) for at in range(count))


def sides(sizes: Sequence[int]) -> Iterator[Side]:
    """The sides of all sheets as they are printed, front and back in turn, signature by signature."""
    first = 0
    for size in sizes:
        last = first + size - 1
        for sheet in range(size // SHEET):
            low, high = first + 2 * sheet, last - 2 * sheet
            yield Side(left=high, right=low, depth=sheet, front=True)
            yield Side(left=low + 1, right=high - 1, depth=sheet, front=False)
        first += size

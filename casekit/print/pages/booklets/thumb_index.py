"""The thumb index of a booklet: marks at the fore-edge by which a number is found before a page is read.

Each mark is for a run of numbers and a step lower than the one before it; a page has the mark of the run that begins on
it, or else of the one that goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from casekit.print.content.papers import Paper

_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_MOST = 14
_TALLEST, _BETWEEN = 19.0, 1.2


@dataclass(frozen=True, slots=True)
class ThumbMark:
    """A mark: what is on it, its first number, and its place below the top of the text, in millimetres."""

    label: str
    first: int
    top: float
    height: float


def thumb_index(numbers: Sequence[int], paper: Paper) -> dict[int, ThumbMark]:
    """The marks of ascending numbers, each by the number it begins with; none if all would have the same."""
    if not numbers:
        return {}
    step = next((each for each in _STEPS if numbers[-1] // each < _MOST), _STEPS[-1])
    starts: dict[int, int] = {}
    for number in numbers:
        starts.setdefault(number // step, number)
    if len(starts) == 1:
        return {}
    pitch = min(_TALLEST, paper.depth / (numbers[-1] // step + 1))
    return {
        first: ThumbMark(str(run * step or first), first, round(run * pitch, 3), round(pitch - _BETWEEN, 3))
        for run, first in starts.items()
    }

"""As much of rapidfuzz as finds the names nearest to a misspelt one: the library itself is not built for browsers."""

from collections.abc import Callable, Iterable
from types import SimpleNamespace


def _ratio(one: str, other: str) -> float:
    """How alike two texts are, 0 to 100: twice the longest common subsequence, of the length of both (rapidfuzz's `ratio`)."""
    row = [0] * (len(other) + 1)
    for letter in one:
        left = 0
        for column, beside in enumerate(other, start=1):
            above = row[column]
            row[column] = left + 1 if letter == beside else max(above, row[column - 1])
            left = above
    length = len(one) + len(other)
    return 200 * row[-1] / length if length else 100.0


def _extract(
    name: str, names: Iterable[str], *, scorer: Callable[[str, str], float], score_cutoff: float, limit: int
) -> list[tuple[str, float, int]]:
    """The names that are alike enough, the likest first, each with its score and its place."""
    scored = [(each, scorer(name, each), place) for place, each in enumerate(names)]
    return sorted((found for found in scored if found[1] >= score_cutoff), key=lambda found: -found[1])[
        :limit
    ]


fuzz = SimpleNamespace(ratio=_ratio)
process = SimpleNamespace(extract=_extract)

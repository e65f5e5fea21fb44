"""The numbers of a booklet's paragraphs, and how they are listed.

``number_again`` numbers a booklet by a shuffle; ``kept_numbers.keep`` numbers one whose printed numbers stay.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from casekit.print.content.booklet import Booklet
from casekit.print.numbers.distances import USUAL_SPREAD, NumberedItem
from casekit.print.numbers.page_filling import PageRoom
from casekit.print.numbers.shuffling import shuffle
from casekit.values import frozen

TRIES = 4
"""How often a booklet may be numbered until no spread of its pages is crowded."""

# How much further apart each attempt keeps the members of a group than the one before.
_SPREAD_PER_ATTEMPT = 4
# The most runs of numbers that are listed.
_MOST_RUNS = 8


@frozen(slots=True)
class Numbering:
    """The numbers of a booklet."""

    numbers: Mapping[str, int]
    """The number of each paragraph, by its key."""
    seed: int
    """The seed that they come from."""
    gaps: tuple[int, ...] = ()
    """Numbers that no paragraph has any more."""
    added: tuple[int, ...] = ()
    """Numbers that were given since the last printing."""


def items_of(booklet: Booklet) -> list[NumberedItem]:
    """A booklet's paragraphs as things to be numbered, in their order."""
    items = []
    for index, case in enumerate(booklet.cases):
        items += [NumberedItem(paragraph.key, str(index), paragraph.group) for paragraph in case.paragraphs]
    return items


def number_again(booklet: Booklet, attempt: int, room: PageRoom | None = None) -> Numbering:
    """Number a booklet whose pages do not suit the attempt before, of ``TRIES``; the first is 0.

    Later attempts take the next seeds and keep the members of a group further apart. ``room`` is that of its
    pages, if paragraphs of one case are to be on different spreads.
    """
    # Titles and texts can be corrected or translated without changing the seed.
    first_seed = seed_of(booklet.slug, *(case.file for case in booklet.cases))
    seed = (first_seed + attempt) % 2**64
    spread = USUAL_SPREAD + attempt * _SPREAD_PER_ATTEMPT
    return Numbering(shuffle(items_of(booklet), seed, spread, room), seed)


def seed_of(*texts: str) -> int:
    """A seed of 64 bits that depends on nothing but the texts."""
    digest = sha256("\0".join(texts).encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big")


def runs_in_words(numbers: Sequence[int]) -> str:
    """Ascending numbers as a person lists them, such as ``3, 7, 121 to 180``; of many runs the first few."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    listed = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    if len(listed) > _MOST_RUNS:
        listed = [*listed[:_MOST_RUNS], "…"]
    return ", ".join(listed)

"""Text with its place on a page, and lines put together by place, however a program has divided them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from operator import attrgetter

from casekit.diagnostics.invisible_characters import UNSEEN
from casekit.print.content.papers import MOST_LETTERS_SHOWN
from casekit.values import frozen, replace

_NOT_COMPARED = re.compile(rf"[\s\-\N{{HYPHEN}}\N{{NON-BREAKING HYPHEN}}{UNSEEN}]+")
"""Characters that have no ink, or are there only because of where a line ends."""

_SAME_LINE_POINTS = 1.5
"""Points by which the base lines of one line may differ."""

_SAME_SIZE_POINTS = 0.3
"""Points by which the sizes of one text may differ."""

_ROUNDING_POINTS = 1.0
"""Points that rounding may add to a place."""

_OVERHANG_EMS = 0.3
"""Ems by which the ink of a last letter, a slanting f above all, may reach beyond its own width."""

_OVERLAP_EMS = 0.6
"""Ems by which one letter may be under the next, above all the tail of a Q."""

_WORD_SPACE_EMS = 0.12
"""Ems from which a gap is a space between words."""

CELL_GAP_EMS = 0.33
"""Ems beyond which a gap is one between two cells of a table.

Spaces between words are narrower, if lines are not stretched.
"""


def normalise(text: str) -> str:
    """Text without what typesetting changes or has no ink for: spaces, hyphens, joiners, ligatures.

    ``in my of- fice`` becomes ``inmyoffice``, whether or not it was set with a ligature.
    """
    return _NOT_COMPARED.sub("", unicodedata.normalize("NFKC", text))


def plain(text: str) -> str:
    """A normalised text without the difference of capitals and small capitals."""
    return normalise(text).casefold()


@frozen(slots=True)
class Fragment:
    """Text set in one go. Lengths are points.

    They are measured from the upper left corner of the trimmed page as its reader sees it: of a fragment that
    is upside down, from the lower right corner.
    """

    text: str
    """The text."""

    x: float
    """Its left edge."""

    y: float
    """Its base line."""

    width: float
    """Its width without the space at its end, which may hang over the margin; 0 if it runs up or down."""

    size: float
    """The size of its letters."""

    turned: bool
    """Whether it is upside down."""

    @property
    def slack(self) -> float:
        """Points by which its ink may reach over its edge."""
        return _ROUNDING_POINTS + _OVERHANG_EMS * self.size

    def runs_into(self, following: "Fragment") -> bool:
        """Whether it goes on where the next of its line has begun."""
        return self.x + self.width > following.x + _ROUNDING_POINTS + _OVERLAP_EMS * self.size

    @property
    def centre(self) -> float:
        """The middle between its edges."""
        return self.x + self.width / 2


PrintedLine = tuple[Fragment, ...]
"""The fragments of a line, from the left; adjacent words are one fragment."""


@frozen
class Page:
    """A page that was read."""

    fragments: tuple[Fragment, ...]
    """The texts that can be seen, in the order they were painted."""

    width: float = 0
    """Its trimmed width, in points."""

    height: float = 0
    """Its trimmed height, in points."""

    hidden: tuple[tuple[Fragment, str], ...] = ()
    """Texts that cannot be seen, each with the way in which it is hidden."""

    @cached_property
    def upright(self) -> tuple[PrintedLine, ...]:
        """The lines that are upright, from the top."""
        return _lines([fragment for fragment in self.fragments if not fragment.turned])

    @cached_property
    def turned(self) -> tuple[PrintedLine, ...]:
        """The lines that are upside down, as their reader meets them."""
        return _lines([fragment for fragment in self.fragments if fragment.turned])


def painted(fragments: Iterable[Fragment]) -> str:
    """Fragments as one plain text, in the order they were painted."""
    return plain("".join(fragment.text for fragment in fragments))


def lacking(printed: str, texts: Sequence[str]) -> Iterator[str]:
    """The beginnings, in quotation marks, of texts that a page lacks.

    Args:
        printed: the plain text of the page.
        texts: the texts that it should have; one that is given twice should be there twice.
    """
    for text, expected_count in Counter(filter(None, map(plain, texts))).items():
        if printed.count(text) < expected_count:
            original = next(candidate for candidate in texts if plain(candidate) == text)
            yield f"“{original[:MOST_LETTERS_SHOWN]}”"


def text_of(lines: Iterable[PrintedLine]) -> str:
    """Lines as one text."""
    return "\n".join(_text_of_line(line) for line in lines)


def _text_of_line(line: PrintedLine) -> str:
    return "".join(fragment.text for fragment in line)


def _lines(fragments: Sequence[Fragment]) -> tuple[PrintedLine, ...]:
    """Fragments gathered by base line and joined."""
    lines: list[list[Fragment]] = []
    visible = [fragment for fragment in fragments if fragment.text.strip()]
    for fragment in sorted(visible, key=attrgetter("y")):
        if lines and fragment.y - lines[-1][0].y <= _SAME_LINE_POINTS:
            lines[-1].append(fragment)
        else:
            lines.append([fragment])
    return tuple(_with_words_joined(sorted(line, key=attrgetter("x"))) for line in lines)


def _with_words_joined(line: Sequence[Fragment]) -> PrintedLine:
    """A line in which adjacent fragments of one size are one."""
    joined_line = [line[0]]
    for fragment in line[1:]:
        last = joined_line[-1]
        gap = fragment.x - last.x - last.width
        is_adjacent = gap <= CELL_GAP_EMS * last.size and not last.runs_into(fragment)
        has_same_size = abs(fragment.size - last.size) <= _SAME_SIZE_POINTS
        if is_adjacent and has_same_size and last.width:
            needs_space = gap > _WORD_SPACE_EMS * last.size and not last.text.endswith(" ")
            text = f"{last.text}{' ' if needs_space else ''}{fragment.text}"
            width = fragment.x + fragment.width - last.x
            joined_line[-1] = replace(last, text=text, width=width)
        else:
            joined_line.append(fragment)
    return tuple(joined_line)

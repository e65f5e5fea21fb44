"""Text with its place on a page, and lines put together by place, however a program has divided what it wrote."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

_DROPPED = re.compile(r"[\s\-\N{SOFT HYPHEN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}]+")
_SAME_LINE = 1.5
"""Points by which the base lines of one line may differ."""
_SAME_SIZE = 0.3
_ROUNDING = 1.0
_OVERHANG = 0.3
"""Ems by which the ink of a last letter, a slanting f above all, may reach beyond its own width."""
_TAIL = 0.6
"""Ems by which one letter may be under the next, above all the tail of a Q."""
_WORD_SPACE = 0.12
_APART = 0.33
"""Ems between texts that do not belong together: two cells of a table. Spaces between words are narrower, if lines are not stretched."""


def normalise(text: str) -> str:
    """Text without what typesetting changes: spaces, hyphens, ligatures."""
    return _DROPPED.sub("", unicodedata.normalize("NFKC", text))


@dataclass(frozen=True, slots=True)
class Fragment:
    """Text set in one go: its left edge and base line in points from the upper left corner of the trimmed page.

    ``width`` is without spaces at the end, which may hang over the margin where a line is broken.
    On a fragment that is upside down, ``x`` and ``y`` count from the lower right corner instead, which is
    where its reader sees the upper left one. One that runs up or down the page has no width.
    """

    text: str
    x: float
    y: float
    width: float
    size: float
    turned: bool

    @property
    def slack(self) -> float:
        """Points by which its ink may reach over its edge."""
        return _ROUNDING + _OVERHANG * self.size

    def runs_into(self, following: "Fragment") -> bool:
        """Whether it goes on where the next of its line has begun."""
        return self.x + self.width > following.x + _ROUNDING + _TAIL * self.size

    @property
    def centre(self) -> float:
        """The middle between its edges."""
        return self.x + self.width / 2


PrintedLine = tuple[Fragment, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """Text that a file holds and that nobody sees, and why."""

    fragment: Fragment
    how: str


@dataclass(frozen=True)
class Page:
    """A page's fragments in the order they were painted, and its trimmed size in points.

    ``hidden`` are texts that are not among them, because they cannot be seen.
    """

    fragments: tuple[Fragment, ...]
    width: float = 0
    height: float = 0
    hidden: tuple[Hidden, ...] = ()

    @cached_property
    def upright(self) -> tuple[PrintedLine, ...]:
        """The lines that are upright, from the top, each from the left, with one fragment for what belongs together."""
        return _lines([fragment for fragment in self.fragments if not fragment.turned])

    @cached_property
    def turned(self) -> tuple[PrintedLine, ...]:
        """The lines that are upside down, as their reader meets them."""
        return _lines([fragment for fragment in self.fragments if fragment.turned])


def text_of(lines: Iterable[PrintedLine]) -> str:
    """Lines as one text."""
    return "\n".join("".join(fragment.text for fragment in line) for line in lines)


def _lines(fragments: Sequence[Fragment]) -> tuple[PrintedLine, ...]:
    """Fragments gathered by base line and joined."""
    lines: list[list[Fragment]] = []
    for fragment in sorted((f for f in fragments if f.text.strip()), key=lambda f: f.y):
        if lines and fragment.y - lines[-1][0].y <= _SAME_LINE:
            lines[-1].append(fragment)
        else:
            lines.append([fragment])
    return tuple(_joined(sorted(line, key=lambda f: f.x)) for line in lines)


def _joined(line: Sequence[Fragment]) -> PrintedLine:
    joined = [line[0]]
    for fragment in line[1:]:
        last = joined[-1]
        gap = fragment.x - last.x - last.width
        if (
            gap <= _APART * last.size
            and not last.runs_into(fragment)
            and abs(fragment.size - last.size) <= _SAME_SIZE
            and last.width
        ):
            between = " " if gap > _WORD_SPACE * last.size and not last.text.endswith(" ") else ""
            width = fragment.x + fragment.width - last.x
            joined[-1] = replace(last, text=f"{last.text}{between}{fragment.text}", width=width)
        else:
            joined.append(fragment)
    return tuple(joined)

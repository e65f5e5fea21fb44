"""The marks of a manuscript: visible text, since word processors rename, split or lose everything else.

A heading begins with ``§``. A line ``[presentation · 3f9c2a1b]`` begins the text of a paragraph, which goes on to the next
heading or mark; the digits are the digest of the text that was sent out. ``[manuscript: the-last-soup.case · 5d41402a]``
names the file, with a digest of all other marks. The last line is a heading of its own, so that half a file is noticed.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

SECTION = "§"
MANUSCRIPT = "manuscript:"
ESCAPE = "\\"
"""Goes before prose that would begin like a mark."""

_DIGITS = 8
_MARK = re.compile(rf"\[\s*(?P<name>[^\[\]·]{{1,300}}?)\s*·\s*(?P<digest>[0-9a-f]{{{_DIGITS}}})\s*\]")


@dataclass(frozen=True, slots=True)
class ManuscriptMark:
    """The name of a paragraph and the digest of its text, or the file of the manuscript and that of all its marks."""

    name: str
    digest: str

    def __str__(self) -> str:
        return f"[{self.name} · {self.digest}]"


def digest(parts: Iterable[str]) -> str:
    """A short digest of texts in their order."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def head_mark(file: str, marks: Iterable[ManuscriptMark]) -> ManuscriptMark:
    """The mark of a whole manuscript. The order of its paragraphs does not count."""
    return ManuscriptMark(f"{MANUSCRIPT} {file}", digest(sorted(map(str, marks))))


def numbered(name: str, number: int) -> str:
    """The name of a paragraph's mark: the heading that it is under and, from the second paragraph on, a number."""
    return name if number == 1 else f"{name} ({number})"


def mark_at_start(text: str) -> tuple[ManuscriptMark, str] | None:
    """The mark that a line begins with, and the text after it."""
    found = _MARK.match(text)
    if found is None:
        return None
    return ManuscriptMark(" ".join(found["name"].split()), found["digest"]), text[found.end() :].strip()


def marks_inside(text: str) -> tuple[ManuscriptMark, ...]:
    """The marks anywhere in a text."""
    return tuple(
        ManuscriptMark(" ".join(found["name"].split()), found["digest"]) for found in _MARK.finditer(text)
    )


def is_section(text: str) -> bool:
    """Whether a line is a heading."""
    return text.startswith(SECTION)


def looks_like_a_mark(text: str) -> bool:
    """Whether prose begins in a way that would be taken for a mark or a heading, or for prose that was guarded."""
    bare = text.lstrip(ESCAPE)
    return is_section(bare) or mark_at_start(bare) is not None

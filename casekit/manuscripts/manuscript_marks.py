"""The marks by which a manuscript that comes back is merged into its case.

Marks are visible text, since word processors rename, split or lose everything else. A heading begins with
``§``. A line ``[presentation · 3f9c2a1b]`` begins the text of a paragraph, which goes on to the next heading
or mark; the digits are the digest of the text that was sent out. ``[manuscript: the-last-soup.case ·
5d41402a]`` names the file, with a digest of all other marks. The last line is a heading of its own, so that
half a file is noticed.
"""

import hashlib
import re
from collections.abc import Iterable

from casekit.values import frozen

SECTION = "§"
"""The beginning of a heading."""

MANUSCRIPT = "manuscript:"
"""The beginning of the name of the mark of a whole manuscript."""

ESCAPE = "\\"
"""Goes before prose that would begin like a mark."""

_DIGEST_DIGITS = 8
"""The number of digits of the digest in a mark."""

_MARK = re.compile(rf"\[\s*(?P<name>[^\[\]·]{{1,300}}?)\s*·\s*(?P<digest>[0-9a-f]{{{_DIGEST_DIGITS}}})\s*\]")
"""A mark, as in ``[presentation · 3f9c2a1b]``."""


@frozen(slots=True)
class ManuscriptMark:
    """The mark of a paragraph, or that of a whole manuscript."""

    name: str
    """The name of the paragraph; of a manuscript, its file after ``MANUSCRIPT``."""

    digest: str
    """The digest of the text of the paragraph; of a manuscript, that of all its other marks."""

    def __str__(self) -> str:
        return f"[{self.name} · {self.digest}]"


def digest(parts: Iterable[str]) -> str:
    """A short digest of texts in their order."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_DIGITS]


def head_mark(file: str, marks: Iterable[ManuscriptMark]) -> ManuscriptMark:
    """The mark of a whole manuscript. The order of its paragraphs does not count."""
    return ManuscriptMark(f"{MANUSCRIPT} {file}", digest(sorted(map(str, marks))))


def numbered(name: str, number: int) -> str:
    """The name of a paragraph's mark.

    It is the heading that the paragraph is under and, from the second paragraph on, a number.
    """
    return name if number == 1 else f"{name} ({number})"


def mark_at_start(text: str) -> tuple[ManuscriptMark, str] | None:
    """The mark that a line begins with, and the text after it."""
    mark = _MARK.match(text)
    if mark is None:
        return None
    return ManuscriptMark(" ".join(mark["name"].split()), mark["digest"]), text[mark.end() :].strip()


def marks_inside(text: str) -> tuple[ManuscriptMark, ...]:
    """The marks anywhere in a text."""
    return tuple(
        ManuscriptMark(" ".join(mark["name"].split()), mark["digest"]) for mark in _MARK.finditer(text)
    )


def is_section(text: str) -> bool:
    """Whether a line is a heading."""
    return text.startswith(SECTION)


def looks_like_a_mark(text: str) -> bool:
    """Whether prose begins like a mark or a heading, perhaps with a backslash before it already."""
    text_without_escape = text.lstrip(ESCAPE)
    return is_section(text_without_escape) or mark_at_start(text_without_escape) is not None

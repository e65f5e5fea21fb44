"""The texts allowed in a booklet before its paragraphs, and in its solutions: any of its content that belongs there."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from casekit.diagnostics import Span
from casekit.print.content.booklet import Booklet, CasePages, Paragraph
from casekit.print.preflight.reading.fragments import Fragment, normalise
from casekit.print.text import prose

_ROMAN = re.compile(r"[ivxlcdm–—]+")
_AFTER = ("solution", "solution_heading")


class Allowed:
    """The texts of a booklet as one, in which every piece of text that is printed there must be found."""

    def __init__(self, booklet: Booklet, *, solutions: bool) -> None:
        texts = [*_texts(booklet, booklet.language, solutions=solutions)]
        self._texts = normalise("".join(texts)).casefold()

    def holds(self, fragment: Fragment) -> bool:
        """Whether a fragment is a piece of them, or a number."""
        text = normalise(fragment.text).casefold()
        return (
            text in self._texts
            or not any(character.isalpha() for character in text)
            or bool(_ROMAN.fullmatch(text))
        )


def _texts(thing: Any, language: str, *, solutions: bool) -> Iterator[str]:
    if isinstance(thing, str):
        yield from (_plain(thing, language), "\n", thing, "\n")
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _texts(part, language, solutions=solutions)
    elif is_dataclass(thing) and not isinstance(thing, Span | Paragraph):
        for part in fields(thing):
            if solutions or not isinstance(thing, CasePages) or part.name not in _AFTER:
                yield from _texts(getattr(thing, part.name), language, solutions=solutions)


@lru_cache(maxsize=8192)
def _plain(text: str, language: str) -> str:
    """A text as a reader sees it; most texts are asked for again with the solutions, and by each look at another file."""
    return prose.plain(text, language)

"""Letters in the texts of an edition or a deck that cannot be printed as they are written."""

import re
from collections.abc import Iterator
from typing import Any

from casekit.diagnostics import Diagnostic, Source, Span, codes
from casekit.diagnostics.invisible_characters import UNUSUAL
from casekit.language.data.toml import read_toml

_UNPRINTED = frozenset(
    (
        *("slug", "language", "game", "paper", "colour", "accent", "deck", "cases", "abbreviations"),
        *("cover", "scene", "plan", "ship", "purser", "buoy", "emblem", "emblems", "picture"),
    )
)
"""Keys whose values are names of files, or are never printed."""


def edition_letters(source: Source) -> Iterator[Diagnostic]:
    """Findings on characters that no face has, or that do no good: one a kind in each text of the TOML."""
    if not UNUSUAL.search(source.text) and "\\" not in source.text:
        return
    content, _ = read_toml(source, codes.INVALID_EDITION, "")
    for text in filter(UNUSUAL.search, _texts(content)):
        # Few editions have such letters.
        from casekit.print.typesetting.letters import letter_findings  # noqa: PLC0415

        def place(at: int, text: str = text) -> Span:
            return _place(source, text, at)

        yield from letter_findings(text, place)


def _texts(content: Any) -> Iterator[str]:
    """Every text in data of lists and tables that may be printed, in order."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            yield from _texts(part)
    elif isinstance(content, dict):
        for key, value in content.items():
            if key not in _UNPRINTED:
                yield from _texts(value)


def _place(source: Source, text: str, at: int) -> Span:
    """Where a character of a text is: in the text, or anywhere, as it is or escaped; else the whole file."""
    start = source.text.find(text)
    if start >= 0:
        return source.span(start + at, start + at + 1)
    code = ord(text[at])
    spellings = rf"{re.escape(text[at])}|\\(?:u|U0000){code:04x}|\\U{code:08x}"
    spelling = re.search(spellings, source.text, re.IGNORECASE)
    return source.span(*spelling.span()) if spelling else source.whole()

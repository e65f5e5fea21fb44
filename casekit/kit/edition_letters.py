"""Letters in the texts of an edition or a deck that cannot be printed as they are written."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from casekit.diagnostics import Finding, Source, Span, codes
from casekit.diagnostics.invisible_characters import UNUSUAL
from casekit.language.data.toml import read_toml

_UNPRINTED_KEYS = frozenset(
    (
        *("slug", "language", "game", "paper", "colour", "accent", "deck", "cases", "abbreviations"),
        *("cover", "scene", "plan", "ship", "purser", "buoy", "emblem", "emblems", "picture"),
    )
)
"""Keys whose values are names of files, or are never printed."""


def edition_letters(source: Source) -> Iterator[Finding]:
    """Findings on characters that no face has, or that do no good: one a kind in each text of the TOML."""
    if not UNUSUAL.search(source.text) and "\\" not in source.text:
        return
    content, _ = read_toml(source, codes.INVALID_EDITION, "")
    for text in _printed_texts(content):
        if UNUSUAL.search(text):
            # Few editions have such letters.
            from casekit.print.typesetting.letters import letter_findings  # noqa: PLC0415

            yield from letter_findings(text, partial(_span_of_character, source, text))


def _printed_texts(content: Any) -> Iterator[str]:
    """Every text in data of lists and tables that may be printed, in order."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            yield from _printed_texts(part)
    elif isinstance(content, dict):
        for key, value in content.items():
            if key not in _UNPRINTED_KEYS:
                yield from _printed_texts(value)


def _span_of_character(source: Source, text: str, index: int) -> Span:
    """Where a character of a text is in its file.

    If the text is not written there as it is, it is the first place that has the character, maybe as an
    escape such as "u200b" after a backslash; or else the whole file.
    """
    start = source.text.find(text)
    if start >= 0:
        return source.span(start + index, start + index + 1)
    character = text[index]
    code = ord(character)
    spellings = rf"{re.escape(character)}|\\(?:u|U0000){code:04x}|\\U{code:08x}"
    match = re.search(spellings, source.text, re.IGNORECASE)
    return source.span(*match.span()) if match else source.whole()

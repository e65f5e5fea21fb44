"""Where something is in a text, for objects that know no syntax tree."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """From one character of a document's text to another; nowhere, if both are 0."""

    start: int = 0
    end: int = 0

"""The sentences of a declared fact: what people read instead of its logic."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

PLACEHOLDER = re.compile(r"\((\d{1,9}|value)\)")
"""Where an argument of the fact or its value goes: ``(1)``, ``(2)``, ``(value)``."""

VALUE = "value"


@dataclass(frozen=True, slots=True)
class Sentences:
    """A clause for a fact that is so and one for a fact that is not, empty if there is none.

    Both have placeholders. They are written as they are within a sentence: no capital, no full stop.
    """

    so: str
    not_so: str = ""


def placeholders(sentence: str) -> tuple[str, ...]:
    """The placeholders of a sentence without their brackets, in order, each as often as it occurs."""
    return tuple(PLACEHOLDER.findall(sentence))


def split(sentence: str) -> Iterable[tuple[str, str]]:
    """The text before each placeholder with the placeholder, then the rest with none."""
    at = 0
    for found in PLACEHOLDER.finditer(sentence):
        yield sentence[at : found.start()], found[1]
        at = found.end()
    yield sentence[at:], ""

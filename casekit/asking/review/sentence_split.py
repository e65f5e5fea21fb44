"""Prose in sentences."""

import re
from collections.abc import Sequence
from itertools import pairwise

from casekit.asking.review.printed_text import BREAK, PrintedText, Stretch

_END = re.compile(
    rf"(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)(?<!\bM)(?<!\bMme)(?<!\b[A-Z])[.!?…]+[\"”’»)\s]*(?=\s[\"“‘«(]*[^\W\d_a-zà-ÿ])|{BREAK}"
)


def sentences(printed: PrintedText, kept: Sequence[Stretch | None]) -> tuple[Stretch, ...]:
    """The sentences of a text; a quotation that is ``kept`` together makes one of those it is in."""
    ends = [match.end() for match in _END.finditer(printed.text)]
    whole = [stretch for stretch in kept if stretch is not None]
    ends = [end for end in ends if not any(stretch.start < end < stretch.end for stretch in whole)]
    cuts = [0, *ends, len(printed.text)]
    found = (_stripped(printed.text, start, end) for start, end in pairwise(cuts))
    return tuple(stretch for stretch in found if stretch.start < stretch.end)


def _stripped(text: str, start: int, end: int) -> Stretch:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Stretch(start, end)

"""The mistake where the parser stopped, and what to write instead."""

import re

from lark import UnexpectedInput

from casekit.diagnostics import Edit, Finding, Source, codes
from casekit.language.formula.nodes import Node
from casekit.language.syntax.dialect import Dialect, KnownMistake
from casekit.language.syntax.layout import line_around
from casekit.language.syntax.look_alike_marks import look_alike_sign
from casekit.language.syntax.mistakes.unsupported_syntax import UnsupportedSyntax
from casekit.values import frozen

_WORD = re.compile(r"[^\W\d_][\w-]*|\d{1,2}:\d{2}(?!\d)|\d+|\S")


@frozen(slots=True)
class PlacedSlip(Node):
    """A mistake at its place in a text; ``cure`` is what to write there instead, if that is certain."""

    slip: KnownMistake
    cure: str = ""


def diagnostic_of(fault: PlacedSlip, source: Source) -> Finding:
    """The finding on a mistake at its place in a text."""
    slip, place = fault.slip, source.span(fault.start, fault.end)
    fix = (Edit(place, fault.cure),) if fault.cure else ()
    return slip.code.at(place, slip.message, hint=slip.hint, fix=fix)


def fault_of(
    mistake: UnexpectedInput, text: str, end: int, dialect: Dialect, *, alone: bool = False
) -> PlacedSlip:
    """The mistake at which a parse stopped before the ``end`` of a laid-out text.

    The text is a document, or is ``alone``: a formula.
    """
    start = at = _stop(mistake, end)
    word = _WORD.match(text, at)
    end = word.end() if word else at
    if isinstance(mistake, UnsupportedSyntax):
        is_too_much = mistake.slip.code is codes.TOO_MUCH_TO_READ
        return PlacedSlip(mistake.slip, start=at, end=at if is_too_much else end)
    from casekit.language.syntax.mistakes.known_mistakes import ALONE, recognise
    from casekit.language.syntax.mistakes.line_mistakes import recognise_line

    token = getattr(mistake, "token", None)
    if token is not None and (slip := ALONE.get(token.type.rpartition("__")[2])):
        end = at + len(token)
    elif alone:
        slip = recognise(mistake, dialect)
    else:
        slip = recognise_line(mistake, dialect, text, at)
    if (slip is None or slip.code is codes.SYNTAX_ERROR) and (meant := look_alike_sign(text[at])):
        return PlacedSlip(*meant, start=at, end=at + 1)
    if slip is None:
        message = f"`{word.group()}` is not expected here" if word else "the line ends too early"
        slip = KnownMistake(codes.SYNTAX_ERROR, message, _expected(mistake))
    elif slip.code is codes.HEADING_WITHOUT_SPACE:
        start, end = line_around(text, at)
    return PlacedSlip(slip, start=start, end=end)


def _stop(mistake: UnexpectedInput, end: int) -> int:
    """The place where the parser stopped, before the ``end`` of the text."""
    # At the end of the text lark gives no position or a negative one.
    stop: int | None = mistake.pos_in_stream
    return end - 1 if stop is None or stop < 0 else min(stop, end - 1)


_SPOKEN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "TIME": "a time",
    "_NL": "the end of the line",
    "QUOTATION": "a quotation",
    "COMPARATOR": "a comparison",
    "PROSE": "prose",
    "VALUE": "a value",
}


def _expected(mistake: UnexpectedInput) -> str:
    accepted = getattr(mistake, "accepts", None) or getattr(mistake, "expected", None) or ()
    names = sorted(name.rpartition("__")[2] or name for name in accepted)
    spoken = [_SPOKEN[name] for name in names if name in _SPOKEN]
    return f"expected here: {', '.join(spoken)}" if spoken else "see the language reference"

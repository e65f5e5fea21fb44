"""Comments that silence a finding where it stands: ``// casekit: allow CK505 read twice on purpose``."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from casekit.diagnostics import catalogue, codes
from casekit.diagnostics.diagnostic import Diagnostic, Severity
from casekit.diagnostics.source import Span

_COMMENT = re.compile(r"(?://)?\s*casekit\s*:\s*allow\b\s*(?P<code>[^\s:]*):?\s*(?P<reason>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Silence:
    """One such comment: where it stands (``span``) and the lines it speaks for, both ends included.

    ``code`` is as written, so it may be no code at all.
    """

    code: str
    reason: str
    span: Span
    first_line: int
    last_line: int

    def covers(self, found: Diagnostic) -> bool:
        """Whether a finding has this code and starts within these lines."""
        return (
            found.code == catalogue.find(self.code)
            and found.span.file == self.span.file
            and self.first_line <= found.span.line <= self.last_line
        )

    def asks_for(self, family: str) -> bool:
        """Whether the code is one of those that begin so."""
        code = catalogue.find(self.code)
        return code is not None and code.id.startswith(family)


def parse_silence(comment: str) -> tuple[str, str] | None:
    """The code and the reason of a comment, with or without its ``//``; ``None`` if it silences nothing.

    A comment that names no code has the code ``""``.
    """
    match = _COMMENT.fullmatch(comment.strip())
    return (match["code"], match["reason"].strip()) if match else None


def silenced(
    diagnostics: Iterable[Diagnostic], silences: Iterable[Silence], unasked: str = ""
) -> tuple[Diagnostic, ...]:
    """The findings that are left, and a warning for each silence that silences nothing.

    Errors cannot be silenced. ``unasked`` is how the codes begin that were not looked for: whether these silences
    are of use is not known.
    """
    found, silences = tuple(diagnostics), tuple(silences)
    quiet = {
        each
        for each in found
        if each.severity is not Severity.ERROR and any(silence.covers(each) for silence in silences)
    }
    unused = (
        _unused(silence)
        for silence in silences
        if not (unasked and silence.asks_for(unasked)) and not any(map(silence.covers, quiet))
    )
    return (*(each for each in found if each not in quiet), *unused)


def _unused(silence: Silence) -> Diagnostic:
    code = catalogue.find(silence.code)
    if code is None:
        near = catalogue.nearest(silence.code)
        told = f"there is no code `{silence.code}` to allow"
        message = told if silence.code else "this names no code to allow"
        hint = f"write {near[0].id} ({near[0].name})" if near else "name a code, such as CK505"
    elif code.severity == "error":
        message = f"{code} is an error, which no comment can allow"
        hint = "mend what it reports and remove this comment"
    else:
        message = f"nothing here is reported as {code}"
        hint = "remove this comment, or put it where the finding stands"
    return Diagnostic(codes.UNUSED_SILENCE, message, silence.span, hint)

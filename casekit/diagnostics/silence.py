"""Comments that silence a finding in its place: ``// casekit: allow CK505 read twice on purpose``."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from casekit.diagnostics import codes
from casekit.diagnostics.codes import Code
from casekit.diagnostics.diagnostic import Diagnostic, Severity
from casekit.diagnostics.source import Span

_COMMENT = re.compile(r"(?://)?\s*casekit\s*:\s*allow\b\s*(?P<code>[^\s:]*):?\s*(?P<reason>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Silence:
    """One such comment: where it is (``span``) and the lines it applies to, both ends included.

    ``code`` is as written, so it may be no code at all.
    """

    code: str
    reason: str
    span: Span
    first_line: int
    last_line: int


def parse_silence(comment: str) -> tuple[str, str] | None:
    """The code and the reason of a comment, with or without its ``//``; ``None`` if it silences nothing.

    A comment that names no code has the code ``""``.
    """
    match = _COMMENT.fullmatch(comment.strip())
    return (match["code"], match["reason"].strip()) if match else None


def silenced(
    diagnostics: Iterable[Diagnostic],
    silences: Iterable[Silence],
    known: Mapping[str, Code],
    unasked: str = "",
) -> tuple[Diagnostic, ...]:
    """The findings that are left, and a warning for each silence that silences nothing.

    ``known`` are all codes there are, by identifier and by name in small letters. Errors cannot be silenced. ``unasked`` are the digits of the families all or
    some of whose codes were not looked for: whether these silences are of use is not known.
    """
    found = tuple(diagnostics)
    keys = {each: (known.get(each.code.lower()), each.span.file) for each in silences}
    covered = _Lines.covered_by(keys)
    quiet = {each for each in found if each.severity is not Severity.ERROR and covered.hold(each)}
    lines = _lines_of(quiet)
    unused = (
        _unused(silence, code, known)
        for silence, (code, file) in keys.items()
        if not (code and code.family in unasked) and not _is_of_use(silence, lines.get((code, file), ()))
    )
    return (*(each for each in found if each not in quiet), *unused)


_Key = tuple[Code | None, str]
"""A code and a file."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """Which lines silences cover: first lines in order, and with each the last that it or one before reaches."""

    reaches: Mapping[_Key, tuple[tuple[int, ...], tuple[int, ...]]]

    @classmethod
    def covered_by(cls, keys: Mapping[Silence, _Key]) -> "_Lines":
        found: dict[_Key, list[tuple[int, int]]] = defaultdict(list)
        for silence, key in keys.items():
            found[key].append((silence.first_line, silence.last_line))
        return cls(
            {
                key: (
                    tuple(first for first, _ in sorted(lines)),
                    tuple(accumulate((last for _, last in sorted(lines)), max)),
                )
                for key, lines in found.items()
            }
        )

    def hold(self, found: Diagnostic) -> bool:
        """Whether a finding starts on a line where its code is silenced."""
        firsts, lasts = self.reaches.get((found.code, found.span.file), ((), ()))
        before = bisect_right(firsts, found.span.line)
        return before > 0 and lasts[before - 1] >= found.span.line


def _lines_of(found: Iterable[Diagnostic]) -> Mapping[_Key, Sequence[int]]:
    lines: dict[_Key, list[int]] = defaultdict(list)
    for each in found:
        lines[each.code, each.span.file].append(each.span.line)
    return {key: sorted(numbers) for key, numbers in lines.items()}


def _is_of_use(silence: Silence, numbers: Sequence[int]) -> bool:
    at = bisect_left(numbers, silence.first_line)
    return at < len(numbers) and numbers[at] <= silence.last_line


def _unused(silence: Silence, code: Code | None, known: Mapping[str, Code]) -> Diagnostic:
    if code is None:
        near = codes.nearest_codes(silence.code, known)
        told = f"there is no code `{silence.code}` to allow"
        message = told if silence.code else "this names no code to allow"
        hint = f"write {near[0].id} ({near[0].name})" if near else "name a code, such as CK505"
    elif code.severity == "error":
        message = f"{code} is an error, which no comment can allow"
        hint = "fix what it reports and remove this comment"
    else:
        message = f"nothing here is reported as {code}"
        hint = "remove this comment, or put it where the finding is"
    return Diagnostic(codes.UNUSED_SILENCE, message, silence.span, hint)

"""Comments that silence a warning in its place, such as ``// casekit: allow CK505 read twice on purpose``."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, takewhile
from operator import attrgetter

from casekit.diagnostics import Code, Finding, Severity, Span, codes
from casekit.language.formula.nodes import Node
from casekit.language.syntax.dialect import Comment, Item, SyntaxTree
from casekit.values import frozen

_COMMENT = re.compile(r"(?://)?\s*casekit\s*:\s*allow\b\s*(?P<code>[^\s:]*):?\s*(?P<reason>.*)", re.DOTALL)


@frozen(slots=True)
class Suppression:
    """A comment that silences a warning in its place."""

    code: str
    """The code as it is written, so that there may be no such code."""

    reason: str
    """What is written after the code."""

    span: Span
    """Where the comment is."""

    first_line: int
    """The first line that it applies to."""

    last_line: int
    """The last line that it applies to."""


def parse_silence(comment: str) -> tuple[str, str] | None:
    """The code and the reason of a comment, with or without its ``//``; ``None`` if it silences nothing.

    A comment that names no code has the code ``""``.
    """
    match = _COMMENT.fullmatch(comment.strip())
    return (match["code"], match["reason"].strip()) if match else None


def silenced(
    diagnostics: Iterable[Finding],
    silences: Iterable[Suppression],
    meant: Mapping[str, Sequence[Code]],
    unasked_families: Collection[str] = (),
) -> tuple[Finding, ...]:
    """The findings that are left, and a warning for each silence that silences nothing.

    ``meant`` are the codes that each identifier and name stands for, these in small letters. Errors cannot be
    silenced. ``unasked_families`` are the digits of those all or some of whose codes were not looked for:
    whether these silences are of use is not known.
    """
    findings = tuple(diagnostics)
    reported = _silenceable(findings)
    # At each finding, how many silences begin with it, less those that ended before it.
    begun = {key: [0] * (len(alike) + 1) for key, alike in reported.items()}
    unused: list[Finding] = []
    for silence in dict.fromkeys(silences):
        allowed = meant.get(silence.code.lower(), ())
        is_used = False
        for code in allowed:
            key = (code, silence.span.file)
            if key in reported:
                is_used |= _begin(silence, reported[key], begun[key])
        if not is_used and not any(code.family in unasked_families for code in allowed):
            unused.append(_unused(silence, allowed, meant))
    quiet: set[Finding] = set()
    for key, alike in reported.items():
        for finding, silences_there in zip(alike, accumulate(begun[key]), strict=False):
            if silences_there:
                quiet.add(finding)
    return (*(finding for finding in findings if finding not in quiet), *unused)


_line = attrgetter("span.line")


def _silenceable(findings: Iterable[Finding]) -> dict[tuple[Code, str], list[Finding]]:
    """The findings that may be silenced, by code and file, from the first line to the last."""
    reported: dict[tuple[Code, str], list[Finding]] = {}
    for finding in sorted(findings, key=_line):
        if finding.severity is not Severity.ERROR:
            reported.setdefault((finding.code, finding.span.file), []).append(finding)
    return reported


def _begin(silence: Suppression, alike: Sequence[Finding], begun: list[int]) -> bool:
    """Note where a silence begins and ends among findings of one code and file; whether it covers any."""
    first = bisect_left(alike, silence.first_line, key=_line)
    after = bisect_right(alike, silence.last_line, key=_line)
    if first == after:
        return False
    begun[first] += 1
    begun[after] -= 1
    return True


def _unused(silence: Suppression, allowed: Sequence[Code], meant: Mapping[str, Sequence[Code]]) -> Finding:
    listed = " or ".join(map(str, allowed))
    if not allowed:
        near = codes.nearest_codes(silence.code, meant)
        message = "this names no code to allow"
        if silence.code:
            message = f"there is no code `{silence.code}` to allow"
        hint = f"write {near[0].id} ({near[0].name})" if near else "name a code, such as CK505"
    elif all(code.severity == "error" for code in allowed):
        message = f"{listed} is an error, which no comment can allow"
        hint = "fix what it reports and remove this comment"
    else:
        message = f"nothing here is reported as {listed}"
        hint = "remove this comment, or put it where the finding is"
    return codes.UNUSED_SILENCE.at(silence.span, message, hint=hint)


def find_silences(document: SyntaxTree) -> tuple[Suppression, ...]:
    """Every ``// casekit: allow ...`` with the lines it covers.

    After a statement or a field it covers that, on a line of its own what follows, on a heading's line or
    right above it the whole block.
    """
    silences = list(_among(document, document.header))
    for block in document.blocks:
        behind = takewhile(lambda item: isinstance(item, Comment) and item.trailing, block.items)
        leading = [comment for comment in (*block.lead, *behind) if isinstance(comment, Comment)]
        for comment in leading:
            silences += _silence(document, comment, block)
        silences += _among(document, block.items[len(leading) - len(block.lead) :])
    return tuple(silences)


def _among(document: SyntaxTree, items: Sequence[Item]) -> Iterator[Suppression]:
    before: Item | None = None
    waiting: list[Comment] = []
    for item in (*items, None):
        if not isinstance(item, Comment):
            for comment in waiting:
                yield from _silence(document, comment, item or before or comment)
            before, waiting = item, []
        elif item.trailing or (before is not None and item.start < before.end):
            yield from _silence(document, item, before or item)
        else:
            waiting.append(item)


def _silence(document: SyntaxTree, comment: Comment, covered: Node) -> Iterator[Suppression]:
    parsed = parse_silence(comment.text)
    if parsed is not None:
        source = document.source
        place = source.span(comment.start, comment.end)
        first, last = source.line_of(covered.start), source.line_of(covered.end)
        yield Suppression(*parsed, place, first, max(last, place.line if comment.trailing else last))

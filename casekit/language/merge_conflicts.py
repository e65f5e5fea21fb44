"""The markers that git leaves in a text that it could not merge."""

import re
from collections.abc import Iterator
from itertools import islice

from casekit.diagnostics import Finding, Related, Source, codes

_FIRST_MARKER = "<<<<<<<"
_MIDDLE_MARKER = "======="
_LAST_MARKER = ">>>>>>>"
_MARKER_LENGTH = 7

_MARKER_LINE = re.compile(r"^(?:(?P<mark>[<>|])(?P=mark){6}(?:[ \t][^\n]*)?|={7}[ \t]*)\r?$", re.MULTILINE)
"""A line by which git, and other systems after it, part the versions of a text that it could not merge,
such as `<<<<<<< HEAD` or `=======`. The group ``mark`` is empty for a line of `=`."""

_MOST_CONFLICTS = 20
"""The number of conflicts that are reported in a text."""


def find_conflicts(source: Source, *, underlined: bool = False) -> Iterator[Finding]:
    """One finding for each conflict whose markers are in a text, at its first marker.

    A stray marker is a conflict, too, unless it is a line of `=` in a text that may have titles
    ``underlined``, as Markdown has.
    """
    for markers in islice(_conflicts(source.text), _MOST_CONFLICTS):
        first, *others = markers
        if underlined and not others and first["mark"] is None:
            continue
        yield codes.CONFLICT_MARKER.at(
            source.span(first.start(), first.start() + len(first.group().rstrip())),
            f"`{first.group()[:_MARKER_LENGTH]}` marks a conflict of two versions of this file that were not merged",
            hint="keep what is right of both versions, and delete the lines with "
            f"`{_FIRST_MARKER}`, `{_MIDDLE_MARKER}` and `{_LAST_MARKER}`",
            related=tuple(
                Related(source.span(marker.start(), marker.start() + _MARKER_LENGTH), "it goes on here")
                for marker in others
            ),
        )


def _conflicts(text: str) -> Iterator[list[re.Match[str]]]:
    """The markers of each conflict, from the one that opens it to the one that closes it.

    Either may be missing: a conflict also ends before a marker that opens another, and at the end of the
    text.
    """
    markers: list[re.Match[str]] = []
    for marker in _MARKER_LINE.finditer(text):
        if marker.group().startswith(_FIRST_MARKER) and markers:
            yield markers
            markers = []
        markers.append(marker)
        if marker.group().startswith(_LAST_MARKER):
            yield markers
            markers = []
    if markers:
        yield markers

"""The pictures that a case or an edition names, read from the edition's folder."""

import re
from functools import lru_cache
from pathlib import Path

from casekit.diagnostics import Code, Finding, Span
from casekit.games.midnight import codes
from casekit.language.source_files import code_and_hint, contents, left_by_git, reason_of, resolved, size_of
from casekit.print.content.artwork import MOST_BYTES, Flaw, Picture, read_picture, too_large

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def named_picture(
    name: str, key: str, root: Path, place: Span, *, tried: bool = False
) -> tuple[Picture | None, tuple[Finding, ...]]:
    """The picture of a name, seen from the folder ``root``, if it can be printed, and what is wrong with it.

    The name is empty for none; messages call the picture ``key``. Nothing is read outside the folder. What
    was ``tried`` before, in the checks, is not tried again.
    """
    if not name:
        return None, ()

    def finding(code: Code, reason: str, hint: str) -> tuple[None, tuple[Finding, ...]]:
        return None, (code.at(place, f"the {key} {name} {reason}", hint=hint),)

    try:
        inside = not _URL.match(name) and resolved(root / name).is_relative_to(resolved(root))
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        reason = "is a URL" if _URL.match(name) else "is outside the edition's folder"
        return finding(
            codes.FOREIGN_ILLUSTRATION, reason, "put the picture into the edition's folder and name it there"
        )
    try:
        picture = _read(root / name, root, tried=tried)
    except OSError as error:
        hint = f"put the picture there, seen from {root.as_posix()}, or leave out the field"
        code, hint = code_and_hint(error, (codes.MISSING_ILLUSTRATION, hint))
        return finding(code, f"cannot be read: {reason_of(error)}", hint)
    if isinstance(picture, Flaw):
        return finding(picture.code, picture.reason, picture.hint)
    return picture, ()


def _read(path: Path, root: Path, *, tried: bool) -> Picture | Flaw:
    data = contents(path, root, MOST_BYTES)
    if len(data) > MOST_BYTES:
        return too_large(size_of(path))
    if conflicts := left_by_git(data, path.name):
        first = conflicts[0]
        reason = f"holds a conflict of two versions that were not merged, in line {first.span.line}"
        return Flaw(first.code, reason, first.hint)
    attempt = None if tried else _trial
    return _kept(data, attempt) if len(data) <= _SMALL else read_picture(data, attempt)


_SMALL = 500_000
"""Bytes of a picture that is not read again at each keystroke."""

_kept = lru_cache(maxsize=16)(read_picture)


def _trial(html: str) -> str:
    from casekit.print.typesetting.typesetter import trial  # noqa: PLC0415 - few drawings are so heavy

    return trial(html)

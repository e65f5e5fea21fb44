"""The pictures that a case brings along, read from the edition's folder, and substitutes for texts that a half-written case lacks."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar

from casekit.diagnostics import Diagnostic
from casekit.diagnostics.codes import Code
from casekit.games.midnight import codes
from casekit.games.midnight.case import AnswerOption, Case, CaseParagraph, CasePassage
from casekit.language.reading import contents
from casekit.model.passages import Prose
from casekit.print.content.artwork import MOST_BYTES, Flaw, Picture, read_picture, too_large

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


PictureKey = Literal["illustration", "emblem"]
"""The header fields that name a picture."""


def picture_of(
    case: Case, key: PictureKey, *, tried: bool = False
) -> tuple[Picture | None, tuple[Diagnostic, ...]]:
    """A picture of a case, if it names one that can be printed, and what is wrong with it.

    The name is seen from the folder of the edition, or from that of the case if its edition has no file. A picture that
    was ``tried`` before, in the checks, is not tried again.
    """
    name = case.illustration if key == "illustration" else case.emblem
    if not name:
        return None, ()
    root = (case.edition.file or Path(case.source.name)).parent
    try:
        inside = not _URL.match(name) and (root / name).resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        reason = "is a URL" if _URL.match(name) else "is outside the edition's folder"
        hint = "put the picture into the edition's folder and name it there"
        return None, (_finding(case, key, codes.FOREIGN_ILLUSTRATION, reason, hint),)
    try:
        found = _read(root / name, root, tried=tried)
    except OSError as error:
        reason = f"cannot be read: {(error.strerror or str(error)).lower()}"
        hint = f"put the picture there, seen from {root.as_posix()}, or leave out the field"
        return None, (_finding(case, key, codes.MISSING_ILLUSTRATION, reason, hint),)
    if isinstance(found, Flaw):
        return None, (_finding(case, key, found.code, found.reason, found.hint),)
    return found, ()


def _read(path: Path, root: Path, *, tried: bool) -> Picture | Flaw:
    data = contents(path, root, MOST_BYTES)
    if len(data) > MOST_BYTES:
        return too_large(path.stat().st_size)
    attempt = None if tried else _trial
    return _kept(data, attempt) if len(data) <= _SMALL else read_picture(data, attempt)


_SMALL = 500_000
"""Bytes of a picture that is not read again at each keystroke."""

_kept = lru_cache(maxsize=8)(read_picture)


def _trial(html: str) -> str:
    from casekit.print.text.trial import trial  # noqa: PLC0415 - few drawings are so heavy

    return trial(html)


def _finding(case: Case, key: PictureKey, code: Code, reason: str, hint: str) -> Diagnostic:
    name = case.illustration if key == "illustration" else case.emblem
    return Diagnostic(code, f"the {key} {name} {reason}", case.field_span(key), hint=hint)


Passage = TypeVar("Passage", bound=CasePassage)

StandIn = Callable[[str], str]
"""From the name of what is missing to the text in its place."""


def filled_in(case: Case, stand_in: StandIn) -> Case:
    """A case that has a text for every path, a presentation, a solution and answers; it is for the eyes of its writer alone.

    A picture that cannot be printed is left out.
    """
    there = tuple(_written(each, each.name, stand_in) for each in case.paragraphs)
    missing = tuple(
        CaseParagraph((Prose(stand_in(str(path))),), paths=(path,))
        for path in case.edition.paths
        if path not in case.paragraph_of
    )
    return replace(
        case,
        presentation=_written(case.presentation, "presentation", stand_in),
        paragraphs=(*there, *missing),
        solution=_written(case.solution, "solution", stand_in),
        motives=case.motives or (AnswerOption("", stand_in("motive")),),
        methods=case.methods or (AnswerOption("", stand_in("method")),),
        illustration="" if picture_of(case, "illustration")[1] else case.illustration,
        emblem="" if picture_of(case, "emblem")[1] else case.emblem,
    )


def _written(passage: Passage, name: str, stand_in: StandIn) -> Passage:
    return passage if passage.prose else replace(passage, prose=(Prose(stand_in(name)),))


def assets(case: Case) -> tuple[Path, ...]:
    """The files that a case needs: its pictures, and the event cards of its edition."""
    edition = case.edition
    root = (edition.file or Path(case.source.name)).parent
    deck = (root / edition.deck,) if edition.file and edition.deck else ()
    return (*(root / picture for picture in case.pictures), *deck)

"""Suspects are written in capitals, so that players find them at a glance (rulebook, "Unique passengers")."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, Edit, codes
from casekit.games.midnight.case import Case
from casekit.games.midnight.checks.searching import find_all
from casekit.language.nearest import did_you_mean, nearest

_CAPITALS = re.compile(r"(?<![\w.])[^\W\d_]{3,}(?:-[^\W\d_]+)*(?![\w])")
_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_COMMON = frozenset(("TODO", "SOS", "VIP", "RMS", "USA", "BBC"))


def unknown(case: Case) -> Iterator[Diagnostic]:
    """Words in capitals that name nobody: players would look for a suspect who is not there."""
    suspects = case.edition.suspects_by_name
    allowed = {*suspects, *case.edition.abbreviations, *_COMMON}
    for passage in case.passages:
        for match, place in find_all(case, passage, _CAPITALS):
            word = match.group()
            if word != word.upper() or word in allowed or _ROMAN.fullmatch(word):
                continue
            hint = did_you_mean(
                word,
                suspects,
                "write other people's names in small letters; abbreviations go into the edition's `abbreviations`",
            )
            yield Diagnostic(
                codes.UNKNOWN_NAME_IN_PROSE, f"no suspect is called {word}", case.span(place), hint=hint
            )


def lower_case(case: Case) -> Iterator[Diagnostic]:
    """Suspects' names that are not in capitals."""
    suspects = case.edition.suspects_by_name
    names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, suspects))})(?!\w)", re.IGNORECASE)
    for passage in case.passages:
        for match, place in find_all(case, passage, names):
            word = match.group()
            if word not in suspects:
                (name,) = nearest(word, suspects)
                yield Diagnostic(
                    codes.LOWER_CASE_NAME,
                    f"`{word}` is a suspect's name in small letters",
                    case.span(place),
                    hint=f"write {name}; give other people other names",
                    fix=(Edit(case.span(place), name),),
                )

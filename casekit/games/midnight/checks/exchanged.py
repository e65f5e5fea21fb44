"""The paragraphs of two cabins may have got into each other's places; then no reader finds out whose they are."""

import re
from collections.abc import Iterator
from functools import lru_cache

from casekit.diagnostics import Diagnostic, Related
from casekit.games.midnight import codes
from casekit.games.midnight.case import Case, CaseParagraph
from casekit.games.midnight.checks.mentions import mentioned
from casekit.games.midnight.edition import PlacePath


def exchanged(case: Case) -> Iterator[Diagnostic]:
    """Two cabins, each of which names the other's suspect and not its own, at least one of them as an owner."""
    cabins = {suspect.cabin: suspect.name for suspect in case.edition.suspects}
    found = {
        cabins[path.location]: paragraph
        for paragraph in case.paragraphs
        for path in paragraph.paths
        if isinstance(path, PlacePath) and path.location in cabins and len(paragraph.paths) == 1
    }
    named = {name: mentioned(paragraph) & found.keys() for name, paragraph in found.items()}
    for one, names in named.items():
        for other in sorted(name for name in names if one < name and one in named[name]):
            if one in names or other in named[other]:
                continue
            if _owners(case, found[one]) == {other} or _owners(case, found[other]) == {one}:
                yield Diagnostic(
                    codes.EXCHANGED_CABINS,
                    f"this is the cabin of {one}, but it names {other} instead, and the cabin of {other} names {one} instead",
                    case.span(found[one].place),
                    hint="exchange the two paragraphs, or name each cabin's own suspect in it",
                    related=(Related(case.span(found[other].place), f"the cabin of {other} is here"),),
                )


def _owners(case: Case, paragraph: CaseParagraph) -> set[str]:
    """The suspects whose things are in a paragraph: "INGRID's shirt", "the shirt of INGRID", "la chemise d'INGRID"; "none of INGRID" is nobody's."""
    pattern = _owning(tuple(case.edition.suspects_by_name))
    return {
        match["owner"] or match["of"] for prose in paragraph.prose for match in pattern.finditer(prose.text)
    }


@lru_cache(maxsize=4)
def _owning(names: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(
        rf"\b(?:(?P<owner>{listed})(?:['\u2019]s\b|['\u2019])|(?:[Tt]he\s+\w+\s+of|de|d['\u2019])\s*(?P<of>{listed})\b)"
    )

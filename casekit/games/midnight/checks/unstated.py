"""A paragraph whose prose names a place, or somebody at a time, and whose lines are gone: readers learn what no proof knows."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from casekit.diagnostics import Diagnostic
from casekit.games.midnight import codes
from casekit.games.midnight.case import Case, CaseParagraph
from casekit.games.midnight.checks.mentions import mentioned
from casekit.games.midnight.edition import Location, PlacePath
from casekit.games.prose.searching import find_all, folded_prose
from casekit.language.spoken.spoken_words import spoken_times
from casekit.model.place import Place


def unstated(case: Case) -> Iterator[Diagnostic]:
    """Paragraphs without a line that say where somebody was, or when something happened."""
    for paragraph in case.paragraphs:
        if not paragraph.statements and not _has_marks(case, paragraph):
            yield from _unstated(case, paragraph)


def _has_marks(case: Case, paragraph: CaseParagraph) -> bool:
    """Whether it has lines after all, which were not understood."""
    block, _, _ = case.source.text[paragraph.place.end :].partition("\n==")
    return re.search(r"^[ \t]*~", block, re.MULTILINE) is not None


def _unstated(case: Case, paragraph: CaseParagraph) -> Iterator[Diagnostic]:
    names = [*_places(case, paragraph)]
    others = mentioned(paragraph) & {*case.edition.suspects_by_name} - {paragraph.speaker}
    times = (
        [time.words for time in spoken_times(folded_prose(paragraph), case.edition.language)]
        if others
        else []
    )
    if not names and not times:
        return
    place = names[0][1] if names else paragraph.prose[0].place
    said = names[0][0] if names else times[0]
    yield Diagnostic(
        codes.UNSTATED_PARAGRAPH,
        f'this paragraph names "{said}", and has no line that says what a reader learns',
        case.span(place),
        hint="state what it tells, as a `hint` if it proves nothing, or leave the place and the time out",
    )


def _places(case: Case, paragraph: CaseParagraph) -> Iterator[tuple[str, Place]]:
    """The places that its prose names, without the one where it is found."""
    here = {path.location for path in paragraph.paths if isinstance(path, PlacePath)}
    called = _calling(tuple(case.edition.locations))
    for match, place in find_all(case.source, paragraph, called):
        if called.numbers[match.re] not in here:
            yield " ".join(match[0].split()), place


class _Calling:
    """Finds locations by what they are called, in the order of the edition."""

    def __init__(self, locations: tuple[Location, ...]) -> None:
        self.numbers = {_called(location): location.number for location in locations}

    def finditer(self, text: str, /) -> Iterator[re.Match[str]]:
        return chain.from_iterable(pattern.finditer(text) for pattern in self.numbers)


_calling = lru_cache(maxsize=8)(_Calling)
"""Each edition's once: while a case is written, it is looked for in all paragraphs at each keystroke."""


def _called(location: Location) -> re.Pattern[str]:
    """A location under its printed name or its slug, in a place where somebody could be, unlike "hold on"."""
    names = dict.fromkeys((location.name, location.slug.replace("-", " ")))
    words = "|".join(r"\s+".join(map(re.escape, name.split())) for name in names)
    before = r"\b(?:the|in|at|to|from|our|my|his|her|le|la|les|au|aux|du|des|à|dans|l['’])\s*"
    return re.compile(rf"{before}(?:{words})(?!\w)|^(?:{words})(?!\w)", re.IGNORECASE)

"""People and places that the prose of a case names."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from casekit.asking.review.printed_text import Mention, PrintedText, Stretch, named_in, spoken_mentions
from casekit.games.midnight.edition import Edition, Location, Suspect

_DETERMINED = (
    r"(?:(?<=\bthe )|(?<=\bThe )|(?<=\bthis )|(?<=\bla )|(?<=\ble )|(?<=\bau )|(?<=\bdu )|(?<=\bl['’])|(?<=\bdie )"
    r"|(?<=\bder )|(?<=\bdas )|(?<=\bdem )|(?<=\bim ))"
)
"""A word alone is a place after an article, or with a capital: "to hold" is not a place."""
_JOINED = re.compile(r"\s+(?:and|et|und)\s+")
_MINE = r"(?:my|own|ma|mon|meine[rm]?)"


def mentions(edition: Edition, printed: PrintedText, own: frozenset[str]) -> tuple[Mention, ...]:
    """Everything that a text names; ``own`` is its speaker, if it has one."""
    people = edition.suspects_by_name
    speaker = next((people[name] for name in own if name in people), None)
    places = tuple(_places(edition, printed, speaker))
    return (*named_in(printed, people), *places, *spoken_mentions(printed, edition.language))


def _places(edition: Edition, printed: PrintedText, suspect: Suspect | None) -> Iterator[Mention]:
    """The longest names first; what is named by one is not looked at again."""
    taken: list[Stretch] = []
    own = edition.locations_by_number.get(suspect.cabin) if suspect else None
    patterns = [
        *(((own.slug, _own(own)),) if own else ()),
        *_patterns(_Places(edition.locations, tuple(edition.suspects_by_name), edition.language)),
    ]
    found = [(slug, match) for slug, pattern in patterns for match in re.finditer(pattern, printed.text)]
    for slug, match in sorted(found, key=lambda each: (-len(each[1][0]), each[1].start())):
        stretch = Stretch(*match.span())
        if match[0] and not any(stretch.meets(other) for other in taken):
            taken.append(stretch)
            yield Mention("place", match[0], stretch, frozenset((slug,)))


def _own(location: Location) -> str:
    """How people call their own: by the first word of its name."""
    return rf"(?i:\b{_MINE}\s+{re.escape(location.name.split()[0])}\b)"


@dataclass(frozen=True, slots=True)
class _Places:
    """The settings that decide how the places of an edition may be called."""

    locations: tuple[Location, ...]
    names: tuple[str, ...]
    language: str


@lru_cache(maxsize=4)
def _patterns(places: _Places) -> tuple[tuple[str, str], ...]:
    ends = Counter(_noun(at, places.language) for at in places.locations)
    return tuple(
        (at.slug, pattern)
        for at in places.locations
        for pattern in _called(at, places.names, places.language, ends)
    )


def _called(
    location: Location, names: tuple[str, ...], language: str, ends: Mapping[str, int]
) -> Iterator[str]:
    """The names that a location may have: its own, its parts, the word that no other has, and whose it is."""
    whole = {location.name, location.slug.replace("-", " "), *_JOINED.split(location.name)}
    owners = [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", location.name)]
    noun = _noun(location, language)
    whole |= {noun} if ends[noun] == 1 and not owners else set()
    for called in sorted(whole):
        if " " in called:
            yield rf"(?i:(?<!\w){re.escape(called)}(?!\w))"
        else:
            word = re.escape(called)
            yield rf"(?:{_DETERMINED}{word.lower()}|(?<!\w){word.capitalize()})(?!\w)"
    for owner in owners:
        yield rf"{re.escape(owner)}['’]s?\s+(?i:{re.escape(location.name.split()[0])})\b"


def _noun(location: Location, language: str) -> str:
    """The word of a name that says what it is: the first in languages that put what is more after it."""
    words = location.name.casefold().split()
    return words[0 if language.partition("-")[0] in {"fr", "it", "es"} else -1]

"""How prose may call the places of an edition.

It has their names, parts of them that no other place has, and whose they are.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from casekit.games.midnight.document import Edition, Location, Suspect
from casekit.language.suggestions import name_key
from casekit.prose.expressions.recognizer import day_named
from casekit.values import frozen

_WORD = re.compile(r"[\w-]+")
_JOINED = re.compile(r"\s+(?:and|et|und)\s+")
_MINE = ("my", "my own", "ma", "mon", "meiner", "meinem", "meine")
_ROOMS = frozenset(
    ("room", "cabin", "bedroom", "chamber", "loft", "attic", "suite", "chambre", "cabine", "mansarde")
)
"""Places of which one of these is in the name, which people may call any of ``_BEDS``."""
_BEDS = ("room", "bedroom", "bed", "chambre", "lit")


@frozen
class CaseNames:
    """The names that the prose of an edition's cases may have for people and for places."""

    suspects: tuple[Suspect, ...]
    locations: tuple[Location, ...]
    language: str
    day: str = ""

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The names of the suspects."""
        return tuple(suspect.name for suspect in self.suspects)

    @cached_property
    def located(self) -> frozenset[str]:
        """The slugs of the locations."""
        return frozenset(at.slug for at in self.locations)

    def printed(self, place: str) -> str:
        """The name that the prose has for a location, by its slug."""
        return next((at.text or at.name for at in self.locations if at.slug == place), place)

    @cached_property
    def called(self) -> Mapping[str, str]:
        """The locations by all that they may be called, in small letters."""
        ends = Counter(_noun(at, self.language) for at in self.locations)
        slugs: dict[str, str] = {}
        for at in self.locations:
            for called in _names(at, self, ends):
                slugs.setdefault(called.replace("’", "'"), at.slug)
        return slugs

    def own(self, speaker: str | None) -> Mapping[str, str]:
        """How people call their own: by its name, the first word or the last, and what people sleep in."""
        return self._own.get(speaker or "", {})

    @cached_property
    def _own(self) -> Mapping[str, Mapping[str, str]]:
        locations = {location.number: location for location in self.locations}
        own: dict[str, dict[str, str]] = {}
        for suspect in self.suspects:
            if suspect.cabin is None or suspect.cabin not in locations:
                continue
            cabin = locations[suspect.cabin]
            calls = own[suspect.name] = {}
            for mine in _MINE:
                for call in _calling(name_key(cabin.name)):
                    calls[f"{mine} {call}"] = cabin.slug
        return own

    def __hash__(self) -> int:
        return hash(self.people)


def names_of(edition: Edition, opening: str = "") -> CaseNames:
    """The names of an edition's people and places, and the day that the opening of a case names."""
    return _kept(edition.suspects, edition.locations, edition.language, day_named(opening, edition.language))


_kept = lru_cache(maxsize=8)(CaseNames)


def _names(location: Location, names: CaseNames, ends: Mapping[str, int]) -> Iterator[str]:
    """The names that a location may have: its own, its parts, the word that no other has, and whose it is."""
    words = _WORD.findall(location.name)
    owners = [name for name in names.people if name in words]
    noun = _noun(location, names.language)
    slug = location.slug.replace("-", " ")
    for called in (location.name, *location.also, slug, *_JOINED.split(location.name)):
        yield name_key(called)
    if ends[noun] == 1 and not owners:
        yield noun
    for owner in owners:
        for mark in ("'", "'s"):
            yield name_key(f"{owner}{mark} {location.name.split()[0]}")


def _calling(name: str) -> Iterator[str]:
    """The names that people have for a place of their own."""
    words = name.split()
    yield from (words[0], words[-1], name)
    if not _ROOMS.isdisjoint(words):
        yield from _BEDS


def _noun(location: Location, language: str) -> str:
    """The word of a name that says what it is: the first one in languages that put adjectives after it."""
    noun_comes_first = language.partition("-")[0] in {"fr", "it", "es"}
    return name_key(location.name).split()[0 if noun_comes_first else -1]

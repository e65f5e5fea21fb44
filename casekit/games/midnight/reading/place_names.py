"""How prose may call the places of an edition: by their names, by parts of them that no other has, and by whose they are."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from casekit.games.midnight.edition import Edition, Location

_DETERMINED = re.compile(
    r"\b(?:the|this|our|la|le|les|au|aux|du|des|die|der|das|dem|im)\s+$|\b(?:l|d)['’]$", re.IGNORECASE
)
"""A word alone is a place after an article, or with a capital: "to hold" is not a place."""
_NEAR = 40
"""Characters before a name in which an article is sought."""
_JOINED = re.compile(r"\s+(?:and|et|und)\s+")
_MINE = r"(?:my|own|ma|mon|meine[rm]?)"


@dataclass(frozen=True)
class CaseNames:
    """The names that the prose of an edition's cases may have for people and for places."""

    people: tuple[str, ...]
    cabins: tuple[int, ...]
    locations: tuple[Location, ...]
    language: str

    @property
    def located(self) -> frozenset[str]:
        """The slugs of the locations."""
        return frozenset(at.slug for at in self.locations)

    def places(self, text: str, speaker: str | None) -> Iterator[tuple[int, int, str]]:
        """The places that a text names, in order, from where to where, by their slugs; "my cabin" is the speaker's."""
        called, own = _called(self), _own(self, speaker)
        for match in called.pattern.finditer(text):
            words = " ".join(match[0].casefold().replace("’", "'").split())
            slug = own.get(words) or called.slugs.get(words)
            alone = words in called.alone and not own.get(words)
            if slug and (
                not alone
                or match[0][0].isupper()
                or _DETERMINED.search(text, max(0, match.start() - _NEAR), match.start()) is not None
            ):
                yield *match.span(), slug


def names_of(edition: Edition) -> CaseNames:
    """The names of an edition's people and places."""
    cast = edition.suspects
    return CaseNames(
        tuple(each.name for each in cast),
        tuple(each.cabin for each in cast),
        edition.locations,
        edition.language,
    )


@dataclass(frozen=True)
class _Called:
    """One pattern for all that places may be called, the place that each of these names means, and single words among them."""

    pattern: re.Pattern[str]
    slugs: Mapping[str, str]
    alone: frozenset[str]


@lru_cache(maxsize=8)
def _called(names: CaseNames) -> _Called:
    ends = Counter(_noun(at, names.language) for at in names.locations)
    slugs: dict[str, str] = {}
    for at in names.locations:
        for called in _names(at, names, ends):
            slugs.setdefault(called, at.slug)
    first = sorted({re.escape(at.name.split()[0].casefold()) for at in names.locations})
    ways = [
        rf"{_MINE}\s+(?:{'|'.join(first)})",
        *(re.escape(each).replace(r"\ ", r"\s+").replace("'", "['’]") for each in slugs),
    ]
    pattern = "|".join(sorted(ways, key=len, reverse=True))
    alone = frozenset(each for each in slugs if " " not in each)
    return _Called(re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE), slugs, alone)


def _names(location: Location, names: CaseNames, ends: Mapping[str, int]) -> Iterator[str]:
    """The names that a location may have: its own name, its parts, the word that no other has, and whose it is."""
    owners = [name for name in names.people if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", location.name)]
    noun = _noun(location, names.language)
    for called in (
        location.name,
        *location.also,
        location.slug.replace("-", " "),
        *_JOINED.split(location.name),
    ):
        yield called.casefold()
    if ends[noun] == 1 and not owners:
        yield noun
    for owner in owners:
        for mark in ("'", "'s"):
            yield f"{owner}{mark} {location.name.split()[0]}".casefold()


def _noun(location: Location, language: str) -> str:
    """The word of a name that says what it is: the first in languages that put what is more after it."""
    words = location.name.casefold().split()
    return words[0 if language.partition("-")[0] in {"fr", "it", "es"} else -1]


@lru_cache(maxsize=64)
def _own(names: CaseNames, speaker: str | None) -> Mapping[str, str]:
    """How people call their own: by the first word of its name."""
    cabin = dict(zip(names.people, names.cabins, strict=True)).get(speaker or "")
    at = next((each for each in names.locations if each.number == cabin), None)
    if at is None:
        return {}
    noun = at.name.split()[0].casefold()
    return {f"{mine} {noun}": at.slug for mine in ("my", "own", "ma", "mon", "meiner", "meinem", "meine")}

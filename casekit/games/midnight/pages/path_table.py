"""The table of paths: the suspects with their topics, then the locations deck by deck."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from casekit.games.midnight.document import AnswerPath, CasePath, Edition, Location, PlacePath
from casekit.games.midnight.pages.edition_look import words_for
from casekit.prose.markup import typographic
from casekit.values import replace


class PathRow(NamedTuple):
    """A line of the table of paths."""

    code: str
    """A suspect's letter, or the number of a location in two figures."""

    name: str
    """The name of the suspect or of the location."""

    zone: str
    """The number of a location's zone; empty for a suspect."""

    paths: tuple[CasePath, ...]
    """A path per column."""


class PathTable(NamedTuple):
    """A part of the table of paths."""

    title: str
    columns: tuple[str, ...]
    """The names of the columns of paths; empty if there is only one."""

    rows: Sequence[PathRow]


def path_table(edition: Edition) -> Iterator[PathTable]:
    """The paths as a detective meets them: the suspects, then deck by deck and zone by zone the locations."""
    edition = with_typographic_names(edition)
    words = words_for("pages", edition)
    suspects: list[PathRow] = []
    for suspect in edition.suspects:
        answers = tuple(AnswerPath(suspect.name, topic.slug) for topic in edition.topics)
        suspects.append(PathRow(suspect.letter, suspect.name, "", answers))
    yield PathTable(words["suspects"], tuple(topic.name for topic in edition.topics), suspects)
    for deck, locations in groupby(locations_by_zone(edition), key=lambda place: deck_of(edition, place)):
        rows: list[PathRow] = []
        for location in locations:
            code, path = f"{location.number:02}", PlacePath(location.number)
            rows.append(PathRow(code, location.name, str(location.zone), (path,)))
        title = deck or words["locations"]
        # Other capitals stay, which German nouns have.
        yield PathTable(f"{title[:1].upper()}{title[1:]}", (), rows)


def with_typographic_names(edition: Edition) -> Edition:
    """An edition with typographic marks in its title and in the names of zones, decks, locations, topics."""

    def printed(text: str) -> str:
        return typographic(text, edition.language)

    return replace(
        edition,
        title=printed(edition.title),
        zones=tuple(
            replace(zone, name=printed(zone.name), deck=printed(zone.deck)) for zone in edition.zones
        ),
        locations=tuple(replace(at, name=printed(at.name)) for at in edition.locations),
        topics=tuple(replace(topic, name=printed(topic.name)) for topic in edition.topics),
    )


def locations_by_zone(edition: Edition) -> list[Location]:
    """The locations by deck, zone and number; decks are in the order in which they first appear."""
    decks = list(dict.fromkeys(zone.deck for zone in edition.zones))
    return sorted(edition.locations, key=lambda at: (decks.index(deck_of(edition, at)), at.zone, at.number))


def deck_of(edition: Edition, location: Location) -> str:
    """The name of the deck that a location is on; empty if its zone has none."""
    return next((zone.deck for zone in edition.zones if zone.number == location.zone), "")

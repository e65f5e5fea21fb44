"""Names as they are printed: with the quotation marks, apostrophes and spaces of the edition's language."""

from dataclasses import replace

from casekit.games.midnight.edition import Edition
from casekit.print.text.prose import label


def lettered(edition: Edition) -> Edition:
    """An edition with typographic marks in its title and in the names of zones, decks, locations and topics."""

    def printed(text: str) -> str:
        return label(text, edition.language)

    return replace(
        edition,
        title=printed(edition.title),
        zones=tuple(
            replace(zone, name=printed(zone.name), deck=printed(zone.deck)) for zone in edition.zones
        ),
        locations=tuple(replace(at, name=printed(at.name)) for at in edition.locations),
        topics=tuple(replace(topic, name=printed(topic.name)) for topic in edition.topics),
    )

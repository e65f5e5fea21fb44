"""The paths of a case as they are laid out on its sheet: suspects by topics, then locations by zones."""

from casekit.asking.overviews import SourceCell, SourceRow, SourceTable, is_waiting
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import AnswerPath, CasePath, PlacePath


def path_tables(case: Case) -> tuple[SourceTable, ...]:
    """A table of questions and one of locations."""
    edition = case.edition
    questions = tuple(
        SourceRow(
            suspect.name,
            tuple(
                _cell(case, AnswerPath(suspect.name, topic.slug), f"{suspect.name}, {topic.name}")
                for topic in edition.topics
            ),
        )
        for suspect in edition.suspects
    )
    places = tuple(
        SourceRow(
            zone.name,
            tuple(
                _cell(case, PlacePath(place.number), f"{place.number:02} {place.name}")
                for place in sorted(edition.locations, key=lambda each: each.number)
                if place.zone == zone.number
            ),
        )
        for zone in edition.zones
    )
    tables = (
        SourceTable("Questions", tuple(topic.name for topic in edition.topics), questions),
        SourceTable("Locations", (), tuple(row for row in places if row.cells)),
    )
    return tuple(table for table in tables if table.rows)


def _cell(case: Case, path: CasePath, name: str) -> SourceCell:
    paragraph = case.paragraph_of.get(path)
    if paragraph is None:
        return SourceCell(str(path), name)
    place = paragraph.place
    return SourceCell(paragraph.name, name, place.start, place.end, is_waiting(paragraph.prose))

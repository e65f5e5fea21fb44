"""The paragraphs that could state a fact: of the place it is about, of other places, and of people who could know."""

from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.case import CaseParagraph
from casekit.games.midnight.edition import PlacePath
from casekit.model.theory import Cure, Fact


def carriers(inquiry: CaseInquiry, cure: Cure) -> tuple[str, ...]:
    """The paragraphs that could state the fact of a cure, the likeliest first.

    Where it is about a place, the paragraph found there comes first, then those of other places, then the people who
    were there or whom the fact is about. Nobody who was elsewhere can have seen it.
    """
    place = _place(inquiry, cure.fact)
    if place is None:
        return cure.sources
    speakers = {paragraph.name: paragraph.speaker for paragraph in inquiry.case.paragraphs}
    found = [name for name in cure.sources if speakers.get(name) is None]
    people = [
        name
        for name in cure.sources
        if (speaker := speakers.get(name)) is not None
        and (speaker in cure.fact.arguments or place in _rooms(inquiry, speaker))
    ]
    own = _found_at(inquiry, place)
    return tuple(dict.fromkeys([*([own.name] if own else []), *found, *people]))


def _place(inquiry: CaseInquiry, fact: Fact) -> str | None:
    """The location that a fact is about: its value, or one of its arguments."""
    places = inquiry.case.edition.locations_by_slug
    return next((value for value in (fact.value, *fact.arguments) if value in places), None)


def _rooms(inquiry: CaseInquiry, suspect: str) -> set[str]:
    """Where somebody was in truth, by any fact that gives a location to a suspect alone."""
    places = inquiry.case.edition.locations_by_slug
    return {
        value
        for (_, arguments), value in inquiry.facts.items()
        if arguments == (suspect,) and value in places
    }


def _found_at(inquiry: CaseInquiry, place: str) -> CaseParagraph | None:
    location = inquiry.case.edition.locations_by_slug[place]
    return inquiry.case.paragraph_of.get(PlacePath(location.number))

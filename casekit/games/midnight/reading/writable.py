"""The words that may be written in a case."""

from casekit.asking.overviews import (
    WordList,
    WritableGroup,
    WritableName,
    facts_of,
    merged_lists,
    types_of,
)
from casekit.games.midnight.case import AnswerOption, Case
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.reading.declarations import NOBODY, VICTIM

_ANSWERS = "in formulas"


def words(edition: Edition, case: Case | None = None) -> WordList:
    """The words that all cases of an edition may write, and those of one."""
    own = () if case is None else (_words_of_case(case),)
    return merged_lists((_words_of_edition(edition), *own))


def _words_of_edition(edition: Edition) -> WordList:
    zones = {zone.number: zone for zone in edition.zones}
    locations = sorted(edition.locations, key=lambda location: location.number)
    suspects = tuple(
        WritableName(suspect.name, "", f"letter {suspect.letter}, cabin {suspect.cabin:02}")
        for suspect in edition.suspects
    )
    topics = tuple(WritableName(topic.slug, topic.name, topic.question) for topic in edition.topics)
    places = tuple(
        WritableName(
            at.slug,
            at.name,
            f"{at.number:02}, zone {at.zone}" + (f", {at.text}" if at.text else ""),
        )
        for at in locations
    )
    names = tuple(WritableName(f"zone-{zone.number}", zone.name, zone.deck) for zone in zones.values())
    return WordList(
        (
            WritableGroup("suspects", "in headings, prose and formulas", suspects),
            WritableGroup("topics", "in headings, after a suspect", topics),
            WritableGroup("locations", "in formulas; in headings by number too", places),
            WritableGroup("zones", "in formulas", names),
        ),
        spelling=(
            edition.title,
            *(zone.deck for zone in edition.zones),
            *(location.text for location in locations),
            *(topic.question for topic in edition.topics),
            *(rule.sentence for rule in edition.rules),
            *edition.abbreviations,
        ),
        people=tuple(suspect.name for suspect in edition.suspects),
    )


def _words_of_case(case: Case) -> WordList:
    motives = (*_answers(case.motives), WritableName("none", case.accident))
    nobody = (WritableName(VICTIM, "", "a suicide"), WritableName(NOBODY, "", "an accident"))
    return WordList(
        (
            WritableGroup("other culprits", "in formulas", nobody),
            WritableGroup("motives", _ANSWERS, motives),
            WritableGroup("methods", _ANSWERS, tuple(_answers(case.methods))),
            types_of(case.scope),
        ),
        tuple(facts_of(case.scope, case.glosses)),
        (case.title, case.author, case.victim),
    )


def _answers(options: tuple[AnswerOption, ...]) -> tuple[WritableName, ...]:
    return tuple(WritableName(option.slug, option.label) for option in options)

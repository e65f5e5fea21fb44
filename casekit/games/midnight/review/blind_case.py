"""A case without its lines and its solution, for a reader who is to solve it."""

from collections.abc import Iterator
from itertools import groupby

from casekit.asking.review.reviewed import BlindBook, BlindQuestion, Choice, ChoiceGroup
from casekit.games.midnight.case import Case, CasePassage
from casekit.games.midnight.edition import AnswerPath, CasePath, PlacePath
from casekit.games.midnight.printing.booklet_text import by_zone, deck_of, options_of
from casekit.games.midnight.printing.page_words import questions_of, words_of
from casekit.print.text.prose import label


def blind_case(case: Case) -> BlindBook:
    """The case as a tester gets it: paths in the order of the table in the booklet."""
    language, options = case.edition.language, options_of(case)
    return BlindBook(
        title=label(case.title, language),
        file=case.source.name,
        language=language,
        principles=tuple(rule.sentence for rule in case.edition.rules if rule.sentence),
        given=_prose(case.presentation),
        groups=tuple(group for group in (*_people(case), *_places(case)) if group.choices),
        questions=tuple(
            BlindQuestion(question, tuple(label(answer, language) for _, answer in options[element]))
            for element, question in questions_of(language)
        ),
    )


def _prose(passage: CasePassage) -> tuple[str, ...]:
    return tuple(prose.text for prose in passage.prose)


def _people(case: Case) -> Iterator[ChoiceGroup]:
    language = case.edition.language
    for suspect in case.edition.suspects:
        paths = [(topic, AnswerPath(suspect.name, topic.slug)) for topic in case.edition.topics]
        named = [(topic.question or topic.name, path) for topic, path in paths]
        yield ChoiceGroup(
            suspect.name, tuple(_choices(case, [(label(name, language), path) for name, path in named]))
        )


def _places(case: Case) -> Iterator[ChoiceGroup]:
    edition = case.edition
    heading = words_of(edition.language)["locations"]
    for deck, locations in groupby(by_zone(edition), key=lambda at: deck_of(edition, at)):
        name = label(deck, edition.language) or heading
        named = [
            (f"{at.number:02} {label(at.name, edition.language)}", PlacePath(at.number)) for at in locations
        ]
        yield ChoiceGroup(f"{name[:1].upper()}{name[1:]}", tuple(_choices(case, named)))


def _choices(
    case: Case, named: list[tuple[str, AnswerPath]] | list[tuple[str, PlacePath]]
) -> Iterator[Choice]:
    for name, path in named:
        known: CasePath = path
        paragraph = case.paragraph_of.get(known)
        if paragraph is not None:
            yield Choice(name, _prose(paragraph))

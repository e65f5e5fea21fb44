"""A case as its readers get it: prose without lines, each path with who answers what or what is searched."""

from collections.abc import Iterator

from casekit.analysis.summaries import WordList
from casekit.games.midnight.document import AnswerPath, Case, CaseParagraph, CasePassage, CasePath, PlacePath
from casekit.games.midnight.language.scope import VICTIM
from casekit.prose.phrasing import listed
from casekit.readings.reading import PRESENTATION, SOLUTION
from casekit.readings.reading_copy import ReadingCopy, ReadingPassage

_LIARS = {
    "may": "Only the culprit may lie; everybody else tells the truth, as far as they know it.",
    "never": "Nobody lies; all tell the truth, as far as they know it.",
    "must": "Every answer of the culprit is a lie; everybody else tells the truth, as far as they know it.",
}
"""The rule about lies (rulebook, general rule 3), by what a case says of its liar."""

_ALONE = "Whoever did it acted alone. The culprit of an accident is `nobody`, that of a suicide is `victim`."
_FOUND = "What is found at a place is true."


def reading_copy(case: Case, words: WordList) -> ReadingCopy:
    """The case with its presentation, its paragraphs in the order of the edition's paths, and its solution.

    ``words`` are those that its formulas may use.
    """
    edition = case.edition
    rules = [_LIARS[case.liar], _ALONE, _FOUND]
    if case.victim:
        rules.insert(0, f"The victim, who is called `{VICTIM}` in formulas, is {case.victim}.")
    rules += [rule.sentence for rule in edition.rules if rule.sentence]
    return ReadingCopy(
        title=case.title,
        language=edition.language,
        rules=tuple(rules),
        words=words,
        sentences=_sentences(case),
        speakers=(*edition.suspects_by_name, VICTIM),
        passages=tuple(_passages(case)),
    )


def _sentences(case: Case) -> dict[str, tuple[str, ...]]:
    """The sentences that say each fact, by its name."""
    sentences: dict[str, tuple[str, ...]] = {}
    for name, ways in case.sentences.items():
        sentences[name] = tuple([clause for clause, _ in ways.ways])
    return sentences


def _passages(case: Case) -> Iterator[ReadingPassage]:
    """Everything with prose."""
    if case.presentation.prose:
        heading = "It is read aloud to all players at the start, and it is true."
        yield _passage(case.presentation, PRESENTATION, heading)
    for paragraph in _in_order(case):
        if paragraph.prose:
            yield _paragraph(case, paragraph)
    if case.solution.prose:
        heading = "It is the solution, which players read when the game is over. It is true."
        yield _passage(case.solution, SOLUTION, heading)


def _in_order(case: Case) -> tuple[CaseParagraph, ...]:
    """The paragraphs in the order of the edition's paths, each once; second ones for a path at the end."""
    first = [case.paragraph_of[path] for path in case.edition.paths if path in case.paragraph_of]
    # Two paragraphs with the same text are two.
    return tuple({id(paragraph): paragraph for paragraph in (*first, *case.paragraphs)}.values())


def _paragraph(case: Case, paragraph: CaseParagraph) -> ReadingPassage:
    heading = " ".join(_heading(case, path) for path in paragraph.paths)
    return _passage(paragraph, paragraph.name, heading, paragraph.speaker or "")


def _passage(passage: CasePassage, key: str, heading: str, speaker: str = "") -> ReadingPassage:
    places = tuple([statement.place for statement in passage.statements])
    return ReadingPassage(key, heading, passage.prose, key, places, speaker)


def _heading(case: Case, path: CasePath) -> str:
    """The heading of a path: the suspect and the question, or the place."""
    edition = case.edition
    if isinstance(path, AnswerPath):
        topic = edition.topics_by_slug[path.topic]
        if topic.question:
            return f"{path.suspect} answers the question: {topic.question}"
        return f"{path.suspect} is asked about this topic: {topic.name}."
    return _place_heading(case, path)


def _place_heading(case: Case, path: PlacePath) -> str:
    location = case.edition.locations_by_number[path.location]
    owners = [name for name, cabin in case.edition.cabins.items() if cabin.number == location.number]
    whose = f", which is the cabin of {listed(owners)}" if owners else ""
    return f"This is what is found in {location.called} (`{location.slug}`){whose}. “Here” means this place."

"""A case for people who read no logic: at a glance, in plain words, its prose for its proofreader, and without lines and solution for a tester."""

from collections.abc import Iterable, Iterator

from casekit.asking.interrogation import Json
from casekit.asking.overviews import (
    TODO,
    DraftPart,
    SourceCell,
    SourceRow,
    SourceTable,
    WritingDraft,
    is_waiting,
    is_written,
)
from casekit.asking.plain.plain_words import PlainWords
from casekit.asking.review.reviewed import BlindBook
from casekit.diagnostics import codes
from casekit.games.midnight.asking.case_plain_words import CasePlainWords
from casekit.games.midnight.asking.case_wording import TARGETS, CaseWording
from casekit.games.midnight.codes import BARE_SOLUTION, EMPTY_PARAGRAPH, NO_ANSWERS, UNNAMED_CULPRIT
from casekit.games.midnight.edition_and_case import AnswerPath, Case, CasePassage, CasePath, PlacePath
from casekit.games.midnight.printing.booklet_text import options_of, path_table, phrases_of, questions_of
from casekit.games.midnight.reading.case_forms import CASE, RuleNode, StatementNode
from casekit.games.midnight.reading.declarations import Headings
from casekit.games.prose.whereabouts import PlainSpeech
from casekit.language.document.canonical import heading_text
from casekit.language.document.dialect import Block, SyntaxTree
from casekit.manuscripts.manuscript_parts import ManuscriptPart
from casekit.print.text.prose import label
from casekit.resources import Words, words as words_in


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


class CaseSpeech(PlainSpeech):
    """The plain words of a case, with those for its paths."""

    def __init__(self, case: Case, tree: SyntaxTree, plain: PlainWords, phrases: Words) -> None:
        super().__init__(tree, CASE, plain, CaseWording(case), case.glosses, phrases["nowhere"])
        self._case, self._phrases = case, phrases

    def path(self, path: CasePath) -> str:
        """A path as people call it: ``ANNA, alibi`` or ``13 Luxury suite``."""
        edition = self._case.edition
        if isinstance(path, AnswerPath):
            topic = edition.topics_by_slug[path.topic].name
            return f"{path.suspect}, {topic[:1].lower() + topic[1:]}"
        return (
            f"{path.location:02} {label(edition.locations_by_number[path.location].name, edition.language)}"
        )

    def knower(self, path: CasePath) -> str:
        """The reader of what is found on a path."""
        if isinstance(path, PlacePath):
            return str(self._phrases["searches"].format(self.path(path)))
        topic = self._case.edition.topics_by_slug[path.topic]
        if topic.question:
            question = label(topic.question, self._case.edition.language)
            return str(self._phrases["asks_question"].format(path.suspect, question))
        name = label(topic.name, self._case.edition.language)
        return str(self._phrases["asks_about"].format(path.suspect, name))


def manuscript_of_case(case: Case, tree: SyntaxTree) -> tuple[ManuscriptPart, ...]:
    """Every block with prose, in the order of the case. One whose heading names no path is there under that heading."""
    language = case.edition.language
    words, phrases = words_in("asking/words/review.toml", language), phrases_of(language)
    speech = CaseSpeech(case, tree, CasePlainWords(case), phrases)
    headings = Headings(case.edition, case.source)
    given = {
        "presentation": (words["presentation"], phrases["everybody"]),
        "solution": (words["solution"], ""),
    }
    told_by_rules = [
        words for block in tree.blocks if block.heading.kind == "rules" for words in _quotations(block)
    ]
    parts = []
    for block in tree.blocks:
        kind, name = block.heading.kind, heading_text(block.heading, CASE)
        quoted = [*_quotations(block), *(told_by_rules if kind == "presentation" else ())]
        if kind in {"answer", "places"}:
            paths, _ = headings.paths(block.heading)
            title = ", ".join(map(speech.path, paths)) or name
            note = " ".join(map(speech.knower, paths))
        else:
            title, note = given.get(kind, (name, ""))
        parts.append(ManuscriptPart(block, name, title, note, tuple(dict.fromkeys(quoted))))
    return tuple(parts)


def _quotations(block: Block) -> tuple[str, ...]:
    """The words that the lines of a block quote."""
    return tuple(
        item.quotation.text
        for item in block.items
        if isinstance(item, (RuleNode, StatementNode)) and item.quotation is not None and item.quotation.text
    )


def blind_case(case: Case) -> BlindBook:
    """The case as a tester gets it: paths in the order of the table in the booklet."""
    language, options = case.edition.language, options_of(case)
    return BlindBook(
        {
            "title": label(case.title, language),
            "file": case.source.name,
            "language": language,
            "principles": [rule.sentence for rule in case.edition.rules if rule.sentence],
            "given": _prose(case.presentation),
            "groups": [group for group in (*_people(case), *_places(case)) if group["choices"]],
            "questions": [
                {"question": question, "answers": [label(answer, language) for _, answer in options[element]]}
                for element, question in questions_of(language)
            ],
        }
    )


def _prose(passage: CasePassage) -> tuple[str, ...]:
    return tuple(prose.text for prose in passage.prose)


def _people(case: Case) -> Iterator[Json]:
    edition = case.edition
    for suspect in edition.suspects:
        paths = [AnswerPath(suspect.name, topic.slug) for topic in edition.topics]
        named = [(label(edition.about(path), edition.language), path) for path in paths]
        yield {"heading": suspect.name, "choices": list(_choices(case, named))}


def _places(case: Case) -> Iterator[Json]:
    _, *decks = path_table(case.edition)
    for title, _, rows in decks:
        named = [(f"{code} {name}", path) for code, name, _, paths in rows for path in paths]
        yield {"heading": title, "choices": list(_choices(case, named))}


def _choices(case: Case, named: Iterable[tuple[str, CasePath]]) -> Iterator[Json]:
    for name, path in named:
        paragraph = case.paragraph_of.get(path)
        if paragraph is not None:
            yield {"name": name, "prose": _prose(paragraph)}


_EXPLAINED = frozenset(
    (
        codes.TODO,
        codes.MISSING_FIELD,
        codes.MISSING_PATH,
        codes.MISSING_BLOCK,
        EMPTY_PARAGRAPH,
        NO_ANSWERS,
        codes.INCOMPLETE_TRUTH,
        codes.OPEN_ELEMENT,
        UNNAMED_CULPRIT,
        BARE_SOLUTION,
    )
)
_FIELDS = ("title", "author", "victim")


def draft_of_case(case: Case) -> WritingDraft:
    """Its blocks in the order in which they are best written."""
    unwritten = [path for path in case.edition.paths if not _is_written(case, path)]
    answers = [path for path in case.edition.paths if isinstance(path, AnswerPath)]
    places = [path for path in case.edition.paths if isinstance(path, PlacePath)]
    suspects = dict.fromkeys(path.suspect for path in unwritten if isinstance(path, AnswerPath))
    numbers = tuple(str(path) for path in unwritten if isinstance(path, PlacePath))
    fields = tuple(name for name in _FIELDS if getattr(case, name) in {"", TODO})
    given = is_written(case.presentation.prose)
    told = is_written(case.solution.prose)
    facts = sum(each.table is None and each.name not in TARGETS for each in case.scope.functions)
    parts = (
        DraftPart("header", left=fields, about=f"to write: {', '.join(fields)}" if fields else ""),
        DraftPart("presentation", int(given), 1),
        DraftPart(
            "terms",
            about=_counted(
                (len(case.motives), "motive", "motives"), (len(case.methods), "method", "methods")
            ),
        ),
        DraftPart("facts", about=_counted((facts, "fact of its own", "facts of its own"))),
        DraftPart(
            "rules", about=_counted((sum(not rule.is_general for rule in case.rules), "rule", "rules"))
        ),
        DraftPart("truth", about=", ".join(f"{key} = {value}" for key, value in case.answers.items())),
        DraftPart("answers", len(answers) - len(unwritten) + len(numbers), len(answers), tuple(suspects)),
        DraftPart("locations", len(places) - len(numbers), len(places), numbers),
        DraftPart("solution", int(told), 1),
    )
    passages = (case.presentation, *case.paragraphs, case.solution)
    waiting = sum(is_waiting(passage.prose) for passage in passages)
    return WritingDraft(case.title, parts, waiting, _next(case, fields, unwritten), _EXPLAINED)


def _is_written(case: Case, path: CasePath) -> bool:
    return path in case.paragraph_of and is_written(case.paragraph_of[path].prose)


def _counted(*counts: tuple[int, str, str]) -> str:
    """Numbers of things, each with what one is called and what several are."""
    return ", ".join(f"{count} {one if count == 1 else several}" for count, one, several in counts)


def _next(case: Case, fields: tuple[str, ...], unwritten: list[CasePath]) -> str:
    """The next thing to do, in the order of a writer who knows the end of the story."""
    if not case.answers.keys() >= {"culprit", "method"}:
        return "state in `== truth` what happened: `culprit = NAME`, the motive and the method."
    if not is_written(case.presentation.prose):
        steps = (
            f"then write `== presentation`{_line(case, 'presentation')}, which is read aloud at the start."
        )
        change = (
            f"the draft has {case.answers.get('culprit', '')} as its culprit{_line(case, 'truth')}: change"
        )
        return f"{change} `== truth`, `== terms` and `== facts` to your story, {steps}"
    if unwritten:
        first = unwritten[0]
        return (
            f'write what readers find under `== {first}`. A line `~ FORMULA "words"` below a text says what it'
            " tells them; `casekit words` lists what a formula may name."
        )
    if not is_written(case.solution.prose):
        return f"write `== solution`{_line(case, 'solution')}: what happened, and what gave the culprit away."
    return f"fill in {', '.join(fields)} at the top of the file." if fields else "check it without TODO."


def _line(case: Case, block: str) -> str:
    place = case.headings.get(block)
    return f" (line {case.source.line_of(place.start)})" if place else ""

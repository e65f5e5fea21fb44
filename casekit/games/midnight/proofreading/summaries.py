"""A case for people who read no logic.

They see it at a glance, its lines in plain words, its prose as a proofreader gets it, and as a tester gets
it: without lines and solution.
"""

from collections.abc import Iterable, Iterator

from casekit.analysis import analyzer, summaries
from casekit.analysis.proofreading.review import BlindReadingCopy
from casekit.deduce.encoding.circuit import NONE
from casekit.diagnostics import Place, Source
from casekit.games.midnight.document import AnswerPath, Case, CasePassage, CasePath, PlacePath
from casekit.games.midnight.language import line_forms, scope
from casekit.games.midnight.pages.booklet import options_of, path_table, phrases_of, questions_of
from casekit.games.midnight.theory import verbalizer, wording
from casekit.language.syntax import canonical_form, dialect, parser
from casekit.logic.formulas import Function
from casekit.manuscripts.manuscript_parts import ManuscriptPart
from casekit.prose.markup import typographic
from casekit.resources import words as words_in


def path_tables(case: Case) -> tuple[summaries.SourceTable, ...]:
    """A table of questions and one of locations."""
    edition = case.edition
    questions: list[summaries.SourceRow] = []
    for suspect in edition.suspects:
        cells = []
        for topic in edition.topics:
            path = AnswerPath(suspect.name, topic.slug)
            cells.append(_cell(case, path, f"{suspect.name}, {topic.name}"))
        questions.append(summaries.SourceRow(suspect.name, tuple(cells)))
    locations = sorted(edition.locations, key=lambda location: location.number)
    places: list[summaries.SourceRow] = []
    for zone in edition.zones:
        cells = []
        for location in locations:
            if location.zone == zone.number:
                name = f"{location.number:02} {location.name}"
                cells.append(_cell(case, PlacePath(location.number), name))
        if cells:
            places.append(summaries.SourceRow(zone.name, tuple(cells)))
    columns = tuple(topic.name for topic in edition.topics)
    tables = (
        summaries.SourceTable("Questions", columns, tuple(questions)),
        summaries.SourceTable("Locations", (), tuple(places)),
    )
    return tuple(table for table in tables if table.rows)


def _cell(case: Case, path: CasePath, name: str) -> summaries.SourceCell:
    paragraph = case.paragraph_of.get(path)
    if paragraph is None:
        return summaries.SourceCell(str(path), name)
    place = paragraph.place
    return summaries.SourceCell(
        paragraph.name, name, place.start, place.end, summaries.is_waiting(paragraph.prose)
    )


class CaseTexts:
    """How people call what formulas of a case name, what its lines say, and its paths.

    All is in the language of the case. ``phrases`` are those of reviews, ``plain`` the plain words of the
    case.
    """

    def __init__(self, case: Case, tree: dialect.SyntaxTree) -> None:
        self._case, self._wording = case, wording.CaseWording(case)
        self.plain = verbalizer.CaseVerbalizer(case)
        self.phrases = phrases_of(case.edition.language)
        self._lines: dict[int, tuple[dialect.Item, dialect.Heading]] = {}
        for block in tree.blocks:
            for item in block.items:
                self._lines[item.start] = (item, block.heading)

    def line(self, place: Place, text: str) -> str:
        """The meaning of the line at a place, by whose word; ``text`` is its logic."""
        item, heading = self._lines.get(place.start, (None, None))
        return (self.plain.statement(item, heading) if item and heading else "") or text

    def rule(self, place: Place, text: str) -> str:
        """A rule in words, without where readers learn it; one of the edition has only its ``text``."""
        item = None
        if place != Place():
            item, _ = self._lines.get(place.start, (None, None))
        node = getattr(item, "formula", None)
        if not node:
            node, _ = parser.parse_lone_formula(Source("", text), line_forms.CASE)
        return text if node is None else self.plain.phrases.sentence(self.plain.formula(node))

    def name(self, value: str) -> str:
        """A value as it is printed."""
        if value == NONE:
            return str(self.phrases["nowhere"])
        printed = self._wording.value(value).strip('"')
        return (
            typographic(printed, self._case.edition.language) if printed != value else value.replace("_", " ")
        )

    def about(self, function: Function) -> str:
        """The subject of a fact, in the words of the writer."""
        return self._case.glosses.get(function.name) or function.name.replace("_", " ")

    def path(self, path: CasePath) -> str:
        """A path as people call it: ``ANNA, alibi`` or ``13 Luxury suite``."""
        edition = self._case.edition
        if isinstance(path, AnswerPath):
            topic = edition.topics_by_slug[path.topic].name
            return f"{path.suspect}, {topic[:1].lower() + topic[1:]}"
        return f"{path.location:02} {typographic(edition.locations_by_number[path.location].name, edition.language)}"

    def knower(self, path: CasePath) -> str:
        """The reader of what is found on a path."""
        if isinstance(path, PlacePath):
            return str(self.phrases["searches"].format(self.path(path)))
        topic = self._case.edition.topics_by_slug[path.topic]
        if topic.question:
            question = typographic(topic.question, self._case.edition.language)
            return str(self.phrases["asks_question"].format(path.suspect, question))
        name = typographic(topic.name, self._case.edition.language)
        return str(self.phrases["asks_about"].format(path.suspect, name))


def manuscript_of_case(case: Case, tree: dialect.SyntaxTree) -> tuple[ManuscriptPart, ...]:
    """Every block with prose, in the order of the case. Without a path it has the words of its heading."""
    language = case.edition.language
    words, speech = words_in("analysis/words/review.toml", language), CaseTexts(case, tree)
    given = {
        "presentation": (words["presentation"], speech.phrases["everybody"]),
        "solution": (words["solution"], ""),
    }
    quoted_by_rules: list[str] = []
    for block in tree.blocks:
        if block.heading.kind == "rules":
            quoted_by_rules += _quotations(block)
    parts = []
    for block in tree.blocks:
        kind, name = block.heading.kind, canonical_form.heading_text(block.heading, line_forms.CASE)
        quoted = [*_quotations(block)]
        if kind == "presentation":
            quoted += quoted_by_rules
        if kind in {"answer", "places"}:
            paths, _ = scope.paths_of(block.heading, case.edition, case.source)
            title = ", ".join(map(speech.path, paths)) or name
            note = " ".join(map(speech.knower, paths))
        else:
            title, note = given.get(kind, (name, ""))
        parts.append(ManuscriptPart(block, name, title, note, tuple(dict.fromkeys(quoted))))
    return tuple(parts)


def _quotations(block: dialect.Block) -> tuple[str, ...]:
    """The words that the lines of a block quote."""
    quotations = []
    for item in block.items:
        if isinstance(item, (line_forms.RuleNode, line_forms.StatementNode)):
            text = item.quotation.text if item.quotation is not None else ""
            if text:
                quotations.append(text)
    return tuple(quotations)


def blind_case(case: Case) -> BlindReadingCopy:
    """The case as a tester gets it: paths in the order of the table in the booklet."""
    language, options = case.edition.language, options_of(case)
    groups = []
    for heading, paths in _groups(case):
        choices = _choices(case, paths)
        if choices:
            groups.append({"heading": heading, "choices": choices})
    questions = []
    for element, question in questions_of(language):
        answers = [typographic(answer, language) for _, answer in options[element]]
        questions.append({"question": question, "answers": answers})
    return BlindReadingCopy(
        {
            "title": typographic(case.title, language),
            "file": case.source.name,
            "language": language,
            "principles": [rule.sentence for rule in case.edition.rules if rule.sentence],
            "given": _prose(case.presentation),
            "groups": groups,
            "questions": questions,
        }
    )


def _prose(passage: CasePassage) -> tuple[str, ...]:
    return tuple(prose.text for prose in passage.prose)


def _groups(case: Case) -> Iterator[tuple[str, list[tuple[str, CasePath]]]]:
    """The paths of each suspect and of each deck, by their names."""
    edition = case.edition
    for suspect in edition.suspects:
        paths = [AnswerPath(suspect.name, topic.slug) for topic in edition.topics]
        yield suspect.name, [(typographic(edition.about(path), edition.language), path) for path in paths]
    _, *decks = path_table(edition)
    for title, _, rows in decks:
        places: list[tuple[str, CasePath]] = []
        for code, name, _, row_paths in rows:
            places += [(f"{code} {name}", path) for path in row_paths]
        yield title, places


def _choices(case: Case, paths: Iterable[tuple[str, CasePath]]) -> list[analyzer.Json]:
    """The paths that lead to a paragraph, with its prose."""
    choices = []
    for name, path in paths:
        paragraph = case.paragraph_of.get(path)
        if paragraph is not None:
            choices.append({"name": name, "prose": _prose(paragraph)})
    return choices

"""A case for people who read no logic: at a glance, in plain words, its prose for its proofreader, and without lines and solution for a tester."""

from collections.abc import Iterable, Iterator

from casekit.analysis import analyzer as interrogation, summaries as overviews
from casekit.analysis.proofreading.review import BlindReadingCopy
from casekit.deduce.encoding.circuit import NONE
from casekit.diagnostics import Place, Source
from casekit.games.midnight.document import AnswerPath, Case, CasePassage, CasePath, PlacePath
from casekit.games.midnight.language import line_forms as case_forms, scope as declarations
from casekit.games.midnight.pages.booklet import options_of, path_table, phrases_of, questions_of
from casekit.games.midnight.theory import verbalizer as case_plain_words, wording as case_wording
from casekit.language.syntax import canonical_form as canonical, dialect, parser as parsing
from casekit.logic.formulas import Function
from casekit.manuscripts.manuscript_parts import ManuscriptPart
from casekit.prose.markup import label
from casekit.resources import words as words_in


def path_tables(case: Case) -> tuple[overviews.SourceTable, ...]:
    """A table of questions and one of locations."""
    edition = case.edition
    questions = tuple(
        overviews.SourceRow(
            suspect.name,
            tuple(
                _cell(case, AnswerPath(suspect.name, topic.slug), f"{suspect.name}, {topic.name}")
                for topic in edition.topics
            ),
        )
        for suspect in edition.suspects
    )
    places = tuple(
        overviews.SourceRow(
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
        overviews.SourceTable("Questions", tuple(topic.name for topic in edition.topics), questions),
        overviews.SourceTable("Locations", (), tuple(row for row in places if row.cells)),
    )
    return tuple(table for table in tables if table.rows)


def _cell(case: Case, path: CasePath, name: str) -> overviews.SourceCell:
    paragraph = case.paragraph_of.get(path)
    if paragraph is None:
        return overviews.SourceCell(str(path), name)
    place = paragraph.place
    return overviews.SourceCell(
        paragraph.name, name, place.start, place.end, overviews.is_waiting(paragraph.prose)
    )


class CaseTexts:
    """How people call what formulas of a case name, what its lines say, and its paths, in the language of the case.

    ``phrases`` are those of reviews, ``plain`` the plain words of the case.
    """

    def __init__(self, case: Case, tree: dialect.SyntaxTree) -> None:
        self._case, self._wording = case, case_wording.CaseWording(case)
        self.plain = case_plain_words.CaseVerbalizer(case)
        self.phrases = phrases_of(case.edition.language)
        self._lines = {item.start: (item, block.heading) for block in tree.blocks for item in block.items}

    def line(self, place: Place, text: str) -> str:
        """The meaning of the line at a place, by whose word; ``text`` is its logic."""
        item, heading = self._lines.get(place.start, (None, None))
        return (self.plain.statement(item, heading) if item and heading else "") or text

    def rule(self, place: Place, text: str) -> str:
        """A rule in words, without where readers learn it; one of the edition has no place, only its ``text``."""
        item, _ = self._lines.get(place.start, (None, None)) if place != Place() else (None, None)
        node = (
            getattr(item, "formula", None) or parsing.parse_lone_formula(Source("", text), case_forms.CASE)[0]
        )
        return text if node is None else self.plain.phrases.sentence(self.plain.formula(node))

    def name(self, value: str) -> str:
        """A value as it is printed."""
        if value == NONE:
            return str(self.phrases["nowhere"])
        printed = self._wording.value(value).strip('"')
        return label(printed, self._case.edition.language) if printed != value else value.replace("_", " ")

    def about(self, function: Function) -> str:
        """The subject of a fact, in the words of the writer."""
        return self._case.glosses.get(function.name) or function.name.replace("_", " ")

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
            return str(self.phrases["searches"].format(self.path(path)))
        topic = self._case.edition.topics_by_slug[path.topic]
        if topic.question:
            question = label(topic.question, self._case.edition.language)
            return str(self.phrases["asks_question"].format(path.suspect, question))
        name = label(topic.name, self._case.edition.language)
        return str(self.phrases["asks_about"].format(path.suspect, name))


def manuscript_of_case(case: Case, tree: dialect.SyntaxTree) -> tuple[ManuscriptPart, ...]:
    """Every block with prose, in the order of the case. One whose heading names no path is there under that heading."""
    language = case.edition.language
    words, speech = words_in("analysis/words/review.toml", language), CaseTexts(case, tree)
    given = {
        "presentation": (words["presentation"], speech.phrases["everybody"]),
        "solution": (words["solution"], ""),
    }
    told_by_rules = [
        words for block in tree.blocks if block.heading.kind == "rules" for words in _quotations(block)
    ]
    parts = []
    for block in tree.blocks:
        kind, name = block.heading.kind, canonical.heading_text(block.heading, case_forms.CASE)
        quoted = [*_quotations(block), *(told_by_rules if kind == "presentation" else ())]
        if kind in {"answer", "places"}:
            paths, _ = declarations.paths_of(block.heading, case.edition, case.source)
            title = ", ".join(map(speech.path, paths)) or name
            note = " ".join(map(speech.knower, paths))
        else:
            title, note = given.get(kind, (name, ""))
        parts.append(ManuscriptPart(block, name, title, note, tuple(dict.fromkeys(quoted))))
    return tuple(parts)


def _quotations(block: dialect.Block) -> tuple[str, ...]:
    """The words that the lines of a block quote."""
    return tuple(
        item.quotation.text
        for item in block.items
        if isinstance(item, (case_forms.RuleNode, case_forms.StatementNode))
        and item.quotation is not None
        and item.quotation.text
    )


def blind_case(case: Case) -> BlindReadingCopy:
    """The case as a tester gets it: paths in the order of the table in the booklet."""
    language, options = case.edition.language, options_of(case)
    return BlindReadingCopy(
        {
            "title": label(case.title, language),
            "file": case.source.name,
            "language": language,
            "principles": [rule.sentence for rule in case.edition.rules if rule.sentence],
            "given": _prose(case.presentation),
            "groups": [
                {"heading": heading, "choices": choices}
                for heading, named in _groups(case)
                if (choices := _choices(case, named))
            ],
            "questions": [
                {"question": question, "answers": [label(answer, language) for _, answer in options[element]]}
                for element, question in questions_of(language)
            ],
        }
    )


def _prose(passage: CasePassage) -> tuple[str, ...]:
    return tuple(prose.text for prose in passage.prose)


def _groups(case: Case) -> Iterator[tuple[str, list[tuple[str, CasePath]]]]:
    """The paths of each suspect and of each deck, by their names."""
    edition = case.edition
    for suspect in edition.suspects:
        paths = [AnswerPath(suspect.name, topic.slug) for topic in edition.topics]
        yield suspect.name, [(label(edition.about(path), edition.language), path) for path in paths]
    _, *decks = path_table(edition)
    for title, _, rows in decks:
        yield title, [(f"{code} {name}", path) for code, name, _, paths in rows for path in paths]


def _choices(case: Case, named: Iterable[tuple[str, CasePath]]) -> list[interrogation.Json]:
    written = ((name, case.paragraph_of.get(path)) for name, path in named)
    return [{"name": name, "prose": _prose(each)} for name, each in written if each is not None]

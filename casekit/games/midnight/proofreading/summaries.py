"""A case without its logic: a table of its paths, its manuscript, and a copy for blind readers.

The table shows at a glance which paths are written. The manuscript is the prose that a proofreader edits.
A blind reader gets neither lines nor the solution.
"""

from collections.abc import Iterator
from typing import NamedTuple

from casekit.analysis import analyzer, summaries
from casekit.analysis.proofreading.review import BlindReadingCopy
from casekit.games.midnight.document import AnswerPath, Case, CasePassage, CasePath, PlacePath
from casekit.games.midnight.language import line_forms, scope
from casekit.games.midnight.pages.booklet import options_of, questions_of
from casekit.games.midnight.pages.path_table import path_table
from casekit.games.midnight.proofreading.case_texts import CaseTexts
from casekit.language.syntax import canonical_form, dialect
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


def manuscript_of_case(case: Case, tree: dialect.SyntaxTree) -> tuple[ManuscriptPart, ...]:
    """Every block with prose, in the order of the case.

    A block without a path has the words of its heading as its title.
    """
    language = case.edition.language
    words, texts = words_in("analysis/words/review.toml", language), CaseTexts(case, tree)
    title_and_note = {
        "presentation": (words["presentation"], texts.phrases["everybody"]),
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
            title = ", ".join(map(texts.path, paths)) or name
            note = " ".join(map(texts.knower, paths))
        else:
            title, note = title_and_note.get(kind, (name, ""))
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
    for group in _path_groups(case):
        choices = _choices(case, group)
        if choices:
            groups.append({"heading": group.heading, "choices": choices})
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
            "given": _texts_of(case.presentation),
            "groups": groups,
            "questions": questions,
        }
    )


class _PathGroup(NamedTuple):
    """The paths of one suspect or of one deck."""

    heading: str
    paths: list[tuple[str, CasePath]]
    """Each path after its name."""


def _path_groups(case: Case) -> Iterator[_PathGroup]:
    """The paths of each suspect, then those of each deck."""
    edition = case.edition
    for suspect in edition.suspects:
        answer_paths = [AnswerPath(suspect.name, topic.slug) for topic in edition.topics]
        names = [typographic(edition.about(path), edition.language) for path in answer_paths]
        yield _PathGroup(suspect.name, [*zip(names, answer_paths, strict=True)])
    _, *decks = path_table(edition)
    for deck in decks:
        places: list[tuple[str, CasePath]] = []
        for row in deck.rows:
            places += [(f"{row.code} {row.name}", path) for path in row.paths]
        yield _PathGroup(deck.title, places)


def _choices(case: Case, group: _PathGroup) -> list[analyzer.Json]:
    """The paths of a group that lead to a paragraph, with its prose."""
    choices = []
    for name, path in group.paths:
        paragraph = case.paragraph_of.get(path)
        if paragraph is not None:
            choices.append({"name": name, "prose": _texts_of(paragraph)})
    return choices


def _texts_of(passage: CasePassage) -> tuple[str, ...]:
    """The paragraphs of prose of a passage."""
    return tuple(prose.text for prose in passage.prose)

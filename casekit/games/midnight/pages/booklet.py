"""Case booklets and players' sheets as page content, with the fixed words on them.

``booklet(cases, look)`` gives the content of a case booklet, ``sheet(edition, look)`` that of the players'
sheet; ``casekit.print`` turns both into PDFs. The words are in the language of the edition. Cases must be
complete: a text for every path, motives and methods.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from casekit.games.midnight.board_figures import REWARDS
from casekit.games.midnight.document import Case, CaseParagraph, CasePassage, CasePath, Edition
from casekit.games.midnight.language.scope import NOBODY, VICTIM
from casekit.games.midnight.pages.drawings import cover, emblem, scene
from casekit.games.midnight.pages.edition_look import picture_of, words_for
from casekit.games.midnight.pages.path_table import path_table
from casekit.kit import edition_settings
from casekit.kit.defaults import pages as defaults_pages
from casekit.print.content import artwork, booklet as content, papers, pieces
from casekit.prose.markup import typographic
from casekit.resources import Words, words
from casekit.values import replace

_PAGES = "games/midnight/words/pages.toml"

_MARKUP_SIGNS = re.compile(r"([\\*])")
"""Signs that a backslash keeps from being markup."""

_SHARES_OF_PAGE_HEIGHT = {"quarter": 1 / 4, "third": 1 / 3, "half": 1 / 2}
"""The most of a page's height that an illustration takes, by its size in the header of the case."""

READERS_ON_SHEET = 5
"""The players whose reading a players' sheet can note."""


def words_of(edition: Edition) -> Words:
    """The words on pages of an edition; English ones if its language is unknown."""
    return words_for("pages", edition)


def phrases_of(language: str) -> Words:
    """The phrases of a review, for a language tag such as ``fr-CA``."""
    return words("games/midnight/words/review.toml", language)


def questions_of(language: str) -> tuple[tuple[str, str], ...]:
    """The three elements of a solution with their questions, as the deduction sheet has them."""
    pages = words(_PAGES, language)
    return tuple((element, pages[element]) for element in ("culprit", "motive", "method"))


def ticket(language: str) -> papers.Terms:
    """The words of a job ticket."""
    table = words(_PAGES, language)
    return replace(defaults_pages.ticket_terms(language, table["uses"]), often=table["often"])


def booklet(cases: Sequence[Case], look: pieces.PrintOptions) -> content.Booklet:
    """The content of a booklet with complete cases of one edition.

    Its slug and the cases' files determine the numbers. Cases whose files the look does not have are called
    by their names in their folders.
    """
    edition = cases[0].edition
    words = words_of(edition)
    accent = edition_settings.accent_of(look.colour)
    names = look.files or [PurePath(case.source.name).name for case in cases]
    pages = []
    for number, (case, name) in enumerate(zip(cases, names, strict=True), 1):
        pages.append(_case_pages(case, number, name, accent, words))
    return content.Booklet(
        group="answers of one suspect",
        slug=look.slug,
        title=typographic(look.title, edition.language),
        subtitle=words["one_case"] if len(cases) == 1 else words["many_cases"].format(len(cases)),
        notice=_notice(cases, words),
        solutions_title=words["solutions"],
        solutions_notice=words["solutions_notice"],
        language=edition.language,
        paper=look.booklet_paper,
        accent=accent,
        cases=tuple(pages),
        span=cases[0].source.whole(),
        drawing=cover(edition, accent),
        contents_title=words["contents"],
        paragraphs_title=words["paragraphs"],
        gap_notice=words["gap"],
        entries="suspects and locations",
    )


def texts_of(case: Case) -> Iterator[tuple[str, content.Passage]]:
    """The text of every path, by the path's name, and those of title, presentation and solution."""
    for path, paragraph in case.paragraph_of.items():
        yield str(path), passage_of(case, paragraph)
    yield "title", content.Passage((typographic(case.title, case.edition.language),), case.source.whole())
    yield "presentation", passage_of(case, case.presentation)
    yield "solution", passage_of(case, case.solution)


def sheet(edition: Edition, look: pieces.PrintOptions) -> content.Sheet:
    """The content of the players' sheet."""
    words = words_of(edition)
    return content.Sheet(
        title=typographic(edition.title, edition.language),
        language=edition.language,
        paper=look.paper,
        notebook_title=words["notebook"],
        deduction_title=words["deduction"],
        fields=(words["case"].format("").strip(), words["detective"]),
        groups=_path_groups(edition, {}),
        readers=READERS_ON_SHEET,
        notes=words["notes"],
        verdicts=(words["ruled_out"], words["suspicious"]),
        marks=tuple(suspect.letter for suspect in edition.suspects),
        hypotheses_title=words["answers"],
        hypotheses=(words["first"], words["second"]),
        questions=tuple(content.Question(words[element], points) for element, points in REWARDS.items()),
        rule=words["different"],
        score=words["score"],
        span=look.span,
        entries="locations",
    )


def _case_pages(case: Case, number: int, file: str, accent: str, words: Words) -> content.CasePages:
    """The pages of the case of a number; ``file`` is what findings call its file."""
    keys = {path: _key(number, paragraph) for path, paragraph in case.paragraph_of.items()}
    language, is_aboard = case.edition.language, case.edition.is_aboard
    illustration, _ = picture_of(case, "illustration", tried=True)
    shape: float = 0
    if illustration is None:
        drawing = scene(accent, number, is_aboard=is_aboard)
    else:
        drawing = artwork.picture_markup(illustration)
        shape = illustration.shape
    own_emblem, _ = picture_of(case, "emblem", number, tried=True)
    if own_emblem is None:
        emblem_drawing = emblem(accent, number, is_aboard=is_aboard)
    else:
        emblem_drawing = artwork.picture_markup(own_emblem)
    author = words["by"].format(typographic(case.author, language)) if case.author else ""
    notes = ""
    if case.content_notes:
        notes = words["notes_on"].format(typographic(case.content_notes, language))
    return content.CasePages(
        heading=words["case"].format(number),
        title=typographic(case.title, language),
        level=words["amateur"] if case.level == "amateur" else words["expert"],
        presentation=passage_of(case, case.presentation),
        answers=(
            content.AnswerList(words["motives"], _answer_labels(case, "motive")),
            content.AnswerList(words["methods"], _answer_labels(case, "method")),
        ),
        groups=_path_groups(case.edition, keys),
        paragraphs=tuple(paragraphs_of(case, number)),
        solution_heading=words["solution"].format(number),
        solution=_solution(case),
        drawing=drawing,
        shape=shape,
        height=_SHARES_OF_PAGE_HEIGHT[case.illustration_size],
        emblem=emblem_drawing,
        author=author,
        notes=notes,
        file=file,
    )


def _notice(cases: Sequence[Case], words: Words) -> str:
    """The notice that players need before they begin.

    It says how a booklet is read, and what holds in every case: above all, who may lie.
    """
    edition, sentences_for_all = cases[0].edition, words["always"]
    sentences_on_liars = sentences_for_all["liars"]
    liars = [case.liar for case in cases]
    usual_liar = max(sentences_on_liars, key=liars.count)
    sentences: list[str] = []
    if any(location.zone == edition.table.suite for location in edition.locations):
        sentences.append(sentences_for_all["found"])
    sentences += (sentences_for_all["when"], sentences_for_all["alone"], sentences_on_liars[usual_liar])
    for number, liar in enumerate(liars, 1):
        if liar != usual_liar:
            sentences.append(f"{words['case'].format(number)}: {sentences_on_liars[liar]}")
    sentences.append(sentences_for_all["nobody"])
    sentences += [rule.sentence for rule in edition.rules if rule.sentence]
    return " ".join((words["notice"], f"**{words['principles']}**", *sentences))


def _solution(case: Case) -> content.Passage:
    """The solution under a line with the three answers, in the words of the deduction sheet."""
    passage = passage_of(case, case.solution)
    answers = []
    for answer in true_answers(case):
        if answer.element in case.answers:
            escaped = _MARKUP_SIGNS.sub(r"\\\1", answer.label)
            answers.append(f"*{answer.question}* {escaped}")
    if not answers or not passage.prose:
        return passage
    return replace(passage, prose=(" · ".join(answers), *passage.prose))


def options_of(case: Case) -> dict[str, list[tuple[str, str]]]:
    """By element the answers that the deduction sheet allows, as values and labels.

    The motive of an accident comes last: by the general rules it is always among the answers.
    """
    words = words_of(case.edition)
    accident = [("none", case.accident)] if case.accident else []
    return {
        "culprit": [
            *((name, name) for name in case.edition.suspects_by_name),
            (VICTIM, words["suicide"]),
            (NOBODY, words["accident"]),
        ],
        "motive": [*((motive.slug, motive.label) for motive in case.motives), *accident],
        "method": [(method.slug, method.label) for method in case.methods],
    }


class TrueAnswer(NamedTuple):
    """The answer to one of the three questions."""

    element: str
    """``culprit``, ``motive`` or ``method``."""

    question: str
    label: str
    """The answer as it is printed; empty if the truth gives none."""


def true_answers(case: Case) -> Iterator[TrueAnswer]:
    """The answers to the questions of the game, in its order."""
    options = options_of(case)
    for element, question in questions_of(case.edition.language):
        value = case.answers.get(element, "")
        labels = {**dict(options[element]), "none": case.accident}
        yield TrueAnswer(element, question, labels.get(value, value))


def _answer_labels(case: Case, element: str) -> tuple[str, ...]:
    return tuple(typographic(text, case.edition.language) for _, text in options_of(case)[element])


def paragraphs_of(case: Case, number: int) -> Iterator[content.Paragraph]:
    """The paragraphs in the order of the edition's paths, each once; those that are missing are left out."""
    written = (case.paragraph_of[path] for path in case.edition.paths if path in case.paragraph_of)
    in_order = {_key(number, paragraph): paragraph for paragraph in written}
    for key, paragraph in in_order.items():
        group = f"{number}/{paragraph.speaker}" if paragraph.speaker else ""
        names = tuple(str(path) for path in paragraph.paths)
        yield content.Paragraph(key, passage_of(case, paragraph), group, names)


def _key(number: int, paragraph: CaseParagraph) -> str:
    """The key of a paragraph of the case of a number in the whole booklet: ``2/ANNA alibi``."""
    return f"{number}/{paragraph.paths[0]}"


def passage_of(case: Case, passage: CasePassage) -> content.Passage:
    """A passage as content."""
    return content.Passage(tuple(prose.text for prose in passage.prose), case.span(passage.place))


def _path_groups(edition: Edition, keys: Mapping[CasePath, str]) -> tuple[content.Group, ...]:
    """The table of paths; without ``keys`` the paths stand for themselves."""
    groups = []
    for table in path_table(edition):
        rows = []
        for row in table.rows:
            entries = tuple(keys.get(path, str(path)) for path in row.paths)
            rows.append(content.TableRow(row.code, row.name, entries, row.zone))
        groups.append(content.Group(table.title, tuple(rows), table.columns))
    return tuple(groups)

"""The pages of an edition and its cases, as page content, and the fixed words on them.

The words are in the languages that an edition may be written in. ``booklet(cases, look)`` gives the content
of a case booklet, ``sheet(edition, look)`` that of the players' sheet; ``casekit.print`` turns both into
PDFs. Cases must be complete: a text for every path, motives and methods.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePath

from casekit.games.midnight.board_figures import REWARDS
from casekit.games.midnight.document import (
    AnswerPath,
    Case,
    CaseParagraph,
    CasePassage,
    CasePath,
    Edition,
    Location,
    PlacePath,
)
from casekit.games.midnight.language.scope import NOBODY, VICTIM
from casekit.games.midnight.pages.edition_look import drawing_of, picture_of, words_for
from casekit.kit import edition_settings
from casekit.kit.defaults import pages as defaults_pages
from casekit.print.content import artwork, booklet as content, papers, pieces, rays
from casekit.prose.markup import typographic
from casekit.resources import Words, words
from casekit.values import replace

_PAGES = "games/midnight/words/pages.toml"


def words_of(edition: Edition) -> Words:
    """The words on pages of an edition; English ones if its language is unknown."""
    return words_for("pages", edition)


def phrases_of(language: str) -> Words:
    """The phrases of a review, for a language tag such as ``fr-CA``."""
    return words("games/midnight/words/review.toml", language)


def questions_of(language: str) -> tuple[tuple[str, str], ...]:
    """The three questions of the game as the deduction sheet has them."""
    pages = words(_PAGES, language)
    return tuple((element, pages[element]) for element in ("culprit", "motive", "method"))


def ticket(language: str) -> papers.Terms:
    """The words of a job ticket."""
    table = words(_PAGES, language)
    return replace(defaults_pages.ticket_terms(language, table["uses"]), often=table["often"])


def cover(edition: Edition, accent: str) -> str:
    """The drawing on the title page, as SVG in shades of a colour.

    It is the edition's own, a liner seen from ahead, or plain shapes.
    """
    return _own_or(edition, edition.drawings.cover, _suited("cover.svg", is_aboard=edition.is_aboard), accent)


def scene(accent: str, number: int, *, is_aboard: bool = True) -> str:
    """A liner under the moon, as SVG, or plain shapes. The moon wanders with the case's number."""
    template = _suited("scene.svg", is_aboard=is_aboard)
    return _render(
        template, accent=accent, shades=edition_settings.shades(accent), moon=60 + number * 47 % 120
    )


def emblem(accent: str, number: int, *, is_aboard: bool = True) -> str:
    """A small drawing for the case of a number, as SVG; all differ in a booklet of up to 24 cases."""
    template = _suited("emblem.svg", is_aboard=is_aboard)
    return _render(template, accent=accent, number=number, corners=_polygon(3 + (number - 1) % 12))


def _suited(template: str, *, is_aboard: bool) -> str:
    """The template of a ship, or the plain one in its place."""
    return template if is_aboard else f"plain_{template}"


def _polygon(sides: int, radius: float = 11.0) -> str:
    """The corners of a regular polygon around the origin, the first at the top, as SVG has them."""
    turns = (2 * math.pi * side / sides for side in range(sides))
    return " ".join(f"{radius * math.sin(turn):.2f},{-radius * math.cos(turn):.2f}" for turn in turns)


def token_drawing(edition: Edition, name: str, accent: str) -> str:
    """The picture on a piece, as SVG.

    It is the edition's own drawing, or that of a ship, a purser, a buoy or a disc (``moved``). A piece that
    the edition has its own word for is a plain shape.
    """
    template = _suited(f"{name}_piece.svg", is_aboard=name not in edition.setting)
    return _own_or(edition, getattr(edition.drawings, name, ""), template, accent)


def _own_or(edition: Edition, name: str, template: str, accent: str) -> str:
    own = drawing_of(edition, name)
    if own is not None:
        return artwork.picture_markup(own)
    return _render(template, accent=accent, shades=edition_settings.shades(accent))


def _render(template: str, **values: object) -> str:
    from casekit.analysis.standalone_html import fill_in  # noqa: PLC0415 - reviews have words and no drawings

    return fill_in(template, "casekit.games.midnight", rays=rays.rays, **values)


_STARS = re.compile(r"([\\*])")
_HEIGHTS = {"quarter": 1 / 4, "third": 1 / 3, "half": 1 / 2}
READERS = 5


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
        pages.append(_case(case, number, name, accent, words))
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
        groups=_groups(edition, {}),
        readers=READERS,
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


def _case(case: Case, number: int, file: str, accent: str, words: Words) -> content.CasePages:
    keys = {path: _key(number, paragraph) for path, paragraph in case.paragraph_of.items()}
    language, is_aboard = case.edition.language, case.edition.is_aboard
    picture, _ = picture_of(case, "illustration", tried=True)
    shape: float = 0
    if picture is None:
        drawing = scene(accent, number, is_aboard=is_aboard)
    else:
        drawing, shape = artwork.picture_markup(picture), picture.shape
    own_emblem, _ = picture_of(case, "emblem", number, tried=True)
    if own_emblem is None:
        emblem_drawing = emblem(accent, number, is_aboard=is_aboard)
    else:
        emblem_drawing = artwork.picture_markup(own_emblem)
    return content.CasePages(
        heading=words["case"].format(number),
        title=typographic(case.title, language),
        level=words["amateur"] if case.level == "amateur" else words["expert"],
        presentation=passage_of(case, case.presentation),
        answers=(
            content.AnswerList(words["motives"], _answer_labels(case, "motive")),
            content.AnswerList(words["methods"], _answer_labels(case, "method")),
        ),
        groups=_groups(case.edition, keys),
        paragraphs=tuple(paragraphs_of(case, number)),
        solution_heading=words["solution"].format(number),
        solution=_solution(case),
        drawing=drawing,
        shape=shape,
        height=_HEIGHTS[case.illustration_size],
        emblem=emblem_drawing,
        author=words["by"].format(typographic(case.author, language)) if case.author else "",
        notes=words["notes_on"].format(typographic(case.content_notes, language))
        if case.content_notes
        else "",
        file=file,
    )


def _notice(cases: Sequence[Case], words: Words) -> str:
    """The notice that players need before they begin.

    It says how a booklet is read, and what holds in every case: above all, who may lie.
    """
    edition, always = cases[0].edition, words["always"]
    liars = [case.liar for case in cases]
    usual = max(always["liars"], key=liars.count)
    sentences: list[str] = []
    if any(location.zone == edition.table.suite for location in edition.locations):
        sentences.append(always["found"])
    sentences += (always["when"], always["alone"], always["liars"][usual])
    for number, liar in enumerate(liars, 1):
        if liar != usual:
            sentences.append(f"{words['case'].format(number)}: {always['liars'][liar]}")
    sentences.append(always["nobody"])
    sentences += [rule.sentence for rule in edition.rules if rule.sentence]
    return " ".join((words["notice"], f"**{words['principles']}**", *sentences))


def _solution(case: Case) -> content.Passage:
    """The solution under a line with the three answers, in the words of the deduction sheet."""
    passage = passage_of(case, case.solution)
    answers = []
    for element, question, answer in true_answers(case):
        if element in case.answers:
            escaped = _STARS.sub(r"\\\1", answer)
            answers.append(f"*{question}* {escaped}")
    if not answers or not passage.prose:
        return passage
    return replace(passage, prose=(" · ".join(answers), *passage.prose))


def options_of(case: Case) -> dict[str, list[tuple[str, str]]]:
    """By question the answers that the deduction sheet allows, as values and labels.

    That of an accident is the last motive: by the general rules it is always among the answers.
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


def true_answers(case: Case) -> Iterator[tuple[str, str, str]]:
    """The elements with their questions and the true answers, empty where the truth gives none."""
    options = options_of(case)
    for element, question in questions_of(case.edition.language):
        value = case.answers.get(element, "")
        yield element, question, {**dict(options[element]), "none": case.accident}.get(value, value)


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
    return f"{number}/{paragraph.paths[0]}"


def passage_of(case: Case, passage: CasePassage) -> content.Passage:
    """A passage as content."""
    return content.Passage(tuple(prose.text for prose in passage.prose), case.span(passage.place))


def _groups(edition: Edition, keys: Mapping[CasePath, str]) -> tuple[content.Group, ...]:
    """The table of paths; without ``keys`` the paths stand for themselves."""
    groups = []
    for title, columns, rows in path_table(edition):
        lines = []
        for code, name, zone, paths in rows:
            entries = tuple(keys.get(path, str(path)) for path in paths)
            lines.append(content.TableRow(code, name, entries, zone))
        groups.append(content.Group(title, tuple(lines), columns))
    return tuple(groups)


PathRow = tuple[str, str, str, tuple[CasePath, ...]]
"""A line of the table of paths: its code, its name, its zone if it has one, and the paths."""


def path_table(edition: Edition) -> Iterator[tuple[str, tuple[str, ...], list[PathRow]]]:
    """The paths as a detective meets them: the suspects, then deck by deck and zone by zone the locations.

    Each part has a title, the names of its columns if it has several, and its rows.
    """
    edition = lettered(edition)
    words = words_of(edition)
    columns = tuple(topic.name for topic in edition.topics)
    suspects: list[PathRow] = []
    for suspect in edition.suspects:
        answers = tuple(AnswerPath(suspect.name, topic.slug) for topic in edition.topics)
        suspects.append((suspect.letter, suspect.name, "", answers))
    yield words["suspects"], columns, suspects
    for deck, locations in groupby(by_zone(edition), key=lambda at: deck_of(edition, at)):
        title = deck or words["locations"]
        places: list[PathRow] = [
            (f"{at.number:02}", at.name, str(at.zone), (PlacePath(at.number),)) for at in locations
        ]
        # Other capitals stay, which German nouns have.
        yield f"{title[:1].upper()}{title[1:]}", (), places


def lettered(edition: Edition) -> Edition:
    """An edition with typographic marks in its title and in the names of zones, decks, locations, topics."""

    def printed(text: str) -> str:
        return typographic(text, edition.language)

    return replace(
        edition,
        title=printed(edition.title),
        zones=tuple(
            replace(zone, name=printed(zone.name), deck=printed(zone.deck)) for zone in edition.zones
        ),
        locations=tuple(replace(at, name=printed(at.name)) for at in edition.locations),
        topics=tuple(replace(topic, name=printed(topic.name)) for topic in edition.topics),
    )


def by_zone(edition: Edition) -> list[Location]:
    """The locations by deck, zone and number; decks are in the order in which they first appear."""
    decks = list(dict.fromkeys(zone.deck for zone in edition.zones))
    return sorted(edition.locations, key=lambda at: (decks.index(deck_of(edition, at)), at.zone, at.number))


def deck_of(edition: Edition, location: Location) -> str:
    """The name of the deck that a location is on; empty if its zone has none."""
    return next((zone.deck for zone in edition.zones if zone.number == location.zone), "")

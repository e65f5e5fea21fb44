"""A case for people without the board.

They play at a screen, at the board's pace in a simple form, or alone or as two with only the booklet.
Everybody round a screen knows what anybody reads. So that a group does not read the whole booklet before
port, a card is drawn at each turn instead of each round: from the start to port 20 to 25 paragraphs are read
then, alone or in a group of any size. A detective at the board comes to know about 27 (``casekit report
--tables``).
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import PureWindowsPath
from typing import Any

from markupsafe import Markup

from casekit.games.midnight.board import actions, state
from casekit.games.midnight.board.board import Table, board_of
from casekit.games.midnight.board_figures import (
    FALSE_REVELATION,
    FEWEST,
    MOST,
    POINTS,
    REWARDS,
    TRUE_REVELATION,
)
from casekit.games.midnight.document import AnswerPath, Case, CasePath
from casekit.games.midnight.pages import accessories, booklet, edition_look
from casekit.kit.edition_settings import accent_of
from casekit.logic.theory import OutOfBudgetError
from casekit.print.content import artwork, pieces
from casekit.prose.markup import typographic
from casekit.tabletop.game_rules import PlayableMystery
from casekit.tabletop.playtest_logs import Playbook, PlayPath, PlayQuestion, prose_runs

COURSES = 12
"""The number of orders of the cards that travel with a page, for each number of players."""


def case_playbook(case: Case) -> Playbook:
    """The case for people."""
    language = case.edition.language
    words = booklet.words_of(case.edition)
    paragraphs = {str(paragraph.paths[0]): paragraph for paragraph in case.paragraphs if paragraph.paths}
    return Playbook(
        title=typographic(case.title, language),
        file=PureWindowsPath(case.source.name).name,
        language=language,
        level=words["amateur"] if case.level == "amateur" else words["expert"],
        author=words["by"].format(typographic(case.author, language)) if case.author else "",
        notes=words["notes_on"].format(typographic(case.content_notes, language))
        if case.content_notes
        else "",
        picture=_picture(case),
        given=booklet.passage_of(case, case.presentation),
        principles=tuple(rule.sentence for rule in case.edition.rules if rule.sentence),
        groups=tuple(_groups(case)),
        texts={name: booklet.passage_of(case, paragraph) for name, paragraph in paragraphs.items()},
        questions=tuple(_questions(case)),
        solution=booklet.passage_of(case, case.solution),
        pace=_pace(case),
        words={**edition_look.words_for("playtest", case.edition), "principles": words["principles"]},
    )


def _picture(case: Case) -> str:
    """The illustration as an ``img`` element: the writer's, or the one that is printed without it."""
    picture, _ = edition_look.picture_of(case, "illustration")
    if picture is not None:
        return str(artwork.picture_markup(picture))
    scene = booklet.scene(accent_of(""), 1, is_aboard=case.edition.is_aboard)
    drawing = b64encode(scene.encode()).decode("ascii")
    return str(Markup('<img alt="" src="data:image/svg+xml;base64,{}">').format(drawing))


# --- what there is to read -----------------------------------------------------------------------


def _groups(case: Case) -> Iterator[dict[str, Any]]:
    """The table of paths as the booklet has it."""
    for title, columns, rows in booklet.path_table(case.edition):
        printed = []
        for code, name, _, paths in rows:
            cells = [_path(case, path) for path in paths]
            printed.append({"code": code, "label": name, "cells": cells})
        yield {"title": title, "columns": columns, "rows": printed}


def _path(case: Case, path: CasePath) -> PlayPath | None:
    """The action of people who follow a path, if it has a paragraph."""
    edition, paragraph = case.edition, case.paragraph_of.get(path)
    if paragraph is None:
        return None
    words, entry = edition_look.words_for("playtest", edition), 1
    if isinstance(path, AnswerPath):
        topic = typographic(edition.topics_by_slug[path.topic].name, edition.language)
        action, place = words["ask"].format(path.suspect, topic), path.suspect
    else:
        at = edition.locations_by_number[path.location]
        action, place = words["search"].format(typographic(at.name, edition.language)), f"{at.zone}"
        entry = actions.ENTERING if at.zone == edition.table.suite else 1
    return PlayPath(str(path), action, str(paragraph.paths[0]), place, entry)


def _questions(case: Case) -> Iterator[PlayQuestion]:
    """The questions of the deduction sheet; values are those of formulas."""
    language, options = case.edition.language, booklet.options_of(case)
    for element, question in booklet.questions_of(language):
        printed = tuple((value, typographic(text, language)) for value, text in options[element])
        yield PlayQuestion(element, question, printed, REWARDS[element], case.answers.get(element))


# --- how it is paced -----------------------------------------------------------------------------


def _pace(case: Case) -> dict[str, Any]:
    edition, language = case.edition, case.edition.language
    board = board_of(edition)
    printed = edition.events.cards if edition.events is not None else ()
    stories = [(typographic(card.title, language), card.flavour) for card in printed]
    cards = []
    for (title, prose), event in zip(stories or [("", "")] * len(board.cards), board.cards, strict=True):
        cards.append({"title": title, "prose": prose_runs(prose, language), "steps": event.advance})
    nothing = PlayableMystery((), (), ())
    # One person plays with the ship and the buoys of the fewest who can sit at the board.
    tables = [Table(board, nothing, max(FEWEST, seats)) for seats in range(1, MOST + 1)]
    return {
        "end": edition.table.port,
        "arrived": "port",
        "claimed": "revelations",
        "start": [table.ship for table in tables],
        "tokens": [table.buoys for table in tables],
        "points": POINTS,
        "read": actions.ALOUD,
        "cards": cards,
        "courses": [_courses(table) for table in tables],
        "falseClaim": FALSE_REVELATION,
        "trueClaim": TRUE_REVELATION,
    }


def _courses(table: Table) -> list[tuple[int, ...]]:
    """Orders of the cards, for one number of players."""
    return [state.stacked(table, number) for number in range(COURSES)]


# --- with only the booklet -----------------------------------------------------------------------


READER = "steady/leads"
"""The kind of reader that a par is of: one who plays as testers do, neither lucky nor perfect."""

TABLES, SEED = 60, 1
"""How many games there are of each case, and which.

With other seeds the mean score of an example moves by 1 or 2 points (standard deviation).
"""

_STEP, _ROW = 5, 10
_UNKNOWN = 25
"""The paragraphs of a case that cannot be simulated."""


def solo_leaflet(cases: Sequence[Case], look: pieces.PrintOptions) -> pieces.Leaflet:
    """The rules for playing from a booklet alone, and a table of its cases.

    The table says how many paragraphs may be read, and a par. Both are those of a simulated detective at a
    table of two: what one comes to know before port, and the mean score. A par depends on the case and on how
    casekit's readers reason, on nothing else.
    """
    edition = cases[0].edition
    case_word = booklet.words_of(edition)["case"]
    rows: list[str] = []
    most = 0
    for number, case in enumerate(cases, 1):
        read, par = _par(case)
        title = typographic(case.title, edition.language)
        rows.append(f"| {case_word.format(number)} | {title} | {read} | {par} |")
        most = max(most, read)
    return accessories.leaflet(
        edition,
        look,
        "solo",
        cases="\n".join(rows),
        boxes="\n".join(_boxes(most)),
        games=str(TABLES),
    )


def _par(case: Case) -> tuple[int, str]:
    """How many paragraphs of a case may be read, and the points to play against: a dash if nobody knows."""
    from casekit.games.midnight.simulation.subject import case_subject  # noqa: PLC0415 - nor play anything
    from casekit.games.midnight.theory.case_analysis import CaseAnalysis  # noqa: PLC0415 - pages ask nothing

    try:
        subject, _ = case_subject(CaseAnalysis(case), (FEWEST,))
        tally = subject and subject.tables().tally(state.crews(READER)[0], FEWEST, SEED, range(TABLES))
    except OutOfBudgetError:
        tally = None
    if not tally:
        return _UNKNOWN, "–"
    seats = int(tally["seats"])
    return round(int(tally["taken"].sum()) / seats), str(round(int(tally["score"]) / seats / _STEP) * _STEP)


def _boxes(most: int) -> Iterator[str]:
    """Numbers to cross off, ten in a row."""
    for first in range(1, most + 1, _ROW):
        numbers = range(first, first + _ROW)
        yield "| " + " | ".join(str(number) if number <= most else "" for number in numbers)

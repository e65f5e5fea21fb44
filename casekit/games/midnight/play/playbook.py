"""A case for people who play at a screen, without the board, at the board's pace in a simple form.

Everybody round a screen knows what anybody reads. So that a group does not read the whole booklet before
port, a card is drawn at each turn instead of each round: from the start to port 20 to 25 paragraphs are read
then, alone or in a group of any size. A detective at the board comes to know about 27 (``casekit report
--tables``).
"""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import PureWindowsPath
from typing import Any

from markupsafe import Markup

from casekit.games.midnight.board import actions, state
from casekit.games.midnight.board.board import Board, Table, board_of
from casekit.games.midnight.board_figures import (
    FALSE_REVELATION,
    FEWEST,
    MOST,
    POINTS,
    REWARDS,
    TRUE_REVELATION,
)
from casekit.games.midnight.document import AnswerPath, Case, CasePath, Edition
from casekit.games.midnight.pages import booklet, drawings, edition_look
from casekit.games.midnight.pages.path_table import path_table
from casekit.kit.edition_settings import accent_of
from casekit.print.content import artwork
from casekit.prose.markup import typographic
from casekit.tabletop.game_rules import PlayableMystery
from casekit.tabletop.playtests.playbook import Playbook, PlayPath, PlayQuestion, prose_runs

ORDERS_OF_CARDS = 12
"""The number of orders of the cards that a page has, for each number of players."""


def case_playbook(case: Case) -> Playbook:
    """The case for people."""
    language = case.edition.language
    words = booklet.words_of(case.edition)
    author = words["by"].format(typographic(case.author, language)) if case.author else ""
    notes = ""
    if case.content_notes:
        notes = words["notes_on"].format(typographic(case.content_notes, language))
    texts = {}
    for paragraph in case.paragraphs:
        if paragraph.paths:
            texts[str(paragraph.paths[0])] = booklet.passage_of(case, paragraph)
    return Playbook(
        title=typographic(case.title, language),
        file=PureWindowsPath(case.source.name).name,
        language=language,
        level=words["amateur"] if case.level == "amateur" else words["expert"],
        author=author,
        notes=notes,
        picture=_picture(case),
        given=booklet.passage_of(case, case.presentation),
        principles=tuple(rule.sentence for rule in case.edition.rules if rule.sentence),
        groups=tuple(_groups(case)),
        texts=texts,
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
    scene = drawings.scene(accent_of(""), 1, is_aboard=case.edition.is_aboard)
    drawing = b64encode(scene.encode()).decode("ascii")
    return str(Markup('<img alt="" src="data:image/svg+xml;base64,{}">').format(drawing))


# --- what there is to read -----------------------------------------------------------------------


def _groups(case: Case) -> Iterator[dict[str, Any]]:
    """The table of paths as the booklet has it."""
    for table in path_table(case.edition):
        rows = []
        for row in table.rows:
            cells = [_play_path(case, path) for path in row.paths]
            rows.append({"code": row.code, "label": row.name, "cells": cells})
        yield {"title": table.title, "columns": table.columns, "rows": rows}


def _play_path(case: Case, path: CasePath) -> PlayPath | None:
    """The action of people who follow a path, if it has a paragraph."""
    edition, paragraph = case.edition, case.paragraph_of.get(path)
    if paragraph is None:
        return None
    words = edition_look.words_for("playtest", edition)
    key = str(paragraph.paths[0])
    if isinstance(path, AnswerPath):
        topic = typographic(edition.topics_by_slug[path.topic].name, edition.language)
        return PlayPath(str(path), words["ask"].format(path.suspect, topic), key, path.suspect)
    location = edition.locations_by_number[path.location]
    action = words["search"].format(typographic(location.name, edition.language))
    points = actions.ENTERING if location.zone == edition.table.suite else 1
    return PlayPath(str(path), action, key, str(location.zone), points)


def _questions(case: Case) -> Iterator[PlayQuestion]:
    """The questions of the deduction sheet; values are those of formulas."""
    language, options = case.edition.language, booklet.options_of(case)
    for element, question in booklet.questions_of(language):
        printed = tuple((value, typographic(text, language)) for value, text in options[element])
        yield PlayQuestion(element, question, printed, REWARDS[element], case.answers.get(element))


# --- how it is paced -----------------------------------------------------------------------------


def _pace(case: Case) -> dict[str, Any]:
    """The figures of the board, its cards and some orders of them, as the script of the page has them."""
    edition = case.edition
    board = board_of(edition)
    no_mystery = PlayableMystery((), (), ())
    # One person plays with the ship and the buoys of the fewest who can sit at the board.
    tables = [Table(board, no_mystery, max(FEWEST, seats)) for seats in range(1, MOST + 1)]
    return {
        "end": edition.table.port,
        "arrived": "port",
        "claimed": "revelations",
        "start": [table.ship for table in tables],
        "tokens": [table.buoys for table in tables],
        "points": POINTS,
        "read": actions.ALOUD,
        "cards": _cards(edition, board),
        "courses": [_orders_of_cards(table) for table in tables],
        "falseClaim": FALSE_REVELATION,
        "trueClaim": TRUE_REVELATION,
    }


def _cards(edition: Edition, board: Board) -> list[dict[str, Any]]:
    """The cards as an edition prints them; without title and prose if it prints none."""
    titles_and_prose: list[tuple[str, str]] = [("", "")] * len(board.cards)
    if edition.events is not None and edition.events.cards:
        titles_and_prose = [
            (typographic(card.title, edition.language), card.flavour) for card in edition.events.cards
        ]
    cards = []
    for (title, prose), event in zip(titles_and_prose, board.cards, strict=True):
        cards.append({"title": title, "prose": prose_runs(prose, edition.language), "steps": event.advance})
    return cards


def _orders_of_cards(table: Table) -> list[tuple[int, ...]]:
    """Orders of the cards, for one number of players."""
    return [state.deck_stacked(table, number) for number in range(ORDERS_OF_CARDS)]

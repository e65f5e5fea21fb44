"""A document for people who play it at a screen, which a game fills in.

Prose is as it is written, other texts are as they are printed.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from casekit.print.content.booklet import Passage
from casekit.values import field, frozen

Json = dict[str, Any]

Runs = tuple[tuple[str, str], ...]
"""A paragraph of prose: texts, each with the letters of the marks that it is in, as in ``("dark", "e")``."""

_LETTER_OF_MARK = {"*": "e", "**": "s"}
"""The letter for each mark of emphasis and of strong emphasis."""

_DIGEST_LETTERS = 16
"""The number of letters of the digest of a text that a log has."""


def prose_runs(prose: str, language: str) -> Runs:
    """A paragraph of prose as pairs of a text and its marks."""
    from casekit.prose.markup import styled_runs  # noqa: PLC0415 - logs are read without pages

    pairs: list[tuple[str, str]] = []
    for run in styled_runs(prose, language):
        marks = sorted(_LETTER_OF_MARK[mark] for mark in run.marks)
        pairs.append((run.text, "".join(marks)))
    return tuple(pairs)


@frozen(slots=True)
class PlayPath:
    """Something to follow, which leads to a paragraph."""

    name: str
    """What logs call it."""

    label: str
    """What people do who follow it."""

    key: str
    """The key of its paragraph; several paths may lead to one paragraph."""

    place: str
    """Where it is followed."""

    entry: int = 1
    """The points that it costs to get there from elsewhere."""


@frozen(slots=True)
class PlayQuestion:
    """A question that the document answers in the end."""

    key: str
    """What logs call it."""

    question: str
    """The question."""

    options: tuple[tuple[str, str], ...]
    """The answers to choose from: the value of each, and its label for people."""

    points: tuple[int, int]
    """The points for a first hypothesis that is true, and for a second one."""

    answer: str | None
    """The true value; ``None`` if the document leaves it open."""


@frozen
class Playbook:
    """A document for people who play it at a screen."""

    title: str
    """Its title."""

    file: str
    """The name of its text, without folders."""

    language: str
    """The language of its prose, as a tag of IETF BCP 47."""

    level: str
    """The level that it claims, in words."""

    author: str
    """The author."""

    notes: str
    """What the author says to players about it."""

    picture: str
    """The picture of its cover as an ``img`` element; empty if there is none."""

    given: Passage
    """The presentation, which is read aloud at the start."""

    principles: tuple[str, ...]
    """Sentences that hold in every document of the game."""

    groups: Sequence[Json]
    """The tables of paths: rows of ``cells``, one path a column, ``None`` if there is none.

    A single column has no name.
    """

    texts: Mapping[str, Passage]
    """The paragraphs by key, in the order in which they were written."""

    questions: tuple[PlayQuestion, ...]
    """The questions to answer."""

    solution: Passage
    """The solution."""

    pace: Mapping[str, Any]
    """How the game goes on a page, as the script of the page reads it.

    * ``end``: the last space of the track.
    * ``start``, ``tokens``, ``courses``: lists by the number of players, from 1 on, of the first
      space, of the tokens, and of the orders of the ``cards``, one of them for each game.
    * ``points``, ``read``: the points of a turn, and what it costs to read.
    * ``falseClaim``: what whoever ends the game early loses for each first hypothesis that is false.
    * ``trueClaim``: what the others lose for each that is true.
    * ``arrived``, ``claimed``: what logs call the two ways in which the game ends.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    """The words of the page for the things of the game, by their keys."""

    def paths(self) -> Iterator[PlayPath]:
        """The paths in the order of the table."""
        for group in self.groups:
            for row in group["rows"]:
                yield from filter(None, row["cells"])


def book_content(book: Playbook, cell: Callable[[PlayPath], Json]) -> Json:
    """The start of a game for players, as JSON: presentation, table of paths, and answers to choose from.

    Args:
        book: the document.
        cell: gives what the page needs to know of a path.
    """
    language = book.language
    groups: list[Json] = []
    for group in book.groups:
        rows: list[Json] = []
        for row in group["rows"]:
            cells = [path and cell(path) for path in row["cells"]]
            rows.append({**row, "cells": cells})
        groups.append({**group, "rows": rows})
    return {
        "title": book.title,
        "language": language,
        "level": book.level,
        "author": book.author,
        "notes": book.notes,
        "picture": book.picture.partition('src="')[2].partition('"')[0],
        "given": [prose_runs(paragraph, language) for paragraph in book.given.prose],
        "principles": [prose_runs(principle, language) for principle in book.principles],
        "groups": groups,
        "questions": [_question_as_json(question) for question in book.questions],
    }


def _question_as_json(question: PlayQuestion) -> Json:
    """A question without its answer."""
    return {
        "key": question.key,
        "question": question.question,
        "options": question.options,
        "points": question.points,
    }


class Identity:
    """Digests of what players of a document see, by which a log shows which version it is of."""

    given: str
    """The digest of what they know from the start: presentation, principles and answers to choose from."""

    paths: Mapping[str, str]
    """The digests of the texts, by the name of each path."""

    whole: str
    """The digest of everything, the true answers too: 64 hexadecimal digits."""

    def __init__(self, book: Playbook) -> None:
        options = [(question.key, list(map(list, question.options))) for question in book.questions]
        self.given = _short_digest([book.given.prose, book.principles, options])
        self.paths = {path.name: _short_digest(book.texts[path.key].prose) for path in book.paths()}
        answers = [question.answer for question in book.questions]
        self.whole = _digest(
            [book.title, self.given, self.paths, book.solution.prose, answers, book.language]
        )


def _digest(content: Any) -> str:
    """The digest of something that can be written as JSON."""
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _short_digest(content: Any) -> str:
    """The digest that a log has of a text."""
    return _digest(content)[:_DIGEST_LETTERS]

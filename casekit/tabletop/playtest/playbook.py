"""A document for people who play it at a screen: what they may read and choose, how the game paces them, and what it is known by.

A game fills it in; nothing here knows which one. Prose is as it is written, other texts are as they are printed.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from casekit.print.content.booklet import Passage

Json = dict[str, Any]
Runs = tuple[tuple[str, str], ...]
"""A paragraph of prose: texts, each with the marks it is in (``e`` emphasis, ``s`` strong)."""

_MARKS = {"*": "e", "**": "s"}


def prose_runs(prose: str, language: str) -> Runs:
    """A paragraph of prose as pairs of a text and its marks."""
    from casekit.print.text.prose import runs  # noqa: PLC0415 - logs are read without pages

    return tuple(
        (run.text, "".join(sorted(_MARKS[mark] for mark in run.marks))) for run in runs(prose, language)
    )


@dataclass(frozen=True, slots=True)
class PlayPath:
    """Something to follow. ``name`` is what logs call it, ``label`` what people do.

    ``place`` is where it is followed, ``entry`` what it costs to get there from elsewhere. Paths that share a paragraph
    share its ``key``.
    """

    name: str
    label: str
    key: str
    place: str
    entry: int = 1


@dataclass(frozen=True, slots=True)
class PlayQuestion:
    """A question of the game: its ``key`` in logs, the answers as values and labels, the points, and the true value.

    ``points`` are those of a first and of a second hypothesis. ``answer`` is ``None`` where the document leaves it open.
    """

    key: str
    question: str
    options: tuple[tuple[str, str], ...]
    points: tuple[int, int]
    answer: str | None


@dataclass(frozen=True)
class Playbook:
    """The whole of it. ``file`` is the name of its text without folders. ``texts`` are the paragraphs by key, in the order in which they were written.

    ``groups`` are the table of paths: rows of ``cells``, one path a column, ``None`` where there is none; with a single column it has no name.
    ``picture`` is an ``img`` element or empty. ``principles`` are sentences that hold in every document of the game.
    ``pace`` is how the game goes on a page, for its script: where on the track the ``end`` is, by number of players from 1 on the ``start``
    of the track, ``tokens`` and ``courses`` (orders of the ``cards``; each game takes one), the ``points`` of a turn and what it costs to
    ``read``; whoever ends the game early loses ``falseClaim`` for each false first hypothesis, and the others ``trueClaim`` for each true one.
    ``arrived`` and ``claimed`` are what logs call the two ways in which it ends.
    ``words`` are what the page calls the things of the game, by what it needs them for.
    """

    title: str
    file: str
    language: str
    level: str
    author: str
    notes: str
    picture: str
    given: Passage
    principles: tuple[str, ...]
    groups: Sequence[Json]
    texts: Mapping[str, Passage]
    questions: tuple[PlayQuestion, ...]
    solution: Passage
    pace: Mapping[str, Any]
    words: Mapping[str, str] = field(default_factory=dict)

    def paths(self) -> Iterator[PlayPath]:
        """The paths in the order of the table."""
        for group in self.groups:
            for row in group["rows"]:
                yield from filter(None, row["cells"])


def book_content(book: Playbook, cell: Callable[[PlayPath], Json]) -> Json:
    """Presentation, table of paths, and answers; ``cell`` is what a page wants to know of a path."""
    language = book.language
    return {
        "title": book.title,
        "language": language,
        "level": book.level,
        "author": book.author,
        "notes": book.notes,
        "picture": book.picture.partition('src="')[2].partition('"')[0],
        "given": [prose_runs(each, language) for each in book.given.prose],
        "principles": [prose_runs(each, language) for each in book.principles],
        "groups": [
            {
                **group,
                "rows": [
                    {**row, "cells": [path and cell(path) for path in row["cells"]]} for row in group["rows"]
                ],
            }
            for group in book.groups
        ],
        "questions": [
            {"key": each.key, "question": each.question, "options": each.options, "points": each.points}
            for each in book.questions
        ],
    }


_SHORT = 16

FORMAT, VERSION = "casekit-playtest", 1
"""The name of the format of logs, and its version."""


class Identity:
    """Digests of what players of a document see.

    ``given`` is that of what they know from the start (presentation, principles and answers to choose from), ``paths`` those of
    the texts by the name of each path. ``whole`` is that of everything, the answers too: 64 hexadecimal digits.
    """

    def __init__(self, book: Playbook) -> None:
        options = [(each.key, [list(option) for option in each.options]) for each in book.questions]
        self.given = _digest([book.given.prose, book.principles, options])[:_SHORT]
        self.paths = {path.name: _digest(book.texts[path.key].prose)[:_SHORT] for path in book.paths()}
        answers = [each.answer for each in book.questions]
        everything = [book.title, self.given, self.paths, book.solution.prose, answers, book.language]
        self.whole = _digest(everything)


def _digest(content: Any) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

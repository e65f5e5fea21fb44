"""A document as its readers see it: for a proofreader with lines, timetables and what is odd, for a solver with prose alone.

All texts are as people read them, in the language of the document.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from casekit.asking.interrogation import Json
from casekit.diagnostics import Diagnostic
from casekit.frozen import frozen
from casekit.resources import Words, words as words_in

Standing = Literal["told", "untold", "open"]
"""Whether a line says where somebody is in truth, none does, or the truth itself does not say."""


@frozen(slots=True)
class Testimony:
    """A line's statement on a cell: somebody was at ``place`` or, if ``denied``, was not. ``false`` if the truth is another."""

    place: str
    path: str
    id: str
    denied: bool = False
    false: bool = False


@frozen(slots=True)
class TimetableCell:
    """One person at one time. ``place`` is where in truth; empty if that is open, or nowhere."""

    place: str
    standing: Standing
    words: tuple[Testimony, ...] = ()

    @property
    def denying(self) -> tuple[Testimony, ...]:
        """The statements that are false."""
        return tuple(word for word in self.words if word.false)


@frozen
class Timetable:
    """Rows of people, or things, and columns of times, which are one without a name where there are no times.

    ``events`` happen at one of the times: its column, and what.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[TimetableCell, ...]], ...]
    events: tuple[tuple[int, str], ...] = ()


Weight = Literal["loud", "look", "quiet"]
"""How much a mark weighs: words and line contradict each other; somebody has to look; for whoever wants to know."""

WEIGHTS: tuple[Weight, ...] = ("loud", "look", "quiet")

Kind = Literal["name", "place", "time", "number", "negation", "other"]
"""The subject of a mark."""


@frozen(slots=True)
class Mark:
    """Something that a proofreader may have to look at, in a sentence."""

    weight: Weight
    kind: Kind
    says: str


@frozen(slots=True)
class Piece:
    """A stretch of prose in one style. ``lines`` are the numbers of the lines that quote it.

    ``ends`` are those whose quotation ends with it. ``kind`` is set where the words name something, and ``weight`` if no
    line says that.
    """

    text: str
    styles: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    kind: Kind | None = None
    weight: Weight | None = None


@frozen(slots=True)
class Link:
    """A paragraph, by the name that people have for it and its ``id``; empty, if there is no such paragraph."""

    name: str
    id: str


LineKind = Literal["plain", "lie", "hint", "shown"]


@frozen(slots=True)
class ReviewedLine:
    """A line read back in plain words.

    ``truth`` is what is so instead, beside a lie. ``by`` are the paragraphs that a claim rests on.
    """

    number: int
    kind: LineKind
    says: str
    logic: str
    quotation: str
    row: int
    truth: str = ""
    by: tuple[Link, ...] = ()
    marks: tuple[Mark, ...] = ()


@frozen(slots=True)
class ReviewedPassage:
    """A paragraph, the presentation, or a sentence of the solution, with its lines.

    ``knower`` says who reads it. ``prose`` are its printed paragraphs.
    """

    id: str
    heading: str
    path: str
    knower: str = ""
    prose: tuple[tuple[Piece, ...], ...] = ()
    lines: tuple[ReviewedLine, ...] = ()
    marks: tuple[Mark, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    @property
    def every_mark(self) -> tuple[Mark, ...]:
        """Its own marks and those of its lines."""
        return (*self.marks, *(mark for line in self.lines for mark in line.marks))

    @property
    def weight(self) -> Weight | None:
        """The gravest of its marks; findings other than notes count as loud."""
        found: set[Weight] = {mark.weight for mark in self.every_mark}
        if any(each.code.severity != "note" for each in self.findings):
            found.add("loud")
        return next((weight for weight in WEIGHTS if weight in found), None)


Source = Literal["presentation", "printed", "common", "untold"]
"""Where readers learn a rule."""


@frozen(slots=True)
class ReviewedRule:
    """A rule in plain words, and where readers learn it: ``words`` are those of the book."""

    says: str
    logic: str
    source: Source
    words: str
    findings: tuple[Diagnostic, ...] = ()


@frozen
class Review:
    """A document for its proofreader. ``answers`` are the questions of the game with their true answers, which may be empty."""

    title: str
    file: str
    language: str
    given: ReviewedPassage | None
    paragraphs: tuple[ReviewedPassage, ...]
    rules: tuple[ReviewedRule, ...]
    timetables: tuple[Timetable, ...]
    answers: tuple[tuple[str, str], ...]
    solution: tuple[ReviewedPassage, ...]
    findings: tuple[Diagnostic, ...]
    understood: bool

    def in_words(self, width: int) -> str:
        """As short text for a terminal that is ``width`` columns wide."""
        words = words_in("asking/words/review.toml", self.language)
        parts = [
            "\n".join([f"{self.file}: {self.title}", *textwrap.wrap(summary(self, words), width)]),
            *(_passage(each, words, width) for each in self.passages),
            "\n".join([words["rules"], *_rules(self, words, width)]) if self.rules else "",
        ]
        return "\n\n".join(part for part in parts if part)

    def as_json(self) -> Json:
        """As ``schemas/review.schema.json`` has it, without its prose, which the case has."""
        return {
            "title": self.title,
            "language": self.language,
            "understood": self.understood,
            "presentation": _passage_as_json(self.given) if self.given else None,
            "paragraphs": [_passage_as_json(each) for each in self.paragraphs],
            "rules": [
                {"says": rule.says, "formula": rule.logic, "source": rule.source, "words": rule.words}
                for rule in self.rules
            ],
            "timetables": [
                {
                    "title": table.title,
                    "columns": list(table.columns),
                    "rows": [
                        {
                            "who": name,
                            "cells": [
                                {
                                    "place": cell.place,
                                    "standing": cell.standing,
                                    "words": [
                                        {
                                            "place": word.place,
                                            "path": word.path,
                                            "denied": word.denied,
                                            "false": word.false,
                                        }
                                        for word in cell.words
                                    ],
                                }
                                for cell in cells
                            ],
                        }
                        for name, cells in table.rows
                    ],
                    "events": [{"column": column, "says": says} for column, says in table.events],
                }
                for table in self.timetables
            ],
            "answers": [{"question": question, "answer": answer} for question, answer in self.answers],
            "solution": [
                {
                    "sentence": "\n".join("".join(piece.text for piece in part) for part in each.prose),
                    **_beside(each),
                }
                for each in self.solution
            ],
        }

    def page(self) -> str:
        """As a web page with ticks and remarks that needs nothing else."""
        from casekit.asking.review.review_page import review_page

        return review_page(self)

    @property
    def passages(self) -> tuple[ReviewedPassage, ...]:
        """Everything that has prose, in the order of the page."""
        return (*([self.given] if self.given else ()), *self.paragraphs, *self.solution)


@frozen
class BlindBook:
    """A document for solvers, as their page shows it.

    ``content`` has its ``title``, ``file`` and ``language``; ``principles``, which are sentences that hold in every case; what is
    ``given``; ``groups``, each with its ``heading`` and ``choices`` of what can be read: a ``name`` and its ``prose``; and
    ``questions``, each with its ``question`` and the ``answers`` that may be given.
    """

    content: Json

    def page(self) -> str:
        """As a web page with a form for the answers that needs nothing else."""
        from casekit.asking.review.review_page import blind_page

        return blind_page(self)


def _passage_as_json(passage: ReviewedPassage) -> Json:
    return {"path": passage.path, "heading": passage.heading, "reader": passage.knower, **_beside(passage)}


def _beside(passage: ReviewedPassage) -> Mapping[str, Any]:
    return {
        "weight": passage.weight,
        "lines": [
            {
                "line": line.row,
                "kind": line.kind,
                "says": line.says,
                "formula": line.logic,
                "quotation": line.quotation,
                "truth": line.truth,
                "by": [link.name for link in line.by],
                "marks": _marks_as_json(line.marks),
            }
            for line in passage.lines
        ],
        "marks": _marks_as_json(passage.marks),
        "findings": [found.code.id for found in passage.findings],
    }


def _marks_as_json(marks: Sequence[Mark]) -> list[dict[str, str]]:
    return [{"weight": mark.weight, "about": mark.kind, "says": mark.says} for mark in marks]


SIGNS: dict[Weight, str] = {"loud": "!", "look": "?", "quiet": "·"}
"""The sign before a mark, in text and on a page."""


def summary(review: Review, words: Words) -> str:
    """How many paragraphs there are, and how many have to be looked at."""
    weights = [each.weight for each in review.paragraphs]
    lines = sum(len(each.lines) for each in review.paragraphs)
    grave = sum(weight in {"loud", "look"} for weight in weights)
    said: str = words["lead"].format(len(weights), lines, grave, weights.count("loud"))
    return said if review.understood else f"{said} {words['not_understood']}"


def source_in_words(rule_source: str, told: str, words: Words) -> str:
    """Where readers learn a rule."""
    return str(words["rule_sources"][rule_source].format(told))


def _passage(passage: ReviewedPassage, words: Words, width: int) -> str:
    told = passage.lines or any(mark.weight != "quiet" for mark in passage.marks)
    if not told and not passage.heading:
        return ""
    rows = [passage.heading or f"{words['solution']} {passage.id.removeprefix('s')}"]
    for line in passage.lines:
        rows += _line(line, words, width)
    rows += _marks(passage.marks, width)
    for found in passage.findings:
        message = found.message.partition("\n")[0]
        rows += _hanging(f"  {found.code.id} ", message, width)
    return "\n".join(rows)


def _line(line: ReviewedLine, words: Words, width: int) -> Iterator[str]:
    yield from _hanging(f"{line.number:>3} ", line.says, width)
    by = ", ".join(link.name for link in line.by)
    for name, told in (("quoted", line.quotation), ("follows_from", by), ("in_truth", line.truth)):
        if told:
            yield from _hanging("    ", words[name].format(told), width)
    yield from _marks(line.marks, width)


def _marks(marks: Iterable[Mark], width: int) -> Iterator[str]:
    """Those that somebody should look at; the others are on the page and in the JSON."""
    for mark in marks:
        if mark.weight != "quiet":
            yield from _hanging(f"  {SIGNS[mark.weight]} ", mark.says, width)


def _rules(review: Review, words: Words, width: int) -> Iterator[str]:
    for rule in review.rules:
        yield from _hanging("  ", rule.says, width)
        yield from _hanging("    ", source_in_words(rule.source, rule.words, words), width)


def _hanging(start: str, text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(
        text, max(width, 40), initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
    )

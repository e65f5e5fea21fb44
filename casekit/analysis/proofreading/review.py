"""A document as its readers see it.

A proofreader sees it with lines, timetables and what is odd, a solver with prose alone.

All texts are as people read them, in the language of the document.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from casekit.analysis.analyzer import Json
from casekit.diagnostics import Diagnostic
from casekit.resources import Words, words as words_in
from casekit.values import frozen

Timetable = Json
"""Rows of people, or things, and columns of times, as ``schemas/review.schema.json`` has it.

Where there are no times, there is one column without a name.

The ``place`` of a cell is where somebody was in truth, empty if that is open, or nowhere; its ``standing`` is
``told`` if a line says so, ``untold`` if none does, ``open`` if the truth does not say. Its ``words`` are
statements of lines: somebody was at a ``place`` or, if ``denied``, was not, by the name of a ``path``;
``false`` if the truth is another. ``events`` happen at the time of a ``column``.
"""

Weight = Literal["loud", "look", "quiet"]
"""How much a mark weighs: a contradiction; something to look at; something for whoever wants to know."""

Kind = Literal["name", "place", "time", "number", "negation", "sentences", "other"]
"""The subject of a mark; that of what sentences are read as is themselves."""


Mark = Json
"""Something that a proofreader may look at: its ``weight``, what it is ``about``, and what it ``says``."""


def mark_of(weight: Weight, about: Kind, says: str) -> Mark:
    """A mark, as ``schemas/review.schema.json`` has it."""
    return {"weight": weight, "about": about, "says": says}


Piece = Json
"""A stretch of prose, its ``text``, in some ``styles``.

``lines`` are the numbers of the lines that quote it, ``ends`` those whose quotation ends with it.

``weight`` is that of words that name what no line says, else ``None``.
"""


@frozen(slots=True)
class ReviewPassage:
    """A paragraph, the presentation, or a sentence of the solution, with its lines read back in plain words.

    The lines have their numbers, by which the prose and the page name them, and are as
    ``schemas/review.schema.json`` has them. ``knower`` says who reads it. ``prose`` are its printed
    paragraphs.
    """

    id: str
    heading: str
    path: str
    knower: str = ""
    prose: tuple[tuple[Piece, ...], ...] = ()
    lines: tuple[tuple[int, Json], ...] = ()
    marks: tuple[Mark, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    @property
    def every_mark(self) -> tuple[Mark, ...]:
        """Its own marks and those of its lines."""
        marks = list(self.marks)
        for _, line in self.lines:
            marks += line["marks"]
        return tuple(marks)

    @property
    def weight(self) -> Weight | None:
        """The gravest of its marks; findings other than notes count as loud."""
        weights: set[Weight] = {mark["weight"] for mark in self.every_mark}
        if any(finding.code.severity != "note" for finding in self.findings):
            weights.add("loud")
        return next((weight for weight in SIGNS if weight in weights), None)


@frozen
class Review:
    """A document for its proofreader.

    ``answers`` are the questions of the game with their true answers, which may be empty.

    ``rules`` are as ``schemas/review.schema.json`` has them, each with the findings on it.
    """

    title: str
    file: str
    language: str
    given: ReviewPassage | None
    paragraphs: tuple[ReviewPassage, ...]
    rules: tuple[tuple[Json, tuple[Diagnostic, ...]], ...]
    timetables: tuple[Timetable, ...]
    answers: tuple[tuple[str, str], ...]
    solution: tuple[ReviewPassage, ...]
    findings: tuple[Diagnostic, ...]
    understood: bool

    def in_words(self, width: int) -> str:
        """As short text for a terminal that is ``width`` columns wide."""
        words = words_in("analysis/words/review.toml", self.language)
        parts = [
            "\n".join([f"{self.file}: {self.title}", *textwrap.wrap(summary(self, words), width)]),
            *(_passage(passage, words, width) for passage in self.passages),
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
            "paragraphs": list(map(_passage_as_json, self.paragraphs)),
            "rules": [rule for rule, _ in self.rules],
            "timetables": self.timetables,
            "answers": [{"question": question, "answer": answer} for question, answer in self.answers],
            "solution": list(map(_sentence_as_json, self.solution)),
        }

    def page(self) -> str:
        """As a web page with ticks and remarks that needs nothing else."""
        from casekit.analysis.proofreading.page import review_page

        return review_page(self)

    @property
    def passages(self) -> tuple[ReviewPassage, ...]:
        """Everything that has prose, in the order of the page."""
        return (*([self.given] if self.given else ()), *self.paragraphs, *self.solution)


@frozen
class BlindReadingCopy:
    """A document for solvers, as their page shows it.

    ``content`` has its ``title``, ``file`` and ``language``; ``principles``, which are sentences that hold in
    every case; what is ``given``; ``groups``, each with its ``heading`` and ``choices`` of what can be read:
    a ``name`` and its ``prose``; and ``questions``, each with its ``question`` and the ``answers`` that may
    be given.
    """

    content: Json

    def page(self) -> str:
        """As a web page with a form for the answers that needs nothing else."""
        from casekit.analysis.proofreading.page import blind_page

        return blind_page(self)


def _passage_as_json(passage: ReviewPassage) -> Json:
    return {"path": passage.path, "heading": passage.heading, "reader": passage.knower, **_beside(passage)}


def _sentence_as_json(passage: ReviewPassage) -> Json:
    paragraphs: list[str] = []
    for pieces in passage.prose:
        text = "".join(piece["text"] for piece in pieces)
        paragraphs.append(text)
    return {"sentence": "\n".join(paragraphs), **_beside(passage)}


def _beside(passage: ReviewPassage) -> Mapping[str, Any]:
    return {
        "weight": passage.weight,
        "lines": [line for _, line in passage.lines],
        "marks": passage.marks,
        "findings": [finding.code.id for finding in passage.findings],
    }


SIGNS: dict[Weight, str] = {"loud": "!", "look": "?", "quiet": "·"}
"""The sign before a mark, in text and on a page, by weight, the gravest first."""


def summary(review: Review, words: Words) -> str:
    """How many paragraphs there are, and how many have to be looked at."""
    weights = [paragraph.weight for paragraph in review.paragraphs]
    lines = sum(len(paragraph.lines) for paragraph in review.paragraphs)
    grave = sum(weight in {"loud", "look"} for weight in weights)
    said: str = words["lead"].format(len(weights), lines, grave, weights.count("loud"))
    return said if review.understood else f"{said} {words['not_understood']}"


def source_in_words(rule: Json, words: Words) -> str:
    """Where readers learn a rule."""
    return str(words["rule_sources"][rule["source"]].format(rule["words"]))


def _passage(passage: ReviewPassage, words: Words, width: int) -> str:
    has_content = passage.lines or any(mark["weight"] != "quiet" for mark in passage.marks)
    if not has_content and not passage.heading:
        return ""
    rows = [passage.heading or f"{words['solution']} {passage.id.removeprefix('s')}"]
    for number, line in passage.lines:
        rows += _line(number, line, words, width)
    rows += _marks(passage.marks, width)
    for finding in passage.findings:
        rows += _hanging(f"  {finding.code.id} ", finding.message.partition("\n")[0], width)
    return "\n".join(rows)


def _line(number: int, line: Json, words: Words, width: int) -> Iterator[str]:
    yield from _hanging(f"{number:>3} ", line["says"], width)
    by = ", ".join(line["by"])
    for name, text in (("quoted", line["quotation"]), ("follows_from", by), ("in_truth", line["truth"])):
        if text:
            yield from _hanging("    ", words[name].format(text), width)
    yield from _marks(line["marks"], width)


def _marks(marks: Iterable[Mark], width: int) -> Iterator[str]:
    """The marks to look at, and what sentences are read as; the others are on the page and in the JSON."""
    for mark in marks:
        if mark["weight"] != "quiet" or mark["about"] == "sentences":
            yield from _hanging(f"  {SIGNS[mark['weight']]} ", mark["says"], width)


def _rules(review: Review, words: Words, width: int) -> Iterator[str]:
    for rule, _ in review.rules:
        yield from _hanging("  ", rule["says"], width)
        yield from _hanging("    ", source_in_words(rule, words), width)


def _hanging(start: str, text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(
        text, max(width, 40), initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
    )

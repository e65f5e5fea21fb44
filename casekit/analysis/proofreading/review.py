"""A document as its readers see it: a proofreader with its lines and marks, a solver with its prose alone.

All texts are as people read them, in the language of the document. The dictionaries are as
``schemas/review.schema.json`` has them.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from casekit.analysis.analyzer import Json
from casekit.analysis.text_lines import hanging_in_width
from casekit.diagnostics import Finding
from casekit.resources import Words, words as words_in
from casekit.values import frozen

Timetable = Json
"""Rows of people, or things, and columns of times; one column without a name if there are no times.

A cell has the ``place`` where somebody was in truth, empty if that is open or nowhere, and a ``standing``:
``told`` if a line says so, ``untold`` if none does, ``open`` if the truth does not say. Its ``words`` are the
statements of lines about it, each with a ``place``, the name of a ``path``, whether the place is ``denied``,
and whether the statement is ``false``. The ``events`` of a timetable happen at the time of a ``column``.
"""

Weight = Literal["loud", "look", "quiet"]
"""How much a mark weighs: ``loud`` for a contradiction, ``look`` for a doubt, ``quiet`` for a remark."""

Kind = Literal["name", "place", "time", "number", "negation", "sentences", "other"]
"""The subject of a mark; ``sentences`` if the mark shows what sentences are read as."""

Mark = Json
"""Something that a proofreader may look at: its ``weight``, what it is ``about``, and what it ``says``."""

Piece = Json
"""A stretch of prose: its ``text`` and the ``styles`` that it is in.

``lines`` are the numbers of the lines that quote it, ``ends`` those whose quotation ends with it. ``weight``
is ``None`` unless its words name something that no line says.
"""

SIGNS: dict[Weight, str] = {"loud": "!", "look": "?", "quiet": "·"}
"""The sign before a mark, in text and on a page, by weight, the gravest first."""


def mark_of(weight: Weight, about: Kind, says: str) -> Mark:
    """A mark, as ``schemas/review.schema.json`` has it."""
    return {"weight": weight, "about": about, "says": says}


@frozen(slots=True)
class ReviewPassage:
    """A paragraph, the presentation, or a sentence of the solution, with its lines in plain words."""

    id: str
    """Its name on the page."""

    heading: str
    """Its heading; empty for a sentence of the solution."""

    path: str
    """The name of its path."""

    knower: str = ""
    """The readers of it, in words."""

    prose: tuple[tuple[Piece, ...], ...] = ()
    """Its paragraphs as they are printed, in pieces."""

    lines: tuple[tuple[int, Json], ...] = ()
    """Its lines, each after the number by which the prose and the page name it."""

    marks: tuple[Mark, ...] = ()
    """The marks on its prose."""

    findings: tuple[Finding, ...] = ()
    """The findings on it."""

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
    """A document for its proofreader."""

    title: str
    """Its title."""

    file: str
    """The name of its file."""

    language: str
    """The language of its prose, as a tag of IETF BCP 47."""

    given: ReviewPassage | None
    """The presentation, if it has one."""

    paragraphs: tuple[ReviewPassage, ...]
    """What can be read, in order."""

    rules: tuple[tuple[Json, tuple[Finding, ...]], ...]
    """Its rules, each with the findings on it."""

    timetables: tuple[Timetable, ...]
    """Where everybody was, in tables."""

    answers: tuple[tuple[str, str], ...]
    """The questions of the game, each with its true answer, which may be empty."""

    solution: tuple[ReviewPassage, ...]
    """The sentences of the solution."""

    findings: tuple[Finding, ...]
    """All findings on the document."""

    understood: bool
    """Whether casekit reads prose in this language."""

    def in_words(self, width: int) -> str:
        """As short text for a terminal that is ``width`` columns wide."""
        words = words_in("analysis/words/review.toml", self.language)
        parts = ["\n".join([f"{self.file}: {self.title}", *textwrap.wrap(summary(self, words), width)])]
        parts += [_passage_in_words(passage, words, width) for passage in self.passages]
        if self.rules:
            parts.append("\n".join([words["rules"], *_rules_in_words(self, words, width)]))
        return "\n\n".join(filter(None, parts))

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
    """A document for solvers, as their page shows it."""

    content: Json
    """What the page shows.

    It has the ``title``, ``file`` and ``language`` of the document; ``principles``, which are sentences
    that hold in every case; what is ``given``; ``groups``, each with its ``heading`` and ``choices`` of
    what can be read: a ``name`` and its ``prose``; and ``questions``, each with its ``question`` and the
    ``answers`` that may be given.
    """

    def page(self) -> str:
        """As a web page with a form for the answers that needs nothing else."""
        from casekit.analysis.proofreading.page import blind_page

        return blind_page(self)


def _passage_as_json(passage: ReviewPassage) -> Json:
    """A paragraph or the presentation, without its prose."""
    heading = {"path": passage.path, "heading": passage.heading, "reader": passage.knower}
    return {**heading, **_marks_and_lines_as_json(passage)}


def _sentence_as_json(passage: ReviewPassage) -> Json:
    """A sentence of the solution."""
    paragraphs: list[str] = []
    for pieces in passage.prose:
        text = "".join(piece["text"] for piece in pieces)
        paragraphs.append(text)
    return {"sentence": "\n".join(paragraphs), **_marks_and_lines_as_json(passage)}


def _marks_and_lines_as_json(passage: ReviewPassage) -> Mapping[str, Any]:
    """The notes beside the prose of a passage."""
    return {
        "weight": passage.weight,
        "lines": [line for _, line in passage.lines],
        "marks": passage.marks,
        "findings": [finding.code.id for finding in passage.findings],
    }


def summary(review: Review, words: Words) -> str:
    """How many paragraphs there are, and how many have to be looked at."""
    weights = [paragraph.weight for paragraph in review.paragraphs]
    lines = sum(len(paragraph.lines) for paragraph in review.paragraphs)
    to_look_at = sum(weight in {"loud", "look"} for weight in weights)
    text: str = words["lead"].format(len(weights), lines, to_look_at, weights.count("loud"))
    return text if review.understood else f"{text} {words['not_understood']}"


def source_in_words(rule: Json, words: Words) -> str:
    """Where readers learn a rule."""
    return str(words["rule_sources"][rule["source"]].format(rule["words"]))


def _passage_in_words(passage: ReviewPassage, words: Words, width: int) -> str:
    """A passage with its lines, marks and findings; empty if there is nothing to look at."""
    has_content = passage.lines or any(mark["weight"] != "quiet" for mark in passage.marks)
    if not has_content and not passage.heading:
        return ""
    rows = [passage.heading or f"{words['solution']} {passage.id.removeprefix('s')}"]
    for number, line in passage.lines:
        rows += _line_in_words(number, line, words, width)
    rows += _marks_in_words(passage.marks, width)
    for finding in passage.findings:
        rows += hanging_in_width(f"  {finding.code.id} ", finding.message.partition("\n")[0], width)
    return "\n".join(rows)


def _line_in_words(number: int, line: Json, words: Words, width: int) -> Iterator[str]:
    """A line in plain words, what it quotes and follows from, and its marks."""
    yield from hanging_in_width(f"{number:>3} ", line["says"], width)
    texts = {"quoted": line["quotation"], "follows_from": ", ".join(line["by"]), "in_truth": line["truth"]}
    for name, text in texts.items():
        if text:
            yield from hanging_in_width("    ", words[name].format(text), width)
    yield from _marks_in_words(line["marks"], width)


def _marks_in_words(marks: Iterable[Mark], width: int) -> Iterator[str]:
    """The marks to look at, and what sentences are read as; the others are on the page and in the JSON."""
    for mark in marks:
        if mark["weight"] != "quiet" or mark["about"] == "sentences":
            yield from hanging_in_width(f"  {SIGNS[mark['weight']]} ", mark["says"], width)


def _rules_in_words(review: Review, words: Words, width: int) -> Iterator[str]:
    """The rules, each with where readers learn it."""
    for rule, _ in review.rules:
        yield from hanging_in_width("  ", rule["says"], width)
        yield from hanging_in_width("    ", source_in_words(rule, words), width)

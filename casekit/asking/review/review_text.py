"""A review as short text for a terminal, and as JSON."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from casekit.asking.interrogation import Json
from casekit.asking.review.reviewed import Mark, Review, ReviewedLine, ReviewedPassage, Timetable, Weight
from casekit.resources import Words, words as words_in


def review_as_json(review: Review) -> Json:
    """The review without its prose, which the case has."""
    return {
        "title": review.title,
        "language": review.language,
        "understood": review.understood,
        "presentation": _passage_as_json(review.given) if review.given else None,
        "paragraphs": [_passage_as_json(each) for each in review.paragraphs],
        "rules": [
            {"says": rule.says, "formula": rule.logic, "source": rule.source, "words": rule.words}
            for rule in review.rules
        ],
        "timetables": [_timetable_as_json(each) for each in review.timetables],
        "answers": [{"question": each.question, "answer": each.answer} for each in review.answers],
        "solution": [
            {
                "sentence": "\n".join("".join(piece.text for piece in part) for part in each.prose),
                **_beside(each),
            }
            for each in review.solution
        ],
    }


def _passage_as_json(passage: ReviewedPassage) -> Json:
    return {"path": passage.path, "heading": passage.heading, "reader": passage.knower, **_beside(passage)}


def _beside(passage: ReviewedPassage) -> Mapping[str, Any]:
    return {
        "weight": passage.weight,
        "lines": [_line_as_json(line) for line in passage.lines],
        "marks": _marks_as_json(passage.marks),
        "findings": [found.code.id for found in passage.findings],
    }


def _line_as_json(line: ReviewedLine) -> Json:
    return {
        "line": line.row,
        "kind": line.kind,
        "says": line.says,
        "formula": line.logic,
        "quotation": line.quotation,
        "truth": line.truth,
        "by": [link.name for link in line.by],
        "marks": _marks_as_json(line.marks),
    }


def _marks_as_json(marks: Sequence[Mark]) -> list[dict[str, str]]:
    return [{"weight": mark.weight, "about": mark.kind, "says": mark.says} for mark in marks]


def _timetable_as_json(table: Timetable) -> Json:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [
            {
                "who": row.name,
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
                    for cell in row.cells
                ],
            }
            for row in table.rows
        ],
        "events": [{"column": event.column, "says": event.says} for event in table.events],
    }


SIGNS: dict[Weight, str] = {"loud": "!", "look": "?", "quiet": "·"}
"""The sign before a mark, in text and on a page."""


def review_in_words(review: Review, width: int) -> str:
    """The whole review as text that is ``width`` columns wide."""
    words = words_in("asking/words/review.toml", review.language)
    parts = [
        "\n".join([f"{review.file}: {review.title}", *textwrap.wrap(summary(review, words), width)]),
        *(_passage(each, words, width) for each in review.passages),
        "\n".join([words["rules"], *_rules(review, words, width)]) if review.rules else "",
    ]
    return "\n\n".join(part for part in parts if part)


def summary(review: Review, words: Words) -> str:
    """How many paragraphs there are, and how many have to be looked at."""
    weights = [each.weight for each in review.paragraphs]
    lines = sum(len(each.lines) for each in review.paragraphs)
    grave = sum(weight in {"loud", "look"} for weight in weights)
    said: str = words["lead"].format(len(weights), lines, grave, weights.count("loud"))
    return said if review.understood else f"{said} {words['not_understood']}"


def source_in_words(rule_source: str, told: str, words: Words) -> str:
    """Where readers learn a rule."""
    source: str = words["rule_sources"][rule_source]
    return source.format(told)


def _passage(passage: ReviewedPassage, words: Words, width: int) -> str:
    heading = passage.heading or f"{words['solution']} {passage.id.removeprefix('s')}"
    if (
        not passage.lines
        and not any(mark.weight != "quiet" for mark in passage.marks)
        and not passage.heading
    ):
        return ""
    rows = [heading]
    for line in passage.lines:
        rows += _line(line, words, width)
    rows += _marks(passage.marks, width)
    for found in passage.findings:
        message = found.message.partition("\n")[0]
        rows += _hanging(f"  {found.code.id} ", message, width)
    return "\n".join(rows)


def _line(line: ReviewedLine, words: Words, width: int) -> Iterator[str]:
    yield from _hanging(f"{line.number:>3} ", line.says, width)
    if line.quotation:
        yield from _hanging("    ", words["quoted"].format(line.quotation), width)
    if line.by:
        yield from _hanging(
            "    ", words["follows_from"].format(", ".join(link.name for link in line.by)), width
        )
    if line.truth:
        yield from _hanging("    ", words["in_truth"].format(line.truth), width)
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

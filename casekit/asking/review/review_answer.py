"""A review, and the version without logic, which write themselves for people and machines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Json
from casekit.asking.review.reviewed import Mark, Review, ReviewedLine, ReviewedPassage
from casekit.asking.review.timetable import Timetable

if TYPE_CHECKING:
    from casekit.asking.review.blind import BlindBook


@dataclass(frozen=True)
class ReviewAnswer:
    """A document for its proofreader."""

    review: Review

    def in_words(self, width: int) -> str:
        """As short text for a terminal."""
        from casekit.asking.review.review_text import review_in_words

        return review_in_words(self.review, width)

    def as_json(self) -> Json:
        """As ``schemas/review.schema.json`` has it."""
        return _review(self.review)

    def page(self) -> str:
        """As a web page with ticks and remarks that needs nothing else."""
        from casekit.asking.review.review_page import review_page

        return review_page(self.review)


@dataclass(frozen=True)
class BlindAnswer:
    """A document for somebody who is to solve it."""

    book: "BlindBook"

    def page(self) -> str:
        """As a web page with a form for the answers that needs nothing else."""
        from casekit.asking.review.review_page import blind_page

        return blind_page(self.book)


def _review(review: Review) -> Json:
    """The review without its prose, which the case has."""
    return {
        "title": review.title,
        "language": review.language,
        "understood": review.understood,
        "presentation": _passage(review.given) if review.given else None,
        "paragraphs": [_passage(each) for each in review.paragraphs],
        "rules": [
            {"says": rule.says, "formula": rule.logic, "source": rule.source, "words": rule.words}
            for rule in review.rules
        ],
        "timetables": [_timetable(each) for each in review.timetables],
        "answers": [{"question": each.question, "answer": each.answer} for each in review.answers],
        "solution": [
            {
                "sentence": "\n".join("".join(piece.text for piece in part) for part in each.prose),
                **_beside(each),
            }
            for each in review.solution
        ],
    }


def _passage(passage: ReviewedPassage) -> Json:
    return {"path": passage.path, "heading": passage.heading, "reader": passage.knower, **_beside(passage)}


def _beside(passage: ReviewedPassage) -> Mapping[str, Any]:
    return {
        "weight": passage.weight,
        "lines": [_line(line) for line in passage.lines],
        "marks": _marks(passage.marks),
        "findings": [found.code.id for found in passage.findings],
    }


def _line(line: ReviewedLine) -> Json:
    return {
        "line": line.row,
        "kind": line.kind,
        "says": line.says,
        "formula": line.logic,
        "quotation": line.quotation,
        "truth": line.truth,
        "by": [link.name for link in line.by],
        "marks": _marks(line.marks),
    }


def _marks(marks: Sequence[Mark]) -> list[dict[str, str]]:
    return [{"weight": mark.weight, "about": mark.kind, "says": mark.says} for mark in marks]


def _timetable(table: Timetable) -> Json:
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

"""The knowledge that all players of a document share from the start, as JSON for a page."""

from collections.abc import Callable
from typing import Any

from casekit.tabletop.playtest.playbook import Playbook, PlayPath
from casekit.tabletop.playtest.prose_runs import prose_runs

Json = dict[str, Any]


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
                "title": group.title,
                "columns": group.columns,
                "rows": [
                    {
                        "code": row.code,
                        "label": row.label,
                        "cells": [None if path is None else cell(path) for path in row.cells],
                    }
                    for row in group.rows
                ],
            }
            for group in book.groups
        ],
        "questions": [
            {"key": each.key, "question": each.question, "options": each.options, "points": each.points}
            for each in book.questions
        ],
    }

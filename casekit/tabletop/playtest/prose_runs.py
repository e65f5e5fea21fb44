"""Prose as a page gets it: texts with the marks that they are in, which the page makes elements of."""

from casekit.print.text.prose import runs

Runs = tuple[tuple[str, str], ...]
"""A paragraph of prose: texts, each with the marks it is in (``e`` emphasis, ``s`` strong)."""

_MARKS = {"*": "e", "**": "s"}


def prose_runs(prose: str, language: str) -> Runs:
    """A paragraph of prose as pairs of a text and its marks."""
    return tuple(
        (run.text, "".join(sorted(_MARKS[mark] for mark in run.marks))) for run in runs(prose, language)
    )

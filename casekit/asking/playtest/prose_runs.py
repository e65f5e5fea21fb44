"""Prose as a page gets it: texts with the marks that they are in, which the page makes elements of."""

from casekit.asking.playing.scene import Runs
from casekit.print.text.prose import runs

_MARKS = {"*": "e", "**": "s"}


def prose_runs(prose: str, language: str) -> Runs:
    """A paragraph of prose as pairs of a text and its marks."""
    return tuple(
        (run.text, "".join(sorted(_MARKS[mark] for mark in run.marks))) for run in runs(prose, language)
    )

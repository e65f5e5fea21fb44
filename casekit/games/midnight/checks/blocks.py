"""The blocks that every case needs, the answers that the deduction sheet needs, and pictures that can be printed."""

from collections.abc import Iterator

from casekit.diagnostics import Diagnostic
from casekit.games.midnight import codes
from casekit.games.midnight.case import Case
from casekit.language.outline import missing_from

_NEEDED = {
    "presentation": "what is read aloud at the start",
    "terms": "the motives and methods the deduction sheet allows",
    "truth": "what happened: culprit, motive, method",
    "solution": "the story of what happened",
}


def missing(case: Case, unplaced: int) -> Iterator[Diagnostic]:
    """Blocks that are not there, unless misspelt headings explain them."""
    yield from missing_from(case.blocks, _NEEDED, unplaced, case.source)


def no_answers(case: Case) -> Iterator[Diagnostic]:
    """Terms without a motive or without a method leave a question of the game without an answer."""
    if "terms" not in case.blocks:
        return
    for kind, answers in (("motive", case.motives), ("method", case.methods)):
        if not answers:
            yield Diagnostic(
                codes.NO_ANSWERS,
                f"the terms name no {kind}",
                case.heading_span("terms"),
                hint=f'add one, as in `{kind} slug "label"`, to `== terms`',
            )


def pictures(case: Case) -> Iterator[Diagnostic]:
    """The faults of the pictures that a case names, before anything is printed."""
    if not case.pictures:
        return
    from casekit.games.midnight.printing.illustrations import picture_of  # noqa: PLC0415 - few cases have one

    for key in ("illustration", "emblem"):
        yield from picture_of(case, key)[1]

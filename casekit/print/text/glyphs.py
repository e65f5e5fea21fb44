"""Which characters of a booklet or sheet the bundled fonts do not have."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from fontTools.ttLib import TTFont

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.booklet import Booklet, CasePages, Group, Passage, Sheet
from casekit.print.content.pieces import Leaves
from casekit.print.text import prose
from casekit.print.text.typesetter import FONTS

FACES = {
    (): "EBGaramond12-Regular.otf",
    ("em",): "EBGaramond12-Italic.otf",
    ("strong",): "EBGaramond-SemiBold.ttf",
    ("em", "strong"): "EBGaramond-SemiBoldItalic.ttf",
}


_TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of text in one face, from a place."""

    text: str
    span: Span
    style: tuple[str, ...] = ()


def missing_in_booklet(booklet: Booklet) -> tuple[Diagnostic, ...]:
    """A finding for each passage and each character of it that cannot be printed."""
    return _missing(_booklet(booklet))


def missing_in_sheet(sheet: Sheet) -> tuple[Diagnostic, ...]:
    """A finding for each character of a sheet that cannot be printed."""
    return _missing(_sheet(sheet))


def missing_in_leaves(leaves: Leaves) -> tuple[Diagnostic, ...]:
    """A finding for each passage and each character of it that cannot be printed."""
    return _missing(piece for case in leaves.cases for piece in _pages(case, leaves.language))


def missing_in_texts(texts: Iterable[str], span: Span) -> tuple[Diagnostic, ...]:
    """A finding at ``span`` for each character of some texts that cannot be printed."""
    return _missing(_Piece(text, span) for text in texts)


def missing_in_prose(passage: Passage, language: str) -> tuple[Diagnostic, ...]:
    """A finding for each character of a passage that cannot be printed."""
    return _missing(_passage(passage, language))


@cache
def characters(face: str) -> frozenset[int]:
    """The code points a bundled font has."""
    with TTFont(FONTS / face, lazy=True) as font:
        return frozenset(font.getBestCmap())


def _missing(pieces: Iterable[_Piece]) -> tuple[Diagnostic, ...]:
    lacking = {
        (piece.span, character): None
        for piece in pieces
        for character in piece.text
        if ord(character) not in characters(FACES[piece.style]) and not _invisible(character)
    }
    return tuple(
        Diagnostic(
            codes.MISSING_GLYPH,
            f"the fonts have no “{character}” (U+{ord(character):04X} {unicodedata.name(character, 'without a name').lower()})",
            span,
            hint="write it with other characters",
        )
        for span, character in lacking
    )


def _invisible(character: str) -> bool:
    """Whether a character leaves no mark. Those that turn the direction of writing do: what follows is read otherwise."""
    if unicodedata.bidirectional(character) in _TURNING:
        return False
    return character.isspace() or unicodedata.category(character) == "Cf"


def _booklet(booklet: Booklet) -> Iterator[_Piece]:
    for text in (booklet.title, booklet.subtitle, booklet.solutions_title):
        yield _Piece(text, booklet.span)
    for notice in (booklet.notice, booklet.solutions_notice, booklet.gap_notice):
        yield from _passage(Passage((notice,), booklet.span), booklet.language)
    for case in booklet.cases:
        yield from _pages(case, booklet.language)


def _pages(case: CasePages, language: str) -> Iterator[_Piece]:
    for passage in (case.presentation, case.solution, *(paragraph.text for paragraph in case.paragraphs)):
        yield from _passage(passage, language)
    for text in (*_case(case), *_groups(case.groups)):
        yield _Piece(text, case.presentation.span)


def _case(case: CasePages) -> Iterator[str]:
    yield from (case.heading, case.title, case.level, case.solution_heading)
    for answers in case.answers:
        yield answers.title
        yield from answers.labels
    if case.worksheet is not None:
        yield from case.worksheet.texts()


def _groups(groups: Iterable[Group]) -> Iterator[str]:
    for group in groups:
        yield from (group.title, *group.columns)
        for row in group.rows:
            yield from (row.code, row.label, row.division)


def _sheet(sheet: Sheet) -> Iterator[_Piece]:
    deduction = sheet.deduction
    texts = [sheet.title, sheet.notebook.title, *sheet.notebook.fields, *_groups(sheet.notebook.groups)]
    texts += [deduction.title, *deduction.fields, deduction.notes, *deduction.verdicts, *deduction.marks]
    texts += [
        deduction.hypotheses_title,
        *deduction.hypotheses,
        *(question.name for question in deduction.questions),
    ]
    for text in (*texts, deduction.rule, deduction.score):
        yield _Piece(text, sheet.span)


def _passage(passage: Passage, language: str) -> Iterator[_Piece]:
    for paragraph in passage.prose:
        for run in prose.runs(paragraph, language):
            style = tuple(sorted({prose.TAGS[mark] for mark in run.marks}))
            yield _Piece(run.text, passage.span, style)

"""Finishing a booklet: for whom it is printed, and the files that go with it. Imposed sheets are read back."""

from collections.abc import Iterator
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.print.content.booklet import Booklet
from casekit.print.content.folding import Saddle, lacking, sides, signatures
from casekit.print.content.pieces import SolutionPlace
from casekit.print.content.variants import PLAIN, Variant
from casekit.print.preflight.reading.fragments import Fragment, Page, normalise
from casekit.print.preflight.reading.text_page import read_pages
from casekit.print.press.grey_proof import grey_proof
from casekit.print.press.imposition import impose
from casekit.print.produce import Printed

_ROUNDING = 1.0


@dataclass(frozen=True, slots=True)
class Finishing:
    """How a booklet is wanted: its variant, whether imposed for a stapler and as a proof as well, and where leaves have solutions."""

    variant: Variant = PLAIN
    saddle: Saddle | None = None
    proof: bool = False
    solution: SolutionPlace = "back"

    @property
    def further(self) -> tuple[str, ...]:
        """The endings of the names of files that go with a booklet."""
        return (("imposed",) if self.saddle is not None else ()) + (("proof",) if self.proof else ())


def further(pdf: bytes, booklet: Booklet, finishing: Finishing) -> Iterator[tuple[str, Printed]]:
    """The files that go with a finished booklet, each by what its name ends in, with its findings."""
    if finishing.saddle is not None:
        yield "imposed", _imposed(pdf, booklet, finishing.saddle)
    if finishing.proof:
        yield "proof", (grey_proof(pdf, booklet), ())


def _imposed(pdf: bytes, booklet: Booklet, saddle: Saddle) -> Printed:
    pages = read_pages(pdf)
    sheets, findings = impose(pdf, saddle, tail_of(pages), booklet.span)
    if sheets is not None:
        findings = tuple(check_imposed(sheets, pages, saddle, booklet.span))
    return (None if findings else sheets), findings


def tail_of(pages: tuple[Page, ...]) -> int:
    """How many pages at the end are solutions and back cover: all from the first that is upside down."""
    return len(pages) - next((at for at, page in enumerate(pages) if page.turned), len(pages))


def check_imposed(
    imposed: bytes, booklet: tuple[Page, ...], saddle: Saddle, span: Span
) -> Iterator[Diagnostic]:
    """Find pages of the booklet that are not on the sheet, the side and the half where folding needs them.

    Inner sheets creep towards the fold. If many thick ones are inside each other, their text would be cut off there.

    Args:
        imposed: the sheets as a PDF.
        booklet: the pages of the booklet, as they were read.
        saddle: how it is folded.
        span: the place of findings.
    """
    first_turned = len(booklet) - tail_of(booklet)
    blank = (Page(()),) * lacking(len(booklet))
    pages = (*booklet[:first_turned], *blank, *booklet[first_turned:])
    sheets = read_pages(imposed)
    wanted = tuple(sides(signatures(len(pages), saddle)))
    if len(sheets) != len(wanted):
        message = f"the imposed booklet has {len(sheets)} sides of sheets, not {len(wanted)}"
        yield Diagnostic(codes.MISPLACED_ON_SHEET, message, span)
        return
    for number, (sheet, side) in enumerate(zip(sheets, wanted, strict=True)):
        if any(_is_folded(fragment, sheet) for fragment in sheet.fragments):
            message = f"text runs into the fold of sheet {number // 2 + 1}, which creeps too far"
            hint = "fold fewer pages together (`--signature`), or print on thinner paper (`--thickness`)"
            yield Diagnostic(codes.MISPLACED_ON_SHEET, message, span, hint=hint)
            continue
        for half, at in (("left", side.left), ("right", side.right)):
            if _text(sheet, half) != normalise("".join(fragment.text for fragment in pages[at].fragments)):
                face = "front" if side.front else "back"
                message = f"page {at + 1} is not on the {half} of the {face} of sheet {number // 2 + 1}"
                yield Diagnostic(codes.MISPLACED_ON_SHEET, message, span)


def _text(sheet: Page, half: str) -> str:
    """The text on one half of a sheet, in the order it was painted."""
    return normalise(
        "".join(
            fragment.text
            for fragment in sheet.fragments
            if (_left_edge(fragment, sheet.width) < sheet.width / 2) == (half == "left")
        )
    )


def _left_edge(fragment: Fragment, width: float) -> float:
    return width - fragment.x - fragment.width if fragment.turned else fragment.x


def _is_folded(fragment: Fragment, sheet: Page) -> bool:
    """Whether a fragment is on both halves of a sheet."""
    left, fold = _left_edge(fragment, sheet.width), sheet.width / 2
    return left < fold - _ROUNDING and left + fragment.width > fold + _ROUNDING

"""What is made of a booklet: for whom it is printed, and the files that go with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from casekit.print.content.booklet import Booklet
from casekit.print.content.folding import Saddle
from casekit.print.content.variants import PLAIN, Variant
from casekit.print.preflight.imposition_check import check_imposed, tail_of
from casekit.print.preflight.reading.text_page import read_pages
from casekit.print.press.grey_proof import grey_proof
from casekit.print.press.imposition import impose
from casekit.print.produce import Printed


@dataclass(frozen=True, slots=True)
class Finishing:
    """How a booklet is wanted: its variant, and whether imposed for a stapler and as a proof as well."""

    variant: Variant = PLAIN
    saddle: Saddle | None = None
    proof: bool = False

    @property
    def further(self) -> tuple[str, ...]:
        """What the names of the files end in that go with a booklet."""
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

"""What is made of a booklet: for whom it is printed, and the files that go with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from casekit.print.booklet import Printed
from casekit.print.content import Booklet
from casekit.print.imposition import Saddle, impose
from casekit.print.imposition_check import check_imposed, tail_of
from casekit.print.proof import proof
from casekit.print.reading import read
from casekit.print.variants import PLAIN, Variant


@dataclass(frozen=True, slots=True)
class Finishing:
    """How a booklet is wanted: its variant, and whether imposed for a stapler and as a proof as well."""

    variant: Variant = PLAIN
    saddle: Saddle | None = None
    proof: bool = False


def further(pdf: bytes, booklet: Booklet, finishing: Finishing) -> Iterator[tuple[str, Printed]]:
    """The files that go with a finished booklet, each by what its name ends in, with its findings."""
    if finishing.saddle is not None:
        yield "imposed", _imposed(pdf, booklet, finishing.saddle)
    if finishing.proof:
        yield "proof", (proof(pdf, booklet), ())


def _imposed(pdf: bytes, booklet: Booklet, saddle: Saddle) -> Printed:
    pages, _ = read(pdf)
    sheets, findings = impose(pdf, saddle, tail_of(pages), booklet.span)
    if sheets is not None:
        findings = tuple(check_imposed(sheets, pages, saddle, booklet.span))
    return (None if findings else sheets), findings

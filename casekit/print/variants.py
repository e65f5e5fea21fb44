"""What a booklet can be made for. A variant is the plain booklet with the few things that it has otherwise.

| variant      | for                                   | otherwise                                             |
|--------------|---------------------------------------|-------------------------------------------------------|
| `plain`      | the screen and the office printer     |                                                       |
| `print-shop` | a print shop                          | bleed, marks, whole sheets, inks, PDF/X-4             |
| `accessible` | screen readers                        | tags, an outline by cases, reading order, PDF/UA-1    |
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pypdf import PdfReader

from casekit.diagnostics import Diagnostic
from casekit.print import press, shop_check, tag_check, tagging
from casekit.print.content import Booklet

Finish = Callable[[bytes, Booklet, int], bytes]
"""Typeset bytes, what they hold, and the number of pages that stay last, to the finished file."""
Check = Callable[[PdfReader, Booklet], Iterable[Diagnostic]]
"""A finished file and what it should hold, to findings."""


def _as_it_is(pdf: bytes, booklet: Booklet, tail: int) -> bytes:
    del booklet, tail
    return pdf


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the ways to print the same booklet.

    Attributes:
        name: how it is asked for.
        styles: style sheets of this package that are added to the booklet's own.
        bleed: how far art goes on beyond the edge of the page, in millimetres.
        options: what the typesetter is told when it writes the file.
        finish: what is done with the file it wrote.
        checks: what the finished file has to be.
    """

    name: str
    styles: tuple[str, ...] = ()
    bleed: float = 0
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    finish: Finish = _as_it_is
    checks: tuple[Check, ...] = (shop_check.trimmed_size,)

    def __reduce__(self) -> tuple[Callable[[str], "Variant"], tuple[str]]:
        # A variant that is handed to another process is the same one there.
        return variant_called, (self.name,)

    @property
    def suffix(self) -> str:
        """What is added to the name of its file."""
        return "" if self is PLAIN else f"-{self.name}"


PLAIN = Variant("plain")
PRINT_SHOP = Variant(
    "print-shop",
    styles=("print-shop.css",),
    bleed=press.BLEED,
    finish=press.finish,
    checks=(
        shop_check.trimmed_size,
        shop_check.bleed_boxes,
        shop_check.whole_sheets,
        shop_check.inks,
        shop_check.output_intent,
    ),
)
ACCESSIBLE = Variant(
    "accessible",
    styles=("accessible.css",),
    options=MappingProxyType({"pdf_variant": "pdf/ua-1"}),
    finish=tagging.finish,
    checks=(shop_check.trimmed_size, tag_check.tags),
)
VARIANTS = {variant.name: variant for variant in (PLAIN, PRINT_SHOP, ACCESSIBLE)}


def variant_called(name: str) -> Variant:
    """The variant of a name."""
    return VARIANTS[name]

"""Variants: purposes that pages can be made for. A variant is the plain file with the few things that it has otherwise.

| variant      | of       | for                               | otherwise                                          |
|--------------|----------|-----------------------------------|----------------------------------------------------|
| `plain`      | all      | the screen and the office printer |                                                    |
| `print-shop` | all      | a print shop                      | bleed, marks, whole sheets, inks, PDF/X-4          |
| `accessible` | booklets | screen readers                    | tags, an outline by cases, reading order, PDF/UA-1 |
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from casekit.print.content.papers import BLEED


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the ways to print the same pages.

    Attributes:
        name: how it is asked for.
        styles: style sheets of this package that are added to the booklet's own.
        bleed: how far art goes on beyond the edge of the page, in millimetres.
        options: those of the typesetter when it writes the file.
        booklets_only: whether other pieces stay plain.
        ticket: whether a job ticket goes with the files.
    """

    name: str
    styles: tuple[str, ...] = ()
    bleed: float = 0
    options: Mapping[str, str] = field(default_factory=dict)
    booklets_only: bool = False
    ticket: bool = False

    def __reduce__(self) -> tuple[Callable[[str], "Variant"], tuple[str]]:
        # A variant that is handed to another process is the same one there.
        return variant_called, (self.name,)

    @property
    def of_pieces(self) -> "Variant":
        """The variant in which sheets, cards and the like are made beside a booklet of this one."""
        return PLAIN if self.booklets_only else self

    @property
    def suffix(self) -> str:
        """The addition to the name of its file."""
        return "" if self is PLAIN else f"-{self.name}"


PLAIN = Variant("plain")
PRINT_SHOP = Variant("print-shop", styles=("print-shop.css",), bleed=BLEED, ticket=True)
ACCESSIBLE = Variant(
    "accessible",
    styles=("accessible.css",),
    options={"pdf_variant": "pdf/ua-1"},
    booklets_only=True,
)
VARIANTS = {variant.name: variant for variant in (PLAIN, PRINT_SHOP, ACCESSIBLE)}


def variant_called(name: str) -> Variant:
    """The variant of a name."""
    return VARIANTS[name]

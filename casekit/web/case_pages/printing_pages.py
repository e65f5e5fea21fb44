"""The pages of a case as they will be printed, as pictures, with the place of each paragraph: made in another process."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from casekit.diagnostics import Diagnostic, Severity, codes
from casekit.web.analyst import KnownCases, ServedFile, StudiedCase
from casekit.web.case_pages.standing import ShownPassage, paragraphs_of
from casekit.web.case_pages.withholding import is_withheld

SCALE = 2.0
"""Pixels of a picture for each point of the page: sharp on a screen that shows two pixels for one."""

MM = 72 / 25.4
"""Points in a millimetre."""


@dataclass(frozen=True, slots=True)
class PrintedSpot:
    """A paragraph on a page: its ``source``, empty for what is none, its line, and its edges in thousandths of the page's height."""

    source: str
    name: str
    line: int
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page as a PNG, by its digest; ``solution`` if it may tell how the case ends."""

    number: int
    digest: str
    png: bytes
    width: int
    height: int
    spots: tuple[PrintedSpot, ...]
    solution: bool


@dataclass(frozen=True)
class PrintedCase:
    """Pages, or in words why there are none: ``outline`` without those that may tell the solution."""

    pages: tuple[PrintedPage, ...] = ()
    hindrance: str = ""
    outline: str = ""
    path: str = ""

    def picture(self, digest: str) -> PrintedPage | None:
        """The page with a digest."""
        return next((each for each in self.pages if each.digest == digest), None)


@dataclass(frozen=True, slots=True)
class AskPages:
    """Asks for the pages of a case, set alone and with the numbers that it has by itself."""

    file: ServedFile

    def answer(self, known: KnownCases) -> PrintedCase:
        """Set them, unless something is missing that every page needs."""
        return printed_case(known.study(self.file))


def printed_case(studied: StudiedCase) -> PrintedCase:
    """Set a case that has all its texts, whatever is still wrong with its logic."""
    from casekit.building.planning import BoundBooklet, numbered  # noqa: PLC0415 - what sets type is slow to load
    from casekit.pipeline.checking import Checked  # noqa: PLC0415 - likewise
    from casekit.print.produce import set_booklet  # noqa: PLC0415 - likewise

    looked = studied.looked
    document = looked.document
    hindrances = [*studied.unreadable, *studied.shelf.diagnostics, *looked.findings]
    grave = [each for each in hindrances if _keeps_from_print(each)]
    if document is None or grave:
        return _hindered(studied, grave)
    checked = Checked(studied.file.name, looked.source, looked.findings, looked.game, document)
    path = studied.file.path
    binding = BoundBooklet(path.stem, document.title, (checked,), files=(path.name,), game=looked.game.name)
    content, numbering = numbered(binding)
    made = set_booklet(content, numbering.numbers)
    if made.pdf is None:
        return _hindered(studied, made.findings)
    parts = {block.heading.kind: looked.source.line_of(block.start) for block in looked.tree.blocks}
    passages = paragraphs_of(looked.tree, document.source_tables())
    spots: dict[int, list[tuple[str, float, float]]] = {}
    for key, box in made.boxes.items():
        spots.setdefault(box.page, []).append((key, box.top, box.bottom))
    # The solutions are the last part, whatever is behind them.
    end = made.boxes["solutions"].page if "solutions" in made.boxes else None
    return PrintedCase(
        tuple(_pictures(made.pdf, spots, passages, parts, end)), path=str(studied.file.path.absolute())
    )


def _keeps_from_print(found: Diagnostic) -> bool:
    return found.severity is Severity.ERROR and found.code is not codes.TODO


def _hindered(studied: StudiedCase, grave: Sequence[Diagnostic]) -> PrintedCase:
    if not grave:
        nothing = "There is nothing to print yet."
        return PrintedCase(hindrance=nothing, outline=nothing)
    first = grave[0]
    place = f"{first.span.file}:{first.span.line}: "
    more = f" ({len(grave) - 1} more errors)" if len(grave) > 1 else ""
    said = place + first.message + more
    named = f"{place}{first.code.id} {first.code.name}{more}; show the solution to read what it says."
    return PrintedCase(hindrance=said, outline=named if is_withheld(studied)(first) else said)


def _pictures(
    pdf: bytes,
    boxes: Mapping[int, list[tuple[str, float, float]]],
    passages: Mapping[str, ShownPassage],
    parts: Mapping[str, int],
    end: int | None,
) -> Iterator[PrintedPage]:
    import pypdfium2  # noqa: PLC0415 - likewise

    with pypdfium2.PdfDocument(pdf) as document:
        for number, page in enumerate(document):
            picture = page.render(scale=SCALE).to_pil().convert("RGB")
            data = BytesIO()
            # Few colours are enough for a page of text; a picture keeps its own.
            picture.quantize(64).save(data, "PNG")
            png = data.getvalue()
            height = page.get_height() / MM
            spots = (
                _spot(key, top / height, bottom / height, passages, parts)
                for key, top, bottom in boxes.get(number, ())
            )
            yield PrintedPage(
                number + 1,
                sha256(png).hexdigest()[:24],
                png,
                picture.width,
                picture.height,
                tuple(spot for spot in spots if spot is not None),
                end is not None and number >= end,
            )


def _spot(
    key: str, top: float, bottom: float, passages: Mapping[str, ShownPassage], parts: Mapping[str, int]
) -> PrintedSpot | None:
    """A box of the page as a paragraph of the case, if it is one."""
    edges = round(1000 * max(top, 0)), round(1000 * min(bottom, 1))
    # A paragraph's key begins with the place of its case in the booklet.
    passage = passages.get(key.partition("/")[2])
    if passage is not None:
        return PrintedSpot(passage.source, passage.name, passage.first, *edges)
    part = key.rpartition("-")[0]
    return PrintedSpot("", part.capitalize(), parts[part], *edges) if part in parts else None

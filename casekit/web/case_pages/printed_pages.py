"""The pages of a case as they will print: pictures, with the place of each paragraph on them.

``printed_case`` is a question: it runs in the process of the case, and its result is copied to the server.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING

from casekit.analysis.summaries import SourceTable
from casekit.diagnostics import Finding, Severity, codes
from casekit.kit.interface import Document
from casekit.values import frozen
from casekit.values.grouping import grouped
from casekit.web.case_pages.paragraphs import SourceParagraph, cells_of, paragraphs_of
from casekit.web.case_pages.withheld_findings import withheld_test
from casekit.web.case_worker import AnalysedCase

if TYPE_CHECKING:
    from casekit.print.typesetting.typesetter import Box

PIXELS_PER_POINT = 2.0
"""Sharp on a screen that shows two pixels for each of a picture that is shown at its natural size."""

POINTS_PER_MM = 72 / 25.4

DIGEST_LETTERS = 24
"""The number of hexadecimal digits of its SHA-256 that name a picture."""

COLOURS = 64
"""Enough for a page of text. Illustrations keep their own colours."""

NOTHING_TO_PRINT = "There is nothing to print yet."

MISSING_PARAGRAPH = "[{} is missing]"
"""The text of a paragraph that is missing; to be filled in with its name."""


@frozen(slots=True)
class PrintObstacle:
    """Why a case cannot be printed: its first error, and how many more there are."""

    message: str
    """The error with its place; empty if paragraphs are missing and nothing else is wrong."""
    message_without_solution: str
    """The same, without what may give the solution away."""
    cure: str = ""
    more_errors: int = 0


@frozen(slots=True)
class PageSpot:
    """A paragraph, or another part of a case, where it is on a page."""

    name: str
    top: int
    """Its upper edge, in thousandths of the page's height from the top."""
    bottom: int
    """Its lower edge, in the same unit."""
    source: str = ""
    """The source of a paragraph, empty for another part."""
    line: int = 0
    """The line of its heading, from 1; 0 if it is missing."""
    heading: str = ""
    """The text of that line, empty if it is missing."""
    is_missing: bool = False
    is_to_do: bool = False
    """Whether it is in the file, and still to be written."""


@frozen(slots=True)
class PagePicture:
    """A page as a picture."""

    number: int
    """From 1."""
    png: bytes
    digest: str
    """The name of the picture in addresses."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    spots: Sequence[PageSpot]
    may_show_solution: bool


@frozen(slots=True)
class PrintedCase:
    """The pages of a case that is printed alone, or why there are none."""

    pages: Sequence[PagePicture] = ()
    why_not_printable: PrintObstacle | None = None
    """Why it cannot be printed as it is. Pages that are there all the same are for the writer's eyes only."""
    path: str = ""
    """The absolute path of its file, empty if there are no pages."""

    @property
    def spots(self) -> tuple[PageSpot, ...]:
        """Those of all pages, in their order."""
        return tuple(chain.from_iterable(page.spots for page in self.pages))

    @property
    def missing(self) -> tuple[PageSpot, ...]:
        """The places of the paragraphs that are missing."""
        return tuple(spot for spot in self.spots if spot.is_missing)

    @property
    def to_do(self) -> tuple[PageSpot, ...]:
        """The paragraphs that are still to be written."""
        return tuple(spot for spot in self.spots if spot.is_to_do)


def printed_case(case: AnalysedCase) -> PrintedCase:
    """The pages of a case, with the paragraph numbers that it has if it is printed alone.

    A case with errors is printed as far as possible: what is missing has its place on the pages.
    """
    document = case.checked.document
    findings = [*case.checked.diagnostics, *case.typed.edition.diagnostics]
    errors = [each for each in findings if each.severity is Severity.ERROR and each.code is not codes.TODO]
    if document is None:
        return PrintedCase(why_not_printable=print_obstacle(case, errors))
    if not errors:
        return _typeset(case, document, None)
    try:
        # The pages themselves show which paragraphs are missing.
        other_errors = [error for error in errors if error.code is not codes.MISSING_PATH]
        whole = case.checked.game.pages.with_placeholders(document, MISSING_PARAGRAPH.format)
        obstacle = print_obstacle(case, other_errors) if other_errors else PrintObstacle("", "")
        return _typeset(case, whole, obstacle)
    except Exception:  # noqa: BLE001 - printing takes much for granted; the page names what is wrong
        return PrintedCase(why_not_printable=print_obstacle(case, errors))


def print_obstacle(case: AnalysedCase, errors: Sequence[Finding]) -> PrintObstacle:
    """Why a case with these errors cannot be printed; without errors, there is nothing to print."""
    if not errors:
        return PrintObstacle(NOTHING_TO_PRINT, NOTHING_TO_PRINT)
    first = errors[0]
    place = f"{first.span.file}:{first.span.line}: "
    message = message_without_solution = f"{place}{first.message}"
    if withheld_test(case)(first):
        name = f"{first.code.id} {first.code.name}"
        message_without_solution = f"{place}{name}; show the solution to read what it says."
    return PrintObstacle(message, message_without_solution, first.hint, len(errors) - 1)


def _typeset(case: AnalysedCase, document: Document, obstacle: PrintObstacle | None) -> PrintedCase:
    """The pages of a document of a case."""
    from casekit.building.planned_booklets import PlannedBooklet, numbered
    from casekit.print.produce import set_booklet

    path = case.file.path
    game = case.checked.game.name
    booklet = PlannedBooklet(path.stem, document.title, (document,), case_files=(path.name,), game=game)
    content, numbering = numbered(booklet)
    result = set_booklet(content, numbering.numbers)
    if result.pdf is None:
        return PrintedCase(why_not_printable=print_obstacle(case, result.findings))
    pages = tuple(_pages(result.pdf, result.boxes, _SpotFinder(case)))
    return PrintedCase(pages, obstacle, str(path.absolute()))


def _pages(pdf: bytes, boxes: "Mapping[str, Box]", spots: "_SpotFinder") -> Iterator[PagePicture]:
    """The pages of a file, with the spots of its boxes, which have the keys of ``_SpotFinder.spot``."""
    import pypdfium2

    boxes_by_page = grouped((box.page, (key, box)) for key, box in boxes.items())
    # The solutions are the last part, whatever comes after them.
    first_solution_page = boxes["solutions"].page if "solutions" in boxes else None
    with pypdfium2.PdfDocument(pdf) as document:
        for index, page in enumerate(document):
            picture = page.render(scale=PIXELS_PER_POINT).to_pil().convert("RGB")
            data = BytesIO()
            picture.quantize(COLOURS).save(data, "PNG")
            png = data.getvalue()
            height_mm = page.get_height() / POINTS_PER_MM
            spots_on_page = [spots.spot(key, box, height_mm) for key, box in boxes_by_page.get(index, ())]
            yield PagePicture(
                number=index + 1,
                png=png,
                digest=sha256(png).hexdigest()[:DIGEST_LETTERS],
                width=picture.width,
                height=picture.height,
                spots=tuple(spot for spot in spots_on_page if spot is not None),
                may_show_solution=first_solution_page is not None and index >= first_solution_page,
            )


class _SpotFinder:
    """Finds out what the boxes on the pages of a case are."""

    def __init__(self, case: AnalysedCase) -> None:
        checked = case.checked
        self._source = checked.source
        self._blocks = {
            block.heading.kind: checked.source.line_of(block.start) for block in checked.tree.blocks
        }
        """The line of the last block of each kind."""
        tables: tuple[SourceTable, ...] = ()
        if checked.document is not None:
            tables = tuple(checked.game.wording.source_tables(checked.document))
        self._cells = {cell.source: cell for cell in cells_of(tables)}
        self._paragraphs = paragraphs_of(checked.tree, tables)

    def spot(self, key: str, box: "Box", page_height_mm: float) -> PageSpot | None:
        """The key of the part that a box shows; ``None`` if it is not part of the case's file.

        The key of a paragraph is the place of its case in the booklet and the first of its paths, as in
        ``1/ANNA alibi``. That of another part is the kind of its block and a number, as in
        ``presentation-0``.
        """
        top = round(1000 * max(box.top / page_height_mm, 0))
        bottom = round(1000 * min(box.bottom / page_height_mm, 1))
        path = key.partition("/")[2]
        paragraph = self._paragraph_of_path(path)
        if paragraph is not None:
            return PageSpot(
                name=paragraph.name,
                top=top,
                bottom=bottom,
                source=paragraph.source,
                line=paragraph.first_line,
                heading=self._source.line(paragraph.first_line).strip(),
                is_to_do=self._cells[paragraph.source].todo,
            )
        if path in self._cells:
            return PageSpot(self._cells[path].name, top, bottom, source=path, is_missing=True)
        kind = key.rpartition("-")[0]
        if kind not in self._blocks:
            return None
        line = self._blocks[kind]
        return PageSpot(kind.capitalize(), top, bottom, line=line, heading=self._source.line(line).strip())

    def _paragraph_of_path(self, path: str) -> SourceParagraph | None:
        """The paragraph of a source, or the first whose source names a path before any others."""
        if path in self._paragraphs:
            return self._paragraphs[path]
        for source, paragraph in self._paragraphs.items():
            if source.split(", ")[0] == path:
                return paragraph
        return None

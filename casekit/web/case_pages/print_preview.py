"""Pages of a case that are made in another process: as they will be printed, and for reading elsewhere.

Printed pages are pictures with the place of each paragraph.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from itertools import chain
from typing import Literal

from casekit.analysis.analyzer import Json
from casekit.analysis.proofreading.review import BlindReadingCopy, Review
from casekit.analysis.standalone_html import static_script
from casekit.diagnostics import Diagnostic, Severity, codes
from casekit.kit.interface import Document
from casekit.logic.theory import OutOfBudgetError
from casekit.system import executors, sandbox
from casekit.tabletop.game_rules import TablesWanted
from casekit.values import frozen
from casekit.values.grouping import grouped
from casekit.web.case_pages.case_status import cells_of, is_withheld, paragraphs_of
from casekit.web.case_worker import AnalysedCase

SCALE = 2.0
"""Pixels of a picture for each point of the page: sharp on a screen that shows two pixels for one."""

MM = 72 / 25.4
"""Points in a millimetre."""


UNPRINTED: Json = {"pages": (), "hindrance": None, "path": "", "missing": (), "todo": ()}


def printed_case(studied: AnalysedCase) -> Json:
    """The ``pages`` of a case that is set alone, or why there are none.

    It has the numbers that it has by itself, whatever is still wrong with it.

    Pages with a ``hindrance`` are for the writer's eyes: they are not printed like this. What is missing has
    its place on them all the same. A page is a ``png`` with its ``digest``, its ``number``, its size in
    pixels, its ``spots``, and whether it may show how the case ends (``solution``). A spot is a paragraph on
    it: its ``source``, empty for any other part, its ``name`` and ``line``, the ``heading`` there, and its
    edges in thousandths of the page's height. One that is ``missing`` has neither line nor heading; one that
    is there and still to be written is ``todo``; those of all pages are beside the pages, in their order.
    """
    document = studied.looked.document
    found = [*studied.looked.diagnostics, *studied.case.shelf.diagnostics]
    grave = [each for each in found if each.severity is Severity.ERROR and each.code is not codes.TODO]
    hindrance = _hindrance(studied, grave) if grave else None
    if document is None:
        return {**UNPRINTED, "hindrance": hindrance or NOTHING}
    if not grave:
        return _set(studied, document, None)
    try:
        # Which paragraphs are missing the pages say themselves.
        rest = [each for each in grave if each.code is not codes.MISSING_PATH]
        return _set(
            studied,
            studied.looked.game.pages.with_placeholders(document, "[{} is missing]".format),
            _hindrance(studied, rest) if rest else {**NOTHING, "says": "", "outline": ""},
        )
    except Exception:  # noqa: BLE001 - setting takes much for granted; the page names what is wrong
        return {**UNPRINTED, "hindrance": hindrance}


_NOTHING = "There is nothing to print yet."
NOTHING: Json = {"says": _NOTHING, "outline": _NOTHING, "cure": "", "more": 0}


def _set(studied: AnalysedCase, document: Document, hindrance: Json | None) -> Json:
    from casekit.building.planned_booklets import PlannedBooklet, numbered
    from casekit.print.produce import set_booklet

    path = studied.file.path
    game = studied.looked.game.name
    booklet = PlannedBooklet(path.stem, document.title, (document,), case_files=(path.name,), game=game)
    content, numbering = numbered(booklet)
    made = set_booklet(content, numbering.numbers)
    if made.pdf is None:
        return {**UNPRINTED, "hindrance": _hindrance(studied, made.findings)}
    boxes = grouped((box.page, (key, box.top, box.bottom)) for key, box in made.boxes.items())
    # The solutions are the last part, whatever comes after them.
    end = made.boxes["solutions"].page if "solutions" in made.boxes else None
    pages = tuple(_pictures(made.pdf, boxes, _spots_in(studied), end))
    spots = [*chain.from_iterable(page["spots"] for page in pages)]
    return {
        "pages": pages,
        "hindrance": hindrance,
        "path": str(path.absolute()),
        "missing": [spot for spot in spots if spot["missing"]],
        "todo": [spot for spot in spots if spot["todo"]],
    }


def _hindrance(studied: AnalysedCase, grave: Sequence[Diagnostic]) -> Json:
    """Why a case cannot be printed: the first error with its cure, and how many more there are.

    ``outline`` is the same without what may show the solution.
    """
    if not grave:
        return NOTHING
    first = grave[0]
    place = f"{first.span.file}:{first.span.line}: "
    says = outline = f"{place}{first.message}"
    if is_withheld(studied)(first):
        outline = f"{place}{first.code.id} {first.code.name}; show the solution to read what it says."
    return {"says": says, "outline": outline, "cure": first.hint, "more": len(grave) - 1}


Box = tuple[str, float, float]
"""The name of a part of a page when it is set, and its upper and lower edge, as shares of its height."""


def _passage_of_path(path: str, passages: Mapping[str, Json]) -> Json | None:
    """The first paragraph whose source names a path before any others."""
    for source, passage in passages.items():
        if source.split(", ")[0] == path:
            return passage
    return None


def _spots_in(studied: AnalysedCase) -> Callable[[Box], Json | None]:
    """A function that says what a box on a page is.

    A paragraph by its source, another part by its name, or one that is missing.
    """
    looked = studied.looked
    tables = tuple(looked.game.wording.source_tables(looked.document)) if looked.document is not None else ()
    passages = paragraphs_of(looked.tree, tables)
    cells = {cell.source: cell for cell in cells_of(tables)}
    parts = {block.heading.kind: looked.source.line_of(block.start) for block in looked.tree.blocks}

    def spot_of(box: Box) -> Json | None:
        key, top, bottom = box
        spot: Json = {"source": "", "line": 0, "heading": "", "missing": False, "todo": False}
        spot |= {"top": round(1000 * max(top, 0)), "bottom": round(1000 * min(bottom, 1))}
        # A paragraph's key begins with the place of its case in the booklet, and names the first of its
        # paths.
        name = key.partition("/")[2]
        passage = passages.get(name) or _passage_of_path(name, passages)
        if passage is not None:
            spot |= {"source": passage["source"], "name": passage["name"], "line": passage["first"]}
            return spot | {
                "heading": looked.source.line(passage["first"]).strip(),
                "todo": cells[passage["source"]].todo,
            }
        if name in cells:
            return spot | {"source": name, "name": cells[name].name, "missing": True}
        part = key.rpartition("-")[0]
        if part not in parts:
            return None
        line = parts[part]
        return spot | {"name": part.capitalize(), "line": line, "heading": looked.source.line(line).strip()}

    return spot_of


def _pictures(
    pdf: bytes, boxes: Mapping[int, list[Box]], spot_of: Callable[[Box], Json | None], end: int | None
) -> Iterator[Json]:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        for number, page in enumerate(document):
            picture = page.render(scale=SCALE).to_pil().convert("RGB")
            data = BytesIO()
            # Few colours are enough for a page of text; a picture keeps its own.
            picture.quantize(64).save(data, "PNG")
            png = data.getvalue()
            height = page.get_height() / MM
            here = ((key, top / height, low / height) for key, top, low in boxes.get(number, ()))
            yield {
                "number": number + 1,
                "digest": sha256(png).hexdigest()[:24],
                "png": png,
                "width": picture.width,
                "height": picture.height,
                "spots": tuple(spot for spot in map(spot_of, here) if spot is not None),
                "solution": end is not None and number >= end,
            }


MadeKind = Literal["review", "blind", "figures", "proof"]

BUDGET = 2_000
"""How many worlds the search for wrong paths looks at, as in ``casekit report``."""


@frozen(slots=True)
class MadePage:
    """An HTML page that needs nothing else and runs these scripts of the package, or why there is none."""

    html: str = ""
    obstacle: str = ""
    scripts: tuple[str, ...] = ()


def made_page(studied: AnalysedCase, kind: MadeKind) -> MadePage:
    """A page of a kind."""
    document = studied.looked.document
    if document is None:
        return MadePage(obstacle="The case could not be read.")
    try:
        return _made(studied, document, kind)
    except OutOfBudgetError as error:
        return MadePage(obstacle=f"This is too hard to find out: {error}.")


def _made(studied: AnalysedCase, document: Document, kind: MadeKind) -> MadePage:
    if kind == "review":
        return _beside_logic(studied, studied.review, "review.js")
    if kind == "blind":
        return _beside_logic(studied, studied.looked.game.proofreading.blind_copy(document), "blind.js")
    asked = studied.examined.analyzer
    if asked is None:
        return MadePage(obstacle=f"Nothing can be said: {studied.examined.why_not_analysable}.")
    if kind == "figures":
        figures, findings = asked.measure(BUDGET)
        return MadePage(
            studied.looked.game.wording.metrics_spec().page([figures], (*studied.findings, *findings))
        )
    proof, _ = asked.prove((), None)
    return (
        MadePage(proof.page()) if proof else MadePage(obstacle="Nothing of the solution can be proved yet.")
    )


def _beside_logic(studied: AnalysedCase, book: Review | BlindReadingCopy | None, script: str) -> MadePage:
    """The page of a book of prose, which runs a script."""
    if book is None:
        title = studied.looked.game.title
        return MadePage(obstacle=f"{title} has no prose beside its logic, so there is nothing to review.")
    return MadePage(book.page(), scripts=(static_script(script),))


SEED = 1
"""The default of `casekit report --tables`, so that both say the same."""
MOST_TABLES = 20_000

_PAUSE = 0.2
"""Seconds between two reports of progress to the page."""


def simulated(studied: AnalysedCase, tables: int, players: int) -> MadePage:
    """Play a number of tables, each with a number of players, and report on the way how many are done."""
    from casekit.tabletop.simulation import simulate, tables_page

    table = studied.looked.game.table
    if table is None:
        return MadePage(obstacle=f"{studied.looked.game.title} is not played at simulated tables.")
    asked = studied.examined.analyzer
    if asked is None:
        return MadePage(obstacle=f"It cannot be played: {studied.examined.why_not_analysable}.")
    try:
        wanted = TablesWanted(tables, table.numbers(f"{players}"), SEED, executors.Executor())
        told, findings = simulate(table, asked, wanted, _counting())
    except OutOfBudgetError as error:
        return MadePage(obstacle=asked.too_hard(error).message)
    except ValueError as error:
        return MadePage(obstacle=f"The number of players is {error}.")
    if told is None:
        return MadePage(obstacle="; ".join(each.message for each in findings))
    return MadePage(tables_page(table.words, [told], findings))


def _counting() -> Callable[[int], None]:
    """A function that adds up the tables that are done, and reports their number now and then."""
    done, told = 0, 0.0

    def count(more: int) -> None:
        nonlocal done, told
        done += more
        if time.monotonic() - told > _PAUSE:
            sandbox.report_progress(done)
            told = time.monotonic()

    return count

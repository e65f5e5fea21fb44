"""Imposed sheets and proofs as the pages that they were made from, in the order in which they are read.

A sheet is not taken apart: each of its halves becomes a page that shows the same, cut to that half. So it does not matter which
program has written it since. What such a page holds beside what it shows is on other pages; who reads its text has to pass over it.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from casekit.print.content.folding import SHEET, Saddle, sides, signatures
from casekit.print.content.papers import POINTS_PER_MM, Paper

_ROUNDING = 1.0
"""Points by which a box may be off."""
_PROOF = 12.0
"""Millimetres that a proof shows around each page."""
_USUAL = (4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 64)


def is_imposed(file: Any, paper: Paper) -> bool:
    """Whether every page of an open pikepdf file is a sheet that two upright pages of a paper are side by side on."""
    width, height = paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM
    sizes = [_size(_box(page.obj, "/MediaBox")) for page in file.pages]
    return all(
        across >= 2 * width - _ROUNDING and upward >= height - _ROUNDING and across > upward
        for across, upward in sizes
    )


def is_proof(file: Any, paper: Paper) -> bool:
    """Whether every page of an open pikepdf file is a page of a paper with the edge of a proof around it."""
    wanted = ((paper.width + 2 * _PROOF) * POINTS_PER_MM, (paper.height + 2 * _PROOF) * POINTS_PER_MM)
    sizes = [_size(_box(page.obj, "/MediaBox")) for page in file.pages]
    return all(
        abs(have - want) <= _ROUNDING for size in sizes for have, want in zip(size, wanted, strict=True)
    )


def foldings(count: int) -> Iterator[Saddle]:
    """The ways in which a file with so many sides of sheets may be folded, the usual one first; see ``folding.signatures``."""
    known = set()
    for saddle in (Saddle(), *(Saddle(signature=size) for size in _USUAL)):
        sizes = signatures(2 * count, saddle) if 2 * count % SHEET == 0 else ()
        if sizes and sizes not in known:
            known.add(sizes)
            yield saddle


def unfolded(pdf: bytes, paper: Paper, saddle: Saddle) -> bytes:
    """The pages of a booklet from its imposed sheets.

    Args:
        pdf: the sheets, as ``press.imposition`` has laid them out and whoever has written them again.
        paper: of the booklet.
        saddle: how it is folded; its sheet does not matter.

    Raises:
        ValueError: if there are not two sides for each sheet.
    """
    import pikepdf  # noqa: PLC0415 -- loaded only where files are looked at

    with pikepdf.open(BytesIO(pdf)) as file:
        count = 2 * len(file.pages)
        if count % SHEET:
            raise ValueError(f"{len(file.pages)} sides of sheets are not two for each sheet")
        halves: dict[int, Any] = {}
        for page, side in zip(list(file.pages), sides(signatures(count, saddle)), strict=True):
            left, bottom, right, top = _box(page.obj, "/MediaBox")
            middle, low = (left + right) / 2, (bottom + top - paper.height * POINTS_PER_MM) / 2
            inward = side.depth * saddle.thickness * POINTS_PER_MM
            width = paper.width * POINTS_PER_MM
            halves[side.left] = _cut(file, page, (middle + inward - width, low), paper)
            halves[side.right] = _cut(file, page, (middle - inward, low), paper)
        del file.pages[:]
        for at in range(count):
            file.pages.append(halves[at])
        return _saved(file)


def unproofed(pdf: bytes, paper: Paper) -> bytes:
    """The pages of a booklet from a proof of it, without what was put around them."""
    import pikepdf  # noqa: PLC0415 -- likewise

    with pikepdf.open(BytesIO(pdf)) as file:
        for page in file.pages:
            left, bottom, _, _ = _box(page.obj, "/MediaBox")
            edge = _PROOF * POINTS_PER_MM
            _limit(page.obj, (left + edge, bottom + edge), paper)
        return _saved(file)


def _cut(file: Any, page: Any, corner: tuple[float, float], paper: Paper) -> Any:
    """A page that shows a part of another: as much as a paper from a corner at the lower left."""
    from pikepdf import Dictionary, Page  # noqa: PLC0415 -- likewise

    half = Dictionary(page.obj)
    _limit(half, corner, paper)
    return Page(file.make_indirect(half))


def _limit(page: Any, corner: tuple[float, float], paper: Paper) -> None:
    x, y = corner
    box = [
        round(edge, 4) for edge in (x, y, x + paper.width * POINTS_PER_MM, y + paper.height * POINTS_PER_MM)
    ]
    page.MediaBox = page.CropBox = page.TrimBox = box
    for name in ("/BleedBox", "/ArtBox"):
        if name in page:
            del page[name]


def _box(page: Any, name: str) -> tuple[float, float, float, float]:
    """A box of a page, which may be on the branch of the tree that it is on."""
    for _ in range(50):
        if name in page:
            break
        page = page.Parent
    one, two, three, four = (float(edge) for edge in page[name])
    return min(one, three), min(two, four), max(one, three), max(two, four)


def _size(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _saved(file: Any) -> bytes:
    out = BytesIO()
    file.save(out)
    return out.getvalue()

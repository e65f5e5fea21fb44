"""A booklet as a screen reader takes it: tagged PDF after PDF/UA-1 (ISO 14289-1).

The typesetter writes the tags. ``finish_for_readers`` sees to what it cannot know: drawings without a description decorate and
are ignored, and the solutions, which run backwards in the file, are read from the first one on.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from casekit.print.content.papers import Titled
from casekit.print.press.open_file import save

_TAGGED = re.compile(rb"/\w+\s*<<\s*/MCID (\d+)\s*>>\s*BDC")


def finish_for_readers(pdf: bytes, content: Titled, tail: int | None) -> bytes:
    """Put the last touches to tagged pages.

    Args:
        pdf: as the typesetter wrote it, with tags.
        content: what it holds.
        tail: how many pages at the end of a booklet are solutions and back cover, which run backwards.
    """
    import pikepdf  # noqa: PLC0415 -- loaded only where files are finished

    del content
    with pikepdf.open(BytesIO(pdf)) as file:
        document = file.Root.StructTreeRoot.K[0]
        if tail:
            parts = list(document.K)
            # The back cover, which says what follows, then the solutions in their order.
            document.K = [*parts[:-tail], *reversed(parts[-tail:])]
        _take_out_drawings(document)
        _pass_over(file, {element.objgen for element in _elements(document)})
        return save(file)


def _take_out_drawings(document: Any) -> None:
    """Take the figures that have no description out of the structure."""
    from pikepdf import Array  # noqa: PLC0415 -- likewise

    for element in list(_elements(document)):
        kids = [kid for kid in _kids(element) if kid.get("/S") == "/Figure" and "/Alt" not in kid]
        if kids:
            bare = {kid.objgen for kid in kids}
            element.K = Array(kid for kid in element.K if kid.objgen not in bare)


def _pass_over(file: Any, read: set[tuple[int, int]]) -> None:
    """Make artifacts of what belongs to no element that is read: ornaments, folios and running heads.

    A page's marks are numbered, and the tree of parents says which element each number belongs to (PDF 1.7, section
    14.7.4).
    """
    numbers = list(file.Root.StructTreeRoot.ParentTree.Nums)
    owners = {int(at): marks for at, marks in zip(numbers[::2], numbers[1::2], strict=True)}
    for page in file.pages:
        marks = owners[int(page.obj.StructParents)]
        bare = {at for at, element in enumerate(marks) if element.objgen not in read}
        page.obj.Contents.write(_without(bare, page.obj.Contents.read_bytes()))
        for at in bare:
            marks[at] = None


def _without(bare: set[int], content: bytes) -> bytes:
    """A content stream in which these marks are artifacts."""
    return _TAGGED.sub(
        lambda found: b"/Artifact BMC" if int(found[1]) in bare else found[0],
        content,
    )


def _elements(element: Any) -> Iterator[Any]:
    """An element of the structure and all below it."""
    yield element
    for kid in _kids(element):
        yield from _elements(kid)


def _kids(element: Any) -> Iterator[Any]:
    from pikepdf import Dictionary  # noqa: PLC0415 -- likewise

    for kid in element.get("/K", ()):
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield kid

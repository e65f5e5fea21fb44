"""Inks with a profile of their own: a viewer shows them by it, and a press takes them as they are or changes them.

Some programs give each colour such a profile and leave its inks as they were. It is reported once; for the rest of a comparison
the inks are what counts.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import Format
from casekit.print.preflight.objects.opening import RefusedFileError, opened
from casekit.print.preflight.objects.page_faults import Fault, by_fault
from casekit.print.preflight.objects.page_resources import resources_of

_INKS = 4
_TEXT = "inks with a profile of their own, by which a press may change them"
_OF_SPACES = {"/Indexed": 1, "/Pattern": 1, "/Separation": 2, "/DeviceN": 2}
"""Which part of a space is another, which it leads to."""


def inks_by_profile(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """Pages with such inks."""
    return by_fault(file, _faults, wanted)


def without_profiles(pdf: bytes) -> bytes:
    """A file whose inks are those of the press, as far as ``inks_by_profile`` would report them; the same if it would not."""
    try:
        with opened(pdf) as file:
            spaces = [space for page in file.pages for space in _profiled(page)]
            if not spaces:
                return pdf
            for space in spaces:
                # Several pages may share it.
                space[0] = Name.DeviceCMYK
                del space[1:]
            out = BytesIO()
            file.save(out)
            return out.getvalue()
    except RefusedFileError:
        return pdf


def _faults(page: Any) -> Iterator[Fault]:
    if any(True for _ in _profiled(page)):
        yield Fault(codes.WRONG_INK, _TEXT)


def _profiled(page: Any) -> Iterator[Array]:
    """The spaces of such inks that a page can use."""
    yield from _of_group(page.obj)
    for resources in resources_of([page]):
        for space in dict(resources.get("/ColorSpace", {})).values():
            yield from _in_space(space)
        for kind in ("/XObject", "/Shading", "/Pattern"):
            for thing in dict(resources.get(kind, {})).values():
                yield from _in_space(thing.get("/Shading", thing).get("/ColorSpace"))
                yield from _of_group(thing)


def _of_group(thing: Any) -> Iterator[Array]:
    yield from _in_space(thing.get("/Group", Dictionary()).get("/CS"))


def _in_space(space: Any) -> Iterator[Array]:
    if not isinstance(space, Array) or len(space) < 2:  # noqa: PLR2004 -- a name alone is that of a device
        return
    kind = str(space[0])
    if kind == "/ICCBased":
        if int(space[1].get("/N", 0)) == _INKS:
            yield space
    elif kind in _OF_SPACES and len(space) > _OF_SPACES[kind]:
        yield from _in_space(space[_OF_SPACES[kind]])

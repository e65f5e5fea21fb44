"""Colour spaces as a press sees them: which ink each part of a colour is, and how one plate shows it (PDF 1.7, section 8.6).

A plate is a picture in grey: black where its ink is printed in full. So each space is exchanged for one with as many parts that makes grey
of the part of one ink; whatever is given in such colours - lines, pictures, gradients - stays as it is.
"""

from dataclasses import dataclass
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, Stream

from casekit.print.preflight.objects.open_files import coloured_in
from casekit.print.preflight.objects.painting import plain_space, space_name

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
"""The inks of every press."""
EVERY = "All"
_NONE = "None"
_PARTS = {"DeviceGray": 1, "CalGray": 1, "DeviceCMYK": 4, "DeviceRGB": 3, "CalRGB": 3, "Lab": 3}
_GREY, _INKS = 1, 4


@dataclass(frozen=True)
class InkSpace:
    """A colour space by its inks.

    Attributes:
        inks: the ink of each part of a colour; empty for a part without one.
        additive: whether 1 means without ink, as it does in greys.
        process: whether a colour is on all four plates of the process inks, if only as paper.
        direct: whether it is the four inks themselves, for which an overprint may leave out those of nothing.
        foreign: what it is called if its colours are not inks.
        pattern: whether its colours are patterns, in the inks of which they are.
        indexed: whether a colour is a number in a table.
    """

    inks: tuple[str, ...] = ()
    additive: bool = False
    process: bool = True
    direct: bool = False
    foreign: str = ""
    pattern: bool = False
    indexed: bool = False

    def has(self, ink: str) -> bool:
        """Whether a colour is on the plate of an ink where others are left alone."""
        return ink in self.inks or EVERY in self.inks or (self.process and ink in PROCESS)


GREY = InkSpace(("Black",), additive=True)
FOUR = InkSpace(PROCESS, direct=True)


def ink_space(space: Any) -> InkSpace:
    """A colour space by its inks.

    Raises:
        ValueError: if it is not a known one.
    """
    space = plain_space(space)
    if not isinstance(space, Array):
        return _device(str(space))
    match str(space[0]):
        case "/ICCBased":
            return _of_parts(int(space[1].get("/N", 0)), space)
        case "/Separation":
            return InkSpace(_named([space[1]]), process=False)
        case "/DeviceN":
            return InkSpace(_named(space[1]), process=False)
        case "/Indexed":
            base = ink_space(space[1])
            return InkSpace(base.inks, base.additive, base.process, foreign=base.foreign, indexed=True)
        case "/Pattern":
            base = ink_space(space[1])
            return InkSpace(base.inks, base.additive, base.process, base.direct, base.foreign, pattern=True)
        case kind:
            return _of_parts(_PARTS.get(kind.removeprefix("/"), 0), space)


def _device(name: str) -> InkSpace:
    if name == "DeviceCMYK":
        return FOUR
    if name == "Pattern":
        return InkSpace(pattern=True)
    return _of_parts(_PARTS.get(name, 0), name)


def _of_parts(count: int, space: Any) -> InkSpace:
    if count == _GREY:
        return GREY
    if count == _INKS:
        return InkSpace(PROCESS)
    if not count:
        raise ValueError(f"nobody knows the colour space {space_name(space)}")
    return InkSpace(("",) * count, foreign=space_name(space))


def _named(names: Any) -> tuple[str, ...]:
    inks = [str(name).removeprefix("/") for name in names]
    return tuple("" if ink == _NONE else ink for ink in inks)


def plate_space(file: Pdf, space: Any, ink: str) -> Any:
    """A colour space that shows colours of another as they are on the plate of an ink."""
    held = plain_space(space)
    known = ink_space(held)
    if isinstance(held, Array) and str(held[0]) in ("/Indexed", "/Pattern"):
        return Array([held[0], plate_space(file, held[1], ink), *list(held)[2:]])
    if known.pattern:
        return Name.Pattern
    names = Array([Name(f"/Part{at}") for at in range(len(known.inks))])
    return Array([Name.DeviceN, names, Name.DeviceGray, _shown(file, known, ink)])


def _shown(file: Pdf, space: InkSpace, ink: str) -> Any:
    """The function from the parts of a colour to the grey of a plate, for printers of PostScript (section 7.10.5)."""
    count = len(space.inks)
    at = next((at for at, each in enumerate(space.inks) if each in (ink, EVERY)), None)
    if at is None:
        code = f"{{ {'pop ' * count}1 }}"
    else:
        grey = "" if space.additive else "1 exch sub "
        code = f"{{ {count - 1 - at} index {grey}{count + 1} 1 roll {'pop ' * count}}}"
    function = Stream(file, code.encode())
    function.FunctionType, function.Domain, function.Range = 4, Array([0, 1] * count), Array([0, 1])
    return file.make_indirect(function)


def shade(space: InkSpace, parts: tuple[float, ...], ink: str) -> float:
    """The grey of a colour on the plate of an ink: 1 where nothing is printed."""
    for part, each in zip(parts, space.inks, strict=False):
        if each in (ink, EVERY):
            return part if space.additive else 1 - part
    return 1.0


def spot_inks(resources: Dictionary) -> set[str]:
    """The inks beside those of the process that spaces, pictures and gradients name."""
    spaces = [*dict(resources.get("/ColorSpace", {})).values(), *(each[2] for each in coloured_in(resources))]
    inks = {ink for space in spaces if space is not None for ink in ink_space(space).inks}
    return inks - {*PROCESS, EVERY, ""}

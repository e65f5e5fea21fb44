"""Colour spaces as a press sees them: which ink each part of a colour is (PDF 1.7, section 8.6)."""

from collections.abc import Sequence
from typing import Any

from pikepdf import Array, Name

from casekit.values import frozen, replace

PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
"""The inks of every press."""
EVERY = "All"
_PARTS = {"DeviceGray": 1, "CalGray": 1, "DeviceCMYK": 4, "DeviceRGB": 3, "CalRGB": 3, "Lab": 3}

Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, 1 for each in full."""


@frozen(slots=True)
class InkSpace:
    """A colour space by its inks.

    Attributes:
        name: what it is called: ``RGB``, ``Lab``, or the ink that it adds.
        inks: the ink of each part of a colour; empty for a part without one.
        additive: whether 1 means without ink, as it does in greys.
        process: whether a colour is on all four plates of the process inks, if only as paper.
        direct: whether it is the four inks themselves, for which an overprint may leave out those of nothing.
        foreign: whether its colours are not inks.
        profiled: whether a profile in the file says how its colours look; a press may make a little more or
            less of these.
        pattern: whether its colours are patterns, in the inks of which they are.
        indexed: whether a colour is a number in a table.
    """

    name: str
    inks: tuple[str, ...] = ()
    additive: bool = False
    process: bool = True
    direct: bool = False
    foreign: bool = False
    profiled: bool = False
    pattern: bool = False
    indexed: bool = False

    def has(self, ink: str) -> bool:
        """Whether a colour is on the plate of an ink where others are left alone."""
        return ink in self.inks or EVERY in self.inks or (self.process and ink in PROCESS)

    @property
    def is_for_press(self) -> bool:
        """Whether it is of the four inks alone."""
        return self.process and not self.foreign and self.name != "CalGray"

    @property
    def first(self) -> tuple[float, ...]:
        """The colour that it begins with: black, or each ink in full; patterns have none."""
        if self.process and not self.indexed:
            return tuple(float(at == PROCESS.index("Black")) for at in range(len(self.inks)))
        return (0.0,) if self.indexed else (1.0,) * len(self.inks)


GREY = InkSpace("Gray", ("Black",), additive=True)
FOUR = InkSpace("CMYK", PROCESS, direct=True)
DEVICES = {"g": GREY, "k": FOUR, "rg": InkSpace("RGB", ("", "", ""), foreign=True)}
"""The spaces of the operators that set a colour and its space at once."""


def ink_space(space: Any) -> InkSpace:
    """A colour space by its inks; one that is not known has none, and is foreign."""
    space = plain_space(space)
    if not isinstance(space, Array):
        return FOUR if space == "DeviceCMYK" else _of_parts(_PARTS.get(space, 0), space)
    match str(space[0]):
        case "/ICCBased":
            return replace(_of_parts(int(space[1].get("/N", 0)), "a profile of its own"), profiled=True)
        case "/Separation":
            return InkSpace(
                f"the spot colour {str(space[1]).removeprefix('/')}", _named([space[1]]), process=False
            )
        case "/DeviceN":
            return InkSpace("spot colours", _named(space[1]), process=False)
        case "/Indexed":
            return replace(ink_space(space[1]), direct=False, profiled=False, indexed=True)
        case "/Pattern":
            return replace(ink_space(space[1]), name="Pattern", profiled=False, pattern=True)
        case kind:
            return _of_parts(_PARTS.get(kind.removeprefix("/"), 0), kind.removeprefix("/"))


def plain_space(space: Any) -> Any:
    """A colour space: the name of a device's, or the array that describes another."""
    if isinstance(space, Array) and len(space) == 1:
        return plain_space(space[0])
    return space if isinstance(space, Array) else str(space).removeprefix("/")


def _of_parts(count: int, name: str) -> InkSpace:
    name = name.removeprefix("Device")
    if name == "Pattern":
        return InkSpace(name, pattern=True)
    known = {1: replace(GREY, name=name), len(PROCESS): InkSpace(name, PROCESS)}
    return known.get(count, InkSpace(name, ("",) * count, foreign=True))


def _named(names: Any) -> tuple[str, ...]:
    inks = [str(name).removeprefix("/") for name in names]
    return tuple("" if ink == "None" else ink for ink in inks)


@frozen(slots=True)
class Colour:
    """A colour: its space, and its parts from 0 to 1; ``whole`` if it is a pattern with its own colours."""

    space: InkSpace = GREY
    parts: tuple[float, ...] = (0.0,)
    whole: bool = False

    @property
    def inks(self) -> Inks | None:
        """Its inks; ``None`` if it is not of the four, or a profile says how they look."""
        return None if self.space.profiled else self.nominal_inks

    @property
    def nominal_inks(self) -> Inks | None:
        """The same, whatever a profile says."""
        space = self.space
        if self.whole or space.pattern or space.indexed or not space.is_for_press:
            return None
        match self.parts:
            case (grey,):
                return 0, 0, 0, 1 - grey
            case (cyan, magenta, yellow, black):
                return cyan, magenta, yellow, black
        return None

    def shade(self, ink: str) -> float:
        """Its grey on the plate of an ink: 1 where nothing is printed."""
        own = (part for part, each in zip(self.parts, self.space.inks, strict=False) if each in (ink, EVERY))
        return next((part if self.space.additive else 1 - part for part in own), 1.0)


def parts_of(operands: Sequence[Any]) -> tuple[float, ...]:
    """The parts of a colour among operands, without the name of a pattern."""
    return tuple(float(operand) for operand in operands if not isinstance(operand, Name))

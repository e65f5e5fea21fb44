"""The paint of a page, operator by operator, as pikepdf's parser reads it (PDF 1.7, chapter 8).

``paintings(page)`` follows the content of a page and of the pictures in it, and gives each thing that leaves
ink: what it is, where it is on the page, and in which colour, width and state it is painted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pikepdf import Dictionary, Matrix, Name, Rectangle, Stream, parse_content_stream

from casekit.print.preflight.colour_spaces import DEVICES, Colour, ink_space, parts_of
from casekit.print.preflight.pdf_opening import SHOWING, Box, common, meets
from casekit.values import field, frozen, replace

DEEPEST = 12
_EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)
PATHS = {
    **dict.fromkeys(("f", "F", "f*"), (True, False)),
    **dict.fromkeys(("S", "s"), (False, True)),
    **dict.fromkeys(("B", "B*", "b", "b*"), (True, True)),
    "n": (False, False),
}
"""Operators that end a path: whether it is filled, and whether it is stroked."""
COLOURS = {*DEVICES, "cs", "sc", "scn"}
"""Operators that set a colour, in small letters."""
_EXTENDED: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "/LW": ("width", float),
    "/ca": ("alpha", float),
    "/CA": ("stroke_alpha", float),
    "/SMask": ("masked", lambda mask: isinstance(mask, Dictionary)),
    "/BM": ("blended", lambda mode: str(mode) not in ("/Normal", "/Compatible")),
    "/OP": ("stroke_overprint", bool),
    "/op": ("overprint", bool),
    "/OPM": ("nothing_is_left", lambda mode: int(mode) == 1),
}
"""The fields that an extended graphics state changes, by the key there (PDF 1.7, section 8.4.5)."""


@frozen(slots=True)
class GraphicsState:
    """The graphics state as far as it decides what is printed.

    ``masked`` by a soft mask; ``blended`` other than normally.

    ``nothing_is_left`` if an overprint leaves alone what a colour has nothing of.
    """

    matrix: Matrix = field(default_factory=Matrix)
    fill: Colour = field(default_factory=Colour)
    stroke: Colour = field(default_factory=Colour)
    width: float = 1
    clip: Box = _EVERYWHERE
    alpha: float = 1
    stroke_alpha: float = 1
    masked: bool = False
    blended: bool = False
    overprint: bool = False
    stroke_overprint: bool = False
    nothing_is_left: bool = False
    transfer: bool = False
    text_mode: int = 0

    @property
    def inking(self) -> tuple[Any, ...]:
        """The part of it that decides on which plates something is."""
        over = self.overprint, self.stroke_overprint, self.nothing_is_left
        return self.fill, self.stroke, over, self.text_mode


@frozen(slots=True)
class Painting:
    """One thing that is painted.

    Attributes:
        kind: ``text``, ``fill``, ``stroke``, ``picture`` or ``gradient``.
        box: what it covers at most, in points of the page; of a text its beginning.
        state: how it is painted.
        thing: the picture or gradient.
    """

    kind: str
    box: Box
    state: GraphicsState
    thing: Any = None

    @property
    def colour(self) -> Colour:
        """The colour that it is painted in, unless it is a picture or a gradient."""
        return self.state.stroke if self.kind == "stroke" else self.state.fill

    @property
    def line_width(self) -> float:
        """How wide a line is on the page, in points."""
        matrix = self.state.matrix
        return self.state.width * float(abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5)


def paintings(page: Any) -> Iterator[Painting]:
    """Everything that a page paints, in order."""
    yield from ContentReader(page.get_resources()).paintings(page)


class ContentReader:
    """One content stream being read: its ``resources`` and the ``state`` that it has reached.

    What is done with each kind of operator is a method, so that content can be written again as it is read
    (``plates``).
    """

    def __init__(self, resources: Any, state: GraphicsState | None = None, depth: int = 0) -> None:
        self.resources = resources if isinstance(resources, Dictionary) else Dictionary()
        self.state = state or GraphicsState()
        self._stack: list[GraphicsState] = []
        self._points: list[tuple[float, float]] = []
        self._clips = False
        self._depth = depth
        self._line = Matrix()

    def paintings(self, owner: Any) -> Iterator[Any]:
        """Everything that a page or a picture paints, in order."""
        painting = {
            **dict.fromkeys(SHOWING, self._shown),
            **dict.fromkeys(PATHS, self._path),
            "Do": self._picture,
            "sh": self._gradient,
            "INLINE IMAGE": self._inline,
        }
        for instruction in parse_content_stream(owner):
            operands, name = list(instruction.operands), str(instruction.operator)
            yield from painting.get(name, self._changed)(operands, name)

    def _gradient(self, operands: Sequence[Any], _: str) -> Iterator[Any]:
        yield Painting("gradient", self.state.clip, self.state, self.named("/Shading", str(operands[0])))

    def _inline(self, operands: Sequence[Any], _: str) -> Iterator[Any]:
        yield self._image(operands[0])

    def _changed(self, operands: Sequence[Any], name: str) -> Iterable[Any]:
        self.change(name, operands)
        return ()

    def _image(self, thing: Any) -> Painting:
        box = _covered((0, 0, 1, 1), self.state.matrix)
        return Painting("picture", common(box, self.state.clip), self.state, thing)

    def named(self, kind: str, name: Any, default: Any = None) -> Any:
        """A resource of some kind by its name."""
        return self.resources.get(kind, Dictionary()).get(name, default)

    def change(self, name: str, operands: Sequence[Any]) -> None:
        """Take over the state that an operator leaves which paints nothing."""
        match name:
            case _ if name.lower() in COLOURS:
                self._paint(name, operands)
            case "q":
                self._stack.append(self.state)
            case "Q" if self._stack:
                self.state = self._stack.pop()
            case "cm":
                self._set(matrix=_matrix(operands) @ self.state.matrix)
            case "w":
                self._set(width=float(operands[0]))
            case "m" | "l" | "c" | "v" | "y" | "re":
                self._draw(name, [float(operand) for operand in operands])
            case "W" | "W*":
                self._clips = True
            case "gs":
                self._extend(self.named("/ExtGState", str(operands[0])))
            case _:
                self._place(name, operands)

    def _paint(self, name: str, operands: Sequence[Any]) -> None:
        """Take over a colour, or the space that colours are in."""
        kind, which = name.lower(), "stroke" if name.isupper() else "fill"
        if kind in DEVICES:
            colour = Colour(DEVICES[kind], parts_of(operands))
        elif kind == "cs":
            space = ink_space(self.named("/ColorSpace", operands[0], operands[0]))
            colour = Colour(space, space.first)
        else:
            colour = self._chosen(operands, getattr(self.state, which))
        self._set(**{which: colour})

    def _chosen(self, operands: Sequence[Any], before: Colour) -> Colour:
        """A colour in the space of the one before, or a pattern."""
        if not operands or not isinstance(operands[-1], Name):
            return replace(before, parts=parts_of(operands), whole=False)
        pattern = self.named("/Pattern", operands[-1], Dictionary())
        if "/Shading" in pattern:
            space = ink_space(pattern.Shading.ColorSpace)
            return before if space.pattern else Colour(replace(space, direct=False), whole=True)
        whole = int(pattern.get("/PaintType", 1)) == 1
        return Colour(replace(before.space, pattern=True), parts_of(operands), whole)

    def _place(self, name: str, operands: Sequence[Any]) -> None:
        match name:
            case "Tr":
                self._set(text_mode=int(operands[0]))
            case "BT":
                self._line = Matrix()
            case "Tm":
                self._line = _matrix(operands)
            case "Td" | "TD":
                self._line = Matrix(1, 0, 0, 1, float(operands[0]), float(operands[1])) @ self._line

    def _set(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _extend(self, state: Any) -> None:
        """Take over an extended graphics state."""
        if not isinstance(state, Dictionary):
            return
        changes = {name: read(state[key]) for key, (name, read) in _EXTENDED.items() if key in state}
        if "/OP" in state:
            changes.setdefault("overprint", changes["stroke_overprint"])
        transfers = [state[key] for key in ("/TR", "/TR2") if key in state]
        if transfers:
            changes["transfer"] = any(
                not isinstance(each, Name) or each not in ("/Identity", "/Default") for each in transfers
            )
        self._set(**changes)

    def _draw(self, name: str, at: Sequence[float]) -> None:
        points = list(zip(at[::2], at[1::2], strict=True))
        if name == "re":
            (x, y), (width, height) = points
            points = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
        self._points += map(self.state.matrix.transform, points)

    def _path(self, _: Sequence[Any], name: str) -> Iterator[Any]:
        filled, stroked = PATHS[name]
        points, self._points = self._points, []
        clips, self._clips = self._clips, False
        if not points:
            return
        xs, ys = zip(*points, strict=True)
        around, clip = (min(xs), min(ys), max(xs), max(ys)), self.state.clip
        box = common(around, clip)
        if meets(around, clip):
            if filled:
                yield Painting("fill", box, self.state)
            if stroked:
                yield Painting("stroke", box, self.state)
        if clips:
            self._set(clip=box)

    def _shown(self, _: Sequence[Any], __: str) -> Iterator[Any]:
        place = self._line @ self.state.matrix
        filled, stroked = shown_in(self.state.text_mode)
        box = (place.e, place.f, place.e, place.f)
        if filled:
            yield Painting("text", box, self.state)
        if stroked:
            yield Painting("text", box, replace(self.state, fill=self.state.stroke))

    def _picture(self, operands: Sequence[Any], _: str) -> Iterator[Any]:
        thing = self.named("/XObject", str(operands[0]))
        if not isinstance(thing, Stream):
            return
        if thing.get("/Subtype") == "/Image":
            yield self._image(thing)
            return
        if self._depth >= DEEPEST:
            raise ValueError("pictures are in each other without an end")
        matrix, clip = self.state.matrix, self.state.clip
        if "/Matrix" in thing:
            matrix = _matrix(thing.Matrix) @ matrix
        if "/BBox" in thing:
            left, bottom, right, top = (float(edge) for edge in thing.BBox)
            clip = common(_covered((left, bottom, right, top), matrix), clip)
        inner = replace(self.state, matrix=matrix, clip=clip)
        resources = thing.get("/Resources", self.resources)
        yield from ContentReader(resources, inner, self._depth + 1).paintings(thing)


def shown_in(mode: int) -> tuple[bool, bool]:
    """Whether a text is filled in a rendering mode, and whether it is stroked."""
    return mode % 4 in (0, 2), mode % 4 in (1, 2)


def _matrix(numbers: Any) -> Matrix:
    a, b, c, d, e, f = (float(number) for number in numbers)
    return Matrix(a, b, c, d, e, f)


def _covered(box: Box, matrix: Matrix) -> Box:
    """The bounds of a box where a matrix leads it."""
    found = matrix.transform(Rectangle(*box))
    return found.llx, found.lly, found.urx, found.ury

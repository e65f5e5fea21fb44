"""The plates of a page: its parts in each ink, written as pages in grey that any program can show.

``plate(file, page, ink)`` rewrites a page of an open file. Paint over something else takes it off all plates
(it knocks out), unless it is overprinted: then it leaves plates alone that it has no ink on (PDF 1.7, section 11.7.4).
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from pikepdf import (
    Array,
    ContentStreamInlineImage,
    Dictionary,
    Name,
    Operator,
    Pdf,
    Stream,
    parse_content_stream,
    unparse_content_stream,
)

from casekit.print.preflight.coverage.plate_spaces import (
    FOUR,
    GREY,
    PROCESS,
    InkSpace,
    ink_space,
    plate_space,
    shade,
)
from casekit.print.preflight.objects.open_files import media_of, resources_for
from casekit.print.preflight.objects.painting import PATHS, SHOWN, parts_of, plain_space, shown_in, space_name

_DEEPEST = 12
_MOST = 2_000
"""Pictures in pictures that are written for one page; a few lines of a file could ask for billions."""
_INK_BY_INK = {"/Hue", "/Saturation", "/Color", "/Luminosity"}
"""Ways to blend that mix the inks, so that no plate can be made without the others."""
_DEVICES = {"g": GREY, "k": FOUR, "rg": InkSpace(("", "", ""), foreign="RGB")}
_CLOSING = {"s", "b", "b*"}
_MODES = {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}
_CLIPPING = 4
_FILTERED = {"/JPXDecode": "a picture in JPEG 2000"}
_WHOLE_BYTE = 8

Instruction = tuple[Sequence[Any], Operator]


class UncountedError(Exception):
    """A page has something of which no plates are made here; the words say what."""


@dataclass(frozen=True)
class _Paint:
    """The paint of something. ``whole`` if it is a pattern with colours of its own."""

    space: InkSpace = GREY
    parts: tuple[float, ...] = (0.0,)
    whole: bool = False


@dataclass(frozen=True)
class _Inking:
    """As much of the graphics state as decides on which plates something is."""

    fill: _Paint = _Paint()
    stroke: _Paint = _Paint()
    over: bool = False
    stroke_over: bool = False
    nothing_is_left: bool = False
    text_mode: int = 0


def plate(file: Pdf, page: Any, ink: str) -> None:
    """Rewrite a page as the plate of an ink; the rest of the file stays.

    Raises:
        UncountedError: if it has something that no plate can be made of.
        ValueError: if it is broken, as whatever pikepdf raises.
    """
    work = _Plate(file, ink)
    content, resources = work.written(page, resources_for(page.obj), _Inking(), 0)
    if _is_knockout(page.obj):
        raise UncountedError("a transparency group whose parts knock each other out")
    page.obj.Contents = file.make_stream(content)
    page.obj.Resources = resources
    if "/Group" in page.obj:
        del page.obj["/Group"]
    page.obj.CropBox = Array([Decimal(str(edge)) for edge in media_of(page)])


class _Plate:
    """The plate of one ink of one page."""

    def __init__(self, file: Pdf, ink: str) -> None:
        self.file, self.ink = file, ink
        self._written: dict[tuple[tuple[int, int], _Inking], Any] = {}
        self._spaces: dict[tuple[int, int], Any] = {}
        self._count = 0

    def written(self, owner: Any, resources: Any, inking: _Inking, depth: int) -> tuple[bytes, Dictionary]:
        """A content stream in grey, and what it uses."""
        self._count += 1
        if depth > _DEEPEST or self._count > _MOST:
            raise UncountedError("pictures in pictures without an end")
        resources = resources if isinstance(resources, Dictionary) else Dictionary()
        work = _Content(self, resources, inking, depth)
        content = unparse_content_stream([*work.instructions(owner)])
        return content, work.resources

    def form(self, form: Any, resources: Any, inking: _Inking, depth: int) -> Any:
        """A picture made of a content stream, in grey."""
        key = (form.objgen, inking)
        if form.is_indirect and key in self._written:
            return self._written[key]
        if _is_knockout(form):
            raise UncountedError("a transparency group whose parts knock each other out")
        content, own = self.written(form, form.get("/Resources", resources), inking, depth + 1)
        made = _copied(self.file, form, content)
        made.Resources = own
        if "/Group" in made:
            group = Dictionary(made.Group)
            if "/CS" in group:
                group.CS = Name.DeviceGray
            made.Group = group
        self._written[key] = self.file.make_indirect(made)
        return self._written[key]

    def space(self, space: Any) -> Any:
        """A colour space in grey."""
        if not space.is_indirect:
            return plate_space(self.file, space, self.ink)
        if space.objgen not in self._spaces:
            self._spaces[space.objgen] = plate_space(self.file, space, self.ink)
        return self._spaces[space.objgen]

    def shading(self, shading: Any) -> Any:
        """A gradient in grey."""
        copied = isinstance(shading, Stream)
        made: Any = _copied(self.file, shading, None) if copied else Dictionary(shading)
        made.ColorSpace = self.space(shading.ColorSpace)
        if "/Background" in made and ink_space(shading.ColorSpace).foreign:
            del made["/Background"]
        return self.file.make_indirect(made)

    def pattern(self, pattern: Any, resources: Any, depth: int) -> Any:
        """A pattern in grey; one that has no colours takes those that it is used in."""
        if "/Shading" in pattern:
            made: Any = Dictionary(pattern)
            made.Shading = self.shading(pattern.Shading)
            return self.file.make_indirect(made)
        if int(pattern.get("/PaintType", 1)) != 1:
            return pattern
        return self.form(pattern, resources, _Inking(), depth)

    def picture(self, picture: Any) -> Any:
        """A picture in grey."""
        if picture.get("/ImageMask", False):
            return picture
        for each in _filters(picture):
            if each in _FILTERED:
                raise UncountedError(_FILTERED[each])
        made = self._taken_apart(picture)
        if made is None:
            made = _copied(self.file, picture, None)
            made.ColorSpace = self.space(picture.ColorSpace)
        return self.file.make_indirect(made)

    def _taken_apart(self, picture: Any) -> Any:
        """The part of one ink of a picture whose parts can be had; PDFium is slow to compute them dot by dot."""
        space = ink_space(picture.ColorSpace)
        plain = {"/FlateDecode", "/LZWDecode", "/RunLengthDecode"}
        count = len(space.inks)
        if (
            space.indexed
            or self.ink not in space.inks
            or picture.get("/BitsPerComponent") != _WHOLE_BYTE
            or "/Decode" in picture
            or isinstance(picture.get("/Mask"), Array)
            or not {*_filters(picture)} <= plain
        ):
            return None
        import numpy as np  # noqa: PLC0415 -- few files have pictures

        data = np.frombuffer(picture.read_bytes(), np.uint8)
        dots = int(picture.Width) * int(picture.Height)
        if len(data) < dots * count:
            return None
        own = data[: dots * count].reshape(-1, count)[:, space.inks.index(self.ink)]
        made = _copied(self.file, picture, (own if space.additive else 255 - own).tobytes())
        made.ColorSpace = Name.DeviceGray
        return made


class _Content:
    """One content stream that is written again. ``resources`` are what the new one uses."""

    def __init__(self, plate_: _Plate, resources: Dictionary, inking: _Inking, depth: int) -> None:
        self._plate, self._old, self._inking, self._depth = plate_, resources, inking, depth
        self._held: list[_Inking] = []
        self.resources = Dictionary(dict(resources))
        self.resources.ColorSpace = self._each("/ColorSpace", plate_.space)
        self.resources.Shading = self._each("/Shading", plate_.shading)
        self.resources.Pattern = self._each("/Pattern", lambda one: plate_.pattern(one, resources, depth))
        self.resources.XObject = Dictionary()

    def _each(self, kind: str, change: Any) -> Dictionary:
        return Dictionary({name: change(thing) for name, thing in dict(self._old.get(kind, {})).items()})

    def instructions(self, owner: Any) -> Iterator[Instruction]:
        """The instructions of the new stream."""
        for instruction in parse_content_stream(owner):
            if isinstance(instruction, ContentStreamInlineImage):
                yield from self._inline(instruction)
                continue
            operands, name = list(instruction.operands), str(instruction.operator)
            if name in PATHS:
                yield from self._path(name)
            elif name in SHOWN:
                yield from self._text(operands, name)
            elif name == "Do":
                yield from self._do(operands)
            elif name == "sh":
                shading = self._old.get("/Shading", Dictionary()).get(str(operands[0]))
                if shading is not None and self._is_on(_Paint(ink_space(shading.ColorSpace), whole=True)):
                    yield operands, Operator(name)
            elif name.lower() in {"g", "rg", "k", "cs", "sc", "scn"}:
                yield from self._colour(operands, name)
            else:
                self._change(operands, name)
                yield operands, Operator(name)

    def _is_on(self, paint: _Paint, *, stroke: bool = False) -> bool:
        """Whether something is on this plate, if only as paper that it leaves there."""
        if not (self._inking.stroke_over if stroke else self._inking.over):
            return True
        space, ink = paint.space, self._plate.ink
        if space.pattern and paint.whole:
            return True
        if space.direct and self._inking.nothing_is_left and not paint.whole:
            return shade(space, paint.parts, ink) < 1
        return space.has(ink)

    def _kept(self, filled: bool, stroked: bool) -> tuple[bool, bool]:  # noqa: FBT001 -- as tables have them
        """Whether what is filled and stroked is so on this plate."""
        inking = self._inking
        return filled and self._is_on(inking.fill), stroked and self._is_on(inking.stroke, stroke=True)

    def _path(self, name: str) -> Iterator[Instruction]:
        fill, stroke = self._kept(*PATHS[name])
        if (fill, stroke) == PATHS[name]:
            yield [], Operator(name)
            return
        if name in _CLOSING:
            yield [], Operator("h")
        even = "*" if name.endswith("*") else ""
        yield [], Operator(f"f{even}" if fill else "S" if stroke else "n")

    def _text(self, operands: Sequence[Any], name: str) -> Iterator[Instruction]:
        mode = self._inking.text_mode
        fill, stroke = self._kept(*shown_in(mode))
        if (fill, stroke) == shown_in(mode):
            yield operands, Operator(name)
            return
        yield [_MODES[fill, stroke] + mode // 4 * _CLIPPING], Operator("Tr")
        yield operands, Operator(name)
        yield [mode], Operator("Tr")

    def _do(self, operands: Sequence[Any]) -> Iterator[Instruction]:
        thing = self._old.get("/XObject", Dictionary()).get(operands[0])
        if not isinstance(thing, Stream):
            return
        if thing.get("/Subtype") == "/Image":
            if not self._is_on(self._paint_of(thing)):
                return
            made = self._plate.picture(thing)
        elif thing.get("/Subtype") == "/Form":
            made = self._plate.form(thing, self._old, self._inking, self._depth)
        else:
            return
        yield [self._named(made)], Operator("Do")

    def _paint_of(self, picture: Any) -> _Paint:
        if picture.get("/ImageMask", False):
            return self._inking.fill
        if "/ColorSpace" not in picture:
            raise UncountedError(
                _FILTERED.get(next(iter(_filters(picture)), ""), "a picture without colours")
            )
        return _Paint(ink_space(picture.ColorSpace), whole=True)

    def _inline(self, instruction: Any) -> Iterator[Instruction]:
        image = instruction.iimage
        if image.image_mask:
            if self._is_on(self._inking.fill):
                yield instruction
            return
        space = plain_space(Name(str(image.colorspace)))
        if space not in ("DeviceGray", "DeviceCMYK", "DeviceRGB"):
            raise UncountedError(f"a picture in its content, in {space_name(space)}")
        made = Stream(self._plate.file, image.read_raw_bytes())
        made.Type, made.Subtype = Name.XObject, Name.Image
        made.Width, made.Height, made.BitsPerComponent = image.width, image.height, image.bits_per_component
        made.ColorSpace = Name(f"/{space}")
        if image.filters:
            made.Filter = Array([Name(each) for each in image.filters])
            made.DecodeParms = Array([each or None for each in image.decode_parms])
        if self._is_on(self._paint_of(made)):
            yield [self._named(self._plate.picture(made))], Operator("Do")

    def _named(self, thing: Any) -> Name:
        name = Name(f"/On{len(self.resources.XObject)}")
        self.resources.XObject[name] = thing
        return name

    def _colour(self, operands: Sequence[Any], name: str) -> Iterator[Instruction]:
        stroke, kind = name.isupper(), name.lower()
        if kind in _DEVICES:
            paint = _Paint(_DEVICES[kind], parts_of(operands))
            grey = shade(paint.space, paint.parts, self._plate.ink)
            yield [Decimal(f"{grey:.4f}")], Operator("G" if stroke else "g")
        elif kind == "cs":
            paint = yield from self._space(operands[0], stroke=stroke)
        else:
            paint = self._chosen(operands, self._inking.stroke if stroke else self._inking.fill)
            yield operands, Operator("SCN" if stroke else "scn")
        self._set(**{"stroke" if stroke else "fill": paint})

    def _space(self, name: Any, *, stroke: bool) -> Generator[Instruction, None, _Paint]:
        old = self._old.get("/ColorSpace", Dictionary()).get(name)
        space = ink_space(name if old is None else old)
        if old is None and not space.pattern:
            made = Name(f"/Plain{str(name)[1:]}")
            self.resources.ColorSpace[made] = self._plate.space(name)
            name = made
        yield [name], Operator("CS" if stroke else "cs")
        # The colour that a space begins with: black, or each ink in full.
        parts = () if space.pattern else (0.0,) if space.indexed else (1.0,) * len(space.inks)
        if space.process and not (space.pattern or space.indexed):
            parts = tuple(float(at == len(PROCESS) - 1) for at in range(len(space.inks)))
        if parts:
            yield [Decimal(f"{part:g}") for part in parts], Operator("SCN" if stroke else "scn")
        return _Paint(space, parts)

    def _chosen(self, operands: Sequence[Any], before: _Paint) -> _Paint:
        """A colour in the space that was chosen before, or a pattern."""
        if not operands or not isinstance(operands[-1], Name):
            return replace(before, parts=parts_of(operands), whole=False)
        pattern = self._old.get("/Pattern", Dictionary()).get(operands[-1], Dictionary())
        if "/Shading" in pattern:
            space = ink_space(pattern.Shading.ColorSpace)
            return (
                _Paint(replace(space, pattern=False, direct=False), whole=True)
                if not space.pattern
                else before
            )
        whole = int(pattern.get("/PaintType", 1)) == 1
        return _Paint(replace(before.space, pattern=True), parts_of(operands), whole=whole)

    def _change(self, operands: Sequence[Any], name: str) -> None:
        match name:
            case "q":
                self._held.append(self._inking)
            case "Q" if self._held:
                self._inking = self._held.pop()
            case "Tr":
                self._set(text_mode=int(operands[0]))
            case "gs":
                self._extend(self._old.get("/ExtGState", Dictionary()).get(operands[0]))
            case "Tf":
                font = self._old.get("/Font", Dictionary()).get(operands[0])
                if isinstance(font, Dictionary) and font.get("/Subtype") == "/Type3":
                    raise UncountedError("a font whose letters are drawings (Type 3)")

    def _extend(self, state: Any) -> None:
        if not isinstance(state, Dictionary):
            return
        blend = state.get("/BM", Name.Normal)
        blends = {str(each) for each in blend} if isinstance(blend, Array) else {str(blend)}
        if blends & _INK_BY_INK:
            raise UncountedError(f"the blend mode {min(blends & _INK_BY_INK)[1:]}")
        if "/OP" in state:
            self._set(stroke_over=bool(state.OP), over=bool(state.OP))
        if "/op" in state:
            self._set(over=bool(state["/op"]))
        if "/OPM" in state:
            self._set(nothing_is_left=int(state.OPM) == 1)

    def _set(self, **changes: Any) -> None:
        self._inking = replace(self._inking, **changes)


def _filters(picture: Any) -> list[str]:
    filters = picture.get("/Filter", ())
    return [str(each) for each in ((filters,) if isinstance(filters, Name) else filters)]


def _is_knockout(owner: Any) -> bool:
    group = owner.get("/Group")
    return isinstance(group, Dictionary) and bool(group.get("/K", False))


def _copied(file: Pdf, stream: Any, data: bytes | None) -> Any:
    """A stream with other data, or with the same, that can be changed without the first."""
    made = Stream(file, stream.read_raw_bytes() if data is None else data)
    for key, value in dict(stream.items()).items():
        if key == "/Length" or (data is not None and key in ("/Filter", "/DecodeParms", "/Decode")):
            continue
        made[key] = value
    return made

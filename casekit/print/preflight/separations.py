"""The plates of a page: its parts in each ink, written as pages in grey that any program can show.

``plate(file, page, ink)`` rewrites a page of an open file. Paint over something else takes it off all plates
(it knocks out), unless it is overprinted: then it leaves plates alone that it has no ink on (PDF 1.7, section
11.7.4).
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from pikepdf import Array, Dictionary, Name, Operator, Pdf, Stream, unparse_content_stream

from casekit.print.preflight.colour_spaces import EVERY, PROCESS, Colour, InkSpace, ink_space, plain_space
from casekit.print.preflight.content_stream import (
    COLOURS,
    DEEPEST,
    PATHS,
    ContentReader,
    GraphicsState,
    shown_in,
)
from casekit.print.preflight.pdf_opening import box_of, scopes_of, spaces_of

_MOST_STREAMS = 2_000
"""The most content streams that are written for one page; a few lines of a file could ask for billions."""

_MIXING_BLEND_MODES = {"/Hue", "/Saturation", "/Color", "/Luminosity"}
"""Ways to blend that mix the inks, so that no plate can be made without the others."""

_TEXT_MODES = {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}
"""The rendering modes of text, by whether it is filled and whether it is stroked."""

_CLIPPING_TEXT = 4
"""What is added to the rendering mode of text that clips."""

_REFUSED_FILTERS = {"/JPXDecode": "a picture in JPEG 2000"}
"""The pictures of which no plates are made, by the filter that they have."""

_BITS_OF_BYTE = 8

Instruction = tuple[Sequence[Any], Operator]
"""The operands of an instruction, and its operator."""


class UncountedError(Exception):
    """A page has something of which no plates are made here; the words say what."""


def plate(file: Pdf, page: Any, ink: str) -> None:
    """Rewrite a page as the plate of an ink; the rest of the file stays.

    Raises:
        UncountedError: if it has something that no plate can be made of.
        ValueError: if it is broken, as whatever pikepdf raises.
    """
    writer = _PlateWriter(file, ink)
    page.externalize_inline_images()
    content, resources = writer.written(page, page.get_resources(), GraphicsState(), 0)
    page.obj.Contents = file.make_stream(content)
    page.obj.Resources = resources
    if "/Group" in page.obj:
        del page.obj["/Group"]
    page.obj.CropBox = Array([Decimal(str(edge)) for edge in box_of(page.mediabox)])


class _PlateWriter:
    """Writes what a page uses as it is on the plate of one ink."""

    def __init__(self, file: Pdf, ink: str) -> None:
        self.file, self.ink = file, ink
        self._written: dict[tuple[Any, ...], Any] = {}
        self._count = 0

    def written(
        self, owner: Any, resources: Any, state: GraphicsState, depth: int
    ) -> tuple[bytes, Dictionary]:
        """A content stream in grey, and what it uses."""
        self._count += 1
        if depth > DEEPEST or self._count > _MOST_STREAMS:
            raise UncountedError("pictures in pictures without an end")
        group = owner.get("/Group")
        if isinstance(group, Dictionary) and group.get("/K", False):
            raise UncountedError("a transparency group whose parts knock each other out")
        content_writer = _ContentWriter(self, resources, state, depth)
        instructions = list(content_writer.paintings(owner))
        return unparse_content_stream(instructions), content_writer.new_resources

    def form(self, form: Any, resources: Any, state: GraphicsState, depth: int) -> Any:
        """A picture made of a content stream, in grey."""
        key = (form.objgen, state.inking)
        if form.is_indirect and key in self._written:
            return self._written[key]
        content, new_resources = self.written(form, form.get("/Resources", resources), state, depth + 1)
        copy = _copied(self.file, form, content)
        copy.Resources = new_resources
        if "/Group" in copy:
            group = Dictionary(copy.Group)
            if "/CS" in group:
                group.CS = Name.DeviceGray
            copy.Group = group
        self._written[key] = self.file.make_indirect(copy)
        return self._written[key]

    def space(self, space: Any) -> Any:
        """A colour space that shows colours of another as they are on the plate.

        A plate is a picture in grey: black where its ink is printed in full. So each space is exchanged for
        one with as many parts that makes grey of the part of one ink; whatever is given in such colours -
        lines, pictures, gradients - stays as it is.
        """
        definition = plain_space(space)
        ink_space_of_colours = _known_ink_space(space)
        if isinstance(definition, Array) and str(definition[0]) in ("/Indexed", "/Pattern"):
            kind, base, *others = definition
            return Array([kind, self.space(base), *others])
        if ink_space_of_colours.pattern:
            return Name.Pattern
        names = Array([Name(f"/Part{number}") for number in range(len(ink_space_of_colours.inks))])
        to_grey = _grey_function(self.file, ink_space_of_colours, self.ink)
        return Array([Name.DeviceN, names, Name.DeviceGray, to_grey])

    def shading(self, shading: Any) -> Any:
        """A gradient in grey."""
        copy: Any = _copied(self.file, shading, None) if isinstance(shading, Stream) else Dictionary(shading)
        copy.ColorSpace = self.space(shading.ColorSpace)
        if "/Background" in copy and ink_space(shading.ColorSpace).foreign:
            del copy["/Background"]
        return self.file.make_indirect(copy)

    def pattern(self, pattern: Any, resources: Any, depth: int) -> Any:
        """A pattern in grey; one that has no colours takes those that it is used in."""
        if "/Shading" in pattern:
            copy: Any = Dictionary(pattern)
            copy.Shading = self.shading(pattern.Shading)
            return self.file.make_indirect(copy)
        if int(pattern.get("/PaintType", 1)) != 1:
            return pattern
        return self.form(pattern, resources, GraphicsState(), depth)

    def picture(self, picture: Any) -> Any:
        """A picture in grey."""
        if picture.get("/ImageMask", False):
            return picture
        for name in _filters(picture):
            if name in _REFUSED_FILTERS:
                raise UncountedError(_REFUSED_FILTERS[name])
        copy = self._with_one_ink(picture)
        if copy is None:
            copy = _copied(self.file, picture, None)
            copy.ColorSpace = self.space(picture.ColorSpace)
        return self.file.make_indirect(copy)

    def _with_one_ink(self, picture: Any) -> Any:
        """The part of one ink of a picture as a picture in grey, if it can be had directly.

        PDFium is slow to compute it dot by dot.
        """
        space = ink_space(picture.ColorSpace)
        plain_filters = {"/FlateDecode", "/LZWDecode", "/RunLengthDecode"}
        ink_count = len(space.inks)
        if (
            space.indexed
            or self.ink not in space.inks
            or picture.get("/BitsPerComponent") != _BITS_OF_BYTE
            or "/Decode" in picture
            or isinstance(picture.get("/Mask"), Array)
            or not {*_filters(picture)} <= plain_filters
        ):
            return None
        import numpy as np  # noqa: PLC0415 -- few files have pictures

        data = np.frombuffer(picture.read_bytes(), np.uint8)
        dot_count = int(picture.Width) * int(picture.Height)
        if len(data) < dot_count * ink_count:
            return None
        shades_of_ink = data[: dot_count * ink_count].reshape(-1, ink_count)[:, space.inks.index(self.ink)]
        copy = _copied(
            self.file, picture, (shades_of_ink if space.additive else 255 - shades_of_ink).tobytes()
        )
        copy.ColorSpace = Name.DeviceGray
        return copy


class _ContentWriter(ContentReader):
    """Writes one content stream again."""

    new_resources: Dictionary
    """The resources that the new stream uses."""

    def __init__(self, plate_writer: _PlateWriter, resources: Any, state: GraphicsState, depth: int) -> None:
        super().__init__(resources, state, depth)
        self._plate = plate_writer
        self.new_resources = Dictionary(dict(self.resources))
        self.new_resources.ColorSpace = self._each("/ColorSpace", plate_writer.space)
        self.new_resources.Shading = self._each("/Shading", plate_writer.shading)
        self.new_resources.Pattern = self._each(
            "/Pattern", lambda one: plate_writer.pattern(one, self.resources, depth)
        )
        self.new_resources.XObject = Dictionary()

    def _each(self, kind: str, change: Any) -> Dictionary:
        return Dictionary({name: change(thing) for name, thing in dict(self.resources.get(kind, {})).items()})

    def _gradient(self, operands: Sequence[Any], _: str) -> Iterator[Instruction]:
        shading = self.named("/Shading", operands[0])
        if shading is not None and self._is_on(Colour(ink_space(shading.ColorSpace), whole=True)):
            yield operands, Operator("sh")

    def _changed(self, operands: Sequence[Any], name: str) -> Iterator[Instruction]:
        if name.lower() in COLOURS:
            yield from self._colour(operands, name)
            return
        # These change on which plates something is.
        if name in {"q", "Q", "Tr", "gs", "Tf"}:
            self._refuse(name, operands)
            self.change(name, operands)
        yield operands, Operator(name)

    def _is_on(self, colour: Colour, *, stroke: bool = False) -> bool:
        """Whether something is on this plate, if only as paper that it leaves there."""
        state, space, ink = self.state, colour.space, self._plate.ink
        over = state.stroke_overprint if stroke else state.overprint
        if not over or (space.pattern and colour.whole):
            return True
        if space.direct and state.nothing_is_left and not colour.whole:
            return colour.shade(ink) < 1
        return space.has(ink)

    def _kept(self, filled: bool, stroked: bool) -> tuple[bool, bool]:  # noqa: FBT001 -- as tables have them
        """Whether what is filled and stroked is so on this plate."""
        state = self.state
        return filled and self._is_on(state.fill), stroked and self._is_on(state.stroke, stroke=True)

    def _path(self, _: Sequence[Any], name: str) -> Iterator[Instruction]:
        fill, stroke = self._kept(*PATHS[name])
        if (fill, stroke) == PATHS[name]:
            yield [], Operator(name)
            return
        if name in {"s", "b", "b*"}:
            yield [], Operator("h")
        even = "*" if name.endswith("*") else ""
        yield [], Operator(f"f{even}" if fill else "S" if stroke else "n")

    def _shown(self, operands: Sequence[Any], name: str) -> Iterator[Instruction]:
        mode = self.state.text_mode
        fill, stroke = self._kept(*shown_in(mode))
        if (fill, stroke) == shown_in(mode):
            yield operands, Operator(name)
            return
        yield [_TEXT_MODES[fill, stroke] + mode // 4 * _CLIPPING_TEXT], Operator("Tr")
        yield operands, Operator(name)
        yield [mode], Operator("Tr")

    def _picture(self, operands: Sequence[Any], _: str) -> Iterator[Instruction]:
        resource = self.named("/XObject", operands[0])
        if not isinstance(resource, Stream):
            return
        if resource.get("/Subtype") == "/Image":
            if not self._is_on(self._colour_of(resource)):
                return
            copy = self._plate.picture(resource)
        elif resource.get("/Subtype") == "/Form":
            copy = self._plate.form(resource, self.resources, self.state, self._depth)
        else:
            return
        name = Name(f"/On{len(self.new_resources.XObject)}")
        self.new_resources.XObject[name] = copy
        yield [name], Operator("Do")

    def _colour_of(self, picture: Any) -> Colour:
        if picture.get("/ImageMask", False):
            return self.state.fill
        if "/ColorSpace" not in picture:
            raise UncountedError(
                _REFUSED_FILTERS.get(next(iter(_filters(picture)), ""), "a picture without colours")
            )
        return Colour(ink_space(picture.ColorSpace), whole=True)

    def _inline(self, operands: Sequence[Any], name: str) -> Iterator[Instruction]:
        # Those of pages and forms are none any more (``plate``); in a pattern, only a stencil is as it should
        # be.
        if not operands[0].image_mask:
            raise UncountedError("a picture in the content of a pattern")
        if self._is_on(self.state.fill):
            yield operands, Operator(name)

    def _colour(self, operands: Sequence[Any], name: str) -> Iterator[Instruction]:
        """A colour as a grey; of patterns and of tables the spaces are in grey already."""
        self.change(name, operands)
        colour = self.state.stroke if name.isupper() else self.state.fill
        is_pattern = name.lower() != "cs" and any(isinstance(operand, Name) for operand in operands)
        if is_pattern or colour.space.pattern or colour.space.indexed:
            yield operands, Operator(name)
        elif not colour.space.inks:
            raise ValueError(f"nobody knows the colour space {colour.space.name}")
        else:
            yield [Decimal(f"{colour.shade(self._plate.ink):.4f}")], Operator("G" if name.isupper() else "g")

    def _refuse(self, name: str, operands: Sequence[Any]) -> None:
        """Refuse blends and fonts of which no plates are made."""
        state = self.named("/ExtGState", operands[0], {}) if name == "gs" else {}
        blend = state.get("/BM", Name.Normal)
        modes = blend if isinstance(blend, Array) else [blend]
        mixed = {str(mode) for mode in modes} & _MIXING_BLEND_MODES
        if mixed:
            raise UncountedError(f"the blend mode {min(mixed)[1:]}")
        font = self.named("/Font", operands[0], {}) if name == "Tf" else {}
        if font.get("/Subtype") == "/Type3":
            raise UncountedError("a font whose letters are drawings (Type 3)")


def _known_ink_space(space: Any) -> InkSpace:
    """The inks of a colour space.

    Raises:
        ValueError: if they are not known.
    """
    space_of_inks = ink_space(space)
    if not (space_of_inks.inks or space_of_inks.pattern):
        raise ValueError(f"nobody knows the colour space {space_of_inks.name}")
    return space_of_inks


def _grey_function(file: Pdf, space: InkSpace, ink: str) -> Any:
    """The function from the parts of a colour to the grey of a plate, in PostScript (PDF 1.7, 7.10.5)."""
    ink_count = len(space.inks)
    index = next((index for index, name in enumerate(space.inks) if name in (ink, EVERY)), None)
    if index is None:
        code = f"{{ {'pop ' * ink_count}1 }}"
    else:
        grey = "" if space.additive else "1 exch sub "
        code = f"{{ {ink_count - 1 - index} index {grey}{ink_count + 1} 1 roll {'pop ' * ink_count}}}"
    function = Stream(file, code.encode())
    function.FunctionType, function.Domain, function.Range = 4, Array([0, 1] * ink_count), Array([0, 1])
    return file.make_indirect(function)


def spot_inks(page: Any) -> set[str]:
    """The inks beside those of the process that the spaces of a page name."""
    inks: set[str] = set()
    for scope in scopes_of(page):
        for _, space in spaces_of(scope):
            if space is not None:
                inks.update(_known_ink_space(space).inks)
    return inks - {*PROCESS, EVERY, ""}


def _filters(picture: Any) -> list[str]:
    filters = picture.get("/Filter", ())
    return [str(name) for name in ((filters,) if isinstance(filters, Name) else filters)]


def _copied(file: Pdf, stream: Any, data: bytes | None) -> Any:
    """A stream with other data, or with the same, that can be changed without the first."""
    copy = Stream(file, stream.read_raw_bytes() if data is None else data)
    for key, value in dict(stream.items()).items():
        if key == "/Length" or (data is not None and key in ("/Filter", "/DecodeParms", "/Decode")):
            continue
        copy[key] = value
    return copy

"""The paint of WeasyPrint, as values that travel from process to process.

``ink_of_box`` and ``ink_of_page`` paint; ``lay_on`` puts what they painted on another page, and ``merged`` sees to it that the
fonts of the file have all glyphs that it shows. Only text and rules travel, no pictures.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

PT_PER_PX = 0.75
# Handles that a font of WeasyPrint has of HarfBuzz; files are written without them.
_HANDLES = {"hb_font", "hb_face"}


Shown = Mapping[str, Mapping[str, Any]]
"""The fonts that are shown, by their name in content streams: the attributes of a font of WeasyPrint that can travel.

``to_unicode`` and ``widths`` have the glyphs that are shown.
"""


@dataclass(frozen=True, slots=True)
class Ink:
    """The operators of a content stream, and the graphics states that they name."""

    operators: bytes
    states: Mapping[str, Mapping[str, float]]


@dataclass(slots=True)
class ReadyPage:
    """A painted page, with what WeasyPrint asks a page for. Lengths are CSS pixels."""

    width: float
    height: float
    bleed: Mapping[str, float]
    bookmarks: list[Any]
    anchors: dict[str, tuple[float, float, float, float]]
    ink: Ink
    links: list[Any] = field(default_factory=list)
    forms: dict[None, list[Any]] = field(default_factory=lambda: {None: []})

    def paint(self, stream: Any, scale: float) -> None:
        """Put the ink on the page of a file."""
        del scale
        lay_on(stream, self.ink)


def ink_of_page(page: Any, fonts: dict[Any, Any]) -> Ink:
    """Paint a page; the fonts of WeasyPrint that it needs are added to ``fonts``."""
    stream = _stream(fonts)
    page.paint(stream, PT_PER_PX)
    return _dried(stream)


def ink_of_box(box: Any, page: Any, fonts: dict[Any, Any]) -> Ink:
    """Paint a box of a page alone, likewise, in the page's coordinates: CSS pixels from its upper left corner."""
    draw: Any = import_module("weasyprint.draw")
    stream = _stream(fonts)
    draw.draw_stacking_context(stream, draw.StackingContext.from_box(box, page))
    return _dried(stream)


def lay_on(stream: Any, ink: Ink) -> None:
    """Put ink on a page that is being painted."""
    import pydyf  # noqa: PLC0415 -- loaded only where pages are set

    states = stream._resources["ExtGState"]  # noqa: SLF001 -- there is no other way to them
    for name, state in ink.states.items():
        states.setdefault(name, pydyf.Dictionary(state))
    stream.stream.append(ink.operators)


def shown_of(fonts: Mapping[Any, Any]) -> Shown:
    """The painted glyphs of fonts of WeasyPrint."""
    return {
        name: {key: value for key, value in vars(font).items() if key not in _HANDLES}
        for name, font in merged(fonts, ()).items()
    }


def merged(fonts: Mapping[Any, Any], shown: Iterable[Shown]) -> dict[str, Any]:
    """Fonts of WeasyPrint by name, each once, with the glyphs that are shown of them elsewhere too."""
    by_name: dict[str, Any] = {}
    for font in fonts.values():
        _add(by_name.setdefault(font.hash, font), vars(font))
    for each in shown:
        for name, attributes in each.items():
            if name not in by_name:
                by_name[name] = _font(attributes)
            _add(by_name[name], attributes)
    return by_name


def _add(font: Any, attributes: Mapping[str, Any]) -> None:
    for glyphs in ("to_unicode", "widths"):
        setattr(font, glyphs, {**attributes[glyphs], **getattr(font, glyphs)})


def _font(attributes: Mapping[str, Any]) -> Any:
    kind: Any = import_module("weasyprint.pdf.fonts").Font
    font = kind.__new__(kind)
    vars(font).update(attributes)
    return font


def _stream(fonts: dict[Any, Any]) -> Any:
    import pydyf  # noqa: PLC0415 -- likewise

    resources = {
        name: pydyf.Dictionary() for name in ("ExtGState", "XObject", "Pattern", "Shading", "ColorSpace")
    }
    made: Any = import_module("weasyprint.pdf.stream")
    return made.Stream(fonts, (0, 0, 0, 0), resources, {}, None, {}, None, compress=False)


def _dried(stream: Any) -> Ink:
    """The content of a stream.

    Raises:
        ValueError: if there are pictures on it.
    """
    resources = stream._resources  # noqa: SLF001 -- likewise
    states = {name: dict(state) for name, state in resources["ExtGState"].items()}
    if any(resources[kind] for kind in ("XObject", "Pattern", "Shading")) or any(
        not isinstance(value, float | int) for state in states.values() for value in state.values()
    ):
        raise ValueError("pictures cannot be handed from process to process")
    stream.extra, stream.compress = {}, False
    return Ink(stream.data.partition(b"stream\n")[2].removesuffix(b"\nendstream"), states)

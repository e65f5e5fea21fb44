"""Whether an SVG from outside is a drawing and nothing else, and what shape it has.

Nothing in it is carried out: a parser that expands no entities (they cannot be declared, as any document type is refused)
walks over its elements.
"""

import re
from dataclasses import dataclass
from typing import Any
from xml.parsers import expat

from casekit.print.content.labour import Labour

SVG = "http://www.w3.org/2000/svg"
_DEEPEST = 100
_EFFECTIVE = frozenset(("", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"))
_ACTIVE = frozenset(
    (
        *("script", "handler", "listener", "foreignobject", "iframe", "embed", "object", "audio", "video"),
        *("set", "animate", "animatecolor", "animatemotion", "animatetransform"),
    )
)
_LETTERS = frozenset(("text", "tspan", "textpath", "tref", "font"))
_REFERENCES = frozenset(("href", "src", "base"))
_URL = re.compile(r"url\(\s*[\"']?\s*(?!#)|@import|\\|image-set|javascript:", re.IGNORECASE)
_NO_NUMBER = re.compile(r"(?<![\w.-])(?:nan|[-+]?inf(?:inity)?)(?![\w-])|\de\+?\d{3}", re.IGNORECASE)
_COLOUR_OR_PART = re.compile(r"#[\w:.-]*")
_NAMES = frozenset(("id", "class", "href", "lang", "space"))
_LENGTH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(px|pt|pc|mm|cm|in)?\s*")
_PX = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


class DrawingError(Exception):
    """Why an SVG is not printed. ``unsafe``: it asks for more than ink; else it cannot be read."""

    def __init__(self, reason: str, hint: str, *, unsafe: bool = True) -> None:
        super().__init__(reason)
        self.reason, self.hint, self.unsafe = reason, hint, unsafe


@dataclass(frozen=True, slots=True)
class Drawing:
    """What an SVG was found to be.

    Attributes:
        shape: its height as a part of its width.
        is_light: whether what is in it cannot take long to set; of others that must be tried.
    """

    shape: float
    is_light: bool


def read_drawing(data: bytes) -> Drawing:
    """Look through an SVG.

    Raises:
        DrawingError: if it is not an SVG, has no size, or is more than a drawing.
    """
    walk = _Walk()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = walk.doctype
    parser.StartElementHandler = walk.start
    parser.EndElementHandler = walk.end
    parser.CharacterDataHandler = walk.characters
    parser.ProcessingInstructionHandler = walk.instruction
    try:
        parser.Parse(data, True)  # noqa: FBT003 -- expat takes it by position
    except expat.ExpatError as error:
        raise DrawingError(
            f"is not well-formed SVG: {expat.errors.messages[error.code]} on line {error.lineno}",
            "save it again as plain SVG",
            unsafe=False,
        ) from None
    except (ValueError, LookupError):
        raise DrawingError("is in an unknown encoding", "save it as UTF-8", unsafe=False) from None
    walk.finish()
    return Drawing(walk.shape, walk.labour.is_light)


class _Walk:
    """Goes over the elements of an SVG and refuses what is not a drawing."""

    def __init__(self) -> None:
        self.shape = 0.0
        self.open: list[tuple[str, str]] = []
        self.users: set[str] = set()
        self.used: set[str] = set()
        self.styles: list[str] = []
        self.labour = Labour()

    def doctype(self, *_: Any) -> None:
        raise DrawingError("declares a document type", "delete the line that begins with <!DOCTYPE")

    def instruction(self, target: str, _data: str) -> None:
        raise DrawingError(f"has a processing instruction, `{target}`", "delete the line with <?...?>")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, local = name.rpartition(" ")
        local = local.lower()
        if not self.open:
            self._root(namespace, local, attributes)
        if len(self.open) > _DEEPEST:
            raise DrawingError("is nested too deep", "ungroup its groups", unsafe=False)
        if local in _ACTIVE:
            raise DrawingError(f"holds an element `{local}`", "delete it: only drawings are printed")
        if local in _LETTERS and namespace == SVG:
            raise DrawingError("holds text", "turn its letters into outlines (paths)")
        for key, value in attributes.items():
            owner, _, attribute = key.rpartition(" ")
            # What editors of drawings note for themselves has no effect.
            if owner in _EFFECTIVE:
                _check_attribute(attribute.lower(), value)
        self.labour.add(local, len(self.open), attributes)
        if local == "use":
            self.users.update(name for _, name in self.open if name)
            self.used.update(
                value[1:] for key, value in attributes.items() if key.rpartition(" ")[2] == "href"
            )
        self.open.append((local, attributes.get("id", "")))

    def end(self, _name: str) -> None:
        name = self.open.pop()[0]
        self.labour.leave(name)
        if name == "style":
            self.labour.add_styles("".join(self.styles))
            if _URL.search("".join(self.styles)):
                raise _foreign("its styles")
            self.styles.clear()

    def characters(self, text: str) -> None:
        if self.open[-1][0] == "style":
            self.styles.append(text)

    def finish(self) -> None:
        """Refuse parts that are repeated within parts that are repeated: a few lines of that fill any memory."""
        if self.users & self.used:
            raise DrawingError("uses parts of itself that use other parts", "unlink the clones in it")

    def _root(self, namespace: str, local: str, attributes: dict[str, str]) -> None:
        if (namespace, local) != (SVG, "svg"):
            raise DrawingError("is not SVG", "save it as PNG, JPEG or SVG", unsafe=False)
        width, height = _size(attributes)
        if not (width and height):
            raise DrawingError(
                "does not state its size",
                'give it a `viewBox`, as in viewBox="0 0 400 300"',
                unsafe=False,
            )
        self.shape = height / width


def _check_attribute(name: str, value: str) -> None:
    if name.startswith("on"):
        raise DrawingError(f"has an event handler, `{name}`", "delete it: nothing in print is clicked")
    if (name in _REFERENCES and not value.startswith("#")) or _URL.search(value):
        raise _foreign(f"`{name}`")
    # A typesetter passes on what no reader of a PDF understands.
    if name not in _NAMES and _NO_NUMBER.search(_COLOUR_OR_PART.sub("", value)):
        reason = f"has a number in `{name}` that is invalid or far too large"
        raise DrawingError(reason, "save it again from a drawing editor", unsafe=False)


def _foreign(where: str) -> DrawingError:
    return DrawingError(
        f"refers in {where} to something outside itself", "draw it in the file, or leave it out"
    )


def _size(attributes: dict[str, str]) -> tuple[float, float]:
    numbers = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())
    try:
        _, _, width, height = map(float, numbers)
    except ValueError:
        return _length(attributes.get("width", "")), _length(attributes.get("height", ""))
    return (width, height) if 0 < width < float("inf") and 0 < height < float("inf") else (0, 0)


def _length(text: str) -> float:
    match = _LENGTH.fullmatch(text)
    return float(match[1]) * _PX[match[2] or "px"] if match else 0

"""Whether an SVG from outside is a drawing and nothing else, and what shape it has.

Nothing in it is carried out: a parser that expands no entities (they cannot be declared, as any document type
is refused) walks over its elements.
"""

import re
from collections.abc import Mapping
from typing import Any
from xml.parsers import expat

from casekit.print.content.printable_parts import SVG, Parts, in_words

_HEAVY = frozenset(("marker", "symbol"))
"""Elements that can be drawn within themselves, or many times; others of this kind are not printed at all."""
_MOST_STEPS = 10_000
"""Shapes and colours that are drawn in less than a second."""
_MOST_CUTTING = 4e9
"""Squares of the lengths of paths, as many as are cut up in a tenth of a second."""
_MOST_LETTERS = 300_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_SHAPED = re.compile(r"(?:^|[{;\s])transform\s*:", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(")
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


class DrawingBudget:
    """Counts how much work a drawing is at most, while it is read.

    The work of the typesetter on a drawing: it draws each shape as often as it is used, through the clip
    around it; it writes each colour of a gradient for each shape that is filled with it; it looks for each
    part by going through all; and it cuts a path off at each number, so that a path of twice the length takes
    four times as long.
    """

    def __init__(self) -> None:
        self._elements = self._uses = self._references = 0
        self._stops = self._clips = self._rules = self._letters = 0
        self._cutting = self._cutting_clips = 0.0
        self._clipping = 0
        self._is_heavy = self._is_styled = False

    def add(self, name: str, depth: int, attributes: Mapping[str, str]) -> None:
        """Count an element that is within ``depth`` others; its name is in small letters."""
        self._elements += 1
        self._uses += name == "use"
        self._stops += name == "stop"
        self._clips += self._clipping > 0
        self._clipping += name == "clippath"
        self._is_heavy |= name in _HEAVY or (name == "svg" and depth > 0)
        for key, value in attributes.items():
            attribute = key.rpartition(" ")[2].lower()
            self._letters += len(key) + len(value)
            references = len(_REFERENCE.findall(value)) + (attribute == "href")
            self._references += references
            # Something clipped within a clip may be clipped there again, and so on.
            self._is_heavy |= self._clipping > 0 and references > 0
            self._is_heavy |= attribute == "spreadmethod" and value != "pad"
            if attribute in {"d", "points", "transform", "style"}:
                cutting = float(len(value)) ** 2 * (depth + 1)
                self._cutting += cutting
                self._cutting_clips += cutting if self._clipping else 0

    def leave(self, name: str) -> None:
        """Count the end of an element."""
        self._clipping -= name == "clippath"

    def add_styles(self, text: str) -> None:
        """Count the rules of a style sheet, each of which is looked at for each element."""
        self._letters += len(text)
        self._rules += text.count("{") + text.count(",")
        plain = _COMMENT.sub("", text)
        # Nobody knows here whom they are for.
        self._is_styled |= _REFERENCE.search(plain) is not None
        self._is_heavy |= _SHAPED.search(plain) is not None

    @property
    def is_light(self) -> bool:
        """Whether no more is to be done than an honest drawing of some hundred shapes asks for."""
        if self._is_heavy or self._letters > _MOST_LETTERS or (self._is_styled and self._clips):
            return False
        references = self._references + (self._elements if self._is_styled else 0)
        painted = self._elements * (1 + (self._stops if references else 0))
        drawn = (1 + self._uses) * (painted + references * self._clips)
        searched = self._elements * (references + self._rules) / 10
        cut = (1 + self._uses) * (self._cutting + references * self._cutting_clips)
        return drawn + searched <= _MOST_STEPS and cut <= _MOST_CUTTING


class DrawingError(Exception):
    """Why an SVG is not printed, and what to do: it asks for more than ink."""


class UnreadableDrawingError(DrawingError):
    """It cannot be read."""


class UnprintableDrawingError(DrawingError):
    """Something in it would be left out, or drawn otherwise."""


def read_drawing(data: bytes) -> tuple[float, bool]:
    """Look through an SVG.

    Returns:
        Its height as a part of its width, and whether what is in it cannot take long to set; others must be
        tried.

    Raises:
        DrawingError: if it is more than a drawing; an ``UnreadableDrawingError`` if it is not an SVG or has
            no size; an ``UnprintableDrawingError`` if the typesetter would not print it as it was drawn.
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
        raise UnreadableDrawingError(
            f"is not well-formed SVG: {expat.errors.messages[error.code]} on line {error.lineno}",
            "save it again as plain SVG",
        ) from None
    except (ValueError, LookupError):
        raise UnreadableDrawingError("is in an unknown encoding", "save it as UTF-8") from None
    if walk.users & walk.used:
        # A few lines that are repeated within parts that are repeated fill any memory.
        raise DrawingError("uses parts of itself that use other parts", "unlink the clones in it")
    walk.parts.end()
    if walk.parts.faults:
        raise UnprintableDrawingError(
            f"would not print as it is drawn: {in_words(walk.parts.faults)}",
            "turn this into plain paths in your drawing program, or save the drawing as PNG at 600 dots per inch",
        )
    return walk.shape, walk.labour.is_light


class _Walk:
    """Goes over the elements of an SVG and refuses what is not a drawing."""

    def __init__(self) -> None:
        self.shape = 0.0
        self.open: list[tuple[str, str]] = []
        self.users: set[str] = set()
        self.used: set[str] = set()
        self.styles: list[str] = []
        self.labour = DrawingBudget()
        self.parts = Parts()

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
            raise UnreadableDrawingError("is nested too deep", "ungroup its groups")
        if local in _ACTIVE:
            raise DrawingError(f"holds an element `{local}`", "delete it: only drawings are printed")
        if local in _LETTERS and namespace == SVG:
            raise DrawingError("holds text", "turn its letters into outlines (paths)")
        for key, value in attributes.items():
            owner, _, attribute = key.rpartition(" ")
            # Notes that editors of drawings write for themselves have no effect.
            if owner in _EFFECTIVE:
                _check_attribute(attribute.lower(), value)
        self.labour.add(local, len(self.open), attributes)
        self.parts.add(name, attributes)
        if local == "use":
            self.users.update(name for _, name in self.open if name)
            self.used.update(
                value[1:] for key, value in attributes.items() if key.rpartition(" ")[2] == "href"
            )
        self.open.append((local, attributes.get("id", "")))

    def end(self, _name: str) -> None:
        name = self.open.pop()[0]
        self.labour.leave(name)
        self.parts.leave()
        if name == "style":
            self.labour.add_styles("".join(self.styles))
            if _URL.search("".join(self.styles)):
                raise _foreign("its styles")
            self.parts.add_styles("".join(self.styles))
            self.styles.clear()

    def characters(self, text: str) -> None:
        if self.open[-1][0] == "style":
            self.styles.append(text)

    def _root(self, namespace: str, local: str, attributes: dict[str, str]) -> None:
        if (namespace, local) != (SVG, "svg"):
            raise UnreadableDrawingError("is not SVG", "save it as PNG, JPEG or SVG")
        width, height = _size(attributes)
        if not (width and height):
            raise UnreadableDrawingError(
                "does not state its size", 'give it a `viewBox`, as in viewBox="0 0 400 300"'
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
        raise UnreadableDrawingError(reason, "save it again from a drawing editor")


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

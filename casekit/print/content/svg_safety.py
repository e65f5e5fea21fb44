"""Whether an SVG from outside is a drawing and nothing else, and what shape it has.

Nothing in it is carried out: a parser that expands no entities (they cannot be declared, as any document type
is refused) walks over its elements.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.parsers import expat

from casekit.print.content.printable_parts import SVG, Parts, in_words

# The most work that a light drawing asks for: shapes and colours that are drawn in less than a second; sums
# of the squares of the lengths of paths that are cut up in a tenth of a second; letters of attributes and
# styles.
_MOST_STEPS = 10_000
_MOST_CUTTING = 4e9
_MOST_LETTERS = 300_000
# Elements that can be drawn within themselves, or many times; others of this kind are not printed at all.
_HEAVY_ELEMENTS = frozenset(("marker", "symbol"))
# The most elements around another one.
_MOST_DEPTH = 100

_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
# A property of a style sheet that moves what it is for: "g { transform: ...".
_TRANSFORM_IN_STYLES = re.compile(r"(?:^|[{;\s])transform\s*:", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(")
# The namespaces of attributes that have an effect.
_EFFECTIVE_NAMESPACES = frozenset(
    ("", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace")
)
# Elements that do something, or show something else.
_ACTIVE_ELEMENTS = frozenset(
    (
        *("script", "handler", "listener", "foreignobject", "iframe", "embed", "object", "audio", "video"),
        *("set", "animate", "animatecolor", "animatemotion", "animatetransform"),
    )
)
_TEXT_ELEMENTS = frozenset(("text", "tspan", "textpath", "tref", "font"))
_REFERRING_ATTRIBUTES = frozenset(("href", "src", "base"))
# A URL that is not of a part of the drawing, or what can hide one.
_FOREIGN_URL = re.compile(r"url\(\s*[\"']?\s*(?!#)|@import|\\|image-set|javascript:", re.IGNORECASE)
# What is no number for a reader of a PDF: "nan", "inf", "1e999".
_INVALID_NUMBER = re.compile(r"(?<![\w.-])(?:nan|[-+]?inf(?:inity)?)(?![\w-])|\de\+?\d{3}", re.IGNORECASE)
_COLOUR_OR_PART = re.compile(r"#[\w:.-]*")
# Attributes whose values are names, in which "inf" may be.
_NAMING_ATTRIBUTES = frozenset(("id", "class", "href", "lang", "space"))
# A length: "12", ".5in", "30 mm".
_LENGTH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(px|pt|pc|mm|cm|in)?\s*")
_PX_PER_UNIT = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


class DrawingBudget:
    """Counts how much work a drawing is at most for the typesetter, while it is read.

    The typesetter draws each shape as often as it is used, through the clip
    around it. It writes each colour of a gradient for each shape that is filled with it. It looks for each
    part by going through all. It cuts a path off at each number, so that a path of twice the length takes
    four times as long.
    """

    def __init__(self) -> None:
        # How many elements, `use` elements, references and colours of gradients there are.
        self._elements = 0
        self._uses = 0
        self._references = 0
        self._stops = 0
        # How many elements are within a clip, and how many clips are open.
        self._clip_elements = 0
        self._open_clips = 0
        # How many rules style sheets have, and letters there are in attributes and style sheets.
        self._rules = 0
        self._letters = 0
        # The squares of the lengths of paths, and of those within a clip.
        self._cutting = 0.0
        self._clip_cutting = 0.0
        # Whether there is something of which the work cannot be told.
        self._is_heavy = False
        # Whether style sheets refer to parts.
        self._has_references_in_styles = False

    def add(self, name: str, depth: int, attributes: Mapping[str, str]) -> None:
        """Count an element that is within ``depth`` others; its name is in small letters."""
        self._elements += 1
        self._uses += name == "use"
        self._stops += name == "stop"
        self._clip_elements += self._open_clips > 0
        self._open_clips += name == "clippath"
        self._is_heavy |= name in _HEAVY_ELEMENTS or (name == "svg" and depth > 0)
        for key, value in attributes.items():
            attribute = key.rpartition(" ")[2].lower()
            self._letters += len(key) + len(value)
            references = len(_REFERENCE.findall(value)) + (attribute == "href")
            self._references += references
            # Something clipped within a clip may be clipped there again, and so on.
            self._is_heavy |= self._open_clips > 0 and references > 0
            self._is_heavy |= attribute == "spreadmethod" and value != "pad"
            if attribute in {"d", "points", "transform", "style"}:
                cutting = float(len(value)) ** 2 * (depth + 1)
                self._cutting += cutting
                if self._open_clips:
                    self._clip_cutting += cutting

    def leave(self, name: str) -> None:
        """Count the end of an element."""
        self._open_clips -= name == "clippath"

    def add_styles(self, text: str) -> None:
        """Count the rules of a style sheet, each of which is looked at for each element."""
        self._letters += len(text)
        self._rules += text.count("{") + text.count(",")
        plain = _COMMENT.sub("", text)
        # It is not known here which elements the rules are for.
        self._has_references_in_styles |= _REFERENCE.search(plain) is not None
        self._is_heavy |= _TRANSFORM_IN_STYLES.search(plain) is not None

    @property
    def is_light(self) -> bool:
        """Whether it is no more work than an honest drawing of some hundred shapes asks for."""
        if self._is_heavy or self._letters > _MOST_LETTERS:
            return False
        if self._has_references_in_styles and self._clip_elements:
            return False
        references = self._references
        if self._has_references_in_styles:
            # Each element may be one of those that a rule is for.
            references += self._elements
        colours_per_element = 1 + (self._stops if references else 0)
        drawn_once = self._elements * colours_per_element + references * self._clip_elements
        drawing_steps = (1 + self._uses) * drawn_once
        # Ten elements are looked at in the time of one that is drawn.
        searching_steps = self._elements * (references + self._rules) / 10
        cutting = (1 + self._uses) * (self._cutting + references * self._clip_cutting)
        return drawing_steps + searching_steps <= _MOST_STEPS and cutting <= _MOST_CUTTING


class DrawingError(Exception):
    """Why an SVG is not printed, and what to do: it asks for more than ink."""


class UnreadableDrawingError(DrawingError):
    """It cannot be read."""


class UnprintableDrawingError(DrawingError):
    """Something in it would be left out, or drawn otherwise."""


class ReadDrawing(NamedTuple):
    """The facts about a drawing that was read."""

    shape: float
    """Its height as a part of its width."""
    is_light: bool
    """Whether it cannot take long to typeset. Others must be tried."""


def read_drawing(data: bytes) -> ReadDrawing:
    """Read an SVG from its first element to its last.

    Raises:
        DrawingError: if it is more than a drawing; an ``UnreadableDrawingError`` if it is not an SVG or has
            no size; an ``UnprintableDrawingError`` if the typesetter would not print it as it was drawn.
    """
    reader = _DrawingReader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.ProcessingInstructionHandler = reader.instruction
    try:
        parser.Parse(data, True)  # noqa: FBT003 -- expat takes it by position
    except expat.ExpatError as error:
        raise UnreadableDrawingError(
            f"is not well-formed SVG: {expat.errors.messages[error.code]} on line {error.lineno}",
            "save it again as plain SVG",
        ) from None
    except (ValueError, LookupError):
        raise UnreadableDrawingError("is in an unknown encoding", "save it as UTF-8") from None
    if reader.names_around_uses & reader.used_names:
        # A few lines that are repeated within parts that are repeated fill any memory.
        raise DrawingError("uses parts of itself that use other parts", "unlink the clones in it")
    reader.parts.end()
    if reader.parts.faults:
        raise UnprintableDrawingError(
            f"would not print as it is drawn: {in_words(reader.parts.faults)}",
            "turn this into plain paths in your drawing program, or save the drawing as PNG at 600 dots per inch",
        )
    return ReadDrawing(reader.shape, reader.budget.is_light)


class _DrawingReader:
    """Takes what the parser finds in an SVG, and refuses what is not a drawing."""

    def __init__(self) -> None:
        self.shape = 0.0
        self.budget = DrawingBudget()
        self.parts = Parts()
        # The names of parts that hold a `use` element, and of those that such elements draw.
        self.names_around_uses: set[str] = set()
        self.used_names: set[str] = set()
        # The open elements: the kind of each in small letters, and its name, which may be empty.
        self._open: list[tuple[str, str]] = []
        # The pieces of the style sheet that is open.
        self._styles: list[str] = []

    def doctype(self, *_: Any) -> None:
        raise DrawingError("declares a document type", "delete the line that begins with <!DOCTYPE")

    def instruction(self, target: str, _data: str) -> None:
        raise DrawingError(f"has a processing instruction, `{target}`", "delete the line with <?...?>")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, element = name.rpartition(" ")
        element = element.lower()
        if not self._open:
            self._root(namespace, element, attributes)
        if len(self._open) > _MOST_DEPTH:
            raise UnreadableDrawingError("is nested too deep", "ungroup its groups")
        if element in _ACTIVE_ELEMENTS:
            raise DrawingError(f"holds an element `{element}`", "delete it: only drawings are printed")
        if element in _TEXT_ELEMENTS and namespace == SVG:
            raise DrawingError("holds text", "turn its letters into outlines (paths)")
        for key, value in attributes.items():
            attribute_namespace, _, attribute = key.rpartition(" ")
            # Notes that editors of drawings write for themselves have no effect.
            if attribute_namespace in _EFFECTIVE_NAMESPACES:
                _check_attribute(attribute.lower(), value)
        self.budget.add(element, len(self._open), attributes)
        self.parts.add(name, attributes)
        if element == "use":
            self.names_around_uses.update(part_name for _, part_name in self._open if part_name)
            for key, value in attributes.items():
                if key.rpartition(" ")[2] == "href":
                    self.used_names.add(value[1:])
        self._open.append((element, attributes.get("id", "")))

    def end(self, _name: str) -> None:
        element, _ = self._open.pop()
        self.budget.leave(element)
        self.parts.leave()
        if element == "style":
            styles = "".join(self._styles)
            self.budget.add_styles(styles)
            if _FOREIGN_URL.search(styles):
                raise _foreign_reference_error("its styles")
            self.parts.add_styles(styles)
            self._styles.clear()

    def characters(self, text: str) -> None:
        element, _ = self._open[-1]
        if element == "style":
            self._styles.append(text)

    def _root(self, namespace: str, element: str, attributes: dict[str, str]) -> None:
        if (namespace, element) != (SVG, "svg"):
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
    if (name in _REFERRING_ATTRIBUTES and not value.startswith("#")) or _FOREIGN_URL.search(value):
        raise _foreign_reference_error(f"`{name}`")
    # A typesetter passes on what no reader of a PDF understands.
    if name not in _NAMING_ATTRIBUTES and _INVALID_NUMBER.search(_COLOUR_OR_PART.sub("", value)):
        reason = f"has a number in `{name}` that is invalid or far too large"
        raise UnreadableDrawingError(reason, "save it again from a drawing editor")


def _foreign_reference_error(where: str) -> DrawingError:
    return DrawingError(
        f"refers in {where} to something outside itself", "draw it in the file, or leave it out"
    )


def _size(attributes: dict[str, str]) -> tuple[float, float]:
    """Width and height of a drawing, in pixels or units of its own; 0 if it does not state them."""
    numbers = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())
    try:
        _, _, width, height = map(float, numbers)
    except ValueError:
        return _length(attributes.get("width", "")), _length(attributes.get("height", ""))
    is_valid = 0 < width < float("inf") and 0 < height < float("inf")
    return (width, height) if is_valid else (0, 0)


def _length(text: str) -> float:
    """A length in pixels; 0 if it is not one."""
    match = _LENGTH.fullmatch(text)
    return float(match[1]) * _PX_PER_UNIT[match[2] or "px"] if match else 0

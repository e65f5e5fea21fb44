"""Parts of a drawing that the typesetter would leave out or draw otherwise.

``data/drawings.toml`` lists the elements, attributes and values that print as they were drawn; what is not
listed is named. A list of what is missing would always be too short: SVG grows, and so do the notes of
drawing programs.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from casekit import resources

SVG = "http://www.w3.org/2000/svg"
_LIST_FILE = "print/content/data/drawings.toml"
# The most faults in a message: a drawing with more of them is saved as a PNG anyway.
_MOST_FAULTS_SHOWN = 5
# The most letters of a value in a message.
_MOST_LETTERS_SHOWN = 30

# What a value is: "-1.5e3", "12mm", "#a0b0c0", "url(#sky)", "12deg", "rotate(30, 5 5)".
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_LENGTH = rf"{_NUMBER}(?:px|pt|pc|mm|cm|in|%)?"
_COLOUR = r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(?!url)[a-z]+\([^()]*\)"
_PART = r"url\(\s*[\"']?#[^)]*\)"
_STEP = rf"(?:{_NUMBER})(?:px|deg|rad)?"
_STEPS = rf"[a-zA-Z]+\s*\(\s*{_STEP}(?:[\s,]*{_STEP})*\s*\)"
# A transform that turns nothing: "translate(3)", or "matrix(2 0 0 2 5 5)".
_UPRIGHT = (
    rf"(?:translate|scale)\s*\([^()]*\)"
    rf"|matrix\s*\(\s*{_NUMBER}[\s,]+[-+]?0(?:\.0*)?[\s,]+[-+]?0(?:\.0*)?[\s,]+[^()]*\)"
)
# The patterns of values, by the kinds that the list names.
_PATTERNS = {
    # Attributes of which a style may not speak: shapes, for one.
    "any": r"(?!)",
    "word": r"[a-z-]+",
    "turn": rf"auto|auto-start-reverse|{_NUMBER}",
    "number": _NUMBER,
    "share": rf"{_NUMBER}%?|inherit",
    "length": rf"{_LENGTH}|inherit",
    "lengths": rf"none|inherit|{_LENGTH}(?:[\s,]+{_LENGTH})*",
    # Dashes that begin before their line are moved otherwise.
    "extent": rf"\+?{_LENGTH.removeprefix('[-+]?')}|inherit",
    "colour": _COLOUR,
    "paint": rf"{_COLOUR}|{_PART}(?:\s*(?!none)(?:{_COLOUR}))?",
    "part": rf"none|{_PART}",
    "transform": rf"none|{_STEPS}(?:[\s,]*{_STEPS})*",
    "upright": rf"(?:{_UPRIGHT})(?:[\s,]*(?:{_UPRIGHT}))*",
    "place": rf"{_NUMBER}(?:px)?[\s,]+{_NUMBER}(?:px)?",
}
_VALUES_OF_KIND = {kind: re.compile(rf"\s*(?:{pattern})\s*") for kind, pattern in _PATTERNS.items()}
# Words that only a browser looks up, and a colour whose name the typesetter knows in these letters alone.
_UNKNOWN_WORDS = frozenset(
    ("initial", "unset", "revert", "revert-layer", "currentcolor", "context-fill", "context-stroke")
)
# In style sheets: a function ("calc("), a selector ("::before"), a comment, a rule ("g { fill: red }"), the
# beginning of a rule that is none ("@media"), and those of these that have no effect on a drawing.
_FUNCTION = re.compile(r"([a-zA-Z][\w-]*)\s*\(")
_SELECTOR = re.compile(r"::?([a-zA-Z][\w-]*)")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}?")
_AT_RULE = re.compile(r"@[a-zA-Z-]+")
_IGNORED_RULE = re.compile(r"@charset[^;{}]*;|@font-face\s*\{[^{}]*\}", re.IGNORECASE)
# The data of a path that is one run of straight lines: "M0 0 L5 5 h3".
_STRAIGHT_PATH = re.compile(r"\s*[Mm][^A-DF-Za-df-z]*(?:[LlHhVv][^A-DF-Za-df-z]*)*")
_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
# Shapes that may cross themselves.
_CROSSING_SHAPES = frozenset(("path", "polyline", "polygon", "use"))
# Elements that are scaled to a size.
_SCALED_ELEMENTS = frozenset(("svg", "symbol"))
_GRADIENTS = frozenset(("linearGradient", "radialGradient"))
_GRADIENT_COORDINATES = ("x1", "y1", "x2", "y2", "cx", "cy", "fx", "fy")
# What expat puts between a namespace and a name.
_NAMESPACE_END = " "


@cache
def printable() -> Mapping[str, Any]:
    """The list of what prints as it was drawn, as its file has it."""
    import tomllib  # noqa: PLC0415 -- few cases have drawings

    content: Mapping[str, Any] = tomllib.loads(resources.text(_LIST_FILE))
    return content


class Parts:
    """Goes over the elements of a drawing with its reader; names what would not print as it was drawn."""

    def __init__(self) -> None:
        self._list = printable()
        self._known = self._list["elements"]
        # The kinds of open elements; empty for one of another language.
        self._open: list[str] = []
        # The faults, as the keys of a dictionary: each is named once.
        self._faults: dict[str, None] = {}
        # The kinds of elements that have a name (`id`), by that name.
        self._kind_of_part: dict[str, str] = {}
        # The names of parts that `use` draws without a size, and of those that it draws in a `clipPath`.
        self._parts_without_size: list[str] = []
        self._clipping_parts: list[str] = []
        # The shapes of the open `clipPath`, and whether one of them must be the only one.
        self._shapes_of_clip: list[str] = []
        self._has_lone_shape = False
        # Whether `clip-rule: evenodd` is somewhere, and a path in a `clipPath`.
        self._has_even_odd = False
        self._has_clipping_paths = False
        # Whether an element is stretched to its size, and whether one within another says nothing of that.
        self._is_stretched = False
        self._has_unstretched = False

    @property
    def faults(self) -> tuple[str, ...]:
        """The parts that would not be printed as drawn: names, or attributes with their values."""
        return tuple(self._faults)

    def add(self, full_name: str, attributes: Mapping[str, str]) -> None:
        """Look at an element, whose name and attributes are as expat gives them, with their namespaces."""
        namespace, _, name = full_name.rpartition(_NAMESPACE_END)
        is_note = any(name in self._list["notes"] or not name for name in self._open)
        if namespace != SVG or is_note:
            # The typesetter looks at no namespace, and would draw it.
            if name in self._known and name not in self._list["notes"] and name != "style":
                self._fault(f"`{name}` in notes" if is_note else f"`{name}` in another namespace")
            self._open.append("")
            return
        own_attributes = {
            key.rpartition(_NAMESPACE_END)[2]: value for key, value in attributes.items() if self._is_own(key)
        }
        if name not in self._known:
            self._fault(f"`{name}`")
        else:
            self._element(name, own_attributes)
        self._open.append(name)

    def leave(self) -> None:
        """The element that was opened last ends."""
        if self._open.pop() == "clipPath":
            self._end_clip()

    def add_styles(self, text: str) -> None:
        """Look at a style sheet."""
        plain = _IGNORED_RULE.sub("", _COMMENT.sub("", text))
        for rule in _AT_RULE.findall(plain):
            self._fault(f"`{rule}` in its styles")
        if re.search(r"\{[^}]*\{", plain):
            self._fault("rules within rules in its styles")
        for selector, body in _RULE.findall(plain):
            for word in _SELECTOR.findall(selector):
                if word not in self._list["selectors"]:
                    self._fault(f"`:{word}` in its styles")
            for name, value in _declarations(body):
                self._property("", name, value)

    def end(self) -> None:
        """Look at what only the whole drawing shows."""
        for part in self._parts_without_size:
            if self._kind_of_part.get(part) in _SCALED_ELEMENTS:
                self._fault("`use` of a `symbol` without `width` and `height`")
        for part in self._clipping_parts:
            if self._kind_of_part.get(part) not in _SHAPES:
                self._fault("`use` of more than a shape in `clipPath`")
        # The rule may be on the path, around it, or in a style sheet.
        if self._has_even_odd and self._has_clipping_paths:
            self._fault("`clip-rule: evenodd` beside paths in `clipPath`")
        if self._is_stretched and self._has_unstretched:
            self._fault("`preserveAspectRatio` around an element without one")

    def _is_own(self, key: str) -> bool:
        """Whether an attribute has no namespace, or refers to something as SVG 1.1 does."""
        return _NAMESPACE_END not in key or key.endswith("xlink href")

    def _fault(self, what: str) -> None:
        self._faults.setdefault(what)

    def _element(self, name: str, attributes: Mapping[str, str]) -> None:
        parent = self._open[-1] if self._open else ""
        if parent in _GRADIENTS and name != "stop":
            # The typesetter takes whatever is there for a colour.
            self._fault(f"`{name}` in `{parent}`")
        for key, value in attributes.items():
            if key == "style":
                for property_name, property_value in _declarations(_COMMENT.sub("", value)):
                    self._property(name, property_name, property_value)
            elif self._known[name].get(key) != "any":
                self._property(name, key, value)
        for key in self._list["required"].get(name, ()):
            if key not in attributes:
                self._fault(f"`{name}` without `{key}`")
        if "id" in attributes:
            # Without a view box it is drawn as a group is.
            is_group = name == "symbol" and "viewBox" not in attributes
            self._kind_of_part.setdefault(attributes["id"], "g" if is_group else name)
        self._structure(name, attributes)

    def _property(self, element: str, name: str, value: str) -> None:
        """Look at a property or an attribute of an element, or of those that a style sheet names (``""``)."""
        properties = {**self._list["properties"], **self._known.get(element, {})}
        if name in self._list["inert"] or name.startswith(tuple(self._list["inert_beginnings"])):
            return
        if name not in properties or name in self._list["without"].get(element, ()):
            self._fault(f"`{name}` on `{element}`" if element else f"`{name}` in its styles")
        elif not self._prints(properties[name], value):
            self._fault(f"`{name}: {_shortened(value)}`")
        self._has_even_odd |= name == "clip-rule" and "evenodd" in value

    def _prints(self, allowed: str | list[str], value: str) -> bool:
        """Whether a value is one of those allowed, or of the kind allowed."""
        plain = value.replace("!important", "").strip()
        if isinstance(allowed, list):
            return plain in allowed
        is_known = all(word in self._list["functions"] for word in _FUNCTION.findall(plain))
        return (
            is_known and plain not in _UNKNOWN_WORDS and _VALUES_OF_KIND[allowed].fullmatch(plain) is not None
        )

    def _structure(self, name: str, attributes: Mapping[str, str]) -> None:
        """Look at what an element needs of others."""
        href = attributes["href"][1:] if "href" in attributes else ""
        self._note_size(name, attributes, href)
        has_shares = name in _GRADIENTS and any(
            "%" in attributes.get(key, "") for key in _GRADIENT_COORDINATES
        )
        if has_shares and attributes.get("gradientUnits") == "userSpaceOnUse":
            self._fault(f"percentages in `{name}` with `gradientUnits: userSpaceOnUse`")
        has_marker = any(key.startswith("marker-") and value != "none" for key, value in attributes.items())
        if has_marker and name == "path" and not _STRAIGHT_PATH.fullmatch(attributes.get("d", "")):
            self._fault("a marker on a path that is not one run of straight lines")
        if "clipPath" in self._open:
            self._add_to_clip(name, attributes, href)

    def _note_size(self, name: str, attributes: Mapping[str, str], href: str) -> None:
        """Look at the size of an element, and at how it is scaled to it."""
        has_size = "width" in attributes and "height" in attributes
        if name == "use" and not has_size:
            self._parts_without_size.append(href)
        if name == "svg" and self._open and "viewBox" in attributes and not has_size:
            self._fault("`svg` within the drawing without `width` and `height`")
        if name in _SCALED_ELEMENTS:
            # What is around it would be taken for its own.
            aspect = attributes.get("preserveAspectRatio", "xMidYMid")
            self._is_stretched |= aspect not in {"xMidYMid", "xMidYMid meet"}
            self._has_unstretched |= bool(self._open) and "preserveAspectRatio" not in attributes

    def _add_to_clip(self, name: str, attributes: Mapping[str, str], href: str) -> None:
        if name not in _SHAPES and name != "use":
            self._fault(f"`{name}` in `clipPath`")
        self._shapes_of_clip.append(name)
        is_moved = "transform" in attributes or "transform" in attributes.get("style", "")
        # Two that overlap would cut each other out if they are drawn in opposite directions.
        self._has_lone_shape |= is_moved or name in _CROSSING_SHAPES
        self._has_clipping_paths |= name in _CROSSING_SHAPES
        if name == "use":
            self._clipping_parts.append(href)

    def _end_clip(self) -> None:
        if self._has_lone_shape and len(self._shapes_of_clip) > 1:
            self._fault("`clipPath` of several shapes of which one is moved or a path")
        self._shapes_of_clip.clear()
        self._has_lone_shape = False


def in_words(faults: tuple[str, ...]) -> str:
    """The first faults, and how many more there are."""
    shown = ", ".join(faults[:_MOST_FAULTS_SHOWN])
    return (
        f"{shown} and {len(faults) - _MOST_FAULTS_SHOWN} more" if len(faults) > _MOST_FAULTS_SHOWN else shown
    )


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    """The properties and their values in a style, such as ``fill: red; stroke: none``."""
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip().lower(), value.strip()


def _shortened(value: str) -> str:
    """A value as a message shows it."""
    return value if len(value) <= _MOST_LETTERS_SHOWN else f"{value[: _MOST_LETTERS_SHOWN - 1]}…"

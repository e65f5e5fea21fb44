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
_LIST = "print/content/data/drawings.toml"
_MOST = 5
"""Names in a message: a drawing with more of them is saved as a PNG anyway."""

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_LENGTH = rf"{_NUMBER}(?:px|pt|pc|mm|cm|in|%)?"
_COLOUR = r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(?!url)[a-z]+\([^()]*\)"
_PART = r"url\(\s*[\"']?#[^)]*\)"
_STEP = rf"(?:{_NUMBER})(?:px|deg|rad)?"
_STEPS = rf"[a-zA-Z]+\s*\(\s*{_STEP}(?:[\s,]*{_STEP})*\s*\)"
_UPRIGHT = (
    rf"(?:translate|scale)\s*\([^()]*\)"
    rf"|matrix\s*\(\s*{_NUMBER}[\s,]+[-+]?0(?:\.0*)?[\s,]+[-+]?0(?:\.0*)?[\s,]+[^()]*\)"
)
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
_KINDS = {kind: re.compile(rf"\s*(?:{pattern})\s*") for kind, pattern in _PATTERNS.items()}
# Words that only a browser looks up, and a colour whose name the typesetter knows in these letters alone.
_UNKNOWN_WORDS = frozenset(
    ("initial", "unset", "revert", "revert-layer", "currentcolor", "context-fill", "context-stroke")
)
_FUNCTION = re.compile(r"([a-zA-Z][\w-]*)\s*\(")
_SELECTOR = re.compile(r"::?([a-zA-Z][\w-]*)")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}?")
_AT_RULE = re.compile(r"@[a-zA-Z-]+")
_IGNORED_RULE = re.compile(r"@charset[^;{}]*;|@font-face\s*\{[^{}]*\}", re.IGNORECASE)
_STRAIGHT = re.compile(r"\s*[Mm][^A-DF-Za-df-z]*(?:[LlHhVv][^A-DF-Za-df-z]*)*")
_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
_CROSSING = frozenset(("path", "polyline", "polygon", "use"))
"""Shapes that may cross themselves."""
_SCALED = frozenset(("svg", "symbol"))
_STOPPED = frozenset(("linearGradient", "radialGradient"))
_COORDINATES = ("x1", "y1", "x2", "y2", "cx", "cy", "fx", "fy")
_SPACE = " "


@cache
def printable() -> Mapping[str, Any]:
    """The list of what prints as it was drawn, as its file has it."""
    import tomllib  # noqa: PLC0415 -- few cases have drawings

    content: Mapping[str, Any] = tomllib.loads(resources.text(_LIST))
    return content


class Parts:
    """Goes over the elements of a drawing with its reader; names what would not print as it was drawn."""

    def __init__(self) -> None:
        self._list = printable()
        self._known = self._list["elements"]
        # Names of open elements; empty for one of another language.
        self._open: list[str] = []
        self._faults: dict[str, None] = {}
        # The elements that have a name; the names that are drawn without a size, and those that cut something
        # out.
        self._named: dict[str, str] = {}
        self._sizeless: list[str] = []
        self._cutting: list[str] = []
        self._shapes_of_clip: list[str] = []
        self._is_single = False
        self._has_even_odd = self._has_clipping_paths = False
        self._is_stretched = self._has_unstretched = False

    @property
    def faults(self) -> tuple[str, ...]:
        """The parts that would not be printed as drawn: names, or attributes with their values."""
        return tuple(self._faults)

    def add(self, full_name: str, attributes: Mapping[str, str]) -> None:
        """Look at an element, whose name and attributes are as expat gives them, with their namespaces."""
        namespace, _, name = full_name.rpartition(_SPACE)
        is_note = any(name in self._list["notes"] or not name for name in self._open)
        if namespace != SVG or is_note:
            # The typesetter looks at no namespace, and would draw it.
            if name in self._known and name not in self._list["notes"] and name != "style":
                self._fault(f"`{name}` in notes" if is_note else f"`{name}` in another namespace")
            self._open.append("")
            return
        own = {key.rpartition(_SPACE)[2]: value for key, value in attributes.items() if self._is_own(key)}
        if name not in self._known:
            self._fault(f"`{name}`")
        else:
            self._element(name, own)
        self._open.append(name)

    def leave(self) -> None:
        """The element that was opened last ends."""
        if self._open.pop() == "clipPath":
            self._clip_ends()

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
        for part in self._sizeless:
            if self._named.get(part) in _SCALED:
                self._fault("`use` of a `symbol` without `width` and `height`")
        for part in self._cutting:
            if self._named.get(part) not in _SHAPES:
                self._fault("`use` of more than a shape in `clipPath`")
        # The rule may be on the path, around it, or in a style sheet.
        if self._has_even_odd and self._has_clipping_paths:
            self._fault("`clip-rule: evenodd` beside paths in `clipPath`")
        if self._is_stretched and self._has_unstretched:
            self._fault("`preserveAspectRatio` around an element without one")

    def _is_own(self, key: str) -> bool:
        """Whether an attribute has no namespace, or refers to something as SVG 1.1 does."""
        return _SPACE not in key or key.endswith("xlink href")

    def _fault(self, what: str) -> None:
        self._faults.setdefault(what)

    def _element(self, name: str, own: Mapping[str, str]) -> None:
        parent = self._open[-1] if self._open else ""
        if parent in _STOPPED and name != "stop":
            # The typesetter takes whatever is there for a colour.
            self._fault(f"`{name}` in `{parent}`")
        for key, value in own.items():
            if key == "style":
                for property_name, property_value in _declarations(_COMMENT.sub("", value)):
                    self._property(name, property_name, property_value)
            elif self._known[name].get(key) != "any":
                self._property(name, key, value)
        for key in self._list["required"].get(name, ()):
            if key not in own:
                self._fault(f"`{name}` without `{key}`")
        if "id" in own:
            # Without a view box it is drawn as a group is.
            is_group = name == "symbol" and "viewBox" not in own
            self._named.setdefault(own["id"], "g" if is_group else name)
        self._structure(name, own)

    def _property(self, element: str, name: str, value: str) -> None:
        """Look at a property or an attribute of an element, or of those that a style sheet names (``""``)."""
        properties = {**self._list["properties"], **self._known.get(element, {})}
        if name in self._list["inert"] or name.startswith(tuple(self._list["inert_beginnings"])):
            return
        if name not in properties or name in self._list["without"].get(element, ()):
            self._fault(f"`{name}` on `{element}`" if element else f"`{name}` in its styles")
        elif not self._prints(properties[name], value):
            self._fault(f"`{name}: {_short(value)}`")
        self._has_even_odd |= name == "clip-rule" and "evenodd" in value

    def _prints(self, wanted: str | list[str], value: str) -> bool:
        plain = value.replace("!important", "").strip()
        if isinstance(wanted, list):
            return plain in wanted
        is_known = all(word in self._list["functions"] for word in _FUNCTION.findall(plain))
        return is_known and plain not in _UNKNOWN_WORDS and _KINDS[wanted].fullmatch(plain) is not None

    def _structure(self, name: str, own: Mapping[str, str]) -> None:
        """Look at what an element needs of others."""
        href = own["href"][1:] if "href" in own else ""
        self._note_size(name, own, href)
        has_shares = name in _STOPPED and any("%" in own.get(key, "") for key in _COORDINATES)
        if has_shares and own.get("gradientUnits") == "userSpaceOnUse":
            self._fault(f"percentages in `{name}` with `gradientUnits: userSpaceOnUse`")
        has_marker = any(key.startswith("marker-") and value != "none" for key, value in own.items())
        if has_marker and name == "path" and not _STRAIGHT.fullmatch(own.get("d", "")):
            self._fault("a marker on a path that is not one run of straight lines")
        if "clipPath" in self._open:
            self._clip_holds(name, own, href)

    def _note_size(self, name: str, own: Mapping[str, str], href: str) -> None:
        """Look at the size of an element, and at how it is scaled to it."""
        has_size = "width" in own and "height" in own
        if name == "use" and not has_size:
            self._sizeless.append(href)
        if name == "svg" and self._open and "viewBox" in own and not has_size:
            self._fault("`svg` within the drawing without `width` and `height`")
        if name in _SCALED:
            # What is around it would be taken for its own.
            aspect = own.get("preserveAspectRatio", "xMidYMid")
            self._is_stretched |= aspect not in {"xMidYMid", "xMidYMid meet"}
            self._has_unstretched |= bool(self._open) and "preserveAspectRatio" not in own

    def _clip_holds(self, name: str, own: Mapping[str, str], href: str) -> None:
        if name not in _SHAPES and name != "use":
            self._fault(f"`{name}` in `clipPath`")
        self._shapes_of_clip.append(name)
        is_moved = "transform" in own or "transform" in own.get("style", "")
        # Two that overlap would cut each other out if they are drawn in opposite directions.
        self._is_single |= is_moved or name in _CROSSING
        self._has_clipping_paths |= name in _CROSSING
        if name == "use":
            self._cutting.append(href)

    def _clip_ends(self) -> None:
        if self._is_single and len(self._shapes_of_clip) > 1:
            self._fault("`clipPath` of several shapes of which one is moved or a path")
        self._shapes_of_clip.clear()
        self._is_single = False


def in_words(faults: tuple[str, ...]) -> str:
    """The first faults in a row."""
    shown = ", ".join(faults[:_MOST])
    return f"{shown} and {len(faults) - _MOST} more" if len(faults) > _MOST else shown


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip().lower(), value.strip()


def _short(value: str) -> str:
    return value if len(value) <= 30 else f"{value[:29]}…"  # noqa: PLR2004 -- as much as a message shows

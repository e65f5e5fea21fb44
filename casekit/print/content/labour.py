"""How much work a drawing is at most, counted while it is read.

What the typesetter does with a drawing: it draws each shape as often as it is used, through the clip around it; it
writes each colour of a gradient for each shape that is filled with it; it looks for each part by going through all; and
it cuts a path off at each number, so that a path of twice the length takes four times as long.
"""

import re
from collections.abc import Mapping

_HEAVY = frozenset(("pattern", "mask", "marker", "filter", "symbol", "switch", "image"))
"""What can be drawn within itself, or many times for one shape."""
_MOST_STEPS = 10_000
"""Shapes and colours that are drawn in less than a second."""
_MOST_CUTTING = 4e9
"""Squares of the lengths of paths, as many as are cut up in a tenth of a second."""
_MOST_LETTERS = 300_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_SHAPED = re.compile(r"(?:^|[{;\s])(?:d|points|transform)\s*:", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(")


class Labour:
    """Counts what is in a drawing."""

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
            found = len(_REFERENCE.findall(value)) + (attribute == "href")
            self._references += found
            # What is clipped within a clip may be clipped there again, and so on.
            self._is_heavy |= self._clipping > 0 and found > 0
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

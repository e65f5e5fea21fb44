"""The operators of content streams (PDF 1.7, section 7.8.2), with what they are applied to."""

import re
from collections.abc import Iterator
from typing import Any

from pypdf.generic import DictionaryObject

_TOKEN = re.compile(
    rb"(?P<text>\((?:[^()\\]|\\.|\([^()]*\))*\)|<[0-9A-Fa-f\s]*>|\[(?:\((?:[^()\\]|\\.)*\)|[^\]()])*\])"
    rb"|(?P<dictionary><<.*?>>)|(?P<operand>/[^\s/<>\[\]()]*|[-+.]?\d[\d.]*)|(?P<operator>[A-Za-z'\"*][A-Za-z0-9*]*)",
    re.DOTALL,
)

Operation = tuple[bytes, list[bytes]]


def operations(data: bytes) -> Iterator[Operation]:
    """Each operator in turn, and the operands before it as they are written."""
    operands: list[bytes] = []
    for token in _TOKEN.finditer(data):
        if token.lastgroup == "operator" and token[0] not in (b"true", b"false", b"null"):
            yield token[0], operands
            operands = []
        else:
            operands.append(token[0])


def streams(page: Any) -> Iterator[tuple[DictionaryObject, bytes]]:
    """The content of a page and of all pictures and patterns it may paint, each once, with its owner."""
    contents = page.get_contents()
    yield page, b"" if contents is None else contents.get_data()
    seen: set[int] = set()
    owners = [page]
    while owners:
        resources = owners.pop().get("/Resources", DictionaryObject()).get_object()
        for kind in ("/XObject", "/Pattern"):
            for reference in resources.get(kind, DictionaryObject()).get_object().values():
                thing = reference.get_object()
                if id(thing) not in seen and thing.get("/Subtype") != "/Image" and hasattr(thing, "get_data"):
                    seen.add(id(thing))
                    owners.append(thing)
                    yield thing, thing.get_data()

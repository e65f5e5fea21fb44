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
    """The content of a page and of all pictures, patterns and masks it may use, each once, with its owner."""
    contents = page.get_contents()
    yield page, b"" if contents is None else contents.get_data()
    seen: set[int] = set()
    owners = [page]
    while owners:
        resources = owners.pop().get("/Resources", DictionaryObject()).get_object()
        for thing in (*_named(resources, "/XObject"), *_named(resources, "/Pattern"), *_masks(resources)):
            if id(thing) not in seen and thing.get("/Subtype") != "/Image" and hasattr(thing, "get_data"):
                seen.add(id(thing))
                owners.append(thing)
                yield thing, thing.get_data()


def _named(resources: DictionaryObject, kind: str) -> Iterator[Any]:
    for reference in resources.get(kind, DictionaryObject()).get_object().values():
        yield reference.get_object()


def _masks(resources: DictionaryObject) -> Iterator[Any]:
    """The drawings that say where others can be seen through (PDF 1.7, section 11.6.5.2)."""
    for state in _named(resources, "/ExtGState"):
        mask = state.get("/SMask", DictionaryObject()).get_object()
        if isinstance(mask, DictionaryObject) and "/G" in mask:
            yield mask["/G"]

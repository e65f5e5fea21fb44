"""Everything that the pages of a file can paint with, each once (PDF 1.7, section 7.8.3)."""

from collections.abc import Iterable, Iterator
from typing import Any

from pikepdf import Dictionary, Object, Stream

_KINDS = ("/XObject", "/Pattern")


def resources_of(pages: Iterable[Any]) -> Iterator[Any]:
    """The resources of pages and of all the pictures, patterns and masks that they can use."""
    seen: set[tuple[int, int]] = set()
    for page in pages:
        yield from _below(page.obj, seen)


def painters_of(page: Any) -> Iterator[Any]:
    """A page, and all content streams that it can use, each once."""
    yield page
    seen: set[tuple[int, int]] = set()
    for resources in _below(page.obj, set()):
        for thing in _things(resources):
            if isinstance(thing, Stream) and thing.get("/Subtype") != "/Image" and not _is_known(thing, seen):
                yield thing


def _below(owner: Any, seen: set[tuple[int, int]]) -> Iterator[Any]:
    owners = [owner]
    while owners:
        resources = resources_for(owners.pop())
        if not isinstance(resources, Dictionary) or _is_known(resources, seen):
            continue
        yield resources
        owners += [
            thing
            for thing in _things(resources)
            if isinstance(thing, Dictionary | Stream) and not _is_known(thing, seen)
        ]


def resources_for(owner: Any) -> Any:
    """The resources of a page or a picture in it; for a page, they may be those of the branch that it is on."""
    for _ in range(50):
        if "/Resources" in owner or owner.get("/Type") not in ("/Page", "/Pages"):
            break
        owner = owner.get("/Parent", {})
    return owner.get("/Resources")


def _things(resources: Any) -> Iterator[Any]:
    for kind in _KINDS:
        yield from dict(resources.get(kind, {})).values()
    for state in dict(resources.get("/ExtGState", {})).values():
        mask = state.get("/SMask") if isinstance(state, Dictionary) else None
        if isinstance(mask, Dictionary) and "/G" in mask:
            yield mask["/G"]


def _is_known(thing: Object, seen: set[tuple[int, int]]) -> bool:
    """Whether this was met before; what is written where it is used cannot be met twice."""
    if not thing.is_indirect:
        return False
    known = thing.objgen in seen
    seen.add(thing.objgen)
    return known

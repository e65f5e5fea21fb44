"""Everything that the pages of a file can paint with, each once (PDF 1.7, section 7.8.3)."""

from collections.abc import Iterable, Iterator
from typing import Any

from pikepdf import Dictionary, Name, Object, Stream, parse_content_stream

_KINDS = ("/XObject", "/Pattern")
_MOST_UNFOLDED, _LEAST = 10_000_000, 500
"""The most bytes of content that a page may have, each as often as it is drawn, and how many each drawing counts for at least."""
_MOST_TILED = 2
"""The most patterns that may be in each other. Each is drawn thousands of times in the next."""


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


def folded_page(pages: Iterable[Any]) -> int | None:
    """The first page, from 1, that draws far more than a booklet's; it is counted, not followed: 24 pictures that draw the next twice are 16 million."""
    known: dict[tuple[int, int], tuple[int, int]] = {}
    for number, page in enumerate(pages, 1):
        size, tiled = _unfolded(page, resources_for(page.obj), known)
        if size > _MOST_UNFOLDED or tiled > _MOST_TILED:
            return number
    return None


def _unfolded(owner: Any, resources: Any, known: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    """The bytes of a content stream with all that it draws, and how many patterns are in each other there."""
    size, tiled = _LEAST + (len(owner.read_bytes()) if isinstance(owner, Stream) else 0), 0
    named = (
        {kind: dict(resources.get(kind, {})) for kind in _KINDS} if isinstance(resources, Dictionary) else {}
    )
    if not any(_is_drawn(thing) for things in named.values() for thing in things.values()):
        return size, tiled
    for step in parse_content_stream(owner, "Do scn SCN"):
        things = named["/XObject" if str(step.operator) == "Do" else "/Pattern"]
        thing: Any = next((things.get(str(each)) for each in step.operands if isinstance(each, Name)), None)
        if _is_drawn(thing):
            key = thing.objgen
            if key not in known:
                known[key] = 0, 0  # one that draws itself is not drawn again
                known[key] = _unfolded(thing, thing.get("/Resources", resources), known)
            size += known[key][0]
            tiled = max(tiled, known[key][1] + ("/PatternType" in thing))
    return size, tiled


def _is_drawn(thing: Any) -> bool:
    return isinstance(thing, Stream) and thing.get("/Subtype") != "/Image"


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

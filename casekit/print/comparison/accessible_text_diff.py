"""Differences of what viewers and screen readers say about a file from what they would say about the one that casekit sets.

Words that a file no longer has are reported only for one with tags, which is made to be listened to: other programs drop bookmarks
and names when they save a file again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from casekit.print.comparison.differences import DifferenceKind, PageDifference
from casekit.print.comparison.landmarks import quoted
from casekit.print.preflight.accessible_text import (
    SPEAKING,
    TEXT,
    AccessibleText,
    AccessibleTexts,
    LinkTarget,
    spoken,
)
from casekit.print.preflight.pdf_opening import RefusedFileError, opened, present
from casekit.values import grouped

_ROUNDING = 2.0
"""Points by which programs may set down a place otherwise."""
_MOST = 6
"""Differences of a kind that are reported one by one."""
_FOREIGN = "which casekit did not put there"

_Told = tuple[int, str]
"""A page, 0 for the whole file, and the message."""


def said_otherwise(ours: bytes, theirs: bytes, *, moved: bool) -> Iterator[PageDifference]:
    """The differences of what is said about their file from what is said about ours.

    ``moved`` if its pages are others or in another order, so that it cannot be asked what each of them says.
    """
    with opened(ours) as file:
        mine = spoken(file)
    try:
        with opened(theirs) as file:
            yours = spoken(file)
    except RefusedFileError as refused:
        words = f"what viewers and screen readers say beside the pages cannot be read: {refused}"
        yield PageDifference(DifferenceKind.SPOKEN, 0, words)
        return
    if moved:
        mine, yours = _in_one(mine), _in_one(yours)
    groups = [
        _fields(mine, yours),
        *_leads(mine, yours, moved=moved),
        _labels(mine, yours),
        _parts(mine, yours),
    ]
    for group in groups:
        found = list(group)
        for at, (page, words) in enumerate(found[:_MOST], 1):
            more = f"; {len(found) - _MOST} more differ" if at == _MOST < len(found) else ""
            yield PageDifference(DifferenceKind.SPOKEN, page, f"{': ' if page else ''}{words}{more}")


def _in_one(file: AccessibleTexts) -> AccessibleTexts:
    """The words of a file as if nobody knew on which page."""
    parts = {0: tuple(each for said in file.parts.values() for each in said)}
    return replace(file, parts=parts, labels=(), is_tagged=False)


def _fields(mine: AccessibleTexts, yours: AccessibleTexts) -> Iterator[_Told]:
    wanted = {field: words for field, words, _ in reversed(mine.fields) if words}
    known = {(field, words) for field, words, _ in mine.fields}
    places = grouped(
        ((field, words), place)
        for field, words, place in dict.fromkeys(yours.fields)
        if (field, words) not in known and place
    )
    for (field, words), held in places.items():
        instead = f" instead of {quoted(wanted[field])}" if field in wanted else f", {_FOREIGN}"
        gives = "give" if len(held) > 1 else "gives"
        yield 0, f"the {' and the '.join(held)} {gives} {quoted(words)} as {field}{instead}"


def _leads(mine: AccessibleTexts, yours: AccessibleTexts, *, moved: bool) -> Iterator[Iterator[_Told]]:
    for noun, ours, theirs, is_lost in (
        ("bookmark", mine.bookmarks, yours.bookmarks, mine.is_tagged and bool(yours.bookmarks)),
        ("named place", mine.places, yours.places, False),
    ):
        yield _names(noun, [each.name for each in ours], [each.name for each in theirs], lost=is_lost)
        yield iter(()) if moved else _targets(noun, ours, theirs)


def _names(noun: str, ours: Sequence[str], theirs: Sequence[str], *, lost: bool) -> Iterator[_Told]:
    added, gone = Counter(theirs) - Counter(ours), Counter(ours) - Counter(theirs)
    for new, old in zip_longest(added.elements(), gone.elements()):
        if new is None:
            if lost:
                yield 0, f"the {noun} {quoted(old)} is missing"
        else:
            yield (
                0,
                f"there is a {noun} {quoted(new)}"
                + (f" instead of {quoted(old)}" if old else f", {_FOREIGN}"),
            )
    if not added and not gone and noun == "bookmark":
        for new, old in zip(theirs, ours, strict=True):
            if new != old:
                yield 0, f"the {noun} {quoted(new)} is in another place of the list"
                return


def _targets(noun: str, ours: Sequence[LinkTarget], theirs: Sequence[LinkTarget]) -> Iterator[_Told]:
    wanted = grouped((lead.name, lead) for lead in ours)
    for lead in theirs:
        if not wanted.get(lead.name):
            continue
        mine = wanted[lead.name].pop(0)
        where = (
            f"out of the file ({lead.beyond})"
            if lead.beyond
            else f"to page {lead.page}"
            if lead.page
            else "nowhere"
        )
        if (lead.page, lead.beyond) != (mine.page, mine.beyond):
            yield 0, f"the {noun} {quoted(lead.name)} leads {where} instead of to page {mine.page}"
        elif lead.height is not None and abs(lead.height - (mine.height or lead.height)) > _ROUNDING:
            yield 0, f"the {noun} {quoted(lead.name)} leads to another place on page {mine.page}"


def _labels(mine: AccessibleTexts, yours: AccessibleTexts) -> Iterator[_Told]:
    unlike = [
        (page, new, old)
        for page, (new, old) in enumerate(zip(yours.labels, mine.labels, strict=False), 1)
        if new != old
    ]
    for page, new, old in unlike[:1]:
        more = f", and {len(unlike) - 1} more pages otherwise too" if unlike[1:] else ""
        yield page, f"viewers call it {quoted(new)} instead of {quoted(old)}{more}"


def _parts(mine: AccessibleTexts, yours: AccessibleTexts) -> Iterator[_Told]:
    """The words read aloud on each page, and their order; if not both files have tags, only what they make a voice say besides."""
    if yours.is_tagged and not mine.is_tagged:
        yield 0, f"the file has tags, {_FOREIGN}, so that a screen reader may read its pages in another order"
    tagged = mine.is_tagged and yours.is_tagged
    calm = True
    for page in sorted({*mine.parts, *yours.parts}):
        ours, theirs = mine.parts.get(page, ()), yours.parts.get(page, ())
        if not tagged:
            ours, theirs = (
                tuple(each for each in said if each.kind in SPEAKING.values()) for said in (ours, theirs)
            )
        found = [*_on_page(ours, theirs, lost=tagged)]
        if not found and tagged and ours != theirs:
            found = ["its parts are read aloud in another order"]
        calm = calm and not found
        yield from ((page, words) for words in found)
    if calm and tagged:
        for new, old in zip(yours.turns, mine.turns, strict=False):
            if new != old:
                yield 0, f"page {new} is read aloud where page {old} should be"
                return


def _on_page(
    ours: Sequence[AccessibleText], theirs: Sequence[AccessibleText], *, lost: bool
) -> Iterator[str]:
    said, wanted = (Counter((each.kind, each.words) for each in part) for part in (theirs, ours))
    added, gone = [*(said - wanted).elements()], [*(wanted - said).elements()]
    found: Counter[str] = Counter()
    for kind in dict.fromkeys(kind for kind, _ in (*added, *gone)):
        for new, old in zip_longest(
            *([words for one, words in part if one == kind] for part in (added, gone))
        ):
            words = {
                "a text is not read aloud": kind == TEXT and new is None,
                "a text is read aloud once more": kind == TEXT,
                f"{kind}, {quoted(old or '')}, is missing": new is None,
                f"{kind} is {quoted(new or '')}, {_FOREIGN}": old is None,
                f"{kind} is {quoted(new or '')} instead of {quoted(old or '')}": True,
            }
            if new is not None or lost:
                found[present(words)[0]] += 1
    yield from (f"{words} ({times} times)" if times > 1 else words for words, times in found.items())

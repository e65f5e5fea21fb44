"""The words of viewers and screen readers about a file, compared with what they say about ours.

Words that a file no longer has are reported only for a file with tags, which is made to be listened to: other
programs drop bookmarks and names when they save a file again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from casekit.print.comparison.differences import DifferenceKind, PageDifference
from casekit.print.comparison.landmarks import quoted
from casekit.print.preflight.accessible_text import (
    SPEAKING,
    TEXT,
    AccessibleText,
    AccessibleTexts,
    LinkTarget,
    read_accessible_texts,
)
from casekit.print.preflight.pdf_opening import RefusedFileError, opened, present
from casekit.values import replace
from casekit.values.grouping import grouped

_ROUNDING = 2.0
"""Points by which programs may set down a place otherwise."""
_MOST = 6
"""Differences of a kind that are reported one by one."""
_FOREIGN = "which casekit did not put there"

_PageMessage = tuple[int, str]
"""A page, 0 for the whole file, and the message."""


def said_otherwise(ours: bytes, theirs: bytes, *, moved: bool) -> Iterator[PageDifference]:
    """The differences of what is said about their file from what is said about ours.

    ``moved`` if its pages are others or in another order, so that it cannot be asked what each page says.
    """
    with opened(ours) as file:
        mine = read_accessible_texts(file)
    try:
        with opened(theirs) as file:
            yours = read_accessible_texts(file)
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
        messages = list(group)
        for at, (page, words) in enumerate(messages[:_MOST], 1):
            more = f"; {len(messages) - _MOST} more differ" if at == _MOST < len(messages) else ""
            yield PageDifference(DifferenceKind.SPOKEN, page, f"{': ' if page else ''}{words}{more}")


def _in_one(file: AccessibleTexts) -> AccessibleTexts:
    """The words of a file as if nobody knew on which page."""
    parts = {0: tuple(chain.from_iterable(file.parts.values()))}
    return replace(file, parts=parts, labels=(), is_tagged=False)


def _fields(mine: AccessibleTexts, yours: AccessibleTexts) -> Iterator[_PageMessage]:
    wanted = {field: words for field, words, _ in reversed(mine.fields) if words}
    known = {(field, words) for field, words, _ in mine.fields}
    places_by_entry: dict[tuple[str, str], list[str]] = {}
    for field, words, place in dict.fromkeys(yours.fields):
        if (field, words) not in known and place:
            places_by_entry.setdefault((field, words), []).append(place)
    for (field, words), places in places_by_entry.items():
        instead = f" instead of {quoted(wanted[field])}" if field in wanted else f", {_FOREIGN}"
        gives = "give" if len(places) > 1 else "gives"
        yield 0, f"the {' and the '.join(places)} {gives} {quoted(words)} as {field}{instead}"


def _leads(mine: AccessibleTexts, yours: AccessibleTexts, *, moved: bool) -> Iterator[Iterator[_PageMessage]]:
    for noun, ours, theirs, is_lost in (
        ("bookmark", mine.bookmarks, yours.bookmarks, mine.is_tagged and bool(yours.bookmarks)),
        ("named place", mine.places, yours.places, False),
    ):
        our_names = [target.name for target in ours]
        their_names = [target.name for target in theirs]
        yield _names(noun, our_names, their_names, lost=is_lost)
        yield iter(()) if moved else _targets(noun, ours, theirs)


def _names(
    noun: str, our_names: Sequence[str], their_names: Sequence[str], *, lost: bool
) -> Iterator[_PageMessage]:
    added = Counter(their_names) - Counter(our_names)
    gone = Counter(our_names) - Counter(their_names)
    for new, old in zip_longest(added.elements(), gone.elements()):
        if new is None:
            if lost:
                yield 0, f"the {noun} {quoted(old)} is missing"
        else:
            instead = f" instead of {quoted(old)}" if old else f", {_FOREIGN}"
            yield 0, f"there is a {noun} {quoted(new)}{instead}"
    if not added and not gone and noun == "bookmark":
        for new, old in zip(their_names, our_names, strict=True):
            if new != old:
                yield 0, f"the {noun} {quoted(new)} is in another place of the list"
                return


def _targets(
    noun: str, our_targets: Sequence[LinkTarget], their_targets: Sequence[LinkTarget]
) -> Iterator[_PageMessage]:
    wanted = grouped((target.name, target) for target in our_targets)
    for target in their_targets:
        if not wanted.get(target.name):
            continue
        original = wanted[target.name].pop(0)
        if (target.page, target.beyond) != (original.page, original.beyond):
            where = _target_words(target)
            yield 0, f"the {noun} {quoted(target.name)} leads {where} instead of to page {original.page}"
        elif target.height is not None:
            shift = abs(target.height - (original.height or target.height))
            if shift > _ROUNDING:
                yield 0, f"the {noun} {quoted(target.name)} leads to another place on page {original.page}"


def _target_words(target: LinkTarget) -> str:
    if target.beyond:
        return f"out of the file ({target.beyond})"
    return f"to page {target.page}" if target.page else "nowhere"


def _labels(mine: AccessibleTexts, yours: AccessibleTexts) -> Iterator[_PageMessage]:
    unlike = []
    for page, (new, old) in enumerate(zip(yours.labels, mine.labels, strict=False), 1):
        if new != old:
            unlike.append((page, new, old))
    for page, new, old in unlike[:1]:
        more = f", and {len(unlike) - 1} more pages otherwise too" if unlike[1:] else ""
        yield page, f"viewers call it {quoted(new)} instead of {quoted(old)}{more}"


def _parts(mine: AccessibleTexts, yours: AccessibleTexts) -> Iterator[_PageMessage]:
    """The words read aloud on each page, and their order.

    If not both files have tags, only what they make a voice say besides.
    """
    if yours.is_tagged and not mine.is_tagged:
        yield 0, f"the file has tags, {_FOREIGN}, so that a screen reader may read its pages in another order"
    tagged = mine.is_tagged and yours.is_tagged
    is_same = True
    for page in sorted({*mine.parts, *yours.parts}):
        our_texts, their_texts = mine.parts.get(page, ()), yours.parts.get(page, ())
        if not tagged:
            our_texts, their_texts = _speaking(our_texts), _speaking(their_texts)
        messages = [*_on_page(our_texts, their_texts, lost=tagged)]
        if not messages and tagged and our_texts != their_texts:
            messages = ["its parts are read aloud in another order"]
        is_same = is_same and not messages
        for words in messages:
            yield page, words
    if is_same and tagged:
        yield from _turns(mine, yours)


def _speaking(texts: Sequence[AccessibleText]) -> tuple[AccessibleText, ...]:
    """Those of texts that a voice says without tags, too."""
    return tuple(text for text in texts if text.kind in SPEAKING.values())


def _turns(mine: AccessibleTexts, yours: AccessibleTexts) -> Iterator[_PageMessage]:
    """The first page that is read aloud before its turn."""
    for new, old in zip(yours.turns, mine.turns, strict=False):
        if new != old:
            yield 0, f"page {new} is read aloud where page {old} should be"
            return


def _on_page(
    our_texts: Sequence[AccessibleText], their_texts: Sequence[AccessibleText], *, lost: bool
) -> Iterator[str]:
    here = Counter((text.kind, text.words) for text in their_texts)
    wanted = Counter((text.kind, text.words) for text in our_texts)
    added, gone = [*(here - wanted).elements()], [*(wanted - here).elements()]
    times_by_message: Counter[str] = Counter()
    for kind in dict.fromkeys(kind for kind, _ in (*added, *gone)):
        new_words = [words for its_kind, words in added if its_kind == kind]
        old_words = [words for its_kind, words in gone if its_kind == kind]
        for new, old in zip_longest(new_words, old_words):
            if new is not None or lost:
                times_by_message[_change_words(kind, new, old)] += 1
    for message, times in times_by_message.items():
        yield f"{message} ({times} times)" if times > 1 else message


def _change_words(kind: str, new: str | None, old: str | None) -> str:
    """How a text of a kind differs; ``None`` is a text that is missing on one side."""
    words = {
        "a text is not read aloud": kind == TEXT and new is None,
        "a text is read aloud once more": kind == TEXT,
        f"{kind}, {quoted(old or '')}, is missing": new is None,
        f"{kind} is {quoted(new or '')}, {_FOREIGN}": old is None,
        f"{kind} is {quoted(new or '')} instead of {quoted(old or '')}": True,
    }
    return present(words)[0]

"""The findings of a comparison: what readers share is a warning, what one of several took is a note."""

from collections.abc import Iterator, Sequence

from casekit.diagnostics import Code, Finding, Related, Source, codes
from casekit.readings.comparison import ComparedReading, Discrepancy, Kind
from casekit.readings.quotations import overlap
from casekit.readings.reading import PRESENTATION
from casekit.values import frozen

_ACCEPT = 'or accept the words with `casekit read accept {file} "{key}" "WORDS" --why "..."`'


@frozen(slots=True)
class _SharedDiscrepancy:
    """A discrepancy, and all readers who took the same."""

    first: Discrepancy
    """What the first of them took."""

    readers: tuple[str, ...]
    """Those who took it; none for a line that nobody took."""


def findings_of(compared: ComparedReading, source: Source) -> Iterator[Finding]:
    """The findings on what readers took, in the order in which they were found.

    Args:
        compared: the comparison.
        source: the text of the document.
    """
    for shared in _shared(compared.discrepancies):
        yield _finding(shared, compared, source)
    for key in compared.stale:
        message = (
            f"`{key}` has changed since it was read, so that nobody knows what a reader takes from it now"
        )
        hint = f"have it read again: `casekit read ask {source.name} --stale`"
        yield codes.STALE_READING.at(source.whole(), message, hint=hint)
    if compared.outdated:
        message = "presentation or vocabulary have changed since paragraphs were read; they are compared as they were"
        hint = f"have the case read again when it is finished: `casekit read ask {source.name}`"
        yield codes.STALE_READING.at(source.whole(), message, hint=hint)
    if compared.unreadable:
        count = f"{compared.unreadable} claims" if compared.unreadable > 1 else "a claim"
        message = f"{count} of the reading cannot be understood with the names and facts of today"
        hint = f"have the case read again: `casekit read ask {source.name}`"
        yield codes.STALE_READING.at(source.whole(), message, hint=hint)


def _shared(discrepancies: Sequence[Discrepancy]) -> list[_SharedDiscrepancy]:
    """Discrepancies, those of several readers that are the same as one."""
    shared: list[_SharedDiscrepancy] = []
    for found in discrepancies:
        for number, known in enumerate(shared):
            if _is_same(known.first, found):
                readers = tuple(dict.fromkeys((*known.readers, found.reader)))
                shared[number] = _SharedDiscrepancy(known.first, readers)
                break
        else:
            shared.append(_SharedDiscrepancy(found, (found.reader,) if found.reader else ()))
    return shared


def _is_same(first: Discrepancy, second: Discrepancy) -> bool:
    """Whether two discrepancies are about the same: the same formula, or words that share a character."""
    if (first.kind, first.key) != (second.kind, second.key):
        return False
    if first.kind in {"untaken", "suggested"}:
        return first.place == second.place
    if first.other is not None and second.other is not None:
        return first.other[0] == second.other[0] and overlap(first.place, second.place)
    return (bool(first.claimed) and first.claimed == second.claimed) or overlap(first.place, second.place)


def _finding(shared: _SharedDiscrepancy, compared: ComparedReading, source: Source) -> Finding:
    """The finding on a discrepancy."""
    first = shared.first
    span = source.span(first.place.start, first.place.end)
    asked = compared.reader_count(first.key)
    is_of_one = bool(shared.readers) and len(shared.readers) == 1 < asked
    message = _MESSAGES[first.kind].format(claimed=first.claimed, about=first.about)
    if first.kind == "contrary" and first.claimed:
        message = f"these words contradict others of the passage, as they are read: {first.claimed}"
    if shared.readers and asked > 1:
        message = f"{message} ({_how_many(len(shared.readers), asked)})"
    hint = f"{_CURES[first.kind]}, {_ACCEPT.format(file=source.name, key=first.key)}"
    related: tuple[Related, ...] = ()
    if first.other is not None:
        key, place = first.other
        related = (Related(source.span(place.start, place.end), f"the other place, in `{key}`"),)
    code = codes.LONE_READING if is_of_one else _code_of(first)
    return code.at(span, message, hint=hint, related=related)


def _how_many(count: int, asked: int) -> str:
    """How many readers took something: ``2 of 3 readers``."""
    return f"{count} of {asked} readers"


def _code_of(discrepancy: Discrepancy) -> Code:
    """The code of a discrepancy that readers share."""
    if discrepancy.kind == "false" and discrepancy.key == PRESENTATION:
        return codes.FALSE_PRESENTATION
    return _CODES[discrepancy.kind]


_CODES: dict[Kind, Code] = {
    "false": codes.FALSE_WORDS,
    "giveaway": codes.GIVES_ANSWER_AWAY,
    "voice": codes.OTHER_VOICE,
    "untaken": codes.UNTAKEN_LINE,
    "suggested": codes.SUGGESTED_LINE,
    "contrary": codes.CONTRARY_WORDS,
    "unlike": codes.UNLIKE_WORDS,
}

_MESSAGES: dict[Kind, str] = {
    "false": "readers take these words to say `{claimed}`, which is not so, and no line of the passage says it",
    "giveaway": "readers take something from these words that no line says, and it leads to `{about}`",
    "voice": "readers take `{claimed}` for {about}; the line has it from somebody else",
    "untaken": "no reader takes `{claimed}` from the words of this passage",
    "suggested": "readers take `{claimed}` for no more than a hint",
    "contrary": "these words and others cannot both be true: {about}",
    "unlike": "these words and others may not mean the same: {about}",
}

_CURES: dict[Kind, str] = {
    "false": "change the words, state it as a line (a lie, if it is one)",
    "giveaway": "take these words out, state what they say as a line",
    "voice": "make clear in the words who says so, change `says` in the line",
    "untaken": "let the words say it, take the line out, make it a hint",
    "suggested": "let the words say it plainly, make the line a hint",
    "contrary": "correct one of them",
    "unlike": "correct one of them unless they do",
}

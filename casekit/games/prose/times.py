"""Readers go by the words, proofs by the logic: where both name a time, it must be the same one."""

import re
from collections.abc import Iterator, Set as AbstractSet

from casekit.diagnostics import Diagnostic, codes
from casekit.games.prose.prose_document import ProseDocument
from casekit.language.formula.clocks import DAY, minutes, time_text
from casekit.language.spoken.readings import NamedTime
from casekit.language.spoken.spoken_words import spoken_times
from casekit.model.place import Place

_TIME = r"\d\d:\d\d"
_NAMED = re.compile(
    rf"(?P<whole>\b(?:every|no) \w+ \w+ in )?"
    rf"(?P<first>{_TIME})(?P<moved>(?: [+-] \d+ min)*)(?: to (?P<last>{_TIME}))?"
)
_MOVE = re.compile(r"([+-]) (\d+) min")


def times(document: ProseDocument) -> Iterator[Diagnostic]:
    """Statements and rules that name a time their quotation does not, while it names another.

    Who was in the bar from eleven to midnight was there at half past, and "between ten and eleven" may be any time of
    that hour. But where the formula names a range of its own, in which something happened once, its ends are those that
    the words name.
    """
    for quotation, text, place in document.quoting:
        named = [*_named(text)]
        if not quotation or not named:
            continue
        spoken = spoken_times(quotation, document.settings.language)
        others = [time for time in spoken if not any(_agree(time, *each) for each in named)]
        if others and any(not any(_agree(time, *each) for time in spoken) for each in named):
            yield _other(document, others[0], {time for each, _ in named for time in each}, place)


def named_times(text: str) -> Iterator[frozenset[int]]:
    """The times that a formula names; minutes added to one, and both ends of a range, come with what they lead to."""
    return (named for named, _ in _named(text))


def _named(text: str) -> Iterator[tuple[frozenset[int], int]]:
    """The times that a formula names, and how many of these a range in words has to hold; 0 if a range is not enough."""
    for match in _NAMED.finditer(text):
        first = minutes(match["first"]) or 0
        led = first + sum(int(f"{sign}{number}") for sign, number in _MOVE.findall(match["moved"]))
        is_within = match["last"] is None or match["whole"] is not None
        yield frozenset((first, led % DAY)), int(is_within)
        if match["last"]:
            last = minutes(match["last"]) or 0
            passed = frozenset((led + passed) % DAY for passed in range((last - led) % DAY + 1))
            yield passed, len(passed) * is_within


def _agree(spoken: NamedTime, named: AbstractSet[int], enough: int) -> bool:
    """Whether a time in words may be one of a formula, or its range holds enough of these."""
    return not spoken.readings.isdisjoint(named) or 0 < enough <= len(spoken.within & named)


def _other(document: ProseDocument, spoken: NamedTime, named: AbstractSet[int], place: Place) -> Diagnostic:
    """The reading that is nearest to a time of the formula is the one that is meant."""
    means, time = min(
        ((reading, time) for reading in sorted(spoken.readings) for time in sorted(named)),
        key=lambda pair: min((pair[0] - pair[1]) % DAY, (pair[1] - pair[0]) % DAY),
    )
    return Diagnostic(
        codes.OTHER_TIME,
        f'"{spoken.words}" is {time_text(means)}, and the formula says {time_text(time)}',
        document.span(place),
        hint=f"write `{time_text(means)}`, or correct the words",
    )

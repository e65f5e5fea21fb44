"""Readers go by the words, proofs by the logic: where both name a time, it must be the same one."""

import re
from collections.abc import Iterator, Set as AbstractSet

from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.case import Case
from casekit.language.formula.clocks import DAY, minutes, time_text
from casekit.language.spoken.spoken_times import SpokenTime, spoken_times
from casekit.model.place import Place

_TIME = r"\d\d:\d\d"
_NAMED = re.compile(rf"(?P<first>{_TIME})(?P<moved>(?: [+-] \d+ min)*)(?: to (?P<last>{_TIME}))?")
_MOVE = re.compile(r"([+-]) (\d+) min")


def times(case: Case) -> Iterator[Diagnostic]:
    """Statements and rules that name a time their quotation does not, while it names another."""
    for quotation, text, place in case.quoting:
        named = [*named_times(text)]
        if not quotation or not named:
            continue
        spoken = spoken_times(quotation, case.edition.language)
        covered = {time for each in named for time in each}
        others = [time for time in spoken if time.readings.isdisjoint(covered)]
        said = {reading for time in spoken for reading in time.readings}
        if others and any(said.isdisjoint(each) for each in named):
            yield _other(case, others[0], covered, place)


def named_times(text: str) -> Iterator[frozenset[int]]:
    """The times that a formula names; minutes added to one, and both ends of a range, come with what they lead to."""
    for match in _NAMED.finditer(text):
        first = minutes(match["first"]) or 0
        led = first + sum(int(f"{sign}{number}") for sign, number in _MOVE.findall(match["moved"]))
        yield frozenset((first, led % DAY))
        if match["last"]:
            last = minutes(match["last"]) or 0
            yield frozenset((led + passed) % DAY for passed in range((last - led) % DAY + 1))


def _other(case: Case, spoken: SpokenTime, named: AbstractSet[int], place: Place) -> Diagnostic:
    """The reading that is nearest to a time of the formula is the one that is meant."""
    means, time = min(
        ((reading, time) for reading in sorted(spoken.readings) for time in sorted(named)),
        key=lambda pair: min((pair[0] - pair[1]) % DAY, (pair[1] - pair[0]) % DAY),
    )
    return Diagnostic(
        codes.OTHER_TIME,
        f'"{spoken.words}" is {time_text(means)}, and the formula says {time_text(time)}',
        case.span(place),
        hint=f"write `{time_text(means)}`, or correct the words",
    )

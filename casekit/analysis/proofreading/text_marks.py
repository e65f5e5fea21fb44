"""The words of lines held against what the lines say: names, places, times, numbers and negations."""

from collections.abc import Callable, Collection, Iterator, Sequence

from casekit.analysis.proofreading.mentions import Mention
from casekit.analysis.proofreading.review import Kind, Mark, mark_of
from casekit.logic.formulas import DAY, time_text
from casekit.resources import Words
from casekit.values import frozen

_LEAST_NUMBER_TO_MISS = 2
"""The least number that is missed: smaller ones are said in too many ways."""


@frozen(slots=True)
class LineContents:
    """The names in a line, and whether it denies something."""

    names: frozenset[str] = frozenset()
    """People whom its words have to name."""

    own: frozenset[str] = frozenset()
    """The speaker, or the place that is searched: words may mean them by "I" and "here"."""

    excepted: frozenset[str] = frozenset()
    """People whom its words may name."""

    places: frozenset[str] = frozenset()
    """Places that its words have to name."""

    counts: frozenset[int] = frozenset()
    """Numbers one of which its words have to name, if they name any."""

    rest: frozenset[int] = frozenset()
    """Numbers that do as well: how many others there are."""

    numbers: frozenset[int] = frozenset()
    """Other numbers that its words may name."""

    clock: frozenset[int] = frozenset()
    """The times that it names, in minutes since the day began."""

    times: frozenset[int] = frozenset()
    """Those and all other times that it is about."""

    window: tuple[int, int] | None = None
    """The first and the last minute of the span of time that its facts are about."""

    negative: bool = False
    """Whether anything in it is negative."""

    denies: bool = False
    """Whether its words have to deny something too."""

    force: bool = True
    """Whether its words have to say what it says; else they only suggest it."""


class MentionMatcher:
    """Compares lines with their words."""

    def __init__(self, words: Words, named: Callable[[str], str], joined: str) -> None:
        """Take the words of marks, how values are printed, and what joins the last two items of a list."""
        self._words, self._named, self._joined = words, named, joined

    def line(
        self, says: LineContents, quoted: Sequence[Mention], around: Sequence[Mention]
    ) -> Iterator[Mark]:
        """The marks of a line: ``quoted`` is named in its words, ``around`` in the whole paragraph."""
        if not says.force:
            return
        yield from self._marks_on_people(says, quoted)
        yield from self._marks_on_places(says, quoted, around)
        yield from self._marks_on_numbers(says, quoted)
        yield from self._marks_on_times(says, quoted)
        if says.denies and not any(mention.kind == "negation" for mention in quoted):
            yield mark_of("look", "negation", self._words["no_denial"])

    def _marks_on_people(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        missing = says.names - says.own - _values("name", quoted)
        others = _values("name", quoted) - says.names - says.excepted
        if missing:
            yield self._mark("name", self._list(others), self._list(missing))

    def _marks_on_places(
        self, says: LineContents, quoted: Sequence[Mention], around: Sequence[Mention]
    ) -> Iterator[Mark]:
        missing = says.places - _values("place", quoted)
        others = _values("place", quoted) - says.places
        if missing and others:
            yield self._mark("place", self._list(others), self._list(missing))
            return
        missing_in_paragraph = missing - says.own - _values("place", around)
        others_in_paragraph = _values("place", around) - says.places - says.own
        if missing_in_paragraph and others_in_paragraph:
            other_places, missing_places = self._list(others_in_paragraph), self._list(missing_in_paragraph)
            text = self._words["other_place_near"].format(other_places, missing_places)
            yield mark_of("look", "place", text)
        elif missing_in_paragraph:
            yield self._mark("place", "", self._list(missing_in_paragraph))

    def _marks_on_numbers(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        numbers = [mention for mention in quoted if mention.kind == "number"]
        counting = [number for number in numbers if not number.values & says.numbers]
        if not says.counts or any(number.values & (says.counts | says.rest) for number in counting):
            return
        other_numbers = _in_quotes([number for number in counting if number.sure])
        if other_numbers or max(says.counts) >= _LEAST_NUMBER_TO_MISS:
            yield self._mark("number", other_numbers, ", ".join(map(str, sorted(says.counts))))

    def _marks_on_times(self, says: LineContents, quoted: Sequence[Mention]) -> Iterator[Mark]:
        times = [mention for mention in quoted if mention.kind == "time"]
        sure_times = [time for time in times if time.sure]
        other_times = _in_quotes(sure_times)
        if says.window and _leaves_out(says.window, sure_times):
            text = self._words["other_span"].format(other_times, *map(time_text, says.window))
            yield mark_of("look", "time", text)
        elif says.clock and not any((time.values | time.within) & says.clock for time in times):
            yield self._mark("time", other_times, ", ".join(map(time_text, sorted(says.clock))))

    def _mark(self, kind: Kind, other: str, meant: str) -> Mark:
        """The mark on words that name something other than what the line means, or nothing of the kind."""
        if other:
            return mark_of("loud", kind, self._words[f"other_{kind}"].format(other, meant))
        return mark_of("quiet", kind, self._words[f"lacks_{kind}"].format(meant))

    def _list(self, values: Collection[str]) -> str:
        """Values as they are printed, in a list: "Anna, Bruno and Clara"; empty for none."""
        texts = sorted(map(self._named, values))
        return self._joined.join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def unsaid(
    lines: Sequence[LineContents], around: Sequence[Mention], spanned: Sequence[Mention] = ()
) -> tuple[Mention, ...]:
    """The names in a paragraph that not one of its lines has.

    Args:
        lines: the lines.
        around: everything that the paragraph names.
        spanned: times in the words of lines that are about a span of time; these count as said.
    """
    said: dict[Kind, set[str | int]] = {"name": set(), "place": set(), "number": set(), "time": set()}
    for line in lines:
        said["name"].update(line.names, line.own, line.excepted)
        said["place"].update(line.places, line.own)
        said["number"].update(line.counts, line.rest, line.numbers)
        said["time"].update(line.times)
    is_anything_denied = any(line.negative for line in lines)
    mentions: list[Mention] = []
    for mention in around:
        if not mention.sure or (mention.kind == "time" and mention in spanned):
            continue
        if mention.kind == "negation":
            is_said = is_anything_denied
        else:
            is_said = not said[mention.kind].isdisjoint(mention.values | mention.within)
        if not is_said:
            mentions.append(mention)
    return tuple(mentions)


def _in_quotes(mentions: Sequence[Mention]) -> str:
    """The words of mentions in quotation marks, as a list; empty for none."""
    return ", ".join(f"“{mention.words}”" for mention in mentions)


def _values(kind: Kind, mentions: Sequence[Mention]) -> frozenset[str]:
    """Everything that the mentions of a kind may mean."""
    values: set[str] = set()
    for mention in mentions:
        if mention.kind == kind:
            values.update(map(str, mention.values))
    return frozenset(values)


def _leaves_out(window: tuple[int, int], times: Sequence[Mention]) -> bool:
    """Whether words that say from when until when leave out some of a span of time."""
    first, last = window
    if last < first:
        # The span goes on into the next day.
        last += DAY
    ranges = [time.within for time in times if len(time.within) > len(time.values)]
    if ranges:
        minutes = {minute % DAY for minute in range(first, last + 1)}
        return not all(minutes <= within for within in ranges)
    readings = [_nearest_reading(first, last, time) for time in times]
    return len(readings) > 1 and (min(readings) > first or max(readings) < last)


def _nearest_reading(first: int, last: int, mention: Mention) -> int:
    """The reading of a time that is nearest to a span, on the same scale."""
    middle = (first + last) // 2
    readings: list[int] = []
    for value in mention.values:
        readings += [int(value) + shift for shift in (-DAY, 0, DAY)]
    return min(readings, key=lambda reading: (abs(reading - middle), reading))

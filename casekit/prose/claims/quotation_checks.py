"""Readers go by the words, proofs by the logic: where both name a time or a number, it must be the same one."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from types import MappingProxyType

from casekit.diagnostics import Finding, Place, codes
from casekit.language.suggestions import name_key
from casekit.logic.formulas import DAY, QUANTIFIERS, Quantified, minutes, time_text
from casekit.prose.claims.sentences import WORD, ProseSentence, Read, paragraph, quoted_words
from casekit.prose.expressions.recognizer import (
    NameIndex,
    SpokenNumber,
    all_times,
    find_numbers,
    find_times,
    hours,
    listed_words,
    sentences,
    straightened,
    words_of,
)
from casekit.prose.expressions.time_and_number_words import NamedTime, minutes_between
from casekit.prose.passages import ProseDocument
from casekit.prose.phrasing import listed

_TIME = r"\d\d:\d\d"
_MOVE = re.compile(r"([+-]) (\d+) min\b")


def times(document: ProseDocument) -> Iterator[Finding]:
    """Statements and rules that name a time their quotation does not, while it names another.

    Who was in the bar from eleven to midnight was there at half past, and "between ten and eleven" may be any time of
    that hour. But where the formula names a range of its own, in which something happened once, its ends are those that
    the words name.
    """
    clock = named_hours(document)
    for quotation, text, place in document.quoting:
        named = [*times_named(text, clock)] if quotation else ()
        spoken = find_times(quotation, document.settings.language) if named else ()
        others = [time for time in spoken if not any(agrees(time, *each) for each in named)]
        if _are_bounds(quotation, spoken, named, document.settings.language):
            continue
        if others and any(not any(agrees(time, *each) for time in spoken) for each in named):
            yield other_time(document, others[0], {time for each, _ in named for time in each}, place, clock)
        elif len({*_VALUE.findall(text)}) == 1 < len(named):
            for end, instead in _other_ends(document, spoken, [each for each, _ in named]):
                yield other_time(document, end, instead, place, clock)


def _are_bounds(
    quotation: str, spoken: Sequence[NamedTime], named: Sequence[tuple[AbstractSet[int], int]], language: str
) -> bool:
    """Whether two times are those of a beginning and an end, and all that a formula names are between them."""
    said = {*WORD.findall(name_key(quotation))} if len(spoken) == _TWO else set[str]()
    if listed_words(language, "bounding").isdisjoint(said):
        return False
    within = minutes_between(spoken[0].readings, spoken[1].readings)
    return not any(within.isdisjoint(each) for each, _ in named)


_TWO = 2
_VALUE = re.compile(r"\) = ([\w-]+)")
"""The value of a fact in a formula."""


def _other_ends(
    document: ProseDocument, spoken: Sequence[NamedTime], named: Sequence[frozenset[int]]
) -> Iterator[tuple[NamedTime, AbstractSet[int]]]:
    """The end of the one range in words, with times of a formula that are outside it, or all of them if they have the last of it and not the first."""
    match spoken:
        case [first, last] if first.within == last.within:
            inside = minutes_between(first.readings, last.readings)
            has_first, has_last = (any(each.readings & one for one in named) for each in spoken)
            outside = frozenset[int]().union(*(each for each in named if each.isdisjoint(inside)))
            sorts, language = document.scope.sort_of_name.values(), document.settings.language
            clock = frozenset[int]().union(*(at for each in sorts for at in hours(each, language).values()))
            if outside:
                yield (last if has_first else first), outside
            elif has_last and not has_first and first.readings & clock:
                yield first, frozenset[int]().union(*named)


Hours = Mapping[str, frozenset[int]]
"""Names of hours, with the minutes that each may be."""


def named_hours(document: ProseDocument) -> Hours:
    """The values of types that are hours in words, of which facts say when something was so."""
    scope, language = document.scope, document.settings.language
    when = {sort for each in scope.functions for sort in each.arguments[1:] + each.arguments[:-1]}
    ordered = [sort for sort in when if sort.ordered and sort.step is None]
    return {value: meant for sort in ordered for value, meant in hours(sort, language).items()}


@lru_cache(maxsize=8)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    """A pattern of times in formulas, which may have names."""
    time = "|".join([_TIME, *(rf"\b{re.escape(each)}\b" for each in sorted(names, key=len, reverse=True))])
    return re.compile(
        rf"(?P<whole>\b(?:every|no) \w+ \w+ in )?"
        rf"(?P<first>{time})(?P<moved>(?: [+-] \d+ min)*)(?: to (?P<last>{time}))?"
    )


def times_named(text: str, clock: Hours = MappingProxyType({})) -> Iterator[tuple[frozenset[int], int]]:
    """The times that a formula names, and how many of these a range in words has to hold; 0 if a range is not enough.

    Minutes added to a time, and both ends of a range, come with what they lead to.
    """
    for match in _pattern(frozenset(clock)).finditer(text):
        said = match.groupdict("00:00")
        first, last = (
            clock.get(said[end]) or frozenset([minutes(said[end]) or 0]) for end in ("first", "last")
        )
        moved = sum(int(f"{sign}{number}") for sign, number in _MOVE.findall(match["moved"]))
        led = frozenset([(each + moved) % DAY for each in first])
        is_within = match["last"] is None or match["whole"] is not None
        yield led | first, int(is_within)
        if match["last"]:
            passed = minutes_between(led, last)
            yield passed, len(passed) // len(led) * is_within


def agrees(spoken: NamedTime, named: AbstractSet[int], enough: int) -> bool:
    """Whether a time in words may be one of a formula, or its range holds enough of these."""
    return not spoken.readings.isdisjoint(named) or 0 < enough <= len(spoken.within & named)


def other_time(
    document: ProseDocument, spoken: NamedTime, named: AbstractSet[int], place: Place, clock: Hours
) -> Finding:
    """The reading that is nearest to a time of the formula is the one that is meant."""
    means, time = min(
        ((reading, time) for reading in sorted(spoken.readings) for time in sorted(named)),
        key=lambda pair: min((pair[0] - pair[1]) % DAY, (pair[1] - pair[0]) % DAY),
    )
    said, instead = (
        next((name for name, at in clock.items() if each in at), time_text(each)) for each in (means, time)
    )
    is_known = any(said in sort.values for sort in document.scope.sort_of_name.values())
    return codes.OTHER_TIME.at(
        document.span(place),
        f'"{spoken.words}" is {said}, and the formula says {instead}',
        hint=f"write `{said}`, or correct the words" if is_known else "correct the words, or the formula",
    )


_COUNTING = {name: form for name, form in QUANTIFIERS.items() if form.has_number}
_COUNTED = re.compile(rf"\b(?P<how>{'|'.join(_COUNTING)}) (?P<number>\d+) (?P<sort>[\w-]+)")
_COMPARED = re.compile(r"(?:\d+ )?(?P<how><=|>=|!=|=|<|>) (?P<after>\d+)(?![\d:])")
_DIGIT = re.compile(r"\d")
_REST = re.compile(r"\b(?:but|except|save|sauf|excepté|hormis)\b", re.IGNORECASE)

_NEIGHBOUR: Mapping[str, int] = {
    **{name: -1 for name, form in _COUNTING.items() if form.most is None},
    **{name: 1 for name, form in _COUNTING.items() if form.least is None},
    "<=": 1,
    ">=": -1,
    "<": -1,
    ">": 1,
}
"""The next number, for other words: at least two are "more than one", fewer than three are "at most two"."""


def counts(document: ProseDocument) -> Iterator[Finding]:
    """Statements and rules that name a number which nobody says, while their quotation counts otherwise."""
    for quotation, text, place in document.quoting:
        named = [*_counts_named(document, text, quotation)] if quotation and _DIGIT.search(text) else []
        spoken = find_numbers(quotation, document.settings.language) if named else ()
        some = [each for each in spoken if not _is_everybody(document, text, quotation, each)]
        counted = frozenset[int]().union(*(numbers for _, numbers in named))
        others = [each for each in some if each.counts and each.number not in counted]
        unsaid = [meant for meant, numbers in named if numbers.isdisjoint(each.number for each in some)]
        if others and unsaid:
            yield codes.OTHER_NUMBER.at(
                document.span(place),
                f'"{others[0].words}" is {others[0].number}, and the formula says {unsaid[0]}',
                hint="correct the formula or the words, or quote other words",
            )


def _counts_named(document: ProseDocument, text: str, quotation: str) -> Iterator[tuple[str, frozenset[int]]]:
    """The numbers of a formula as it has them, each with those that may be said for it."""
    for match in _COUNTED.finditer(text):
        number, how = int(match["number"]), match["how"]
        numbers = {number, number + _NEIGHBOUR.get(how, 0)}
        if _REST.search(quotation):
            numbers |= {size - one for size in _sizes(document, match["sort"]) for one in numbers}
        yield f"{how} {number}", frozenset(numbers)
    for match in _COMPARED.finditer(text):
        number = int(match["after"])
        yield str(number), frozenset((number, number + _NEIGHBOUR.get(match["how"], 0)))
    for passed in [int(number) for _, number in _MOVE.findall(text)]:
        yield f"{passed} min", frozenset((passed, passed if passed % 60 else passed // 60))


def _is_everybody(document: ProseDocument, text: str, quotation: str, one: SpokenNumber) -> bool:
    """Whether a number is how many there are in all: "nobody else of the twelve"."""
    sizes = {size for match in _COUNTED.finditer(text) for size in _sizes(document, match["sort"])}
    among = rf"\b(?:of|among|the|us|you|them|all|des|les|parmi|nous|vous)\s+{re.escape(one.words)}\b"
    return one.number in sizes and re.search(among, quotation, re.IGNORECASE) is not None


def _sizes(document: ProseDocument, sort: str) -> tuple[int, ...]:
    known = document.scope.sort_of_name.get(sort)
    return () if known is None else (len(known.values),)


def found_early(document: ProseDocument, read: Read) -> Iterator[Finding]:
    """A presentation in which the victim is found before it happened."""
    words, language = words_of(document.settings.language), document.settings.language
    found, done = list[tuple[ProseSentence, NamedTime]](), list[NamedTime]()
    for _, prose, text in read if words else ():
        for start, end in sentences(text):
            said = text[start:end]
            times = all_times(straightened(said), language)
            if words and len(times) == 1 and re.search(words["found"], said, re.IGNORECASE):
                found.append((ProseSentence(document, prose, start, end), times[0]))
            else:
                done += times_done(said, language)
    for at, time in found[:1] if len({each.readings for each in done}) == 1 else ():
        before = min((after - first) % DAY for first in time.readings for after in done[0].readings)
        if 0 < before <= _SOON:
            yield at.finding(
                codes.OTHER_TIME,
                f'the victim is found at "{time.words}", before it happened, at "{done[0].words}"',
                "correct one of the times",
            )


def times_done(said: str, language: str) -> Iterator[NamedTime]:
    """The times at which the words of a sentence say that it was done."""
    words = words_of(language)
    for part in re.split("[;:]", said):  # "it is locked at ten: whoever did it had a key"
        named = find_times(part, language) if words and re.search(words["done"], part, re.IGNORECASE) else ()
        yield from named if len(named) == 1 else ()


_SOON = 120
"""Whoever is found earlier by more minutes is found the next day."""


def more_hours(document: ProseDocument) -> Iterator[Finding]:
    """Lines about every time of a type whose quotations name some of these times alone, and nothing that lasted."""
    language = document.settings.language
    lines = (line for each in document.passages for line in each.statements if line.quotation)
    for line in lines:
        match line.formula:
            case Quantified("every", _, variable):
                clock = hours(variable.sort, language)
            case _:
                continue
        spoken = all_times(straightened(line.quotation), language) if len(clock) > 1 else ()
        if not spoken or any(each.vague or len(each.within) > len(each.readings) for each in spoken):
            continue
        named = frozenset[int]().union(*(each.readings for each in spoken))
        unsaid = [value for value, at in clock.items() if at.isdisjoint(named)]
        said = {*WORD.findall(name_key(line.quotation))}
        is_arrival = len(spoken) == 1 and said.isdisjoint(listed_words(language, "being"))  # "I came at nine"
        lasted = not said.isdisjoint(listed_words(language, "lasting"))
        if unsaid and len(unsaid) + len(spoken) == len(clock) and not (is_arrival or lasted):
            yield codes.OTHER_TIME.at(
                document.span(line.place),
                f'the formula is about {listed(unsaid)} too, and "{line.quotation}" does not say so',
                hint="state the times that the words name, or quote words for all of them",
            )


def other_days(document: ProseDocument, read: Read, names: NameIndex) -> Iterator[Finding]:
    """Days that are named once, in a sentence that a line on the time of the case quotes."""
    words, clock = words_of(document.settings.language), named_hours(document)
    pattern = re.compile(words["days"] if words else "(?!)", re.IGNORECASE)
    yield from _days_after(document, read, names)
    found = [
        (voice, text, ProseSentence(document, prose, *match.span()))
        for voice, prose, text in read
        for match in pattern.finditer(text)
    ]
    named = Counter(name_key(at.words) for _, _, at in found)
    for voice, text, at in found:
        lines = (each for each in voice.passage.statements if each.mode == "plain" and each.quotation)
        timed = (each.quotation for each in lines if any(times_named(each.text, clock)))
        quoted = ((each, quoted_words([(at.prose, text)], each)) for each in timed)
        beside = (each for each, words in quoted if words and words.first <= at.start < words.last)
        if named[name_key(at.words)] == 1 and (quotation := next(beside, "")):
            yield at.finding(
                codes.OTHER_TIME,
                f'"{at.words}" is said beside "{quotation}", whose line is about the time of the case',
                "correct the day, or the line",
            )


def _days_after(document: ProseDocument, read: Read, names: NameIndex) -> Iterator[Finding]:
    """Sentences in which something has been done on the day after that of the case."""
    language = document.settings.language
    known = words_of(language)
    week = str(known["weekdays"]).split(", ") if known else []
    past = listed_words(language, "past")
    dating, today = listed_words(language, "dated"), names.day
    opening = name_key(" ".join([text for voice, _, text in read if voice is read[0][0]]))
    after = week[(week.index(today) + 1) % len(week)] if today else ""
    today = "" if after in opening else today
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(dating))}) {after}\b", re.IGNORECASE)
    for voice, prose, text in read if today else ():
        said = paragraph(text, voice.speaker, voice.place, names)
        for match in pattern.finditer(said.text) if after in name_key(text) else ():
            number = max(at for at, (start, _) in enumerate(said.stretches) if start <= match.start())
            words, letters = said.words(number), said.letters(number)
            day = next(at for at, (_, word) in enumerate(words) if word.start >= match.start())
            first = max((each.end() for each in _CLAUSE.finditer(letters, 0, day)), default=0)
            last = next((each.start() for each in _CLAUSE.finditer(letters, day)), len(letters))
            clause = [(letter, name_key(word.text)) for letter, word in words[first:last]]
            own = "".join(
                ["@" if word.text.istitle() and letter == "X" else letter for letter, word in words]
            )
            # Of the victim, that is: "he gave me", "I told Mr Tandy". Others may have asked this morning.
            is_said = voice.speaker and past & {word for _, word in clause} and {*own[first:last]} & {*"HOW@"}
            is_done = is_said or not _DONE.isdisjoint(own[first:last])
            doubts = {word for letter, word in clause if letter == "?"} - past - {after}
            if is_done and not (doubts or _TO_COME.search(own, first, last)):
                at = ProseSentence(document, prose, *match.span())
                yield at.finding(
                    codes.OTHER_TIME,
                    f'"{at.words}" is the day after {today.capitalize()}, on which the presentation opens',
                    "correct the day, or say which one it was",
                )


_CLAUSE = re.compile(r"[,;:&.]|C(?=L*[NIWHDdqJX])")
_DONE = frozenset("BGSgolcv")
"""The letters of verbs of the past."""
_TO_COME = re.compile(r"[!bz]|i(?![DdPNqOWIHMLTtA#%'@])")
"""The letters of what has not come or always comes: "would", "to go"."""

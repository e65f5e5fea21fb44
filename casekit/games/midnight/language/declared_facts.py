"""The facts that a case declares and an edition adds, and what is wrong with them.

They are clocks, distances, groups, and the sentences of facts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from casekit.diagnostics import Finding, Source, codes
from casekit.games.midnight.codes import (
    IMPOSSIBLE_CLOCK,
    MISSING_PLACEHOLDER,
    SAME_SENTENCE,
    UNKNOWN_PLACEHOLDER,
)
from casekit.games.midnight.document import Edition
from casekit.games.midnight.language.line_forms import ClockNode, FunctionNode, GroupNode
from casekit.language.formula.nodes import (
    ALSO,
    PLACEHOLDER,
    VALUE,
    FactSentences,
    Measure,
    Scope,
    Word,
    placeholders,
)
from casekit.language.suggestions import did_you_mean
from casekit.logic.formulas import DAY, Function, Sort, minutes, time_text

MOST_TIMES = 300
"""The most values of a clock: a day in steps of five minutes has 288."""


def read_clock(node: ClockNode, source: Source) -> Sort | Finding:
    """The type of a clock, or why there is none. A clock that ends before it begins passes midnight."""
    first, last, step = minutes(node.first.text), minutes(node.last.text), int(node.minutes.text)
    for word, time in ((node.first, first), (node.last, last)):
        if time is None:
            hint = "write a time from 00:00 to 23:59; a clock may pass midnight"
            return _impossible(word, source, f"no day has a time `{word.text}`", hint)
    if first is None or last is None or first == last:
        return _impossible(
            node.last, source, "this clock ends when it begins, so it has no steps", "let it end later"
        )
    length = (last - first) % DAY
    if step == 0:
        hint = "write the minutes of a step, as in `every 5 min`"
        return _impossible(node.minutes, source, "a clock that goes every 0 min does not go", hint)
    if length % step:
        before = first + length - length % step
        times = [time for time in map(time_text, (before, before + step)) if time != node.first.text]
        message = f"every {step} min from {node.first.text}, this clock never comes to {node.last.text}"
        return _impossible(node.last, source, message, f"write `{'` or `'.join(times)}`, or change its step")
    if length // step >= MOST_TIMES:
        midnight = ", past midnight" if last < first else ""
        message = f"from {node.first.text} to {node.last.text}{midnight}, this clock has {length // step + 1:,} times"
        hint = f"use longer steps or a shorter time; {MOST_TIMES} times are possible"
        return _impossible(node.minutes, source, message, hint)
    times = [time_text(first + passed) for passed in range(0, length + 1, step)]
    return Sort(node.name.text, tuple(times), ordered=True)


def _impossible(word: Word, source: Source, message: str, hint: str) -> Finding:
    return IMPOSSIBLE_CLOCK.at(source.span(word.start, word.end), message, hint=hint)


STEPS = "steps"
"""The name of distances in formulas."""


def steps(edition: Edition, zone: Function) -> Measure:
    """The moves from one location to another along the ways between zones; none within a zone."""
    ways = {at.number: tuple(dict.fromkeys(at.ways)) for at in edition.zones}
    table: dict[tuple[str, ...], int] = {}
    for start in ways:
        for end, moves in _reached(start, ways).items():
            table[f"zone-{start}", f"zone-{end}"] = moves
    (location,) = zone.arguments
    return Measure(STEPS, (location, location), table, zone)


def _reached(start: int, ways: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """The moves to every zone that can be reached from one."""
    moves = {start: 0}
    waiting = [start]
    for zone in waiting:
        for way in ways.get(zone, ()):
            if way not in moves:
                moves[way] = moves[zone] + 1
                waiting.append(way)
    return moves


def read_group(node: GroupNode, scope: Scope, source: Source) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """The values of a group, and what is wrong with them; wrong ones are left out."""
    problems = [*_not_values(node, scope, source), *_repeated_values(node, source)]
    known = [word for word in node.values if word.text in scope.sorts_of_value]
    if not problems:
        problems += _mixed_values(node.name, known, scope, source)
    return tuple(dict.fromkeys(word.text for word in known)), tuple(problems)


def _not_values(node: GroupNode, scope: Scope, source: Source) -> Iterator[Finding]:
    known = {**dict.fromkeys(scope.groups, "a group"), **dict.fromkeys(scope.function_of_name, "a fact")}
    for word in node.values:
        if word.text in scope.sorts_of_value:
            continue
        what = known.get(word.text)
        code = codes.WRONG_TYPE if what else codes.UNKNOWN_NAME
        yield code.at(
            source.span(word.start, word.end),
            f"`{word.text}` is {what}, not a value" if what else f"nothing is called `{word.text}`",
            hint=did_you_mean(
                word.text, scope.sorts_of_value, "name values of a type, as in `group women: ANNA, GRETA`"
            ),
        )


def _repeated_values(node: GroupNode, source: Source) -> Iterator[Finding]:
    seen: set[str] = set()
    for word in node.values:
        if word.text in seen:
            yield codes.DUPLICATE_NAME.at(
                source.span(word.start, word.end),
                f"`{word.text}` is in `{node.name.text}` already",
                hint="name each value once",
            )
        seen.add(word.text)


def _mixed_values(name: Word, values: Iterable[Word], scope: Scope, source: Source) -> Iterator[Finding]:
    """That no type has all values: the first one is named that shares no type with those before it."""
    first, *others = values
    sorts = scope.sorts_of_value[first.text]
    for word in others:
        shared = tuple(sort for sort in sorts if word.text in sort.values)
        if not shared:
            yield codes.WRONG_TYPE.at(
                source.span(word.start, word.end),
                f"`{word.text}` is not a {sorts[0].name}; all of `{name.text}` have one type",
                hint=f"name a {sorts[0].name}, or declare two groups",
            )
            return
        sorts = shared


_BRACKETED = re.compile(r"\(\s*(\w{0,40})\s*\)")
"""A single word in brackets is meant as a placeholder."""


def read_sentences(node: FunctionNode, source: Source) -> tuple[FactSentences | None, tuple[Finding, ...]]:
    """The sentences of a declared fact, or what is wrong with them; wrong ones are left out."""
    if not node.sentences:
        return None, ()
    needed = [str(number) for number in range(1, len(node.arguments) + 1)]
    if node.values:
        needed.append(VALUE)
    problems: list[Finding] = []
    for sentence in node.sentences:
        problems += _wrong_placeholders(sentence, needed, node, source)
    texts = [sentence.text for sentence in node.sentences]
    if not problems and len(set(texts)) < len(texts):
        problem = SAME_SENTENCE.at(
            source.span(node.sentences[-1].start, node.sentences[-1].end),
            f"both sentences of `{node.name.text}` say the same",
            hint="write as the second one what is said if it is not so, or leave it out",
        )
        problems.append(problem)
    if problems:
        return None, tuple(problems)
    so, *others_so = _ways_to_say(texts[0])
    not_so, *others_not_so = _ways_to_say(texts[1] if len(texts) > 1 else "")
    also = (*((way, True) for way in others_so), *((way, False) for way in others_not_so))
    return FactSentences(so, not_so, also), ()


def _ways_to_say(sentence: str) -> list[str]:
    """The ways to say the same that a sentence gives, without full stops: they would be amid a sentence."""
    return [way.rstrip(" .") for way in sentence.split(ALSO)]


def _wrong_placeholders(
    sentence: Word, needed: list[str], node: FunctionNode, source: Source
) -> Iterator[Finding]:
    """Placeholders that mean nothing, or the first one that is missing."""
    place = source.span(sentence.start, sentence.end)
    if not sentence.text.strip(" ."):
        yield MISSING_PLACEHOLDER.at(place, "this sentence is empty", hint=_hint(needed, node.name.text))
        return
    unknown = list(_unknown_placeholders(sentence, needed, node, source))
    yield from unknown
    # A placeholder is needed in each way to say the sentence.
    in_all_ways = set(needed).intersection(*map(placeholders, sentence.text.split(ALSO)))
    missing = [placeholder for placeholder in needed if placeholder not in in_all_ways]
    if missing and not unknown:
        listed = " and ".join(f"`({placeholder})`" for placeholder in missing)
        yield MISSING_PLACEHOLDER.at(
            place,
            f"this sentence of `{node.name.text}` lacks {listed}: {_doubt(missing[0], node)}",
            hint=_hint(needed, node.name.text),
        )


def _unknown_placeholders(
    sentence: Word, needed: list[str], node: FunctionNode, source: Source
) -> Iterator[Finding]:
    for match in _BRACKETED.finditer(source.text[sentence.start : sentence.end]):
        if not PLACEHOLDER.fullmatch(match[0]) or match[1] not in needed:
            yield UNKNOWN_PLACEHOLDER.at(
                source.span(sentence.start + match.start(), sentence.start + match.end()),
                _why_unknown(match[0], match[1], node),
                hint=_hint(needed, node.name.text),
            )


def _why_unknown(text: str, inner: str, node: FunctionNode) -> str:
    name, count = node.name.text, len(node.arguments)
    if inner == VALUE and not node.values:
        return f"`{name}` is yes or no, so it has no `(value)` to put here"
    if inner.isdecimal() and f"({inner})" == text:
        takes = "no arguments" if count == 0 else "one argument" if count == 1 else f"{count} arguments"
        return f"`{name}` has {takes}, so `{text}` is nothing"
    return f"`{text}` is no placeholder"


def _doubt(placeholder: str, node: FunctionNode) -> str:
    """The doubt that readers would have without a placeholder."""
    if placeholder == VALUE:
        return "readers would not know which value is meant"
    return f"readers would not know which {node.arguments[int(placeholder) - 1].text} is meant"


def _hint(needed: list[str], name: str) -> str:
    if not needed:
        return f'write a clause that says `{name}`, such as "the lamp was lit"'
    listed = ", ".join(f"`({placeholder})`" for placeholder in needed)
    return f"use {listed}; other words need no brackets"

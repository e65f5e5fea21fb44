"""The clocks that a case declares, and what is wrong with them."""

from casekit.diagnostics import Diagnostic, Source
from casekit.games.midnight import codes
from casekit.games.midnight.reading.case_tree import ClockNode
from casekit.language.formula.clocks import DAY, minutes, time_text
from casekit.language.formula.nodes import Word
from casekit.model.logic import Sort

MOST_TIMES = 300
"""The most values of a clock: a day in steps of five minutes has 288."""


def read_clock(node: ClockNode, source: Source) -> Sort | Diagnostic:
    """The type of a clock, or why there is none. A clock that ends before it begins passes midnight."""
    first, last, step = minutes(node.first.text), minutes(node.last.text), int(node.minutes.text)
    for word, time in ((node.first, first), (node.last, last)):
        if time is None:
            hint = "write a time from 00:00 to 23:59; a clock may pass midnight"
            return _impossible(word, source, f"no day has a time `{word.text}`", hint)
    if first is None or last is None or first == last:
        message = "this clock ends when it begins, so it has no steps"
        return _impossible(node.last, source, message, "let it end later")
    length = (last - first) % DAY
    if step == 0:
        message, hint = (
            "a clock that goes every 0 min does not go",
            "write the minutes of a step, as in `every 5 min`",
        )
        return _impossible(node.minutes, source, message, hint)
    if length % step:
        times = [time_text(first + length - length % step), time_text(first + length - length % step + step)]
        message = f"every {step} min from {node.first.text}, this clock never comes to {node.last.text}"
        some = [time for time in times if time != node.first.text]
        return _impossible(node.last, source, message, f"write `{'` or `'.join(some)}`, or change its step")
    if length // step >= MOST_TIMES:
        midnight = ", past midnight" if last < first else ""
        message = f"from {node.first.text} to {node.last.text}{midnight}, this clock has {length // step + 1:,} times"
        hint = f"use longer steps or a shorter time; {MOST_TIMES} times are possible"
        return _impossible(node.minutes, source, message, hint)
    times = [time_text(first + passed) for passed in range(0, length + 1, step)]
    return Sort(node.name.text, tuple(times), ordered=True)


def _impossible(word: Word, source: Source, message: str, hint: str) -> Diagnostic:
    return Diagnostic(codes.IMPOSSIBLE_CLOCK, message, source.span(word.start, word.end), hint=hint)

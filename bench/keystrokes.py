"""The language server's side of typing: a case looked over again after each keystroke, beside a whole check in process.

A re-check is all that a keystroke costs before its findings are sent: the change of the text, parsing, typing, the checks
without deduction, and the findings as messages of the protocol. Deduction goes on in a process of its own. Times are of the processor.
"""

import re
from collections.abc import Iterator
from itertools import cycle
from statistics import quantiles
from time import process_time

from bench.example import FILE
from bench.measure import Row, timed
from casekit.editor import protocol_words
from casekit.editor.positions import TextChange, TextRange
from casekit.editor.session import OpenText, Session, findings_of
from casekit.games.editions import Editions
from casekit.pipeline import checking

ROUNDS = 300
_PROSE = re.compile(r"^[A-Z][^\n~=]*$", re.MULTILINE)
_LOGIC = re.compile(r"^~ [^\n\"]*", re.MULTILINE)


def rows() -> Iterator[Row]:
    """The median and the slowest twentieth of keystrokes, in prose and in lines of logic; the first look."""
    data = FILE.read_bytes()
    shelf = Editions().of(FILE.parent)
    whole = [timed(lambda: checking.check_bytes(data, FILE.name, shelf), process_time) for _ in range(5)]
    check = sorted(whole)[len(whole) // 2]
    for kind, pattern in (("prose", _PROSE), ("logic", _LOGIC)):
        times = quantiles(_keystrokes(pattern), n=20)
        yield Row(f"re-check, a keystroke in {kind}: median", times[9], "a whole check", check)
        yield Row(f"re-check, a keystroke in {kind}: 95 %", times[18], "a whole check", check)
    first = [timed(_opened, process_time) for _ in range(5)]
    yield Row("first findings of an opened case", sorted(first)[2], "a whole check", check)


def _opened() -> tuple[Session, OpenText]:
    session = Session()
    opened = session.begin(FILE.as_uri(), FILE, 1, FILE.read_text(encoding="utf-8"))
    protocol_words.published(opened, findings_of(opened))
    return session, opened


def _keystrokes(pattern: re.Pattern[str]) -> list[float]:
    """The times of keystrokes at the ends of lines from all over the case, each of which stays."""
    session, opened = _opened()
    lines = [match.end() for match in pattern.finditer(opened.text)]
    step = max(1, len(lines) // 40)
    times = []
    for number, (at, char) in enumerate(zip(cycle(lines[::-step]), cycle("and so on, "), strict=False)):
        if number == ROUNDS:
            break
        place = opened.places.position(at)
        change = TextChange(TextRange(place, place), char)

        def work(change: TextChange = change, version: int = number) -> None:
            session.change(opened.uri, version, (change,))
            protocol_words.published(opened, findings_of(opened))

        times.append(timed(work, process_time))
    return times

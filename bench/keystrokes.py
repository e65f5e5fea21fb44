"""The language server's side of typing: a case looked over again after each keystroke, beside a whole check in process.

A re-check is all that a keystroke costs before its findings are sent: the change of the text, parsing, typing, the checks
without deduction, and the findings as messages of the protocol. Deduction goes on in a process of its own. Times are of the
processor, and by the clock those of the slowest twentieth, which a machine with other work makes longer.

Python looks for garbage as in the server: among what is young when the findings are sent, which is not counted, and among
everything when the writer rests, which nobody does here.
"""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from statistics import median, quantiles
from time import perf_counter, process_time

from lsprotocol import types

from bench.example import FILE
from bench.measure import Row, Scale, timed
from casekit.editor.lsp import conversions
from casekit.editor.session import OpenText, Session, findings_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking
from casekit.system.process_limits import collect_when_told

ROUNDS = 300
KINDS = {
    "prose": re.compile(r"^[A-Z][^\n~=:]*$", re.MULTILINE),
    "logic": re.compile(r"^~ [^\n\"]*", re.MULTILINE),
    "the header": re.compile(r"^(?:title|victim|author): [^\n]*", re.MULTILINE),
    "facts": re.compile(r"^[a-z][\w-]*\([a-z, ]*\)(?=[:\n ])", re.MULTILINE),
}
"""Where somebody types, by what is there: at the end of each match."""


def rows(scale: Scale) -> Iterator[Row]:
    """The median and the slowest twentieth of keystrokes of each kind; the first look."""
    data = FILE.read_bytes()
    edition = EditionFinder().of(FILE.parent)
    whole = [
        timed(lambda: checking.check_bytes(data, FILE.name, edition), process_time)
        for _ in range(scale.of(5, 1))
    ]
    check = median(whole)
    with _collecting_as_the_server_does():
        for kind, pattern in KINDS.items():
            typed = _keystrokes(pattern, scale.of(ROUNDS, 2))
            worked, waited = (quantiles(times, n=20) for times in zip(*typed, strict=True))
            yield Row(f"re-check, a keystroke in {kind}: median", worked[9], "a whole check", check)
            yield Row(f"re-check, a keystroke in {kind}: 95 %", worked[18], "a whole check", check)
            yield Row("the same by the clock: 95 %", waited[18], "a whole check", check)
    first = [timed(_opened, process_time) for _ in range(scale.of(5, 1))]
    yield Row("first findings of an opened case", median(first), "a whole check", check)


@contextmanager
def _collecting_as_the_server_does() -> Iterator[None]:
    before = gc.get_threshold()
    collect_when_told()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _opened() -> tuple[Session, OpenText]:
    session = Session()
    opened = session.begin(FILE.as_uri(), FILE, 1, FILE.read_text(encoding="utf-8"))
    conversions.published(opened, findings_of(opened))
    return session, opened


def _keystrokes(pattern: re.Pattern[str], rounds: int) -> list[tuple[float, float]]:
    """The times of keystrokes at the ends of matches from all over the case, each of which stays: worked, and waited."""
    session, opened = _opened()
    ends = [match.end() for match in pattern.finditer(opened.state.text)]
    step = max(1, len(ends) // 40)
    times = []
    for number, (at, char) in enumerate(zip(cycle(ends[::-step]), cycle("and so on, "), strict=False)):
        if number == rounds:
            break
        place = opened.places.position(at)
        change = types.TextDocumentContentChangePartial(types.Range(place, place), char)
        began, begun = process_time(), perf_counter()
        session.change(opened.uri, number, (change,))
        conversions.published(opened, findings_of(opened))
        times.append(((process_time() - began) * 1000, (perf_counter() - begun) * 1000))
        gc.collect(0)
    return times

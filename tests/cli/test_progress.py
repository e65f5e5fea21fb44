"""The progress bar costs no more than a few strokes a second, however fast work goes on."""

import io
import sys

from casekit.cli import streams


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_is_drawn_ten_times_a_second_and_not_once_a_step(monkeypatch):
    from rich import live

    rates, drawn, draw = [], [], live.Live.refresh

    class Clock:
        """Says how often it would draw, and never does."""

        def __init__(self, _, rate):
            rates.append(rate)

        def start(self):
            pass

        stop = join = start

    def counted(self):
        drawn.append(self)
        draw(self)

    monkeypatch.setattr(live, "_RefreshThread", Clock)
    monkeypatch.setattr(live.Live, "refresh", counted)
    monkeypatch.setattr(streams, "_SECONDS_BEFORE_PROGRESS", -1.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with streams.progress(4_000) as step:
        for _ in range(2_000):
            step("a.case")
        step("b.case", 2_000)
    assert [10] == rates
    assert len(drawn) <= 2  # when it begins and when it ends
    assert "a.case" in sys.stderr.getvalue()
    assert "b.case" in sys.stderr.getvalue()

"""Figures as small charts on a page; ``templates/charts.html`` shows them."""

from collections.abc import Iterable
from dataclasses import dataclass

from casekit.asking.wording import capital
from casekit.print.text.prose import plain


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a chart on a page: ``share`` of the longest bar in percent, ``told`` what is counted."""

    label: str
    value: str
    share: float
    told: tuple[str, ...] = ()
    mark: str = ""


def bars(rows: Iterable[tuple[str, int, str, tuple[str, ...], str]]) -> tuple[Bar, ...]:
    """Rows of a label, a number, what is after the number, what is counted, and a mark."""
    shown = tuple(rows)
    most = max([value for _, value, _, _, _ in shown], default=1) or 1
    return tuple(
        Bar(plain(capital(label)), f"{value}{more}", round(100 * value / most, 1), told, mark)
        for label, value, more, told, mark in shown
    )

"""Cases held to thresholds, and to the figures that they had in an earlier answer of ``casekit report --json``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casekit.asking.figures.figure_forms import (
    Gauge,
    GaugeRow,
    Limit,
    missed_limits,
    side_by_side,
    without_figures,
)
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.editions import is_edition
from casekit.pipeline.checking import Checked

Answers = Mapping[str, Mapping[str, Any]]
"""The cases of an earlier answer, by file."""


class ForeignFiguresError(ValueError):
    """An earlier answer has figures of another form; the message names its case."""


@dataclass(frozen=True)
class Held:
    """The comparison: the figures of each case side by side, by file, and what is wrong with them.

    ``unknown`` are thresholds for figures that no case has; they are for the thresholds' writer, not for the cases.
    """

    rows: Mapping[str, tuple[GaugeRow, ...]]
    diagnostics: tuple[Diagnostic, ...]
    unknown: tuple[Limit, ...] = ()


def hold(
    checked: Sequence["Checked"], limits: Sequence[Limit], earlier: Answers | None, named: Iterable[str]
) -> Held:
    """Hold cases to thresholds and to an earlier answer, if there is one.

    ``named`` are the files and folders that were asked about: earlier cases elsewhere are not missed.

    Raises:
        ForeignFiguresError: if the earlier answer was made by a version of casekit whose figures are of another form.
    """
    before = _paired(checked, earlier or {})
    rows: dict[str, tuple[GaugeRow, ...]] = {}
    found: list[Diagnostic] = []
    gauges: list[Gauge] = []
    for each in checked:
        was = before.get(each.file)
        if each.figures is None:
            found += [] if was is None or not was["measured"] else [_not_measured(each)]
            continue
        now = each.game.figures().gauges_of(each.figures.as_json())
        gauges += now
        then = None if was is None or not was["measured"] else _earlier_gauges(each, was)
        rows[each.file] = side_by_side(now, then)
        found += _missed(each, limits, rows[each.file])
    gone = earlier.keys() - {was["file"] for was in before.values()} if earlier else set()
    found += [_gone(file) for file in sorted(gone) if _within(file, tuple(named))]
    unknown = without_figures(limits, gauges) if gauges else ()
    return Held(rows, tuple(found), unknown)


def _paired(checked: Sequence["Checked"], earlier: Answers) -> dict[str, Mapping[str, Any]]:
    """The earlier figures of each case: those of its file, or of a file that is gone and had its title."""
    by_name = {_plain(file): case for file, case in earlier.items()}
    names = {each.file: _plain(each.file) for each in checked}
    pairs = {file: by_name[name] for file, name in names.items() if name in by_name}
    here = set(names.values())
    gone = {case.get("title"): case for name, case in by_name.items() if name not in here}
    for each in checked:
        title = each.document.title if each.document else None
        if each.file not in pairs and title and title in gone:
            pairs[each.file] = gone.pop(title)
    return pairs


def _plain(file: str) -> str:
    return Path(file.replace("\\", "/")).as_posix()


def _earlier_gauges(each: Checked, was: Mapping[str, Any]) -> tuple[Gauge, ...]:
    try:
        return each.game.figures().gauges_of(dict(was))
    except (KeyError, TypeError, AttributeError) as error:
        raise ForeignFiguresError(each.file) from error


def _missed(each: Checked, limits: Sequence[Limit], rows: Sequence[GaugeRow]) -> Iterator[Diagnostic]:
    for threshold, row in missed_limits(limits, rows):
        yield Diagnostic(
            codes.LOST_FIGURE,
            f"{row}; the threshold is `{threshold}`",
            each.source.whole(),
            hint=(
                "raise --budget: there may be more than was counted"
                if not row.now.exact
                else "see `casekit diff` for what changed; if this is meant, allow it with --gate"
            ),
        )


def _not_measured(each: Checked) -> Diagnostic:
    return Diagnostic(
        codes.NOT_MEASURED_NOW,
        "this case had figures before and cannot be measured now",
        each.source.whole(),
        hint="fix the errors that are reported for it",
    )


def _gone(file: str) -> Diagnostic:
    return Diagnostic(
        codes.CASE_GONE,
        "this case was measured before and is not here now",
        Span(file),
        hint="if it was removed on purpose, write the figures to compare with once more",
    )


def _within(file: str, named: Sequence[str]) -> bool:
    """Whether a file would have been looked at, were it there."""
    place = Path(_plain(file)).absolute()
    for each in named:
        path = Path(each).absolute()
        folder = path.parent if is_edition(path) else path
        if place == path or place.is_relative_to(folder):
            return True
    return False

"""Figures of cases, held to thresholds and to those of an earlier answer of ``casekit report --json``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from casekit.analysis.analyzer import Findings
from casekit.analysis.figures.metric_changes import MetricChange, side_by_side
from casekit.analysis.figures.metrics import Metric
from casekit.analysis.figures.thresholds import Threshold, missed_thresholds
from casekit.diagnostics import Finding, MisuseError, Source, Span, codes
from casekit.kit.editions import is_edition
from casekit.pipeline.checking import CheckedDocument

EarlierFigures = Mapping[str, Any]
"""A case of an earlier answer, as ``casekit report --json`` writes it."""

EarlierCases = Mapping[str, EarlierFigures]
"""The cases of an earlier answer, by file."""


def compare_with_thresholds(
    checked: Sequence[CheckedDocument],
    thresholds: Sequence[Threshold],
    earlier: EarlierCases | None,
    named_paths: Iterable[str],
) -> tuple[Mapping[str, tuple[MetricChange, ...]], Findings]:
    """Hold cases to thresholds and to an earlier answer, if there is one.

    Args:
        checked: the cases.
        thresholds: what their figures have to be.
        earlier: the cases of the earlier answer.
        named_paths: the files and folders that were asked about: earlier cases elsewhere are not missed.

    Returns:
        The figures of each case beside the earlier ones, by file, and the findings on them.

    Raises:
        MisuseError: if a threshold is for a figure that no case has, or the earlier answer was made by a
            version of casekit whose figures are of another form.
    """
    earlier_of_file = _earlier_by_file(checked, earlier or {})
    measured_earlier = {file: figures for file, figures in earlier_of_file.items() if figures["measured"]}
    rows: dict[str, tuple[MetricChange, ...]] = {}
    findings: list[Finding] = []
    gauges: list[Metric] = []
    for case in checked:
        earlier_figures = measured_earlier.get(case.file)
        if case.figures is not None:
            gauges_now = case.game.wording.metrics_spec().gauges_of(case.figures.as_json())
            gauges += gauges_now
            earlier_gauges = None if earlier_figures is None else _earlier_gauges(case, earlier_figures)
            rows[case.file] = side_by_side(gauges_now, earlier_gauges)
            for threshold, row in missed_thresholds(thresholds, rows[case.file]):
                findings.append(_lost_figure(case, threshold, row))
        elif earlier_figures is not None:
            findings.append(_not_measured_now(case.source))
    findings += _findings_on_gone_cases(earlier_of_file, earlier or {}, tuple(named_paths))
    unknown = [threshold for threshold in thresholds if not any(map(threshold.concerns, gauges))]
    if gauges and unknown:
        changes = chain.from_iterable(rows.values())
        measures = ", ".join(dict.fromkeys([change.now.measure for change in changes]))
        raise MisuseError(
            f"no case has a figure for `{unknown[0].text}`: name one of {measures}; "
            "tables have others (--tables)"
        )
    return rows, tuple(findings)


def _not_measured_now(source: Source) -> Finding:
    return codes.NOT_MEASURED_NOW.at(
        source.whole(),
        "this case had figures before and cannot be measured now",
        hint="fix the errors that are reported for it",
    )


def _findings_on_gone_cases(
    earlier_of_file: EarlierCases, earlier: EarlierCases, named_paths: Sequence[str]
) -> Iterator[Finding]:
    """A finding for each earlier case that no case of now is, though its file is among the paths."""
    still_there = {figures["file"] for figures in earlier_of_file.values()}
    for file in sorted(earlier.keys() - still_there):
        if _is_among(file, named_paths):
            yield codes.CASE_GONE.at(
                Span(file),
                "this case was measured before and is not here now",
                hint="if it was removed on purpose, write the figures to compare with once more",
            )


def _earlier_by_file(checked: Sequence[CheckedDocument], earlier: EarlierCases) -> dict[str, EarlierFigures]:
    """The earlier figures of each case: those of its file, or of a file that is gone and had its title."""
    earlier_by_name = {_normal_name(file): figures for file, figures in earlier.items()}
    names = {case.file: _normal_name(case.file) for case in checked}
    earlier_of_file = {file: earlier_by_name[name] for file, name in names.items() if name in earlier_by_name}
    names_now = set(names.values())
    gone_by_title = {
        figures.get("title"): figures for name, figures in earlier_by_name.items() if name not in names_now
    }
    for case in checked:
        title = case.document.title if case.document else None
        if case.file not in earlier_of_file and title and title in gone_by_title:
            earlier_of_file[case.file] = gone_by_title.pop(title)
    return earlier_of_file


def _normal_name(file: str) -> str:
    """The name of a file with slashes, whichever system wrote it."""
    return Path(file.replace("\\", "/")).as_posix()


def _earlier_gauges(case: CheckedDocument, earlier_figures: EarlierFigures) -> tuple[Metric, ...]:
    """The earlier gauges of a case.

    Raises:
        MisuseError: if a version of casekit wrote them whose figures are of another form.
    """
    try:
        return case.game.wording.metrics_spec().gauges_of(dict(earlier_figures))
    except (KeyError, TypeError, AttributeError) as error:
        raise MisuseError(
            f"the figures of {case.file} to compare with are those of another version of casekit; "
            "write them once more with `casekit report --json` of this version"
        ) from error


def _lost_figure(case: CheckedDocument, threshold: str, row: MetricChange) -> Finding:
    """The finding that a figure misses a threshold."""
    return codes.LOST_FIGURE.at(
        case.source.whole(),
        f"{row}; the threshold is `{threshold}`",
        hint=(
            "raise --budget: there may be more than was counted"
            if not row.now.exact
            else "see `casekit diff` for what changed; if this is meant, allow it with --gate"
        ),
    )


def _is_among(file: str, named_paths: Sequence[str]) -> bool:
    """Whether a file is one of some paths or below one; an edition stands for its folder."""
    place = Path(_normal_name(file)).absolute()
    for named_path in named_paths:
        path = Path(named_path).absolute()
        if place.is_relative_to(path.parent if is_edition(path) else path):
            return True
    return False

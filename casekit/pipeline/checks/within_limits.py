"""Cases of strangers, each checked within limits in another process, with their documents and figures."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any, NamedTuple

from casekit.kit.editions import EditionFinder
from casekit.pipeline.checking import (
    CheckedDocument,
    CheckedFiles,
    CheckOptions,
    OnFile,
    check_document,
    report_of,
)
from casekit.pipeline.checks.case_tasks import CaseTask, open_cases, why_not_checked
from casekit.pipeline.checks.remembered_checks import RememberedCheck
from casekit.pipeline.loading import InputFile, named_editions
from casekit.system.executors import Executor, Job
from casekit.system.process_limits import TaskLimits
from casekit.values import replace

_COLUMNS = 80
"""The width of the figures that are written for nobody, so that what they take is within the limits."""


class _FullCheck(NamedTuple):
    """The check that a worker makes of each case."""

    options: CheckOptions
    """How it is checked."""

    with_figures: bool
    """Whether the figures come back, which ``options.balance`` measures."""


def check_within_limits(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    progress: OnFile,
    where: Executor,
    limits: TaskLimits,
    options: CheckOptions,
    *,
    with_figures: bool = False,
) -> CheckedFiles:
    """Check cases like ``check_files``, each within limits in another process. Nothing is remembered.

    Args:
        inputs: cases and editions.
        editions: finds the edition of each case.
        progress: called with the name of each case before it is worked on.
        where: in how many processes of this machine they are checked.
        limits: the most that a case may take.
        options: how each case is checked.
        with_figures: whether documents have their figures, which takes sending them.
    """
    from casekit.system.limited_workers import run_limited

    loaded_editions = named_editions(inputs, editions)
    cases = list(open_cases(inputs, editions))
    tasks: list[CaseTask] = []
    task_limits: list[TaskLimits] = []
    for case in cases:
        if case.task is not None:
            tasks.append(case.task)
            task_limits.append(limits.times(case.game.effort))
            loaded_editions.append(case.task.edition)
    job = Job(_check_in_full, _FullCheck._make, (options, with_figures))
    documents: list[CheckedDocument] = []
    with closing(run_limited(job, tasks, where.jobs, task_limits)) as outcomes:
        for case in cases:
            progress(case.file.name)
            findings = case.findings
            if case.task is not None:
                outcome = next(outcomes)
                if outcome.result is not None:
                    documents.append(_with_analysis(outcome.result))
                    continue
                findings = (why_not_checked(case.source, outcome),)
            answer = RememberedCheck.of_failure(findings)
            documents.append(answer.as_document(case.game, case.source, verdict_in_words=False))
    return CheckedFiles(report_of(documents, loaded_editions), tuple(documents))


def _check_in_full(full_check: _FullCheck, task: CaseTask) -> CheckedDocument:
    """Check a case in the process of a worker. The analysis that figures are about cannot be sent from it."""
    from casekit.analysis.level_report import LevelReport

    checked = check_document(task.document(), full_check.options)
    figures: Any = checked.figures if full_check.with_figures else None
    if isinstance(figures, LevelReport):
        # Whoever prints them asks the analysis again; what that takes is within these limits here.
        report: Any = figures
        report.as_json()
        report.in_words(_COLUMNS)
        figures = replace(report, analysis=None)
    return replace(checked, figures=figures)


def _with_analysis(checked: CheckedDocument) -> CheckedDocument:
    """A case from the process of a worker, with the analysis that its figures are about."""
    figures: Any = checked.figures
    if checked.document is None or not hasattr(figures, "analysis"):
        return checked
    analysis = checked.game.theory.analyze(checked.document).analysis
    return replace(checked, figures=replace(figures, analysis=analysis))

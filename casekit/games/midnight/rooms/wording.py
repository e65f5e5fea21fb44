"""A case in words and in figures."""

from typing import TYPE_CHECKING

from casekit.games.midnight.document import Case, Edition

if TYPE_CHECKING:
    from casekit.analysis.figures.metrics import MetricsSpec
    from casekit.analysis.summaries import SourceTable
    from casekit.games.midnight.theory.verbalizer import CaseVerbalizer


def verbalizer(case: Case) -> "CaseVerbalizer":
    """Says its lines in its language."""
    from casekit.games.midnight.theory.verbalizer import CaseVerbalizer

    return CaseVerbalizer(case)


def source_tables(case: Case) -> "tuple[SourceTable, ...]":
    """Its paths, as the map and the suspects' pages have them."""
    from casekit.games.midnight.proofreading.summaries import path_tables

    return path_tables(case)


def metrics_spec() -> "MetricsSpec":
    """How figures of cases are compared and shown."""
    from casekit.games.midnight.theory.metrics_report import FIGURES

    return FIGURES


def edition_metrics(_edition: Edition) -> None:
    """None: nothing is dealt."""

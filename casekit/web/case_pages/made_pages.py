"""Pages of a case for reading elsewhere: its review, its proof, its figures, and games at simulated tables.

Each is the HTML that a command of casekit writes to a file. ``made_page`` and ``simulation_page`` are
questions: they run in the process of the case, and their results are copied to the server.
"""

import time
from collections.abc import Callable
from typing import Literal

from casekit.analysis.proofreading.review import BlindReadingCopy, Review
from casekit.analysis.standalone_html import static_script
from casekit.kit.interface import Document
from casekit.logic.theory import OutOfBudgetError
from casekit.system import executors, sandbox
from casekit.tabletop.game_rules import TablesWanted
from casekit.values import frozen
from casekit.web.case_worker import AnalysedCase

MadeKind = Literal["review", "blind", "figures", "proof"]
"""The review, the review without what gives the solution away, the figures, or the proof."""

MOST_WORLDS = 2_000
"""How many worlds the search for wrong paths looks at, as in ``casekit report``."""

SEED = 1
"""The default of ``casekit report --tables``, so that both say the same."""

MOST_TABLES = 20_000
"""At most this many tables are simulated at once."""

SECONDS_BETWEEN_REPORTS = 0.2
"""The page hears of the progress of a simulation this often."""


@frozen(slots=True)
class MadePage:
    """An HTML page that needs nothing else, or why there is none."""

    html: str = ""
    """Empty if there is none."""
    obstacle: str = ""
    """Why there is none, in a sentence."""
    scripts: tuple[str, ...] = ()
    """The texts of the package's scripts that the page runs."""


def made_page(case: AnalysedCase, kind: MadeKind) -> MadePage:
    """A page of a kind, or why there is none."""
    document = case.checked.document
    if document is None:
        return MadePage(obstacle="The case could not be read.")
    try:
        return _made_page(case, document, kind)
    except OutOfBudgetError as error:
        return MadePage(obstacle=f"This is too hard to find out: {error}.")


def _made_page(case: AnalysedCase, document: Document, kind: MadeKind) -> MadePage:
    if kind == "review":
        return _review_page(case, case.review, "review.js")
    if kind == "blind":
        return _review_page(case, case.checked.game.proofreading.blind_copy(document), "blind.js")
    analyzer = case.analysable.analyzer
    if analyzer is None:
        return MadePage(obstacle=f"Nothing can be said: {case.analysable.why_not_analysable}.")
    if kind == "figures":
        figures, findings = analyzer.measure(MOST_WORLDS)
        metrics = case.checked.game.wording.metrics_spec()
        return MadePage(metrics.page([figures], (*case.findings, *findings)))
    proof, _ = analyzer.prove((), None)
    if not proof:
        return MadePage(obstacle="Nothing of the solution can be proved yet.")
    return MadePage(proof.page())


def _review_page(case: AnalysedCase, review: Review | BlindReadingCopy | None, script: str) -> MadePage:
    """The page of a review, which runs a script of the package."""
    if review is None:
        title = case.checked.game.title
        return MadePage(obstacle=f"{title} has no prose beside its logic, so there is nothing to review.")
    return MadePage(review.page(), scripts=(static_script(script),))


def simulation_page(case: AnalysedCase, tables: int, players: int) -> MadePage:
    """The results of a number of tables, each with a number of players, or why there are none.

    While it plays, it reports how many tables are done.
    """
    from casekit.tabletop.simulation import simulate
    from casekit.tabletop.simulation_page import tables_page

    rules = case.checked.game.table
    if rules is None:
        return MadePage(obstacle=f"{case.checked.game.title} is not played at simulated tables.")
    analyzer = case.analysable.analyzer
    if analyzer is None:
        return MadePage(obstacle=f"It cannot be played: {case.analysable.why_not_analysable}.")
    try:
        wanted = TablesWanted(tables, rules.numbers(f"{players}"), SEED, executors.Executor())
        report, findings = simulate(rules, analyzer, wanted, _progress_reporter())
    except OutOfBudgetError as error:
        return MadePage(obstacle=analyzer.too_hard(error).message)
    except ValueError as error:
        return MadePage(obstacle=f"The number of players is {error}.")
    if report is None:
        return MadePage(obstacle="; ".join(finding.message for finding in findings))
    return MadePage(tables_page(rules.words, [report], findings))


def _progress_reporter() -> Callable[[int], None]:
    """A function that adds up the tables that are done, and reports their number now and then."""
    tables_done = 0
    time_of_report = 0.0

    def add(tables: int) -> None:
        nonlocal tables_done, time_of_report
        tables_done += tables
        if time.monotonic() - time_of_report > SECONDS_BETWEEN_REPORTS:
            sandbox.report_progress(tables_done)
            time_of_report = time.monotonic()

    return add

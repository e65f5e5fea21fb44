"""The checks of cases that need no deduction."""

from casekit.diagnostics import Finding
from casekit.games.midnight.checks import completeness
from casekit.games.midnight.document import Case


def check(case: Case, titles: tuple[str, ...], /) -> tuple[Finding, ...]:
    """Every check; no paragraph may name one of the ``titles``, which are those of other cases."""
    # Whoever only asks what is missing loads no solver.
    from casekit.games.midnight.checks import runner

    return runner.check_text(case, titles)


missing_parts = completeness.gaps_in_blocks
repeated_blocks = completeness.repeated_paths

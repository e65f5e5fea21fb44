"""The checks of cases that need no deduction."""

from casekit.games.midnight.checks import completeness, runner

check = runner.check_text
missing_parts = completeness.gaps
repeated_blocks = completeness.repeated

"""The command line: commands, each of which loads, calls, prints and exits."""

import gc

# Nearly all that is made lasts: Python would look for garbage 150 times while one case is checked, for a tenth of the time.
gc.set_threshold(200_000)

from casekit.cli.main import run  # noqa: E402 -- what this imports is made, too

__all__ = ["run"]

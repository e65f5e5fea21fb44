"""The command line: commands, each of which loads, calls, prints and exits."""

from casekit.cli.main import run

__all__ = ["run"]

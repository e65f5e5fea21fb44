"""Writing what a command made: to a file, or to standard output."""

from pathlib import Path

from casekit.building.writing import write_bytes
from casekit.cli.terminal import write_data
from casekit.diagnostics import Diagnostic


def write(path: Path | None, text: str) -> tuple[Diagnostic, ...]:
    """Write a text to a file, or if there is none to standard output: as it is, unless somebody is to read it there."""
    if path is None:
        write_data(text)
        return ()
    return write_bytes(path, text.encode())

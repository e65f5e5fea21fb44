"""The case that everything is measured on."""

from pathlib import Path

from casekit import pipeline
from casekit.games.midnight.case import Case
from casekit.games.midnight.editions import Editions

FILE = Path(__file__).resolve().parent.parent / "examples" / "a-drop-of-midnight.case"
SHELF = Editions().of(FILE.parent)


def typed() -> Case:
    """The example, read and typed."""
    resolution = pipeline.resolve_parsed(pipeline.parse_bytes(FILE.read_bytes(), FILE.name), SHELF)
    if resolution is None:
        raise ValueError(f"{FILE} cannot be read")
    return resolution.case

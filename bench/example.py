"""The case that everything is measured on."""

from pathlib import Path

from casekit.games.midnight.document import Case
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline import loading
from casekit.pipeline.loading import AnalysableDocument

FILE = Path(__file__).resolve().parent.parent / "examples" / "a-drop-of-midnight.case"
SHELF = EditionFinder().of(FILE.parent)


def small(folder: Path) -> Path:
    """A case of twelve short paragraphs, in an edition of its own."""
    booklet = '[[booklets]]\nslug = "bench-1"\ncases = ["base.case"]\n'
    (folder / "edition.toml").write_text(f"{base_of('midnight', 'base.toml')}\n{booklet}", encoding="utf-8")
    case = folder / "base.case"
    case.write_text(base_of(), encoding="utf-8")
    return case


def typed() -> Case:
    """The example, read and typed."""
    reading = loading.resolve_document(loading.parse_bytes(FILE.read_bytes(), FILE.name), SHELF).resolved
    if reading is None or not isinstance(reading.document, Case):
        raise ValueError(f"{FILE} cannot be read")
    return reading.document


def analysis_of(examined: AnalysableDocument) -> CaseAnalysis:
    """The game's own analysis behind one that the pipeline gives."""
    asked = examined.analyzer
    if asked is None or not isinstance(asked.analysis, CaseAnalysis):
        raise ValueError(f"{examined.why_not_analysable}: {examined.diagnostics[:1]}")
    return asked.analysis

"""The forms findings are shown in. Each is a pure function from a report to a text that ends its last line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module

from casekit.diagnostics import Diagnostic, Source, in_order

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a run.

    ``sources`` are the texts that were read, by the names their spans use; a file that could not be read is
    missing there. ``files`` are the names of the files that were checked, in order. ``cases`` are the answers of
    ``schemas/diagnostics.schema.json``, one per file: ``{"file": ..., "verdict": {...} | None}``; ``verdicts`` say
    the same in words, with reasons. ``elsewhere`` are findings that were shown already: they count, and are not
    shown again.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    cases: tuple[Mapping[str, object], ...] = ()
    verdicts: tuple[str, ...] = ()
    elsewhere: tuple[Diagnostic, ...] = ()

    def all_files(self) -> tuple[str, ...]:
        """Every file checked, then those that only a finding mentions (an edition, say)."""
        return tuple(dict.fromkeys((*self.files, *(found.span.file for found in self.diagnostics))))


def with_findings(report: Report, found: Iterable[Diagnostic]) -> Report:
    """A report with further findings."""
    return replace(report, diagnostics=in_order((*report.diagnostics, *found)))


@dataclass(frozen=True, slots=True)
class Options:
    """How a form looks: ``colour`` and ``width`` (in cells) of text, whether warnings fail in ``junit``."""

    colour: bool = False
    width: int = 100
    strict: bool = False


DEFAULTS = Options()


FORMS: dict[str, str] = {
    "text": "casekit.diagnostics.forms.text",
    "json": "casekit.diagnostics.forms.json_",
    "sarif": "casekit.diagnostics.forms.sarif",
    "junit": "casekit.diagnostics.forms.junit",
    "github": "casekit.diagnostics.forms.github",
    "gitlab": "casekit.diagnostics.forms.gitlab",
    "markdown": "casekit.diagnostics.forms.markdown",
}
"""The module of each form; its ``render`` makes the text. Loaded when used: XML and URIs are slow to import."""


def render(form: str, report: Report, options: Options = DEFAULTS) -> str:
    """A report in one of ``FORMS``."""
    text: str = import_module(FORMS[form]).render(report, options)
    return text

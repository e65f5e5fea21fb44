"""Findings: all that a stage has to say about a file; and reports of them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from enum import IntEnum
from importlib import import_module
from typing import Any

from casekit.diagnostics.codes import MORE_FINDINGS, Code, code_called
from casekit.diagnostics.source import Source, Span
from casekit.values import frozen

_NUMBERED = re.compile(r"([^0-9]*)0*([0-9]*)")


class MisuseError(ValueError):
    """Somebody asked for what cannot be, and the message says why; with an ``option``, if one of a command asks for it."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class Severity(IntEnum):
    """How much a finding weighs; the lower, the graver."""

    ERROR = 0
    WARNING = 1
    NOTE = 2

    def __str__(self) -> str:
        return self.name.lower()


@frozen(slots=True)
class Related:
    """Another place that belongs to a finding, and what it has to do with it."""

    span: Span
    label: str


@frozen(slots=True)
class Edit:
    """A replacement of the text at ``span``."""

    span: Span
    replacement: str


@frozen(slots=True)
class Diagnostic:
    """One finding: what is wrong, where, and the cure in the imperative."""

    code: Code
    message: str
    span: Span
    hint: str = ""
    related: tuple[Related, ...] = ()
    fix: tuple[Edit, ...] = ()

    @classmethod
    def of(cls, row: Sequence[Any]) -> "Diagnostic":
        """One of a code that games share, without related places, that another process sent as its fields, in order."""
        code, message, span, hint, *_ = row
        return cls(code_called(code[0]), message, Span(*span), hint)

    @property
    def severity(self) -> Severity:
        """The severity its code has in the catalogue."""
        return Severity[self.code.severity.upper()]


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort findings by place, then weight, and drop exact repetitions."""
    return tuple(
        sorted(
            dict.fromkeys(diagnostics),
            key=lambda d: (
                d.span.file,
                d.span.line,
                d.span.column,
                d.severity,
                d.code.id,
                # Page 9 goes before page 10.
                [(words, len(number), number) for words, number in _NUMBERED.findall(d.message)],
                d.message,
            ),
        )
    )


MOST_FINDINGS = 1_000
"""At most this many findings of a file are shown; nobody reads more."""


def gravest(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """A file's findings in order; of very many the gravest `MOST_FINDINGS`, and a note of how many others there are."""
    found = in_order(diagnostics)
    if len(found) <= MOST_FINDINGS:
        return found
    shown = sorted(found, key=lambda each: each.severity)[:MOST_FINDINGS]
    others = Diagnostic(
        MORE_FINDINGS,
        f"the most serious {MOST_FINDINGS:,} findings of this file are shown; there are at least "
        f"{len(found) - MOST_FINDINGS:,} others",
        Span(shown[0].span.file),
        hint="fix these, then check again",
    )
    return in_order((*shown, others))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any finding is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


STDIN = "-"


@frozen(slots=True)
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


@frozen(slots=True)
class Options:
    """How a form looks: ``colour`` and ``width`` (in cells) of text, whether warnings fail in ``junit``."""

    colour: bool = False
    width: int = 100
    strict: bool = False


DEFAULTS = Options()


FORMS: dict[str, str] = {
    "text": "text",
    "json": "json_",
    "sarif": "services",
    "junit": "services",
    "github": "services",
    "gitlab": "services",
    "markdown": "markdown",
}
"""The module of each form in ``forms/``; its ``render_FORM`` makes the text. Loaded when used: XML and URIs are slow to import."""


def render(form: str, report: Report, options: Options = DEFAULTS) -> str:
    """A report in one of ``FORMS``."""
    module = import_module(f"casekit.diagnostics.forms.{FORMS[form]}")
    text: str = getattr(module, f"render_{form}")(report, options)
    return text

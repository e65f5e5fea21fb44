"""Findings: all that a stage has to say about a file; and reports of them."""

import errno
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from itertools import islice
from typing import TypeVar

from casekit.diagnostics.codes import MORE_FINDINGS, OWN_FAULT, Finding, Severity
from casekit.diagnostics.source import Source, Span
from casekit.values import field, frozen, replace

T = TypeVar("T")

_NUMBERED = re.compile(r"([^0-9]*)0*([0-9]*)")


class MisuseError(ValueError):
    """Somebody asked for what cannot be, and the message says why; ``option`` is that which asks for it."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class ExpectedError(Exception):
    """An exception by which work says something to whoever called it: no fault of casekit's."""


def in_order(diagnostics: Iterable[Finding]) -> tuple[Finding, ...]:
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


def gravest(diagnostics: Iterable[Finding]) -> tuple[Finding, ...]:
    """A file's findings in order; of very many the gravest `MOST_FINDINGS`, and how many others there are."""
    findings = in_order(diagnostics)
    if len(findings) <= MOST_FINDINGS:
        return findings
    # A fault of casekit's decides the exit status, so it is never among those that are left out.
    shown = sorted(findings, key=lambda each: (each.code is not OWN_FAULT, each.severity))[:MOST_FINDINGS]
    others = MORE_FINDINGS.at(
        Span(shown[0].span.file),
        f"the most serious {MOST_FINDINGS:,} findings of this file are shown; there are at least "
        f"{len(findings) - MOST_FINDINGS:,} others",
        hint="fix these, then check again",
    )
    return in_order((*shown, others))


def has_errors(diagnostics: Iterable[Finding]) -> bool:
    """Whether any finding is an error."""
    return any(finding.severity is Severity.ERROR for finding in diagnostics)


EXHAUSTED = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO}
)
"""The errors of a machine that has run out of space, or whose disk fails: no faults of casekit's."""


def is_interruption(error: BaseException | None) -> bool:
    """Whether Ctrl-C led to an exception: Python and libraries may raise another one in its place."""
    visited: set[int] = set()
    while error is not None and id(error) not in visited:
        if isinstance(error, KeyboardInterrupt):
            return True
        visited.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def own_fault(error: Exception, span: Span) -> Finding:
    """The finding that casekit itself has failed with a file, and what to report.

    Raises:
        Exception: the error itself, if it is not a fault of casekit's.
        KeyboardInterrupt: if Ctrl-C led to it.
    """
    if is_interruption(error):
        raise KeyboardInterrupt from error
    if isinstance(error, ExpectedError | MisuseError):
        raise error
    is_exhausted = isinstance(error, OSError) and error.errno in EXHAUSTED
    if is_exhausted or isinstance(error, MemoryError):
        raise error
    from casekit import __version__  # noqa: PLC0415 - only where something failed
    from casekit.system.executors import fault_in_words  # noqa: PLC0415 - likewise

    return OWN_FAULT.at(
        span,
        f"casekit has failed here through a fault of its own: {fault_in_words(error)}",
        hint="report this to whoever gave you casekit: this message, the file and the command "
        f"(this is casekit {__version__}); what all else has found is shown beside it",
    )


def caught(work: Callable[[], T], span: Span) -> tuple[T | None, tuple[Finding, ...]]:
    """The result of some work on one file; if it fails by a fault of casekit's, only the finding on that.

    Every stage after reading goes through here, so that a fault with one file keeps nothing from what is said
    of the others.
    """
    try:
        return work(), ()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is our fault
        return None, (own_fault(error, span),)


MOST_OF_A_KIND = 10_000
"""A check stops after this many findings; far fewer are shown."""


def found_by(
    checks: Iterable[Callable[[], Iterable[Finding]]], span: Span, most: int = MOST_OF_A_KIND
) -> tuple[Finding, ...]:
    """The findings of checks, at most ``most`` of each; one that fails adds the finding on its failure."""
    findings: list[Finding] = []
    for check in checks:
        try:
            findings.extend(islice(check(), most))
        except Exception as error:  # noqa: BLE001 - likewise
            findings.append(own_fault(error, span))
    return tuple(findings)


def has_own_fault(diagnostics: Iterable[Finding]) -> bool:
    """Whether casekit itself has failed: what was found then is not all, and may not be remembered."""
    return any(finding.code is OWN_FAULT for finding in diagnostics)


STDIN = "-"


@frozen(slots=True)
class Report:
    """The outcome of a run."""

    diagnostics: tuple[Finding, ...]
    """The findings, in the order in which they are shown."""

    sources: Mapping[str, Source] = field(default_factory=dict)
    """The texts that were read, by the names that spans use; files that could not be read are missing."""

    files: tuple[str, ...] = ()
    """The names of the files that were checked, in order."""

    cases: tuple[Mapping[str, object], ...] = ()
    """The answers of ``schemas/diagnostics.schema.json``, one per file: ``{"file": ..., "verdict": {...}}``,
    whose verdict may be ``None``."""

    verdicts: tuple[str, ...] = ()
    """The verdicts in words, with reasons."""

    elsewhere: tuple[Finding, ...] = ()
    """Findings that were shown already: they count, and are not shown again."""

    def all_files(self) -> tuple[str, ...]:
        """Every file checked, then those that only a finding mentions (an edition, say)."""
        return tuple(dict.fromkeys((*self.files, *(finding.span.file for finding in self.diagnostics))))


def with_findings(report: Report, further: Iterable[Finding]) -> Report:
    """A report with further findings."""
    return replace(report, diagnostics=in_order((*report.diagnostics, *further)))


@frozen(slots=True)
class RenderOptions:
    """How a report is rendered."""

    colour: bool = False
    """Whether text is coloured."""

    width: int = 100
    """The columns of text."""

    strict: bool = False
    """Whether warnings are failures in ``junit``."""


DEFAULTS = RenderOptions()


FORMS: dict[str, str] = {
    "text": "text",
    "json": "json_report",
    "sarif": "ci_services",
    "junit": "ci_services",
    "github": "ci_services",
    "gitlab": "ci_services",
    "markdown": "markdown",
}
"""The module of each form; its ``render_FORM`` makes the text. Loaded when used: XML and URIs are slow."""


def render(form: str, report: Report, options: RenderOptions = DEFAULTS) -> str:
    """A report in one of ``FORMS``."""
    module = import_module(f"casekit.diagnostics.renderers.{FORMS[form]}")
    text: str = getattr(module, f"render_{form}")(report, options)
    return text

"""From the bytes of a half-written document to a whole one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from casekit.asking.interrogation import Findings, Steps
from casekit.diagnostics import Diagnostic, Severity, Source, gravest
from casekit.diagnostics.forms import Report
from casekit.games.editions import Editions, Shelf
from casekit.games.game import AnyGame, Skeleton
from casekit.pipeline.checking import report_of, with_findings
from casekit.pipeline.stages.given_files import Input
from casekit.pipeline.stages.parsing_documents import at_home, parse_bytes


@dataclass(frozen=True)
class Whole:
    """A document that was completed, or what is wrong with it; neither, if nothing is missing.

    ``unable`` if its game completes none.
    """

    game: AnyGame
    source: Source
    shelf: Shelf
    skeleton: Skeleton | None = None
    diagnostics: Findings = ()
    unable: bool = False

    def report(self, problems: Sequence[Diagnostic]) -> Report:
        """Findings with the texts that they are about."""
        report = with_findings(report_of((), (replace(self.shelf, diagnostics=()),)), problems)
        return replace(report, sources={**report.sources, self.source.name: self.source})


def complete(each: Input, editions: Editions, given: Mapping[str, Any], steps: Steps) -> Whole:
    """Complete a document; ``given`` are options of its game."""
    data, unread = each.read()
    parsed = parse_bytes(data or b"", each.name)
    shelf = editions.of(each.path.parent, parsed.game.name)
    parsed = at_home(parsed, shelf)
    problems = (*unread, *shelf.diagnostics, *(parsed.diagnostics if data is not None else ()))
    if shelf.edition is None or any(found.severity is Severity.ERROR for found in problems):
        return Whole(parsed.game, parsed.source, shelf, diagnostics=gravest(problems))
    answer = parsed.game.completed(parsed.source, shelf.edition, given, steps)
    if answer is None:
        return Whole(parsed.game, parsed.source, shelf, unable=True)
    skeleton, found = answer
    return Whole(parsed.game, parsed.source, shelf, skeleton, gravest(found))

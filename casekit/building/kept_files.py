"""The pages of released booklets, kept beside their lock files."""

from dataclasses import replace
from pathlib import Path

from casekit.building.planning import BoundBooklet, Plan
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.editions import shown
from casekit.pipeline.checking import with_findings
from casekit.print.numbers.kept_pages import SUFFIX, KeptPages, load_kept


def kept_file(binding: BoundBooklet) -> Path | None:
    """Where the pages of a released booklet are kept, in a variant; ``None`` for a case by itself."""
    lock = binding.lock_file
    return None if lock is None else lock.with_name(f"{binding.slug}{binding.variant.suffix}{SUFFIX}")


def kept_of(binding: BoundBooklet) -> tuple[KeptPages | None, tuple[Diagnostic, ...]]:
    """The kept pages of a booklet in its variant and on its paper, if there are any."""
    file = kept_file(binding)
    kept, problems = (None, ()) if file is None else load_kept(file, shown(file))
    fits = kept is not None and (kept.booklet, kept.paper) == (binding.slug, binding.paper)
    return (kept if fits else None), problems


def on_kept_pages(plan: Plan) -> Plan:
    """The plan with all booklets set on the pages that are kept; a finding says where there are none."""
    bindings, report = [], plan.report
    for binding in plan.bindings:
        kept, problems = kept_of(binding)
        if kept is None and not problems:
            file = kept_file(binding)
            message = f"there are no kept pages of the booklet `{binding.slug}` on {binding.paper} paper"
            problems = (
                Diagnostic(
                    codes.NO_SUCH_FILE,
                    message,
                    Span(shown(file or plan.file)),
                    hint="build it once with `--release`, as it was printed; or leave out --keep-pages",
                ),
            )
        report = with_findings(report, problems)
        bindings.append(replace(binding, kept=kept))
    return replace(plan, report=report, bindings=tuple(bindings))

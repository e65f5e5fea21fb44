"""The command ``check``."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from casekit.cli import cases, options, streams
from casekit.diagnostics import Diagnostic, Report, Span, codes, with_findings
from casekit.kit.editions import EditionFinder, is_edition
from casekit.pipeline.checking import CheckedDocument, check_files, merged_reports, with_drafts
from casekit.pipeline.loading import CASE, InputFile
from casekit.system.executors import Executor, SpreadingError

HEAD = "HEAD"


@click.command("check")
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option("--balance", is_flag=True, help="Also check how hard a case is for its level (CK6xx).")
@click.option(
    "--all", "in_full", is_flag=True, help="Show every finding of a draft too, instead of how far it is."
)
@click.option(
    "--changed",
    is_flag=False,
    flag_value=HEAD,
    metavar="[REV]",
    help="Check only what has changed since the last commit, or since a revision (--changed=main), by git.",
)
@click.option(
    "--notes",
    is_flag=True,
    help="Also note what the prose says and no line does (CK134), and what it never says in the words of the facts (CK133).",
)
@click.option("--profile", is_flag=True, help="List the lines by what deduction takes for them.")
@click.option("--force", is_flag=True, help="Check even what has not changed since the last check.")
@options.spread_options("one per processor, if there are enough cases")
@options.format_options
@options.edition_option
@click.pass_context
def check_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    balance: bool,
    in_full: bool,
    changed: str | None,
    notes: bool,
    profile: bool,
    force: bool,
    jobs: int | None,
    backend: str,
    scheduler: str | None,
    form: str,
    as_json: bool,
    strict: bool,
    edition: Path | None,
) -> None:
    """Prove cases: the solution follows from what readers learn, and nothing contradicts it.

    Each game adds its own rules, such as that only the culprit lies and that every path leads to its
    paragraph. PATH is a case, a folder with cases in it or its subfolders, an edition.toml, or - for standard
    input. Of several cases, casekit remembers those that it has checked; it checks them again when anything
    they depend on changes. Of a draft that is hardly begun, what is written and what comes next is shown
    instead of a list of all that is missing. Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit check examples/
      casekit check --balance the-last-toast.case
      casekit check --strict --format github the-last-toast.case
      casekit check --changed=main examples/
    """
    editions = EditionFinder(edition)
    if changed is None:
        if not paths:
            raise click.UsageError(
                "name a case or a folder to check (`casekit check .` checks this one), or give --changed"
            )
        inputs, problems = cases.expand(paths, editions=True)
    else:
        inputs, problems = _changed(paths, changed, editions)
    form = "json" if as_json else form
    tell, budget = form == "text", options.BUDGET if balance else None
    place = options.workplace_of(jobs, backend, scheduler)
    checked: Sequence[CheckedDocument] = ()
    with streams.progress(len(inputs)) as step:
        if profile or notes or (len(inputs) == 1 and not is_edition(inputs[0].path) and scheduler is None):
            # It takes longer to look whether anything has changed.
            report, checked = check_files(
                inputs, editions, step, tell=tell, balance=budget, profile=profile, notes=notes
            )
        else:
            report = _check_many(
                inputs, editions, step, place, tell=tell, balance=budget, anew=force, jobs=jobs
            )
    of_all = edition is None and not all(path.endswith(CASE) for path in paths)
    report = merged_reports([with_findings(report, problems), *(_stale(inputs) if of_all else ())])
    in_short = form == "text" and not in_full
    shown = with_drafts(report, checked, streams.width()) if in_short else report
    streams.show(shown, form, strict=strict)
    ctx.exit(streams.status(with_findings(report, shown.diagnostics), strict=strict))


def _stale(inputs: Sequence[InputFile]) -> Iterator[Report]:
    """Findings on the translations of an edition and its cases.

    A writer of one case does not wait for them.
    """
    near = [file for file in inputs if file.data is None and _has_translations_around(file.path)]
    if near:
        from casekit.pipeline.translation import stale

        yield stale(near, lambda _: None)


def _has_translations_around(path: Path) -> bool:
    """Whether any folder that a file is in has translations."""
    return any((folder / "translations").is_dir() for folder in path.absolute().parents)


def _changed(
    paths: tuple[str, ...], revision: str, editions: EditionFinder
) -> tuple[tuple[InputFile, ...], tuple[Diagnostic, ...]]:
    """The inputs that have changed since a revision, or why that is not known.

    They are among some paths, or below this folder.
    """
    from casekit.pipeline.incremental_checking import inputs_affected_by
    from casekit.system import git_files as git

    here = Path.cwd()
    try:
        if revision not in {"", HEAD} and Path(revision).exists() and not git.commit_of(here, revision):
            # click takes whatever follows for the revision.
            paths, revision = (revision, *paths), HEAD
        inputs, problems = cases.expand(paths or (".",), editions=True)
        changes = git.changes_of([file.path.parent for file in inputs] or [here], revision)
    except git.GitError as error:
        code = codes.UNKNOWN_REVISION if isinstance(error, git.NoSuchCommitError) else codes.NO_REPOSITORY
        return (), (code.at(Span(paths[0] if paths else "."), error.reason, hint=error.hint),)
    names = [path.name for path in changes]
    return inputs_affected_by(inputs, editions, lambda file: git.concerned(file, changes), names), problems


def _check_many(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    step: Callable[[str], None],
    place: AbstractContextManager[Executor],
    *,
    jobs: int | None,
    **how: Any,
) -> Report:
    from casekit.pipeline.incremental_checking import FEW, check_many

    try:
        with place as where:
            return check_many(inputs, editions, step, where, fewest=1 if jobs else FEW, **how)
    except SpreadingError as error:
        return Report((options.not_spread(error, inputs[0].name),))

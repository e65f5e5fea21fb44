"""The command ``check``."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from casekit.cli import cases, options, streams
from casekit.diagnostics import Finding, Report, Span, codes, with_findings
from casekit.kit.editions import EditionFinder, is_edition
from casekit.pipeline.checking import CheckedDocument, check_files, merged_reports, with_drafts
from casekit.pipeline.loading import CASE, InputFile
from casekit.system.executors import Executor, SpreadingError
from casekit.system.process_limits import TaskLimits
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.pipeline.changed_inputs import Changes

HEAD = "HEAD"


_WATCH = ("watch", "strict", "edition")
_WORDS = ("words", "spelling", "output", "as_json", "edition")


@click.command("check", cls=options.CommandInSections)
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--balance", is_flag=True, help="Also check how hard a case is for its level.")
@click.option("--notes", is_flag=True, help="Also note what prose and lines say alone; see review.")
@click.option("--all", "in_full", is_flag=True, help="Show every finding of a draft, not how far it is.")
@click.option(
    "--changed",
    is_flag=False,
    flag_value=HEAD,
    metavar="[REV]",
    help="Check only what git says has changed since REV.",
)
@options.strict_option
@options.json_option
@options.edition_option
@click.option("--words", is_flag=True, help="List the names, types and facts that may be written.")
@click.option(
    "--spelling",
    cls=options.section("With --words"),
    is_flag=True,
    help="List words for a spelling checker (hunspell).",
)
@options.output_of("With --words")
@options.form_option
@options.save_option
@click.option(
    "--profile", cls=options.AdvancedOption, is_flag=True, help="List the lines that take deduction longest."
)
@click.option("--force", cls=options.AdvancedOption, is_flag=True, help="Check what has not changed either.")
@options.limits_option
@options.spread_options("one per processor")
@click.pass_context
def check_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    watch: bool,
    balance: bool,
    notes: bool,
    in_full: bool,
    changed: str | None,
    strict: bool,
    as_json: bool,
    edition: Path | None,
    words: bool,
    spelling: bool,
    output: Path | None,
    form: str,
    profile: bool,
    force: bool,
    limits: TaskLimits | None,
    jobs: int | None,
    backend: str,
    scheduler: str | None,
) -> None:
    """Find what is wrong with cases: does the solution follow, and does nothing contradict it?

    PATH is a case, a folder with cases in it or its subfolders, an edition.toml, or - for standard input.
    Exit status: 0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit check examples/
      casekit check --watch the-last-toast.case
      casekit check --balance --notes the-last-toast.case
      casekit check --words the-last-toast.case

    \f

    Each game adds its own rules, such as that only the culprit lies and that every path leads to its
    paragraph. casekit remembers the cases that it has checked; it checks them again when
    anything they depend on changes. Of a draft that is hardly begun, what is written and what comes next is
    shown instead of a list of all that is missing. --changed alone asks git about the last commit, and
    --changed=main about a branch. --notes is about what the prose says and no line does (CK134), and about
    what it never says in the words of the facts (CK133).

    With --watch PATH may be left out (default: this folder), a change of an edition or of a picture checks
    the cases that use it, and the exit status is 0 if the last check of each case was clean. This needs
    `pip install "casekit[write]"`.

    With --words one case is named, or an edition, which lists the words that all its cases share. A case with
    errors is listed as far as it can be read. With --spelling each line is a word that spelling checkers do
    not know but should: names, places and titles.
    """
    if watch:
        options.refuse_all_but(ctx, "--watch", _WATCH)
        from casekit.cli import watching

        watching.watch(ctx, paths or (".",), edition, strict=strict)
    if words:
        _show_words(ctx, paths, edition, output, spelling=spelling, as_json=as_json)
    options.refuse_without(ctx, "--words", ("spelling", "output"))
    limits = options.limits_here(ctx, limits, scheduler)
    editions = EditionFinder(edition)
    selection = _selected(paths, changed, editions, limits)
    inputs = selection.inputs
    form = "json" if as_json else form
    tell, budget = form == "text", options.BUDGET if balance else None
    place = options.workplace_of(jobs, backend, scheduler)
    checked: Sequence[CheckedDocument] = ()
    with streams.progress(len(inputs)) as step:
        is_one_case = _is_one_case(inputs, scheduler)
        if is_one_case and limits is None and not (profile or notes):
            from casekit.pipeline.incremental_checking import check_one

            report, checked = check_one(inputs[0], editions, step, tell=tell, balance=budget, anew=force)
        elif is_one_case or profile or notes:
            report, checked = _check_in_full(
                inputs, editions, step, place, limits, tell=tell, balance=budget, profile=profile, notes=notes
            )
        else:
            report = _check_many(
                inputs, editions, step, place, limits=limits, tell=tell, balance=budget, anew=force, jobs=jobs
            )
    report = merged_reports(
        [with_findings(report, selection.findings), *_of_translations(paths, selection, edition)]
    )
    shown = with_drafts(report, checked, streams.width()) if tell and not in_full else report
    streams.show(shown, form, strict=strict)
    ctx.exit(streams.status(with_findings(report, shown.diagnostics), strict=strict))


def _show_words(
    ctx: click.Context,
    paths: tuple[str, ...],
    edition: Path | None,
    output: Path | None,
    *,
    spelling: bool,
    as_json: bool,
) -> NoReturn:
    """List what may be written in the one case or edition that is named."""
    options.refuse_all_but(ctx, "--words", _WORDS)
    options.refuse_options(
        {
            "--words is for one case or edition: name it": len(paths) != 1,
            "--spelling and --json exclude each other": spelling and as_json,
        }
    )
    from casekit.cli import word_lists

    word_lists.show_words(ctx, Path(paths[0]), edition, output, spelling=spelling, as_json=as_json)


@frozen
class _Selection:
    """The inputs that a check is about, and findings on what was named.

    If only what has changed is checked, ``changes`` knows that; it is among ``named``.
    """

    inputs: tuple[InputFile, ...]
    findings: tuple[Finding, ...]
    named: tuple[InputFile, ...]
    changes: "Changes | None" = None


def _of_translations(paths: tuple[str, ...], selection: _Selection, edition: Path | None) -> Iterator[Report]:
    """Findings on translations, unless single cases were named, or an edition of their own.

    A writer of one case does not wait for them.
    """
    if edition is not None or all(path.endswith(CASE) for path in paths):
        return
    near = [file for file in selection.named if file.data is None and _has_translations_around(file.path)]
    if near:
        from casekit.pipeline.translation import stale

        yield stale(near, lambda _: None, selection.changes)


def _has_translations_around(path: Path) -> bool:
    """Whether any folder that a file is in has translations."""
    return any((folder / "translations").is_dir() for folder in path.absolute().parents)


def _selected(
    paths: tuple[str, ...], changed: str | None, editions: EditionFinder, limits: "TaskLimits | None"
) -> _Selection:
    """The inputs to check, and what is wrong with those that were named.

    Raises:
        click.UsageError: if there are none.
    """
    if changed is not None:
        return _changed(paths, changed, editions, limits)
    if not paths:
        raise click.UsageError(
            "name a case or a folder to check (`casekit check .` checks this one), or give --changed"
        )
    inputs, problems = cases.expand(paths, editions=True)
    return _Selection(inputs, problems, inputs)


def _changed(
    paths: tuple[str, ...], revision: str, editions: EditionFinder, limits: "TaskLimits | None"
) -> _Selection:
    """The inputs that a change since a revision concerns, or why that is not known.

    They are among some paths, or below this folder.
    """
    from casekit.pipeline.changed_inputs import ChangesSinceRevision, inputs_affected_by
    from casekit.system import git_files as git

    here = Path.cwd()
    try:
        if revision not in {"", HEAD} and Path(revision).exists() and not git.commit_of(here, revision):
            # click takes whatever follows for the revision.
            paths, revision = (revision, *paths), HEAD
        inputs, problems = cases.expand(paths or (".",), editions=True)
        changes = ChangesSinceRevision(revision, [file.path.parent for file in inputs])
        ignored = changes.ignored([file.path for file in inputs if file.data is None])
        named = tuple(file for file in inputs if file.path not in ignored)
        affected = inputs_affected_by(named, editions, changes, limits=limits)
        return _Selection(affected, problems, named, changes)
    except git.GitError as error:
        code = codes.UNKNOWN_REVISION if isinstance(error, git.NoSuchCommitError) else codes.NO_REPOSITORY
        finding = code.at(Span(paths[0] if paths else "."), error.reason, hint=error.hint)
        return _Selection((), (finding,), ())


def _is_one_case(inputs: Sequence[InputFile], scheduler: str | None) -> bool:
    """Whether a single case is checked on this machine, so that its document is at hand."""
    return len(inputs) == 1 and not is_edition(inputs[0].path) and scheduler is None


def _check_in_full(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    step: Callable[[str], None],
    place: AbstractContextManager[Executor],
    limits: "TaskLimits | None",
    **how: Any,
) -> tuple[Report, Sequence[CheckedDocument]]:
    """Check cases whatever is remembered, within limits if there are any; with the documents."""
    if limits is None:
        return check_files(inputs, editions, step, **how)
    from casekit.pipeline.incremental_checking import check_within_limits

    with place as where:
        return check_within_limits(inputs, editions, step, where, limits, **how)


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

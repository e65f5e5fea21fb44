"""The command ``check``."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from casekit.cli import cases, option_classes, options, streams
from casekit.diagnostics import Finding, Report, Span, codes, with_findings
from casekit.kit.editions import EditionFinder, is_edition
from casekit.pipeline.checking import (
    CheckedFiles,
    CheckOptions,
    check_files,
    merged_reports,
    with_drafts,
)
from casekit.pipeline.loading import CASE, InputFile
from casekit.system.executors import Executor, SpreadingError
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.pipeline.changed_inputs import Changes
    from casekit.system.process_limits import TaskLimits

HEAD = "HEAD"
"""The last commit, with which ``--changed`` alone compares."""

_OPTIONS_WITH_WATCH = ("watch", "strict", "edition")
_OPTIONS_WITH_WORDS = ("words", "spelling", "output", "as_json", "edition")


@click.command("check", cls=option_classes.CommandInSections)
@click.argument("paths", nargs=-1, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--balance", is_flag=True, help="Also check how hard a case is for its level.")
@click.option("--notes", is_flag=True, help="Also note what prose and lines say alone; see review.")
@click.option(
    "--readings",
    cls=option_classes.AdvancedOption,
    type=click.Choice(["required"]),
    help="Fail if a paragraph is not read as it is.",
)
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
    cls=option_classes.section("With --words"),
    is_flag=True,
    help="List words for a spelling checker (hunspell).",
)
@options.output_option_below("With --words")
@options.form_option
@options.save_option
@click.option(
    "--profile",
    cls=option_classes.AdvancedOption,
    is_flag=True,
    help="List the lines that take deduction longest.",
)
@click.option(
    "--force", cls=option_classes.AdvancedOption, is_flag=True, help="Check what has not changed either."
)
@options.limits_option
@options.workplace_options("one per processor")
@click.pass_context
def check_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    watch: bool,
    balance: bool,
    notes: bool,
    readings: str | None,
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
    limits: "TaskLimits | None",
    jobs: int | None,
    backend: str,
    scheduler: str | None,
) -> None:
    """Find what is wrong with cases, and whether their solution follows.

    PATH is a case, a folder of cases, an edition.toml, or - for standard input. Exit status: 0 clean,
    1 findings, 2 misuse.

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
        options.refuse_all_but(ctx, "--watch", _OPTIONS_WITH_WATCH)
        from casekit.cli import watching

        watching.watch(ctx, paths or (".",), edition, strict=strict)  # does not return
    if words:
        # Does not return either.
        _show_words(ctx, paths, edition, output, spelling=spelling, as_json=as_json)
    options.refuse_without(ctx, "--words", ("spelling", "output"))
    limits = options.limits_here(ctx, limits, scheduler)
    editions = EditionFinder(edition)
    selection = _selected(paths, changed, editions, limits)
    output_form = "json" if as_json else form
    is_text = output_form == "text"
    check_options = CheckOptions(
        verdict_in_words=is_text,
        balance=options.BUDGET if balance else None,
        profile=profile,
        notes=notes,
        readings_required=readings is not None,
    )
    place = _Workplace(options.workplace_of(jobs, backend, scheduler), limits, jobs, scheduler is not None)
    with streams.progress(len(selection.inputs)) as step:
        report, documents = _check(
            selection.inputs, editions, step, place, check_options, ignore_memory=force
        )
    report = merged_reports(
        [with_findings(report, selection.findings), *_translation_reports(paths, selection, edition)]
    )
    shown = with_drafts(report, documents, streams.width()) if is_text and not in_full else report
    streams.show(shown, output_form, strict=strict)
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
    options.refuse_all_but(ctx, "--words", _OPTIONS_WITH_WORDS)
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
    """The inputs that a check is about."""

    inputs: tuple[InputFile, ...]
    """The cases and editions to check."""

    findings: tuple[Finding, ...]
    """The findings on what was named: there is no such file, say."""

    named: tuple[InputFile, ...]
    """All cases and editions that were named, whether or not they have changed."""

    changes: "Changes | None" = None
    """What has changed, if only that is checked."""


def _translation_reports(
    paths: tuple[str, ...], selection: _Selection, edition: Path | None
) -> Iterator[Report]:
    """The report on translations, unless only cases were named, or ``--edition``.

    The writer of one case does not wait for it.
    """
    if edition is not None or all(path.endswith(CASE) for path in paths):
        return
    translated = [
        file for file in selection.named if file.data is None and _has_translations_around(file.path)
    ]
    if translated:
        from casekit.pipeline.translation import stale

        yield stale(translated, lambda _: None, selection.changes)


def _has_translations_around(path: Path) -> bool:
    """Whether a folder ``translations`` is beside a file or in a folder above it."""
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
    """The inputs among some paths that a change since a revision concerns, or why that is not known.

    Without paths they are those below this folder.
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


@frozen
class _Workplace:
    """Where cases are checked, and what each may take there."""

    executor: AbstractContextManager[Executor]
    """The processes or the cluster, to be entered."""

    limits: "TaskLimits | None"
    """The most that a case may take; ``None`` without limits."""

    jobs: int | None
    """The number of processes that the command line names."""

    is_cluster: bool
    """Whether it is a cluster."""


def _check(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    step: Callable[[str], None],
    place: _Workplace,
    check_options: CheckOptions,
    *,
    ignore_memory: bool,
) -> CheckedFiles:
    """Check cases in the way that suits their number, with documents if there is one or they are wanted.

    ``check_one`` and ``check_many`` remember answers, which have no costs or notes and require no reading.
    """
    is_one_case = len(inputs) == 1 and not is_edition(inputs[0].path) and not place.is_cluster
    asks_for_more = check_options.profile or check_options.notes or check_options.readings_required
    can_be_remembered = not asks_for_more
    if is_one_case and can_be_remembered and place.limits is None:
        from casekit.pipeline.checks.one_case import check_one

        return check_one(
            inputs[0],
            editions,
            step,
            verdict_in_words=check_options.verdict_in_words,
            balance=check_options.balance,
            ignore_memory=ignore_memory,
        )
    if can_be_remembered and not is_one_case:
        report = _check_many(inputs, editions, step, place, check_options, ignore_memory=ignore_memory)
        return CheckedFiles(report, documents=())
    if place.limits is None:
        return check_files(inputs, editions, step, check_options)
    from casekit.pipeline.checks.within_limits import check_within_limits

    with place.executor as executor:
        return check_within_limits(inputs, editions, step, executor, place.limits, check_options)


def _check_many(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    step: Callable[[str], None],
    place: _Workplace,
    check_options: CheckOptions,
    *,
    ignore_memory: bool,
) -> Report:
    """Check cases in any number of processes; a finding if that cannot be done where it was wanted."""
    from casekit.pipeline.checks.many_cases import CASES_PER_PROCESS, check_many

    try:
        with place.executor as executor:
            return check_many(
                inputs,
                editions,
                step,
                executor,
                verdict_in_words=check_options.verdict_in_words,
                balance=check_options.balance,
                ignore_memory=ignore_memory,
                cases_per_process=1 if place.jobs else CASES_PER_PROCESS,
                limits=place.limits,
            )
    except SpreadingError as error:
        return Report((options.spreading_finding(error, inputs[0].name),))

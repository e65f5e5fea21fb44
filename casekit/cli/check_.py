"""Commands that check cases: ``check``, ``watch``, and ``upgrade`` from an earlier casekit."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casekit.cli import cases, options, streams
from casekit.diagnostics import Diagnostic, Report, Span, caught, codes, has_errors, with_findings
from casekit.kit.editions import EditionFinder, is_edition
from casekit.language.source_files import real
from casekit.pipeline.checking import CheckedDocument, check_files, merged_reports, with_drafts
from casekit.pipeline.loading import CASE, InputFile
from casekit.system.executors import Executor, SpreadingError

if TYPE_CHECKING:
    from casekit.pipeline.authoring import Upgrade

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
    from casekit.pipeline.incremental_checking import affected
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
    return affected(inputs, editions, lambda file: git.concerned(file, changes), names), problems


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


_PAUSE = 300
"""Milliseconds in which changes are gathered: an editor writes a file in several steps."""


@click.command("watch")
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path())
@click.option("--strict", is_flag=True, help="Count warnings as findings too.")
@options.edition_option
@click.pass_context
def watch_command(ctx: click.Context, paths: tuple[str, ...], strict: bool, edition: Path | None) -> None:
    """Check cases whenever their files change, until Ctrl-C.

    PATH is a case, an edition.toml, or a folder with cases in it or its subfolders (default: this folder). A
    change of an edition or of a picture checks the cases that use it. This needs `pip install
    "casekit[write]"`. Exit status: 0 if the last check of each case was clean, 1 if not, 2 misuse, 3 if
    casekit has failed with one.

    \b
    Example:
      casekit watch
      casekit watch examples/the-last-toast.case
    """
    paths = paths or (".",)
    try:
        import watchfiles
    except ImportError:
        missing = codes.MISSING_EXTRA.at(
            Span(paths[0]),
            "watching files needs the library `watchfiles`",
            hint='install it with `pip install "casekit[write]"`',
        )
        streams.show(Report((missing,)), "text", strict=strict)
        ctx.exit(streams.FINDINGS)
    inputs = cases.expand_there(ctx, paths, editions=True, err=False)
    watching = _Watch(paths, edition, strict=strict)
    folders = tuple(dict.fromkeys(_folders(paths, inputs, edition)))
    try:
        # Watched from the beginning, so that no change is lost while the cases are checked.
        changes = watchfiles.watch(
            *folders, debounce=_PAUSE, step=50, raise_interrupt=True, rust_timeout=500, yield_on_timeout=True
        )
        next(changes)
        watching.check(inputs)
        click.echo("waiting for changes; Ctrl-C ends this", err=True)
        for batch in changes:
            watching.changed([Path(name) for _, name in batch])
    except KeyboardInterrupt:
        click.echo("", err=True)
    ctx.exit(max(watching.faulty.values(), default=streams.CLEAN))


class _Watch:
    """The findings of each case when it was last checked."""

    def __init__(self, paths: tuple[str, ...], edition: Path | None, *, strict: bool) -> None:
        self._paths, self._edition, self._strict = paths, edition, strict
        self.faulty: dict[Path, int] = {}

    def changed(self, files: list[Path]) -> None:
        """Check the cases that a change of files concerns; those that are gone are forgotten."""
        from casekit.pipeline.incremental_checking import affected

        if not files:
            return
        inputs, _ = cases.expand(tuple(path for path in self._paths if Path(path).exists()), editions=True)
        places = {real(file) for file in files}
        concerned = affected(
            inputs,
            EditionFinder(self._edition),
            lambda file: real(file) in places,
            [file.name for file in files],
        )
        for file in sorted(file for file in self.faulty if not file.exists()):
            del self.faulty[file]
            click.echo(f"{file.name} is gone", err=True)
        if concerned:
            self.check(concerned)

    def check(self, inputs: tuple[InputFile, ...]) -> None:
        """Check cases, each by itself, so that the state of each is known."""
        editions = EditionFinder(self._edition)
        for given in inputs:
            report = _by_itself(given, editions)
            streams.show(report, "text", strict=self._strict)
            file, status = real(given.path), streams.status(report, strict=self._strict)
            self.faulty.pop(file, None)
            if status:
                self.faulty[file] = min(status, streams.FINDINGS) if status != streams.FAULT else status


def _by_itself(given: InputFile, editions: EditionFinder) -> Report:
    """The report on one input, whatever becomes of its check: the next change is checked all the same."""
    checking = partial(check_files, [given], editions, lambda _: None, tell=True)
    done, failed = caught(checking, Span(given.name))
    return Report(failed, files=(given.name,)) if done is None else done[0]


def _folders(paths: tuple[str, ...], inputs: tuple[InputFile, ...], edition: Path | None) -> Iterator[Path]:
    """The folders of the files that count: an editor may put a new file in the place of an old one."""
    editions = EditionFinder(edition)
    for given in paths:
        yield Path(given) if Path(given).is_dir() else Path(given).absolute().parent
    for file in inputs:
        shelf = editions.read(file.path) if is_edition(file.path) else editions.of(file.path.parent)
        for source in shelf.sources:
            yield Path(source.name).absolute().parent


@click.command("upgrade")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option("--write", "writes", is_flag=True, help="Write what is shown: all files, or none.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if there is something to upgrade.")
@options.budget_option
@options.json_option
@click.pass_context
def upgrade_command(
    ctx: click.Context, paths: tuple[str, ...], writes: bool, check: bool, budget: int, as_json: bool
) -> None:
    """Rewrite what this casekit reads otherwise than the one that a text was written for.

    PATH is a folder, an edition with all cases below its folder, or a case. What would be rewritten is shown
    first: the text, and what is different of verdicts, levels, figures and findings. What nobody but the
    writer can settle is shown too. An edition that says its format (`format = 1`), with its cases, was
    written for this casekit. Other errors are corrected first: nothing is written as long as there are any.
    Exit status: 0 done, 1 a file has errors or, with --check, there is something to upgrade, 2 misuse.

    \b
    Example:
      casekit upgrade examples/
      casekit upgrade --write examples/
      casekit upgrade --check examples/edition.toml
    """
    from casekit.pipeline.authoring import upgrade

    options.refuse_options(
        {
            "--check writes nothing": writes and (check or streams.STDIN in paths),
            "name files or folders; - is neither": streams.STDIN in paths,
        }
    )
    editions = EditionFinder()
    folders, others = _folders_and_files(paths, editions)
    inputs, problems = cases.expand((*map(str, folders), *others))
    with streams.progress(len(inputs)) as step:
        upgrades, report = upgrade(inputs, folders, editions, budget, step)
    changed = [upgraded for upgraded in upgrades if upgraded.before != upgraded.after]
    otherwise = streams.FINDINGS if check and changed else streams.CLEAN
    problems = (*problems, *report.diagnostics)
    written: tuple[Path, ...] = ()
    if writes and not problems:
        written, problems = _write_upgrades(changed)
    if as_json:
        names = [upgraded.file for upgraded in changed if upgraded.path in written]
        files = [upgraded.as_json() for upgraded in upgrades]
        content = {"diagnostics": problems, "files": files, "written": names}
        streams.end(ctx, Report(problems), answer=streams.as_answer(content), otherwise=otherwise)
    width = streams.width()
    click.echo("\n".join(upgraded.in_words(width) for upgraded in upgrades), nl=False)
    verb = "rewritten" if written else _to_rewrite(problems, has_changes=bool(changed), writes=writes)
    click.echo(f"{len(changed)} of {len(inputs) + len(editions.shelves)} files {verb}", err=True)
    streams.end(ctx, Report(problems, report.sources), otherwise=otherwise)


def _to_rewrite(problems: Sequence[Diagnostic], *, has_changes: bool, writes: bool) -> str:
    """Messages about texts that are not rewritten, and how they would be."""
    if has_errors(problems):
        return "to rewrite, once these errors are corrected: they may hide what else is read otherwise"
    return "to rewrite; --write does so" if has_changes and not writes else "to rewrite"


def _folders_and_files(paths: tuple[str, ...], editions: EditionFinder) -> tuple[list[Path], list[str]]:
    """The folders to upgrade, those of editions among them, and the other paths; reads the editions named."""
    named = [Path(path) for path in paths if is_edition(Path(path))]
    for file in named:
        editions.read(real(file))
    folders = [*dict.fromkeys(file.parent for file in named)]
    folders += [path for path in map(Path, paths) if path.is_dir()]
    return folders, [path for path in paths if Path(path) not in {*named, *folders}]


def _write_upgrades(changed: "Sequence[Upgrade]") -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """Write all texts that are upgraded, or none; which were written, and what keeps them from it."""
    from casekit.building.atomic_writes import write_all

    problems: list[Diagnostic] = []
    for upgraded in changed:
        problems += streams.linked(upgraded.path, upgraded.file)
        known = (upgraded.before, upgraded.after)
        problems += streams.overtaken(upgraded.path, upgraded.file, known)
    if problems:
        return (), tuple(problems)
    return write_all({upgraded.path: upgraded.after for upgraded in changed}, rewrites=True)

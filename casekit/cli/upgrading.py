"""Texts that were written for an earlier casekit: ``fmt --upgrade``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from casekit.cli import cases, options, output_files, streams
from casekit.diagnostics import Finding, Report, has_errors
from casekit.kit.editions import EditionFinder, is_edition
from casekit.language.source_files import real

if TYPE_CHECKING:
    from casekit.pipeline.authoring.upgrades import Upgrade


def show_upgrade(
    ctx: click.Context, paths: tuple[str, ...], budget: int, *, writes: bool, check: bool, as_json: bool
) -> NoReturn:
    """Show what this casekit reads otherwise than the one that texts were written for, and exit.

    What nobody but the writer can settle is shown too. With ``writes`` the texts are rewritten, unless there
    are other errors.
    """
    from casekit.pipeline.authoring.upgrades import upgrade

    given_options = options.listed_options({"--write": writes, "--check": check})
    purpose = f" for {given_options}" if given_options else ""
    options.refuse_options(
        {
            "--check writes nothing: leave out --write or --check": writes and check,
            f"name files or folders{purpose}; - is neither": streams.STDIN in paths,
        }
    )
    editions = EditionFinder()
    folders, other_paths = _folders_and_files(paths, editions)
    inputs, unread = cases.expand((*map(str, folders), *other_paths))
    with streams.progress(len(inputs)) as step:
        upgrades, report = upgrade(inputs, folders, editions, budget, step)
    changes = [upgrade_of_file for upgrade_of_file in upgrades if upgrade_of_file.has_change]
    status_if_clean = streams.FINDINGS if check and changes else streams.CLEAN
    problems = (*unread, *report.diagnostics)
    written: tuple[Path, ...] = ()
    if writes and not problems:
        written, problems = _write_upgrades(changes)
    if as_json:
        content = {
            "diagnostics": problems,
            "files": [upgrade_of_file.as_json() for upgrade_of_file in upgrades],
            "written": [change.file for change in changes if change.path in written],
        }
        answer = streams.answer_as_json(content)
        streams.end(ctx, Report(problems), answer=answer, status_if_clean=status_if_clean)
    width = streams.width()
    click.echo("\n".join(upgrade_of_file.in_words(width) for upgrade_of_file in upgrades), nl=False)
    verb = "rewritten" if written else _what_remains(problems, has_changes=bool(changes), writes=writes)
    click.echo(f"{len(changes)} of {len(inputs) + len(editions.loaded_editions)} files {verb}", err=True)
    streams.end(ctx, Report(problems, report.sources), status_if_clean=status_if_clean)


def _what_remains(problems: Sequence[Finding], *, has_changes: bool, writes: bool) -> str:
    """The end of the sentence "2 of 3 files ..." about texts that are not rewritten, and how to do that."""
    if has_errors(problems):
        return "to rewrite, once these errors are corrected: they may hide what else is read otherwise"
    return "to rewrite; --write does so" if has_changes and not writes else "to rewrite"


def _folders_and_files(paths: tuple[str, ...], editions: EditionFinder) -> tuple[list[Path], list[str]]:
    """The folders to upgrade, those of editions among them, and the other paths; reads the editions named."""
    edition_files = [Path(path) for path in paths if is_edition(Path(path))]
    for file in edition_files:
        editions.read(real(file))
    folders = [*dict.fromkeys(file.parent for file in edition_files)]
    folders += [path for path in map(Path, paths) if path.is_dir()]
    return folders, [path for path in paths if Path(path) not in {*edition_files, *folders}]


def _write_upgrades(changes: "Sequence[Upgrade]") -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write all texts that are upgraded, or none.

    Returns:
        The files that were written, and why the others were not.
    """
    from casekit.building.atomic_writes import write_all

    problems: list[Finding] = []
    for change in changes:
        problems += output_files.link_findings(change.path, change.file)
        # It may be as it was read, or as it is going to be: an upgrade at the same time wrote it.
        expected = (change.before, change.after)
        problems += output_files.change_findings(change.path, change.file, expected)
    if problems:
        return (), tuple(problems)
    return write_all({change.path: change.after for change in changes}, rewrites=True)

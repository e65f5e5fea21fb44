"""Texts that were written for an earlier casekit: ``fmt --upgrade``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from casekit.cli import cases, options, streams
from casekit.diagnostics import Finding, Report, has_errors
from casekit.kit.editions import EditionFinder, is_edition
from casekit.language.source_files import real

if TYPE_CHECKING:
    from casekit.pipeline.authoring import Upgrade


def show_upgrade(
    ctx: click.Context, paths: tuple[str, ...], budget: int, *, writes: bool, check: bool, as_json: bool
) -> NoReturn:
    """Show what this casekit reads otherwise than the one that texts were written for; write it if asked to.

    What nobody but the writer can settle is shown too. Nothing is written as long as there are other errors.
    """
    from casekit.pipeline.authoring import upgrade

    given = options.listed_options({"--write": writes, "--check": check})
    purpose = f" for {given}" if given else ""
    options.refuse_options(
        {
            "--check writes nothing: leave out --write or --check": writes and check,
            f"name files or folders{purpose}; - is neither": streams.STDIN in paths,
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
    click.echo(f"{len(changed)} of {len(inputs) + len(editions.loaded_editions)} files {verb}", err=True)
    streams.end(ctx, Report(problems, report.sources), otherwise=otherwise)


def _to_rewrite(problems: Sequence[Finding], *, has_changes: bool, writes: bool) -> str:
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


def _write_upgrades(changed: "Sequence[Upgrade]") -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write all texts that are upgraded, or none; which were written, and what keeps them from it."""
    from casekit.building.atomic_writes import write_all

    problems: list[Finding] = []
    for upgraded in changed:
        problems += streams.linked(upgraded.path, upgraded.file)
        known = (upgraded.before, upgraded.after)
        problems += streams.overtaken(upgraded.path, upgraded.file, known)
    if problems:
        return (), tuple(problems)
    return write_all({upgraded.path: upgraded.after for upgraded in changed}, rewrites=True)

"""``casekit new``."""

import re
import unicodedata
from pathlib import Path

import click

from casekit.cli.inputs import CASE, edition_option, show, status
from casekit.cli.output import write
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.midnight.header import LONGEST

_LONGEST_SLUG = 60
"""Characters of a file's name that is made from a title."""


@click.command("new")
@click.argument("name")
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@edition_option
@click.pass_context
def command(ctx: click.Context, name: str, force: bool, edition: Path | None) -> None:
    """Start a case: a complete skeleton with all paths of its edition.

    NAME is a title ("The Last Toast") or a file (cases/the-last-toast.case).

    \b
    Example:
      casekit new "The Last Toast"
    """
    from casekit import pipeline
    from casekit.games.midnight.editions import Editions
    from casekit.games.midnight.skeleton import skeleton

    path, title = _path(name), _title(name)
    shelf = Editions(edition).of(path.parent)
    problems = shelf.diagnostics
    if shelf.edition is not None:
        if path.exists() and not force:
            problems = (_taken(path),)
        else:
            problems = write(path, skeleton(title, shelf.edition))
            if not problems:
                click.echo(
                    f"{path.as_posix()}: {len(shelf.edition.paths)} paths to write; "
                    f"next: casekit check {path.as_posix()}"
                )
    if problems:
        report = pipeline.report_of((), (shelf,))
        report = pipeline.with_findings(report, problems)
        show(report, "text", strict=False, err=True)
        ctx.exit(status(report, strict=False))


def _path(name: str) -> Path:
    if name.endswith(CASE):
        return Path(name)
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_name.replace("'", ""))[:_LONGEST_SLUG].strip("-")
    if not slug:
        raise click.UsageError(f"no file can be named after {name!r}; give a file name ending in {CASE}")
    return Path(slug + CASE)


def _title(name: str) -> str:
    stem = Path(name).name.removesuffix(CASE) if name.endswith(CASE) else name
    title = stem if " " in stem or stem != stem.lower() else stem.replace("-", " ").title()
    if len(title) > LONGEST:
        raise click.UsageError(f"a title has at most {LONGEST} characters, this one has {len(title)}")
    return title


def _taken(path: Path) -> Diagnostic:
    return Diagnostic(
        codes.CANNOT_WRITE,
        "there is a file of this name already",
        Span(path.as_posix()),
        hint="choose another name, or replace it with --force",
    )

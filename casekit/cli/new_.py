"""``casekit new``."""

import re
import unicodedata
from pathlib import Path

import click

from casekit.cli.inputs import CASE, edition_option, show, status
from casekit.cli.result import write
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.hidden import HIDDEN, name_of
from casekit.games import DEFAULT, GAMES
from casekit.games.game import LONGEST_TITLE

_LONGEST_SLUG = 60
"""Characters of a file's name that is made from a title."""


@click.command("new")
@click.argument("name")
@click.option(
    "--game", type=click.Choice(list(GAMES)), default=DEFAULT, show_default=True, help="What to write for."
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@edition_option
@click.pass_context
def command(ctx: click.Context, name: str, game: str, force: bool, edition: Path | None) -> None:
    """Start a case: write a skeleton with all paths of its edition.

    NAME is a title ("The Last Toast") or a file (cases/the-last-toast.case).

    \b
    Example:
      casekit new "The Last Toast"
    """
    from casekit.games import game_called
    from casekit.games.editions import Editions
    from casekit.pipeline import checking
    from casekit.system.portable_names import flaw

    path, title = _path(name), _title(name)
    if reason := flaw(path.name):
        raise click.UsageError(f"{path.name} {reason}; choose another")
    shelf = Editions(edition).of(path.parent, game)
    problems = shelf.diagnostics
    if shelf.edition is not None:
        if path.exists() and not force:
            problems = (_taken(path),)
        else:
            draft = game_called(shelf.game).skeleton(title, shelf.edition)
            problems = write(path, draft.text)
            if not problems:
                click.echo(f"{path.as_posix()}: {draft.to_do}; next: casekit check {path.as_posix()}")
    if problems:
        report = checking.report_of((), (shelf,))
        report = checking.with_findings(report, problems)
        show(report, "text", strict=False, err=True)
        ctx.exit(status(report, strict=False))


def _path(name: str) -> Path:
    if name.endswith(CASE):
        return Path(name)
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_name.replace("'", ""))[:_LONGEST_SLUG].strip("-")
    if not slug:
        raise click.UsageError(
            f"{name!r} does not give the name of a file; give a file name ending in {CASE}"
        )
    return Path(slug + CASE)


def _title(name: str) -> str:
    stem = Path(name).name.removesuffix(CASE) if name.endswith(CASE) else name
    title = stem if " " in stem or stem != stem.lower() else stem.replace("-", " ").title()
    if hidden := HIDDEN.search(title):
        raise click.UsageError(f"a title cannot hold {name_of(hidden.group())}")
    if len(title) > LONGEST_TITLE:
        raise click.UsageError(f"a title has at most {LONGEST_TITLE} characters; this one has {len(title)}")
    return title


def _taken(path: Path) -> Diagnostic:
    return Diagnostic(
        codes.CANNOT_WRITE,
        "there is already a file of this name",
        Span(path.as_posix()),
        hint="choose another name, or replace the file with --force",
    )

"""``casekit new``."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from casekit.cli.inputs import edition_option, show, status
from casekit.cli.progress import progress
from casekit.cli.result import write
from casekit.diagnostics import Diagnostic, Source, Span, codes
from casekit.diagnostics.hidden import HIDDEN, name_of
from casekit.games import DEFAULT, GAMES
from casekit.games.game import LONGEST_TITLE, Game, MadeBy, Skeleton
from casekit.pipeline.checking import CASE

_LONGEST_SLUG = 60
"""Characters of a file's name that is made from a title."""


class _New(click.Command):
    """Takes the options of the game that is named too; the game is imported only then."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_NAMED] = _game_in(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        from casekit.games import game_called

        params, named = super().get_params(ctx), ctx.meta.get(_NAMED)
        return params if named is None else [*params, *map(_option, game_called(named).options)]


_NAMED = "casekit.cli.new_.game"


def _game_in(args: list[str]) -> str | None:
    """The game that the command line names, if there is one of that name."""
    for at, arg in enumerate(args):
        if arg == "--":
            return None
        name, equals, value = arg.partition("=")
        if name == "--game":
            value = value if equals else "".join(args[at + 1 : at + 2])
            return value if value in GAMES else None
    return None


def _option(made_by: MadeBy) -> click.Option:
    """An option of a game as one of the command line's; only what is given is passed on."""
    kind: click.ParamType[Any] = (
        click.Choice(made_by.choices) if made_by.choices else click.IntRange(made_by.least, made_by.most)
    )
    told = f"{made_by.help}  [default: {made_by.default}]"
    return click.Option([f"--{made_by.name}"], type=kind, help=told)


@click.command("new", cls=_New)
@click.argument("name", required=False)
@click.option(
    "--game", type=click.Choice(list(GAMES)), default=DEFAULT, show_default=True, help="What to write for."
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@edition_option
@click.pass_context
def command(
    ctx: click.Context, /, name: str | None, game: str, force: bool, edition: Path | None, **given: Any
) -> None:
    """Start a case: write a skeleton with all that its edition asks for.

    NAME is a title ("The Last Toast") or a file (cases/the-last-toast.case). Some games make documents to measure:
    `casekit new --game GAME --help` lists their options, and with one of them NAME may be left out.

    \b
    Example:
      casekit new "The Last Toast"
      casekit new --game GAME --help
    """
    from casekit.games import game_called
    from casekit.games.editions import Editions
    from casekit.pipeline import checking
    from casekit.system.portable_names import flaw

    measures = {key: value for key, value in given.items() if value is not None}
    if name is None and not measures:
        raise click.UsageError("Missing argument 'NAME'.", ctx)
    if name is None:
        name = _name_of(game_called(game), measures)
    path, title = _path(name), _title(name)
    if reason := flaw(path.name):
        raise click.UsageError(f"{path.name} {reason}; choose another")
    shelf = Editions(edition).of(path.parent, game)
    problems = shelf.diagnostics
    if shelf.edition is not None:
        if path.exists() and not force:
            problems = (_taken(path),)
        else:
            draft, problems = _draft(game_called(shelf.game), title, shelf.edition, measures)
            problems = problems if draft is None else write(path, draft.text)
            if draft is not None and not problems:
                click.echo(f"{path.as_posix()}: {draft.to_do}; next: casekit check {path.as_posix()}")
    if problems:
        report = checking.report_of((), (shelf,))
        report = checking.with_findings(report, problems)
        told = {f"--{key}": Source(f"--{key}", str(value)) for key, value in measures.items()}
        report = replace(report, sources={**report.sources, **told})
        show(report, "text", strict=False, err=True)
        ctx.exit(status(report, strict=False))


def _name_of(game: Game, measures: Mapping[str, Any]) -> str:
    """The file of a document without a name: numbers alone would not say what they count."""
    told = (f"{key}-{value}" for key, value in measures.items())
    return "-".join((game.dialect.noun, *told)) + CASE


def _draft(
    game: Game, title: str, settings: Any, measures: Mapping[str, Any]
) -> "tuple[Skeleton | None, tuple[Diagnostic, ...]]":
    """A skeleton or, if it is to fit measures, a draft that does."""
    if not measures:
        return game.skeleton(title, settings), ()
    with progress(game.most_tries) as step:
        return game.made_to_measure(title, settings, measures, step)


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

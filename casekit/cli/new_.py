"""``casekit new``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from casekit.cli.options import edition_option, refuse_options
from casekit.cli.starting import (
    LEVELS,
    at_level,
    complete_around,
    draft_of,
    end_if_wrong,
    interview,
    measured,
    name_by_measures,
    named_after,
    path_of,
    start_project,
    taken,
    title_of,
)
from casekit.cli.streams import write
from casekit.games import DEFAULT, GAMES, game_called, is_known, refusal
from casekit.games.editions import Editions
from casekit.games.game import ENDLESS, MadeBy
from casekit.system.portable_names import flaw


class _New(click.Command):
    """Takes the options of the game that is named too; the game is imported only then."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_NAMED] = _game_in(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:

        params, named = super().get_params(ctx), ctx.meta.get(_NAMED)
        options = () if named is None else game_called(named).options
        level = [] if any(option.name == "level" for option in options) else [_option_of_level()]
        return [*params, *level, *map(_option, options)]


class _AnyGame(click.Choice[str]):
    """The games of casekit, and those of installed packages, which are looked for only if another one is named."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in GAMES or not is_known(value):
            return super().convert(value, param, ctx)
        if refused := refusal(value):
            self.fail(refused[0], param, ctx)
        return value


_NAMED = "casekit.new.game"


def _game_in(args: list[str]) -> str | None:
    """The game whose options there are: the one that is named or, if something is to be generated, the usual one."""
    for at, arg in enumerate(args):
        if arg == "--":
            return None
        name, equals, value = arg.partition("=")
        if name == "--game":
            value = value if equals else "".join(args[at + 1 : at + 2])
            return value if is_known(value) else None
    return DEFAULT if "--generate" in args else None


def _option_of_level() -> click.Option:
    return click.Option(
        ["--level"], type=click.Choice(LEVELS), help="How hard it is to be.  [default: amateur]"
    )


def _option(made_by: MadeBy) -> click.Option:
    """An option of a game as one of the command line's; only what is given is passed on."""
    kind: click.ParamType[Any]
    if isinstance(made_by.values, range):
        most = made_by.values.stop - 1
        kind = click.IntRange(made_by.values.start, most if most < ENDLESS.stop - 1 else None)
    elif made_by.values:
        kind = click.Choice(made_by.values)
    else:
        return click.Option([f"--{made_by.name}"], is_flag=True, default=None, help=made_by.help)
    told = f"{made_by.help}  [default: {made_by.default}]"
    return click.Option([f"--{made_by.name}"], type=kind, help=told)


@click.command("new", cls=_New)
@click.argument("name", required=False)
@click.option("--game", type=_AnyGame(GAMES), default=DEFAULT, show_default=True, help="What to write for.")
@click.option(
    "--generate",
    is_flag=True,
    help="Make up the logic of a whole document, of the level that is asked for; see --generate --help.",
)
@click.option(
    "--around",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="With --generate: complete this half-written document. It stays as it is; the whole goes to NAME or to standard output.",
)
@click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Start a project in this folder: the case, an edition, .gitignore, CI and settings of an editor.",
)
@click.option("--title", "edition_title", metavar="TITLE", help="The title of the project's edition.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@edition_option
@click.pass_context
def new_command(
    ctx: click.Context,
    /,
    name: str | None,
    game: str,
    generate: bool,
    around: Path | None,
    project: Path | None,
    edition_title: str | None,
    force: bool,
    edition: Path | None,
    **given: Any,
) -> None:
    """Start a case: write a skeleton with all that its edition asks for.

    NAME is a title ("The Last Toast") or a file (cases/the-last-toast.case). Without it, casekit asks on a terminal.
    --generate writes a document whose logic is complete and fits a level, for you to give it voices:
    `casekit new --generate --help` lists what it can fit, and NAME may be left out. --game GAME names another game,
    whose options do the same. --generate --around FILE completes a document that is partly written: what is written
    stays, and what is missing is proposed. No file is replaced without --force, and never one of a project.

    \b
    Example:
      casekit new
      casekit new "The Last Toast" --level expert
      casekit new "The Last Toast" --generate --level expert --seed 7
      casekit new --generate --around half.case whole.case
      casekit new "The Last Toast" --project corisande --title "Murder aboard the Corisande"
      casekit new --game GAME --help
    """
    alone = project is None
    faults = {
        "--around completes a document: it goes with --generate and without --project": (
            around is not None and not (alone and generate)
        ),
        "--project writes an edition and replaces nothing: leave out --edition and --force": (
            not alone and (edition is not None or force)
        ),
        "--title is the title of an edition, which --project writes; NAME is that of the case": (
            alone and edition_title is not None
        ),
    }
    refuse_options(faults)
    measures = {key: value for key, value in given.items() if value is not None}
    if around is not None:
        complete_around(ctx, around, None if name is None else path_of(name), edition, measures, force=force)
    level = measures.pop("level", None) if ctx.meta[_NAMED] is None else None
    if generate:
        measures = measured(game_called(game), measures)
    if name is None and not measures:
        answers = interview(game_called(game), project, edition_title, edition, level)
        if answers is None:
            raise click.UsageError(
                "Missing argument 'NAME'. Give a title or a file; casekit asks for it only on a terminal.",
                ctx,
            )
        name, edition_title, edition, level = answers
    if name is None:
        name = name_by_measures(game_called(game), measures)
    path, title = path_of(name), title_of(name)
    if reason := flaw(path.name):
        raise click.UsageError(f"{path.name} {reason}; choose another")
    if project is not None:
        path = project / path.name
        start_project(
            ctx,
            game_called(game),
            project,
            edition_title or named_after(project),
            path,
            title,
            measures,
            level,
        )
        return
    _write_alone(ctx, game, path, title, edition, measures, level, force=force)


def _write_alone(
    ctx: click.Context,
    game: str,
    path: Path,
    title: str,
    edition: Path | None,
    measures: Mapping[str, Any],
    level: str | None,
    *,
    force: bool,
) -> None:
    """Write a document for the edition that is there, and exit."""
    shelf = Editions(edition).of(path.parent, game)
    problems = shelf.diagnostics
    if shelf.edition is not None:
        if path.exists() and not force:
            problems = (taken(path),)
        else:
            draft, problems = draft_of(game_called(shelf.game), title, shelf.edition, measures)
            unwritten = () if draft is None else write(path, at_level(draft.text, level))
            problems = (*problems, *unwritten)
            if draft is not None and not unwritten:
                click.echo(f"{path.as_posix()}: {draft.to_do}; next: casekit check {path.as_posix()}")
    end_if_wrong(ctx, problems, (shelf,), measures)

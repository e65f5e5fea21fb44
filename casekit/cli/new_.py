"""``casekit new``."""

import re
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casekit.cli.around import complete_around, taken
from casekit.cli.inputs import edition_option, show, status
from casekit.cli.progress import progress
from casekit.cli.result import write
from casekit.diagnostics import Diagnostic, Source, Span, codes
from casekit.diagnostics.hidden import HIDDEN, name_of
from casekit.games import DEFAULT, GAMES
from casekit.games.game import Game, MadeBy, Skeleton
from casekit.games.game_documents import LONGEST_TITLE
from casekit.pipeline.stages.given_files import CASE

if TYPE_CHECKING:
    from casekit.games.editions import Shelf

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
        options = () if named is None else game_called(named).options
        level = [] if any(option.name == "level" for option in options) else [_option_of_level()]
        return [*params, *level, *map(_option, options)]


_NAMED = "casekit.cli.new_.game"


def _game_in(args: list[str]) -> str | None:
    """The game whose options there are: the one that is named or, if something is to be generated, the usual one."""
    for at, arg in enumerate(args):
        if arg == "--":
            return None
        name, equals, value = arg.partition("=")
        if name == "--game":
            value = value if equals else "".join(args[at + 1 : at + 2])
            return value if value in GAMES else None
    return DEFAULT if "--generate" in args else None


def _option_of_level() -> click.Option:
    return click.Option(
        ["--level"], type=click.Choice(_LEVELS), help="How hard it is to be.  [default: amateur]"
    )


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
def command(
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
    from casekit.games import game_called
    from casekit.system.portable_names import flaw

    if around is not None and (project is not None or not generate):
        raise click.UsageError("--around completes a document: it goes with --generate and without --project")
    _check_options(project, edition_title, edition, force=force)
    measures = {key: value for key, value in given.items() if value is not None}
    if around is not None:
        complete_around(ctx, around, None if name is None else _path(name), edition, measures, force=force)
    level = measures.pop("level", None) if ctx.meta[_NAMED] is None else None
    if generate:
        measures = _measured(game_called(game), measures)
    if name is None and not measures:
        answers = _asked(game_called(game), project, edition_title, edition, level)
        if answers is None:
            raise click.UsageError(
                "Missing argument 'NAME'. Give a title or a file; casekit asks for it only on a terminal.",
                ctx,
            )
        name, edition_title, edition, level = answers
    if name is None:
        name = _name_of(game_called(game), measures)
    path, title = _path(name), _title(name)
    if reason := flaw(path.name):
        raise click.UsageError(f"{path.name} {reason}; choose another")
    if project is not None:
        path = project / path.name
        _start(
            ctx,
            game_called(game),
            project,
            edition_title or _named_after(project),
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
    from casekit.games import game_called
    from casekit.games.editions import Editions

    shelf = Editions(edition).of(path.parent, game)
    problems = shelf.diagnostics
    if shelf.edition is not None:
        if path.exists() and not force:
            problems = (taken(path),)
        else:
            draft, problems = _draft(game_called(shelf.game), title, shelf.edition, measures)
            unwritten = () if draft is None else write(path, _at_level(draft.text, level))
            problems = (*problems, *unwritten)
            if draft is not None and not unwritten:
                click.echo(f"{path.as_posix()}: {draft.to_do}; next: casekit check {path.as_posix()}")
    _end(ctx, problems, (shelf,), measures)


def _check_options(
    project: Path | None, edition_title: str | None, edition: Path | None, *, force: bool
) -> None:
    """Refuse options that a project has no use for, and those that only a project has."""
    if project is not None and (edition is not None or force):
        raise click.UsageError(
            "--project writes an edition and replaces nothing: leave out --edition and --force"
        )
    if edition_title is not None and project is None:
        raise click.UsageError(
            "--title is the title of an edition, which --project writes; NAME is that of the case"
        )


def _end(
    ctx: click.Context,
    problems: tuple[Diagnostic, ...],
    shelves: "tuple[Shelf, ...]",
    measures: Mapping[str, Any],
) -> None:
    """Show what is wrong, and exit."""
    from casekit.pipeline import checking

    if problems:
        report = checking.with_findings(checking.report_of((), shelves), problems)
        told = {f"--{key}": Source(f"--{key}", str(value)) for key, value in measures.items()}
        report = replace(report, sources={**report.sources, **told})
        show(report, "text", strict=False, err=True)
        ctx.exit(status(report, strict=False))


# --- a level -------------------------------------------------------------------------------------

_LEVELS = ("amateur", "expert")
_LEVEL = re.compile(r"^level: \w+", re.MULTILINE)


def _measured(game: Game, measures: Mapping[str, Any]) -> dict[str, Any]:
    """What a document is to be made by, if nothing else is said by the usual.

    Raises:
        click.UsageError: if the game makes none.
    """
    if not game.options:
        raise click.UsageError(f"nothing is generated for {game.title}; leave out --generate")
    last = game.options[-1]
    return dict(measures) or {last.name: last.default}


def _at_level(text: str, level: str | None) -> str:
    return text if level is None else _LEVEL.sub(f"level: {level}", text, count=1)


# --- questions -----------------------------------------------------------------------------------


def _on_a_terminal() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _asked(
    game: Game, project: Path | None, edition_title: str | None, edition: Path | None, level: str | None
) -> tuple[str, str | None, Path | None, str | None] | None:
    """The name of the case, the title of its edition, the edition file and the level; ``None`` if nobody can be asked."""
    if not _on_a_terminal():
        return None
    name = click.prompt("Title of the case", value_proc=_usable)
    if project is not None:
        edition_title = edition_title or click.prompt("Title of the edition", default=_named_after(project))
    elif edition is None:
        edition = _which_edition(game)
    if level is None:
        level = click.prompt("Level", type=click.Choice(_LEVELS), default=_LEVELS[0])
    return name, edition_title, edition, level


def _usable(answer: str) -> str:
    """A title that gives the name of a file, or an answer that is asked for again."""
    from casekit.system.portable_names import flaw

    title = answer.strip()
    path = _path(title)
    _title(title)
    if reason := flaw(path.name):
        raise click.UsageError(f"{path.name} {reason}; choose another")
    if path.exists():
        raise click.UsageError(f"there is already a file {path.as_posix()}; choose another title")
    return title


def _which_edition(game: Game) -> Path | None:
    """The edition file that somebody names; ``None`` for the nearest or the built-in one."""
    from casekit.games.editions import Editions, is_file

    shelf = Editions().of(Path(), game.name)
    usual = shelf.edition.title if shelf.edition is not None else "the nearest"

    def file(answer: str) -> Path | None:
        if answer == usual:
            return None
        if not is_file(Path(answer)):
            raise click.UsageError(f"there is no file {answer}; press Enter for {usual}")
        return Path(answer)

    chosen: Path | None = click.prompt(
        "Edition (Enter, or the path of an edition.toml)", default=usual, value_proc=file
    )
    return chosen


# --- a project -----------------------------------------------------------------------------------


def _named_after(folder: Path) -> str:
    """A title like the name of a folder."""
    name = folder.resolve().name
    return re.sub(r"[-_]+", " ", name).strip().title() or "Cases"


def _start(
    ctx: click.Context,
    game: Game,
    folder: Path,
    edition_title: str,
    path: Path,
    title: str,
    measures: Mapping[str, Any],
    level: str | None,
) -> None:
    """Write the files of a project, all of them or none; what is there stays, and is named."""
    from casekit.building.projects import project_files
    from casekit.building.writing import check_folder, write_all
    from casekit.language.reading import is_there

    if HIDDEN.search(edition_title):
        raise click.UsageError(f"a title cannot hold {name_of(HIDDEN.findall(edition_title)[0])}")
    loaded = {folder / place: text for place, text in project_files(game, edition_title, path.name).items()}
    edition = folder / "edition.toml"
    problems = check_folder(folder) or tuple(
        _taken_in_project(each) for each in (edition, path) if is_there(each)
    )
    draft = None
    if not problems:
        settings = game.load(loaded[edition].encode(), edition).settings
        draft, problems = _draft(game, title, settings or game.built_in(), measures)
    if draft is not None:
        loaded[path] = _at_level(draft.text, level)
        kept = [each for each in loaded if is_there(each)]
        _, unwritten = write_all({each: text.encode() for each, text in loaded.items() if each not in kept})
        problems = (*problems, *unwritten)
        for each in loaded if not unwritten else ():
            click.echo(f"{each.as_posix()}{': kept, it was there already' if each in kept else ''}")
        if not unwritten:
            click.echo(f"{draft.to_do}; next: casekit check {path.as_posix()}")
    _end(ctx, problems, (), measures)


def _taken_in_project(path: Path) -> Diagnostic:
    return Diagnostic(
        codes.CANNOT_WRITE,
        "there is already a file of this name",
        Span(path.as_posix()),
        hint="name a folder without it; `casekit new NAME` adds a case to the edition that is there",
    )


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

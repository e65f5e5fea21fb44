"""``casekit new``: its questions, names, projects, documents made whole."""

import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from casekit.cli import cases, guarded_streams, option_classes, options, output_files, streams
from casekit.diagnostics import Finding, Report, Source, Span, codes, in_order, with_findings
from casekit.diagnostics.invisible_characters import HIDDEN, name_of
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.game_detection import find_game
from casekit.kit.interface import ENDLESS, AnyGame, CreationOption, NewDocument
from casekit.kit.registry import DEFAULT, GAMES, game_called, is_known
from casekit.language.blocks import LONGEST
from casekit.language.source_files import is_file, is_there
from casekit.pipeline.loading import CASE, open_document
from casekit.system.file_names import flaw
from casekit.values import replace

Measures = Mapping[str, Any]
"""The options of a game that the command line gives, by name: a generated document has to fit them."""

LEVELS = ("amateur", "expert")

_LEVEL_LINE = re.compile(r"^level: \w+", re.MULTILINE)

_MOST_LETTERS_OF_SLUG = 60
"""The length of a file's name that is made from a title."""

_GAME_KEY = "casekit.new.game"
"""The key under which click keeps the game whose options the command line may have."""


def path_of(name: str) -> Path:
    """The file that a name means: the name itself, or one made from a title ("A Toast" is `a-toast.case`).

    Raises:
        click.UsageError: if none of its letters can be in the name of a file.
    """
    if name.endswith(CASE):
        return Path(name)
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_name.replace("'", ""))[:_MOST_LETTERS_OF_SLUG].strip("-")
    if not slug:
        raise click.UsageError(
            f"{name!r} does not give the name of a file; give a file name ending in {CASE}"
        )
    return Path(slug + CASE)


def title_of(name: str) -> str:
    """The title that a name means: the name itself, or one made from a file's (`a-toast.case` is "A Toast").

    Raises:
        click.UsageError: if it is too long, or part of it cannot be seen.
    """
    stem = Path(name).name.removesuffix(CASE) if name.endswith(CASE) else name
    title = stem if " " in stem or stem != stem.lower() else stem.replace("-", " ").title()
    if hidden := HIDDEN.search(title):
        raise click.UsageError(f"a title cannot hold {name_of(hidden.group())}")
    if len(title) > LONGEST:
        raise click.UsageError(f"a title has at most {LONGEST} characters; this one has {len(title)}")
    return title


def _file_and_title(name: str) -> tuple[Path, str]:
    """The file and the title that a name means.

    Raises:
        click.UsageError: if no machine can have such a file, or a document such a title.
    """
    path, title = path_of(name), title_of(name)
    if reason := flaw(path.name):
        raise click.UsageError(f"{path.name} {reason}; choose another")
    return path, title


def named_after(folder: Path) -> str:
    """A title like the name of a folder."""
    return re.sub(r"[-_]+", " ", folder.resolve().name).strip().title() or "Cases"


def draft_of(
    game: AnyGame, title: str, settings: Any, measures: Measures, level: str | None = None
) -> tuple[NewDocument | None, tuple[Finding, ...]]:
    """A skeleton, or a generated draft that fits some measures.

    Its header has the ``level``, if one is given.
    The game's other options have their defaults then.
    """
    all_measures: dict[str, Any] = {}
    if measures:
        all_measures = {option.name: option.default for option in game.options} | dict(measures)
    draft, problems = game.authoring.create(title, settings, all_measures, streams.progress)
    if draft is not None and level is not None:
        draft = replace(draft, text=_LEVEL_LINE.sub(f"level: {level}", draft.text, count=1))
    return draft, problems


def end_if_wrong(
    ctx: click.Context,
    problems: tuple[Finding, ...],
    loaded_editions: tuple[LoadedEdition, ...],
    measures: Measures,
) -> None:
    """Show what is wrong and exit, if anything is; otherwise return."""
    from casekit.pipeline import checking

    if problems:
        report = with_findings(checking.report_of((), loaded_editions), problems)
        # Findings may be on the value of an option.
        option_texts = {f"--{name}": Source(f"--{name}", str(value)) for name, value in measures.items()}
        streams.end(ctx, replace(report, sources={**report.sources, **option_texts}))


def complete_around(
    ctx: click.Context,
    around: Path,
    target: Path | None,
    edition: Path | None,
    measures: Measures,
    *,
    force: bool,
) -> NoReturn:
    """Complete a half-written document, into a file or to standard output, and exit."""
    from casekit.pipeline.authoring.review_and_words import complete

    inputs, problems = cases.expand((str(around),))
    if len(inputs) != 1:
        raise click.UsageError(f"--around takes one document, and {around} is a folder")
    if target is not None and target.exists() and not force:
        streams.end(ctx, Report((taken(target),)))
    case = open_document(inputs[0], EditionFinder(edition))
    completed = complete(case, measures, streams.progress)
    if completed is None:
        raise click.UsageError(f"nothing is completed for {case.parsed.game.title}; leave out --around")
    document, findings = completed
    problems = (*problems, *findings)
    if document is not None and target is None:
        guarded_streams.write_data(document.text, "case")
        click.echo(document.to_do, err=True)
    elif document is not None and target is not None and not problems:
        problems = output_files.write(target, document.text, "case", rewrites=True)
        if not problems:
            click.echo(f"{target.as_posix()}: {document.to_do}; next: casekit check {target.as_posix()}")
    elif not problems:
        click.echo(
            f"{case.source.name} is complete: every path is written, and the solution follows", err=True
        )
    streams.end(ctx, Report(in_order(problems), case.sources))


def taken(path: Path, hint: str = "choose another name, or replace the file with --force") -> Finding:
    """The finding that a file is there already."""
    place = Span(path.as_posix())
    return codes.CANNOT_WRITE.at(place, "there is already a file of this name", hint=hint)


def _is_on_terminal() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _usable_title(answer: str) -> str:
    """The title that somebody gives.

    Raises:
        click.UsageError: if it does not give the name of a new file; it is then asked for again.
    """
    title = answer.strip()
    path, _ = _file_and_title(title)
    if path.exists():
        raise click.UsageError(f"there is already a file {path.as_posix()}; choose another title")
    return title


def _which_edition(game: AnyGame) -> Path | None:
    """The edition file that somebody names; ``None`` for the nearest or the built-in one."""
    settings = EditionFinder().of(Path(), game.name).settings
    default_name = settings.title if settings is not None else "the nearest"

    def edition_file(answer: str) -> Path | None:
        if answer == default_name:
            return None
        if not is_file(Path(answer)):
            raise click.UsageError(f"there is no file {answer}; press Enter for {default_name}")
        return Path(answer)

    return click.prompt(
        "Edition (Enter, or the path of an edition.toml)", default=default_name, value_proc=edition_file
    )


def start_project(
    ctx: click.Context,
    game: AnyGame,
    path: Path,
    title: str,
    edition_title: str | None,
    measures: Measures,
    level: str | None,
) -> None:
    """Write the files of a project around a case, all of them or none; what is there stays, and is named."""
    from casekit.building.atomic_writes import check_folder, write_all
    from casekit.building.project_template import project_files

    folder = path.parent
    edition_title = edition_title or named_after(folder)
    if HIDDEN.search(edition_title):
        raise click.UsageError(f"a title cannot hold {name_of(HIDDEN.findall(edition_title)[0])}")
    template = project_files(game, edition_title, path.name)
    text_of_file = {folder / name: text for name, text in template.items()}
    edition_file = folder / "edition.toml"
    hint = "name a folder without it; `casekit new NAME` adds a case to the edition that is there"
    problems = check_folder(folder) or tuple(
        taken(file, hint) for file in (edition_file, path) if is_there(file)
    )
    draft = None
    if not problems:
        settings = game.language.load_edition(text_of_file[edition_file].encode(), edition_file).settings
        draft, problems = draft_of(game, title, settings or game.language.default_edition(), measures, level)
    if draft is not None:
        text_of_file[path] = draft.text
        existing_files = [file for file in text_of_file if is_there(file)]
        # Somebody who interrupts this may give the command again: the files that it would refuse come last.
        order = sorted(text_of_file, key=lambda file: file in {edition_file, path})
        new_files = {file: text_of_file[file].encode() for file in order if file not in existing_files}
        _, unwritten = write_all(new_files, rewrites=True)
        problems = (*problems, *unwritten)
        if not unwritten:
            _list_files(text_of_file, existing_files)
            click.echo(f"{draft.to_do}; next: casekit check {path.as_posix()}")
    end_if_wrong(ctx, problems, (), measures)


def _list_files(files: Iterable[Path], existing_files: Sequence[Path]) -> None:
    """Print the files of a project, and which of them were there."""
    for file in files:
        note = ": kept, it was there already" if file in existing_files else ""
        click.echo(f"{file.as_posix()}{note}")


class _NewCommand(option_classes.CommandInSections):
    """Takes the options of the game that is named too; the game is imported only then."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_GAME_KEY] = _game_in(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        parameters = super().get_params(ctx)
        game = ctx.meta.get(_GAME_KEY)
        options_of_game = () if game is None else game_called(game).options
        if all(option.name != "level" for option in options_of_game):
            help_text = "How hard it is to be.  [default: amateur]"
            parameters.append(click.Option(["--level"], type=click.Choice(LEVELS), help=help_text))
        return [*parameters, *map(_click_option, options_of_game)]


class _AnyGame(click.Choice[str]):
    """The games of casekit, and those of installed packages.

    These are looked for only if another game is named.
    """

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in GAMES or not is_known(value):
            return super().convert(value, param, ctx)
        game, problem, _ = find_game(value)
        if game is None:
            self.fail(problem, param, ctx)
        return value


def _game_in(arguments: list[str]) -> str | None:
    """The game whose options a command line may have.

    It is the one that is named or, if something is to be generated, the default one.
    """
    for index, argument in enumerate(arguments):
        if argument == "--":
            return None
        name, equals, value = argument.partition("=")
        if name == "--game":
            value = value if equals else "".join(arguments[index + 1 : index + 2])
            return value if is_known(value) else None
    return DEFAULT if "--generate" in arguments else None


def _click_option(option: CreationOption) -> click.Option:
    """An option of a game as one of the command line; only one that is given has a value."""
    kind: click.ParamType[Any]
    if isinstance(option.values, range):
        most = option.values.stop - 1
        has_most = most < ENDLESS.stop - 1
        kind = click.IntRange(option.values.start, most if has_most else None)
    elif option.values:
        kind = click.Choice(option.values)
    else:
        return click.Option([f"--{option.name}"], is_flag=True, default=None, help=option.help)
    help_text = f"{option.help}  [default: {option.default}]"
    return click.Option([f"--{option.name}"], type=kind, help=help_text)


@click.command("new", cls=_NewCommand)
@click.argument("name", required=False)
@click.option(
    "--game",
    type=_AnyGame(GAMES),
    default=DEFAULT,
    metavar="GAME",
    help=f"{', '.join(GAMES)}.  [default: {DEFAULT}]",
)
@click.option(
    "--generate",
    is_flag=True,
    help="Make up the logic of a whole one; see --generate --help.",
)
@click.option(
    "--around",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="With --generate: complete this half-written one.",
)
@click.option(
    "--project",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Start a project around it, in this folder.",
)
@click.option("--title", "edition_title", metavar="TITLE", help="The title of the project's edition.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@options.edition_option
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

    NAME is a title ("The Last Toast") or a file (cases/the-last-toast.case). Without it, casekit asks on a
    terminal. No file is replaced without --force, and never one of a project.

    \b
    Example:
      casekit new
      casekit new "The Last Toast" --level expert
      casekit new "The Last Toast" --generate --level expert --seed 7
      casekit new "The Last Toast" --project corisande --title "The Corisande"
      casekit new --generate --around half.case whole.case
      casekit new --game GAME --help

    \f

    --generate writes a document whose logic is complete and fits a level, for you to give it voices:
    `casekit new --generate --help` lists what it can fit, and NAME may be left out. --game GAME names another
    game, whose options do the same. --generate --around FILE completes a document that is partly written:
    what is written stays, and what is missing is proposed; the whole goes to NAME or to standard output. A
    project is the case, an edition, .gitignore, CI and settings of an editor.
    """
    _refuse(generate, around, project, edition_title, edition, force=force)
    measures = {key: value for key, value in given.items() if value is not None}
    if around is not None:
        target = None if name is None else path_of(name)
        complete_around(ctx, around, target, edition, measures, force=force)  # does not return
    level = measures.pop("level", None) if ctx.meta[_GAME_KEY] is None else None
    named_game = game_called(game)
    if generate:
        if not named_game.options:
            raise click.UsageError(f"nothing is generated for {named_game.title}; leave out --generate")
        if not measures:
            # Any measure has a document generated; the others have their defaults.
            last_option = named_game.options[-1]
            measures = {last_option.name: last_option.default}
    if name is None and not measures:
        name = _ask_for_title(ctx)
        edition, edition_title = _ask_for_edition(named_game, project, edition, edition_title)
        level = level or click.prompt("Level", type=click.Choice(LEVELS), default=LEVELS[0])
    if name is None:
        name = _name_of_measures(named_game, measures)
    path, title = _file_and_title(name)
    if project is not None:
        start_project(ctx, named_game, project / path.name, title, edition_title, measures, level)
        return
    _write_document(ctx, game, path, title, edition, measures, level, force=force)


def _refuse(
    generate: bool,
    around: Path | None,
    project: Path | None,
    edition_title: str | None,
    edition: Path | None,
    *,
    force: bool,
) -> None:
    """Refuse options that do not go together.

    Raises:
        click.UsageError: if there are any.
    """
    is_single_document = project is None
    hint = "add --generate" if is_single_document else "leave out --project"
    replacing = options.listed_options({"--edition": edition is not None, "--force": force})
    options.refuse_options(
        {
            f"--around completes a document: {hint}": (
                around is not None and not (is_single_document and generate)
            ),
            f"--project writes an edition and replaces nothing: leave out {replacing}": (
                not is_single_document and replacing
            ),
            "--title is the title of an edition, which --project writes; NAME is that of the case": (
                is_single_document and edition_title is not None
            ),
        }
    )


def _ask_for_title(ctx: click.Context) -> str:
    """Ask for the title of a case.

    Raises:
        click.UsageError: if there is nobody to ask.
    """
    if not _is_on_terminal():
        raise click.UsageError(
            "Missing argument 'NAME'. Give a title or a file; casekit asks for it only on a terminal.",
            ctx,
        )
    title: str = click.prompt("Title of the case", value_proc=_usable_title)
    return title


def _ask_for_edition(
    game: AnyGame, project: Path | None, edition: Path | None, edition_title: str | None
) -> tuple[Path | None, str | None]:
    """The edition of a case, and the title of a project's edition; asks for what the command line lacks."""
    if project is not None:
        title = edition_title or click.prompt("Title of the edition", default=named_after(project))
        return edition, title
    if edition is None:
        edition = _which_edition(game)
    return edition, edition_title


def _name_of_measures(game: AnyGame, measures: Measures) -> str:
    """The name of a file for what is generated by measures, if no name is given."""
    # Numbers alone would not say what they count.
    parts = (key if value is True else f"{key}-{value}" for key, value in measures.items())
    return "-".join((game.dialect.noun, *parts)) + CASE


def _write_document(
    ctx: click.Context,
    game: str,
    path: Path,
    title: str,
    edition: Path | None,
    measures: Measures,
    level: str | None,
    *,
    force: bool,
) -> None:
    """Write a document for the edition that is there, and exit."""
    loaded_edition = EditionFinder(edition).of(path.parent, game)
    problems, settings = loaded_edition.diagnostics, loaded_edition.settings
    if settings is not None:
        if path.exists() and not force:
            problems = (taken(path),)
        else:
            draft, problems = draft_of(game_called(loaded_edition.game), title, settings, measures, level)
            unwritten = () if draft is None else output_files.write(path, draft.text, "case", rewrites=True)
            problems = (*problems, *unwritten)
            if draft is not None and not unwritten:
                click.echo(f"{path.as_posix()}: {draft.to_do}; next: casekit check {path.as_posix()}")
    end_if_wrong(ctx, problems, (loaded_edition,), measures)

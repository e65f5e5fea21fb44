"""The questions of ``casekit new`` at a terminal, about all that the command line leaves open."""

import sys
from pathlib import Path

import click

from casekit.cli.starting.document_names import named_after, path_of, title_of
from casekit.cli.starting.drafts import LEVELS
from casekit.games.game import AnyGame


def interview(
    game: AnyGame, project: Path | None, edition_title: str | None, edition: Path | None, level: str | None
) -> tuple[str, str | None, Path | None, str | None] | None:
    """The name of the case, the title of its edition, the edition file and the level; ``None`` if nobody can be asked."""
    if not _on_a_terminal():
        return None
    name = click.prompt("Title of the case", value_proc=_usable)
    if project is not None:
        edition_title = edition_title or click.prompt("Title of the edition", default=named_after(project))
    elif edition is None:
        edition = _which_edition(game)
    if level is None:
        level = click.prompt("Level", type=click.Choice(LEVELS), default=LEVELS[0])
    return name, edition_title, edition, level


def _on_a_terminal() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _usable(answer: str) -> str:
    """A title that gives the name of a file, or an answer that is asked for again."""
    from casekit.system.portable_names import flaw

    title = answer.strip()
    path = path_of(title)
    title_of(title)
    if reason := flaw(path.name):
        raise click.UsageError(f"{path.name} {reason}; choose another")
    if path.exists():
        raise click.UsageError(f"there is already a file {path.as_posix()}; choose another title")
    return title


def _which_edition(game: AnyGame) -> Path | None:
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

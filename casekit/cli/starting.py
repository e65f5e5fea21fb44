"""The beginnings that ``casekit new`` makes: names, texts of a level and by measures, documents made whole, projects, and its questions."""

import re
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from casekit.cli.cases import expand
from casekit.cli.streams import end, progress, write
from casekit.diagnostics import Diagnostic, Source, Span, codes
from casekit.diagnostics.forms import Report
from casekit.diagnostics.hidden import HIDDEN, name_of
from casekit.games.editions import Editions, Shelf, is_file
from casekit.games.game import AnyGame, Skeleton
from casekit.language.outline import LONGEST
from casekit.language.reading import is_there
from casekit.pipeline.given_documents import CASE
from casekit.system.portable_names import flaw

_LONGEST_SLUG = 60
"""Characters of a file's name that is made from a title."""


def path_of(name: str) -> Path:
    """The file that a name means: the name itself, or one that is made from a title.

    Raises:
        click.UsageError: if no letter or digit of the title can be in the name of a file.
    """
    if name.endswith(CASE):
        return Path(name)
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_name.replace("'", ""))[:_LONGEST_SLUG].strip("-")
    if not slug:
        raise click.UsageError(
            f"{name!r} does not give the name of a file; give a file name ending in {CASE}"
        )
    return Path(slug + CASE)


def title_of(name: str) -> str:
    """The title that a name means: the name itself, or one that is made from a file's.

    Raises:
        click.UsageError: if it is too long, or holds a character that nobody can see.
    """
    stem = Path(name).name.removesuffix(CASE) if name.endswith(CASE) else name
    title = stem if " " in stem or stem != stem.lower() else stem.replace("-", " ").title()
    if hidden := HIDDEN.search(title):
        raise click.UsageError(f"a title cannot hold {name_of(hidden.group())}")
    if len(title) > LONGEST:
        raise click.UsageError(f"a title has at most {LONGEST} characters; this one has {len(title)}")
    return title


def name_by_measures(game: AnyGame, measures: Mapping[str, Any]) -> str:
    """The file of a document without a name: numbers alone would not say what they count."""
    told = (key if value is True else f"{key}-{value}" for key, value in measures.items())
    return "-".join((game.dialect.noun, *told)) + CASE


def named_after(folder: Path) -> str:
    """A title like the name of a folder."""
    name = folder.resolve().name
    return re.sub(r"[-_]+", " ", name).strip().title() or "Cases"


LEVELS = ("amateur", "expert")
_LEVEL = re.compile(r"^level: \w+", re.MULTILINE)


def measured(game: AnyGame, measures: Mapping[str, Any]) -> dict[str, Any]:
    """The measures to make a document by; the usual ones where the options give none.

    Raises:
        click.UsageError: if the game makes none.
    """
    if not game.options:
        raise click.UsageError(f"nothing is generated for {game.title}; leave out --generate")
    last = game.options[-1]
    return dict(measures) or {last.name: last.default}


def draft_of(
    game: AnyGame, title: str, settings: Any, measures: Mapping[str, Any]
) -> tuple[Skeleton | None, tuple[Diagnostic, ...]]:
    """A skeleton or, if it is to fit measures, a draft that does."""
    wanted = {option.name: option.default for option in game.options} | dict(measures) if measures else {}
    return game.made(title, settings, wanted, progress)


def at_level(text: str, level: str | None) -> str:
    """A document with another level in its header; as it is if there is none."""
    return text if level is None else _LEVEL.sub(f"level: {level}", text, count=1)


def end_if_wrong(
    ctx: click.Context,
    problems: tuple[Diagnostic, ...],
    shelves: tuple[Shelf, ...],
    measures: Mapping[str, Any],
) -> None:
    """Show what is wrong, and exit, if anything is."""
    from casekit.pipeline import checking

    if problems:
        report = checking.with_findings(checking.report_of((), shelves), problems)
        told = {f"--{key}": Source(f"--{key}", str(value)) for key, value in measures.items()}
        end(ctx, replace(report, sources={**report.sources, **told}))


def complete_around(
    ctx: click.Context,
    around: Path,
    target: Path | None,
    edition: Path | None,
    measures: Mapping[str, Any],
    *,
    force: bool,
) -> NoReturn:
    """Complete a half-written document, into a file or to standard output, and exit."""
    from casekit.pipeline.for_writers import complete

    inputs, problems = expand((str(around),))
    if len(inputs) != 1:
        raise click.UsageError(f"--around takes one document, and {around} is a folder")
    if target is not None and target.exists() and not force:
        end(ctx, Report((taken(target),)))
    whole = complete(inputs[0], Editions(edition), measures, progress)
    if whole.unable:
        raise click.UsageError(f"nothing is completed for {whole.game.title}; leave out --around")
    problems = (*problems, *whole.diagnostics)
    if whole.skeleton is not None and target is None:
        click.echo(whole.skeleton.text, nl=False)
        click.echo(whole.skeleton.to_do, err=True)
    elif whole.skeleton is not None and target is not None and not problems:
        problems = write(target, whole.skeleton.text)
        if not problems:
            shown = target.as_posix()
            click.echo(f"{shown}: {whole.skeleton.to_do}; next: casekit check {shown}")
    elif not problems:
        click.echo(
            f"{whole.source.name} is complete: every path is written, and the solution follows", err=True
        )
    end(ctx, whole.report(problems))


def taken(path: Path, hint: str = "choose another name, or replace the file with --force") -> Diagnostic:
    """That a file is there already."""
    message = "there is already a file of this name"
    return Diagnostic(codes.CANNOT_WRITE, message, Span(path.as_posix()), hint=hint)


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


def start_project(
    ctx: click.Context,
    game: AnyGame,
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

    if HIDDEN.search(edition_title):
        raise click.UsageError(f"a title cannot hold {name_of(HIDDEN.findall(edition_title)[0])}")
    loaded = {folder / place: text for place, text in project_files(game, edition_title, path.name).items()}
    edition = folder / "edition.toml"
    hint = "name a folder without it; `casekit new NAME` adds a case to the edition that is there"
    problems = check_folder(folder) or tuple(taken(each, hint) for each in (edition, path) if is_there(each))
    draft = None
    if not problems:
        settings = game.load(loaded[edition].encode(), edition).settings
        draft, problems = draft_of(game, title, settings or game.built_in(), measures)
    if draft is not None:
        loaded[path] = at_level(draft.text, level)
        kept = [each for each in loaded if is_there(each)]
        # Whoever is interrupted may give the command again: what keeps it from being obeyed is written last.
        order = sorted(loaded, key=lambda each: each in {edition, path})
        _, unwritten = write_all({each: loaded[each].encode() for each in order if each not in kept})
        problems = (*problems, *unwritten)
        for each in loaded if not unwritten else ():
            click.echo(f"{each.as_posix()}{': kept, it was there already' if each in kept else ''}")
        if not unwritten:
            click.echo(f"{draft.to_do}; next: casekit check {path.as_posix()}")
    end_if_wrong(ctx, problems, (), measures)

"""``casekit new --project``: a folder with an edition and all that belongs beside it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from casekit.cli.starting.drafts import at_level, draft_of, end
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.hidden import HIDDEN, name_of
from casekit.games.game import AnyGame


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
        draft, problems = draft_of(game, title, settings or game.built_in(), measures)
    if draft is not None:
        loaded[path] = at_level(draft.text, level)
        kept = [each for each in loaded if is_there(each)]
        _, unwritten = write_all({each: text.encode() for each, text in loaded.items() if each not in kept})
        problems = (*problems, *unwritten)
        for each in loaded if not unwritten else ():
            click.echo(f"{each.as_posix()}{': kept, it was there already' if each in kept else ''}")
        if not unwritten:
            click.echo(f"{draft.to_do}; next: casekit check {path.as_posix()}")
    end(ctx, problems, (), measures)


def _taken_in_project(path: Path) -> Diagnostic:
    return Diagnostic(
        codes.CANNOT_WRITE,
        "there is already a file of this name",
        Span(path.as_posix()),
        hint="name a folder without it; `casekit new NAME` adds a case to the edition that is there",
    )

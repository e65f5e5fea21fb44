"""The text that a document starts from, of a level and by measures; and the end, with what is wrong."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from casekit.cli.streams.exit_statuses import status
from casekit.cli.streams.progress import progress
from casekit.cli.streams.shown_findings import show
from casekit.diagnostics import Diagnostic, Source
from casekit.games.game import AnyGame, Skeleton

if TYPE_CHECKING:
    from casekit.games.editions import Shelf

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
) -> "tuple[Skeleton | None, tuple[Diagnostic, ...]]":
    """A skeleton or, if it is to fit measures, a draft that does."""
    wanted = {option.name: option.default for option in game.options} | dict(measures) if measures else {}
    return game.made(title, settings, wanted, progress)


def at_level(text: str, level: str | None) -> str:
    """A document with another level in its header; as it is if there is none."""
    return text if level is None else _LEVEL.sub(f"level: {level}", text, count=1)


def end(
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

"""The options that many commands have: ``--edition``, ``--format`` and its companions, ``--json``."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from casekit.cli.streams.shown_findings import SAVES
from casekit.diagnostics.forms import FORMS

BUDGET = 2_000
"""How many worlds the search for wrong paths looks at in a case by default."""

F = TypeVar("F", bound=Callable[..., Any])


def edition_option(command: F) -> F:
    """The option ``--edition``."""
    return click.option(
        "--edition",
        type=click.Path(path_type=Path),
        help="Use this edition.toml instead of the nearest one.",
    )(command)


def _forms_and_files(
    ctx: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Remember where findings are saved to.

    Raises:
        click.BadParameter: if one of these is not a form and a file.
    """
    saves = []
    for each in given:
        form, _, file = each.partition("=")
        if form not in FORMS or not file:
            raise click.BadParameter(f"write FORM=FILE, with one of {', '.join(FORMS)}")
        saves.append((form, Path(file)))
    ctx.meta[SAVES] = saves
    return given


def save_option(command: F) -> F:
    """The option ``--save``, which ``show`` obeys."""
    return click.option(
        "--save",
        multiple=True,
        metavar="FORM=FILE",
        expose_value=False,
        callback=_forms_and_files,
        help="Also write the findings to this file in this form; may be given several times.",
    )(command)


def format_option(command: F) -> F:
    """The options ``--format``, ``--json``, ``--strict`` and ``--save``."""
    for option in (
        save_option,
        click.option("--strict", is_flag=True, help="Exit with 1 for warnings too."),
        click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
        click.option(
            "--format",
            "form",
            type=click.Choice(list(FORMS)),
            default="text",
            show_default=True,
            help="The form of the findings.",
        ),
    ):
        command = option(command)
    return command


def json_option(command: F) -> F:
    """The option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(command)

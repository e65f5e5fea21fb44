"""The names that a new document gets: its title, its file, and a title for the project around it."""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from casekit.diagnostics.hidden import HIDDEN, name_of
from casekit.games.game import AnyGame
from casekit.language.outline import LONGEST
from casekit.pipeline.given_documents import CASE

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

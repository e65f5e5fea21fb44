"""The one accessor for the files that travel with casekit but live outside the package.

In a checkout ``grammar/`` and ``schemas/`` are beside the package; the wheel carries them inside it.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent


def path(name: str) -> Path:
    """Find a data file by its name relative to the project, such as ``grammar/case.lark``.

    Raises:
        FileNotFoundError: if neither the wheel nor the checkout has it, which means a broken installation.
    """
    for root in (_PACKAGE, _PACKAGE.parent):
        candidate = root / name
        if candidate.is_file():
            return candidate
    raise FileNotFoundError(f"casekit was installed without {name}; install it again")


@cache
def text(name: str) -> str:
    """Read a data file as UTF-8 text."""
    return path(name).read_text(encoding="utf-8")


Words = Mapping[str, Any]
"""Words by what they are needed for; ``{}`` in them stands for what is filled in. Words that go together are
a table of their own."""


@cache
def words_by_language(name: str) -> Mapping[str, Words]:
    """The words of a table such as ``tabletop/words/play.toml``, by language."""
    return tomllib.loads(text(name))


def words(name: str, language: str) -> Words:
    """The words of a table for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    tables = words_by_language(name)
    return tables.get(language.partition("-")[0].lower(), tables["en"])

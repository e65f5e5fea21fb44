"""The codes of all games, with those that they share; and each game's base, which its examples are laid over.

A game's codes are in its module ``codes``, beside the module that the table of games names. Their entries and
the base document ``base.case`` are in the folder ``catalogue`` beside it. This holds for games from other
packages too, whose codes are ``NAME-001`` and so on.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

from casekit.diagnostics import codes
from casekit.diagnostics.codes import Code, codes_in
from casekit.kit.registry import DEFAULT, home_of, names
from casekit.kit.transcripts import codes as transcript_codes


def codes_of(game: str) -> tuple[Code, ...]:
    """The codes that a game alone raises; a game from elsewhere may have no such module."""
    table = f"{home_of(game)}.codes"
    return codes_in(import_module(table)) if find_spec(table) else ()


@cache
def all_codes() -> tuple[Code, ...]:
    """Every code there is, in order, those of games from other packages last."""
    every = [*codes_in(codes), *codes_in(transcript_codes)]
    for game in names():
        every += codes_of(game)
    return tuple(sorted(every, key=lambda code: (not code.home.startswith("casekit."), code)))


@cache
def known_codes() -> Mapping[str, Code]:
    """Every code, by identifier and by name, both in small letters; of two with one name, the first."""
    by_key: dict[str, Code] = {}
    for code in reversed(all_codes()):
        by_key[code.id.lower()] = code
        by_key[code.name] = code
    return by_key


@cache
def meant_codes() -> Mapping[str, tuple[Code, ...]]:
    """The codes that each identifier and each name stands for, these in small letters.

    They are the code that has it, then those that its findings were merged or split into.
    """
    meant = {key: [code] for key, code in known_codes().items()}
    for code in all_codes():
        for past in (*code.past_ids, *code.past_names):
            of_past = meant.setdefault(past.lower(), [])
            if code not in of_past:
                of_past.append(code)
    return {key: tuple(codes_of_key) for key, codes_of_key in meant.items()}


def base_of(game: str = DEFAULT, name: str = "base.case") -> str:
    """The text that fragments in a game's examples are laid over, or of a file beside it."""
    return (files(home_of(game)) / "catalogue" / name).read_text(encoding="utf-8")

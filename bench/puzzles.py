"""Knights-and-knaves puzzles as casekit reads them: an edition of the puzzle's people and a case of their words.

A statement is a tuple as the ``reasoning-gym`` package makes it: ``("telling-truth", person)``, ``("lying", person)``
or an operator (``not``, ``and``, ``or``, ``->``, ``<=>``) and the statements inside it. People are numbered from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Statement = tuple[Any, ...]

_WORDS = {"and": " and ", "or": " or ", "->": " implies ", "<=>": " iff "}


@dataclass(frozen=True)
class Puzzle:
    """People's names in capitals, what each of them says, and who tells the truth."""

    names: tuple[str, ...]
    statements: tuple[Statement, ...]
    solution: tuple[bool, ...]


_TWO = ("ANNA", "BRUNO")
SOLVED = (
    # ANNA: we are both knaves. As a knight she could not say so; so she lies, and BRUNO is a knight.
    Puzzle(_TWO, (("and", ("lying", 0), ("lying", 1)), ("telling-truth", 1)), (False, True)),
    # ANNA: if I am a knight, so is BRUNO. A knave would have told the truth.
    Puzzle(_TWO, (("->", ("telling-truth", 0), ("telling-truth", 1)), ("telling-truth", 0)), (True, True)),
    # ANNA: we are of one kind. Then BRUNO is a knight whatever she is; and he says that she is not one.
    Puzzle(_TWO, (("<=>", ("telling-truth", 0), ("telling-truth", 1)), ("lying", 0)), (False, True)),
)
"""Puzzles solved by hand."""


def formula(statement: Statement, names: Sequence[str]) -> str:
    """A statement as a formula of the case language, in brackets where it joins others."""
    match statement:
        case ("telling-truth", int(person)):
            return f"knight({names[person]})"
        case ("lying", int(person)):
            return f"not knight({names[person]})"
        case ("not", part):
            return f"not {formula(part, names)}"
        case (str(operator), *inside) if operator in _WORDS:
            return "(" + _WORDS[operator].join(formula(part, names) for part in inside) + ")"
    raise ValueError(f"no statement of a puzzle: {statement!r}")


def edition(names: Sequence[str]) -> str:
    """An edition file with these people in it, and one of everything else."""
    # All may share the cabin: no statement speaks of it.
    suspects = [f'[[suspects]]\nletter = "{name}"\nname = "{name}"\ncabin = 1' for name in names]
    zone = '[[zones]]\nnumber = 1\nname = "Island"'
    place = '[[locations]]\nnumber = 1\nslug = "shore"\nname = "Shore"\nzone = 1'
    topic = '[[topics]]\nslug = "word"\nname = "Word"'
    return "\n\n".join([*suspects, zone, place, topic, ""])


def case(puzzle: Puzzle) -> str:
    """A case whose rules say that each person is a knight exactly if what they say is so."""
    said = zip(puzzle.names, puzzle.statements, strict=True)
    rules = [f"knight({name}) iff {formula(statement, puzzle.names)}" for name, statement in said]
    head = "title: Knights and knaves\nlevel: amateur\nvictim: The truth\nliar: never\n"
    terms = '== terms\nmotive sport "For sport"\nmethod words "By words"\n'
    facts = "== facts\nknight(suspect)\n"
    # Every case names what happened. Here nothing did.
    truth = "== truth\nculprit = nobody\n"
    return "\n".join([head, terms, facts, "== rules", *rules, "", truth])

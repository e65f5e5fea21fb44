"""What a game's class leaves to other modules is there, and takes what the interface gives it."""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import casekit.games
from casekit.asking.interrogation import Told
from casekit.games import GAMES
from casekit.games.elsewhere import found_at
from casekit.games.game import Document

FOLDER = Path(casekit.games.__file__).parent
KINDS = ("elsewhere", "of_this", "value_at")


def left_to_others():
    """Each class with a member that is elsewhere, and how that member is written."""
    for file in sorted(FOLDER.rglob("*.py")):
        module = ".".join(("casekit.games", *file.relative_to(FOLDER).with_suffix("").parts))
        for part in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for node in part.body if isinstance(part, ast.ClassDef) else ():
                match node:
                    case ast.Assign([ast.Name(name)], ast.Call(ast.Name(kind), [ast.Constant(place), *_])):
                        if kind in KINDS:
                            yield module, part.name, name, kind, place


def member_of_interface(cls, name):
    return next(vars(base)[name] for base in (*cls.__mro__[1:], Document, Told) if name in vars(base))


def test_what_is_elsewhere_takes_what_the_interface_gives_it():
    every = [*left_to_others()]
    assert len(every) > len(GAMES)
    for module, cls, name, kind, place in every:
        found = found_at(place)
        if kind == "value_at":
            assert not callable(found), place
            continue
        given = inspect.signature(member_of_interface(getattr(import_module(module), cls), name)).parameters
        # The object itself is the first; a function that is given its arguments alone does without.
        inspect.signature(found).bind(*([None] * (len(given) - (kind == "elsewhere"))))


def test_a_place_is_found_once():
    assert found_at("clue.deck:CLASSIC") is found_at("clue.deck:CLASSIC")
    with pytest.raises(AttributeError, match="nothing"):
        found_at("clue.deck:nothing")

"""The places at which casekit makes findings, and which of them the catalogue's examples reach.

A place is a statement of a function that names a code and does not compare it: ``codes.LATE.at(...)``,
``Finding(codes.LATE, ...)``, or a code that is handed to whatever makes the finding. Codes in the tables of a
module, beside a message each, are no places: they are reached where the table is used.
"""

import ast
import sys
from collections import defaultdict
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import casekit
from casekit.diagnostics import codes
from casekit.diagnostics.codes import Code
from casekit.kit.registry import GAMES
from casekit.kit.transcripts import codes as transcript_codes

PACKAGE = Path(casekit.__file__).parent
TABLES = (codes, transcript_codes, *(import_module(f"casekit.games.{game}.codes") for game in GAMES))

LATER = PACKAGE / "prose" / "claims"
"""The pages of what is raised here are written anew with it."""


class Place(NamedTuple):
    """The lines of a statement that names a code."""

    file: str
    first: int
    last: int

    def __str__(self):
        return f"{Path(self.file).relative_to(PACKAGE.parent).as_posix()}:{self.first}"


@cache
def places_of_package():
    """The places of each code, by its identifier."""
    places = defaultdict(list)
    for file in sorted(PACKAGE.rglob("*.py")):
        if file.name != "codes.py" and LATER not in file.parents:
            for code, place in _places_in(file):
                if place not in places[code.id]:
                    places[code.id].append(place)
    return places


def _places_in(file):
    text = file.read_text(encoding="utf-8")
    if "codes" not in text:
        return
    tree = ast.parse(text)
    known = _known_names(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in _simple_statements(function.body):
                place = Place(str(file), statement.lineno, statement.end_lineno)
                for code in _codes_named(statement, known):
                    yield code, place


def _known_names(tree):
    """What a module calls tables of codes, and codes."""
    known = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("casekit."):
            home = import_module(node.module)
            for name in node.names:
                value = getattr(home, name.name, None)
                if value in TABLES or isinstance(value, Code):
                    known[name.asname or name.name] = value
    return known


def _simple_statements(body):
    """Statements without others in them, and the heads of those that have some."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            continue
        inner = []
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.stmt):
                inner.append(child)
            elif isinstance(child, ast.ExceptHandler | ast.match_case):
                inner += child.body
        if not inner:
            yield statement
        else:
            yield from _simple_statements(inner)
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.expr):
                    yield child


def _codes_named(statement, known):
    waiting = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Compare):
            continue
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            value = getattr(known.get(node.value.id), node.attr, None)
            if isinstance(value, Code):
                yield value
        if isinstance(node, ast.Name) and isinstance(known.get(node.id), Code):
            yield known[node.id]
        waiting += ast.iter_child_nodes(node)


class _WatchedTable(ModuleType):
    """A module of codes that tells who takes a code from it."""

    def __getattribute__(self, name):
        value = ModuleType.__getattribute__(self, name)
        if isinstance(value, Code):
            frame = sys._getframe(1)
            _reached[value.id].add((frame.f_code.co_filename, frame.f_lineno))
        return value


_reached = defaultdict(set)


@contextmanager
def watched():
    """Collect the lines that take a code to make a finding of it: for each identifier, files and lines."""
    make = Code.at

    def at(self, *arguments, **options):
        frame = sys._getframe(1)
        _reached[self.id].add((frame.f_code.co_filename, frame.f_lineno))
        return make(self, *arguments, **options)

    classes = [type(table) for table in TABLES]
    _reached.clear()
    Code.at = at
    for table in TABLES:
        table.__class__ = _WatchedTable
    try:
        yield _reached
    finally:
        Code.at = make
        for table, usual in zip(TABLES, classes, strict=True):
            table.__class__ = usual


def reached(place, lines):
    """Whether one of some lines is within a place."""
    return any(file == place.file and place.first <= line <= place.last for file, line in lines)

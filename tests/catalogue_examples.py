"""Runs the examples of the catalogue: the fence of an example says what it is, and ``RUNNERS`` how that is run.

An example is laid into a folder that has a small document and its edition (the game's base, ``catalogue/base.*``).
What it raises are the identifiers of its findings.

* ``case``, ``puzzle``, ``scenario``, ``vigil``, ``evening``: a fragment, laid over the base of that game; with
  ``whole`` after it a whole document.
* ``toml edition``, ``toml setting``, ``toml deck``: an edition; lines added to that of the base; a card of its deck.
* ``console``: lines of ``$ casekit ...``, and of the programs in ``PROGRAMS``; the last one shows the findings.
* ``test tests/FILE.py::test_NAME``: what cannot be run here, such as a finished PDF; the test raises the code.

Fences before the last are files that it needs: any of these, ``case toast.case`` (laid over the base), ``po
base.po`` (laid over a whole translation), and files as they are, such as ``svg moon.svg``. Files that console lines
name without one are made in ``catalogue_files.py``. ``<U+200B>`` stands for a character that nobody sees. A code of
what is measured (CK60x, CK62x) is raised beside what the right example raises.
"""

import ast
import re
import shlex
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

from click.testing import CliRunner

from casekit.building import execution, plan as building_plan
from casekit.cli.main import main
from casekit.games.midnight.language.edition_file import load_edition
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.registry import GAMES, game_called
from casekit.pipeline import checking, loading
from tests.catalogue_files import FILES, deck_with, overlaid_catalogue
from tests.overlay import overlay

ROOT = Path(__file__).resolve().parent.parent

GAME_OF_NOUN = {game_called(game).dialect.noun: game for game in GAMES}
"""The game that each kind of document is of, such as ``puzzle``."""

PRINTED = ("CK702", "CK707")
"""Codes of cases that are sound but cannot be printed."""

PROGRAMS = ("cp", "git", "ln", "mkdir", "mkfifo", "mv", "rm")
"""What the lines of a console may start beside casekit."""

SHOWN = re.compile(r"\b(?:error|warning|note)\[(?P<code>CK\d{3}) ")


def game_of(code, example):
    """The game whose base an example is laid over."""
    game = code.home.rpartition(".")[2]
    if game in GAMES:
        return game
    for kind, _ in ((example.kind, ""), *example.files):
        noun = kind.partition(" ")[0]
        if noun in GAME_OF_NOUN:
            return GAME_OF_NOUN[noun]
    return "clue" if game == "transcripts" else "midnight"


def text_of(code, example):
    """The document of an example, laid over its base."""
    if example.kind.endswith(" whole"):
        return example.text
    return overlay(base_of(game_of(code, example)), example.text)


def lay(code, example, folder):
    """Write the base, and the files of an example, into a folder."""
    game = game_of(code, example)
    (folder / "base.case").write_text(base_of(game), encoding="utf-8")
    if game == "midnight":
        (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    for kind, text in example.files:
        _lay_file(game, kind, text, folder)


def _lay_file(game, kind, text, folder):
    language, _, role = kind.partition(" ")
    edition = folder / "edition.toml"
    if language in GAME_OF_NOUN:
        name = role if role.endswith(".case") else "base.case"
        whole = text if role == "whole" else overlay(base_of(game), text)
        (folder / name).write_text(whole, encoding="utf-8")
    elif role == "setting":
        edition.write_text(f"{edition.read_text(encoding='utf-8')}\n{text}", encoding="utf-8")
    elif role == "deck":
        edition.write_text(f'deck = "deck.toml"\n{edition.read_text(encoding="utf-8")}', encoding="utf-8")
        (folder / "deck.toml").write_text(deck_with(text), encoding="utf-8")
    elif role == "edition":
        edition.write_text(text, encoding="utf-8")
    elif language == "po":
        file = folder / "translations" / "fr" / role
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(overlaid_catalogue(text), encoding="utf-8")
    else:
        file = folder / role
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def run_document(code, example, folder):
    """Check a document; without other files it is checked in memory."""
    text = text_of(code, example)
    if example.files:
        lay(code, example, folder)
        loaded_edition = EditionFinder().read(folder / "edition.toml")
        return _ids(
            (
                *loaded_edition.diagnostics,
                *checking.check_bytes(text.encode(), "base.case", loaded_edition).diagnostics,
            )
        )
    if game_of(code, example) == "midnight":
        balance = 2_000 if code.id.startswith("CK60") else None
        return _ids(
            checking.check_bytes(
                text.encode(), "some.case", _base_edition(), checking.CheckOptions(balance=balance)
            ).diagnostics
        )
    parsed = loading.parse_bytes(text.encode(), "some.case")
    loaded_edition = LoadedEdition(parsed.game.language.default_edition(), game=parsed.game.name)
    return _ids(checking.check_document(loading.resolve_document(parsed, loaded_edition)).diagnostics)


@cache
def _base_edition():
    edition, problems = load_edition(base_of("midnight", "base.toml").encode(), Path("edition.toml"))
    assert () == problems
    return LoadedEdition(edition)


def run_printed(code, example, folder):
    """Print a case that is sound."""
    lay(code, example, folder)
    case = folder / "base.case"
    case.write_text(text_of(code, example), encoding="utf-8")
    plan = building_plan.plan_build(case, EditionFinder(), None, lambda _: None)
    assert () == plan.report.diagnostics
    _, problems = execution.print_booklet(plan.booklets[0], lambda _: None)
    return list(dict.fromkeys(_ids(problems)))


def run_edition(code, example, folder):
    """Read an edition, with lines added to that of the base or with a deck, and check the base with it."""
    lay(code, replace(example, files=(*example.files, (example.kind, example.text))), folder)
    loaded_edition = EditionFinder().read(folder / "edition.toml")
    if loaded_edition.diagnostics:
        return _ids(loaded_edition.diagnostics)
    return _ids(
        checking.check_bytes((folder / "base.case").read_bytes(), "base.case", loaded_edition).diagnostics
    )


def run_console(code, example, folder):
    """Type the lines into a terminal; the last of them shows the findings."""
    lay(code, example, folder)
    status, shown = 0, ""
    for line in example.text.splitlines():
        assert status == 0, shown
        program, *arguments = shlex.split(line.removeprefix("$ "), comments=True)
        for argument in arguments:
            _make(argument, folder)
        if program == "casekit":
            done = CliRunner().invoke(main, _with_one_process(arguments))
            if done.exception is not None and not isinstance(done.exception, SystemExit):
                raise done.exception
            status, shown = done.exit_code, done.stdout + done.stderr
        elif program == "sed":
            _edit(*arguments[1:], folder)
        else:
            assert program in PROGRAMS, line
            subprocess.run([shutil.which(program), *arguments], cwd=folder, check=True, capture_output=True)
    return [*SHOWN.findall(shown), *([f"exit status {status}: {shown}"] if status else [])]


def _with_one_process(arguments):
    """The arguments of a command; one that would start processes works alone here, at few tables."""
    if arguments[:2] == ["playtest", "read"]:
        return [*arguments, "--tables", "7", "--jobs", "1"]
    return [*arguments, "--jobs", "1"] if "--tables" in arguments else arguments


def _edit(change, name, folder):
    """Edit a file as ``sed -i`` does, which has other options on other systems: replace words or delete lines."""
    file = folder / name
    text = file.read_text(encoding="utf-8")
    if change.endswith("/d"):
        lines = [line for line in text.splitlines(keepends=True) if not re.search(change[1:-2], line)]
        edited = "".join(lines)
    else:
        _, old, new, _ = change.split("/")
        edited = re.sub(old, new, text, flags=re.MULTILINE)
    assert text != edited, f"{name} has nothing to {change}"
    file.write_text(edited, encoding="utf-8")


def _make(argument, folder):
    """Make a file that a line names, if it is one of those that examples share."""
    file = folder / argument
    if argument in FILES and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        FILES[argument](file)


def _ids(problems):
    return [problem.code.id for problem in problems]


RUNNERS = {
    **dict.fromkeys(GAME_OF_NOUN, run_document),
    **{f"{noun} whole": run_document for noun in GAME_OF_NOUN},
    "toml edition": run_edition,
    "toml setting": run_edition,
    "toml deck": run_edition,
    "console": run_console,
}
"""How an example is run, by the words of its fence; ``test NODE`` and files of other kinds are not among them."""


def run(code, example, folder):
    """The identifiers of what an example raises, in a folder that the process stands in."""
    runner = run_printed if code.id in PRINTED else RUNNERS[example.kind]
    return runner(code, example, folder)


def named_test(example):
    """The node that stands for an example, or nothing."""
    return example.kind.removeprefix("test ") if example.kind.startswith("test ") else ""


@cache
def _functions_of(file):
    """The functions and classes of a test's file, by name, each with the decorators above it."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name] = "\n".join(lines[first - 1 : node.end_lineno])
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return found


def source_of(node):
    """The source of a test with that of what it uses in its file, or nothing if there is no such test."""
    file, _, name = node.partition("::")
    if not (ROOT / file).is_file():
        return ""
    functions = _functions_of(file)
    waiting, seen = [name] if name.startswith("test_") and name in functions else [], {}
    while waiting:
        word = waiting.pop()
        if word in functions and word not in seen:
            seen[word] = functions[word]
            waiting += re.findall(r"\w+", functions[word])
    return "\n".join(seen.values())


def names_code(source, code):
    """Whether a source names a code: its identifier, or its constant."""
    constant = code.name.upper().replace("-", "_")
    return re.search(rf"\b(?:{code.id}|{code.name}|{constant})\b", source) is not None

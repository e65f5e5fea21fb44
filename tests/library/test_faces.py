"""The public interface is what ``__all__`` lists: cheap to import, described, typed."""

import ast
import importlib
import inspect
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import casekit
import casekit.deduce
from casekit.diagnostics import Source, codes

FACES = ("casekit", "casekit.deduce")
PUBLIC = [(face, name) for face in FACES for name in importlib.import_module(face).__all__]
NO_DOCSTRING = {"__version__", "Formula"}  # a text, and a union of classes

DRAWING = {"PIL", "fontTools", "jinja2", "pikepdf", "pypdf", "weasyprint"}
OTHER_WORK = {"babel", "click", "jsonschema", "multiprocessing", "networkx", "rich", "tomlkit"}
SOLVING = {"pysat"}


def imported_by(code):
    """The modules that a program imports beside Python's own."""
    script = f"import sys\nbefore = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()[-1].split()


@pytest.mark.parametrize("face", FACES)
def test_a_face_imports_nothing(face):
    own = [
        name
        for name in imported_by(f"import {face}")
        if name.partition(".")[0] not in sys.stdlib_module_names
    ]
    assert [name for name in FACES if face.startswith(name)] == own


@pytest.mark.parametrize(
    ("code", "forbidden"),
    [
        ("from casekit import Finding, Severity", DRAWING | OTHER_WORK | SOLVING | {"lark"}),
        (
            "from casekit import read\nread('docs/tour/the-last-soup.case').title",
            DRAWING | OTHER_WORK | SOLVING,
        ),
        ("from casekit import read\nread('docs/tour/the-last-soup.case').check()", DRAWING | OTHER_WORK),
        (
            "from casekit import read\nread('docs/tour/the-last-soup.case').ask('tin = suite').as_json()",
            DRAWING | OTHER_WORK,
        ),
        (
            "from casekit.deduce import Sort, Function, Law, Claim, Theory",
            DRAWING | OTHER_WORK | SOLVING | {"lark"},
        ),
        (
            "from casekit.deduce import Knowledge, Theory\nKnowledge(Theory(()))",
            DRAWING | OTHER_WORK | {"lark"},
        ),
    ],
)
def test_a_use_imports_only_what_it_needs(code, forbidden):
    loaded = {name.partition(".")[0] for name in imported_by(code)}
    assert "casekit" in loaded
    assert set() == loaded & forbidden


@pytest.mark.parametrize("face", FACES)
def test_a_face_shows_what_is_public(face):
    module = importlib.import_module(face)
    assert sorted(module.__all__) == module.__all__ == dir(module)


# First names of classes that have another name by now.
FORMER = {"Knowledge": "TheorySolver"}


@pytest.mark.parametrize(("face", "name"), PUBLIC)
def test_a_public_name_is_there_and_described(face, name):
    value = getattr(importlib.import_module(face), name)
    if name in NO_DOCSTRING:
        return
    assert inspect.isclass(value) or inspect.isfunction(value)
    assert FORMER.get(name, name) == value.__name__
    assert (value.__doc__ or "").strip().endswith((".", ")."))
    if inspect.isclass(value):
        # What is annotated is described by its class.
        annotated = {*inspect.get_annotations(value), *getattr(value, "__members__", {})}
        members = {name: member for name, member in vars(value).items() if not name.startswith("_")}
        assert [] == [
            name for name, member in members.items() if name not in annotated and not member.__doc__
        ]


@pytest.mark.parametrize("face", FACES)
def test_another_name_is_not_there(face):
    with pytest.raises(AttributeError, match=f"module '{face}' has no attribute 'nonsense'"):
        importlib.import_module(face).nonsense  # noqa: B018


def test_modules_can_be_imported_from_the_faces():
    from casekit import resources
    from casekit.deduce import notation

    assert ("casekit.resources", "casekit.deduce.notation") == (resources.__name__, notation.__name__)


def test_exceptions_pass_from_process_to_process():
    finding = casekit.Finding(codes.UNKNOWN_NAME, "nothing is called `x`", Source("s", "x").whole())
    for error in (
        casekit.CaseError("a.case", "there is no answer", (finding,)),
        casekit.deduce.FormulaError("x", finding),
    ):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - it was written in the line itself
        assert (type(error), str(error), vars(error)) == (type(again), str(again), vars(again))


@pytest.mark.parametrize("face", FACES)
def test_a_type_checker_is_told_the_same_homes(face):
    module = importlib.import_module(face)
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    told = {
        node.module: tuple(alias.name for alias in node.names)
        for branch in tree.body
        if isinstance(branch, ast.If)
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
    }
    assert told == module._HOMES
    homed = {name for names in told.values() for name in names}
    assert homed == set(module.__all__) - {"__version__"}

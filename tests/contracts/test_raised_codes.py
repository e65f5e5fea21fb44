"""A code is raised in one module, so that whoever asks what it means has one place to read.

`raised_codes.json` has the exceptions: in how many modules a code is raised. They may only become fewer: ``--rewrite`` records
those of today, which a person reads in the difference.
"""

import ast
import json
from collections import defaultdict
from pathlib import Path

import pytest

from casekit.kit.code_registry import all_codes

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "casekit"
RECORDED = Path(__file__).with_name("raised_codes.json")
CODES = {code.name: str(code) for code in all_codes()}


def names_of_codes(tree):
    """What a module calls tables of codes, and what it calls codes, with the names of their constants."""
    tables, constants = set(), {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        for imported in node.names:
            called = imported.asname or imported.name
            if imported.name == "codes":
                tables.add(called)
            elif (node.module or "").endswith(".codes") and imported.name.isupper():
                constants[called] = imported.name
    return tables, constants


def constant_of(node, tables, constants):
    """The name of the constant that an expression is, or ``None`` if it is no code."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id in tables and node.attr.isupper() else None
    return constants.get(node.id) if isinstance(node, ast.Name) else None


def raised_in(tree):
    """The names of the codes that a module raises: not those that it compares, or lists among codes alone."""
    tables, constants = names_of_codes(tree)
    raised = set()
    for parent in ast.walk(tree):
        children = list(ast.iter_child_nodes(parent))
        if isinstance(parent, ast.Compare):
            continue
        if isinstance(parent, (ast.Set, ast.Tuple)):
            children = list(parent.elts)
            if all(constant_of(child, tables, constants) for child in children):
                continue
        for child in children:
            constant = constant_of(child, tables, constants)
            if constant is not None:
                raised.add(constant.lower().replace("_", "-"))
    return raised


def modules_by_code():
    """For each code the modules that raise it."""
    modules = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name in sorted(raised_in(tree) & CODES.keys()):
            modules[CODES[name]].append(path.relative_to(PACKAGE).as_posix())
    return modules


@pytest.fixture(scope="module")
def today():
    return modules_by_code()


@pytest.fixture(scope="module")
def recorded(request, today):
    if request.config.getoption("--rewrite"):
        several = {code: len(modules) for code, modules in today.items() if len(modules) > 1}
        RECORDED.write_text(json.dumps(several, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return json.loads(RECORDED.read_text(encoding="utf-8"))


def test_every_code_is_raised(today):
    assert [] == [code for code in CODES.values() if code not in today]


def test_a_code_is_raised_in_one_module(today, recorded):
    """Where several modules have something to say that one code means, they can share the function that says it."""
    more = {code: modules for code, modules in today.items() if len(modules) > recorded.get(code, 1)}
    assert {} == more


def test_an_exception_that_is_gone_does_not_come_back(today, recorded):
    """Remove what is gone, or record it with ``--rewrite``."""
    fewer = {}
    for code, allowed in recorded.items():
        modules = today.get(code, [])
        if len(modules) < allowed:
            fewer[code] = f"{len(modules)}, where {allowed} are allowed"
    assert {} == fewer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from casekit.diagnostics import codes\ncodes.TODO.at(x, y)", {"todo"}),
        ("from casekit.diagnostics import codes as shared\nf(shared.TODO)", {"todo"}),
        ("from casekit.diagnostics.codes import TODO\nx = TODO if y else None", {"todo"}),
        ("from casekit.diagnostics import codes\nx = (codes.TODO, 'text')", {"todo"}),
        ("from casekit.diagnostics import codes\nx.code is codes.TODO", set()),
        ("from casekit.diagnostics import codes\nx.code in {codes.TODO, codes.OPEN_ELEMENT}", set()),
        ("from casekit.diagnostics import codes\nx = frozenset((codes.TODO,))", set()),
        ("from casekit.diagnostics import Severity\nx = Severity.ERROR", set()),
    ],
)
def test_what_a_module_raises(text, expected):
    assert expected == raised_in(ast.parse(text))

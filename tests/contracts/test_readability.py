"""What makes code slow to read may only become less. ``--rewrite`` records the exceptions of today, which a person reads in the difference.

`readability.json` has, for each rule, how many exceptions a module has. A module that has more fails, and so does one that has
fewer than it records: an exception that nothing needs any more would let it come back.
"""

import ast
import json
import re
import tokenize
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "casekit"
RECORDED = Path(__file__).with_name("readability.json")
WIDTH = 110
MOST_BRANCHES = 12
MOST_COMPREHENSION_LINES = 4
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BRANCHES = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.Try,
    ast.IfExp,
    ast.BoolOp,
    ast.comprehension,
    ast.match_case,
)
# A place in casekit, as a text that is imported: `casekit.games.clue.checks:RULES`.
PLACE = re.compile(r"casekit(?:\.\w+)+(?::\w+(?:\.\w+)*)?")
# The table of games, and the names that are public, are read by an import machinery of their own.
LOADERS = {"casekit/kit/registry.py", "casekit/__init__.py", "casekit/deduce/__init__.py"}


def comprehensions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, COMPREHENSIONS)]


def with_two_loops(tree):
    """Comprehensions with several loops."""
    return sum(len(node.generators) > 1 for node in comprehensions(tree))


def inside_another(tree):
    """Comprehensions inside a comprehension."""
    inner = set()
    for outer in comprehensions(tree):
        inner.update(id(node) for node in comprehensions(outer) if node is not outer)
    return len(inner)


def over_many_lines(tree):
    """Comprehensions over more than four lines."""
    lengths = [node.end_lineno - node.lineno + 1 for node in comprehensions(tree)]
    return sum(length > MOST_COMPREHENSION_LINES for length in lengths)


def branches(function):
    return sum(isinstance(node, BRANCHES) for node in ast.walk(function))


def with_many_branches(tree):
    """Functions with more than twelve branches."""
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    return sum(branches(function) > MOST_BRANCHES for function in functions)


def named_by_strings(tree):
    """Texts that name something of casekit which is imported later."""
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return sum(isinstance(text, str) and PLACE.fullmatch(text) is not None for text in texts)


def docstrings(tree):
    for node in ast.walk(tree):
        is_constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_constant and isinstance(node.value.value, str):
            yield node.lineno, node.end_lineno


def wide_words(path, tree, lines):
    """Lines of docstrings, and comments, that are too wide."""
    numbers = set()
    for first, last in docstrings(tree):
        numbers.update(range(first, last + 1))
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                numbers.add(token.start[0])
    return sum(len(lines[number - 1]) > WIDTH for number in numbers)


def exceptions_of_today():
    """For each rule the modules with exceptions to it, and how many they have."""
    counts = {
        "comprehensions with two loops": Counter(),
        "comprehensions inside another": Counter(),
        "comprehensions over more than four lines": Counter(),
        "functions with more than twelve branches": Counter(),
        "functions named by strings": Counter(),
        "docstrings and comments wider than 110 columns": Counter(),
    }
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        counts["comprehensions with two loops"][name] = with_two_loops(tree)
        counts["comprehensions inside another"][name] = inside_another(tree)
        counts["comprehensions over more than four lines"][name] = over_many_lines(tree)
        counts["functions with more than twelve branches"][name] = with_many_branches(tree)
        if name not in LOADERS:
            counts["functions named by strings"][name] = named_by_strings(tree)
        wide = wide_words(path, tree, text.splitlines())
        counts["docstrings and comments wider than 110 columns"][name] = wide
    return {rule: {name: count for name, count in found.items() if count} for rule, found in counts.items()}


@pytest.fixture(scope="module")
def today(request):
    counts = exceptions_of_today()
    if request.config.getoption("--rewrite"):
        RECORDED.write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return counts


@pytest.fixture(scope="module")
def recorded(today):  # noqa: ARG001 - which may write the file first
    return json.loads(RECORDED.read_text(encoding="utf-8"))


def test_no_module_becomes_slower_to_read(today, recorded):
    more = {}
    for rule, modules in today.items():
        for name, count in modules.items():
            allowed = recorded[rule].get(name, 0)
            if count > allowed:
                more[f"{name}: {rule}"] = f"{count}, where {allowed} are allowed"
    assert {} == more


def test_an_exception_that_is_gone_does_not_come_back(today, recorded):
    gone = {}
    for rule, modules in recorded.items():
        for name, allowed in modules.items():
            count = today[rule].get(name, 0)
            if count < allowed:
                gone[f"{name}: {rule}"] = f"{count}; record it with --rewrite"
    assert {} == gone


@pytest.mark.parametrize(
    ("rule", "code", "expected"),
    [
        (with_two_loops, "[x for y in z for x in y]", 1),
        (with_two_loops, "[x for x in z]", 0),
        (inside_another, "[[x for x in y] for y in z]", 1),
        (inside_another, "[x for x in y]", 0),
        (over_many_lines, "[\nx\nfor x\nin\ny\n]", 1),
        (over_many_lines, "[\nx\nfor x in y\n]", 0),
        (with_many_branches, "def f():\n" + " if x: y\n" * 13, 1),
        (with_many_branches, "def f():\n" + " if x: y\n" * 12, 0),
        (named_by_strings, "later('casekit.games.clue.checks:RULES')", 1),
        (named_by_strings, "print('casekit has failed')", 0),
    ],
)
def test_each_rule_sees_what_it_is_about(rule, code, expected):
    assert expected == rule(ast.parse(code))

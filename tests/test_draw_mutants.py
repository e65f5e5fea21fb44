"""Faults that are drawn by chance, and the list of those that no test can find."""

import subprocess
import sys
from pathlib import Path

import pytest

import tests.draw_mutants
import tests.mutants
from tests.draw_mutants import draw, faults_of, known, tried
from tests.mutants import Mutant


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout of one module and its tests; gives what writes them."""
    monkeypatch.setattr(tests.mutants, "ROOT", tmp_path)
    monkeypatch.setattr(tests.draw_mutants, "ROOT", tmp_path)

    def write(module: str, test: str = "") -> str:
        for name, text in {
            "casekit/__init__.py": "",
            "casekit/small.py": module,
            "tests/test_small.py": test,
        }.items():
            file = tmp_path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return "casekit/small.py"

    return write


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a <= b", ["x = a < b"]),
        ("x = a > b >= c", ["x = a >= b >= c", "x = a > b > c"]),
        ("x = a == b", ["x = a != b"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a not in b", ["x = a in b"]),
        ("x = a is b", ["x = a is not b"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = é and b", ["x = é or b"]),
        ("x = a or b", ["x = a and b"]),
        ("x = not a", ["x = a"]),
        ("x = not (a or b)", ["x = (a or b)", "x = not (a and b)"]),
        ("x = 3", ["x = 4"]),
        ("x = 1_000", ["x = 2000"]),
        ("x = 0.5", ["x = 1.5"]),
        ("x = True", ["x = False"]),
        ("x = min(a)", ["x = max(a)"]),
        ("x = any(a)", ["x = all(a)"]),
        ("x = a if b else c", ["x = a if not b else c"]),
        ("x = [a for a in b if a.c]", ["x = [a for a in b if not a.c]"]),
        ("x: Literal[3] = 4", ["x: Literal[3] = 5"]),
        ('x = "3 < 4"', []),
        ("x = a + b", []),
    ],
)
def test_what_is_changed_in_a_line(line, faults, checkout):
    assert faults == [fault.new for fault in faults_of(checkout(f'"""A < b and 3."""\n\n{line}\n'))]


def test_conditions_are_turned_in_all_their_parts(checkout):
    module = "if a and b():\n    pass\nwhile c:\n    pass\nif TYPE_CHECKING:\n    d = 3\n"
    assert ["if not a and b():", "if a or b():", "if a and not b():", "while not c:"] == [
        fault.new for fault in faults_of(checkout(module))
    ]


def test_a_fault_is_a_line_that_is_there_once(checkout):
    file = checkout(
        "def f(a):\n    return a > 1\n\n\ndef g(a):\n    return a > 1\n\n\nx = (\n    3 >\n    y\n)\n"
    )
    assert {"3 >"} == {fault.old for fault in faults_of(file)}
    assert [] == [fault for fault in faults_of(file) if fault.stale]


def test_each_fault_of_our_own_code_can_be_made():
    for module in (
        "casekit/values/frozen_classes.py",
        "casekit/diagnostics/invisible_characters.py",
        "casekit/translation/po.py",
    ):
        text = (tests.mutants.ROOT / module).read_text(encoding="utf-8")
        faults = faults_of(module)
        assert len(faults) > 5
        for fault in faults:
            assert not fault.stale
            changed = text.replace(fault.old, fault.new)
            assert changed != text
            compile(changed, module, "exec")


def test_the_same_seed_draws_the_same():
    first, second, other = (draw(["casekit/values/frozen_classes.py"], seed, 5) for seed in (1, 1, 2))
    assert first == second
    assert first != other
    assert 5 == len({*first})
    every = draw(["casekit/values/frozen_classes.py"], 1, 10_000)
    assert {*faults_of("casekit/values/frozen_classes.py")} == {*every}


SMALL = """\
LIMIT = 4


def above(a):
    return a > LIMIT


def unused(a):
    return a > 3


def endless(a):
    while a < 3:
        a += 1
    return a
"""
TESTS = """\
from casekit.small import above, endless


def test_the_limit():
    assert not above(4)
    assert above(5)


def test_an_end():
    assert endless(0) == 3
"""


def test_faults_are_found_by_tests_that_see_them(checkout, tmp_path, monkeypatch):
    monkeypatch.setattr(tests.draw_mutants, "_SLACK", 1)
    file = checkout(SMALL, TESTS)
    script = tmp_path / "tests/mutant_trials.py"
    script.write_bytes((Path(tests.mutants.__file__).parent / "mutant_trials.py").read_bytes())
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    near = ("tests",)
    faults = {
        Mutant(file, near, "LIMIT = 4", "LIMIT = 5"): True,
        Mutant(file, near, "return a > LIMIT", "return a >= LIMIT"): True,
        Mutant(file, near, "return a > 3", "return a >= 3"): False,
        Mutant(file, near, "while a < 3:", "while a <= 3:"): True,
        Mutant(file, near, "while a < 3:", "while a != 3:"): False,
    }
    assert [*faults.items()] == [*tried(faults, quick=True)]
    # No other test finds what tests that call the function do not.
    missed = [fault for fault, found in faults.items() if not found]
    assert [(fault, False) for fault in missed] == [*tried(missed, quick=False)]
    assert SMALL == (tmp_path / file).read_text(encoding="utf-8")


def test_tests_that_fail_without_a_fault_find_none(checkout, tmp_path):
    file = checkout(SMALL, f"{TESTS}\n\ndef test_wrong():\n    assert above(0)\n")
    script = tmp_path / "tests/mutant_trials.py"
    script.write_bytes((Path(tests.mutants.__file__).parent / "mutant_trials.py").read_bytes())
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    with pytest.raises(SystemExit, match="a test fails without a fault"):
        list(tried([Mutant(file, ("tests",), "return a > 3", "return a >= 3")], quick=True))


def test_what_is_asked_for_has_to_be_named(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["draw_mutants.py"])
    with pytest.raises(SystemExit):
        tests.draw_mutants.main()
    assert "name a part of the path of a module, or a list" in capsys.readouterr().err


def test_a_draw_is_printed_as_the_list_is_written(monkeypatch, capsys):
    monkeypatch.setattr(
        sys,
        "argv",
        ["draw_mutants.py", "--seed", "3", "--count", "4", "--only-draw", "casekit/values/frozen_classes.py"],
    )
    tests.draw_mutants.main()
    printed = [fault for fault, _ in tests.mutants.entries(capsys.readouterr().out)]
    assert [*draw(["casekit/values/frozen_classes.py"], 3, 4)] == printed


def test_faults_that_no_test_can_find_are_still_there_each_with_its_reason():
    text = tests.draw_mutants.SURVIVORS.read_text(encoding="utf-8")
    survivors = known()
    assert text.count("\n- ") == text.count("\n+ ") == len(survivors)
    for fault, reason in survivors.items():
        assert not fault.stale, fault
        assert fault in faults_of(fault.file), f"{fault} would not be drawn"
        assert len(reason.split()) >= 4, f"{fault} has no reason"
    found = {(fault.file, fault.old, fault.new) for fault in tests.mutants.mutants()}
    assert not found & {(fault.file, fault.old, fault.new) for fault in survivors}

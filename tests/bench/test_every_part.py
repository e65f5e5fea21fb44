"""Everything of the bench runs, once and at its smallest size; what it measures then means nothing."""

import ast
import re
import sys
from importlib import import_module
from math import isnan
from pathlib import Path

import pytest
from click.testing import CliRunner

import bench
from bench.__main__ import PARTS, main
from bench.measure import Scale

NAMES = sorted(file.stem for file in Path(bench.__file__).parent.glob("*.py"))

# It runs each of a dozen commands of which tests/cli has tests.
NIGHTLY = {"booklets": pytest.mark.nightly}


def modules_with(function):
    trees = {
        name: ast.parse((Path(bench.__file__).parent / f"{name}.py").read_text("utf-8")) for name in NAMES
    }
    return [
        name
        for name, tree in trees.items()
        if any(isinstance(node, ast.FunctionDef) and node.name == function for node in tree.body)
    ]


def run(command, arguments):
    done = CliRunner().invoke(command, arguments)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert 0 == done.exit_code, done.output
    return done.stdout


def test_every_module_that_measures_is_a_part():
    assert sorted(PARTS) == modules_with("rows")


@pytest.mark.slow
@pytest.mark.parametrize("part", [pytest.param(part, marks=NIGHTLY.get(part, ())) for part in PARTS])
def test_every_part_measures_something(part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = run(main, ["--smallest", part])
    assert re.search(r"\d\.\d", table), table


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [name for name in modules_with("main") if name != "__main__"])
def test_every_command_of_the_bench_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = import_module(f"bench.{name}")
    assert run(module.main, module.SMALLEST)


@pytest.mark.parametrize(
    ("part", "library"), [("counting", "ortools.sat.python.cp_model"), ("knights", "reasoning_gym")]
)
def test_a_peer_that_is_not_installed_is_left_out_at_the_smallest_size_alone(part, library, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    rows = list(import_module(f"bench.{part}").rows(Scale(smallest=True)))
    assert rows
    assert (part == "counting") == any(isnan(row.theirs) and "not installed" in row.peer for row in rows)
    with pytest.raises(ModuleNotFoundError):
        next(import_module(f"bench.{part}").rows(Scale()))

"""The list of faults is one of this code. ``make mutants`` sees that tests find them."""

from dataclasses import replace

import pytest

import tests.mutants
from tests.mutants import ROOT, mutants


def test_each_fault_can_be_made():
    assert [] == [str(mutant) for mutant in mutants() if mutant.stale or mutant.new == mutant.old]


@pytest.mark.parametrize(
    "change",
    [{"file": "casekit/none.py"}, {"old": "none"}, {"old": "e"}, {"tests": ("tests/none",)}],
    ids=str,
)
def test_one_that_can_no_longer_be_made_is_named_before_any_is_tried(change, monkeypatch):
    good, *_ = mutants()
    stale = replace(good, **change)
    monkeypatch.setattr(tests.mutants, "mutants", lambda: (good, stale))
    monkeypatch.setattr("sys.argv", ["mutants.py"])
    with pytest.raises(SystemExit) as end:
        tests.mutants.main()
    assert f"stale, since the code or its tests have changed:\n{stale}" == end.value.code


def test_every_entry_of_the_list_is_read():
    text = (ROOT / "tests/mutants.txt").read_text(encoding="utf-8")
    assert text.count("\n\n") == text.count("\n- ") == text.count("\n+ ") == len(mutants())


def test_every_package_has_its_faults():
    packages = {path.name for path in (ROOT / "casekit").iterdir() if (path / "__init__.py").is_file()}
    assert len(mutants()) >= 40
    # A library is the face of others, and has no decisions of its own.
    assert packages - {"library"} == {mutant.file.split("/")[1] for mutant in mutants()}

"""The list of faults is one of this code. ``make mutants`` sees that tests find them."""

import pytest

from tests.mutants import ROOT, mutants


@pytest.mark.parametrize("mutant", mutants(), ids=str)
def test_each_fault_can_be_made(mutant):
    assert 1 == (ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.old)
    assert mutant.new != mutant.old
    assert all((ROOT / tests).exists() for tests in mutant.tests)


def test_every_package_has_its_faults():
    packages = {path.name for path in (ROOT / "casekit").iterdir() if (path / "__init__.py").is_file()}
    assert len(mutants()) >= 40
    # A library is the face of others, and has no decisions of its own.
    assert packages - {"library"} == {mutant.file.split("/")[1] for mutant in mutants()}

import json

import pytest

from casekit.kit.code_registry import base_of
from casekit.pipeline.conversion import format_bytes

BASE = base_of()
TIDY = format_bytes(BASE.encode(), "x")[0]


def test_a_case_goes_to_json_and_back(run, boat):
    assert (0, "", "") == run("export", "base.case", "-o", "base.json")
    status, out, _ = run("import", "base.json")
    assert (0, TIDY) == (status, out)
    assert (0, "", "") == run("import", "base.json", "-o", "again.case")
    assert TIDY == (boat / "again.case").read_text(encoding="utf-8")
    assert (boat / "base.json").read_text(encoding="utf-8") == run("export", "again.case")[1]


@pytest.mark.usefixtures("boat")
def test_standard_input(run):
    status, out, _ = run("export", "-", given=BASE)
    assert (0, "midnight") == (status, json.loads(out)["game"])
    assert (0, TIDY, "") == run("import", "-", given=out)


def test_a_folder_of_one_case_is_that_case_and_of_two_is_misuse(run, put):
    assert 0 == run("export", ".")[0]
    put("two.case", BASE)
    assert 2 == run("export", ".")[0]


def test_a_case_with_errors_is_not_exported(run, put):
    put("wrong.case", BASE.replace("= galley", "= gally"))
    status, out, err = run("export", "wrong.case", "-o", "wrong.json")
    assert (1, "") == (status, out)
    assert "CK201" in err


def test_json_that_is_none_is_not_imported(run, put, boat):
    put("x.json", "{")
    status, out, err = run("import", "x.json", "-o", "x.case")
    assert (1, "") == (status, out)
    assert "CK906" in err
    assert not (boat / "x.case").exists()
    assert 2 == run("import", "nowhere.json")[0]

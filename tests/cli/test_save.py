"""``--save``: findings in several forms from one run."""

import json

import pytest

from casekit.kit.code_registry import base_of

OPEN = "\n".join(line for line in base_of().splitlines() if not line.startswith("~ tin")) + "\n"


def test_one_run_serves_several_readers(run, put, boat):
    put("open.case", OPEN)
    status, out, _ = run(
        "check", "open.case", "--format", "github", "--save", "sarif=out/a.sarif", "--save", "markdown=sum.md"
    )
    assert 1 == status
    assert out.startswith("::error file=open.case")
    assert "CK502" == json.loads((boat / "out/a.sarif").read_text())["runs"][0]["results"][0]["ruleId"]
    text = (boat / "sum.md").read_text()
    assert text.startswith("## casekit: 1 of 1 file refused (1 error)\n")
    assert "the method is not certain" in text


def test_a_report_saves_its_findings_and_what_was_compared(run, put, boat):
    put("main.json", run("report", "base.case", "--json")[1])
    put("base.case", OPEN)
    for form in ((), ("--json",)):
        status, *_ = run("report", "base.case", "--against", "main.json", "--save", "markdown=sum.md", *form)
        assert 1 == status
        text = (boat / "sum.md").read_text()
        assert "solved fell from 3 to 2" in text
        assert ["solved", "3", "2", "-1"] in [line.split() for line in text.splitlines()]
        (boat / "sum.md").unlink()


@pytest.mark.parametrize("given", ["sarif", "sarif=", "=file", "yaml=file"])
@pytest.mark.usefixtures("boat")
def test_what_is_not_a_form_and_a_file_is_misuse(given, run):
    status, _, err = run("check", "base.case", "--save", given)
    assert 2 == status
    assert "FORM=FILE" in err


def test_a_file_that_cannot_be_written_fails_the_run(run, boat):
    (boat / "folder").mkdir()
    status, out, err = run("check", "base.case", "--save", "sarif=folder")
    assert 1 == status
    assert "no findings" in out
    assert "CK905" in err

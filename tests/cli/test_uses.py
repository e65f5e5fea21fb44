"""Uses of commands: which options belong to which, and values that may be left out."""

import pytest

FEW = ("--players", "2", "--jobs", "1")

REFUSED = {
    ("ask", "base.case", "culprit = CLARA", "--element", "culprit"): "--element is not for a FORMULA",
    ("ask", "base.case", "culprit = CLARA", "--html", "x.html"): "--html is not for a FORMULA",
    ("ask", "base.case", "--read", "03"): "--read is not for the proof of a solution",
    ("ask", "base.case", "--not", "BRUNO", "--bare"): "--bare is not for --not",
    ("ask", "base.case", "culprit = CLARA", "--not", "BRUNO"): "leave out the FORMULA",
    ("check", "--watch", "--balance", "."): "--balance is not for --watch",
    ("check", "--watch", "--json", "."): "--json is not for --watch",
    ("check", "--words", "--strict", "base.case"): "--strict is not for --words",
    ("check", "--words"): "--words is for one case or edition: name it",
    ("check", "--words", "base.case", "open.case"): "--words is for one case or edition: name it",
    ("check", "--watch", "--words", "base.case"): "--words is not for --watch",
    ("check", "--spelling", "base.case"): "--spelling is for --words",
    ("check", "--output", "x", "base.case"): "--output is for --words",
    ("fmt", "--upgrade", "--diff", "."): "--diff is not for --upgrade",
    ("fmt", "--write", "."): "--write is for --upgrade",
    ("fmt", "--json", "."): "--json is for --upgrade",
    ("report", "--seed", "2", "base.case"): "--seed is for --tables",
    ("report", "--jobs", "2", "base.case"): "--jobs is for --tables",
    ("report", "--tables", "--level", "expert", "base.case"): "--level is for a report without --tables",
    ("review", "base.case", "--html", "a.html", "--output", "b.html"): "leave out one of them",
}


@pytest.mark.parametrize(("arguments", "part"), REFUSED.items(), ids=lambda value: " ".join(value)[:60])
def test_an_option_of_another_use_is_refused(arguments, part, boat, run):
    before = sorted(boat.iterdir())
    status, out, err = run(*arguments)
    assert (2, "", True) == (status, out, part in err), err
    assert before == sorted(boat.iterdir())


def test_a_single_argument_of_ask_is_a_case_if_it_names_a_file_or_folder(boat, run):
    proved = run("ask", "base.case")
    assert (0, "base.case: ") == (proved[0], proved[1][: len("base.case: ")])
    assert proved == run("ask")
    assert 0 == run("ask", ".")[0]
    assert "true: culprit = CLARA" == run("ask", "culprit = CLARA")[1].splitlines()[0]
    given = run("ask", "-", given=(boat / "base.case").read_text(encoding="utf-8"))
    assert (0, "-: ") == (given[0], given[1][:3])
    status, _, err = run("ask", "nowhere.case")
    assert (2, True) == (status, "CK901" in err)


def test_tables_may_be_counted_or_not(boat, run, monkeypatch):  # noqa: ARG001 -- it stands there
    monkeypatch.setattr("casekit.cli.commands.report.report_command.params", few_tables())
    usual = run("report", "--tables", "base.case", *FEW)
    assert 0 == usual[0], usual[2]
    assert usual == run("report", "--tables", "3", "base.case", *FEW)
    assert usual == run("report", "base.case", *FEW, "--tables")
    assert usual == run("report", *FEW, "--tables=3", "base.case")


def few_tables():
    """The parameters of ``report``, with three tables for the usual number."""
    from copy import copy

    from casekit.cli.commands.report import report_command

    params = []
    for parameter in report_command.params:
        changed = copy(parameter)
        if parameter.name == "tables":
            changed.flag_value = 3
        params.append(changed)
    return params


PAGES = {
    ("review", "base.case"): "base.review.html",
    ("ask", "base.case"): "base.proof.html",
    ("report", "base.case"): "report.html",
    ("report", "base.case", "--tables", "2", *FEW): "report.html",
}


@pytest.mark.parametrize(("arguments", "usual"), PAGES.items(), ids=lambda value: " ".join(value)[:40])
def test_every_page_takes_a_file_or_has_a_usual_one(arguments, usual, boat, run):
    command, case, *others = arguments
    for given, file in (
        ((command, case, *others, "--html"), usual),
        ((command, *others, "--html", case), usual),
        ((command, case, *others, "--html", "other.html"), "other.html"),
        ((command, case, *others, "--html=deep/page"), "deep/page"),
        ((command, "--html", "plain", case, *others), "plain"),
    ):
        status, _, err = run(*given)
        assert (0, True) == (status, (boat / file).is_file()), err
        assert (boat / file).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
        (boat / file).unlink()

"""Names of files that are no UTF-8: whatever holds such a name, on paper, on disk or on a terminal, can be written and read."""

import json
import os
import sys

import pytest

from casekit.diagnostics import FORMS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are text")

NAME = os.fsdecode(b"Caf\xe9")
SHOWN = "Caf\ufffd"
COMMANDS = {
    **{f"check --format {form}": ("check", "{}", "--format", form) for form in FORMS},
    **{f"check --save {form}": ("check", "{}", "--save", f"{form}={{}}.{form}") for form in FORMS},
    "several": ("check", ".", "--jobs", "1", "--json"),
    "export": ("export", "{}", "--output", "{}.json"),
    "fmt": ("fmt", "{}"),
    "build": ("build", "{}", "--only", "sheet", "--print-shop", "--output", "{}-out"),
    "lines": ("check", "--words", "{}"),
    "page of a playtest": ("playtest", "page", "{}"),
    "proofread out": ("proofread", "out", "{}"),
    "proofread out as Markdown": ("proofread", "out", "{}", "--form", "md"),
    "prove": ("ask", "{}", "--html", "{}.html", "--svg", "{}.svg"),
    "report": ("report", "{}", "--budget", "20", "--html", "{}.html", "--json"),
    "review": ("review", "{}", "--html"),
    "simulate": (
        *("report", "{}", "--tables", "1", "--players", "2", "--jobs", "1", "--json"),
        *("--html", "{}.html"),
    ),
    "translate extract": ("translate", "extract", "fr", "{}"),
    "translate check": ("translate", "check", "fr", "{}", "--json"),
    "translate merge": ("translate", "merge", "fr", "{}", "--output", "{}-fr"),
}


@pytest.fixture
def run(casekit):
    """A command in a process of its own, whose streams show what is no text: status, standard output and standard error."""

    def done(*arguments):
        ended = casekit(*arguments)
        return ended.returncode, ended.stdout.decode(), ended.stderr.decode()

    return done


@pytest.fixture
def named(boat):
    (boat / "base.case").rename(boat / f"{NAME}.case")
    return boat


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("faulty", [False, True])
def test_every_command_takes_it(command, faulty, named, run):
    case = named / f"{NAME}.case"
    if faulty:
        case.write_text(case.read_text(encoding="utf-8").replace("culprit", "culpit", 1), encoding="utf-8")
    if command in {"translate check", "translate merge"} and not faulty:
        assert 0 == run("translate", "extract", "fr", f"{NAME}.case")[0]
    status, out, err = run(*(part.format(f"{NAME}.case") for part in COMMANDS[command]))
    assert status in ({0, 1} if faulty else {0}), out + err
    assert "CK910" not in out + err
    if command == "check --format json" or "--json" in COMMANDS[command]:
        assert SHOWN in json.dumps(json.loads(out), ensure_ascii=False)


def test_an_address_names_the_bytes(named, run):
    case = named / f"{NAME}.case"
    case.write_text(case.read_text(encoding="utf-8").replace("culprit", "culpit", 1), encoding="utf-8")
    told = json.loads(run("check", case.name, "--format", "sarif")[1])
    places = [each["locations"][0]["physicalLocation"] for each in told["runs"][0]["results"]]
    assert {"Caf%E9.case"} == {each["artifactLocation"]["uri"] for each in places}


def test_a_manuscript_comes_back(named, run):
    assert 0 == run("proofread", "out", f"{NAME}.case", "--form", "md")[0]
    file = named / f"{NAME}.md"
    file.write_text(
        file.read_text(encoding="utf-8").replace("found dead", "discovered dead"), encoding="utf-8"
    )
    status, out, err = run("proofread", "in", f"{NAME}.case", f"{NAME}.md")
    assert (0, True) == (status, f"{SHOWN}.case: 1 of" in out), out + err
    assert "discovered dead" in (named / f"{NAME}.case").read_text(encoding="utf-8")


def test_a_build_is_remembered(named, run):
    for word in ("", "nothing has changed"):
        status, _, err = run("build", f"{NAME}.case", "--only", "sheet")
        assert (0, True) == (status, word in err), err
    assert (named / "build" / f"{NAME}-sheet.pdf").is_file()


def test_the_numbers_of_other_cases_stay():
    from casekit.print.numbers.numbering import seed_of

    assert seed_of("a.case") == 0x84973660F728E19F
    assert seed_of(NAME) != seed_of(SHOWN)

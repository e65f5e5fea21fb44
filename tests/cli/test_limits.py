"""Cases that are checked within limits: one that reaches a limit is a finding, and all others are checked."""

import json
import os
from pathlib import Path

import pytest

import casekit as package
from casekit.pipeline import checking

ENDLESS = "The Endless One"

LIMITS = "--limits=4s,400MB"
"""A machine that does much else takes two seconds for a small case."""

BOMBS = {
    "a loop of Python": ("while True: pass", "takes more than 4 seconds of processor time"),
    "a loop of C": ("sum(range(10**12))", "takes more than 4 seconds of processor time"),
    "a large block": ("bytearray(10**9)", "takes more than 400 MB of memory"),
    "many small things": ("[[] for _ in range(10**8)]", "takes more than 400 MB of memory"),
    "the end of its process": ("os.abort()", "takes more than 400 MB of memory, or breaks the process"),
}
"""What checking a case may do that is not to go on, and the finding on it."""


@pytest.fixture
def three(boat, put):
    """Three cases, the second of which does not end, and the third of which has an error."""
    text = (boat / "base.case").read_text(encoding="utf-8")
    (boat / "base.case").unlink()
    title = text.split("\n")[0]
    put("a.case", text)
    put("b.case", text.replace(title, f"title: {ENDLESS}", 1))
    put("c.case", text.replace("culprit", "culpit", 1))
    return boat


@pytest.fixture
def checked(three, casekit, tmp_path_factory):
    """Checks the three in a casekit of which one place does something else with the second."""

    def make(does, *arguments, place="pipeline.checking:check_document", **variables):
        module, _, name = place.partition(":")
        folder = tmp_path_factory.mktemp("site")
        (folder / "sitecustomize.py").write_text(
            "import os\n"
            f"import casekit.{module} as module\n"
            f"before = module.{name}\n"
            "def bomb():\n"
            f"    {does}\n"
            "def changed(case, *given, **options):\n"
            f"    if {ENDLESS!r} in case.source.text:\n"
            "        bomb()\n"
            "    return before(case, *given, **options)\n"
            f"module.{name} = changed\n",
            encoding="utf-8",
        )
        path = f"{folder}{os.pathsep}{Path(package.__file__).parent.parent}"
        done = casekit(*arguments, env={**os.environ, "PYTHONPATH": path, **variables}, cwd=three)
        return done.returncode, done.stdout.decode()

    return make


def findings(answer):
    return [(each["file"], each["code"]) for each in json.loads(answer)["diagnostics"]]


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_case_that_reaches_a_limit_takes_no_other_with_it(bomb, checked):
    does, reason = BOMBS[bomb]
    status, answer = checked(does, "check", ".", "--json", LIMITS)
    assert 1 == status
    assert [("b.case", "CK915")] == [each for each in findings(answer) if each[0] != "c.case"]
    assert ("c.case", "CK201") in findings(answer)
    (told,) = [each for each in json.loads(answer)["diagnostics"] if each["code"] == "CK915"]
    assert told["message"].startswith(f"this case {reason}")
    assert [None, True] == [each["verdict"] and True for each in json.loads(answer)["cases"]][1::-1]


@pytest.mark.parametrize("options", [(), ("--notes",), ("--profile",), ("--balance",)])
def test_so_it_is_with_one_case(options, checked):
    status, answer = checked("os._exit(9)", "check", "b.case", "--json", LIMITS, *options)
    assert (1, [("b.case", "CK915")]) == (status, findings(answer))


@pytest.mark.parametrize(
    ("ci", "option", "code"),
    [("true", (), "CK915"), ("false", (), "CK926"), ("1", ("--limits=none",), "CK926")],
)
def test_ci_has_limits_unless_it_is_told_otherwise(ci, option, code, checked):
    _, answer = checked("os._exit(9)", "check", ".", "--json", "--jobs=2", *option, CI=ci)
    assert ("b.case", code) in findings(answer)


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("paths", [(".",), ("a.case",), ("c.case", "--notes"), ("a.case", "--profile")])
@pytest.mark.parametrize("form", ["text", "json"])
def test_limits_that_are_not_reached_change_nothing(paths, form, run):
    without = run("check", *paths, "--format", form, "--limits", "none")
    within = run("check", *paths, "--format", form, "--limits", "30s,2000MB")
    assert without == within


@pytest.mark.usefixtures("boat")
def test_a_fresh_draft_is_told_of_in_the_same_words(run, put):
    put("new.case", "title: A Draft\nlevel: amateur\nvictim: Otto Lind, wine merchant\n")
    assert run("check", "new.case") == run("check", "new.case", "--limits", "30s,2000MB")


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    "value", ["5", "5s", "500MB", "0s,500MB", "5s,0MB", "five s,500MB", "5s 500MB", "all"]
)
def test_a_limit_that_is_none_is_refused(value, run):
    status, _, said = run("check", ".", f"--limits={value}")
    assert (2, True) == (status, "write limits such as 5s,500MB, or none" in said)


@pytest.mark.usefixtures("three")
def test_a_cluster_has_limits_of_its_own(run):
    status, _, said = run("check", ".", "--backend=dask", "--scheduler=tcp://127.0.0.1:1", "--limits")
    assert (2, True) == (status, "--limits is for processes of this machine" in said)


@pytest.mark.usefixtures("boat")
@pytest.mark.parametrize("command", [("check", "."), ("check", "a.case"), ("diff", "b.case", "a.case")])
def test_a_vigil_has_the_time_that_its_game_needs(command, run, put, monkeypatch):
    from casekit.kit.code_registry import base_of
    from casekit.system import limited_workers

    seconds = []

    def noted(_job, tasks, _processes, limits):
        seconds.extend([each.seconds for each in limits])
        return (limited_workers.TaskOutcome(limit="takes more") for _ in tasks)

    monkeypatch.setattr(limited_workers, "run_limited", noted)
    for game in ("abbey", "midnight"):
        put(f"{game}/a.case", base_of(game))
        put(f"{game}/b.case", f"{base_of(game)}\n")
        monkeypatch.chdir(f"{game}")
        run(*command, "--limits", "5s,500MB", "--no-figures") if command[0] == "diff" else run(
            *command, "--limits", "5s,500MB"
        )
        monkeypatch.chdir("..")
    assert [4 * each for each in seconds[len(seconds) // 2 :]] == seconds[: len(seconds) // 2] != []


def test_what_reached_a_limit_is_not_remembered(checked):
    status, answer = checked("os._exit(9)", "check", ".", "--json", LIMITS)
    assert ("b.case", "CK915") in findings(answer)
    status, answer = checked("pass", "check", ".", "--json", LIMITS)
    assert (1, {"c.case"}) == (status, {file for file, _ in findings(answer)})


def test_a_hundred_cases_are_checked_by_as_many_processes_as_there_may_be(boat, put, run, monkeypatch):
    from casekit.system import worker_processes

    started, start = [], worker_processes.started

    def counted(*arguments, **options):
        started.append(arguments)
        return start(*arguments, **options)

    monkeypatch.setattr(worker_processes, "started", counted)
    text = (boat / "base.case").read_text(encoding="utf-8")
    for number in range(12):
        put(f"{number}.case", f"{text}\n// {number}\n")
    status, *_ = run("check", ".", "--limits", "30s,2000MB", "--jobs", "2")
    assert (0, 2) == (status, len(started))


@pytest.mark.usefixtures("boat")
def test_memory_that_runs_out_is_no_fault_of_casekits(monkeypatch, run):
    from casekit.cli import main

    def greedy(*_arguments, **_options):
        raise MemoryError

    monkeypatch.setattr(checking, "check_with_deduction", greedy)
    with pytest.raises(MemoryError):
        run("check", "base.case")
    assert 1 == main._failed(MemoryError())


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("form", ["text", "json"])
def test_figures_that_were_measured_in_another_process_are_the_same(form, run):
    how = ("report", "a.case", "c.case", "--budget", "50", *(["--json"] if form == "json" else []))
    assert run(*how, "--limits", "none") == run(*how, "--limits", "30s,2000MB")


@pytest.mark.usefixtures("three")
def test_a_page_of_figures_is_the_same(run, boat):
    pages = []
    for limits in ("none", "30s,2000MB"):
        run("report", "a.case", "b.case", "--budget", "50", "--html", "page.html", "--limits", limits)
        pages.append((boat / "page.html").read_bytes())
    assert pages[0] == pages[1]


def test_a_report_goes_on_without_a_case_that_reaches_a_limit(checked):
    status, answer = checked("os._exit(9)", "report", ".", "--json", "--budget=50", LIMITS)
    assert (1, True) == (status, ("b.case", "CK915") in findings(answer))
    assert [True, False] == [each["measured"] for each in json.loads(answer)["cases"]][:2]


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("figures", [(), ("--no-figures",)])
def test_a_comparison_within_limits_is_the_same(figures, run, put, boat):
    put("old/a.case", (boat / "a.case").read_text(encoding="utf-8").replace("Geese", "Ducks"))
    put("old/edition.toml", (boat / "edition.toml").read_bytes())
    how = ("diff", "old/a.case", "a.case", "--budget", "50", "--json", *figures)
    assert run(*how, "--limits", "none") == run(*how, "--limits", "30s,2000MB")


def test_a_comparison_goes_on_without_a_case_that_reaches_a_limit(checked, put, boat):
    for name in "abc":
        text = (boat / f"{name}.case").read_text(encoding="utf-8")
        put(f"old/{name}.case", text.replace("Geese", "Ducks"))
    put("old/edition.toml", (boat / "edition.toml").read_bytes())
    bomb = {"place": "pipeline.checking:check_document"}
    status, answer = checked("os._exit(9)", "diff", "old", ".", "--json", "--no-figures", LIMITS, **bomb)
    changed = {each["path"]: each for each in json.loads(answer)["cases"]}
    assert ["CK915"] == [each["code"] for each in changed["b.case"]["appeared"]]
    assert (0, []) == (status, changed["a.case"]["appeared"])

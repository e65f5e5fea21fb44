"""The GitHub action: its scripts, run with the environment that GitHub gives them."""

import json
import re
import stat
from pathlib import Path

import pytest
import yaml

from tests.ci.conftest import evaluated


@pytest.fixture(scope="session")
def check(action):
    """Runs the action in a repository, with inputs."""

    def run(runner, folder, **inputs):
        given = (
            {name: each["default"] for name, each in action["inputs"].items()} | {"paths": "cases"} | inputs
        )
        context = {f"inputs.{name}": value for name, value in given.items()}
        return runner.steps(action["runs"]["steps"], folder, context)

    return run


def test_it_is_a_composite_action_with_help_for_each_input(action):
    assert "composite" == action["runs"]["using"]
    assert all(each["description"] and isinstance(each["default"], str) for each in action["inputs"].values())
    for step in action["runs"]["steps"]:
        assert step["name"]
        assert ("run" in step) != ("uses" in step)
        assert "run" not in step or "bash" == step["shell"]
        assert "uses" not in step or re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}", step["uses"])


def test_nothing_from_outside_becomes_part_of_a_script(action):
    assert [] == [step["name"] for step in action["runs"]["steps"] if "${{" in step.get("run", "")]


def test_ten_sound_cases_pass(check, runner, ten_cases):
    assert 0 == check(runner, ten_cases)
    assert "## casekit: passed (no findings)" in runner.summary
    assert "0" == runner.outputs["status"]


def test_a_change_that_makes_a_case_unsolvable_is_refused_and_the_summary_says_why(
    check, runner, ten_cases, break_one, guide, git
):
    """A branch of a repository with the workflow of the guide, as it was copied, and what GitHub gives it for a pull request."""
    name = ".github/workflows/cases.yml"
    workflow = ten_cases / name
    workflow.parent.mkdir(parents=True)
    workflow.write_text(guide[name], encoding="utf-8")
    git(ten_cases, "add", ".")
    git(ten_cases, "commit", "-qm", "Check cases")
    git(ten_cases, "switch", "-qc", "tidy")
    break_one(ten_cases)
    (step,) = [
        each
        for each in yaml.safe_load(workflow.read_text("utf-8"))["jobs"]["check"]["steps"]
        if "OWNER/casekit" in each["uses"]
    ]
    given = {
        key: evaluated(value, {"github.event.pull_request.base.sha": "main"})
        for key, value in step["with"].items()
    }
    assert {"paths": "cases", "against": "main"} == given
    assert 1 == check(runner, ten_cases, **given)
    assert "## casekit: 1 of 10 files refused (1 error)\n\n### cases/soup-1.case" in runner.summary
    assert 'the method is not certain: it could also be "A blow on the head"' in runner.summary
    assert "*Cure*: state `~ tin = suite` (for instance in 01)" in runner.summary
    assert "## casekit diff: 1 case changed" in runner.summary
    assert "- ~ tin = suite" in runner.summary
    assert "::error file=cases/soup-1.case,line=30," in runner.log
    log = json.loads(Path(runner.outputs["sarif-file"]).read_text())
    assert ["CK502"] == [result["ruleId"] for result in log["runs"][0]["results"]]


@pytest.mark.parametrize("paths", ["", "nowhere"])
def test_a_run_of_misuse_publishes_nothing_of_the_run_before(paths, check, runner, few_cases, break_one):
    break_one(few_cases)
    assert 1 == check(runner, few_cases, against="HEAD~1")
    before = runner.summary
    assert "refused" in before
    runner.files["GITHUB_OUTPUT"].write_text("")
    assert 2 == check(runner, few_cases, paths=paths, against="HEAD~1")
    assert "2" == runner.outputs["status"]
    assert "soup-1" not in runner.summary.removeprefix(before)
    # Without a path nothing is checked, and no log is written.
    assert bool(paths) == ("sarif-file" in runner.outputs)
    assert not paths or "CK502" not in Path(runner.outputs["sarif-file"]).read_text()


def test_it_runs_twice_in_a_job(check, runner, few_cases, break_one):
    """Each run keeps its own reports, and findings of each go to code scanning under a name of their own."""
    break_one(few_cases)
    files = []
    for path, status in (("cases/soup-0.case", 0), ("cases/soup-1.case", 1)):
        assert status == check(runner, few_cases, paths=path, category=path)
        files.append(Path(runner.outputs["sarif-file"]))
    first, second = (json.loads(file.read_text())["runs"][0]["results"] for file in files)
    assert ([], ["CK502"]) == (first, [result["ruleId"] for result in second])
    assert 2 == runner.summary.count("## casekit: ")


def test_the_category_is_an_input(action):
    (step,) = [step for step in action["runs"]["steps"] if "upload-sarif" in step.get("uses", "")]
    assert "casekit" == action["inputs"]["category"]["default"]
    assert "${{ inputs.category }}" == step["with"]["category"]
    assert "automationDetails" not in str(step["with"])


def test_a_revision_that_is_not_there_does_not_hide_the_verdict(check, runner, few_cases, break_one):
    break_one(few_cases)
    assert 1 == check(runner, few_cases, against="nowhere")
    assert "CK928" in runner.log
    assert "1 of 3 files refused" in runner.summary


def test_warnings_fail_if_strict(check, runner, few_cases):
    case = few_cases / "cases/soup-1.case"
    case.write_text(case.read_text().replace("ANNA and I stood", "TODO ANNA and I stood"))
    assert 0 == check(runner, few_cases, paths="cases/soup-1.case")
    assert 1 == check(runner, few_cases, paths="cases/soup-1.case", strict="true")


@pytest.mark.parametrize(
    "paths",
    ["nowhere", "$(touch ran)", "`touch ran`", '"; touch ran; "', "cases; touch ran", "--save=sarif=ran", "-o ran"],
)  # fmt: skip
def test_no_input_becomes_a_command_or_an_option(paths, check, runner, tmp_path):
    assert 2 == check(runner, tmp_path, paths=paths, against="; touch ran", strict="$(touch ran)")
    assert not (tmp_path / "ran").exists()


def test_a_case_with_a_wicked_name_is_a_finding_like_any_other(check, runner, few_cases):
    name = "cases/$(touch ran)::error::`x`%0A.case"
    (few_cases / name).write_text("title: ::error file=x::y\n== ANNA alibi\n~ culprit =\n")
    assert 1 == check(runner, few_cases)
    assert not (few_cases / "ran").exists()
    commands = [line for line in runner.log.splitlines() if line.startswith("::")]
    assert commands
    assert all(re.match(r"::(error|warning|notice) file=cases/", line) for line in commands)


def test_it_installs_the_casekit_that_it_comes_with_by_the_lock_that_it_comes_with(action, runner, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    python = programs / "python"
    python.write_text(
        f"#!/bin/sh\nprintf '%s\\n' \"$*\" >>{tmp_path}/asked\n"
        '[ "$3" != venv ] || { mkdir -p "$4/bin"; cp "$0" "$4/bin/python"; }\n'
    )
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    runner.path = [str(programs)]
    (step,) = [step for step in action["runs"]["steps"] if step["name"] == "Install casekit"]
    env = {"CASEKIT_CHECKOUT": "/the/action"}
    assert env.keys() == step["env"].keys()
    for _ in range(2):
        assert 0 == runner.run(step["run"], tmp_path, env)
    asked = (tmp_path / "asked").read_text().splitlines()
    pip = "-I -m pip install --quiet --disable-pip-version-check"
    installs = [
        f"{pip} --require-hashes --only-binary :all: --requirement /the/action/.ci/run-requirements.txt",
        f"{pip} --no-deps --no-build-isolation -- /the/action",
    ]
    assert [*installs, *installs] == [line for line in asked if "venv" not in line]
    folders = [line.removeprefix("-I -m venv ") for line in asked if "venv" in line]
    assert 2 == len(set(folders))
    assert all(folder.startswith(f"{runner.temp}/") for folder in folders)
    assert [f"{folder}/bin" for folder in folders] == runner.files["GITHUB_PATH"].read_text().splitlines()


@pytest.mark.parametrize(("changed", "option"), [("", []), ("main", ["--changed=main"]), ("$(touch ran) -x", ["--changed=$(touch ran) -x"])])  # fmt: skip
def test_it_checks_what_has_changed_since_the_revision_that_is_asked_for(
    changed, option, check, runner, tmp_path
):
    programs = tmp_path / "programs"
    programs.mkdir()
    casekit = programs / "casekit"
    casekit.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" >>{tmp_path}/asked\n")
    casekit.chmod(casekit.stat().st_mode | stat.S_IXUSR)
    runner.path = [str(programs)]
    assert 0 == check(runner, tmp_path, changed=changed)
    asked = (tmp_path / "asked").read_text().splitlines()
    assert option == [each for each in asked if each.startswith("--changed")]
    assert ["--", "cases"] == asked[-2:]
    assert not (tmp_path / "ran").exists()

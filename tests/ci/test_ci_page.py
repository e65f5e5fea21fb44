"""The files of the guide to CI, copied from it, read as their services read them, and run without a network."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

pytestmark = pytest.mark.nightly

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent
GITHUB = (".github/workflows/cases.yml", ".github/workflows/figures.yml")
REASON = "the method is not certain"


def test_the_guide_has_all_its_files(guide):
    assert {*GITHUB, ".gitlab-ci.yml", ".pre-commit-config.yaml", "ci/check-cases.sh"} == guide.keys()


@pytest.mark.parametrize("name", GITHUB)
def test_workflows_ask_for_little_and_pin_what_they_use(name, guide):
    flow = yaml.safe_load(guide[name])
    # YAML 1.1 reads the key `on` as a truth value, as does every reader of workflows but GitHub's.
    assert {"name", True, "permissions", "jobs"} == flow.keys()
    assert "read" == flow["permissions"]["contents"]
    for job in flow["jobs"].values():
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            assert "${{" not in step.get("run", "")
            assert "uses" not in step or re.fullmatch(
                r"OWNER/casekit@v[\d.]+|[\w/-]+@[0-9a-f]{40}", step["uses"]
            )


def test_the_workflow_gives_the_action_inputs_that_it_has(guide, action):
    flow = yaml.safe_load(guide[GITHUB[0]])
    (step,) = [step for step in flow["jobs"]["check"]["steps"] if "casekit" in step.get("uses", "")]
    assert step["with"].keys() <= action["inputs"].keys()
    page = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
    assert [] == [name for name in action["inputs"] if f"| `{name}` |" not in page]


def test_figures_as_gates(guide, runner, few_cases, git):
    flow = yaml.safe_load(guide[GITHUB[1]])
    step = flow["jobs"]["figures"]["steps"][-1]
    case = few_cases / "cases/soup-2.case"
    case.write_text(re.sub(r"^~ no suspect.*\n", "", case.read_text(), flags=re.MULTILINE))
    git(few_cases, "commit", "-qam", "Dry the paint")
    assert 0 == runner.run("casekit check cases", few_cases, {})
    assert 1 == runner.run(step["run"], few_cases, {"BASE": "HEAD~1"})
    assert "### cases/soup-2.case" in runner.summary
    assert "ways, culprit fell from 2 to 1" in runner.summary
    assert "The figures of 2 of 3 cases are as before." in runner.summary


def test_gitlab(guide, runner, few_cases, break_one):
    job = yaml.safe_load(guide[".gitlab-ci.yml"])["cases"]
    assert all(isinstance(line, str) for line in (*job["before_script"], *job["script"]))
    script = "\n".join(job["script"])
    assert 0 == runner.run(script, few_cases, {})
    reports = {kind: few_cases / file for kind, file in job["artifacts"]["reports"].items()}
    assert [] == json.loads(reports["codequality"].read_text())
    break_one(few_cases)
    assert 1 == runner.run(script, few_cases, {})
    (entry,) = json.loads(reports["codequality"].read_text())
    assert ("cases/soup-1.case", "critical") == (entry["location"]["path"], entry["severity"])
    suites = ET.parse(reports["junit"]).getroot()  # noqa: S314 - it is our own
    assert "1" == suites.attrib["failures"]
    (summary,) = job["artifacts"]["paths"]
    assert REASON in (few_cases / summary).read_text(encoding="utf-8")


def test_a_shell(guide, runner, few_cases, break_one):
    script = guide["ci/check-cases.sh"]
    assert 0 == runner.run(script, few_cases, {})
    break_one(few_cases)
    assert 1 == runner.run(script, few_cases, {})
    assert REASON in runner.log
    assert {"casekit-junit.xml", "casekit.sarif", "casekit.md"} == {
        file.name for file in (few_cases / "build").iterdir()
    }
    (few_cases / "cases/soup-1.case").unlink()
    case = few_cases / "cases/soup-2.case"
    case.write_text(case.read_text().replace("== 02", "==   02"))
    assert 1 == runner.run(script, few_cases, {})


# --- pre-commit ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hooks():
    return {
        hook["id"]: hook
        for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("kind", ["manifest", "config"])
def test_pre_commit_takes_the_files(kind, guide, tmp_path):
    file = ROOT / ".pre-commit-hooks.yaml"
    if kind == "config":
        file = tmp_path / "config.yaml"
        file.write_text(guide[".pre-commit-config.yaml"])
    subprocess.run([PROGRAMS / "pre-commit", f"validate-{kind}", file], check=True)


@pytest.fixture
def commit_hooks(guide, hooks, few_cases, tmp_path):
    """Run the hooks of the guide as pre-commit does, but with the casekit that is there: nothing is installed."""
    (given,) = yaml.safe_load(guide[".pre-commit-config.yaml"])["repos"]
    local = [
        {**hooks[hook["id"]], "entry": f"{PROGRAMS}/{hooks[hook['id']]['entry']}", "language": "system"}
        for hook in given["hooks"]
    ]
    config = tmp_path / "local.yaml"
    config.write_text(yaml.safe_dump({"repos": [{"repo": "local", "hooks": local}]}))

    def run(*options):
        done = subprocess.run(
            [PROGRAMS / "pre-commit", "run", "--color=never", "--config", config, *options],
            cwd=few_cases,
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": f"{Path(shutil.which('git')).parent}:/usr/bin:/bin", "PRE_COMMIT_HOME": str(tmp_path / "home")},
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    return run


@pytest.mark.skipif(sys.platform == "win32", reason="PATH is that of a POSIX system")
def test_the_hooks(commit_hooks, few_cases, break_one, git):
    status, told = commit_hooks("--all-files")
    assert 0 == status, told
    case = few_cases / "cases/soup-2.case"
    text = case.read_text()
    case.write_text(text.replace("== 02", "==   02"))
    git(few_cases, "add", ".")
    status, told = commit_hooks("casekit-format")
    assert 1 == status
    assert "files were modified by this hook" in told
    assert text == case.read_text()
    git(few_cases, "add", ".")
    break_one(few_cases)
    status, told = commit_hooks("--from-ref", "HEAD~1", "--to-ref", "HEAD")
    assert 1 == status
    assert REASON in told
    # A name that looks like an option is a name.
    (few_cases / "--strict.case").write_text(text)
    git(few_cases, "add", "--", "--strict.case")
    told = commit_hooks("casekit-format")[1]
    assert "Missing argument" not in told
    assert "No such option" not in told

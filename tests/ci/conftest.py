"""Repositories of cases, and CI files run as far as that needs no network."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from casekit.kit.code_registry import base_of
from casekit.language.syntax.canonical_form import format_document
from casekit.pipeline import loading

ROOT = Path(__file__).resolve().parents[2]
_FENCED = re.compile(r"^```(?:yaml|bash)\n# (?P<name>\S+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
_PROGRAMS = Path(sys.executable).parent


@pytest.fixture(scope="session")
def guide():
    """The files of the guide, by name, as somebody copies them."""
    text = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
    return {found["name"]: found["text"] for found in _FENCED.finditer(text)}


@pytest.fixture(scope="session")
def action():
    """The composite action, as GitHub reads it."""
    return yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def canonical():
    """The base case in its canonical form."""
    parsed = loading.parse_bytes(base_of().encode(), "base.case")
    return format_document(parsed.tree, parsed.game.dialect)


@pytest.fixture
def few_cases(tmp_path, canonical):
    """A repository of three cases with their edition, committed."""
    return _repository(tmp_path / "repository", canonical, 3)


@pytest.fixture
def ten_cases(tmp_path, canonical):
    """A repository of ten cases, likewise."""
    return _repository(tmp_path / "repository", canonical, 10)


def _repository(folder, text, count):
    (folder / "cases").mkdir(parents=True)
    (folder / "cases/edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    for number in range(count):
        case = text.replace("The Last Soup", f"Soup number {number}")
        (folder / f"cases/soup-{number}.case").write_text(case, encoding="utf-8")
    _git(folder, "init", "-q", "-b", "main")
    _git(folder, "add", ".")
    _git(folder, "commit", "-qm", "Soups")
    return folder


@pytest.fixture(scope="session")
def break_one():
    """Commits a change of a repository after which a case can no longer be solved."""

    def commit(folder):
        case = folder / "cases/soup-1.case"
        line = '~ tin = suite  "has rolled under the bed"\n'
        text = case.read_text(encoding="utf-8")
        assert line in text
        case.write_text(text.replace(line, ""), encoding="utf-8")
        _git(folder, "commit", "-qam", "Tidy up")

    return commit


@pytest.fixture(scope="session")
def git():
    """Runs git as nobody in particular."""
    return _git


def _git(folder, *arguments):
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        env={**os.environ, **nobody},
    )


@pytest.fixture
def runner(tmp_path):
    """A machine of a CI service: runs scripts with the environment that it gives."""
    return Runner(tmp_path / "temp")


class Runner:
    def __init__(self, temp: Path) -> None:
        self.temp = temp
        temp.mkdir()
        self.files = {
            name: temp / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH")
        }
        for file in self.files.values():
            file.write_text("")
        self.log = ""
        self.path = [str(_PROGRAMS)]
        self.env: dict[str, str] = {}

    @property
    def summary(self) -> str:
        return self.files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")

    @property
    def outputs(self) -> dict[str, str]:
        lines = self.files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def run(self, script: str, folder: Path, env: dict[str, str], *options: str) -> int:
        """Run a script as `shell: bash` does, and remember what it printed."""
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", *options, "-c", script],
            cwd=folder,
            env={
                **{
                    key: value
                    for key, value in os.environ.items()
                    if not key.startswith(("GITHUB_", "PYTEST_"))
                },
                "GIT_CONFIG_GLOBAL": os.devnull,
                "RUNNER_TEMP": str(self.temp),
                "NO_COLOR": "1",
                **{name: str(file) for name, file in self.files.items()},
                **self.env,
                **env,
                "PATH": os.pathsep.join((*self.path, os.environ["PATH"])),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.log += done.stdout.decode()
        return done.returncode

    def steps(
        self, steps, folder: Path, context: dict[str, str], left_out: tuple[str, ...] = ("Install casekit",)
    ) -> int:
        """Run the scripts among steps until one fails; actions of other people are left out."""
        for step in steps:
            if "run" not in step or step.get("name") in left_out:
                continue
            outputs = {f"steps.check.outputs.{key}": text for key, text in self.outputs.items()}
            known = {**context, "runner.temp": str(self.temp), **outputs}
            env = {key: evaluated(value, known) for key, value in step.get("env", {}).items()}
            where = folder / evaluated(step.get("working-directory", ""), known)
            if status := self.run(step["run"], where, env):
                return status
            for place in self.files["GITHUB_PATH"].read_text(encoding="utf-8").splitlines():
                self.path = [place, *(each for each in self.path if each != place)]
        return 0


def evaluated(text: str, known: dict[str, str]) -> str:
    """A value of a workflow, with what its expressions name put in."""
    return _EXPRESSION.sub(lambda found: known.get(found[1], ""), text)

"""The list of what casekit runs with, from which the action and the files of the guide install it."""

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from casekit.building.project_template import project_files
from casekit.kit.registry import game_called

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NAME = ".ci/run-requirements.txt"
MATRIX = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]["action"]
VERSIONS = MATRIX["strategy"]["matrix"]["python"]
SYSTEMS = {"Linux": ("linux", "posix"), "Darwin": ("darwin", "posix"), "Windows": ("win32", "nt")}
_LINE = re.compile(r"^(?P<requirement>[^\s#].*?)(?P<digests>(?: \\\n {4}--hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE)  # fmt: skip


def listed(name):
    """The requirements of a lock, each with the number of its digests."""
    text = (ROOT / name).read_text(encoding="utf-8")
    lines = [*_LINE.finditer(text)]
    assert text == "".join(f"{line[0]}\n" for line in lines)
    return [(Requirement(line["requirement"]), line["digests"].count("--hash")) for line in lines]


LOCK = [requirement for requirement, _ in listed(NAME)]


def machine(system, version):
    """What markers ask of a machine."""
    platform, os_name = SYSTEMS[system]
    return {
        "python_version": version,
        "python_full_version": f"{version}.1",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "platform_system": system,
        "sys_platform": platform,
        "os_name": os_name,
        "platform_machine": "x86_64",
    }


def needed(on):
    """All requirements of casekit on a machine, and of its libraries and of what builds it."""
    left = [
        *map(Requirement, PYPROJECT["project"]["dependencies"]),
        *map(Requirement, PYPROJECT["build-system"]["requires"]),
    ]
    seen = set()
    while left:
        above = left.pop()
        yield above
        extras = ("", *above.extras)
        for text in metadata.requires(above.name) or ():
            below = Requirement(text)
            wanted = below.marker is None or any(
                below.marker.evaluate({**on, "extra": extra}) for extra in extras
            )
            if wanted and text not in seen:
                seen.add(text)
                if _is_here(below.name):
                    left.append(below)
                else:
                    yield below


def _is_here(name):
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_and_version_of_python_finds_all_that_casekit_needs(system, version):
    on = machine(system, version)
    chosen = {}
    for requirement in LOCK:
        if requirement.marker is None or requirement.marker.evaluate(on):
            name = canonicalize_name(requirement.name)
            assert name not in chosen
            (exact,) = requirement.specifier
            assert "==" == exact.operator
            chosen[name] = exact.version
    used = set()
    for requirement in needed(on):
        name = canonicalize_name(requirement.name)
        assert requirement.specifier.contains(chosen[name], prereleases=True), requirement
        used.add(name)
    # Nothing else is installed. What is not installed here may need more.
    away = {name for name in chosen if not _is_here(name)}
    assert away or used == chosen.keys()
    assert used >= chosen.keys() - away - {"typing-extensions"}


def test_each_file_has_a_digest_and_the_version_that_the_tests_have():
    tested = {(requirement.name, requirement.specifier) for requirement, _ in listed(".ci/requirements.txt")}
    for requirement, digests in listed(NAME):
        assert digests, requirement
        assert (requirement.name, requirement.specifier) in tested


def test_a_wheel_has_the_list_in_it():
    included = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert "casekit/run-requirements.txt" == included[NAME]


def test_make_lock_writes_it():
    asked = subprocess.run(
        [sys.executable, ROOT / ".ci/requires.py"], capture_output=True, text=True, check=True
    )
    wanted = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["build-system"]["requires"]]
    assert wanted == asked.stdout.splitlines()
    told = subprocess.run(
        ["make", "--dry-run", "lock"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.replace("\\\n", "")
    (line,) = [line for line in told.splitlines() if line.endswith(NAME)]
    for option in ("--generate-hashes", "--universal", "--only-binary :all:"):
        assert option in line
    assert "--constraint .ci/requirements.txt" in line
    assert f"--python-version {PYPROJECT['project']['requires-python'].removeprefix('>=')} " in line


def test_ci_tries_it_as_the_action_does_on_every_system_and_version():
    used = [step for step in MATRIX["steps"] if step.get("uses") == "./"]
    assert 2 == len(used)
    assert 2 == len({step["with"].get("category") for step in used})
    assert all("${{ matrix.python }}" == step["with"]["python-version"] for step in used)
    systems = MATRIX["strategy"]["matrix"]["os"]
    assert ["ubuntu-latest", "macos-latest", "windows-latest"] == systems


FILES = {
    "action.yml": (ROOT / "action.yml").read_text(encoding="utf-8"),
    "docs/ci.md": (ROOT / "docs/ci.md").read_text(encoding="utf-8"),
    "new --project": "\n".join(project_files(game_called("midnight"), "Soups", "soup.case").values()),
}


@pytest.mark.parametrize("name", FILES)
def test_what_installs_casekit_lets_pip_choose_nothing(name):
    # The action names the program once, in a variable.
    called = re.compile(r"pip install (?!--quiet --disable-pip-version-check\)$)|\"\$\{install\[@\]\}\"")
    installs = [line for line in FILES[name].splitlines() if called.search(line)]
    assert installs
    for line in installs:
        takes_digests = "--require-hashes --only-binary :all: --requirement " in line
        takes_casekit_alone = (
            "--no-deps --no-build-isolation " in line or "--require-hashes --no-deps " in line
        )
        assert takes_digests or takes_casekit_alone, line
    lists = [line for line in installs if "--requirement" in line]
    assert len(installs) == 2 * len(lists)

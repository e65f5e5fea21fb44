"""What a release is made of: workflows, a source distribution, licences, and a changelog that knows the version."""

import importlib.util
import json
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from casekit import __version__
from casekit.building.project_template import project_files
from casekit.kit.registry import game_called

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = ("cluster", "serve", "write", "dev")
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
# Actions of GitHub itself and of who publishes for us, each by its commit, and our own.
TRUSTED = re.compile(r"(actions/[\w-]+|pypa/gh-action-pypi-publish)@[0-9a-f]{40}|\./")
USES = re.compile(r"^\s*(?:- )?uses: (?P<action>[\w/-]+)@(?P<commit>\S+)(?P<version>.*)$", re.MULTILINE)
WRITTEN = {
    file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
    for file in (*WORKFLOWS, ROOT / "action.yml", ROOT / "docs/ci.md", ROOT / "README.md")
} | {"new --project": str(project_files(game_called("midnight"), "Soups", "soup.case"))}
LOCK = (ROOT / ".ci/requirements.txt").read_text(encoding="utf-8")
LOCKED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)(?P<rest>(?:.*\\\n)*.*)$", re.MULTILINE)


def script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f".ci/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def licences():
    return script("licences")


@pytest.fixture(scope="module")
def version():
    return script("version")


# --- workflows -----------------------------------------------------------------------------------


def jobs_of(file):
    return yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_workflows_may_do_little_and_take_nothing_into_scripts(file, tmp_path):
    flow = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert {"contents": "read"} == flow["permissions"]
    assert "secrets." not in file.read_text(encoding="utf-8")
    for job in flow["jobs"].values():
        for step in job["steps"]:
            assert "uses" not in step or TRUSTED.fullmatch(step["uses"])
            assert "${{" not in step.get("run", "")
            part = tmp_path / "part.sh"
            part.write_text(step.get("run", ""))
            subprocess.run(["bash", "-n", part], check=True)


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_what_workflows_call_is_there(file):
    runs = "\n".join(step.get("run", "") for job in jobs_of(file).values() for step in job["steps"])
    named = set(re.findall(r"(?<![\w/])\.ci/[\w.]+", runs))
    made = set(re.findall(r"^make ([\w-]+)$", runs, re.MULTILINE))
    assert named | made
    assert [] == [name for name in sorted(named) if not (ROOT / name).is_file()]
    assert made <= set(
        re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_each_action_is_named_by_its_commit_with_the_version_beside_and_everywhere_alike():
    found = {}
    for file, text in WRITTEN.items():
        for used in USES.finditer(text.replace("\\n", "\n")):
            if used["action"] != "OWNER/casekit":
                assert re.fullmatch(r"[0-9a-f]{40}", used["commit"]), file
                assert re.fullmatch(r" # v\d+\.\d+\.\d+", used["version"]), file
                found.setdefault(used["action"], set()).add((used["commit"], used["version"]))
    assert 7 == len(found)
    assert [] == [action for action, commits in found.items() if len(commits) > 1]


def test_nothing_is_installed_by_a_name_that_nobody_owns():
    assert [] == [
        (file, line)
        for file, text in WRITTEN.items()
        if file != "README.md"
        for line in text.replace("\\n", "\n").splitlines()
        if re.search(r"pip install.*(?<![/.])\bcasekit\b(?! @)", line)
    ]


def test_ci_installs_what_the_lock_names_by_digest():
    locked = {}
    for each in LOCKED.finditer(LOCK):
        assert "--hash=sha256:" in each["rest"], each["name"]
        locked.setdefault(canonicalize_name(each["name"]), []).append(each["version"])
    wanted = [
        *PROJECT["dependencies"],
        *(each for extra in EXTRAS for each in PROJECT["optional-dependencies"][extra]),
    ]
    for requirement in map(Requirement, wanted):
        if requirement.name != "casekit":
            versions = locked[canonicalize_name(requirement.name)]
            assert versions == [*requirement.specifier.filter(versions, prereleases=True)], requirement
    installs = [
        line
        for file in ("Makefile", ".github/workflows/test.yml", ".ci/wheel")
        for line in (ROOT / file).read_text(encoding="utf-8").replace("\\\n", "").splitlines()
        if re.search(r"pip (install|download)", line)
    ]
    # A demonstration, peers of a bench, and what a machine without LOCKED has, are installed by who asks for them.
    free = [line for line in installs if not re.search(r"--require-hashes|--no-deps|--no-index|wanted", line)]
    assert [" --editable .", " --editable '.[dev]'", " --editable '.[bench]'"] == [
        line[line.index(" --editable") :] for line in free
    ]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_installs_by_the_lock(file):
    assert {"LOCKED": "1"} == yaml.safe_load(file.read_text(encoding="utf-8"))["env"]


def test_each_lane_has_a_workflow():
    lanes = {
        "quick": ("test", "make quick"),
        "test": ("test", ".ci/run"),
        "test-all": ("nightly", "make test-all"),
    }
    for workflow, command in lanes.values():
        jobs = jobs_of(ROOT / f".github/workflows/{workflow}.yml")
        assert command in [step.get("run") for job in jobs.values() for step in job["steps"]]


def test_all_systems_and_versions_are_tested():
    jobs = jobs_of(ROOT / ".github/workflows/test.yml")
    posix, windows, action = (jobs[name]["strategy"]["matrix"] for name in ("posix", "windows", "action"))
    assert ["ubuntu-latest", "macos-latest"] == posix["os"]
    assert "windows-latest" == jobs["windows"]["runs-on"]
    assert ["3.11", "3.12", "3.13"] == posix["python"] == windows["python"] == action["python"]
    assert f">={posix['python'][0]}" == PROJECT["requires-python"]


def test_only_the_publisher_can_publish_and_only_what_was_built():
    jobs = jobs_of(ROOT / ".github/workflows/release.yml")
    assert {
        "attest": {"id-token": "write", "attestations": "write"},
        "publish": {"id-token": "write"},
        "announce": {"contents": "write"},
    } == {name: job["permissions"] for name, job in jobs.items() if "permissions" in job}
    needs = [jobs[name]["needs"] for name in ("attest", "publish", "announce")]
    assert ["build", "attest", "publish"] == needs
    assert "pypi" == jobs["publish"]["environment"]
    # A job that may publish runs nothing of the repository.
    assert [] == [step for name in ("attest", "publish") for step in jobs[name]["steps"] if "run" in step]
    assert [] == [
        step
        for job in ("attest", "publish", "announce")
        for step in jobs[job]["steps"]
        if "checkout" in str(step)
    ]


# --- changelog -----------------------------------------------------------------------------------


def test_the_changelog_knows_the_version(version):
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    known = version.sections(text)
    assert PROJECT["version"] in known or PROJECT["version"] in known["Unreleased"][1]
    assert all(date for name, (date, _) in known.items() if name != "Unreleased")
    done = subprocess.run(
        [sys.executable, ROOT / ".ci/version.py"], capture_output=True, text=True, check=True
    )
    assert "### Added" in done.stdout
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    assert {__version__} == {PROJECT["version"], extension["version"]}


def test_an_index_is_given_no_link_that_leads_nowhere_there():
    text = script("readme").for_index((ROOT / "README.md").read_text(encoding="utf-8"))
    assert [] == re.findall(r"\]\((?!https:)[^)]*\)", text)
    named = set(re.findall(r"\b(?:docs|schemas|grammar)/[\w-]*(?:\.md)?", text))
    assert "docs/formats.md" in named
    assert [] == [name for name in sorted(named) if not (ROOT / name).exists()]


LOG = "# Changes\n\n## [Unreleased]\n\nSoon.\n\n## [1.2.0] - 2026-01-02\n\nNew.\n\n## [1.1.0]\n\nOld.\n"


def test_the_notes_of_a_version(version):
    assert "New." == version.notes(LOG, "1.2.0", "v1.2.0")
    assert "Soon." == version.notes(LOG, "1.3.0", "")


@pytest.mark.parametrize(("number", "tag"), [("1.2.0", "v1.3.0"), ("1.3.0", "v1.3.0"), ("1.1.0", "v1.1.0")])
def test_a_tag_without_its_version_or_its_dated_section_is_refused(number, tag, version):
    with pytest.raises(ValueError, match=r"tag|section"):
        version.notes(LOG, number, tag)


def test_a_tag_that_is_not_the_version_stops_the_release():
    done = subprocess.run(
        [sys.executable, ROOT / ".ci/version.py", "v99.0"], capture_output=True, text=True, check=False
    )
    assert 1 == done.returncode
    assert "the tag is v99.0" in done.stderr


# --- licences ------------------------------------------------------------------------------------


def tables(page):
    """The rows of each section of the list."""
    parts = re.split(r"^## (.*)$", page, flags=re.MULTILINE)[1:]
    return {title: re.findall(r"^\| ([\w.-]+) \|", body, re.MULTILINE)[1:] for title, body in zip(parts[::2], parts[1::2], strict=True)}  # fmt: skip


def test_the_list_is_current(licences):
    # What is brought along differs from system to system.
    written = tables((ROOT / "docs/licences.md").read_text(encoding="utf-8"))
    made = tables(licences.page(PROJECT))
    along = "Brought along by these"
    assert made.pop(along)
    assert written.pop(along)
    assert made == written
    listed = {name for names in written.values() for name in names}
    extras = [each for extra in PROJECT["optional-dependencies"].values() for each in extra]
    assert set() == {*licences.direct((*PROJECT["dependencies"], *extras))} - listed


@pytest.mark.parametrize(
    "text", ["MIT", "MIT OR Apache-2.0", "(BSD-3-Clause AND 0BSD)", "Apache License 2.0", "BSD License"]
)
def test_open_licences(text, licences):
    assert licences.understood(text)


@pytest.mark.parametrize(
    "text", ["Proprietary", "MIT AND Proprietary", "UNKNOWN", "BUSL-1.1", "Other/Proprietary License"]
)
def test_others_are_not_open(text, licences):
    assert "" == licences.understood(text)


def test_a_dependency_of_unknown_licence_is_refused(licences, tmp_path, monkeypatch):
    for name, line in (("closed", "License: Proprietary"), ("silent", "Summary: nothing said")):
        folder = tmp_path / f"{name}-1.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n{line}\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("closed", "silent", "nowhere-to-be-found"):
        project = {**PROJECT, "dependencies": [*PROJECT["dependencies"], name]}
        with pytest.raises(licences.UnknownLicenceError, match=name):
            licences.page(project)


# --- the source distribution ---------------------------------------------------------------------


def test_the_sdist_holds_all_that_is_needed_to_build_and_to_test(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (file,) = tmp_path.iterdir()
    assert f"casekit-{PROJECT['version']}.tar.gz" == file.name
    with tarfile.open(file) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if told.returncode:
        pytest.skip("this is not a checkout")
    tracked = {name for name in told.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    left_out = {name for name in tracked - held if not name.startswith("editors/")}
    assert {".editorconfig", ".gitattributes", ".pre-commit-config.yaml", "build/.gitignore"} >= left_out
    assert {"PKG-INFO"} == held - tracked - {".gitignore"} - _untracked(held)


def _untracked(held):
    """Files that are new and not yet added; nothing that is ignored may be among what is held."""
    told = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    return held & {*told.stdout.decode().split("\0")}

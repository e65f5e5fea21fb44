"""A change that brings modules of Python along: none of them is imported in CI, and CI still does its work."""

import base64
import hashlib
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from casekit.building.project_template import project_files
from casekit.kit import registry
from tests.ci.conftest import ROOT, Runner

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a path is that of a POSIX system")

MODULES = (
    *(
        "venv",
        "ensurepip",
        "site",
        "sitecustomize",
        "usercustomize",
        "sysconfig",
        "os",
        "logging",
        "json",
        "re",
    ),
    *(
        "subprocess",
        "typing",
        "tempfile",
        "pickle",
        "hashlib",
        "lark",
        "pysat",
        "setuptools",
        "setup",
        "backend",
    ),
)
PACKAGES = ("pip", "click", "multiprocessing", "casekit")
BUILD = '[build-system]\nrequires = []\nbuild-backend = "{}"\nbackend-path = ["."]\n'
BACKEND = """import glob, shutil
def build_wheel(folder, config_settings=None, metadata_directory=None):
    (wheel,) = glob.glob("*.whl")
    shutil.copy(wheel, folder)
    return wheel
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A folder with the wheel of a library that casekit needs."""
    folder = tmp_path_factory.mktemp("library")
    _wheel(folder, "needed", "1.0", {})
    return folder


@pytest.fixture(scope="module")
def package(tmp_path_factory, git, library):
    """A repository to install casekit from without a network: its wheel leads to the casekit that is tested."""
    folder = tmp_path_factory.mktemp("package")
    (needed,) = library.iterdir()
    lock = f"needed==1.0 \\\n    --hash=sha256:{hashlib.sha256(needed.read_bytes()).hexdigest()}\n"
    files = {
        "casekit_here.pth": f"{ROOT}\n{sysconfig.get_path('purelib')}\n",
        "casekit/run-requirements.txt": lock,
        "casekit-{version}.dist-info/entry_points.txt": "[console_scripts]\ncasekit = casekit.cli:run\n",
    }
    _wheel(folder, "casekit", version("casekit"), files)
    (folder / ".ci").mkdir()
    (folder / ".ci/run-requirements.txt").write_text(lock, encoding="utf-8")
    (folder / "pyproject.toml").write_text(BUILD.format("copying"), encoding="utf-8")
    (folder / "copying.py").write_text(BACKEND, encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "A version")
    git(folder, "tag", "v0.1.0")
    return folder


def _wheel(folder, name, number, files):
    """Write a wheel into a folder."""
    about = f"{name}-{number}.dist-info"
    files = {
        **{place.replace("{version}", number): text for place, text in files.items()},
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {number}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{place},sha256={_digest(text)},{len(text)}\n" for place, text in files.items())
    with zipfile.ZipFile(folder / f"{name}-{number}-py3-none-any.whl", "w") as wheel:
        for place, text in {**files, f"{about}/RECORD": f"{record}{about}/RECORD,,\n"}.items():
            wheel.writestr(place, text)


def _digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


@pytest.fixture(scope="module")
def machine(tmp_path_factory, package, library, action):
    """A machine on which the action has installed casekit, started among foreign modules; it serves for the guide too."""
    folder = tmp_path_factory.mktemp("machine")
    runner = Runner(folder / "temp")
    runner.env = {
        "CI": "true",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(library),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{package.as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/OWNER/casekit",
    }
    checkout = folder / "checkout"
    checkout.mkdir()
    ran = beset(checkout)
    (step,) = (each for each in action["runs"]["steps"] if each["name"] == "Install casekit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(checkout))
        assert 0 == runner.steps([step], checkout, {"github.action_path": str(package)}, ()), runner.log
    assert runner.path[0].startswith(f"{runner.temp}/casekit-")
    assert not ran.exists(), ran.read_text()
    # What needs the rights of the machine's owner.
    apt = Path(runner.path[0]) / "apt-get"
    apt.write_text("#!/bin/sh\n", encoding="utf-8")
    apt.chmod(0o755)
    return runner


@pytest.fixture
def bare(machine, package):
    """The machine before anything is installed."""
    assert 0 == machine.run("python -I -m pip uninstall --quiet --yes casekit needed", package, {})
    assert not program(machine).exists()
    yield machine
    assert program(machine).exists()
    assert 0 == machine.run("python -I -m pip show needed", package, {})


def program(machine):
    """The program casekit of a machine."""
    return Path(machine.path[0]) / "casekit"


def beset(checkout):
    """Fill a checkout and its cases with modules that leave their names in a file when they are imported; give the file."""
    ran = checkout.with_name(f"{checkout.name}-ran")
    for place in (checkout, checkout / "cases"):
        place.mkdir(exist_ok=True)
        for name in (*MODULES, *(f"{each}/{part}" for each in PACKAGES for part in ("__init__", "__main__"))):
            file = place / f"{name}.py"
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"open({str(ran)!r}, 'a').write('{name} ')\n", encoding="utf-8")
        (place / "foreign.pth").write_text("import venv\n", encoding="utf-8")
        (place / "pyproject.toml").write_text(BUILD.format("backend"), encoding="utf-8")
        (place / "pip.conf").write_text("[global]\nindex-url = http://127.0.0.1:9/\n", encoding="utf-8")
    return ran


@pytest.fixture
def checkout(ten_cases, git):
    """A checkout of a change that brings modules along and changes a case, and the file in which they leave their names."""
    ran = beset(ten_cases)
    case = ten_cases / "cases/soup-1.case"
    case.write_text(case.read_text("utf-8").replace("feathers", "down"), encoding="utf-8")
    git(ten_cases, "add", ".")
    git(ten_cases, "commit", "-qm", "Modules")
    return ten_cases, ran


def test_whoever_starts_python_among_these_modules_imports_them(checkout):
    """Or else the tests below would show nothing."""
    folder, ran = checkout
    subprocess.run([sys.executable, "-m", "venv", folder.parent / "new"], cwd=folder, check=True)
    assert "venv" in ran.read_text()


def test_the_action(machine, checkout, action, monkeypatch):
    folder, ran = checkout
    monkeypatch.setenv("PYTHONPATH", str(folder))
    inputs = {name: each["default"] for name, each in action["inputs"].items()}
    for changed in ("", "HEAD~1"):
        given = {**inputs, "paths": "cases", "changed": changed, "against": "HEAD~1"}
        context = {f"inputs.{name}": value for name, value in given.items()}
        assert 0 == machine.steps(action["runs"]["steps"], folder, context), machine.log
    assert "## casekit: passed" in machine.summary
    assert "## casekit diff: 1 case changed" in machine.summary
    assert not ran.exists(), ran.read_text()


def test_a_library_with_another_digest_is_not_installed(machine, package, tmp_path, action):
    exchanged = tmp_path / "exchanged"
    exchanged.mkdir()
    _wheel(exchanged, "needed", "1.0", {"needed.py": "print('exchanged')\n"})
    runner = Runner(tmp_path / "temp")
    runner.env = {**machine.env, "PIP_FIND_LINKS": str(exchanged)}
    (step,) = (each for each in action["runs"]["steps"] if each["name"] == "Install casekit")
    assert 0 != runner.steps([step], tmp_path, {"github.action_path": str(package)}, ())
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in runner.log
    assert "" == runner.files["GITHUB_PATH"].read_text()


def test_figures_of_the_guide(bare, checkout, guide):
    folder, ran = checkout
    steps = yaml.safe_load(guide[".github/workflows/figures.yml"])["jobs"]["figures"]["steps"]
    context = {"github.event.pull_request.base.sha": "HEAD~1"}
    assert 0 == bare.steps(steps, folder, context), bare.log
    assert "The figures of 10 cases are as before." in bare.summary
    assert not ran.exists(), ran.read_text()


def test_gitlab_and_the_shell_of_the_guide(bare, checkout, guide):
    folder, ran = checkout
    job = yaml.safe_load(guide[".gitlab-ci.yml"])["cases"]
    assert 0 == bare.run("\n".join((*job["before_script"], *job["script"])), folder, {}), bare.log
    assert (folder / "casekit.md").read_text("utf-8").startswith("## casekit: passed")
    assert 0 == bare.run(guide["ci/check-cases.sh"], folder, {}), bare.log
    assert not ran.exists(), ran.read_text()


def test_the_workflow_of_a_new_project(bare, package, tmp_path, canonical):
    folder = tmp_path / "project"
    files = project_files(registry.game_called("midnight"), "Soups", "soup.case")
    for name, text in {**files, "soup.case": canonical}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    ran = beset(folder)
    (job,) = yaml.safe_load((folder / ".github/workflows/cases.yml").read_text("utf-8"))["jobs"].values()
    (wheel,) = package.glob("*.whl")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    place = wheel.as_uri()
    *wrong, right = (
        {"vars.CASEKIT_WHEEL": text}
        for text in ("", place, f"{place}#sha256={'0' * 64}", f"{place}#sha256={digest}")
    )
    for context in wrong:
        assert 0 != bare.steps(job["steps"], folder, context)
        assert not program(bare).exists()
    assert 1 == bare.steps(job["steps"], folder, right), bare.log
    assert "::error file=soup.case" in bare.log
    assert not ran.exists(), ran.read_text()

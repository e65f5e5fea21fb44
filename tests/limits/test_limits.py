"""What is promised of every file: 5 s of processor time and 500 MB at most, and a finding with its place.

Machines differ, so a test allows three times the time; what grew with the square of the size took minutes.
"""

import json
import os
import resource
import subprocess
import sys

import pytest
from PIL import Image

from casekit.games.all_codes import base_of

from .files import BASE, FILES, MANUSCRIPTS

SECONDS = 15
MEGABYTES = 500

_RUN = """
import os, sys, casekit.cli
sys.argv[0] = "casekit"
try:
    casekit.cli.run()
finally:
    # What rusage tells of a process begins with what its parent had when it was forked.
    with open("/proc/self/status") as status, open(os.environ["PEAK"], "w") as peak:
        peak.write(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def _limited(arguments, folder):
    """Run the command line under limits; give its status, its output and the most memory it had, in MB."""
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", _RUN, *arguments],
            stdout=out,
            stderr=out,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, "PEAK": str(folder / "peak")},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)),  # noqa: PLW1509
        )
        process.wait()
    told = (folder / "out").read_text(encoding="utf-8")
    assert (folder / "peak").is_file(), told[-1000:]
    return process.returncode, told, int((folder / "peak").read_text(encoding="utf-8")) // 1024


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    return tmp_path


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", FILES)
def test_a_file_without_measure_is_told_of_in_time(name, folder):
    code, text = FILES[name]
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told, memory = _limited(["check", "--json", "some.case"], folder)
    assert status in {0, 1}, told[-1000:]
    assert code in {found["code"] for found in json.loads(told)["diagnostics"]}
    assert memory <= MEGABYTES


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", ["text", "sarif", "junit", "github"])
def test_every_form_tells_of_many_findings_in_time(form, folder):
    _, text = FILES["capitals"]
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told, memory = _limited(["check", "--format", form, "some.case"], folder)
    assert (1, True) == (status, "CK913" in told)
    assert memory <= MEGABYTES


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", ["fmt", "export"])
@pytest.mark.parametrize("name", ["comments between lines", "blank lines", "bad lines", "statements"])
def test_other_commands_read_it_in_time(command, name, folder):
    _, text = FILES[name]
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told, memory = _limited([command, "some.case"], folder)
    assert status in {0, 1}, told[-1000:]
    assert memory <= MEGABYTES


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", MANUSCRIPTS)
def test_a_manuscript_without_measure_is_refused_in_time(name, folder):
    (folder / "some.case").write_text(BASE, encoding="utf-8")
    (folder / "some.odt").write_bytes(MANUSCRIPTS[name])
    status, told, memory = _limited(["proofread", "in", "some.case", "some.odt"], folder)
    assert (1, True) == (status, "error[CK" in told), told[-1000:]
    assert memory <= MEGABYTES


@pytest.mark.parametrize(("mode", "kind"), [("I;16", "PNG"), ("CMYK", "JPEG")])
def test_a_picture_of_fifty_million_pixels_is_read_in_time(mode, kind, folder):
    Image.new(mode, (7_000, 7_000)).save(folder / "picture", kind)
    text = f"illustration: picture\n{BASE}"
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told, memory = _limited(["check", "--json", "some.case"], folder)
    assert (0, []) == (status, json.loads(told)["diagnostics"])
    assert memory <= MEGABYTES

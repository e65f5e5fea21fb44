"""What is promised of every file: an end in time, little memory, and a finding with its place."""

import json

import pytest
from PIL import Image

from casekit.kit.code_registry import base_of
from tests.limited import limited

from .other_files import OTHERS
from .text_files import BASE, FILES

BOMBS = {
    name: (code, ("check", "some.case"), {"some.case": text}) for name, (code, text) in FILES.items()
} | OTHERS
"""Every kind of file that was ever tried."""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "base.case").write_text(BASE, encoding="utf-8")
    return tmp_path


def put(folder, files):
    """Write files: texts, bytes, or what makes them."""
    for name, content in files.items():
        made = content() if callable(content) else content
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(made if isinstance(made, bytes) else made.encode())


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", BOMBS)
def test_a_file_without_measure_is_told_of_in_time(name, folder):
    code, command, files = BOMBS[name]
    put(folder, files)
    status, told = limited(command, folder)
    assert (True, True) == (status in {0, 1, 2}, f"[{code} " in told), told[-1000:]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("form", ["text", "sarif", "junit", "github"])
def test_every_form_tells_of_many_findings_in_time(form, folder):
    put(folder, {"some.case": FILES["10,000 times TODO"][1]})
    status, told = limited(["check", "--strict", "--format", form, "some.case"], folder)
    assert (1, True) == (status, "CK913" in told)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("command", ["fmt", "export"])
@pytest.mark.parametrize("name", ["comments between lines", "blank lines", "bad lines", "statements"])
def test_other_commands_read_it_in_time(command, name, folder):
    put(folder, {"some.case": FILES[name][1]})
    status, told = limited([command, "some.case"], folder)
    assert status in {0, 1}, told[-1000:]


@pytest.mark.parametrize(("mode", "kind"), [("I;16", "PNG"), ("CMYK", "JPEG")])
def test_a_picture_of_fifty_million_pixels_is_read_in_time(mode, kind, folder):
    Image.new(mode, (7_000, 7_000)).save(folder / "picture", kind)
    put(folder, {"some.case": f"illustration: picture\n{BASE}"})
    status, told = limited(["check", "--json", "some.case"], folder)
    assert (0, []) == (status, json.loads(told)["diagnostics"])

"""What is promised of every file: an end in time, little memory, and a finding with its place."""

import json

import pytest
from PIL import Image

from casekit.games.all_codes import base_of
from tests.limited import limited

from .files import BASE, FILES, MANUSCRIPTS


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    return tmp_path


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", FILES)
def test_a_file_without_measure_is_told_of_in_time(name, folder):
    code, text = FILES[name]
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told = limited(["check", "--json", "some.case"], folder)
    assert status in {0, 1}, told[-1000:]
    assert code in {found["code"] for found in json.loads(told)["diagnostics"]}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", ["text", "sarif", "junit", "github"])
def test_every_form_tells_of_many_findings_in_time(form, folder):
    _, text = FILES["capitals"]
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told = limited(["check", "--format", form, "some.case"], folder)
    assert (1, True) == (status, "CK913" in told)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", ["fmt", "export"])
@pytest.mark.parametrize("name", ["comments between lines", "blank lines", "bad lines", "statements"])
def test_other_commands_read_it_in_time(command, name, folder):
    _, text = FILES[name]
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told = limited([command, "some.case"], folder)
    assert status in {0, 1}, told[-1000:]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", MANUSCRIPTS)
def test_a_manuscript_without_measure_is_refused_in_time(name, folder):
    (folder / "some.case").write_text(BASE, encoding="utf-8")
    (folder / "some.odt").write_bytes(MANUSCRIPTS[name])
    status, told = limited(["proofread", "in", "some.case", "some.odt"], folder)
    assert (1, True) == (status, "error[CK" in told), told[-1000:]


@pytest.mark.parametrize(("mode", "kind"), [("I;16", "PNG"), ("CMYK", "JPEG")])
def test_a_picture_of_fifty_million_pixels_is_read_in_time(mode, kind, folder):
    Image.new(mode, (7_000, 7_000)).save(folder / "picture", kind)
    text = f"illustration: picture\n{BASE}"
    (folder / "some.case").write_text(text, encoding="utf-8")
    status, told = limited(["check", "--json", "some.case"], folder)
    assert (0, []) == (status, json.loads(told)["diagnostics"])

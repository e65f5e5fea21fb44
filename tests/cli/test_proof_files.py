"""``casekit ask --svg`` and ``--html``."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

BASE = base_of()
OPEN = "\n".join(line for line in BASE.splitlines() if not line.startswith("~ tin")) + "\n"
CONTRADICTORY = overlay(BASE, "== 02\nTwo damp aprons.\n~ not owes(CLARA)\n")
BOTH = ("--svg", "proof.svg", "--html", "proof.html")


def numbers(svg):
    root = ET.fromstring(svg)  # noqa: S314 - we wrote it ourselves
    texts = [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]
    return {
        int(number) for text in texts for number in re.findall(r"^\d+(?:, \d+)*$", text) and text.split(", ")
    }


def test_a_picture_and_a_page_are_written_and_named(run, boat):
    status, out, err = run("ask", "base.case", *BOTH)
    assert 0 == status
    assert run("ask", "base.case")[1] == out
    assert "proof.svg\nproof.html\n" == err
    assert (boat / "proof.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert (boat / "proof.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_both_go_with_json_and_have_the_same_numbers(run, boat):
    status, out, err = run("ask", "base.case", "--json", *BOTH)
    assert 0 == status
    assert "proof.svg\nproof.html\n" == err
    steps = {step["number"] for step in json.loads(out)["proof"]["steps"]}
    assert steps <= numbers((boat / "proof.svg").read_text(encoding="utf-8"))
    html = (boat / "proof.html").read_text(encoding="utf-8")
    assert steps == {int(number) for number in re.findall(r'id="step-(\d+)"', html)}


def test_only_what_was_asked_for_is_proved_in_them(run, boat):
    run("ask", "base.case", "--element", "method", *BOTH)
    svg = (boat / "proof.svg").read_text(encoding="utf-8")
    assert "The method is “Rat poison in the soup”" in svg
    assert "did it" not in svg


def test_a_folder_that_is_missing_is_made(run, boat):
    assert 0 == run("ask", "base.case", "--svg", "out/deep/proof.svg")[0]
    assert (boat / "out" / "deep" / "proof.svg").exists()


@pytest.mark.parametrize("option", ["--svg", "--html"])
@pytest.mark.parametrize("place", ["base.case/proof", "folder"])
def test_a_place_that_cannot_be_written_to_is_told(option, place, run, boat):
    (boat / "folder").mkdir()
    before = sorted(boat.rglob("*"))
    status, out, err = run("ask", "base.case", f"{option}={place}")
    assert 1 == status
    assert "CLARA did it" in out
    assert "error[CK905 cannot-write]" in err
    assert before == sorted(boat.rglob("*"))
    status, out, _ = run("ask", "base.case", f"{option}={place}", "--json")
    assert (1, ["CK905"]) == (status, [found["code"] for found in json.loads(out)["diagnostics"]])


def test_one_place_that_cannot_be_written_to_does_not_keep_the_other_back(run, boat):
    status, _, err = run("ask", "base.case", "--svg", "base.case/proof.svg", "--html", "proof.html")
    assert 1 == status
    assert err.startswith("proof.html\n")
    assert (boat / "proof.html").exists()


@pytest.mark.parametrize("content", [CONTRADICTORY, "title: x\n"])
def test_where_nothing_is_proved_nothing_is_written(content, run, put, boat):
    put("bad.case", content)
    status, _, err = run("ask", "bad.case", *BOTH)
    assert 1 == status
    assert "proof." not in err
    assert not list(boat.glob("proof.*"))


def test_what_is_certain_is_written_though_not_all_is(run, put, boat):
    put("open.case", OPEN)
    status, _, err = run("ask", "open.case", *BOTH)
    assert 1 == status
    assert "CK502" in err
    assert "CLARA did it" in (boat / "proof.svg").read_text(encoding="utf-8")
    (boat / "proof.svg").unlink()
    run("ask", "open.case", "--element", "method", "--svg", "proof.svg")
    assert not (boat / "proof.svg").exists()

"""Several booklets: printed at a time, and written together or not at all."""

import os
import signal

import pytest

from casekit.kit.code_registry import known_codes
from tests.overlay import entry_of, overlay

TWO = '\n[[booklets]]\nslug = "red"\ncases = ["base.case"]\n\n[[booklets]]\nslug = "blue"\ncases = ["base.case"]\n'
NAMES = ["blue-booklet.pdf", "blue-sheet.pdf", "red-booklet.pdf", "red-sheet.pdf"]


@pytest.fixture
def edition(boat):
    """The boat's edition with two booklets."""
    file = boat / "edition.toml"
    file.write_text(file.read_text(encoding="utf-8") + TWO, encoding="utf-8")
    return file


@pytest.fixture
def build(edition, run):  # noqa: ARG001 -- it must be there
    def invoke(*options, only="booklet,sheet"):
        return run("build", ".", "--only", only, "--output", "out", *options)

    return invoke


@pytest.fixture
def made(boat):
    """The files in the folder, and the lock files beside the edition."""

    def read():
        found = (*(boat / "out").iterdir(), *boat.glob("*.lock.json"))
        return {file.name: file.read_bytes() for file in sorted(found) if file.is_file()}

    return read


def test_booklets_printed_at_a_time_are_those_printed_in_turn(build, made):
    status, out, _ = build("--jobs", "2")
    assert (0, NAMES[2:] + NAMES[:2]) == (status, [line.removeprefix("out/") for line in out.split()])
    together = made()
    assert sorted([".casekit.json", "blue.lock.json", "red.lock.json", *NAMES]) == sorted(together)
    assert 0 == build("--jobs", "1", "--force", "--renumber")[0]
    assert together == made()


def test_an_error_in_one_leaves_the_others_unwritten(boat, edition, build):
    text = edition.read_text(encoding="utf-8")
    edition.write_text(
        text.replace('slug = "blue"', 'slug = "blue"\npaper = "half-letter"'), encoding="utf-8"
    )
    case = boat / "base.case"
    # A solution that no page can hold, which is only seen when it is set.
    long = overlay(case.read_text(encoding="utf-8"), entry_of(known_codes()["ck707"]).wrong[0].text)
    case.write_text(long, encoding="utf-8")
    status, out, errors = build("--jobs", "2")
    assert (1, "") == (status, out)
    assert "error[CK707 long-solution]" in errors
    assert not (boat / "out").exists()


def _killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_is_a_finding(boat, build, monkeypatch):
    monkeypatch.setattr("casekit.building.execution._print_batch", _killed)
    monkeypatch.setattr("casekit.system.parallel._run", _killed)
    status, out, errors = build("--jobs", "2")
    assert (1, "") == (status, out)
    assert "error[CK740 lost-process]: the process that printed the booklet `" in errors
    assert not (boat / "out").exists()


def test_a_folder_named_like_a_product_leaves_the_others_unwritten(boat, build, made):
    (boat / "out" / "blue-sheet.pdf").mkdir(parents=True)
    status, out, errors = build(only="sheet")
    assert (1, "") == (status, out)
    assert (
        "out/blue-sheet.pdf:1:1: error[CK905 cannot-write]: this cannot be written: is a directory" in errors
    )
    assert {} == made()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_found_before_the_work(boat, build):
    (boat / "out").mkdir(mode=0o500)
    status, _, errors = build(only="sheet")
    assert 1 == status
    assert "error[CK905 cannot-write]: this cannot be written: it cannot be written to" in errors


def test_slugs_that_differ_only_in_capitals_are_one_file_on_many_disks(edition, build):
    edition.write_text(edition.read_text(encoding="utf-8").replace('"blue"', '"Red"'), encoding="utf-8")
    status, _, errors = build(only="sheet")
    assert 1 == status
    assert "error[CK801 invalid-edition]: two of the booklets have the slug `red`" in errors

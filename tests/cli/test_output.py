"""Places to write to that are none, and folders that were made in vain."""

import os

import pytest

from casekit.building.atomic_writes import check_folder, write_all


@pytest.fixture
def loop(tmp_path):
    """A link that leads to itself."""
    place = tmp_path / "loop"
    place.symlink_to(place)
    return place


def reason(problems):
    (problem,) = problems
    return problem.message.removeprefix("this cannot be written: ")


def test_a_folder_that_may_have_to_be_made_can_be_written_to(tmp_path):
    assert () == check_folder(tmp_path) == check_folder(tmp_path / "a/b")


def test_links_and_names_that_lead_nowhere_are_told(tmp_path, loop):
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    assert "its links run in a circle" == reason(check_folder(loop)) == reason(check_folder(loop / "below"))
    assert "it is a link that leads nowhere" == reason(check_folder(tmp_path / "gone"))
    assert "it is a file, not a folder" == reason(check_folder(tmp_path / "file/below"))
    assert "file name too long" == reason(check_folder(tmp_path / ("x" * 300)))


def test_folders_made_in_vain_go_again(tmp_path):
    (tmp_path / "there/one.pdf").mkdir(parents=True)
    files = {tmp_path / "new/deep/two.pdf": b"2", tmp_path / "there/one.pdf": b"1"}
    written, problems = write_all(files)
    assert () == written
    assert "is a directory" == reason(problems)
    assert [tmp_path / "there"] == list(tmp_path.iterdir())


def test_a_build_into_a_circle_of_links_is_a_finding(boat, run):
    (boat / "out").symlink_to(boat / "out")
    status, _, errors = run("build", "base.case", "--output", "out")
    assert 1 == status
    assert "out:1:1: error[CK905 cannot-write]" in errors


def test_what_cannot_be_written_is_told_before_the_work(boat, run, monkeypatch):
    (boat / "out/base-sheet.pdf").mkdir(parents=True)
    monkeypatch.setattr(
        "casekit.building.execution.carry_out", lambda *_: pytest.fail("the work was done in vain")
    )
    status, _, errors = run("build", "base.case", "--only", "sheet", "--output", "out")
    assert 1 == status
    assert (
        "out/base-sheet.pdf:1:1: error[CK905 cannot-write]: this cannot be written: is a directory" in errors
    )


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_an_edition_whose_numbers_cannot_be_kept_is_told_before_the_work(boat, run, monkeypatch):
    edition = boat / "edition.toml"
    lines = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case"]\n'
    edition.write_text(edition.read_text(encoding="utf-8") + lines, encoding="utf-8")
    out = boat / "out"
    out.mkdir()
    boat.chmod(0o500)
    monkeypatch.setattr(
        "casekit.building.execution.carry_out", lambda *_: pytest.fail("the work was done in vain")
    )
    status, _, errors = run("build", ".", "--only", "booklet", "--output", "out")
    boat.chmod(0o700)
    assert (1, True) == (status, "error[CK905 cannot-write]" in errors)

import pytest

from casekit.kit.code_registry import base_of
from casekit.pipeline.conversion import format_bytes

BASE = base_of()
TIDY = format_bytes(BASE.encode(), "x")[0]


def test_it_brings_files_into_their_canonical_form(run, boat):
    assert BASE != TIDY
    assert (0, "", "1 of 1 files changed\n") == run("fmt", "base.case")
    assert TIDY == (boat / "base.case").read_text(encoding="utf-8")
    assert (0, "", "0 of 1 files changed\n") == run("fmt", "base.case")
    assert 0 == run("check", "base.case")[0]


def test_check_writes_nothing(run, boat):
    assert (1, "", "1 of 1 files would change\n") == run("fmt", "--check", "base.case")
    assert BASE == (boat / "base.case").read_text(encoding="utf-8")
    run("fmt", "base.case")
    assert 0 == run("fmt", "--check", "base.case")[0]


@pytest.mark.parametrize(("status", "options"), [(0, ["--diff"]), (1, ["--diff", "--check"])])
def test_diff_shows_what_would_change(status, options, run, boat):
    found, out, _ = run("fmt", *options, "base.case")
    assert status == found
    assert out.startswith("--- base.case\n+++ base.case (canonical)\n")
    assert BASE == (boat / "base.case").read_text(encoding="utf-8")


@pytest.mark.usefixtures("boat")
def test_standard_input_goes_to_standard_output(run):
    assert (0, TIDY, "") == run("fmt", "-", given=BASE)


def test_a_file_that_cannot_be_read_stays_and_others_are_formatted(run, put):
    wrong = put("wrong.case", "title: T\n== rules\na b\n")
    status, _, err = run("fmt", ".")
    assert 1 == status
    assert "wrong.case:3:3: error[CK101" in err
    assert "title: T\n== rules\na b\n" == wrong.read_text(encoding="utf-8")
    assert TIDY == (wrong.parent / "base.case").read_text(encoding="utf-8")


def test_line_ends_and_the_mark_become_canonical(run, put):
    path = put("some.case", b"\xef\xbb\xbf" + TIDY.encode().replace(b"\n", b"\r\n"))
    assert 0 == run("fmt", "some.case")[0]
    assert TIDY.encode() == path.read_bytes()


@pytest.mark.usefixtures("boat")
def test_a_missing_file(run):
    assert 2 == run("fmt", "nowhere.case")[0]

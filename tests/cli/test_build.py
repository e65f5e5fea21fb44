"""``casekit build`` as a publisher uses it; the printed pages themselves are tested with the print package."""

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from casekit.cli.main import main

A5, LETTER = (420, 595), (612, 792)


@pytest.fixture
def build():
    def run(*arguments):
        return CliRunner().invoke(main, ["build", *map(str, arguments)])

    return run


@pytest.fixture
def booklet(boat):
    """Writes the edition with a booklet of the given lines."""

    def write(lines):
        file = boat / "edition.toml"
        file.write_text(f"{file.read_text(encoding='utf-8')}\n[[booklets]]\n{lines}\n", encoding="utf-8")

    return write


def size(file):
    box = PdfReader(file).pages[0].mediabox
    return round(box.width), round(box.height)


def test_a_case_is_printed_into_the_folder(boat, build):
    done = build("base.case", "--output", "out")
    assert (0, "out/base-booklet.pdf\nout/base-sheet.pdf\n") == (done.exit_code, done.stdout)
    assert [".casekit.json", "base-booklet.pdf", "base-sheet.pdf"] == sorted(
        file.name for file in (boat / "out").iterdir()
    )
    assert A5 == size(boat / "out/base-booklet.pdf")
    assert 2 == len(PdfReader(boat / "out/base-sheet.pdf").pages)


def test_an_edition_is_printed_on_the_papers_asked_for(boat, booklet, build):
    booklet('slug = "tour"\ncases = ["base.case"]')
    done = build(".", "--paper", "letter", "--sheet-paper", "letter", "--output", "out")
    assert 0 == done.exit_code
    files = {file: size(boat / file) for file in done.stdout.split()}
    assert {LETTER} == {files[f"out/tour-{name}.pdf"] for name in ("booklet", "stickers")}
    assert {LETTER[::-1]} == {files[f"out/tour-{name}.pdf"] for name in ("sheet", "plan")}


def test_an_edition_without_a_title_or_a_known_language_is_printed_all_the_same(boat, booklet, build):
    file = boat / "edition.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("title", "language"))]
    file.write_text("\n".join(['language = "xx"', *kept]), encoding="utf-8")
    booklet('slug = "tour"\ncases = ["base.case"]')
    assert 0 == build(".", "--output", "out").exit_code
    assert "tour" in PdfReader(boat / "out/tour-booklet.pdf").pages[0].extract_text()


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("CK801", 'slug = "tour"\npaper = "a6"\ncases = ["base.case"]'),
        ("CK801", 'slug = "../tour"\ncases = ["base.case"]'),
        ("CK801", 'slug = "tour"\ncolour = "gren"\ncases = ["base.case"]'),
        ("CK801", 'slug = "tour"\ncases = ["base.case", "./base.case"]'),
        ("CK801", 'slug = "tour"\ncases = ["base.case", "base.case"]'),
        ("CK803", 'slug = "tour"'),
        ("CK803", 'slug = "tour"\ncases = ["../base.case"]'),
        ("CK135", 'slug = "tour"\ncases = ["a\\u0000b"]'),
        ("CK803", f'slug = "tour"\ncases = ["{"x" * 500}"]'),
    ],
)
def test_a_booklet_that_cannot_be_printed_is_refused(code, lines, boat, booklet, build):
    booklet(lines)
    done = build("edition.toml", "--output", "out")
    assert 1 == done.exit_code
    assert f"error[{code} " in done.output
    assert not (boat / "out").exists()


def test_an_edition_without_a_booklet_has_nothing_to_print(boat, build):
    done = build(boat, "--output", "out")
    assert 1 == done.exit_code
    assert "error[CK803 missing-case]: this edition has no booklet" in done.output


def test_two_cases_of_one_title_are_one_finding_and_are_built(boat, booklet, build):
    """Even if all their texts are the same: each table leads to the numbers of its own case."""
    (boat / "copy.case").write_bytes((boat / "base.case").read_bytes())
    booklet('slug = "tour"\ncases = ["base.case", "copy.case"]')
    done = build(".", "--only", "booklet", "--output", "out")
    assert (0, "out/tour-booklet.pdf\n") == (done.exit_code, done.stdout)
    assert 1 == done.output.count("warning[")
    message = "warning[CK760 repeated-title]: base.case and copy.case have the same title, “The Last Soup”"
    assert message in done.output


def test_what_is_not_there_is_misuse(tmp_path, build):
    assert [2, 2] == [build(tmp_path).exit_code, build(tmp_path / "nowhere.case").exit_code]


def test_warnings_are_refused_if_asked(boat, build):
    text = (
        (boat / "base.case").read_text(encoding="utf-8").replace("Geese, feathers", "TODO: geese, feathers")
    )
    (boat / "base.case").write_text(text, encoding="utf-8")
    done = build("base.case", "--strict", "--output", "out")
    assert 1 == done.exit_code
    assert "warning[CK120 todo]" in done.output
    assert not (boat / "out").exists()


def test_an_interrupted_build_leaves_nothing(boat, build, monkeypatch):
    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("casekit.building.execution.carry_out", interrupt)
    done = build("base.case", "--output", "out")
    assert 1 == done.exit_code
    assert "base.case:1:1: error[CK908 interrupted]" in done.output
    assert not (boat / "out").exists()

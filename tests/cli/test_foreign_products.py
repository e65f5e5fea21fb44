"""What has the name of a product and is none: it stays unless ``--force`` says otherwise."""

import os

import pytest
from pypdf import PdfReader, PdfWriter

ONLY = ("--only", "sheet")


@pytest.fixture
def build(boat, run, written):  # noqa: ARG001 -- the boat must be there
    def invoke(*options):
        return run("build", "base.case", *ONLY, "--output", "out", *options)

    return invoke


@pytest.fixture
def sheet(boat):
    (boat / "out").mkdir()
    return boat / "out" / "base-sheet.pdf"


def _pdf(file, **info):
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_metadata({f"/{key}": value for key, value in info.items()})
    writer.write(file)


OTHERS = {
    "text": lambda file: file.write_text("my letters", encoding="utf-8"),
    "junk": lambda file: file.write_bytes(b"%PDF-1.7\n" + b"1 0 obj\n" * 100_000),
    "pdf": _pdf,
    "another's": lambda file: _pdf(file, Creator="Writer", Producer="casekit"),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_a_file_of_another_program_is_not_replaced_unasked(kind, build, sheet):
    OTHERS[kind](sheet)
    kept = sheet.read_bytes()
    status, out, errors = build()
    assert (1, "", kept) == (status, out, sheet.read_bytes())
    assert (
        "out/base-sheet.pdf:1:1: error[CK920 foreign-product]: the build would replace a file that casekit did not make"
        in errors
    )
    assert 0 == build("--force")[0]
    assert "casekit" == PdfReader(sheet).metadata.creator


@pytest.mark.parametrize("data", [None, b""])
def test_where_nothing_is_lost_nothing_is_asked(data, build, sheet):
    if data is not None:
        sheet.write_bytes(data)
    assert 0 == build()[0]


def test_a_product_of_an_earlier_build_is_replaced(build, sheet, written):
    written.undo()  # the paper is that of its pages
    assert [0, 0] == [build()[0], build("--sheet-paper", "letter")[0]]
    assert 792 == round(PdfReader(sheet).pages[0].mediabox.width)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_is_not_followed(boat, build, sheet, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "letter"
    outside.write_text("dear", encoding="utf-8")
    sheet.symlink_to(outside)
    status, _, errors = build()
    assert (1, True) == (status, sheet.is_symlink())
    assert "error[CK920 foreign-product]: the build would replace a link to another place" in errors
    (boat / "out" / ".casekit.json").symlink_to(outside)
    assert 0 == build("--force")[0]
    assert (False, False) == (sheet.is_symlink(), (boat / "out" / ".casekit.json").is_symlink())
    assert "dear" == outside.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="pipes of this kind are POSIX")
def test_what_never_ends_is_not_read(build, sheet):
    os.mkfifo(sheet)
    status, _, errors = build()
    assert 1 == status
    assert "error[CK905 cannot-write]: this cannot be written: it is a device or a pipe, not a file" in errors


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_that_nobody_named_is_no_link(boat, run, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (boat / "build").symlink_to(outside, target_is_directory=True)
    status, _, errors = run("build", "base.case", *ONLY)
    assert 1 == status
    assert "build:1:1: error[CK921 linked-folder]" in errors
    assert [] == list(outside.iterdir())
    assert 0 == run("build", "base.case", *ONLY, "--output", "build")[0]
    assert (outside / "base-sheet.pdf").is_file()


def test_all_that_a_build_writes_is_known_again(boat, run):
    lines = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case"]\n'
    file = boat / "edition.toml"
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    options = ("--only", "booklet,sheet", "--print-shop", "--impose", "saddle", "--proof", "--output", "out")
    first = run("build", ".", *options)
    (boat / "out" / ".casekit.json").unlink()
    ticket = boat / "out" / "tour-print-shop.txt"
    assert (0, 5, True) == (first[0], len(first[1].split()), ticket.is_file())
    case = boat / "base.case"
    case.write_text(case.read_text(encoding="utf-8").replace("two damp", "two wet"), encoding="utf-8")
    assert 0 == run("build", ".", *options)[0]
    ticket.write_text("my letters", encoding="utf-8")
    case.write_text(case.read_text(encoding="utf-8").replace("two wet", "two dry"), encoding="utf-8")
    status, _, errors = run("build", ".", *options)
    assert (1, "my letters") == (status, ticket.read_text(encoding="utf-8"))
    assert "out/tour-print-shop.txt:1:1: error[CK920 foreign-product]" in errors

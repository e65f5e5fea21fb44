"""What a booklet is printed for, and reading finished ones back, as a publisher asks for it."""

import io
import os

import click
import pikepdf
import pytest
from pypdf import PdfReader

from casekit.cli.commands.build import build_command
from casekit.cli.print_options import finishing_of
from casekit.print.content.papers import PAPERS, Saddle
from casekit.print.prepress.imposition import SHEETS

pytestmark = pytest.mark.usefixtures("boat", "set_once")


@pytest.fixture
def built(run):
    """Builds the base case's booklet with options; the status and the names of the files."""

    def build(*options):
        status, out, _ = run("build", "base.case", "--only", "booklet", "--output", "out", *options)
        return status, out.split()

    return build


@pytest.mark.parametrize(
    ("options", "files"),
    [
        ((), ["out/base-booklet.pdf"]),
        (("--print-shop",), ["out/base-booklet-print-shop.pdf", "out/base-print-shop.txt"]),
        (("--accessible",), ["out/base-booklet-accessible.pdf"]),
        (
            ("--impose", "saddle", "--proof"),
            ["out/base-booklet.pdf", "out/base-booklet-imposed.pdf", "out/base-booklet-proof.pdf"],
        ),
        (
            ("--accessible", "--only", "rules", "--impose", "saddle"),
            ["out/base-rules-accessible.pdf", "out/base-rules-imposed.pdf"],
        ),
        (
            ("--print-shop", "--impose", "saddle", "--impose-sheet", "sra4"),
            ["out/base-booklet-print-shop.pdf", "out/base-booklet-imposed.pdf", "out/base-print-shop.txt"],
        ),
    ],
)
def test_a_booklet_is_finished_as_asked(built, boat, run, options, files):
    assert (0, files) == built(*options)
    assert all((boat / file).is_file() for file in files)
    variant = [option for option in options if option in {"--print-shop", "--accessible"}]
    assert 0 == run("preflight", files[0], "base.case", *variant)[0]


@pytest.mark.parametrize(
    "options",
    [
        ("--print-shop", "--accessible"),
        ("--impose", "perfect"),
        ("--signature", "16"),
        ("--impose-sheet", "a3"),
        ("--impose", "saddle", "--signature", "10"),
        ("--impose", "saddle", "--signature", "0"),
        ("--impose", "saddle", "--thickness", "0"),
        ("--impose", "saddle", "--thickness", "nan"),
        ("--thickness", "0.2"),
        ("--only", "sheet", "--impose", "saddle"),
        ("--only", "sheet", "--proof"),
    ],
)
def test_what_does_not_go_together_is_misuse(boat, run, options):
    assert 2 == run("build", "base.case", "--output", "out", *options)[0]
    assert not (boat / "out").exists()


def test_what_there_is_to_choose_from_is_what_can_be_printed():
    """The command line names papers and sheets by itself, because loading what knows them takes long."""
    choices = {
        option.name: option for option in build_command.params if isinstance(option.type, click.Choice)
    }
    assert tuple(PAPERS) == tuple(choices["paper"].type.choices)
    assert tuple(SHEETS) == tuple(choices["impose_sheet"].type.choices)
    saddle = finishing_of(
        print_shop=False,
        accessible=False,
        impose="saddle",
        signature=None,
        thickness=None,
        impose_sheet=None,
        proof=False,
        released=False,
        on_kept_pages=False,
    ).saddle
    assert Saddle() == saddle


def test_signatures_and_sheets_are_as_asked(built, boat):
    status, files = built("--impose", "saddle", "--signature", "4", "--impose-sheet", "a3")
    assert 0 == status
    box = PdfReader(boat / files[1]).pages[0].mediabox
    assert (1191, 842) == (round(box.width), round(box.height))


def test_a_sheet_that_is_too_small_leaves_nothing(boat, run):
    status, _, err = run(
        "build", "base.case", "--paper", "a4", "--impose", "saddle", "--impose-sheet", "a4", "--output", "out"
    )
    assert 1 == status
    assert "error[CK737 small-sheet]" in err
    assert not (boat / "out").exists()


def test_a_plain_booklet_is_refused_for_a_print_shop(built, run):
    built()
    status, out, _ = run("preflight", "out/base-booklet.pdf", "base.case", "--print-shop")
    assert 1 == status
    assert {"CK730", "CK732", "CK733"} <= {
        code for code in ("CK730", "CK732", "CK733") if f"error[{code}" in out
    }


def test_findings_come_as_json_too(built, run):
    import json

    built()
    status, out, _ = run("preflight", "out/base-booklet.pdf", "base.case", "--accessible", "--json")
    assert 1 == status
    assert "CK734" in {found["code"] for found in json.loads(out)["diagnostics"]}


def test_the_booklet_of_another_text_is_found_out(built, boat, run):
    built()
    case = boat / "base.case"
    case.write_text(
        case.read_text(encoding="utf-8").replace("Geese, feathers", "Ducks, feathers"), encoding="utf-8"
    )
    status, out, _ = run("preflight", "out/base-booklet.pdf", "base.case")
    assert 1 == status
    assert "error[CK748" in out


def test_a_page_that_was_lost_is_found_out(built, boat, run):
    built("--print-shop")
    file = boat / "out/base-booklet-print-shop.pdf"
    with pikepdf.open(io.BytesIO(file.read_bytes())) as pdf:
        del pdf.pages[4]
        pdf.save(file)
    status, out, _ = run("preflight", file, "base.case", "--print-shop")
    assert 1 == status
    assert "error[CK731" in out


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "the file is empty"), (b"hello", "the file is not a PDF"), (b"%PDF-1.7\n1 0 obj", "incomplete")],
)
def test_what_is_no_pdf_is_a_finding(put, run, content, reason):
    put("some.pdf", content)
    status, out, _ = run("preflight", "some.pdf", "base.case")
    assert 1 == status
    assert "some.pdf:1:1: error[CK736 unreadable-pdf]" in out
    assert reason in out


def test_a_pipe_is_not_waited_for(boat, run):
    os.mkfifo(boat / "some.pdf")
    status, out, _ = run("preflight", "some.pdf", "base.case")
    assert 1 == status
    assert "this cannot be read: it is a pipe, not a file" in out


def test_what_is_not_there_is_misuse(run):
    assert [2, 2] == [
        run("preflight", "nowhere.pdf", "base.case")[0],
        run("preflight", "edition.toml", "nowhere.case")[0],
    ]


def test_a_case_with_errors_is_told_first(put, run):
    put("base.case", "nothing")
    status, out, _ = run("preflight", "edition.toml", "base.case")
    assert 1 == status
    assert "CK736" not in out


@pytest.fixture
def two_booklets(boat):
    file = boat / "edition.toml"
    text = file.read_text(encoding="utf-8")
    for slug in ("day", "night"):
        text += f'\n[[booklets]]\nslug = "{slug}"\ncases = ["base.case"]\n'
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.usefixtures("two_booklets")
def test_the_name_of_a_file_tells_its_booklet(run, boat):
    assert 0 == run("build", ".", "--only", "booklet", "--jobs", "1", "--output", "out")[0]
    assert 0 == run("preflight", "out/night-booklet.pdf")[0]
    (boat / "out/night-booklet.pdf").rename(boat / "out/sent.pdf")
    assert 0 == run("preflight", "out/sent.pdf", "--booklet", "night")[0]


@pytest.mark.usefixtures("two_booklets")
def test_a_booklet_of_which_nothing_is_printed_has_no_job_ticket(run):
    status, out, _ = run("build", ".", "--only", "stickers", "--print-shop", "--output", "out")
    assert (0, ["out/day-stickers-print-shop.pdf", "out/day-print-shop.txt"]) == (status, out.split())


@pytest.mark.usefixtures("two_booklets")
@pytest.mark.parametrize("options", [(), ("--booklet", "dusk")])
def test_a_booklet_that_nobody_can_tell_is_misuse(casekit, put, options):
    put("sent.pdf", b"hello")
    done = casekit("preflight", "sent.pdf", ".", *options)
    assert 2 == done.returncode
    assert b"day, night" in done.stderr


@pytest.mark.parametrize("variant", [(), ("--print-shop",)])
def test_what_lies_beside_the_booklet_is_finished_and_read_back_too(run, variant):
    wanted = ("--only", "sheet,flap,stickers,plan,track,pieces", "--output", "out")
    status, out, _ = run("build", "base.case", *wanted, *variant)
    files = [file for file in out.split() if file.endswith(".pdf")]
    assert (0, 6) == (status, len(files))
    for file in files:
        assert 0 == run("preflight", file, "base.case", *variant)[0]


def test_the_job_ticket_names_each_file_with_its_pages_and_inks(run, boat):
    wanted = ("--only", "booklet,sheet", "--output", "out", "--sheet-paper", "letter")
    assert 0 == run("build", "base.case", *wanted, "--print-shop")[0]
    ticket = (boat / "out/base-print-shop.txt").read_text(encoding="utf-8")
    blocks = ticket.split("\n\n")
    pages = len(PdfReader(boat / "out/base-booklet-print-shop.pdf").pages)
    assert [
        "base-booklet-print-shop.pdf",
        f"    {pages} pages of 148 x 210 mm; cyan, magenta, yellow and black ink",
    ] == blocks[1].split("\n")[:2]
    assert ["base-sheet-print-shop.pdf", "    2 pages of 279.4 x 215.9 mm; black ink"] == blocks[2].split(
        "\n"
    )[:2]
    assert "FOGRA39" in blocks[3]


def test_a_sheet_for_another_paper_is_found_out(run):
    build = ("build", "base.case", "--only", "sheet", "--output", "out")
    assert 0 == run(*build, "--sheet-paper", "letter")[0]
    assert 0 == run("preflight", "out/base-sheet.pdf", "base.case")[0]
    status, out, _ = run("preflight", "out/base-sheet.pdf", "base.case", "--sheet-paper", "a4")
    assert (1, True) == (status, "error[CK730 wrong-box]" in out)
    assert 0 == run("preflight", "out/base-sheet.pdf", "base.case", "--sheet-paper", "letter")[0]


def test_what_a_file_is_can_be_told(run, boat):
    assert 0 == run("build", "base.case", "--only", "sheet,stickers", "--output", "out")[0]
    (boat / "out/base-stickers.pdf").rename(boat / "out/sent.pdf")
    assert 0 == run("preflight", "out/sent.pdf", "base.case", "--product", "stickers")[0]
    status, out, _ = run("preflight", "out/sent.pdf", "base.case", "--product", "sheet")
    assert (1, True) == (status, "error[CK730" in out)


def test_cards_of_an_edition_without_a_deck_are_a_finding(run):
    assert 0 == run("build", "base.case", "--only", "sheet", "--output", "out")[0]
    status, out, _ = run("preflight", "out/base-sheet.pdf", "base.case", "--product", "cards")
    assert (1, True) == (status, "error[CK811" in out)

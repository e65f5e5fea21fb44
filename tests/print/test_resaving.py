"""A file that another program saved again shows the same, whatever its bytes are."""

import shutil
import subprocess
from io import BytesIO

import pikepdf
import pytest

from casekit.diagnostics import Span
from casekit.print.content.variants import ACCESSIBLE, PRINT_SHOP
from casekit.print.preflight.comparing.file_pair import Comparing, look
from casekit.print.preflight.comparing.page_differences import told
from casekit.print.preflight.comparing.signposts import Signposts
from casekit.print.produce import print_booklet, print_piece

# Ghostscript turns pages by the direction of their text if nobody stops it; that is seen, and told.
GHOSTSCRIPT = "gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -dAutoRotatePages=/None"
TOOLS = (
    "qpdf --normalize-content=y --object-streams=disable {0} {1}",
    "qpdf --qdf {0} {1}",
    "qpdf --linearize {0} {1}",
    "qpdf --object-streams=generate --recompress-flate --compression-level=9 {0} {1}",
    "qpdf --stream-data=uncompress {0} {1}",
    "qpdf --coalesce-contents --remove-unreferenced-resources=yes {0} {1}",
    "mutool clean {0} {1}",
    "mutool clean -gggg {0} {1}",
    "mutool clean -d -a {0} {1}",
    "mutool clean -s -z {0} {1}",
    "pdftocairo -pdf {0} {1}",
    f"{GHOSTSCRIPT} -o {{1}} {{0}}",
    f"{GHOSTSCRIPT} -dPDFSETTINGS=/prepress -o {{1}} {{0}}",
    f"{GHOSTSCRIPT} -dPDFSETTINGS=/printer -dCompatibilityLevel=1.4 -o {{1}} {{0}}",
    f"{GHOSTSCRIPT} -dCompressPages=false -dSubsetFonts=false -o {{1}} {{0}}",
)

# It loses which letters its glyphs are: the pages look the same, but nobody can search or hear them.
UNLETTERED = "mutool convert -o {1} {0}"
# It turns inks into colours of a screen and drops the boxes of a page, so that no press can use its files.
NOT_FOR_PRESS = "pdftocairo -pdf {0} {1}"


def _normalised(file, out):
    file.save(out, normalize_content=True, compress_streams=False)


def _split(file, out):
    for page in file.pages:
        page.contents_coalesce()
        content = pikepdf.parse_content_stream(page)
        page.Contents = file.make_stream(pikepdf.unparse_content_stream(content))
    file.save(out)


def _redated(file, out):
    file.docinfo["/ModDate"] = "D:20990101000000Z"
    file.docinfo["/Producer"] = "Some other program"
    file.save(out, linearize=True)


def _streamed(file, out):
    file.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)


OURSELVES = (_normalised, _split, _redated, _streamed)


@pytest.fixture(scope="module")
def files(printed, sheet):
    shop, _ = print_booklet(printed.booklet, printed.numbers, PRINT_SHOP)
    accessible, _ = print_booklet(printed.booklet, printed.numbers, ACCESSIBLE)
    notebook, _ = print_piece(sheet)
    return {"booklet": printed.pdf, "print-shop": shop, "accessible": accessible, "sheet": notebook}


def _found(printed, ours, theirs):
    posts = Signposts.of(printed.booklet, printed.numbers.values())
    found = look(Comparing(ours, theirs, posts), lambda _: None)
    return [each.message for each in told(found, Span("x.pdf"))]


@pytest.mark.parametrize("product", ["booklet", "print-shop", "accessible", "sheet"])
@pytest.mark.parametrize("save", OURSELVES, ids=lambda save: save.__name__)
def test_a_file_that_pikepdf_saved_again_shows_the_same(printed, files, product, save):
    out = BytesIO()
    with pikepdf.open(BytesIO(files[product])) as file:
        save(file, out)

    assert [] == _found(printed, files[product], out.getvalue())


@pytest.mark.parametrize(
    ("tool", "product"),
    [
        (tool, product)
        for tool in TOOLS
        for product in ("booklet", "print-shop", "accessible", "sheet")
        if (tool, product) != (NOT_FOR_PRESS, "print-shop")
    ],
)
def test_a_file_that_another_program_saved_again_shows_the_same(printed, files, product, tool, tmp_path):
    assert [] == _found(printed, files[product], _saved(tool, files[product], tmp_path))


@pytest.mark.parametrize(("tool", "product"), [(UNLETTERED, "accessible"), (NOT_FOR_PRESS, "print-shop")])
def test_what_another_program_lost_is_told(printed, files, tool, product, tmp_path):
    assert _found(printed, files[product], _saved(tool, files[product], tmp_path))


def _saved(tool, data, folder):
    """What a program makes of a file."""
    program = tool.split()[0]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    before, after = folder / "before.pdf", folder / "after.pdf"
    before.write_bytes(data)
    subprocess.run(tool.format(before, after).split(), check=True, capture_output=True, timeout=60)
    return after.read_bytes()

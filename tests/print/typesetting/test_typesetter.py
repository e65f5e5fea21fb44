import io
import logging

import pytest
from pypdf import PdfReader

from casekit.diagnostics import Span, codes
from casekit.print.typesetting import typesetter
from casekit.print.typesetting.typesetter import FONT_FILES, FONTS, lay_out_pages, missing_typesetter, typeset
from casekit.print.typesetting.weasyprint_patches import span_of_spread


@pytest.fixture
def log():
    records = []
    handler = logging.Handler(logging.DEBUG)
    handler.emit = records.append
    logger = logging.getLogger("weasyprint")
    logger.addHandler(handler)
    yield records
    logger.removeHandler(handler)


def warnings(log: list[logging.LogRecord]) -> list[str]:
    """What WeasyPrint complained of."""
    return [record.getMessage() for record in log if record.levelno >= logging.WARNING]


def test_our_styles_raise_no_warning(printed, log):
    typeset(printed.html)
    assert [] == warnings(log)


def test_nothing_but_bundled_fonts_is_loaded(tmp_path, log):
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">secret</text></svg>')
    urls = (
        secret.as_uri(),
        "http://127.0.0.1:9/x.png",
        "casekit-font:../preflight.py",
        "data:image/svg+xml,<svg/>",
    )
    typeset("".join(f'<img src="{url}">' for url in urls))
    assert len(urls) == len(warnings(log))
    assert all("only bundled fonts can be used" in message for message in warnings(log))


def test_boxes_are_measured_in_millimetres():
    layout = lay_out_pages(
        "<style>@page { size: 100mm 100mm; margin: 10mm } div { height: 20mm } #b { break-before: page }</style>"
        '<div id="a"></div><div id="b"></div>'
    )
    box = layout.boxes["b"]
    assert layout.pages == 2
    assert (1, pytest.approx(10), pytest.approx(30)) == (box.page, box.top, box.bottom)
    assert pytest.approx(20) == box.height


def test_a_machine_with_pango_needs_no_cure():
    assert missing_typesetter(Span("edition.toml")) is None


def test_without_pango_the_cure_is_named(monkeypatch):
    def missing(_: str) -> object:
        raise OSError("cannot load library 'libpango-1.0-0'\nmuch more")

    monkeypatch.setattr(typesetter, "import_module", missing)
    finding = missing_typesetter(Span("edition.toml"))
    assert codes.MISSING_TYPESETTER == finding.code
    assert finding.message.endswith("cannot load library 'libpango-1.0-0'")
    assert "apt-get install libpango-1.0-0" in finding.hint


def test_the_file_has_no_date(printed):
    metadata = PdfReader(io.BytesIO(printed.pdf)).metadata
    assert {"/Title", "/Creator", "/Producer"} == set(metadata)


def test_every_bundled_font_is_named_in_the_licence():
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert len(FONT_FILES) == 5
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for name in FONT_FILES:
        assert name in licence


@pytest.mark.parametrize(
    ("page", "expected"), [(1, ()), (2, ("3–9",)), (3, ("3–9",)), (4, ("9",)), (6, ("10",)), (7, ("10",))]
)
def test_the_span_of_a_spread(page, expected):
    strings = {2: ["3", "4"], 3: ["5", "9"], 7: ["10"]}
    assert expected == span_of_spread(strings, page)

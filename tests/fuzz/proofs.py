"""Manuscripts that come back from proofreaders: in Markdown, as an OpenDocument text, and as the XML within one."""

import io
import os
import zipfile
from functools import cache
from pathlib import Path

from casekit.diagnostics import Finding, Span
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.manuscripts.manuscript_formats import FORMATS
from casekit.manuscripts.manuscript_parts import Manuscript
from casekit.pipeline.loading import InputFile, TypedDocument
from casekit.pipeline.manuscripts import open_case, proofread, written

_CONTENT = "content.xml"
_HOSTILE = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    b'<!DOCTYPE x SYSTEM "file:///etc/passwd">',
    b'<text:s text:c="99999999"/>',
    b'<text:p text:style-name="no-such">',
    b'<text:change-start text:change-id="a"/>',
    b"<text:tracked-changes>",
    b"<text:section>" * 200,
)


@cache
def _sent() -> tuple[TypedDocument, Manuscript]:
    folder = Path(os.curdir).absolute()
    (folder / "base.case").write_text(base_of(), encoding="utf-8")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    case, manuscript, _ = open_case(InputFile.of(folder / "base.case"), EditionFinder())
    assert manuscript is not None
    return case, manuscript


def _manuscript(form: str) -> bytes:
    _, manuscript = _sent()
    data, _ = written(manuscript, FORMATS[form], Span("base.case"))
    assert data is not None
    return data


def in_markdown() -> list[bytes]:
    """A manuscript in Markdown, and one of nothing but marks."""
    whole = _manuscript("md")
    marks = b"\n\n".join(line for line in whole.split(b"\n") if line.startswith((b"#", b"`", b"<")))
    return [whole, marks, whole.replace(b"\n", b"\r\n")]


def as_text() -> list[bytes]:
    """A manuscript as a file of a word processor: packed, and with parts that nobody packed."""
    packed = _manuscript("odt")
    return [packed, _packed(_content(packed), zipfile.ZIP_STORED), _packed(b" " * 20_000_000)]


def as_content() -> list[bytes]:
    """The XML of a manuscript, with what a stranger may put into it."""
    content = _content(_manuscript("odt"))
    begins = content.index(b"<office:text")
    at = content.index(b">", begins) + 1
    sown = [content[:at] + each + content[at:] for each in _HOSTILE[2:]]
    declared = content.index(b"?>") + 2 if content.startswith(b"<?xml") else 0
    return [content, *sown, *(content[:declared] + each + content[declared:] for each in _HOSTILE[:2])]


def read_markdown(data: bytes) -> tuple[Finding, ...]:
    """Take a file back as Markdown."""
    return _read(data, "md")


def read_text(data: bytes) -> tuple[Finding, ...]:
    """Take a file back as an OpenDocument text."""
    return _read(data, "odt")


def read_content(data: bytes) -> tuple[Finding, ...]:
    """Take a file back that has this content."""
    return _read(_packed(data), "odt")


def _read(data: bytes, form: str) -> tuple[Finding, ...]:
    file = Path(f"back.{form}")
    file.write_bytes(data)
    case, manuscript = _sent()
    found: tuple[Finding, ...] = ()
    for settle in (None, "accept", "reject"):
        done = proofread(case, manuscript, file, FORMATS[form], settle)
        found += (*done.findings, *done.new_findings)
        if done.data is not None:
            # Whatever comes back, nothing but prose changes.
            lines = [line for line in done.data.split(b"\n") if line.startswith((b"~", b"=="))]
            assert lines == [line for line in case.data.split(b"\n") if line.startswith((b"~", b"=="))]
    return found


def _content(packed: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return archive.read(_CONTENT)


def _packed(content: bytes, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr(_CONTENT, content)
    return file.getvalue()

"""Files of word processors: as LibreOffice saves them, and as somebody might make them who means no good.

`word_processors/` holds a manuscript of `sent.case` that was edited, then saved by LibreOffice 7.4 (``-libreoffice``), or as a
Word document and from that again (``-word``); only its text and styles are kept. pandoc 2.17 wrote the Markdown.
"""

import io
import zipfile
from pathlib import Path

import pytest

from casekit.manuscripts.open_document_reading import NotAManuscriptError, read_open_document
from casekit.manuscripts.returned_manuscripts import settled, tracked

FILES = Path(__file__).parent / "word_processors"
NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
)


@pytest.fixture(scope="module")
def sent(send):
    return send((FILES / "sent.case").read_bytes(), name="sent.case")


def merged(sent, name, settle="accept"):
    found = sent.merged((FILES / name).read_bytes(), settle)
    return {fate.name: fate.theirs for fate in found.fates if fate.outcome == "merged"}, found


@pytest.mark.parametrize("by", ["libreoffice", "word"])
def test_what_word_processors_do_to_a_text_is_tolerated(by, sent):
    changed, found = merged(sent, f"edited-{by}.odt")
    assert {
        "ANNA alibi": "I was in the galley with BRUNO from *ten* until one, plucking geese.",
        "BRUNO motive": 'He "sent back" my soup – twice… One does not kill for soup.',
    } == changed
    text = (FILES / "sent.case").read_text(encoding="utf-8")
    expected = text.replace("from ten", "from *ten*").replace(
        "sent back my soup twice.", '"sent back" my soup – twice…'
    )
    assert expected == found.text
    remarks = [
        (each.where, each.text) for each in sent.returned((FILES / f"edited-{by}.odt").read_bytes()).remarks
    ]
    assert [("BRUNO motive", "footnote: Thrice?"), ("02", "struck through: feathers")] == remarks


@pytest.mark.parametrize("by", ["libreoffice", "word"])
def test_tracked_changes_are_found_and_settled(by, sent):
    data = (FILES / f"tracked-{by}.odt").read_bytes()
    changes = {(each.kind, each.where, each.text, each.author) for each in tracked(read_open_document(data))}
    assert {
        ("deletion", "ANNA alibi", "plucking", "Clara"),
        ("insertion", "ANNA alibi", "eating", "Clara"),
        ("insertion", "CLARA motive", "", "Clara"),
        ("deletion", "BRUNO witness", "I thought a lot.", "Clara"),
    } == changes
    accepted, _ = merged(sent, f"tracked-{by}.odt")
    assert {
        "ANNA alibi": "I was in the galley with BRUNO from ten until one, eating geese.",
        "CLARA motive": "Otto was a dear old friend.\n\nI shall miss his stories.",
    } == accepted
    rejected, _ = merged(sent, f"tracked-{by}.odt", "reject")
    assert {"BRUNO witness"} == rejected.keys()
    assert rejected["BRUNO witness"].endswith("I thought\n\na lot. I thought nothing of it.")
    remarks = sent.returned(data).remarks
    assert [("BRUNO motive", "Which soup?", "Clara Wolff")] == [
        (each.where, each.text, each.author) for each in remarks
    ]


@pytest.mark.parametrize("name", ["pandoc.md", "pandoc-from-odt.md"])
def test_markdown_of_another_program_changes_nothing(name, sent):
    found = sent.merged((FILES / name).read_text(encoding="utf-8"))
    assert {"same"} == {fate.outcome for fate in found.fates}


# --- styles and changes --------------------------------------------------------------------------


def package(body, *, styles="", parts=None, kind="application/vnd.oasis.opendocument.text", front=""):
    content = (
        f"{front}<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"mimetype": kind, "content.xml": content, **(parts or {})}.items():
            archive.writestr(name, data)
    return file.getvalue()


def style(name, letters, family="text", parent=""):
    above = f' style:parent-style-name="{parent}"' if parent else ""
    return f'<style:style style:name="{name}" style:family="{family}"{above}><style:text-properties {letters}/></style:style>'


def texts(data, how="accept"):
    return [
        (piece.text, piece.style) for piece in settled(read_open_document(data), how) if piece.kind == "text"
    ]


def test_emphasis_is_what_somebody_set_by_hand():
    named = f"<office:document-styles {NAMES}><office:styles>{style('Verse', chr(102) + 'o:font-style=' + chr(34) + 'italic' + chr(34), 'paragraph')}</office:styles></office:document-styles>"
    styles = "".join(
        (
            style("T1", 'fo:font-style="oblique"'),
            style("T2", 'fo:font-weight="700"', parent="T1"),
            style("T3", 'fo:font-style="normal"'),
            style("T4", "", parent="T4"),
            style("P1", 'fo:font-weight="bold"', "paragraph", "Verse"),
        )
    )
    body = (
        '<text:p text:style-name="Verse">a<text:span text:style-name="T1">b<text:span text:style-name="T3">c</text:span></text:span></text:p>'
        '<text:p text:style-name="P1">d<text:span text:style-name="T2">e</text:span><text:span text:style-name="T4">f</text:span></text:p>'
    )
    assert [("a", 0), ("b", 1), ("c", 0), ("d", 2), ("e", 3), ("f", 2)] == texts(
        package(body, styles=styles, parts={"styles.xml": named})
    )


def test_what_is_deleted_within_an_insertion_is_nowhere_when_both_are_rejected():
    regions = (
        '<text:tracked-changes><text:changed-region text:id="a"><text:insertion/></text:changed-region>'
        '<text:changed-region text:id="b"><text:deletion><text:p>old</text:p></text:deletion></text:changed-region>'
        '<text:changed-region text:id="f"><text:format-change/></text:changed-region></text:tracked-changes>'
    )
    body = (
        f'{regions}<text:p>one <text:change-start text:change-id="a"/>new <text:change text:change-id="b"/>er'
        '<text:change-end text:change-id="a"/> <text:change-start text:change-id="f"/>two<text:change-end text:change-id="f"/></text:p>'
    )
    data = package(body)
    assert "one new er two" == "".join(text for text, _ in texts(data))
    assert "one  two" == "".join(text for text, _ in texts(data, "reject"))
    assert ["deletion", "insertion", "format"] == [each.kind for each in tracked(read_open_document(data))]


# --- hostile files -------------------------------------------------------------------------------


def twice():
    file = io.BytesIO(package("<text:p>one</text:p>"))
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("content.xml", "<a/>")
    return file.getvalue()


def encrypted():
    data = bytearray(package("<text:p>one</text:p>"))
    at = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4)
    data[at + 8] |= 1
    return bytes(data)


DEEP = 5_000
HOSTILE = {
    "nothing": b"",
    "junk": bytes(range(256)) * 40,
    "no_zip": b"PK\x03\x04" + b"\x00" * 100,
    "no_content": lambda: package("", parts={}).replace(b"content.xml", b"content.xmx"),
    "spreadsheet": lambda: package("", kind="application/vnd.oasis.opendocument.spreadsheet"),
    "entities": lambda: package(
        "<text:p>&a;</text:p>",
        front='<!DOCTYPE x [<!ENTITY a "' + "x" * 100 + '"><!ENTITY b SYSTEM "file:///etc/passwd">]>',
    ),
    "bomb": lambda: package("<text:p>" + " " * 30_000_000 + "</text:p>"),
    "deep": lambda: package("<text:section>" * DEEP + "</text:section>" * DEEP),
    "cut_xml": lambda: package("<text:p>"),
    "no_text": lambda: package("", parts={"content.xml": "<a/>"}),
    "two_contents": twice,
    "many_files": lambda: package("", parts={f"f{number}": "" for number in range(6_000)}),
    "password": encrypted,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name):
    made = HOSTILE[name]
    with pytest.raises(NotAManuscriptError):
        read_open_document(made() if callable(made) else made)


def test_a_file_cut_anywhere_is_refused_or_read(sent):
    data = sent.odt
    for end in range(0, len(data), max(1, len(data) // 60)):
        with pytest.raises(NotAManuscriptError):
            read_open_document(data[:end])


def test_a_file_with_any_byte_changed_is_refused_or_read(sent):
    data = bytearray(sent.odt)
    read = refused = 0
    for at in range(0, len(data), max(1, len(data) // 150)):
        changed = bytes(data[:at]) + bytes([data[at] ^ 0x55]) + bytes(data[at + 1 :])
        try:
            read_open_document(changed)
            read += 1
        except NotAManuscriptError:
            refused += 1
    assert read
    assert refused


def test_paths_and_programs_in_a_package_are_ignored():
    parts = {
        "../../evil": "x",
        "Basic/Standard/Module1.xml": "<a/>",
        "/etc/passwd": "x",
        "Scripts/python/x.py": "import os",
    }
    assert [("one", 0)] == texts(package("<text:p>one</text:p>", parts=parts))


def test_many_spaces_are_few():
    assert len(texts(package('<text:p><text:s text:c="999999999999"/></text:p>'))[0][0]) <= 1_000


# --- files that ask for more work than they look like ----------------------------------------------

REGION = '<text:tracked-changes><text:changed-region text:id="a"><text:deletion>'
REGION_END = "</text:deletion></text:changed-region></text:tracked-changes>"
NOTE = "<office:annotation><text:p>a "
NOTE_END = "</text:p></office:annotation>"


def chained(count):
    return "".join(style(f"T{at}", "", parent=f"T{at + 1}") for at in range(count))


def spans(count):
    return "".join(f'<text:span text:style-name="T{at}">a</text:span>' for at in range(count))


BOMBS = {
    "changes in changes": (
        "x",
        package(f"{REGION * 60}<text:p>x</text:p>{REGION_END * 60}<text:p>x</text:p>"),
    ),
    "styles in a chain": ("a" * 5_000, package(f"<text:p>{spans(5_000)}</text:p>", styles=chained(30_000))),
    "styles in a circle": (
        "aa",
        package(
            f"<text:p>{spans(2)}</text:p>", styles=style("T0", "", parent="T1") + style("T1", "", parent="T0")
        ),
    ),
    "styles in styles": (
        "",
        package(
            "",
            styles="<office:automatic-styles>" * 200 + chained(20_000) + "</office:automatic-styles>" * 200,
        ),
    ),
    "one deletion at many places": (
        "x" * 1_000,
        package(
            f"{REGION}<text:p>{'<text:span>x</text:span>' * 1_000}</text:p><text:p/>{REGION_END}"
            "<text:p>" + '<text:change text:change-id="a"/>' * 20_000 + "</text:p>",
        ),
    ),
}
"""The text of a file that takes no longer than others as long, all changes rejected, and the file."""


@pytest.mark.parametrize("name", BOMBS)
def test_work_grows_with_the_length_of_a_file_alone(name):
    expected, data = BOMBS[name]
    assert expected == "".join(text for text, _ in texts(data, "reject"))


def test_paragraphs_of_a_remark_are_read_once():
    body = f"<text:p>b</text:p>{NOTE * 3}{NOTE_END * 3}"
    assert ["a a a"] == [piece.text for piece in read_open_document(package(body)) if piece.kind == "remark"]

"""A manuscript as an OpenDocument text, for word processors."""

import zipfile
from collections.abc import Iterable
from io import BytesIO
from xml.sax.saxutils import quoteattr

from odfdo import Document, Element, Header, Paragraph, Span

from casekit import __version__
from casekit.manuscripts.manuscript_parts import ManuscriptLine
from casekit.manuscripts.styled_words import EMPHASIS, STRONG

_GREY = "#767676"
_STYLES = {
    "Manuscript_20_Title": (
        "paragraph",
        'fo:margin-bottom="0.3cm"',
        'fo:font-size="20pt" fo:font-weight="bold"',
    ),
    "Manuscript_20_Heading": (
        "paragraph",
        'fo:margin-top="0.8cm" fo:margin-bottom="0.1cm" fo:keep-with-next="always"',
        'fo:font-size="13pt" fo:font-weight="bold"',
    ),
    "Manuscript_20_Mark": (
        "paragraph",
        'fo:margin-top="0.1cm" fo:margin-bottom="0.1cm" fo:keep-with-next="always"',
        f'fo:font-size="8pt" fo:color="{_GREY}" fo:language="zxx" fo:country="none"',
    ),
    "Manuscript_20_Note": (
        "paragraph",
        'fo:margin-bottom="0.1cm"',
        f'fo:font-size="10pt" fo:color="{_GREY}"',
    ),
    "Manuscript_20_Text": (
        "paragraph",
        'fo:margin-bottom="0.25cm" fo:line-height="135%" fo:orphans="2" fo:widows="2"',
        'fo:font-size="12pt"',
    ),
    "Emphasis": ("text", "", 'fo:font-style="italic"'),
    "Strong_20_Emphasis": ("text", "", 'fo:font-weight="bold"'),
    "Strong_20_and_20_Emphasised": ("text", "", 'fo:font-style="italic" fo:font-weight="bold"'),
    # Some programs take an underline for emphasis, and none a background.
    "Quoted_20_Words": ("text", "", 'fo:background-color="#e8eef4"'),
}
_OF_LINES = {
    "title": "Manuscript_20_Title",
    "heading": "Manuscript_20_Heading",
    "end": "Manuscript_20_Heading",
    "mark": "Manuscript_20_Mark",
    "note": "Manuscript_20_Note",
    "prose": "Manuscript_20_Text",
}
_OF_RUNS = {
    EMPHASIS: "Emphasis",
    STRONG: "Strong_20_Emphasis",
    EMPHASIS | STRONG: "Strong_20_and_20_Emphasised",
}
_QUOTED = "Quoted_20_Words"
_LEFT_OUT = ("Thumbnails/", "Configurations2/")
"""Files of the template's own picture and of menus."""
_NUMBERS = {"style:num-prefix", "style:num-suffix", "loext:num-list-format"}
_EPOCH = (1980, 1, 1, 0, 0, 0)


def open_document(lines: Iterable[ManuscriptLine], title: str, language: str) -> bytes:
    """The bytes of an ODT file, the same for the same text.

    ``language`` is a tag of IETF BCP 47, by which spelling checkers go. No sections protect the marks: some
    programs leave out what is in a section.
    """
    document = Document("text")
    _dress(document, language)
    body = document.body
    body.clear()
    for line in lines:
        body.append(_line(line))
    meta = document.meta
    meta.title = title
    meta.language = language
    meta.generator = f"casekit {__version__}"
    for stale in ("meta:creation-date", "dc:date", "meta:document-statistic"):
        for element in meta.root.get_elements(f"//{stale}"):
            element.delete()
    return _packed(document)


def _line(line: ManuscriptLine) -> Element:
    style = _OF_LINES[line.kind]
    if line.kind in {"title", "heading", "end"}:
        header = Header(1 if line.kind == "title" else 2, line.text, formatted=False)
        header.style = style
        return header
    paragraph = Paragraph("", style=style)
    if line.mark:
        paragraph.append_plain_text(" ".join(filter(None, (line.mark, line.text))))
        return paragraph
    for run in line.runs:  # with as many spaces as each has
        holder: Paragraph | Span = paragraph
        for name in filter(None, (_OF_RUNS.get(run.style), _QUOTED if run.quoted else None)):
            span = Span(style=name)
            holder.append(span)
            holder = span
        holder.append_plain_text(run.text)
    return paragraph


def _dress(document: Document, language: str) -> None:
    """Give a document the styles of a manuscript and its language."""
    tongue, country = _locale(language)
    for family in ("paragraph", "graphic"):
        style = document.get_style(family)
        for properties in style.get_elements("style:text-properties") if style is not None else ():
            properties.set_attribute("fo:language", tongue)
            properties.set_attribute("fo:country", country)
    for level in document.styles.get_elements("//text:outline-level-style"):
        # Headings have no numbers.
        level.set_attribute("style:num-format", "")
        for name in {*level.attributes} & _NUMBERS:
            level.del_attribute(name)
    for name, (family, layout, letters) in _STYLES.items():
        document.insert_style(_style(name, family, layout, letters))


def _style(name: str, family: str, layout: str, letters: str) -> str:
    shown = name.replace("_20_", " ")
    properties = f"<style:paragraph-properties {layout}/>" if layout else ""
    parent = ' style:parent-style-name="Standard"' if family == "paragraph" else ""
    return (
        f'<style:style style:name="{name}" style:display-name={quoteattr(shown)} style:family="{family}"{parent}>'
        f"{properties}<style:text-properties {letters}/></style:style>"
    )


def _locale(tag: str) -> tuple[str, str]:
    """Language and country of a tag.

    The likeliest country if it names none, since dictionaries are for countries.
    """
    from babel.core import get_global  # noqa: PLC0415 - its tables are large

    tongue, *subtags = tag.replace("_", "-").split("-")
    country = next((each.upper() for each in subtags if len(each) == len("US") and each.isalpha()), "")
    likely = get_global("likely_subtags").get(tongue.lower(), "").split("_")
    return tongue.lower(), country or (
        likely[-1] if len(likely[-1]) == len("US") and len(likely) > 1 else "none"
    )


def _packed(document: Document) -> bytes:
    """The package, its files in the same order and without a date.

    So the same text gives the same bytes.
    """
    raw = BytesIO()
    document.save(raw)
    packed = BytesIO()
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(packed, "w") as target:
        for name in source.namelist():
            if not name.startswith(_LEFT_OUT):
                info = zipfile.ZipInfo(name, _EPOCH)
                info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
                target.writestr(info, source.read(name))
    return packed.getvalue()

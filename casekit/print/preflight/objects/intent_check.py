"""The statements of a file on itself that PDF/X-4 (ISO 15930-7) asks for, above all which inks it was made for."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from pikepdf import Pdf

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.condition import CONDITION, PROFILE
from casekit.print.content.papers import Format
from casekit.print.preflight.objects.page_faults import finding

_MARKER = b"<pdfxid:GTS_PDFXVersion>PDF/X-4<"
_PDF = "{http://ns.adobe.com/pdf/1.3/}Trapped"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_PROFILE_HEAD = slice(12, 20)
_CMYK_PRINTER = b"prtrCMYK"


def output_intent(file: Pdf, wanted: Format) -> Iterator[Diagnostic]:
    """A file that does not say that it is PDF/X-4, or for which inks it was made."""
    return (finding(codes.MISSING_OUTPUT_INTENT, message, wanted) for message in _messages(file))


def _messages(file: Pdf) -> Iterator[str]:
    metadata = file.Root.Metadata.read_bytes() if "/Metadata" in file.Root else b""
    if _MARKER not in metadata:
        yield "the file does not say that it is PDF/X-4"
    yield from _of_intents([each for each in file.Root.get("/OutputIntents", ()) if _is_for_press(each)])
    if "/ID" not in file.trailer:
        yield "the file has no identifier (ID), which PDF/X requires"
    info = file.docinfo
    for key in ("/Title", "/CreationDate", "/ModDate", "/Trapped"):
        if key not in info:
            yield f"the file's information lacks {key.removeprefix('/')}, which PDF/X requires"
    for key, told in _told(file).items():
        if key in info and str(info[key]).removeprefix("/") != told:
            yield f"the file's information and its metadata differ in {key.removeprefix('/')}"


def _of_intents(intents: list[Any]) -> Iterator[str]:
    if not intents:
        yield "the file has no output intent with a profile for a CMYK printing condition"
    for intent in intents:
        name = str(intent.get("/OutputConditionIdentifier", ""))
        if name != CONDITION:
            yield f"the output intent is called {name!r} instead of {CONDITION}"
        if sha256(intent.DestOutputProfile.read_bytes()).digest() != sha256(PROFILE.read_bytes()).digest():
            yield f"the profile of the output intent is not that of {CONDITION}"


def _is_for_press(intent: Any) -> bool:
    if intent.get("/S") != "/GTS_PDFX" or "/DestOutputProfile" not in intent:
        return False
    return bool(intent.DestOutputProfile.read_bytes()[_PROFILE_HEAD] == _CMYK_PRINTER)


def _told(file: Pdf) -> Mapping[str, str]:
    """The fields of the XMP metadata that the file's information has too, by its keys there."""
    if "/Metadata" not in file.Root:
        return {}
    with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        told = {"/Title": metadata.get(_TITLE), "/Trapped": metadata.get(_PDF)}
    return {key: str(text) for key, text in told.items() if text is not None}

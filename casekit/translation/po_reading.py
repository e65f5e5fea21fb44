"""Catalogues read from PO files.

babel reads them; what it would ignore or misread is found first.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from casekit.diagnostics import Finding, Related, Source, codes
from casekit.language.source_files import LIMIT, decode
from casekit.translation.po import (
    FUZZY,
    LANGUAGE,
    PROJECT,
    TEXT,
    TYPE,
    Catalogue,
    CatalogueMessage,
)

if TYPE_CHECKING:
    from babel.messages.catalog import Message

_OUR_FIELDS = (
    PROJECT,
    LANGUAGE,
    "MIME-Version",
    TYPE,
    "Content-Transfer-Encoding",
    TEXT,
    # Dates of extraction would change files in which nothing else changes.
    "POT-Creation-Date",
)
"""The header fields that do not belong to the translator."""

_KEYWORD = re.compile(
    r"(?P<obsolete>#~[ \t]*)?(?P<keyword>msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)[ \t]*(?=\")"
)
"""The keyword of a line, as in ``msgid "text"``, and the sign of an obsolete entry before it."""

_LINE = re.compile(r'(?:#~\s*)?(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) +)?"(?:[^"\\]|\\.)*"')
"""A line with a text, with or without a keyword."""

_PREVIOUS = re.compile(r'#~?\|\s*(?P<keyword>msg\w+)?\s*(?P<text>"(?:[^"\\]|\\.)*")\s*')
"""A line of a previous text, as in ``#| msgid "text"``."""

_HELD_COMMENT = "#\x01"
"""The beginning of a comment that babel is given in place of one that it would change, drop or misread.

A number after it makes each its own.
"""

_HEADER_CHARSET = re.compile(rb"^\"Content-Type:[^\"\n]*charset=([\w:.+-]+)", re.MULTILINE | re.IGNORECASE)
"""The line of the header that names the encoding."""

_OTHER_ENCODINGS = re.compile(
    r"iso-?8859-\d{1,2}|latin-?\d|(?:windows|cp)-?\d{3,4}|koi8-[rut]|euc-(?:jp|kr)|gb(?:2312|k|18030)|big5(?:-hkscs)?"
    r"|shift_jis|tis-620|johab"
)
"""The encodings of PO files that Python reads, beside UTF-8 and ASCII (manual of gettext, "Header Entry")."""

_NAMES_OF_UTF_8 = frozenset({"utf-8", "utf8", "ascii", "us-ascii", "charset"})
"""Names of UTF-8, of what is a part of it, and of the field that nobody has filled in."""

_MOST_AMBIGUOUS_ENTRIES = 50
"""The most ambiguous entries that are reported; after those are fixed, the next are."""


def read_catalogue(data: bytes, name: str) -> tuple[Catalogue | None, Source, tuple[Finding, ...]]:
    """Read the bytes of a PO file that messages call ``name``.

    Returns:
        The catalogue, or ``None`` if a finding is an error; the file's text; the findings.
    """
    source, problems = _decoded(data, name)
    problems = problems or tuple(_malformed(source))
    if problems:
        return None, source, problems
    messages, obsolete, problems = _parse(source)
    problems = (*problems, *islice(_ambiguous(messages, source), _MOST_AMBIGUOUS_ENTRIES))
    if problems:
        return None, source, problems
    fields = _fields(messages)
    header = [_entry(message) for message in messages if not message.id]
    catalogue = Catalogue(
        text=fields.get(TEXT, ""),
        language=fields.get(LANGUAGE, ""),
        project=fields.get(PROJECT, ""),
        entries=tuple(_entry(message) for message in messages if message.id),
        obsolete=tuple(_entry(message) for message in obsolete if message.id),
        fields={key: value for key, value in fields.items() if key not in _OUR_FIELDS},
        comments=header[0].comments if header else (),
        source=source,
    )
    return catalogue, source, ()


def _invalid(source: Source, line: int, message: str, hint: str, first_line: int = 0) -> Finding:
    """The finding on a line of a catalogue that says again what a first line says, if there is one."""
    related = (Related(source.line_span(first_line), "the first is here"),) if first_line else ()
    return codes.INVALID_CATALOGUE.at(source.line_span(line), message, hint=hint, related=related)


def _decoded(data: bytes, name: str) -> tuple[Source, tuple[Finding, ...]]:
    """The text of a PO file in the encoding that its header names, with line ends of one kind."""
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    header_line = _HEADER_CHARSET.search(data)
    charset = header_line[1].decode("ascii") if header_line else "utf-8"
    if charset.lower() in _NAMES_OF_UTF_8 or len(data) > LIMIT:
        return decode(data, name)
    finding = _invalid(
        Source(name, ""),
        1,
        f"the header says that this file is {charset}, and it cannot be read so",
        "save the file as UTF-8 and say so in its header",
    )
    is_mislabelled = not data.isascii() and _is_utf_8(data)
    if _OTHER_ENCODINGS.fullmatch(charset.lower()) is None or is_mislabelled:
        return Source(name, ""), (finding,)
    try:
        return decode(data.decode(charset.lower()).encode(), name)
    except (LookupError, UnicodeError):
        return Source(name, ""), (finding,)


def _is_utf_8(data: bytes) -> bool:
    """Whether bytes are UTF-8, which text in another encoding hardly ever is."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _lines(source: Source) -> list[str]:
    """The lines of a PO file, fit for babel: comments, flags and previous texts are held as they are."""
    return [_fit_for_babel(number, line.strip()) for number, line in enumerate(source.text.split("\n"))]


def _fit_for_babel(number: int, line: str) -> str:
    """A line, by its number, as babel reads it: held as it is, or with one space after its keyword."""
    is_obsolete_entry = line.startswith("#~") and not line.startswith("#~|")
    is_dropped = line.startswith(("#:", "#."))
    if line.startswith("#") and not is_obsolete_entry and not is_dropped:
        return f"{_HELD_COMMENT}{number}\x01{line}"
    return _KEYWORD.sub(lambda line: f"{line['obsolete'] or ''}{line['keyword']} ", line, count=1)


def _malformed(source: Source) -> Iterator[Finding]:
    """The first line that is not allowed in a PO file; babel would ignore some of these."""
    has_msgid = False
    for number, line in enumerate(_lines(source), 1):
        stripped_line = line.strip()
        is_comment = stripped_line.startswith("#") and not stripped_line.startswith("#~")
        if not stripped_line or is_comment:
            continue
        if not _LINE.fullmatch(stripped_line):
            hint = "write a keyword such as `msgstr` and a text in quotation marks, or translate with a PO editor"
            yield _invalid(source, number, "this is not a line of a PO file", hint)
            return
        keyword = stripped_line.removeprefix("#~").lstrip().partition('"')[0].strip()
        if keyword.startswith("msgstr") and not has_msgid:
            hint = "restore the `msgid`, or extract again"
            yield _invalid(source, number, "this `msgstr` has no `msgid` of its own above it", hint)
            return
        if keyword and not keyword.startswith("msgstr["):
            has_msgid = keyword in {"msgid", "msgid_plural"}


def _parse(
    source: Source,
) -> "tuple[Sequence[Message], Sequence[Message], tuple[Finding, ...]]":
    """The messages and obsolete messages that babel finds, in their order, and why it cannot read them."""
    from babel.messages.catalog import Catalog, Message  # noqa: PLC0415 -- loaded only where catalogues are
    from babel.messages.pofile import PoFileError, PoFileParser  # noqa: PLC0415 -- likewise

    messages: list[Message] = []
    obsolete_messages: list[Message] = []

    class ObsoleteList(dict[str | tuple[str, str], Message]):
        """Keeps every obsolete message as it comes."""

        # The signature is babel's.
        def __setitem__(self, id: str | tuple[str, str], message: "Message") -> None:  # noqa: A002
            obsolete_messages.append(message)

    class MessageList(Catalog):
        """Keeps every message as it comes.

        A catalogue of babel's makes one of two with the same text.
        """

        def __setitem__(self, id: object, message: "Message") -> None:  # noqa: A002 -- babel's signature
            messages.append(message)

    message_list = MessageList()
    message_list.obsolete = ObsoleteList()
    try:
        PoFileParser(message_list, abort_invalid=True).parse(_lines(source))
    except PoFileError as error:
        reason = str(error).rpartition(" on ")[0]
        message = f"this is not PO: {reason[:1].lower()}{reason[1:]}"
        return (), (), (_invalid(source, error.lineno + 1, message, "restore the entry, or extract again"),)
    return messages, obsolete_messages, ()


def _fields(messages: "Sequence[Message]") -> dict[str, str]:
    """The fields of the header, which is the translation of the empty text."""
    header = next((message.string for message in messages if not message.id), "")
    lines = header.split("\n") if isinstance(header, str) else []
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _ambiguous(messages: "Sequence[Message]", source: Source) -> Iterator[Finding]:
    """Entries that do not say clearly what they translate."""
    first_line_of_context: dict[str, int] = {}
    for message in messages:
        context, line = message.context or "", message.lineno or 1
        if not isinstance(message.id, str):
            hint = "remove `msgid_plural`: no text of a case has a plural form"
            yield _invalid(source, line, "this entry has a plural", hint)
        elif message.id and not context:
            # Other programs lose contexts: such an entry is known by its text.
            continue
        elif context in first_line_of_context:
            subject = f"the context `{context}`" if context else "the header"
            first_line = first_line_of_context[context]
            yield _invalid(
                source, line, f"{subject} occurs here a second time", "keep one of them", first_line
            )
        first_line_of_context.setdefault(context, line)


def _entry(message: "Message") -> CatalogueMessage:
    """An entry without the notes, which are made again."""
    lines = [comment.split("\x01", 2)[-1] for comment in message.user_comments]
    flags: dict[str, None] = {}
    for line in lines:
        if line.startswith("#,"):
            flags |= dict.fromkeys([flag.strip() for flag in line[2:].split(",")])
    lines_of_previous_text = [line for line in lines if _PREVIOUS.fullmatch(line)]
    comments = [line for line in lines if not line.startswith("#,") and line not in lines_of_previous_text]
    return CatalogueMessage(
        context=message.context or "",
        source=str(message.id),
        # A paragraph has no line breaks, and no-break spaces are the translator's.
        translation=re.sub(r"[ \t\r\n]+", " ", str(message.string)).strip(" "),
        fuzzy=FUZZY in flags,
        previous=_previous_text(lines_of_previous_text),
        comments=tuple([line[1:].removeprefix(" ") for line in comments]),
        flags=tuple([flag for flag in flags if flag not in {"", FUZZY}]),
        line=message.lineno or 1,
    )


def _previous_text(lines: Iterable[str]) -> str:
    """The previous text of some lines, as in ``#| msgid "text"``."""
    from babel.messages.pofile import unescape  # noqa: PLC0415 -- loaded only where catalogues are

    parts: list[str] = []
    is_in_msgid = False
    for line in filter(None, map(_PREVIOUS.fullmatch, lines)):
        if line["keyword"]:
            is_in_msgid = line["keyword"] == "msgid"
        if is_in_msgid:
            parts.append(str(unescape(line["text"])))
    return "".join(parts)

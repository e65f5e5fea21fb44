"""Catalogues of translations as PO files: the same content gives the same bytes.

babel reads them; what it would ignore or misread is found first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING

from casekit.diagnostics import Diagnostic, Related, Source, Span, codes
from casekit.language.reading import decode
from casekit.values import frozen

if TYPE_CHECKING:
    from babel.messages.catalog import Message


TEXT = "X-Casekit-Text"
"""The header field that names the file whose texts a catalogue translates."""
LANGUAGE = "Language"
PROJECT = "Project-Id-Version"
TYPE = "Content-Type"
FUZZY = "fuzzy"
_WIDTH = 100


@frozen(slots=True)
class CatalogueMessage:
    """A text and its translation, which is empty if there is none.

    ``previous`` is the text that was translated, if it has changed since. ``comments`` are the translator's,
    ``notes`` those made for the translator. ``line`` counts from 1.
    """

    context: str
    source: str
    translation: str = ""
    fuzzy: bool = False
    previous: str = ""
    comments: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    line: int = field(default=1, compare=False)

    @property
    def translated(self) -> str:
        """The text that the translation is of. A translator who removes ``fuzzy`` may leave the previous text above it."""
        return self.previous if self.fuzzy and self.previous else self.source


@frozen
class Catalogue:
    """The translations of one file's texts; ``obsolete`` are those of texts that are gone.

    ``text`` is the name of that file within its edition, ``project`` the edition's title, ``fields`` are further
    fields of the header and ``comments`` the lines above it: both belong to the translator.
    """

    text: str
    language: str
    project: str
    entries: tuple[CatalogueMessage, ...] = ()
    obsolete: tuple[CatalogueMessage, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[str, ...] = ()
    source: Source = field(default=Source("", ""), compare=False)

    def span(self, entry: CatalogueMessage) -> Span:
        """The line an entry begins at."""
        return self.source.line_span(entry.line)


def catalogue_text(catalogue: Catalogue) -> str:
    """A catalogue as it is written. No date is: extracting again must not change a file for nothing."""
    fields = {
        PROJECT: catalogue.project,
        LANGUAGE: catalogue.language,
        "MIME-Version": "1.0",
        TYPE: "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        TEXT: catalogue.text,
        **catalogue.fields,
    }
    lines = "".join(f"{key}: {value}\n" for key, value in fields.items())
    header = CatalogueMessage("", "", lines, comments=catalogue.comments)
    blocks = [_block(entry) for entry in (header, *catalogue.entries)]
    blocks += [_block(entry, "#~ ") for entry in catalogue.obsolete]
    return "\n\n".join(blocks) + "\n"


def _block(entry: CatalogueMessage, prefix: str = "") -> str:
    from babel.messages.pofile import normalize  # noqa: PLC0415 -- loaded only where catalogues are

    def keyword(name: str, text: str, prefix: str = prefix) -> str:
        # With a prefix babel would count it once a word and break lines early.
        return f"{prefix}{name} {normalize(text, '', _WIDTH - len(prefix))}".replace("\n", f"\n{prefix}")

    lines = [f"# {comment}".rstrip() for comment in entry.comments]
    if not prefix:
        lines += [f"#. {note}" for note in entry.notes]
        lines += [f"#, {FUZZY}"] if entry.fuzzy else []
        # babel itself breaks long previous texts where gettext cannot read them.
        lines += [keyword("msgid", entry.previous, "#| ")] if entry.previous else []
    lines += [keyword("msgctxt", entry.context)] if entry.context else []
    return "\n".join([*lines, keyword("msgid", entry.source), keyword("msgstr", entry.translation)])


_OURS = (
    PROJECT,
    LANGUAGE,
    "MIME-Version",
    TYPE,
    "Content-Transfer-Encoding",
    TEXT,
    # Dates of extraction would change files in which nothing else changes.
    "POT-Creation-Date",
)
_LINE = re.compile(r'(?:#~\s*)?(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) +)?"(?:[^"\\]|\\.)*"')
_PREVIOUS = re.compile(r'\|\d+\s*(?P<keyword>\w+)?\s*(?P<text>"(?:[^"\\]|\\.)*")\s*')
_CHARSET = re.compile(r"charset=([\w-]+)")
_MOST = 50
"""How many ambiguous entries are reported; after those are fixed, the next are."""


def read_catalogue(data: bytes, name: str) -> tuple[Catalogue | None, Source, tuple[Diagnostic, ...]]:
    """Read the bytes of a PO file that messages call ``name``.

    Returns:
        The catalogue, or ``None`` if a finding is an error; the file's text; the findings.
    """
    source, problems = decode(data, name)
    problems = problems or tuple(_malformed(source))
    messages, obsolete, unparsed = ((), (), problems) if problems else _parse(source)
    fields = _fields(messages)
    problems = (
        *unparsed,
        *_foreign_charset(fields.get(TYPE, ""), source),
        *islice(_ambiguous(messages, source), _MOST),
    )
    if problems:
        return None, source, problems
    header = [_entry(message) for message in messages if not message.context]
    catalogue = Catalogue(
        text=fields.get(TEXT, ""),
        language=fields.get(LANGUAGE, ""),
        project=fields.get(PROJECT, ""),
        entries=tuple(_entry(message) for message in messages if message.context),
        obsolete=tuple(_entry(message) for message in obsolete if message.context),
        fields={key: value for key, value in fields.items() if key not in _OURS},
        comments=header[0].comments if header else (),
        source=source,
    )
    return catalogue, source, ()


def _invalid(source: Source, line: int, message: str, hint: str, first: int = 0) -> Diagnostic:
    related = (Related(source.line_span(first), "the first is here"),) if first else ()
    return Diagnostic(codes.INVALID_CATALOGUE, message, source.line_span(line), hint=hint, related=related)


def _lines(source: Source) -> list[str]:
    """The lines of a PO file, fit for babel: it ignores previous texts and drops a repeated comment.

    Previous texts of obsolete entries are left out; the lines of others are numbered.
    """
    return [
        ""
        if line.startswith("#~|")
        else line.replace("#|", f"#|{number}", 1)
        if line.startswith("#|")
        else line
        for number, line in enumerate(source.text.split("\n"))
    ]


def _malformed(source: Source) -> Iterator[Diagnostic]:
    """The first line that is not allowed in a PO file; babel would ignore some of these."""
    translating = False
    for number, line in enumerate(_lines(source), 1):
        bare = line.strip()
        if not bare or (bare.startswith("#") and not bare.startswith("#~")):
            continue
        if not _LINE.fullmatch(bare):
            hint = "write a keyword such as `msgstr` and a text in quotation marks, or translate with a PO editor"
            yield _invalid(source, number, "this is not a line of a PO file", hint)
            return
        keyword = bare.removeprefix("#~").lstrip().partition('"')[0].strip()
        if keyword.startswith("msgstr") and not translating:
            hint = "restore the `msgid`, or extract again"
            yield _invalid(source, number, "this `msgstr` has no `msgid` of its own above it", hint)
            return
        if keyword and not keyword.startswith("msgstr["):
            translating = keyword in {"msgid", "msgid_plural"}


def _parse(
    source: Source,
) -> "tuple[Sequence[Message], Sequence[Message], tuple[Diagnostic, ...]]":
    """The messages and the obsolete messages that babel finds, in their order."""
    from babel.messages.catalog import Catalog  # noqa: PLC0415 -- loaded only where catalogues are
    from babel.messages.pofile import PoFileError, PoFileParser  # noqa: PLC0415 -- likewise

    messages: list[Message] = []

    class Listing(Catalog):
        """Keeps every message as it comes, where a catalogue of babel's makes one of two with the same text."""

        def __setitem__(self, id: object, message: "Message") -> None:  # noqa: A002 -- babel's signature
            messages.append(message)

    listing = Listing()
    try:
        PoFileParser(listing, abort_invalid=True).parse(_lines(source))
    except PoFileError as error:
        reason = str(error).rpartition(" on ")[0]
        message = f"this is not PO: {reason[:1].lower()}{reason[1:]}"
        return (), (), (_invalid(source, error.lineno + 1, message, "restore the entry, or extract again"),)
    return messages, tuple(listing.obsolete.values()), ()


def _fields(messages: "Sequence[Message]") -> dict[str, str]:
    """The fields of the header."""
    header = next((message.string for message in messages if not message.context), "")
    lines = header.split("\n") if isinstance(header, str) else []
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _foreign_charset(content_type: str, source: Source) -> Iterator[Diagnostic]:
    charset = _CHARSET.search(content_type)
    if charset and charset[1].lower() not in {"utf-8", "utf8"}:
        message = f"the header says that this file is {charset[1]}, but catalogues are UTF-8"
        yield _invalid(source, 1, message, "save the file as UTF-8 and say so in its header")


def _ambiguous(messages: "Sequence[Message]", source: Source) -> Iterator[Diagnostic]:
    """Entries that do not say clearly what they translate."""
    seen: dict[str, int] = {}
    for message in messages:
        context, line = message.context or "", message.lineno or 1
        if not isinstance(message.id, str):
            hint = "remove `msgid_plural`: no text of a case has a plural form"
            yield _invalid(source, line, "this entry has a plural", hint)
        elif message.id and not context:
            hint = "restore its `msgctxt`, or extract again"
            yield _invalid(source, line, "this entry has no context", hint)
        elif context in seen:
            what = f"the context `{context}`" if context else "the header"
            yield _invalid(
                source, line, f"{what} occurs here a second time", "keep one of them", seen[context]
            )
        seen.setdefault(context, line)


def _entry(message: "Message") -> CatalogueMessage:
    """An entry without the notes, which are made again."""
    comments = tuple(message.user_comments)
    return CatalogueMessage(
        context=message.context or "",
        source=str(message.id),
        # A paragraph has no line breaks, and no-break spaces are the translator's.
        translation=re.sub(r"[ \t\r\n]+", " ", str(message.string)).strip(" "),
        fuzzy=FUZZY in message.flags,
        previous=_previous(comments),
        comments=tuple(comment for comment in comments if not comment.startswith("|")),
        line=message.lineno or 1,
    )


def _previous(comments: Iterable[str]) -> str:
    """The previous text, whose lines such as ``#| msgid "..."`` babel takes for comments."""
    from babel.messages.pofile import unescape  # noqa: PLC0415 -- loaded only where catalogues are

    parts: list[str] = []
    inside = False
    for line in filter(None, map(_PREVIOUS.fullmatch, comments)):
        inside = line["keyword"] == "msgid" if line["keyword"] else inside
        if inside:
            parts.append(str(unescape(line["text"])))
    return "".join(parts)

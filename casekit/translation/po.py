"""Catalogues of translations as PO files: the same content gives the same bytes.

babel reads them; what it would ignore or misread is found first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from casekit.diagnostics import Finding, Related, Source, Span, codes
from casekit.language.source_files import LIMIT, decode
from casekit.values import field, frozen

if TYPE_CHECKING:
    from babel.messages.catalog import Message


TEXT = "X-Casekit-Text"
"""The header field that names the file whose texts a catalogue translates."""
LANGUAGE = "Language"
PROJECT = "Project-Id-Version"
TYPE = "Content-Type"
FUZZY = "fuzzy"
DOUBT = "casekit-doubt"
"""The flag of an entry that a translator had marked fuzzy before its text changed: if the text comes back, so
does the doubt."""
_WIDTH = 100


@frozen(slots=True)
class CatalogueMessage:
    """A text and its translation, which is empty if there is none.

    ``context`` is empty if another program has lost it. ``previous`` is the text that was translated, if it
    has changed since. ``comments`` are the translator's, ``notes`` those made for the translator, ``flags``
    those beside ``fuzzy``. ``line`` counts from 1.
    """

    context: str
    source: str
    translation: str = ""
    fuzzy: bool = False
    previous: str = ""
    comments: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    line: int = field(default=1, compare=False)

    @property
    def translated(self) -> str:
        """The text that the translation is of.

        A translator who removes ``fuzzy`` may leave the previous text above it.
        """
        return self.previous if self.fuzzy and self.previous else self.source

    @property
    def doubted(self) -> bool:
        """Whether a translator has marked the translation, and not only a change of the text."""
        return self.fuzzy and (not self.previous or DOUBT in self.flags)


@frozen
class Catalogue:
    """The translations of one file's texts; ``obsolete`` are those of texts that are gone.

    ``text`` is the name of that file within its edition, ``project`` the edition's title, ``fields`` are
    further fields of the header and ``comments`` the lines above it: both belong to the translator.
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
    flags = (*([FUZZY] if entry.fuzzy else ()), *entry.flags)
    lines += [f"#, {', '.join(flags)}"] if flags else []
    if entry.previous:
        # babel itself breaks long previous texts where gettext cannot read them.
        lines.append(keyword("msgid", entry.previous, f"{prefix.strip() or '#'}| "))
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
_KEYWORD = re.compile(
    r"(?P<obsolete>#~[ \t]*)?(?P<keyword>msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)[ \t]*(?=\")"
)
_LINE = re.compile(r'(?:#~\s*)?(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) +)?"(?:[^"\\]|\\.)*"')
_PREVIOUS = re.compile(r'#~?\|\s*(?P<keyword>msg\w+)?\s*(?P<text>"(?:[^"\\]|\\.)*")\s*')
_HELD = "#\x01"
"""Begins a comment that babel is given in place of one that it would change, drop or misread; a number makes
each its own."""
_CHARSET = re.compile(r"charset=([\w:.+-]+)")
_HEADER_CHARSET = re.compile(rb"^\"Content-Type:[^\"\n]*charset=([\w:.+-]+)", re.MULTILINE | re.IGNORECASE)
_ENCODINGS = re.compile(
    r"iso-?8859-\d{1,2}|latin-?\d|(?:windows|cp)-?\d{3,4}|koi8-[rut]|euc-(?:jp|kr)|gb(?:2312|k|18030)|big5(?:-hkscs)?"
    r"|shift_jis|tis-620|johab"
)
"""The encodings of PO files that Python reads (the manual of gettext, "Header Entry"), beside UTF-8 and
ASCII."""
_UTF_8 = frozenset({"utf-8", "utf8", "ascii", "us-ascii", "charset"})
"""Names of UTF-8, of what is a part of it, and of the field that nobody has filled in."""
_MOST = 50
"""How many ambiguous entries are reported; after those are fixed, the next are."""


def read_catalogue(data: bytes, name: str) -> tuple[Catalogue | None, Source, tuple[Finding, ...]]:
    """Read the bytes of a PO file that messages call ``name``.

    Returns:
        The catalogue, or ``None`` if a finding is an error; the file's text; the findings.
    """
    source, problems = _decoded(data, name)
    problems = problems or tuple(_malformed(source))
    messages, obsolete, unparsed = ((), (), problems) if problems else _parse(source)
    fields = _fields(messages)
    problems = (
        *unparsed,
        *islice(_ambiguous(messages, source), _MOST),
    )
    if problems:
        return None, source, problems
    header = [_entry(message) for message in messages if not message.id]
    catalogue = Catalogue(
        text=fields.get(TEXT, ""),
        language=fields.get(LANGUAGE, ""),
        project=fields.get(PROJECT, ""),
        entries=tuple(_entry(message) for message in messages if message.id),
        obsolete=tuple(_entry(message) for message in obsolete if message.id),
        fields={key: value for key, value in fields.items() if key not in _OURS},
        comments=header[0].comments if header else (),
        source=source,
    )
    return catalogue, source, ()


def _invalid(source: Source, line: int, message: str, hint: str, first: int = 0) -> Finding:
    related = (Related(source.line_span(first), "the first is here"),) if first else ()
    return codes.INVALID_CATALOGUE.at(source.line_span(line), message, hint=hint, related=related)


def _decoded(data: bytes, name: str) -> tuple[Source, tuple[Finding, ...]]:
    """The text of a PO file in the encoding that its header names, with line ends of one kind."""
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    named = _HEADER_CHARSET.search(data)
    given = named[1].decode("ascii") if named else "utf-8"
    charset = given.lower()
    if charset in _UTF_8 or len(data) > LIMIT:
        return decode(data, name)
    foreign = _invalid(
        Source(name, ""),
        1,
        f"the header says that this file is {given}, and it cannot be read so",
        "save the file as UTF-8 and say so in its header",
    )
    if _ENCODINGS.fullmatch(charset) is None or (not data.isascii() and _is_utf_8(data)):
        return Source(name, ""), (foreign,)
    try:
        return decode(data.decode(charset).encode(), name)
    except (LookupError, UnicodeError):
        return Source(name, ""), (foreign,)


def _is_utf_8(data: bytes) -> bool:
    """Whether bytes are UTF-8, which text in another encoding hardly ever is."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _lines(source: Source) -> list[str]:
    """The lines of a PO file, fit for babel: comments, flags and previous texts are held as they are."""
    return [_held(number, line.strip()) for number, line in enumerate(source.text.split("\n"))]


def _held(number: int, line: str) -> str:
    is_entry = line.startswith("#~") and not line.startswith("#~|")
    if line.startswith("#") and not is_entry and not line.startswith(("#:", "#.")):
        return f"{_HELD}{number}\x01{line}"
    return _KEYWORD.sub(lambda found: f"{found['obsolete'] or ''}{found['keyword']} ", line, count=1)


def _malformed(source: Source) -> Iterator[Finding]:
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
) -> "tuple[Sequence[Message], Sequence[Message], tuple[Finding, ...]]":
    """The messages and the obsolete messages that babel finds, in their order."""
    from babel.messages.catalog import Catalog, Message  # noqa: PLC0415 -- loaded only where catalogues are
    from babel.messages.pofile import PoFileError, PoFileParser  # noqa: PLC0415 -- likewise

    messages: list[Message] = []
    gone: list[Message] = []

    class Gone(dict[str | tuple[str, str], Message]):
        """Keeps every obsolete message as it comes."""

        # The signature is babel's.
        def __setitem__(self, id: str | tuple[str, str], message: "Message") -> None:  # noqa: A002
            gone.append(message)

    class Listing(Catalog):
        """Keeps every message as it comes.

        A catalogue of babel's makes one of two with the same text.
        """

        def __setitem__(self, id: object, message: "Message") -> None:  # noqa: A002 -- babel's signature
            messages.append(message)

    listing = Listing()
    listing.obsolete = Gone()
    try:
        PoFileParser(listing, abort_invalid=True).parse(_lines(source))
    except PoFileError as error:
        reason = str(error).rpartition(" on ")[0]
        message = f"this is not PO: {reason[:1].lower()}{reason[1:]}"
        return (), (), (_invalid(source, error.lineno + 1, message, "restore the entry, or extract again"),)
    return messages, gone, ()


def _fields(messages: "Sequence[Message]") -> dict[str, str]:
    """The fields of the header."""
    header = next((message.string for message in messages if not message.id), "")
    lines = header.split("\n") if isinstance(header, str) else []
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _ambiguous(messages: "Sequence[Message]", source: Source) -> Iterator[Finding]:
    """Entries that do not say clearly what they translate."""
    seen: dict[str, int] = {}
    for message in messages:
        context, line = message.context or "", message.lineno or 1
        if not isinstance(message.id, str):
            hint = "remove `msgid_plural`: no text of a case has a plural form"
            yield _invalid(source, line, "this entry has a plural", hint)
        elif message.id and not context:
            # Other programs lose contexts: such an entry is known by its text.
            continue
        elif context in seen:
            what = f"the context `{context}`" if context else "the header"
            yield _invalid(
                source, line, f"{what} occurs here a second time", "keep one of them", seen[context]
            )
        seen.setdefault(context, line)


def _entry(message: "Message") -> CatalogueMessage:
    """An entry without the notes, which are made again."""
    lines = [comment.split("\x01", 2)[-1] for comment in message.user_comments]
    flags: dict[str, None] = {}
    for line in lines:
        if line.startswith("#,"):
            flags |= dict.fromkeys([flag.strip() for flag in line[2:].split(",")])
    previous = [line for line in lines if _PREVIOUS.fullmatch(line)]
    comments = [line for line in lines if not line.startswith("#,") and line not in previous]
    return CatalogueMessage(
        context=message.context or "",
        source=str(message.id),
        # A paragraph has no line breaks, and no-break spaces are the translator's.
        translation=re.sub(r"[ \t\r\n]+", " ", str(message.string)).strip(" "),
        fuzzy=FUZZY in flags,
        previous=_previous(previous),
        comments=tuple([line[1:].removeprefix(" ") for line in comments]),
        flags=tuple([flag for flag in flags if flag not in {"", FUZZY}]),
        line=message.lineno or 1,
    )


def _previous(lines: Iterable[str]) -> str:
    """The previous text, whose lines are such as ``#| msgid "..."``."""
    from babel.messages.pofile import unescape  # noqa: PLC0415 -- loaded only where catalogues are

    parts: list[str] = []
    inside = False
    for line in filter(None, map(_PREVIOUS.fullmatch, lines)):
        inside = line["keyword"] == "msgid" if line["keyword"] else inside
        if inside:
            parts.append(str(unescape(line["text"])))
    return "".join(parts)

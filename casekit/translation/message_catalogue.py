"""Catalogues of translations, and how they are written as PO: the same content gives the same bytes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from casekit.diagnostics import Source, Span

TEXT = "X-Casekit-Text"
"""The header field that names the file whose texts a catalogue translates."""
LANGUAGE = "Language"
PROJECT = "Project-Id-Version"
TYPE = "Content-Type"
FUZZY = "fuzzy"
_WIDTH = 100


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True)
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
        return line_span(self.source, entry.line)


def line_span(source: Source, line: int) -> Span:
    """A line of a text, from 1."""
    return source.line_span(line)


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

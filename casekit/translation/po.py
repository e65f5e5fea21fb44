"""Catalogues of translations, and how they are written as PO files: the same content gives the same bytes."""

from collections.abc import Mapping

from casekit.diagnostics import Source, Span
from casekit.values import field, frozen

TEXT = "X-Casekit-Text"
"""The header field that names the file whose texts a catalogue translates."""

LANGUAGE = "Language"
"""The header field that names the language."""

PROJECT = "Project-Id-Version"
"""The header field that names the edition."""

TYPE = "Content-Type"
"""The header field that names the encoding."""

FUZZY = "fuzzy"
"""The flag of an entry whose translation is not certain."""

DOUBT = "casekit-doubt"
"""The flag of an entry that a translator had marked fuzzy before its text changed.

If the text comes back, so does the doubt.
"""

_LINE_COLUMNS = 100
"""The most columns of a line of a catalogue."""


@frozen(slots=True)
class CatalogueMessage:
    """An entry of a catalogue: a text and its translation."""

    context: str
    """The name of the text; empty if another program has lost it."""

    source: str
    """The text in the original language."""

    translation: str = ""
    """The translation; empty if there is none."""

    fuzzy: bool = False
    """Whether it is marked fuzzy: the translation is not certain."""

    previous: str = ""
    """The text that was translated, if it has changed since."""

    comments: tuple[str, ...] = ()
    """The comments of the translator."""

    notes: tuple[str, ...] = ()
    """Notes for translators on the text."""

    flags: tuple[str, ...] = ()
    """Its flags beside ``FUZZY``."""

    line: int = field(default=1, compare=False)
    """Its first line in the file, from 1."""

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
    """The translations of one file's texts."""

    text: str
    """The name of that file within its edition."""

    language: str
    """The language, as the header names it."""

    project: str
    """The title of the edition."""

    entries: tuple[CatalogueMessage, ...] = ()
    """The entries of texts that are there."""

    obsolete: tuple[CatalogueMessage, ...] = ()
    """The entries of texts that are gone."""

    fields: Mapping[str, str] = field(default_factory=dict)
    """Further fields of the header, which belong to the translator."""

    comments: tuple[str, ...] = ()
    """The lines above the header, which belong to the translator."""

    source: Source = field(default=Source("", ""), compare=False)
    """The text of the catalogue, if it was read."""

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
    """An entry as it is written; the lines of an obsolete one have a prefix."""
    from babel.messages.pofile import normalize  # noqa: PLC0415 -- loaded only where catalogues are

    def keyword_with_text(name: str, text: str, prefix: str = prefix) -> str:
        # With a prefix babel would count it once a word and break lines early.
        return f"{prefix}{name} {normalize(text, '', _LINE_COLUMNS - len(prefix))}".replace(
            "\n", f"\n{prefix}"
        )

    lines = [f"# {comment}".rstrip() for comment in entry.comments]
    if not prefix:
        lines += [f"#. {note}" for note in entry.notes]
    flags = (*([FUZZY] if entry.fuzzy else ()), *entry.flags)
    lines += [f"#, {', '.join(flags)}"] if flags else []
    if entry.previous:
        # babel itself breaks long previous texts where gettext cannot read them.
        lines.append(keyword_with_text("msgid", entry.previous, f"{prefix.strip() or '#'}| "))
    lines += [keyword_with_text("msgctxt", entry.context)] if entry.context else []
    return "\n".join(
        [*lines, keyword_with_text("msgid", entry.source), keyword_with_text("msgstr", entry.translation)]
    )

"""The table of manuscript formats: names, endings and limits, and how they are written and read.

Commands take their choices, their help and their messages from it. A format imports its libraries when a
manuscript is written or read.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from casekit.diagnostics import Finding, Span, codes, invisible_characters
from casekit.language.source_files import decode
from casekit.prose.phrasing import listed
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.manuscripts.manuscript_parts import ManuscriptLine
    from casekit.manuscripts.returned_manuscripts import TextPiece

_MOST_LINES = 20_000


@frozen
class ManuscriptFormat:
    """A format that manuscripts are written in and read from."""

    name: str
    """The value of ``--form`` for it."""

    title: str
    """Its name in a sentence."""

    noun: str
    """The noun for a file of it, with its article."""

    endings: tuple[str, ...]
    """The endings of its files, that of the files that casekit writes first."""

    most_bytes: int
    """The size of the largest file that is read. A manuscript of sixty long paragraphs has some 100,000
    bytes in Markdown."""

    if_larger: str
    """The end of the sentence that says that a file has more bytes than that."""

    write: "Callable[[Iterable[ManuscriptLine], str, str], bytes]"
    """Gives the bytes of a manuscript of some lines, with a title, in a language. Raises ``ImportError`` if
    a library is not installed."""

    read: "Callable[[bytes, str], tuple[tuple[TextPiece, ...] | None, tuple[Finding, ...]]]"
    """Gives the pieces of a manuscript, if it can be read, and what is wrong with the file of a name. Raises
    ``ImportError`` if a library is not installed."""

    most_lines: int | None = None
    """The most lines that are read, if they are limited."""

    needs_extra: bool = False
    """Whether it needs a library of the extra ``write``."""

    def is_too_large(self, data: bytes) -> bool:
        """Whether a file has more bytes or lines than are read."""
        has_too_many_lines = self.most_lines is not None and data.count(b"\n") > self.most_lines
        return len(data) > self.most_bytes or has_too_many_lines


def not_a_manuscript(name: str, reason: str) -> Finding:
    """The finding that a file cannot be read as a manuscript."""
    files = [f"{known.noun} ({known.endings[0]})" for known in FORMATS.values()]
    hint = f"save it as {listed(files, 'or as')}"
    return codes.UNREADABLE_MANUSCRIPT.at(Span(name), f"this manuscript cannot be read: {reason}", hint=hint)


def missing_library(error: ImportError, place: Span) -> Finding:
    """The finding that a format needs a library that is not installed."""
    endings = [known.endings[0] for known in FORMATS.values() if not known.needs_extra]
    return codes.MISSING_EXTRA.at(
        place,
        f"files of word processors need a library that is not installed: {error.name or error}",
        hint=f'install it with `pip install "casekit[write]"`, or use a name that ends in {listed(endings, "or")}',
    )


# --- OpenDocument ------------------------------------------------------------------------------------


def _open_document(lines: "Iterable[ManuscriptLine]", title: str, language: str) -> bytes:
    from casekit.manuscripts.open_document_writing import open_document

    return open_document(lines, title, language)


def _read_open_document(data: bytes, name: str) -> "tuple[tuple[TextPiece, ...] | None, tuple[Finding, ...]]":
    """Read it in a process of its own, which has limits."""
    from casekit.manuscripts.open_document_reading import pieces_in
    from casekit.manuscripts.returned_manuscripts import TextPiece
    from casekit.system.sandbox import SandboxError, read

    try:
        rows, reason = read(pieces_in, data)
    except SandboxError as error:
        return None, (not_a_manuscript(name, f"it {error}"),)
    if reason:
        return None, (not_a_manuscript(name, reason),)
    return tuple(TextPiece(*row) for row in rows), ()


# --- Markdown ----------------------------------------------------------------------------------------


def _markdown(lines: "Iterable[ManuscriptLine]", title: str, language: str) -> bytes:
    from casekit.manuscripts.markdown_manuscript import markdown

    return markdown(lines, title, language).encode()


def _read_markdown(data: bytes, name: str) -> "tuple[tuple[TextPiece, ...] | None, tuple[Finding, ...]]":
    from casekit.manuscripts.markdown_manuscript import read_markdown

    source, problems = decode(data, name, underlined=True)
    # Editors leave characters that nobody sees: they are left out, and only what is not text is refused.
    if any(problem.code is not codes.HIDDEN_CHARACTER for problem in problems):
        return None, problems
    return read_markdown(invisible_characters.HIDDEN.sub("", source.text)), ()


_ALL = (
    ManuscriptFormat(
        "odt",
        title="OpenDocument",
        noun="an OpenDocument text",
        endings=(".odt",),
        most_bytes=10_000_000,
        if_larger="; remove its pictures",
        write=_open_document,
        read=_read_open_document,
        needs_extra=True,
    ),
    ManuscriptFormat(
        "md",
        title="Markdown",
        noun="Markdown",
        endings=(".md", ".markdown"),
        most_bytes=300_000,
        if_larger=f" or {_MOST_LINES:,} lines",
        most_lines=_MOST_LINES,
        write=_markdown,
        read=_read_markdown,
    ),
)

FORMATS: Mapping[str, ManuscriptFormat] = {known.name: known for known in _ALL}
"""The formats by their names, the usual one first."""

USUAL_FORMAT = next(iter(FORMATS.values()))


def _by_ending() -> dict[str, ManuscriptFormat]:
    formats: dict[str, ManuscriptFormat] = {}
    for known in FORMATS.values():
        formats |= dict.fromkeys(known.endings, known)
    return formats


FORMATS_BY_ENDING: Mapping[str, ManuscriptFormat] = _by_ending()

"""From the bytes of a file to a source, or to what is wrong with them."""

from pathlib import Path

from casekit.diagnostics import Diagnostic, Source, Span, codes

LIMIT = 2_000_000
"""The most bytes a file may have. A case of sixty long paragraphs has some 60,000."""

_MARK = b"\xef\xbb\xbf"


def read_bytes(file: Path) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """Read a file, or say why it cannot be read."""
    try:
        return file.read_bytes(), ()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problem = Diagnostic(
            codes.NO_SUCH_FILE,
            f"this cannot be read: {reason}",
            Span(file.as_posix()),
            hint="check the name; `casekit new NAME` starts a case",
        )
        return None, (problem,)


def refuse_special(file: Path) -> None:
    """Raise an error for what is there and no file or folder: a pipe or a device might never end.

    Raises:
        OSError: if it is one.
    """
    if file.exists() and not (file.is_file() or file.is_dir()):
        raise OSError("it is no file")


def decode(data: bytes, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Read UTF-8 bytes, with or without a byte order mark, as the source called ``name``.

    What cannot be read yields an empty source and one diagnostic.
    """
    if len(data) > LIMIT:
        problem = Diagnostic(
            codes.FILE_TOO_LARGE,
            f"this file has {len(data):,} bytes; casekit reads at most {LIMIT:,}",
            Span(name),
            hint="check that it is the file you mean; a long case belongs into several files",
        )
        return Source(name, ""), (problem,)
    shift = len(_MARK) if data.startswith(_MARK) else 0
    body = data[shift:]
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        return Source(name, ""), (_undecodable(body, error.start, name, shift),)
    at = text.find("\0")
    if at >= 0:
        problem = Diagnostic(
            codes.NOT_UTF8,
            "this is not text: it holds a zero byte",
            Source(name, text, shift).span(at, at + 1),
            hint="give casekit a text file, not a document or an archive",
        )
        return Source(name, ""), (problem,)
    return Source(name, text, shift), ()


def _undecodable(body: bytes, at: int, name: str, shift: int) -> Diagnostic:
    before = body[:at].decode("utf-8")
    place = Source(name, before, shift).span(len(before), len(before))
    return Diagnostic(
        codes.NOT_UTF8,
        f"this file is not UTF-8: byte 0x{body[at]:02x} at offset {at + shift} cannot stand there",
        place,
        hint="save it as UTF-8 (it may be Latin-1 or Windows-1252 now)",
    )

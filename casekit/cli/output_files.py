"""Files that commands write: a text to a file or to standard output, and files that are written again."""

from collections.abc import Collection
from pathlib import Path

from casekit.cli.guarded_streams import write_data
from casekit.diagnostics import Finding, Span, codes
from casekit.language.source_files import contents_here


def write(path: Path | None, text: str, form: str, *, rewrites: bool = False) -> tuple[Finding, ...]:
    """Write a text to a file as it is, or without a file to standard output as ``write_data`` does.

    Args:
        path: the file; ``None`` for standard output.
        text: the text.
        form: the form of the text, which ``write_data`` has to know.
        rewrites: whether the command is there to replace cases.

    Returns:
        Why it cannot be written.
    """
    if path is None:
        write_data(text, form)
        return ()
    from casekit.building.atomic_writes import write_bytes

    return write_bytes(path, text.encode("utf-8", "replace"), rewrites=rewrites)


def link_findings(path: Path, name: str) -> tuple[Finding, ...]:
    """A finding if a file that is to be written again is a link.

    The link is not replaced, and nothing is written to what it leads to.
    """
    link = codes.CANNOT_WRITE.at(Span(name), "this is a link", hint="name the file that it leads to")
    return (link,) if path.is_symlink() else ()


def change_findings(path: Path, name: str, expected: Collection[bytes]) -> tuple[Finding, ...]:
    """A finding if a file that is to be written again has been changed by somebody else.

    ``expected`` are the contents that it may have: those that were read, say, or those to be written.
    """
    change = codes.CANNOT_WRITE.at(
        Span(name),
        "this has changed since it was read",
        hint="give the command again, when nobody else writes the file",
    )
    return () if any(holds(path, data) for data in expected) else (change,)


def holds(path: Path, data: bytes) -> bool:
    """Whether a file holds these bytes and no others."""
    try:
        # This is not noted as an input: what an output holds is none.
        return contents_here(path, None, len(data)) == data
    except OSError:
        return False

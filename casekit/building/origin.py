"""Whether a file was made by casekit, so that it may be replaced: by what it says of itself."""

import stat
from pathlib import Path

from casekit.print.content.papers import CREATOR


def obstacle(path: Path, first_lines: tuple[str, ...] = ()) -> str:
    """Why a file must not be replaced unasked: what there is under its name instead; nothing if it may.

    Args:
        path: where a PDF or a text is to be written.
        first_lines: how a text of casekit begins, up to the title and from there on, joined by ``{}``.
    """
    try:
        status = path.lstat()
    except OSError:
        return ""
    if stat.S_ISLNK(status.st_mode):
        return "a link to another place"
    if stat.S_ISDIR(status.st_mode) or (not status.st_size and stat.S_ISREG(status.st_mode)):
        # A folder cannot be replaced at all, which is said elsewhere; nothing is lost with an empty file.
        return ""
    if not stat.S_ISREG(status.st_mode):
        return "something that is not a plain file"
    ours = _is_text(path, first_lines) if first_lines else _is_pdf(path)
    return "" if ours else "a file that casekit did not make"


def _is_pdf(path: Path) -> bool:
    from casekit.print.preflight.objects.open_files import LARGEST, creator_of

    try:
        with path.open("rb") as file:
            return creator_of(file.read(LARGEST + 1)) == CREATOR
    except OSError:
        return False


def _is_text(path: Path, first_lines: tuple[str, ...]) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            first = file.readline(10_000).rstrip("\n")
    except (OSError, ValueError):
        return False
    pairs = (line.split("{}") for line in first_lines)
    return any(first.startswith(before) and first.endswith(after) for before, after in pairs)

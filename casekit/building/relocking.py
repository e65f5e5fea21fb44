"""Lock files that are changed on purpose."""

from pathlib import Path, PurePosixPath

from casekit.building.writing import write_all
from casekit.diagnostics import Diagnostic, Span, codes, in_order
from casekit.diagnostics.forms import Report
from casekit.games.editions import shown


def rename_in_locks(old: str, new: str, place: Path) -> tuple[tuple[Path, ...], Report]:
    """Give a case another name in the lock files of an edition.

    Args:
        old: its file, as the lock files name it: relative to the edition, or as seen from here.
        new: its new name, likewise.
        place: the edition, its folder, or one of its lock files.

    Returns:
        The lock files that were written; and findings, with which none is.
    """
    from casekit.print.numbers.errata import find_printings
    from casekit.print.numbers.keeping import cannot_rename, rename_case
    from casekit.print.numbers.lock import lock_text

    found = find_printings(place, shown)
    if found.diagnostics:
        return (), Report(in_order(found.diagnostics), found.sources, tuple(found.sources))
    folder = place.parent if place.is_file() else place
    before, after = _within(old, folder), _within(new, folder)
    locks = {shown(each.file): each.lock for each in found.printings.values()}
    problems = _unusable(new, after, place) or cannot_rename(locks, before, after)
    written: tuple[Path, ...] = ()
    if not problems:
        texts = {
            each.file: lock_text(rename_case(each.lock, before, after)).encode()
            for each in found.printings.values()
            if before in each.lock.cases
        }
        written, problems = write_all(texts)
    return written, Report(in_order(problems), found.sources, tuple(found.sources))


def _within(name: str, folder: Path) -> str:
    """A case file as lock files name it, which is seen from the folder of the edition."""
    path = Path(name)
    if path.is_absolute() or not folder.samefile("."):
        here, root = path.absolute(), folder.absolute()
        if here.is_relative_to(root):
            return here.relative_to(root).as_posix()
    return path.as_posix()


def _unusable(given: str, name: str, place: Path) -> tuple[Diagnostic, ...]:
    """A finding for a new name that no edition can give a case."""
    from casekit.system.portable_names import flaw

    path = PurePosixPath(name)
    reason = "is outside the edition's folder" if path.is_absolute() or ".." in path.parts else flaw(name)
    if not reason:
        return ()
    message = f"the case `{given}` {reason}"
    return (Diagnostic(codes.UNPORTABLE_NAME, message, Span(shown(place)), hint="give it another name"),)

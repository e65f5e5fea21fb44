"""Lock files and kept pages of printings: read, compared between two printings, and changed.

``lock rename`` gives a case another name in them, ``lock withdraw`` takes a case out.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from casekit.building import atomic_writes
from casekit.building.plan import Plan
from casekit.building.planned_booklets import PlannedBooklet
from casekit.diagnostics import Finding, Report, Span, codes, in_order, with_findings
from casekit.kit.editions import EDITION, EditionFinder, LoadedEdition, cases_of, shown
from casekit.pipeline.loading import InputFile, open_document
from casekit.print.content.papers import VARIANTS
from casekit.print.numbers import kept_numbers, lock, printings, released_pages
from casekit.prose.markup import visible_text
from casekit.system.file_names import flaw
from casekit.values import replace

_BOTH_PRINTINGS = 2


class LoadedPages(NamedTuple):
    """The kept pages of a booklet as read."""

    pages: released_pages.KeptPages | None
    """The pages; ``None`` if there are none that fit, or if a finding is an error."""

    findings: tuple[Finding, ...]
    """What is wrong with the file."""


class MovedNumbers(NamedTuple):
    """The numbers that begin on other pages in a second printing than in the first."""

    pages: Mapping[int, tuple[int, int]]
    """For each number its pages in the first and in the second printing, counted from 1."""

    findings: tuple[Finding, ...] = ()
    """What is wrong with the files that keep the pages; if there is anything, no number is known."""


class RewrittenLocks(NamedTuple):
    """The result of a change to the lock files of an edition."""

    files: tuple[Path, ...]
    """The lock files that were written."""

    report: Report
    """The findings; with an error no file is written."""


def kept_pages_of(booklet: PlannedBooklet) -> LoadedPages:
    """The kept pages of a booklet in its variant and on its paper, if there are any."""
    file = booklet.kept_pages_file
    if file is None:
        return LoadedPages(None, ())
    pages, findings = released_pages.load_kept(file, shown(file))
    fits = pages is not None and (pages.booklet, pages.paper) == (booklet.slug, booklet.paper)
    return LoadedPages(pages if fits else None, findings)


def on_kept_pages(plan: Plan) -> Plan:
    """The plan with all booklets set on the pages that are kept; a finding says which booklet has none."""
    report = plan.report
    booklets: list[PlannedBooklet] = []
    for booklet in plan.booklets:
        pages, findings = kept_pages_of(booklet)
        if pages is None and not findings:
            missing = codes.NO_SUCH_FILE.at(
                Span(shown(booklet.kept_pages_file or plan.file)),
                f"there are no kept pages of the booklet `{booklet.slug}` on {booklet.paper} paper",
                hint="build it once with `--release`, as it was printed; or leave out --keep-pages",
            )
            findings = (missing,)
        report = with_findings(report, findings)
        booklets.append(replace(booklet, kept_pages=pages))
    return replace(plan, report=report, booklets=tuple(booklets))


def compare_printings(old: Path, new: Path) -> tuple[tuple[printings.BookletChanges, ...], Report]:
    """The changes between two printings: of a booklet by its lock files, or of all booklets of two editions.

    Args:
        old: a lock file, an edition file, or the folder of an edition.
        new: the same of the later printing.

    Returns:
        The changes of each booklet, and the findings on the files.
    """
    old_printings, new_printings = printings.find_printings(old, shown), printings.find_printings(new, shown)
    findings = (*old_printings.diagnostics, *new_printings.diagnostics)
    findings = findings or printings.unlike(old_printings, new_printings)
    sources = {**old_printings.sources, **new_printings.sources}
    booklets: list[printings.BookletChanges] = []
    if not findings:
        for changes in printings.compare(old_printings, new_printings, _printed_texts):
            moved_numbers = _moved_numbers(changes)
            findings = (*findings, *moved_numbers.findings)
            booklets.append(replace(changes, pages=moved_numbers.pages))
    return tuple(booklets), Report(in_order(findings), sources, tuple(sources))


def _moved_numbers(changes: printings.BookletChanges) -> MovedNumbers:
    """The numbers that begin on other pages, by the kept pages of the first variant of both printings."""
    lock_files = [printing.file for printing in (changes.old, changes.new) if printing]
    slug = lock_files[0].name.removesuffix(lock.SUFFIX)
    for variant in VARIANTS.values():
        name = f"{slug}{variant.suffix}{released_pages.SUFFIX}"
        numbers_by_page: list[Sequence[Sequence[int]]] = []
        findings: list[Finding] = []
        for lock_file in lock_files:
            file = lock_file.with_name(name)
            kept_pages, problems = released_pages.load_kept(file, shown(file))
            findings += problems
            if kept_pages is not None:
                numbers_by_page.append(kept_pages.numbers)
        if findings:
            return MovedNumbers({}, tuple(findings))
        if len(numbers_by_page) == _BOTH_PRINTINGS:
            return MovedNumbers(released_pages.moved(*numbers_by_page))
    return MovedNumbers({})


def _printed_texts(printing: printings.Printing) -> dict[tuple[str, str], str]:
    """The texts that were printed and that the edition beside the lock file still has.

    They are by the name of the case and the key of the paragraph, both as the lock file has them.
    """
    file = printing.file.parent / EDITION
    editions = EditionFinder()
    loaded_edition = _edition_in(printing.file.parent, editions)
    settings = loaded_edition.settings
    case_files: list[Path] = []
    for booklet in settings.booklets if settings else ():
        case_files += cases_of(booklet, file)
    texts: dict[tuple[str, str], str] = {}
    for path in dict.fromkeys(case_files):
        name = path.relative_to(file.parent).as_posix()
        digests = {key: entry.digest for key, entry in printing.lock.cases.get(name, {}).items()}
        digests |= printing.lock.texts.get(name, {})
        if not digests:
            continue
        case = open_document(InputFile(name, None, path, file.parent), editions, loaded_edition)
        if case.resolved is None:
            continue
        for key, text in case.parsed.game.pages.lock_texts(case.resolved.document):
            if digests.get(key) == lock.digest_of(text):
                language = settings.language if settings else ""
                texts[name, key] = visible_text(" ".join(text.prose), language)
    return texts


def rename_in_locks(old: str, new: str, place: Path) -> RewrittenLocks:
    """Give a case another name in the lock files of an edition.

    Args:
        old: its file, as the lock files name it: relative to the edition, or as seen from here.
        new: its new file, named in either way too.
        place: the edition, its folder, or one of its lock files.
    """
    found = printings.find_printings(place, shown)
    if found.diagnostics:
        return RewrittenLocks((), _report(found, found.diagnostics))
    folder = _folder_of_locks(place)
    old_name, new_name = _as_named_in_locks(old, folder), _as_named_in_locks(new, folder)
    problems = _unusable_name_findings(new, new_name, place)
    problems = problems or kept_numbers.cannot_rename(_locks_by_shown_name(found), old_name, new_name)
    if problems:
        return RewrittenLocks((), _report(found, problems))
    changed_locks: dict[Path, lock.Lock] = {}
    for printing in found.printings.values():
        if old_name in printing.lock.cases:
            changed_locks[printing.file] = kept_numbers.rename_case(printing.lock, old_name, new_name)
    return _write_locks(found, changed_locks)


def withdraw_from_locks(case: str, place: Path) -> RewrittenLocks:
    """Take a case out of the lock files of the booklets of an edition that have it no longer.

    Its numbers stay as gaps.

    Args:
        case: its file, as the lock files name it: relative to the edition, or as seen from here.
        place: the edition, its folder, or one of its lock files.
    """
    found = printings.find_printings(place, shown)
    if found.diagnostics:
        return RewrittenLocks((), _report(found, found.diagnostics))
    folder = _folder_of_locks(place)
    name = _as_named_in_locks(case, folder)
    cases_by_booklet = _cases_by_booklet(folder)
    problems = kept_numbers.cannot_withdraw(_locks_by_shown_name(found), name, cases_by_booklet)
    if problems:
        return RewrittenLocks((), _report(found, problems))
    changed_locks: dict[Path, lock.Lock] = {}
    for slug, printing in found.printings.items():
        if name in printing.lock.cases and name not in cases_by_booklet.get(slug, ()):
            changed_locks[printing.file] = kept_numbers.withdraw_case(printing.lock, name)
    return _write_locks(found, changed_locks)


def _locks_by_shown_name(found: printings.FoundPrintings) -> dict[str, lock.Lock]:
    """The locks that were found, by the names of their files as messages show these."""
    return {shown(printing.file): printing.lock for printing in found.printings.values()}


def _write_locks(found: printings.FoundPrintings, changed_locks: Mapping[Path, lock.Lock]) -> RewrittenLocks:
    """Write the locks that have changed to their files: all of them or none."""
    texts = {file: lock.lock_text(changed_lock).encode() for file, changed_lock in changed_locks.items()}
    written_files, problems = atomic_writes.write_all(texts, rewrites=True)
    return RewrittenLocks(written_files, _report(found, problems))


def _edition_in(folder: Path, editions: EditionFinder) -> LoadedEdition:
    """The edition in a folder; one without settings if there is none."""
    file = folder / EDITION
    return editions.read(file, folder) if file.is_file() else LoadedEdition(None)


def _cases_by_booklet(folder: Path) -> dict[str, tuple[str, ...]]:
    """The cases of each booklet of the edition in a folder, by its slug, as lock files name them.

    There are none without an edition.
    """
    settings = _edition_in(folder, EditionFinder()).settings
    cases: dict[str, tuple[str, ...]] = {}
    for booklet in settings.booklets if settings else ():
        names = [path.relative_to(folder).as_posix() for path in cases_of(booklet, folder / EDITION)]
        cases[booklet.slug] = tuple(names)
    return cases


def _report(found: printings.FoundPrintings, findings: tuple[Finding, ...]) -> Report:
    """A report on lock files that were found, with findings on them."""
    return Report(in_order(findings), found.sources, tuple(found.sources))


def _folder_of_locks(place: Path) -> Path:
    """The folder of an edition, given that, the edition, or one of its lock files."""
    return place.parent if place.is_file() else place


def _as_named_in_locks(name: str, folder: Path) -> str:
    """A case file as lock files name it: ``tour/a.case`` for ``../edition/tour/a.case``.

    Args:
        name: the file as seen from the folder of the edition, or from the current folder.
        folder: the folder of the edition.
    """
    path = Path(name)
    if path.is_absolute() or not folder.samefile("."):
        absolute_path, absolute_folder = path.absolute(), folder.absolute()
        if absolute_path.is_relative_to(absolute_folder):
            return absolute_path.relative_to(absolute_folder).as_posix()
    return path.as_posix()


def _unusable_name_findings(given: str, name: str, place: Path) -> tuple[Finding, ...]:
    """A finding for a new name that no edition can give a case.

    ``given`` is the name as the user wrote it, ``name`` as the lock files would have it.
    """
    path = PurePosixPath(name)
    reason = "is outside the edition's folder" if path.is_absolute() or ".." in path.parts else flaw(name)
    if not reason:
        return ()
    message = f"the case `{given}` {reason}"
    return (codes.UNPORTABLE_NAME.at(Span(shown(place)), message, hint="give it another name"),)

"""Lock files of printings and what has changed from one to the other; cases renamed in them or withdrawn.

And the pages that are kept beside them.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path, PurePosixPath

from casekit.building import atomic_writes, plan as building_plan
from casekit.diagnostics import Diagnostic, Report, Span, codes, in_order, with_findings
from casekit.kit.editions import EDITION, EditionFinder, LoadedEdition, cases_of, shown
from casekit.pipeline.loading import InputFile, open_document
from casekit.print.content.papers import VARIANTS
from casekit.print.numbers import errata, kept_numbers, lock, page_filling
from casekit.prose.markup import visible_text
from casekit.system.file_names import flaw
from casekit.values import replace


def kept_of(
    binding: building_plan.BoundBooklet,
) -> tuple[page_filling.KeptPages | None, tuple[Diagnostic, ...]]:
    """The kept pages of a booklet in its variant and on its paper, if there are any."""
    file = binding.kept_file
    kept, problems = (None, ()) if file is None else page_filling.load_kept(file, shown(file))
    fits = kept is not None and (kept.booklet, kept.paper) == (binding.slug, binding.paper)
    return (kept if fits else None), problems


def on_kept_pages(plan: building_plan.Plan) -> building_plan.Plan:
    """The plan with all booklets set on the pages that are kept; a finding says where there are none."""
    bindings, report = [], plan.report
    for binding in plan.bindings:
        kept, problems = kept_of(binding)
        if kept is None and not problems:
            file = binding.kept_file
            problems = (
                codes.NO_SUCH_FILE.at(
                    Span(shown(file or plan.file)),
                    f"there are no kept pages of the booklet `{binding.slug}` on {binding.paper} paper",
                    hint="build it once with `--release`, as it was printed; or leave out --keep-pages",
                ),
            )
        report = with_findings(report, problems)
        bindings.append(replace(binding, kept=kept))
    return replace(plan, report=report, bindings=tuple(bindings))


def compare_printings(old: Path, new: Path) -> tuple[tuple[errata.BookletChanges, ...], Report]:
    """The changes between two printings.

    They are of one booklet by its lock files, or of all booklets of two editions.
    """
    before, after = errata.find_printings(old, shown), errata.find_printings(new, shown)
    problems = (*before.diagnostics, *after.diagnostics) or errata.unlike(before, after)
    sources = {**before.sources, **after.sources}
    compared: list[errata.BookletChanges] = []
    for changes in () if problems else errata.compare(before, after, _printed_texts):
        pages, unreadable = _moved(changes)
        problems = (*problems, *unreadable)
        compared.append(replace(changes, pages=pages))
    return tuple(compared), Report(in_order(problems), sources, tuple(sources))


def _moved(changes: errata.BookletChanges) -> tuple[Mapping[int, tuple[int, int]], tuple[Diagnostic, ...]]:
    """The numbers that begin on other pages, by the kept pages of one variant that both printings have.

    If something is wrong with these pages, it is that.
    """
    locks = [printing.file for printing in (changes.old, changes.new) if printing]
    for variant in VARIANTS.values():
        name = f"{locks[0].name.removesuffix(lock.SUFFIX)}{variant.suffix}{page_filling.SUFFIX}"
        numbers: list[Sequence[Sequence[int]]] = []
        unreadable: list[Diagnostic] = []
        for lock_file in locks:
            file = lock_file.with_name(name)
            kept, problems = page_filling.load_kept(file, shown(file))
            unreadable += problems
            if kept is not None:
                numbers.append(kept.numbers)
        if unreadable:
            return {}, tuple(unreadable)
        if len(numbers) == len((changes.old, changes.new)):
            return page_filling.moved(*numbers), ()
    return {}, ()


def _printed_texts(printing: errata.Printing) -> dict[tuple[str, str], str]:
    """The texts that were printed and that the edition beside the lock file still has."""
    file = printing.file.parent / EDITION
    editions = EditionFinder()
    shelf = editions.read(file, file.parent) if file.is_file() else LoadedEdition(None)
    booklets = shelf.edition.booklets if shelf.edition else ()
    language = shelf.edition.language if shelf.edition else ""
    cases = chain.from_iterable(cases_of(booklet, file) for booklet in booklets)
    texts = {}
    for path in dict.fromkeys(cases):
        name = path.relative_to(file.parent).as_posix()
        numbered = {key: entry.digest for key, entry in printing.lock.cases.get(name, {}).items()}
        digests = {**numbered, **printing.lock.texts.get(name, {})}
        if not digests:
            continue
        case = open_document(InputFile(name, None, path, file.parent), editions, shelf)
        if case.reading is None:
            continue
        for key, text in case.parsed.game.pages.lock_texts(case.reading.document):
            if digests.get(key) == lock.digest_of(text):
                texts[name, key] = visible_text(" ".join(text.prose), language)
    return texts


def rename_in_locks(old: str, new: str, place: Path) -> tuple[tuple[Path, ...], Report]:
    """Give a case another name in the lock files of an edition.

    Args:
        old: its file, as the lock files name it: relative to the edition, or as seen from here.
        new: its new name, likewise.
        place: the edition, its folder, or one of its lock files.

    Returns:
        The lock files that were written; and findings, with which none is.
    """
    printed = errata.find_printings(place, shown)
    if printed.diagnostics:
        return (), _report(printed, printed.diagnostics)
    folder = place.parent if place.is_file() else place
    before, after = _within(old, folder), _within(new, folder)
    printings = printed.printings.values()
    locks = {shown(printing.file): printing.lock for printing in printings}
    problems = _unusable(new, after, place) or kept_numbers.cannot_rename(locks, before, after)
    written: tuple[Path, ...] = ()
    if not problems:
        texts: dict[Path, bytes] = {}
        for printing in printings:
            if before in printing.lock.cases:
                renamed = kept_numbers.rename_case(printing.lock, before, after)
                texts[printing.file] = lock.lock_text(renamed).encode()
        written, problems = atomic_writes.write_all(texts, rewrites=True)
    return written, _report(printed, problems)


def withdraw_from_locks(case: str, place: Path) -> tuple[tuple[Path, ...], Report]:
    """Take a case out of the lock files of the booklets of an edition that have it no longer.

    Its numbers stay as gaps.

    Args:
        case: its file, as the lock files name it: relative to the edition, or as seen from here.
        place: the edition, its folder, or one of its lock files.

    Returns:
        The lock files that were written; and findings, with which none is.
    """
    printed = errata.find_printings(place, shown)
    if printed.diagnostics:
        return (), _report(printed, printed.diagnostics)
    folder = place.parent if place.is_file() else place
    name, bound = _within(case, folder), _bound(folder)
    locks = {shown(printing.file): printing.lock for printing in printed.printings.values()}
    problems = kept_numbers.cannot_withdraw(locks, name, bound)
    written: tuple[Path, ...] = ()
    if not problems:
        texts: dict[Path, bytes] = {}
        for slug, printing in printed.printings.items():
            if name in printing.lock.cases and name not in bound.get(slug, ()):
                without = kept_numbers.withdraw_case(printing.lock, name)
                texts[printing.file] = lock.lock_text(without).encode()
        written, problems = atomic_writes.write_all(texts, rewrites=True)
    return written, _report(printed, problems)


def _bound(folder: Path) -> dict[str, tuple[str, ...]]:
    """The cases of the booklets of the edition in a folder by slug, as its lock files name them.

    There are none without an edition.
    """
    file = folder / EDITION
    shelf = EditionFinder().read(file, folder) if file.is_file() else LoadedEdition(None)
    cases: dict[str, tuple[str, ...]] = {}
    for booklet in shelf.edition.booklets if shelf.edition else ():
        names = [path.relative_to(folder).as_posix() for path in cases_of(booklet, file)]
        cases[booklet.slug] = tuple(names)
    return cases


def _report(found: errata.Found, problems: tuple[Diagnostic, ...]) -> Report:
    return Report(in_order(problems), found.sources, tuple(found.sources))


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
    path = PurePosixPath(name)
    reason = "is outside the edition's folder" if path.is_absolute() or ".." in path.parts else flaw(name)
    if not reason:
        return ()
    message = f"the case `{given}` {reason}"
    return (codes.UNPORTABLE_NAME.at(Span(shown(place)), message, hint="give it another name"),)

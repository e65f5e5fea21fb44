"""The printings of booklets in a place: lock files found, read, and compared with those of another place.

``find_printings`` reads the lock files of a place, ``compare`` compares those of two. If the texts are at
hand, they are compared in words too.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from casekit.diagnostics import Finding, Related, Source, Span, codes
from casekit.print.numbers.errata import Change, ChangedWords, differences, errata
from casekit.print.numbers.lock import SUFFIX, Lock
from casekit.print.numbers.lock_reading import load_lock
from casekit.values import field, frozen, replace

PrintedTexts = Mapping[tuple[str, str], str]
"""The texts of a booklet as it was printed, by case file and path name; what was not found is missing."""


@frozen
class Printing:
    """A booklet's lock file, and its lock."""

    file: Path
    lock: Lock


TextsOfPrinting = Callable[[Printing], PrintedTexts]
"""Gives the texts of a printing."""


@frozen
class BookletChanges:
    """The changes in a booklet. If it has only one of two printings, there is nothing to compare."""

    booklet: str
    """The slug of the booklet."""
    old: Printing | None
    new: Printing | None
    errata: tuple[Change, ...] = ()
    pages: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """For each number that moved its pages in the older and the newer printing, if both have kept pages."""


@frozen
class FoundPrintings:
    """The printings that were found in a place."""

    printings: Mapping[str, Printing]
    """The printings, by the slug of their booklet."""
    sources: Mapping[str, Source]
    """The texts of all lock files, by name."""
    diagnostics: tuple[Finding, ...]
    """What is wrong with the lock files."""
    single: bool = False
    """Whether the place was a lock file, and not a folder."""


def find_printings(place: Path, name: Callable[[Path], str]) -> FoundPrintings:
    """Read a lock file, or all of a folder; an edition file stands for its folder.

    ``name`` gives what messages call a file.
    """
    folder = place.parent if place.suffix == ".toml" and place.is_file() else place
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else [place]
    if not place.exists() or not files:
        message = "there is no lock file in this folder" if place.exists() else "this file does not exist"
        hint = (
            "name a lock file, or the folder of an edition that was built:"
            " `casekit build` writes BOOKLET.lock.json"
        )
        return FoundPrintings({}, {}, (codes.NO_SUCH_FILE.at(Span(place.as_posix()), message, hint=hint),))
    printings: dict[str, Printing] = {}
    sources = {}
    findings: list[Finding] = []
    for file in files:
        lock, source, problems = load_lock(file, name(file), folder if folder.is_dir() else None)
        sources[source.name] = source
        findings += problems
        if lock is not None:
            first = printings.setdefault(lock.booklet, Printing(file, lock))
            if first.file != file:
                findings.append(_second_lock(lock, source, name(first.file)))
    return FoundPrintings(printings, sources, tuple(findings), single=not folder.is_dir())


def _second_lock(lock: Lock, source: Source, first: str) -> Finding:
    """The finding for another lock file of a booklet, beside the first one."""
    return codes.MISMATCHED_LOCK.at(
        Span(source.name),
        f"this lock file belongs to the booklet `{lock.booklet}`, and so does another one here",
        hint="keep each printing of a booklet in its own folder, or name the two files",
        related=(Related(Span(first), "the other one"),),
    )


def unlike(old: FoundPrintings, new: FoundPrintings) -> tuple[Finding, ...]:
    """A finding if two lock files were named that are not of one booklet."""
    if not (old.single and new.single) or old.printings.keys() == new.printings.keys():
        return ()
    (old_file,), (new_file,) = old.sources, new.sources
    (old_booklet,), (new_booklet,) = old.printings, new.printings
    return (
        codes.MISMATCHED_LOCK.at(
            Span(new_file),
            f"these are the lock files of two booklets, `{old_booklet}` and `{new_booklet}`",
            hint="name two lock files of one booklet",
            related=(Related(Span(old_file), "the other one"),),
        ),
    )


def compare(
    old: FoundPrintings, new: FoundPrintings, texts_of: TextsOfPrinting
) -> tuple[BookletChanges, ...]:
    """Compare the printings of two places, booklet by booklet; a lock file stands for its booklet alone."""
    if old.single:
        slugs = sorted(old.printings)
    elif new.single:
        slugs = sorted(new.printings)
    else:
        slugs = sorted({*old.printings, *new.printings})
    pairs = [BookletChanges(slug, old.printings.get(slug), new.printings.get(slug)) for slug in slugs]
    return tuple(replace(pair, errata=_errata(pair, texts_of)) for pair in pairs)


def _errata(pair: BookletChanges, texts_of: TextsOfPrinting) -> tuple[Change, ...]:
    if pair.old is None or pair.new is None:
        return ()
    changes = errata(pair.old.lock, pair.new.lock)
    if not changes:
        return ()
    old_texts, new_texts = texts_of(pair.old), texts_of(pair.new)
    return tuple(replace(change, words=_changed_words(change, old_texts, new_texts)) for change in changes)


def _changed_words(
    change: Change, old_texts: PrintedTexts, new_texts: PrintedTexts
) -> tuple[ChangedWords, ...]:
    """The words around each difference, if the texts are at hand."""
    if change.numbers:
        return ()
    path = change.paths[0] if change.paths else ""
    old_text = new_text = None
    if change.kinds != ("added",):
        old_text = old_texts.get((change.old_case or change.case, path))
    if change.kinds != ("deleted",):
        new_text = new_texts.get((change.case, path))
    if old_text == new_text:
        # The files have changed since the older printing: only the newer text is at hand.
        old_text = None
    return differences(old_text, new_text)

"""Two printings of booklets side by side: their lock files found, read and compared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from casekit.diagnostics import Diagnostic, Related, Source, Span, codes
from casekit.print.numbers.errata import Change, Words, change_in_words, differences, errata
from casekit.print.numbers.lock import SUFFIX, Lock, load_lock

Texts = Mapping[tuple[str, str], str]
"""The texts of a booklet as it was printed, by case file and path name; what was not found is missing."""

Lookup = Callable[["Printing"], Texts]


@dataclass(frozen=True)
class Printing:
    """A booklet's lock file, and its lock."""

    file: Path
    lock: Lock


@dataclass(frozen=True, slots=True)
class Erratum:
    """A change between two printings, with the words around each difference where the texts are at hand."""

    change: Change
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class BookletChanges:
    """The changes in a booklet. Where it has only one of two printings there is nothing to compare."""

    booklet: str
    old: Printing | None
    new: Printing | None
    errata: tuple[Erratum, ...] = ()


@dataclass(frozen=True)
class Found:
    """The printings that were found in a place, by booklet; the texts of their files; and what is wrong.

    ``single`` says that the place was a lock file.
    """

    printings: Mapping[str, Printing]
    sources: Mapping[str, Source]
    diagnostics: tuple[Diagnostic, ...]
    single: bool = False


def find_printings(place: Path, name: Callable[[Path], str]) -> Found:
    """Read a lock file, or all of a folder; an edition file stands for its folder. ``name`` says how files are shown."""
    folder = place.parent if place.suffix == ".toml" and place.is_file() else place
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else [place]
    if not place.exists() or not files:
        message = "there is no lock file in this folder" if place.exists() else "this file does not exist"
        hint = "name a lock file, or the folder of an edition that was built: `casekit build` writes BOOKLET.lock.json"
        missing = Diagnostic(codes.NO_SUCH_FILE, message, Span(place.as_posix()), hint=hint)
        return Found({}, {}, (missing,))
    printings: dict[str, Printing] = {}
    sources = {}
    found: list[Diagnostic] = []
    for file in files:
        lock, source, problems = load_lock(file, name(file), folder if folder.is_dir() else None)
        sources[source.name] = source
        found += problems
        if lock is not None:
            if lock.booklet in printings:
                found.append(_second(lock, source.name, name(printings[lock.booklet].file)))
            printings.setdefault(lock.booklet, Printing(file, lock))
    return Found(printings, sources, tuple(found), single=not folder.is_dir())


def _second(lock: Lock, file: str, first: str) -> Diagnostic:
    return Diagnostic(
        codes.MISMATCHED_LOCK,
        f"this lock file belongs to the booklet `{lock.booklet}`, and so does another one here",
        Span(file),
        hint="keep each printing of a booklet in its own folder, or name the two files",
        related=(Related(Span(first), "the other one"),),
    )


def unlike(old: Found, new: Found) -> tuple[Diagnostic, ...]:
    """A finding if two lock files were named that are not of one booklet."""
    if not (old.single and new.single) or old.printings.keys() == new.printings.keys():
        return ()
    (before,), (after,) = old.sources, new.sources
    (first,), (second,) = old.printings, new.printings
    return (
        Diagnostic(
            codes.MISMATCHED_LOCK,
            f"these are the lock files of two booklets, `{first}` and `{second}`",
            Span(after),
            hint="name two lock files of one booklet",
            related=(Related(Span(before), "the other one"),),
        ),
    )


def compare(old: Found, new: Found, texts: Lookup) -> tuple[BookletChanges, ...]:
    """Compare what was found in two places, booklet by booklet; where a lock file was named, its booklet alone."""
    named = [each.printings.keys() for each in (old, new) if each.single]
    slugs = sorted(named[0] if named else {*old.printings, *new.printings})
    pairs = [BookletChanges(slug, old.printings.get(slug), new.printings.get(slug)) for slug in slugs]
    return tuple(replace(pair, errata=_errata(pair, texts)) for pair in pairs)


def _errata(pair: BookletChanges, texts: Lookup) -> tuple[Erratum, ...]:
    if pair.old is None or pair.new is None:
        return ()
    changes = errata(pair.old.lock, pair.new.lock)
    if not changes:
        return ()
    before, after = texts(pair.old), texts(pair.new)
    return tuple(Erratum(change, _words(change, before, after)) for change in changes)


def _words(change: Change, before: Texts, after: Texts) -> tuple[Words, ...]:
    """The words around each difference, where the texts are at hand."""
    path = change.paths[0] if change.paths else ""
    old = before.get((change.old_case or change.case, path)) if change.kinds != ("added",) else None
    new = after.get((change.case, path)) if change.kinds != ("deleted",) else None
    if old is not None and old == new:
        return differences(None, new)
    return differences(old, new)


def comparison_as_text(comparison: BookletChanges) -> str:
    """A comparison for people, a change a line and, where they are at hand, words below it."""
    if comparison.old is None or comparison.new is None:
        return (
            f"{comparison.booklet}: only in the {'older' if comparison.new is None else 'newer'} printing\n"
        )
    count = len(comparison.errata)
    if not count:
        return f"{comparison.booklet}: nothing changed\n"
    lines = [f"{comparison.booklet}: {count} change{'' if count == 1 else 's'}"]
    width = max(len(str(erratum.change.number)) for erratum in comparison.errata)
    for erratum in comparison.errata:
        change = erratum.change
        where = f"{', '.join(change.paths)} of {change.case}" if change.paths else change.case
        lines.append(f"  {change.number or '-':>{width}}  {change_in_words(change)}: {where}")
        for old, new in erratum.words:
            words = {"was": old, "now": new}
            lines += [f"  {'':>{width}}  {when} “{text}”" for when, text in words.items() if text]
    return "\n".join(lines) + "\n"


def comparison_as_json(comparison: BookletChanges) -> dict[str, Any]:
    """A comparison as ``schemas/errata.schema.json`` has it."""
    return {
        "booklet": comparison.booklet,
        "old": None if comparison.old is None else comparison.old.file.as_posix(),
        "new": None if comparison.new is None else comparison.new.file.as_posix(),
        "changes": [
            {
                "number": each.change.number or None,
                "kinds": list(each.change.kinds),
                "was": each.change.was,
                "case": each.change.case,
                "paths": list(each.change.paths),
                "old_case": each.change.old_case or None,
                "words": [{"old": old or None, "new": new or None} for old, new in each.words],
            }
            for each in comparison.errata
        ],
    }

"""Two printings of booklets side by side: lock files found, read and compared by number.

Where the texts are at hand, they are compared in words too.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from casekit.diagnostics import Diagnostic, Related, Source, Span, codes
from casekit.print.numbers.lock import SUFFIX, Lock, LockEntry, load_lock
from casekit.print.numbers.numbering import runs_in_words
from casekit.print.numbers.page_filling import moved_in_words
from casekit.values import field, frozen, replace
from casekit.values.list_comparison import best_pairs
from casekit.values.plurals import counted

ChangeKind = Literal["added", "deleted", "moved", "renamed", "text", "case added", "case withdrawn"]

Words = tuple[str, str]
"""Words of the older and of the newer text."""

# Words shown around a difference, those of a text whose other one is not at hand, and how many a long
# difference shows.
_AROUND, _FIRST, _MOST = 3, 10, 14


@frozen(slots=True)
class Change:
    """Something that changed under a number.

    ``number`` is that of the newer printing, or of the older one for what was deleted; ``was`` is the older
    one's where a paragraph moved. ``paths`` are those that lead to the paragraph, of the case file ``case``.
    Text printed without a number, such as ``presentation``, has the number 0 and its name for a path.
    ``old_case`` is what the file was called before, if that was otherwise. ``words`` are those around each
    difference, where the texts are at hand. A case that only one printing has is one change, without a number
    of its own; ``numbers`` are those of its paragraphs.
    """

    number: int
    kinds: tuple[ChangeKind, ...]
    case: str
    paths: tuple[str, ...]
    was: int | None = None
    old_case: str = ""
    words: tuple[Words, ...] = ()
    numbers: tuple[int, ...] = ()


def errata(old: Lock, new: Lock) -> tuple[Change, ...]:
    """The changes, by number; of one number the deleted paragraph comes first."""
    old_names = {name: old_name for old_name, name in renamed(old, new).items()}
    changes = [Change(0, ("renamed",), case, (), None, old_name) for case, old_name in old_names.items()]
    # The paths of one paragraph have one change.
    paths_of: dict[Change, list[str]] = {}
    for case in sorted({*old.cases, *new.cases, *new.texts} - set(old_names.values())):
        old_name = old_names.get(case, "")
        before, after = old.cases.get(old_name or case, {}), new.cases.get(case, {})
        if bool(before) != bool(after):
            changes.append(_whole_case(case, before, after))
            continue
        for path in sorted({*before, *after}):
            change = _change(case, old_name, before.get(path), after.get(path))
            if change.kinds:
                paths_of.setdefault(change, []).append(path)
        old_texts, new_texts = old.texts.get(old_name or case, {}), new.texts.get(case, {})
        for name, digest in old_texts.items():
            if digest != new_texts.get(name, digest):
                changes.append(Change(0, ("text",), case, (name,), None, old_name))
    changes += [replace(change, paths=tuple(paths)) for change, paths in paths_of.items()]
    return tuple(
        sorted(changes, key=lambda change: (change.number, change.kinds != ("deleted",), change.case))
    )


def _whole_case(case: str, before: Mapping[str, LockEntry], after: Mapping[str, LockEntry]) -> Change:
    """The change of a case whose paragraphs only one of two printings has."""
    numbers = tuple(sorted({entry.number for entry in (before or after).values()}))
    return Change(0, ("case withdrawn" if before else "case added",), case, (), numbers=numbers)


def renamed(old: Lock, new: Lock) -> dict[str, str]:
    """The files of cases that have another name now, known by their texts: the older name, and the newer."""
    withdrawn, added = sorted(old.cases.keys() - new.cases), sorted(new.cases.keys() - old.cases)

    def shared_part(one: set[str], other: set[str]) -> float:
        return len(one & other) / max(1, min(len(one), len(other)))

    old_digests = [_digests(old, case) for case in withdrawn]
    new_digests = [_digests(new, case) for case in added]
    pairs = best_pairs(old_digests, new_digests, shared_part)
    return {withdrawn[index]: added[new_index] for index, new_index in pairs.items()}


def _digests(lock: Lock, case: str) -> set[str]:
    """The digests of all texts of a case."""
    return {*(entry.digest for entry in lock.cases[case].values()), *lock.texts.get(case, {}).values()}


def _change(case: str, old_case: str, before: LockEntry | None, after: LockEntry | None) -> Change:
    """The change of a path in at least one printing, without its name; it has no kind if nothing happened."""
    if before is None or after is None:
        number = (after or before or LockEntry(0, "")).number
        return Change(number, ("deleted" if after is None else "added",), case, (), None, old_case)
    moved: tuple[ChangeKind, ...] = ("moved",) if before.number != after.number else ()
    changed: tuple[ChangeKind, ...] = ("text",) if before.digest != after.digest else ()
    return Change(after.number, (*moved, *changed), case, (), before.number if moved else None, old_case)


def change_in_words(change: Change) -> str:
    """The change in a few words."""
    numbers = f"{counted(len(change.numbers), 'number')} ({runs_in_words(change.numbers)})"
    words = {
        "moved": f"moved from {change.was}",
        "text": "text changed",
        "renamed": f"renamed from {change.old_case}",
        "case added": f"case added, with {numbers}",
        "case withdrawn": f"case withdrawn, with {numbers}, which are not used any more",
    }
    return ", ".join(words.get(kind, kind) for kind in change.kinds)


def differences(old: str | None, new: str | None) -> tuple[Words, ...]:
    """The words of two texts around each difference, or the first words where one is not at hand.

    Differences with few words between them are shown as one. A text that is not at hand has no words.
    """
    before, after = (old or "").split(), (new or "").split()
    if not (before and after):
        return ((_excerpt(before, 0, _FIRST), _excerpt(after, 0, _FIRST)),) if before or after else ()
    words = []
    for start, end, other_start, other_end in _spans(before, after):
        old_words = _excerpt(before, start - _AROUND, end + _AROUND)
        new_words = _excerpt(after, other_start - _AROUND, other_end + _AROUND)
        words.append((old_words, new_words))
    return tuple(words)


def _spans(before: Sequence[str], after: Sequence[str]) -> list[list[int]]:
    """Where two texts differ: the places in the one and in the other; what is near is taken together."""
    from difflib import SequenceMatcher  # noqa: PLC0415 -- loaded only where there is something to compare

    spans: list[list[int]] = []
    for kind, *places in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal" and spans and places[0] - spans[-1][1] <= 2 * _AROUND:
            spans[-1][1::2] = places[1::2]
        elif kind != "equal":
            spans.append(places)
    return spans


def _excerpt(words: Sequence[str], start: int, end: int) -> str:
    """Words from one place to another; of many, those at both ends."""
    start, end = max(0, start), min(end, len(words))
    shown = list(words[start:end])
    if len(shown) > 2 * _MOST:
        shown = [*shown[:_MOST], "…", *shown[-_MOST:]]
    text = " ".join(shown)
    return f"{'… ' if start else ''}{text}{' …' if end < len(words) else ''}" if words else ""


Texts = Mapping[tuple[str, str], str]
"""The texts of a booklet as it was printed, by case file and path name; what was not found is missing."""

Lookup = Callable[["Printing"], Texts]


@frozen
class Printing:
    """A booklet's lock file, and its lock."""

    file: Path
    lock: Lock


@frozen
class BookletChanges:
    """The changes in a booklet. Where it has only one of two printings there is nothing to compare.

    ``pages`` are those on which numbers begin in the older and in the newer printing, of numbers that moved,
    if both have kept pages.
    """

    booklet: str
    old: Printing | None
    new: Printing | None
    errata: tuple[Change, ...] = ()
    pages: Mapping[int, tuple[int, int]] = field(default_factory=dict)


@frozen
class Found:
    """The printings that were found in a place, by booklet; the texts of their files; and what is wrong.

    ``single`` says that the place was a lock file.
    """

    printings: Mapping[str, Printing]
    sources: Mapping[str, Source]
    diagnostics: tuple[Diagnostic, ...]
    single: bool = False


def find_printings(place: Path, name: Callable[[Path], str]) -> Found:
    """Read a lock file, or all of a folder; an edition file means its folder.

    ``name`` says how messages call a file.
    """
    folder = place.parent if place.suffix == ".toml" and place.is_file() else place
    files = sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else [place]
    if not place.exists() or not files:
        message = "there is no lock file in this folder" if place.exists() else "this file does not exist"
        hint = (
            "name a lock file, or the folder of an edition that was built:"
            " `casekit build` writes BOOKLET.lock.json"
        )
        return Found({}, {}, (codes.NO_SUCH_FILE.at(Span(place.as_posix()), message, hint=hint),))
    printings: dict[str, Printing] = {}
    sources = {}
    findings: list[Diagnostic] = []
    for file in files:
        lock, source, problems = load_lock(file, name(file), folder if folder.is_dir() else None)
        sources[source.name] = source
        findings += problems
        if lock is not None:
            first = printings.setdefault(lock.booklet, Printing(file, lock))
            if first.file != file:
                findings.append(_second_lock(lock, source, name(first.file)))
    return Found(printings, sources, tuple(findings), single=not folder.is_dir())


def _second_lock(lock: Lock, source: Source, first: str) -> Diagnostic:
    """The finding for another lock file of a booklet, beside the first one."""
    return codes.MISMATCHED_LOCK.at(
        Span(source.name),
        f"this lock file belongs to the booklet `{lock.booklet}`, and so does another one here",
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
        codes.MISMATCHED_LOCK.at(
            Span(after),
            f"these are the lock files of two booklets, `{first}` and `{second}`",
            hint="name two lock files of one booklet",
            related=(Related(Span(before), "the other one"),),
        ),
    )


def compare(old: Found, new: Found, texts: Lookup) -> tuple[BookletChanges, ...]:
    """Compare the printings of two places, booklet by booklet; a lock file stands for its booklet alone."""
    named = [place.printings.keys() for place in (old, new) if place.single]
    slugs = sorted(named[0] if named else {*old.printings, *new.printings})
    pairs = [BookletChanges(slug, old.printings.get(slug), new.printings.get(slug)) for slug in slugs]
    return tuple(replace(pair, errata=_errata(pair, texts)) for pair in pairs)


def _errata(pair: BookletChanges, texts: Lookup) -> tuple[Change, ...]:
    if pair.old is None or pair.new is None:
        return ()
    changes = errata(pair.old.lock, pair.new.lock)
    if not changes:
        return ()
    before, after = texts(pair.old), texts(pair.new)
    return tuple(replace(change, words=_words(change, before, after)) for change in changes)


def _words(change: Change, before: Texts, after: Texts) -> tuple[Words, ...]:
    """The words around each difference, where the texts are at hand."""
    if change.numbers:
        return ()
    path = change.paths[0] if change.paths else ""
    old = before.get((change.old_case or change.case, path)) if change.kinds != ("added",) else None
    new = after.get((change.case, path)) if change.kinds != ("deleted",) else None
    return differences(None if old == new else old, new)


def comparison_as_text(comparison: BookletChanges) -> str:
    """A comparison for people, a change a line and, where they are at hand, words below it."""
    if comparison.old is None or comparison.new is None:
        return (
            f"{comparison.booklet}: only in the {'older' if comparison.new is None else 'newer'} printing\n"
        )
    layout = f"{comparison.booklet}: {moved_in_words(comparison.pages)}\n" if comparison.pages else ""
    if not comparison.errata:
        return layout or f"{comparison.booklet}: nothing changed\n"
    lines = [f"{comparison.booklet}: {counted(len(comparison.errata), 'change')}"]
    width = max(len(str(change.number)) for change in comparison.errata)
    for change in comparison.errata:
        where = f"{', '.join(change.paths)} of {change.case}" if change.paths else change.case
        lines.append(f"  {change.number or '-':>{width}}  {change_in_words(change)}: {where}")
        for old, new in change.words:
            words = {"was": old, "now": new}
            lines += [f"  {'':>{width}}  {when} “{text}”" for when, text in words.items() if text]
    return "\n".join(lines) + f"\n{layout}"


def comparison_as_json(comparison: BookletChanges) -> dict[str, Any]:
    """A comparison as ``schemas/errata.schema.json`` has it."""
    return {
        "booklet": comparison.booklet,
        "old": None if comparison.old is None else comparison.old.file.as_posix(),
        "new": None if comparison.new is None else comparison.new.file.as_posix(),
        "changes": [_change_as_json(change) for change in comparison.errata],
        "pages": [
            {"number": number, "old": old, "new": new} for number, (old, new) in comparison.pages.items()
        ],
    }


def _change_as_json(change: Change) -> dict[str, Any]:
    return {
        "number": change.number or None,
        "kinds": list(change.kinds),
        "was": change.was,
        "case": change.case,
        "paths": list(change.paths),
        "numbers": list(change.numbers),
        "old_case": change.old_case or None,
        "words": [{"old": old or None, "new": new or None} for old, new in change.words],
    }

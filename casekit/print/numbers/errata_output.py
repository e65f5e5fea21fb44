"""The comparison of two printings of a booklet, in words and as JSON."""

from collections.abc import Iterator
from typing import Any

from casekit.print.numbers.errata import Change
from casekit.print.numbers.numbering import runs_in_words
from casekit.print.numbers.printings import BookletChanges
from casekit.print.numbers.released_pages import moved_in_words
from casekit.values.plurals import counted


def comparison_as_text(comparison: BookletChanges) -> str:
    """A comparison for people: a line for each change and, if they are at hand, words below it."""
    if comparison.old is None or comparison.new is None:
        only_printing = "older" if comparison.new is None else "newer"
        return f"{comparison.booklet}: only in the {only_printing} printing\n"
    pages_line = f"{comparison.booklet}: {moved_in_words(comparison.pages)}\n" if comparison.pages else ""
    if not comparison.errata:
        return pages_line or f"{comparison.booklet}: nothing changed\n"
    lines = [f"{comparison.booklet}: {counted(len(comparison.errata), 'change')}"]
    width = max(len(str(change.number)) for change in comparison.errata)
    for change in comparison.errata:
        lines += _lines_of_change(change, width)
    return "\n".join(lines) + f"\n{pages_line}"


def _lines_of_change(change: Change, width: int) -> Iterator[str]:
    """A change, its number in a column of a width in letters, and its words below it."""
    place = f"{', '.join(change.paths)} of {change.case}" if change.paths else change.case
    yield f"  {change.number or '-':>{width}}  {change_in_words(change)}: {place}"
    for old_words, new_words in change.words:
        if old_words:
            yield f"  {'':>{width}}  was “{old_words}”"
        if new_words:
            yield f"  {'':>{width}}  now “{new_words}”"


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

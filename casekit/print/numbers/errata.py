"""The errata of a booklet: the changes between two printings, number by number.

``errata`` compares two lock files. ``differences`` compares the words of a text, if both texts are at hand.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from casekit.print.numbers.lock import Lock, LockEntry
from casekit.values import frozen, replace
from casekit.values.list_comparison import best_pairs

ChangeKind = Literal["added", "deleted", "moved", "renamed", "text", "case added", "case withdrawn"]

ChangedWords = tuple[str, str]
"""Words of the older and of the newer text."""

# How many words are shown on each side of a difference, and of a text whose other version is not at hand.
_WORDS_AROUND = 3
_FIRST_WORDS = 10
# How many words of a long difference are shown at each of its ends.
_WORDS_AT_ENDS = 14


@frozen(slots=True)
class Change:
    """Something that changed under a number.

    A case that only one of the printings has is one change without a number.
    """

    number: int
    """The number in the newer printing, or in the older one of what was deleted.

    0 of a case, and of text that is printed without a number, such as a presentation.
    """
    kinds: tuple[ChangeKind, ...]
    case: str
    """The file of the case."""
    paths: tuple[str, ...]
    """The paths that lead to the paragraph; the name of text without a number, such as ``presentation``."""
    was: int | None = None
    """The number in the older printing, if the paragraph moved."""
    old_case: str = ""
    """The name of the case file in the older printing, if it was another."""
    words: tuple[ChangedWords, ...] = ()
    """The words around each difference, if the texts are at hand."""
    numbers: tuple[int, ...] = ()
    """The numbers of the paragraphs of a case that only one printing has."""


class _DifferingSpan(NamedTuple):
    """The words in which two texts differ: the first of them, and the one after the last, from 0."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def errata(old: Lock, new: Lock) -> tuple[Change, ...]:
    """The changes, by number; of one number the deleted paragraph comes first."""
    old_name_of = {name: old_name for old_name, name in renamed(old, new).items()}
    changes = [Change(0, ("renamed",), case, (), old_case=old_name) for case, old_name in old_name_of.items()]
    cases = {*old.cases, *new.cases, *new.texts} - set(old_name_of.values())
    for case in sorted(cases):
        old_name = old_name_of.get(case, "")
        old_entries, new_entries = old.cases.get(old_name or case, {}), new.cases.get(case, {})
        if bool(old_entries) != bool(new_entries):
            changes.append(_change_of_whole_case(case, old_entries, new_entries))
            continue
        changes += _changes_of_paths(case, old_name, old_entries, new_entries)
        old_texts, new_texts = old.texts.get(old_name or case, {}), new.texts.get(case, {})
        for name, digest in old_texts.items():
            if digest != new_texts.get(name, digest):
                changes.append(Change(0, ("text",), case, (name,), old_case=old_name))
    return tuple(sorted(changes, key=_place_in_order))


def _place_in_order(change: Change) -> tuple[int, bool, str]:
    is_deletion = change.kinds == ("deleted",)
    return change.number, not is_deletion, change.case


def _changes_of_paths(
    case: str, old_case: str, old_entries: Mapping[str, LockEntry], new_entries: Mapping[str, LockEntry]
) -> list[Change]:
    """The changes of the paths of a case; the paths of one paragraph have one change."""
    paths_of_change: dict[Change, list[str]] = {}
    for path in sorted({*old_entries, *new_entries}):
        change = _change_of_path(case, old_case, old_entries.get(path), new_entries.get(path))
        if change.kinds:
            paths_of_change.setdefault(change, []).append(path)
    return [replace(change, paths=tuple(paths)) for change, paths in paths_of_change.items()]


def _change_of_whole_case(
    case: str, old_entries: Mapping[str, LockEntry], new_entries: Mapping[str, LockEntry]
) -> Change:
    """The change of a case whose paragraphs only one of two printings has."""
    entries = old_entries or new_entries
    numbers = tuple(sorted({entry.number for entry in entries.values()}))
    kind: ChangeKind = "case withdrawn" if old_entries else "case added"
    return Change(0, (kind,), case, (), numbers=numbers)


def _change_of_path(
    case: str, old_case: str, old_entry: LockEntry | None, new_entry: LockEntry | None
) -> Change:
    """The change of a path in at least one printing, without its name; it has no kind if nothing happened."""
    if new_entry is None:
        number = 0 if old_entry is None else old_entry.number
        return Change(number, ("deleted",), case, (), old_case=old_case)
    if old_entry is None:
        return Change(new_entry.number, ("added",), case, (), old_case=old_case)
    kinds: list[ChangeKind] = []
    old_number = None
    if old_entry.number != new_entry.number:
        kinds.append("moved")
        old_number = old_entry.number
    if old_entry.digest != new_entry.digest:
        kinds.append("text")
    return Change(new_entry.number, tuple(kinds), case, (), old_number, old_case)


def renamed(old: Lock, new: Lock) -> dict[str, str]:
    """The files of cases that now have another name, known by their texts: newer names by older ones."""
    old_files = sorted(old.cases.keys() - new.cases)
    new_files = sorted(new.cases.keys() - old.cases)

    def shared_part(one: set[str], other: set[str]) -> float:
        return len(one & other) / max(1, min(len(one), len(other)))

    old_digests = [_digests(old, case) for case in old_files]
    new_digests = [_digests(new, case) for case in new_files]
    pairs = best_pairs(old_digests, new_digests, shared_part)
    return {old_files[old_index]: new_files[new_index] for old_index, new_index in pairs.items()}


def _digests(lock: Lock, case: str) -> set[str]:
    """The digests of all texts of a case."""
    return {*(entry.digest for entry in lock.cases[case].values()), *lock.texts.get(case, {}).values()}


def differences(old: str | None, new: str | None) -> tuple[ChangedWords, ...]:
    """The words of two texts around each difference, or the first words if one is not at hand.

    Differences with few words between them are shown as one. A text that is not at hand has no words.
    """
    old_words, new_words = (old or "").split(), (new or "").split()
    if not old_words and not new_words:
        return ()
    if not old_words or not new_words:
        return ((_excerpt(old_words, 0, _FIRST_WORDS), _excerpt(new_words, 0, _FIRST_WORDS)),)
    changed_words: list[ChangedWords] = []
    for span in _differing_spans(old_words, new_words):
        old_excerpt = _excerpt(old_words, span.old_start - _WORDS_AROUND, span.old_end + _WORDS_AROUND)
        new_excerpt = _excerpt(new_words, span.new_start - _WORDS_AROUND, span.new_end + _WORDS_AROUND)
        changed_words.append((old_excerpt, new_excerpt))
    return tuple(changed_words)


def _differing_spans(old_words: Sequence[str], new_words: Sequence[str]) -> list[_DifferingSpan]:
    """Where two texts differ; differences that are near each other are taken together."""
    from difflib import SequenceMatcher  # noqa: PLC0415 -- loaded only where there is something to compare

    spans: list[_DifferingSpan] = []
    for kind, *places in SequenceMatcher(None, old_words, new_words, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        span = _DifferingSpan(*places)
        if spans and span.old_start - spans[-1].old_end <= 2 * _WORDS_AROUND:
            last = spans[-1]
            spans[-1] = _DifferingSpan(last.old_start, span.old_end, last.new_start, span.new_end)
        else:
            spans.append(span)
    return spans


def _excerpt(words: Sequence[str], start: int, end: int) -> str:
    """Words from one place to another, which may be beyond the ends; of many, those at both ends."""
    if not words:
        return ""
    start, end = max(0, start), min(end, len(words))
    shown = list(words[start:end])
    if len(shown) > 2 * _WORDS_AT_ENDS:
        shown = [*shown[:_WORDS_AT_ENDS], "…", *shown[-_WORDS_AT_ENDS:]]
    text = " ".join(shown)
    return f"{'… ' if start else ''}{text}{' …' if end < len(words) else ''}"

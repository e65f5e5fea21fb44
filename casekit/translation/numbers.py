"""The numbers of booklets in another language: those of the originals, unless other ones were printed already."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.language.reading import is_there, read_bytes
from casekit.print.numbers.lock import SUFFIX, Lock, load_lock, lock_text


def taken_over(original: Path, own: Path, slug: str) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """The lock file of a translated booklet that has all cases of the original.

    Args:
        original: the folder of the original, whose lock file holds the numbers.
        own: the folder of the translation; a lock file there holds what was printed in its language.
        slug: the booklet.

    Returns:
        What the translation's lock file is to hold, ``None`` if it is to stay as it is or not to exist; and the
        finding that numbers were printed which the original does not have.
    """
    name = f"{slug}{SUFFIX}"
    first, second = original / name, own / name
    if not first.is_file():
        return None, ()
    if not is_there(second):
        return read_bytes(first, original)
    theirs, _, _ = load_lock(first, first.as_posix(), original)
    ours, _, _ = load_lock(second, second.as_posix(), own)
    # Faults of a lock file are reported when it is built with; until then it stays.
    if theirs is None or ours is None:
        return None, ()
    moved = next(_moved(theirs, ours), None)
    if moved is not None:
        return None, (_other_numbers(theirs, ours, moved),)
    return lock_text(_with_own_texts(theirs, ours)).encode(), ()


def _moved(theirs: Lock, ours: Lock) -> Iterator[tuple[str, str]]:
    """The paths, each with its case, that have another number in the original."""
    for case, path, entry in theirs.entries():
        own = ours.cases.get(case, {}).get(path)
        if own is not None and own.number != entry.number:
            yield case, path


def _with_own_texts(theirs: Lock, ours: Lock) -> Lock:
    """The original's lock with the digests of what was printed in the other language."""
    cases = {
        case: {path: ours.cases.get(case, {}).get(path, entry) for path, entry in paths.items()}
        for case, paths in theirs.cases.items()
    }
    return replace(theirs, cases=cases, texts=ours.texts)


def _other_numbers(theirs: Lock, ours: Lock, moved: tuple[str, str]) -> Diagnostic:
    case, path = moved
    before, now = ours.cases[case][path].number, theirs.cases[case][path].number
    return Diagnostic(
        codes.OTHER_NUMBERS,
        f"the translated booklet keeps its own numbers: {path} of {case} has {before}, but {now} in the original",
        ours.source.whole(),
        hint="to use those of the original, remove this lock file and merge again; copies printed"
        " with it keep the old ones",
        related=(Related(theirs.source.whole(), "the numbers of the original"),),
    )

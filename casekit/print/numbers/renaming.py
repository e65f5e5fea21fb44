"""A case file that has another name: its numbers go with it."""

from dataclasses import replace

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.language.nearest import did_you_mean
from casekit.print.numbers.lock import Lock


def rename_case(lock: Lock, old: str, new: str) -> Lock:
    """The lock with the numbers of one case under another name."""

    def named(case: str) -> str:
        return new if case == old else case

    return replace(
        lock,
        cases={named(case): paths for case, paths in lock.cases.items()},
        texts={named(case): digests for case, digests in lock.texts.items()},
    )


def cannot_rename(locks: dict[str, Lock], old: str, new: str) -> tuple[Diagnostic, ...]:
    """The findings that keep a case from being renamed in lock files, by their names.

    It is in none of them, or there is one of the new name already.
    """
    known = sorted({case for lock in locks.values() for case in lock.cases})
    if old not in known:
        where = Span(min(locks))
        message = f"no lock file here numbers the paragraphs of {old}"
        hint = did_you_mean(old, known, f"the cases are {', '.join(known) or 'none'}")
        return (Diagnostic(codes.NOT_IN_LOCK, message, where, hint=hint),)
    for name, lock in locks.items():
        if new in lock.cases:
            message = f"this lock file numbers the paragraphs of {new} already"
            hint = f"choose another name, or take {new} out with `casekit build --renumber`"
            return (Diagnostic(codes.ALREADY_IN_LOCK, message, Span(name), hint=hint),)
    return ()

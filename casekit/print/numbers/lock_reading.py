"""Lock files read: the lock, or findings that say what is wrong with the file and where.

``load_lock`` reads a file; ``foreign`` says whether a lock is of a booklet.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from casekit import resources
from casekit.diagnostics import Code, Finding, Related, Source, Span, codes
from casekit.language.data.schema import Members, members, newer, violations
from casekit.language.source_files import code_and_hint, contents, decode, reason_of, with_cure
from casekit.print.numbers.lock import Lock, LockEntry, seal_of

_SCHEMA = "schemas/lock.schema.json"
_RESTORE_HINT = "restore the file, or renumber the booklet with `casekit build --renumber`"
_MOST_FINDINGS = 10

_MemberPath = tuple[str, ...]
"""The keys that lead to a member of the JSON, such as ``("cases", "tea.case", "12", "number")``."""


class _NumberOwner(NamedTuple):
    """A path that has a number."""

    case: str
    path: str
    entry: LockEntry


class _NumberFault(NamedTuple):
    """A fault of a gap or a number."""

    message: str
    member: _MemberPath
    """The member that it is at."""


def load_lock(
    file: Path, name: str, within: Path | None = None
) -> tuple[Lock | None, Source, tuple[Finding, ...]]:
    """Read a lock file that is there; ``within`` is the folder it was found in, if the user did not name it.

    Returns:
        The lock, or ``None`` if a finding is an error; the file's text; the findings, ten at most.
    """
    try:
        data = contents(file, within)
    except OSError as error:
        cure = "put the file back, or make it readable; without it the numbers of the last printing are lost"
        code, hint = code_and_hint(error, (codes.INVALID_LOCK, cure))
        message = f"this lock file cannot be read: {reason_of(error)}"
        return None, Source(name, ""), (code.at(Span(name), message, hint=hint),)
    return parse_lock(data, name)


def parse_lock(data: bytes, name: str) -> tuple[Lock | None, Source, tuple[Finding, ...]]:
    """Read the bytes of a lock file called ``name``; see ``load_lock``."""
    source, problems = decode(data, name)
    if problems:
        return None, source, tuple(with_cure(problem, _RESTORE_HINT) for problem in problems)
    if not source.text.strip():
        return _unusable(source, "this lock file is empty", source.whole())
    try:
        content = json.loads(source.text)
        places = members(source.text)
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        return _unusable(source, message, source.span(error.pos, error.pos + 1))
    except (RecursionError, ValueError):
        message = "this JSON is nested too deeply, or a number in it has too many digits"
        return _unusable(source, message, source.whole())
    reader = _LockReader(source, content, places)
    problems = reader.problems()
    return (None if problems else reader.lock()), source, problems


def _unusable(source: Source, message: str, place: Span) -> tuple[None, Source, tuple[Finding, ...]]:
    return None, source, (codes.INVALID_LOCK.at(place, message, hint=_RESTORE_HINT),)


def foreign(lock: Lock, booklet: str, files: Sequence[str]) -> tuple[Finding, ...]:
    """Findings on numbers of a lock that are not in the booklet of that name with those case files."""
    reader = _LockReader(lock.source, {}, members(lock.source.text))
    problems = []
    if lock.booklet != booklet:
        message = f"this lock file belongs to the booklet `{lock.booklet}`, not to `{booklet}`"
        hint = "put each booklet's own file back, or renumber this one with `casekit build --renumber`"
        problems.append(reader.finding(codes.MISMATCHED_LOCK, message, ("booklet",), hint))
    for case in lock.cases:
        if case not in files:
            message = (
                f"this lock file numbers the paragraphs of {case}, which is not in the booklet `{booklet}`"
            )
            hint = (
                f"put the case back; if its file was renamed, `casekit lock rename {case} NEW`;"
                f" if it is printed no longer, `casekit lock withdraw {case}`;"
                " or renumber the booklet with `casekit build --renumber`"
            )
            problems.append(reader.finding(codes.MISMATCHED_LOCK, message, ("cases", case), hint))
    return tuple(problems[:_MOST_FINDINGS])


class _LockReader:
    """A lock file's data, and where in the file each thing is."""

    def __init__(self, source: Source, content: Any, places: Members) -> None:
        self._source = source
        self._content = content
        self._places, self._repeats = places

    def finding(
        self,
        code: Code,
        message: str,
        path: _MemberPath = (),
        hint: str = _RESTORE_HINT,
        also: Span | None = None,
    ) -> Finding:
        """A finding at the member with a path, or at the nearest around it."""
        related = () if also is None else (Related(also, "the other one"),)
        return code.at(self._place(path), message, hint=hint, related=related)

    def _place(self, path: _MemberPath) -> Span:
        """The place of the member with a path, or of the nearest around it."""
        while path and path not in self._places:
            path = path[:-1]
        return self._source.span(*self._places[path]) if path else self._source.whole()

    def problems(self) -> tuple[Finding, ...]:
        """The faults that keep the data from being a lock; faults that follow from others are held back."""
        version = self._content.get("lock") if isinstance(self._content, dict) else None
        newer_version = newer(codes.NEWER_LOCK, "this lock file", version, self._place(("lock",)))
        for findings in (
            newer_version,
            self._repeated_members(),
            self._violations(),
            self._number_faults(),
            self._broken_seal(),
        ):
            problems = tuple(islice(findings, _MOST_FINDINGS))
            if problems:
                return problems
        return ()

    def lock(self) -> Lock:
        """The lock, once there are no problems."""
        cases: dict[str, dict[str, LockEntry]] = {}
        for case, paths in self._content["cases"].items():
            entries = paths.items()
            cases[case] = {path: LockEntry(int(entry["number"]), entry["digest"]) for path, entry in entries}
        return Lock(
            self._content["booklet"],
            int(self._content["seed"], 16),
            tuple(int(gap) for gap in self._content["gaps"]),
            cases,
            "seal" in self._content,
            self._content.get("texts", {}),
            self._source,
        )

    def _repeated_members(self) -> Iterator[Finding]:
        """Find members that occur twice, but not those inside of others that do."""
        repeated_paths = {path for path, _ in self._repeats}
        for path, place in self._repeats:
            if any(path[:length] in repeated_paths for length in range(1, len(path))):
                continue
            yield codes.INVALID_LOCK.at(
                self._source.span(*place),
                f"`{path[-1]}` occurs twice in the same place",
                hint=_RESTORE_HINT,
                related=(Related(self._place(path), "the other one"),),
            )

    def _violations(self) -> Iterator[Finding]:
        """Find what the schema does not allow."""
        for violation in violations(json.loads(resources.text(_SCHEMA)), self._content, _MOST_FINDINGS):
            path = tuple(map(str, violation.path))
            yield from (
                self.finding(codes.INVALID_LOCK, f"a lock file has no `{key}`", (*path, key))
                for key in violation.unknown[:_MOST_FINDINGS]
            )
            if not violation.unknown:
                where = f"`{path[-1]}`: " if path else ""
                yield self.finding(codes.INVALID_LOCK, f"{where}{violation.message}", path)

    def _number_faults(self) -> Iterator[Finding]:
        """Find numbers that two paragraphs have, and those that are not from 1 to N."""
        lock = self.lock()
        owners: dict[int, _NumberOwner] = {}
        for case, path, entry in lock.entries():
            first = owners.setdefault(entry.number, _NumberOwner(case, path, entry))
            # Paths of one case that share a paragraph have one number.
            if (first.case, first.entry) != (case, entry):
                message = (
                    f"two paragraphs have the number {entry.number}:"
                    f" {first.path} of {first.case} and {path} of {case}"
                )
                also = self._place(("cases", first.case, first.path, "number"))
                yield self.finding(codes.INVALID_LOCK, message, ("cases", case, path, "number"), also=also)
        for fault in _number_faults(lock.gaps, owners):
            yield self.finding(codes.INVALID_LOCK, fault.message, fault.member)

    def _broken_seal(self) -> Iterator[Finding]:
        """Find numbers that fit together and are not those that were written."""
        if "seal" in self._content and self._content["seal"] != seal_of(self.lock()):
            message = (
                "the numbers in this lock file are not those that casekit wrote:"
                " some were changed by hand or by a merge"
            )
            hint = (
                "restore the file; if the numbers are now right, delete this line,"
                " and the next build writes it again"
            )
            yield self.finding(codes.INVALID_LOCK, message, ("seal",), hint)


def _number_faults(gaps: Sequence[int], owners: Mapping[int, _NumberOwner]) -> Iterator[_NumberFault]:
    """Find faults of gaps, and of numbers, each with a path that has it."""
    # A gap may be listed twice.
    for gap in dict.fromkeys(gaps):
        if gap in owners:
            owner = owners[gap]
            message = f"the number {gap} is listed as a gap, but {owner.path} of {owner.case} has it"
            yield _NumberFault(message, ("gaps",))
    if list(gaps) != sorted(set(gaps)):
        yield _NumberFault("the gaps are not in ascending order without repetition", ("gaps",))
    count = len({*owners, *gaps})
    out_of_range = f"is out of range: there are only {count}"
    for number, owner in owners.items():
        if number > count:
            message = f"the number {number} {out_of_range}, and none may be missing"
            yield _NumberFault(message, ("cases", owner.case, owner.path, "number"))
    for gap in gaps:
        if gap > count:
            message = f"the gap {gap} {out_of_range} numbers, and none may be missing"
            yield _NumberFault(message, ("gaps",))

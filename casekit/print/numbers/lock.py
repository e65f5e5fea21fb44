"""The lock file of a booklet: the number of every path, and a digest of the text it leads to.

``load_lock`` reads one, or says what is wrong with it; ``lock_text`` writes it, the same bytes for the same
lock. ``kept_numbers.keep`` numbers a booklet by it. The format is that of ``schemas/lock.schema.json``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from casekit import __version__, resources
from casekit.diagnostics import Code, Diagnostic, Related, Source, Span, codes
from casekit.language.data.schema import FORMAT, Members, members, newer, violations
from casekit.language.source_files import contents, cure_of, decode, reason_of, with_cure
from casekit.print.content.booklet import Booklet, CasePages, Passage, printed_in
from casekit.print.numbers.numbering import Numbering
from casekit.values import field, frozen

SUFFIX = ".lock.json"
_SCHEMA = "schemas/lock.schema.json"
_RESTORE = "restore the file, or renumber the booklet with `casekit build --renumber`"
_MOST = 10


@frozen(slots=True)
class LockEntry:
    """A path's paragraph: its number and the digest of its text."""

    number: int
    digest: str


@frozen
class Lock:
    """The numbers of a printed booklet. ``cases`` gives the entry of each path, by case file and path name.

    ``gaps`` are numbers that no path has any more, ascending; with the others they are 1 to N. ``sealed``
    says that it was not read from a file whose seal somebody removed. ``texts`` gives, by case file, the
    digests of what was printed of a case without a number; a file of an older casekit has none.
    """

    booklet: str
    seed: int
    gaps: tuple[int, ...]
    cases: Mapping[str, Mapping[str, LockEntry]]
    sealed: bool = True
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    source: Source = field(default=Source("", ""), compare=False)

    @cached_property
    def last(self) -> int:
        """The highest number."""
        return len(self.gaps) + len({entry.number for _, _, entry in self.entries()})

    def entries(self) -> Iterator[tuple[str, str, LockEntry]]:
        """Case, path and entry of everything that has a number."""
        for case, paths in self.cases.items():
            for path, entry in paths.items():
                yield case, path, entry


def lock_of(booklet: Booklet, numbering: Numbering) -> Lock:
    """The lock of a booklet that is numbered so."""
    cases: dict[str, dict[str, LockEntry]] = {}
    texts: dict[str, dict[str, str]] = {}
    for case in booklet.cases:
        entries: dict[str, LockEntry] = {}
        for paragraph in case.paragraphs:
            entry = LockEntry(numbering.numbers[paragraph.key], digest_of(paragraph.text))
            entries |= dict.fromkeys(paragraph.paths, entry)
        cases[case.file] = entries
        texts[case.file] = {name: digest_of(text) for name, text in unnumbered(case).items()}
    return Lock(booklet.slug, numbering.seed, numbering.gaps, cases, texts=texts)


def unnumbered(case: CasePages) -> Mapping[str, Passage]:
    """The parts of a case that are printed beside its paragraphs, by name."""
    span = case.presentation.span
    return {
        "title": Passage((case.title,), span),
        "presentation": case.presentation,
        "answers": Passage(printed_in(case.answers), span),
        **({} if case.worksheet is None else {"worksheet": Passage(case.worksheet.texts(), span)}),
        "solution": case.solution,
    }


def digest_of(text: Passage) -> str:
    """The digest of a paragraph's prose; how its lines were broken in the file does not count."""
    return _digest("\n\n".join(text.prose))


def seal_of(lock: Lock) -> str:
    """The digest of all numbers, by which an edit of one is noticed, such as two that were exchanged.

    Texts do not count, nor do the names of case files, which may be corrected by hand.
    """
    cases = []
    for paths in lock.cases.values():
        numbers = sorted((path, entry.number) for path, entry in paths.items())
        cases.append(_digest(json.dumps(numbers)))
    return _digest(json.dumps([*lock.gaps, *sorted(cases)]))


def _digest(text: str) -> str:
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def lock_text(lock: Lock) -> str:
    """A lock as it is written: JSON in ASCII, cases and paths sorted."""
    texts = {case: dict(sorted(digests.items())) for case, digests in sorted(lock.texts.items())}
    cases = {}
    for case, paths in sorted(lock.cases.items()):
        entries = sorted(paths.items())
        cases[case] = {path: {"digest": entry.digest, "number": entry.number} for path, entry in entries}
    content = {
        "lock": FORMAT,
        "casekit": __version__,
        "booklet": lock.booklet,
        "seed": f"{lock.seed:016x}",
        "gaps": list(lock.gaps),
        "seal": seal_of(lock),
        "texts": texts,
        "cases": cases,
    }
    return json.dumps(content, indent=2) + "\n"


def load_lock(
    file: Path, name: str, within: Path | None = None
) -> tuple[Lock | None, Source, tuple[Diagnostic, ...]]:
    """Read a lock file that is there; ``within`` is the folder it was found in, if the user did not name it.

    Returns:
        The lock, or ``None`` if a finding is an error; the file's text; the findings, ten at most.
    """
    try:
        data = contents(file, within)
    except OSError as error:
        cure = "put the file back, or make it readable; without it the numbers of the last printing are lost"
        code, hint = cure_of(error, (codes.INVALID_LOCK, cure))
        message = f"this lock file cannot be read: {reason_of(error)}"
        return None, Source(name, ""), (code.at(Span(name), message, hint=hint),)
    return parse_lock(data, name)


def parse_lock(data: bytes, name: str) -> tuple[Lock | None, Source, tuple[Diagnostic, ...]]:
    """Read the bytes of a lock file called ``name``; see ``load_lock``."""
    source, problems = decode(data, name)
    if problems:
        return None, source, tuple(with_cure(problem, _RESTORE) for problem in problems)
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
    reading = _Reading(source, content, places)
    problems = reading.problems()
    return (None if problems else reading.lock()), source, problems


def _unusable(source: Source, message: str, place: Span) -> tuple[None, Source, tuple[Diagnostic, ...]]:
    return None, source, (codes.INVALID_LOCK.at(place, message, hint=_RESTORE),)


def foreign(lock: Lock, booklet: str, files: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Findings on numbers of a lock that are not in the booklet of that name with those case files."""
    reading = _Reading(lock.source, {}, members(lock.source.text))
    problems = []
    if lock.booklet != booklet:
        message = f"this lock file belongs to the booklet `{lock.booklet}`, not to `{booklet}`"
        hint = "put each booklet's own file back, or renumber this one with `casekit build --renumber`"
        problems.append(reading.finding(codes.MISMATCHED_LOCK, message, ("booklet",), hint))
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
            problems.append(reading.finding(codes.MISMATCHED_LOCK, message, ("cases", case), hint))
    return tuple(problems[:_MOST])


class _Reading:
    """A lock file's data, and where in the file each thing is."""

    def __init__(self, source: Source, content: Any, places: Members) -> None:
        self._source = source
        self._content = content
        self._places, self._repeats = places

    def finding(
        self,
        code: Code,
        message: str,
        path: tuple[str, ...] = (),
        hint: str = _RESTORE,
        also: Span | None = None,
    ) -> Diagnostic:
        """A finding at the member with a path, or at the nearest around it."""
        related = () if also is None else (Related(also, "the other one"),)
        return code.at(self._place(path), message, hint=hint, related=related)

    def _place(self, path: tuple[str, ...]) -> Span:
        while path and path not in self._places:
            path = path[:-1]
        return self._source.span(*self._places[path]) if path else self._source.whole()

    def problems(self) -> tuple[Diagnostic, ...]:
        """The faults that keep the data from being a lock; faults that follow from others are held back."""
        version = self._content.get("lock") if isinstance(self._content, dict) else None
        new = newer(codes.NEWER_LOCK, "this lock file", version, self._place(("lock",)))
        for findings in (new, self._repeated(), self._violations(), self._numbers(), self._seal()):
            problems = tuple(islice(findings, _MOST))
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

    def _repeated(self) -> Iterator[Diagnostic]:
        again = {path for path, _ in self._repeats}
        for path, place in self._repeats:
            if any(path[:length] in again for length in range(1, len(path))):
                continue
            yield codes.INVALID_LOCK.at(
                self._source.span(*place),
                f"`{path[-1]}` occurs twice in the same place",
                hint=_RESTORE,
                related=(Related(self._place(path), "the other one"),),
            )

    def _violations(self) -> Iterator[Diagnostic]:
        for violation in violations(json.loads(resources.text(_SCHEMA)), self._content, _MOST):
            path = tuple(map(str, violation.path))
            yield from (
                self.finding(codes.INVALID_LOCK, f"a lock file has no `{key}`", (*path, key))
                for key in violation.unknown[:_MOST]
            )
            if not violation.unknown:
                where = f"`{path[-1]}`: " if path else ""
                yield self.finding(codes.INVALID_LOCK, f"{where}{violation.message}", path)

    def _numbers(self) -> Iterator[Diagnostic]:
        """Numbers that two paragraphs have, and those that are not from 1 to N."""
        lock = self.lock()
        owners: dict[int, tuple[str, str, LockEntry]] = {}
        for case, path, entry in lock.entries():
            first_case, first_path, first_entry = owners.setdefault(entry.number, (case, path, entry))
            if (first_case, first_entry) != (case, entry):
                message = (
                    f"two paragraphs have the number {entry.number}:"
                    f" {first_path} of {first_case} and {path} of {case}"
                )
                also = self._place(("cases", first_case, first_path, "number"))
                yield self.finding(codes.INVALID_LOCK, message, ("cases", case, path, "number"), also=also)
        for message, place in _number_faults(lock.gaps, owners):
            yield self.finding(codes.INVALID_LOCK, message, place)

    def _seal(self) -> Iterator[Diagnostic]:
        """Numbers that fit together and are yet not those that were written."""
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


def _number_faults(
    gaps: Sequence[int], owners: Mapping[int, tuple[str, str, LockEntry]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Faults of gaps, and of numbers with the paths that have them, each with the member it is at."""
    # A gap may be listed twice.
    for gap in dict.fromkeys(gaps):
        if gap in owners:
            case, path, _ = owners[gap]
            yield f"the number {gap} is listed as a gap, but {path} of {case} has it", ("gaps",)
    if list(gaps) != sorted(set(gaps)):
        yield "the gaps are not in ascending order without repetition", ("gaps",)
    count = len({*owners, *gaps})
    missing = f"is out of range: there are only {count}"
    for number, (case, path, _) in owners.items():
        if number > count:
            place = ("cases", case, path, "number")
            yield f"the number {number} {missing}, and none may be missing", place
    for gap in gaps:
        if gap > count:
            yield f"the gap {gap} {missing} numbers, and none may be missing", ("gaps",)

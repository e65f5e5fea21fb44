"""The lock file of a booklet: the number of every path, and a digest of the text it leads to.

``lock_text`` writes one, the same bytes for the same lock; ``lock_reading.load_lock`` reads it.
``kept_numbers.keep`` numbers a booklet by it. The format is that of ``schemas/lock.schema.json``.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import sha256

from casekit import __version__
from casekit.diagnostics import Source
from casekit.language.data.schema import FORMAT
from casekit.print.content.booklet import Booklet, CasePages, Passage, printed_in
from casekit.print.numbers.numbering import Numbering
from casekit.values import field, frozen

SUFFIX = ".lock.json"
"""The end of the name of a lock file."""


@frozen(slots=True)
class LockEntry:
    """A path's paragraph: its number and the digest of its text."""

    number: int
    digest: str


@frozen
class Lock:
    """The numbers of a printed booklet."""

    booklet: str
    """The slug of the booklet."""
    seed: int
    """The seed of its numbers."""
    gaps: tuple[int, ...]
    """Numbers that no path has any more, ascending; with the others they are 1 to N."""
    cases: Mapping[str, Mapping[str, LockEntry]]
    """The entry of each path, by case file and path name."""
    sealed: bool = True
    """False if it was read from a file whose seal somebody removed."""
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The digests of what a case has without a number, by case file and name; older files have none."""
    source: Source = field(default=Source("", ""), compare=False)
    """The file that it was read from."""

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
    """The lock of a booklet with its numbers."""
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
    passages = {
        "title": Passage((case.title,), span),
        "presentation": case.presentation,
        "answers": Passage(printed_in(case.answers), span),
    }
    if case.worksheet is not None:
        passages["worksheet"] = Passage(case.worksheet.texts(), span)
    passages["solution"] = case.solution
    return passages


def digest_of(text: Passage) -> str:
    """The digest of a paragraph's prose; how its lines were broken in the file does not count."""
    return _digest("\n\n".join(text.prose))


def seal_of(lock: Lock) -> str:
    """The digest of all numbers, by which a change by hand is noticed, such as two that were exchanged.

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

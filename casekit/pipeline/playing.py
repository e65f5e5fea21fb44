"""Documents at a table.

There are pages on which people play them, their logs beside the documents again, and games at a screen.

A page has the numbers that the document's booklet prints.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import Finding, Source, caught, codes, gravest, has_errors
from casekit.kit.editions import EditionFinder, LoadedEdition, cases_of, shown
from casekit.language.source_files import is_there, read_bytes, real
from casekit.pipeline.loading import (
    AnalysableDocument,
    DocumentResult,
    InputFile,
    open_document,
    prepare_for_analysis,
    within_budget,
)
from casekit.print.numbers import lock
from casekit.print.numbers.distances import NumberedItem
from casekit.print.numbers.lock_reading import load_lock
from casekit.print.numbers.numbering import seed_of
from casekit.print.numbers.shuffling import shuffle
from casekit.tabletop.game_rules import TableGame
from casekit.tabletop.match import MatchFactory
from casekit.tabletop.playtests.playbook import Identity, Playbook
from casekit.tabletop.playtests.playtest_logs import (
    PlaytestLog,
    contrary_log,
    foreign_log,
    other_version,
    read_log,
    repeated_log,
    unlike_game,
)
from casekit.tabletop.playtests.tester_games import SharedGame, shared_game
from casekit.values import frozen, replace


def playtest(file: InputFile, editions: EditionFinder) -> DocumentResult[str]:
    """Make the page of a document, whose lines need not prove anything yet."""
    from casekit.tabletop.playtest_page import playtest_page

    case = open_document(file, editions)
    game, document = case.parsed.game, case.flawless
    gaps = game.checks.missing_parts(document) if document is not None else ()
    findings = gravest((*case.diagnostics, *gaps))
    table = game.table
    if table is None:
        reason = f"{game.title} is not played at a table, so that nobody can test it there"
        hint = "make pages for documents of a game that has a table; to test this one, hand out its booklet"
        return DocumentResult(file.name, (*findings, not_at_a_table(case.source, reason, hint)), case.sources)
    if document is None or has_errors(gaps):
        return DocumentResult(file.name, findings, case.sources)
    book = table.playbook(document)
    numbers, problems, locks = paragraph_numbers(book, file.path, case.edition)
    page = None if has_errors(problems) else playtest_page(book, numbers)
    return DocumentResult(file.name, gravest((*findings, *problems)), {**case.sources, **locks}, page)


def not_at_a_table(
    source: Source, reason: str, hint: str = "play documents of a game that has a table"
) -> Finding:
    """The finding for a document that cannot be played."""
    return codes.NOT_AT_A_TABLE.at(source.whole(), reason, hint=hint)


def paragraph_numbers(
    book: Playbook, case: Path, edition: LoadedEdition
) -> tuple[dict[str, int], Findings, dict[str, Source]]:
    """The numbers of the paragraphs by key.

    They are those of the locked booklet as far as it has them, else shuffled ones.

    With them, what is wrong with the lock file, and its text.
    """
    printed, problems, sources = _locked(case, edition)
    # Paths that shared a paragraph in print and were parted cannot both keep its number.
    of_number = {printed[path.name]: path.key for path in book.paths() if path.name in printed}
    by_key = {key: number for number, key in of_number.items()}
    left = [key for key in book.texts if key not in by_key]
    rows: list[Mapping[str, Any]] = []
    for group in book.groups:
        rows += [row for row in group["rows"] if len(row["cells"]) > 1]
    # Paragraphs of one row are kept apart, as in a booklet; of several rows, the first counts.
    group_of: dict[str, str] = {}
    for row in reversed(rows):
        group_of |= {path.key: row["label"] for path in row["cells"] if path}
    items = [NumberedItem(key, "", group_of.get(key, "")) for key in left]
    shuffled = shuffle(items, seed_of(Path(book.file).name)) if items else {}
    last = max(printed.values(), default=0)
    return by_key | {key: last + number for key, number in shuffled.items()}, problems, sources


def _locked(case: Path, edition: LoadedEdition) -> tuple[dict[str, int], Findings, dict[str, Source]]:
    """The printed numbers by path, if a booklet of the edition has the document and a lock file."""
    settings = edition.settings
    if settings is None or settings.file is None:
        return {}, (), {}
    root = settings.file.parent
    for booklet in settings.booklets:
        file = root / f"{booklet.slug}{lock.SUFFIX}"
        if real(case) not in map(real, cases_of(booklet, settings.file)) or not is_there(file):
            continue
        kept, source, problems = load_lock(file, shown(file), root)
        entries = {} if kept is None else kept.cases.get(real(case).relative_to(real(root)).as_posix(), {})
        return {path: entry.number for path, entry in entries.items()}, problems, {source.name: source}
    return {}, (), {}


# --- logs ----------------------------------------------------------------------------------------


Tested = tuple[AnalysableDocument, tuple[SharedGame, ...]]
"""A document with the games of testers that are about it."""


def read_logs(
    files: Iterable[tuple[str, Path, Path | None]],
) -> tuple[tuple[PlaytestLog, ...], Findings]:
    """Read logs, each given by its name, its path and the folder it was found in.

    Of several of one game the longest; none, if they contradict each other.

    Logs that cannot be used are findings.
    """
    logs: dict[str, list[PlaytestLog]] = {}
    findings: list[Finding] = []
    for name, file, within in files:
        data, unread = read_bytes(file, within, name)
        log, problems = (None, unread) if data is None else read_log(data, name)
        findings += problems
        if log is not None:
            logs.setdefault(log.content["id"], []).append(log)
    kept: list[PlaytestLog] = []
    for of_one_game in logs.values():
        # Of two that go equally far the first is kept.
        longest = max(of_one_game, key=lambda log: log.length)
        others = [log for log in of_one_game if log is not longest]
        contrary = [log for log in others if not log.leads_to(longest)]
        if contrary:
            # Nobody can say which of them was played.
            findings.append(contrary_log(longest, contrary[0]))
            findings += [contrary_log(log, longest) for log in others]
        else:
            findings += [repeated_log(log, longest) for log in others]
            kept.append(longest)
    return tuple(kept), tuple(findings)


def logs_by_document(
    logs: Sequence[PlaytestLog], inputs: Sequence[InputFile], editions: EditionFinder
) -> tuple[tuple[Tested, ...], Findings]:
    """Each document with the logs that are about it.

    They are of the same text, else of the version that is most like it.
    """
    documents = [_with_book(file, editions) for file in inputs]
    tables = {place: table for place, (_, table) in enumerate(documents) if table is not None}
    identities = {place: Identity(book) for place, (_, book) in tables.items()}
    games: dict[int, list[SharedGame]] = {}
    findings: list[Finding] = []
    for log in logs:
        near = {place: shared_game(log, identity) for place, identity in identities.items()}
        text = log.content["case"]["hash"]
        same_text = [place for place, identity in identities.items() if identity.whole == text]
        best = (
            same_text[0]
            if same_text
            else max(near, key=lambda place: len(near[place].unchanged), default=None)
        )
        if best is None or not near[best].unchanged:
            findings.append(foreign_log(log))
        elif unlike := unlike_game(log, tables[best][0]):
            findings.append(unlike)
        else:
            games.setdefault(best, []).append(near[best])
            if not same_text:
                findings.append(other_version(log, len(near[best].unchanged), len(identities[best].paths)))
    tested = [(about, tuple(games.get(place, ()))) for place, (about, _) in enumerate(documents)]
    return tuple(tested), tuple(findings)


def _with_book(
    file: InputFile, editions: EditionFinder
) -> tuple[AnalysableDocument, tuple[TableGame, Playbook] | None]:
    """A document that questions can be asked of, how it is played, and what people played of it."""
    case = open_document(file, editions)
    about = prepare_for_analysis(case)
    table = case.parsed.game.table
    if about.analyzer is None or table is None or case.reading is None:
        return about, None
    book, failed = caught(partial(table.playbook, case.reading.document), case.source.whole())
    if book is None:
        return replace(about, diagnostics=(*about.diagnostics, *failed), game=None), None
    return about, (table, book)


@frozen
class PlayableDocument:
    """A document that is ready to be played: ``numbers`` are those of its paragraphs by key."""

    host: MatchFactory
    numbers: Mapping[str, int]


def playable_document(
    case: AnalysableDocument, file: Path, edition: LoadedEdition
) -> tuple[PlayableDocument | None, Findings]:
    """A document that is ready to be played, or why it cannot be."""
    if case.analyzer is None or case.game is None:
        return None, case.diagnostics or (not_at_a_table(case.source, case.why_not_analysable),)
    table = case.game.table
    if table is None:
        return None, (not_at_a_table(case.source, f"{case.game.title} is not played at a table yet"),)
    analysis = case.analyzer.analysis
    host, problems = within_budget(case.analyzer, lambda: table.host(analysis))
    if host is None:
        return None, problems
    numbers, unread, _ = paragraph_numbers(host.book, file, edition)
    return (None if has_errors(unread) else PlayableDocument(host, numbers)), (*problems, *unread)

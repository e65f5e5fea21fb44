"""Documents that people play: pages for testers, the logs that these send back, and games at a screen.

All have the numbers of paragraphs that the document's booklet prints.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

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
    """The numbers of the paragraphs: those of the locked booklet as far as it has them, else shuffled ones.

    Args:
        book: the document as it is played.
        case: its file.
        edition: its edition, whose booklets may have it.

    Returns:
        The numbers by the keys of paragraphs, the findings on the lock file, and its text by its name.
    """
    printed, problems, sources = _printed_numbers(case, edition)
    # Paths that shared a paragraph in print and were parted cannot both keep its number.
    key_of_number = {printed[path.name]: path.key for path in book.paths() if path.name in printed}
    number_of_key = {key: number for number, key in key_of_number.items()}
    keys_without_number = [key for key in book.texts if key not in number_of_key]
    rows: list[Mapping[str, Any]] = []
    for group in book.groups:
        rows += [row for row in group["rows"] if len(row["cells"]) > 1]
    # Paragraphs of one row are kept apart, as in a booklet; of several rows, the first counts.
    group_of: dict[str, str] = {}
    for row in reversed(rows):
        group_of |= {path.key: row["label"] for path in row["cells"] if path}
    items = [NumberedItem(key, "", group_of.get(key, "")) for key in keys_without_number]
    shuffled = shuffle(items, seed_of(Path(book.file).name)) if items else {}
    last_printed = max(printed.values(), default=0)
    for key, number in shuffled.items():
        number_of_key[key] = last_printed + number
    return number_of_key, problems, sources


def _printed_numbers(
    case: Path, edition: LoadedEdition
) -> tuple[dict[str, int], Findings, dict[str, Source]]:
    """The printed numbers by path, if a booklet of the edition has the document and a lock file."""
    settings = edition.settings
    if settings is None or settings.file is None:
        return {}, (), {}
    root = settings.file.parent
    for booklet in settings.booklets:
        file = root / f"{booklet.slug}{lock.SUFFIX}"
        if real(case) not in map(real, cases_of(booklet, settings.file)) or not is_there(file):
            continue
        lock_content, source, problems = load_lock(file, shown(file), root)
        name = real(case).relative_to(real(root)).as_posix()
        entries = {} if lock_content is None else lock_content.cases.get(name, {})
        return {path: entry.number for path, entry in entries.items()}, problems, {source.name: source}
    return {}, (), {}


# --- logs ----------------------------------------------------------------------------------------


class TestedDocument(NamedTuple):
    """A document that testers have played."""

    document: AnalysableDocument
    """The document."""

    games: tuple[SharedGame, ...]
    """The games of testers that are about it."""


class _DocumentAtTable(NamedTuple):
    """A document that logs may be about."""

    document: AnalysableDocument
    """The document."""

    table: TableGame | None = None
    """How it is played; ``None`` if it cannot be."""

    book: Playbook | None = None
    """What people play of it; ``None`` if it cannot be played."""


def read_logs(
    files: Iterable[tuple[str, Path, Path | None]],
) -> tuple[tuple[PlaytestLog, ...], Findings]:
    """Read logs. Of several of one game the longest counts; none, if they contradict each other.

    Args:
        files: the name of each log, its path and the folder it was found in, if the user did not name it.

    Returns:
        The logs, and a finding on each that cannot be used.
    """
    logs_by_game: dict[str, list[PlaytestLog]] = {}
    findings: list[Finding] = []
    for name, file, within in files:
        data, unread = read_bytes(file, within, name)
        log, problems = (None, unread) if data is None else read_log(data, name)
        findings += problems
        if log is not None:
            logs_by_game.setdefault(log.content["id"], []).append(log)
    usable_logs: list[PlaytestLog] = []
    for logs in logs_by_game.values():
        # Of two that go equally far the first is used.
        longest = max(logs, key=lambda log: log.length)
        other_logs = [log for log in logs if log is not longest]
        contradictory_logs = [log for log in other_logs if not log.leads_to(longest)]
        if contradictory_logs:
            # Nobody can say which of them was played.
            findings.append(contrary_log(longest, contradictory_logs[0]))
            findings += [contrary_log(log, longest) for log in other_logs]
        else:
            findings += [repeated_log(log, longest) for log in other_logs]
            usable_logs.append(longest)
    return tuple(usable_logs), tuple(findings)


def logs_by_document(
    logs: Sequence[PlaytestLog], inputs: Sequence[InputFile], editions: EditionFinder
) -> tuple[tuple[TestedDocument, ...], Findings]:
    """Each document with the games in the logs that are about it, and a finding on each log that is not used.

    A log is about the document with its text, else about the one that has most paragraphs as it has them.
    """
    documents = [_document_at_table(file, editions) for file in inputs]
    tables: dict[int, TableGame] = {}
    identities: dict[int, Identity] = {}
    for index, document in enumerate(documents):
        if document.table is not None and document.book is not None:
            tables[index] = document.table
            identities[index] = Identity(document.book)
    games: dict[int, list[SharedGame]] = {}
    findings: list[Finding] = []
    for log in logs:
        index_and_game = _document_and_game(log, identities)
        if index_and_game is None:
            findings.append(foreign_log(log))
            continue
        index, game = index_and_game
        if unlike := unlike_game(log, tables[index]):
            findings.append(unlike)
        else:
            games.setdefault(index, []).append(game)
            identity = identities[index]
            if identity.whole != log.content["case"]["hash"]:
                findings.append(other_version(log, len(game.unchanged), len(identity.paths)))
    tested = [
        TestedDocument(document.document, tuple(games.get(index, ())))
        for index, document in enumerate(documents)
    ]
    return tuple(tested), tuple(findings)


def _document_and_game(log: PlaytestLog, identities: Mapping[int, Identity]) -> tuple[int, SharedGame] | None:
    """The index of the document that a log is about, with its game; ``None`` if it is about none of them."""
    candidates = {index: shared_game(log, identity) for index, identity in identities.items()}
    text_hash = log.content["case"]["hash"]
    same_text = [index for index, identity in identities.items() if identity.whole == text_hash]
    best = max(candidates, key=lambda index: len(candidates[index].unchanged), default=None)
    if same_text:
        best = same_text[0]
    if best is None or not candidates[best].unchanged:
        return None
    return best, candidates[best]


def _document_at_table(file: InputFile, editions: EditionFinder) -> _DocumentAtTable:
    """A document that questions can be asked of, and how it is played."""
    case = open_document(file, editions)
    document = prepare_for_analysis(case)
    table = case.parsed.game.table
    if document.analyzer is None or table is None or case.resolved is None:
        return _DocumentAtTable(document)
    book, failure = caught(partial(table.playbook, case.resolved.document), case.source.whole())
    if book is None:
        findings = (*document.diagnostics, *failure)
        return _DocumentAtTable(replace(document, diagnostics=findings, game=None))
    return _DocumentAtTable(document, table, book)


@frozen
class PlayableDocument:
    """A document that is ready to be played."""

    host: MatchFactory
    """Begins its games."""

    numbers: Mapping[str, int]
    """The printed numbers of its paragraphs, by their keys."""


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
    findings = (*problems, *unread)
    return (None if has_errors(unread) else PlayableDocument(host, numbers)), findings

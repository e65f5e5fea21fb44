"""One case that is checked in this process, unless the answer about it is remembered."""

from casekit.diagnostics import Report
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.game_detection import game_of
from casekit.language.places import noting_places
from casekit.language.source_files import decode_quickly
from casekit.pipeline.checking import CheckedFiles, CheckOptions, OnFile, check_files, report_of
from casekit.pipeline.checks.remembered_checks import RememberedCheck, open_memory
from casekit.pipeline.loading import InputFile
from casekit.values import replace


def check_one(
    file: InputFile,
    editions: EditionFinder,
    progress: OnFile,
    *,
    verdict_in_words: bool = False,
    balance: int | None = None,
    ignore_memory: bool = False,
) -> CheckedFiles:
    """Check one case with ``check_files``, or give the answer about it that is remembered.

    A remembered answer has no document. A draft that is hardly begun is checked each time, because its writer
    wants to see how far it is, which takes the document.

    Args:
        file: the case.
        editions: finds its edition.
        progress: called with its name before it is worked on.
        verdict_in_words: whether the verdict is given in words too.
        balance: the budget with which it is measured how hard the case is, if at all.
        ignore_memory: whether to check an unchanged case too.
    """
    options = CheckOptions(verdict_in_words=verdict_in_words, balance=balance)
    memory = open_memory((file,), balance) if file.data is None else None
    if memory is None:
        return check_files((file,), editions, progress, options)
    data, _ = file.read()
    if data is None:
        # The check reports why it cannot be read.
        return check_files((file,), editions, progress, options)
    question = memory.question(file, data, editions.override)
    answer = None if ignore_memory else memory.recall(question)
    if answer is not None and not answer.is_fresh_draft:
        progress(file.name)
        answer.note_inputs()
        return CheckedFiles(
            _report_of(answer, file, data, editions, verdict_in_words=verdict_in_words), documents=()
        )
    with noting_places() as places:
        # The words are remembered whether or not they are wanted now.
        report, documents = check_files((file,), editions, progress, replace(options, verdict_in_words=True))
    (document,) = documents
    answer = RememberedCheck.of_document(document, places)
    if answer.is_finished():
        memory.keep(question, replace(answer, is_clean=not report.diagnostics))
        memory.close()
    if not verdict_in_words:
        report = replace(report, verdicts=())
    return CheckedFiles(report, documents)


def _report_of(
    answer: RememberedCheck,
    file: InputFile,
    data: bytes,
    editions: EditionFinder,
    *,
    verdict_in_words: bool,
) -> Report:
    """The report with a remembered answer about a case. Its edition is read if there is a finding to show."""
    source, _ = decode_quickly(data, file.name)
    game, _ = game_of(source)
    loaded_editions: list[LoadedEdition] = []
    if not answer.is_clean:
        loaded_editions.append(editions.of(file.path.parent, game.name))
    document = answer.as_document(game, source, verdict_in_words=verdict_in_words)
    return report_of([document], loaded_editions)

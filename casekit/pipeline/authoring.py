"""From a document to what its writer gets, whatever is still wrong with it.

That is a review, its words, a whole document, or an upgrade.

Figures are held to thresholds, and to those of an earlier answer of ``casekit report --json``.

An edition that says its format was written for this reading of it, and so were its cases. In any other the
checks find what is read otherwise: a finding in ``CHANGES`` has a fix that says how it is written now, or
nobody but the writer can say.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.analysis import analyzer as analysis_analyzer, summaries
from casekit.analysis.diff.document_diff import DocumentDiff
from casekit.analysis.diff.report import compared_as_json, compared_in_words
from casekit.analysis.figures.metric_changes import MetricChange, side_by_side
from casekit.analysis.figures.metrics import Metric
from casekit.analysis.figures.thresholds import Threshold, missed_thresholds
from casekit.diagnostics import (
    Edit,
    Finding,
    MisuseError,
    Report,
    Severity,
    Source,
    Span,
    caught,
    codes,
    gravest,
    has_errors,
    in_order,
)
from casekit.diagnostics.renderers.json_report import as_json
from casekit.kit.edition_settings import EditionSettings
from casekit.kit.editions import EditionFinder, LoadedEdition, is_edition
from casekit.kit.interface import AnyGame, Document, NewDocument
from casekit.kit.registry import game_called
from casekit.language.source_files import decode, read_bytes, real
from casekit.pipeline import checking, conversion
from casekit.pipeline.loading import InputFile, MadeResult, TypedDocument, bound_inputs, open_document
from casekit.values import frozen, replace

if TYPE_CHECKING:
    from casekit.analysis.proofreading.review import BlindReadingCopy, Review


def review(
    file: InputFile, editions: EditionFinder, *, blind: bool
) -> "MadeResult[Review | BlindReadingCopy]":
    """Check a document, and review it as far as it can be read."""
    case = open_document(file, editions)
    checked, analyzer = checking.check_with_deduction(checking.check_without_deduction(case))
    findings = gravest((*case.edition.diagnostics, *checked.diagnostics))
    game, document = checked.game, checked.document
    if document is None:
        return MadeResult(file.name, findings, case.sources)

    def reviewed() -> "Review | BlindReadingCopy | None":
        if blind:
            return game.proofreading.blind_copy(document)
        return game.proofreading.review(document, case.parsed.tree, findings, analyzer)

    answer, failed = caught(reviewed, document.source.whole())
    if failed:
        return MadeResult(file.name, gravest((*findings, *failed)), case.sources)
    if answer is None:
        nothing = codes.NO_PROSE.at(
            document.source.whole(),
            f"{game.title} has no prose beside its logic, so there is nothing to review",
            hint="check it with `casekit check`, and proofread what `casekit build` prints",
        )
        findings = (nothing,)
    return MadeResult(file.name, findings, case.sources, answer)


def words_of_file(file: InputFile, editions: EditionFinder) -> MadeResult[summaries.WordList]:
    """The words of a document and of its edition.

    Of what is wrong, only what keeps lines from being read is reported.
    """
    case = open_document(file, editions)
    settings = case.edition.settings
    if case.reading is None or settings is None:
        return MadeResult(file.name, case.unread, case.sources)
    words = case.parsed.game.authoring.word_list(settings, case.reading.document)
    return MadeResult(file.name, case.unread, case.sources, words, settings.language)


def _words_of(game: AnyGame, settings: EditionSettings, document: Document) -> summaries.WordList:
    return game.authoring.word_list(settings, document)


def words_of_edition_file(file: Path, editions: EditionFinder) -> MadeResult[summaries.WordList]:
    """The words that all cases of an edition share.

    A spelling checker knows those of the cases in its booklets too.
    """
    edition = editions.read(file)
    sources = {text.name: text for text in edition.sources}
    if edition.settings is None:
        return MadeResult(file.as_posix(), edition.diagnostics, sources)
    lists = [game_called(edition.game).authoring.word_list(edition.settings, None)]
    findings = list(edition.diagnostics)
    for each in bound_inputs(edition, file):
        case = open_document(each, editions, edition)
        sources |= case.sources
        findings += case.parsed.diagnostics
        if case.reading is not None:
            naming = partial(_words_of, case.parsed.game, edition.settings, case.reading.document)
            words, failed = caught(naming, case.source.whole())
            findings += failed
            lists += [] if words is None else [words.for_spelling]
    return MadeResult(
        file.as_posix(), gravest(findings), sources, summaries.merged_lists(lists), edition.settings.language
    )


def complete(
    case: TypedDocument, given: Mapping[str, Any], steps: analysis_analyzer.ProgressBar
) -> tuple[NewDocument | None, analysis_analyzer.Findings] | None:
    """A document that was completed, or what is wrong with it; neither, if nothing is missing.

    ``given`` are options of its game; ``None`` if that completes none. Cases that the edition's booklets list
    and that are not there do not matter: one of them may be the file that is about to be written.
    """
    unread = tuple(each for each in case.unread if each.code is not codes.MISSING_CASE)
    if case.edition.settings is None or has_errors(unread):
        return None, unread
    answer = case.parsed.game.authoring.complete(case.source, case.edition.settings, given, steps)
    return None if answer is None else (answer[0], gravest(answer[1]))


CHANGES: Mapping[str, str] = {
    "CK806": "an edition says its format, so that a later casekit knows how it was meant",
    "CK508": "every rule was known to readers; now a rule quotes the words that say it, or is marked `common`",
    "CK503": "the answer that hints support best was enough; now the header says so",
    "CK601": "the thresholds of levels are other ones, and transcripts have a third level, `apprentice`",
    "CK412": "what a line says of something without a value was true or false; now it says nothing, and only you know what was meant",
}
"""The lines that are read otherwise since format 1, by the code of the finding that shows it."""

_MEANT = {"CK508": "common "}
"""The word before a line by which it means what it meant then. No finding offers it: today it would be for
the writer to vouch for."""


@frozen
class Upgrade:
    """A file with something in it that is read otherwise. ``told`` are the codes of what was rewritten.

    ``after`` are its bytes then. ``left`` are findings on what only the writer can rewrite, ``compared`` what
    is different of a document, if anything is.
    """

    file: str
    path: Path
    before: bytes
    after: bytes
    told: tuple[str, ...]
    left: analysis_analyzer.Findings = ()
    compared: DocumentDiff | None = None

    @property
    def difference(self) -> str:
        """The text before and after, as a unified diff."""
        before, after = (data.decode("utf-8-sig") for data in (self.before, self.after))
        return conversion.difference(before, after, self.file, "upgraded")

    def in_words(self, width: int) -> str:
        """The difference of the file, why it is rewritten, and what is different then.

        ``width`` is in columns.
        """
        rewritten = [f"{self.file}: {code}: {CHANGES[code]}\n" for code in self.told]
        left = [
            f"{one.span}: {one.severity}[{one.code}], for you to settle: {CHANGES[one.code.id]}\n{one.message}\n"
            for one in self.left
        ]
        compared = f"{self.file}: verdict, level and findings stay as they are.\n"
        if self.compared is not None:
            compared = compared_in_words((self.compared,), width)
        return "".join((self.difference, *rewritten, *left, compared))

    def as_json(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "file": self.file,
            "changes": [{"code": code, "why": CHANGES[code]} for code in self.told],
            "left": [as_json(one) for one in self.left],
            "diff": self.difference,
            "compared": None if self.compared is None else compared_as_json(self.compared),
        }


def upgrade(
    inputs: Sequence[InputFile],
    folders: Sequence[Path],
    editions: EditionFinder,
    budget: int,
    step: checking.OnFile,
) -> tuple[tuple[Upgrade, ...], Report]:
    """The upgrades of documents and of the editions in some folders.

    All documents of these editions are given. With them come the errors that may hide others.
    """
    upgrades: list[Upgrade] = []
    problems: list[Finding] = []
    sources: dict[str, Source] = {}
    for file in inputs:
        step(file.name)
        document = open_document(file, editions)
        sources[document.source.name] = document.source
        if document.reading is None or has_errors(document.parsed.diagnostics):
            problems += document.parsed.diagnostics
        elif _is_earlier(document.edition):
            upgrading = partial(_of_document, document, file.path, budget)
            upgraded, failed = caught(upgrading, document.source.whole())
            of_document, errors = upgraded or ((), failed)
            upgrades += of_document
            problems += errors
    roots = [real(folder) for folder in folders]
    for path, edition in editions.loaded_editions.items():
        if _is_earlier(edition) and any(real(path).is_relative_to(root) for root in roots):
            upgrades.append(_of_edition(path, edition))
        if edition.settings is None:
            problems += edition.diagnostics
        sources |= {text.name: text for text in edition.sources}
    return tuple(upgrades), Report(in_order(problems), sources)


def _is_earlier(edition: LoadedEdition) -> bool:
    """Whether an edition does not say its format; the built-in one cannot say that of its cases."""
    return edition.settings is not None and (
        not edition.sources or codes.UNSTATED_FORMAT in {each.code for each in edition.diagnostics}
    )


def _of_edition(file: Path, edition: LoadedEdition) -> Upgrade:
    source = edition.sources[0]
    before = read_bytes(file)[0] or b""
    if decode(before, source.name)[0].text != source.text:
        before = source.text.encode()
    changes = [finding for finding in edition.diagnostics if finding.code.id in CHANGES]
    rewritten = dict.fromkeys([finding.code.id for finding in changes])
    return Upgrade(source.name, file, before, edited(before, _edits(changes)), tuple(rewritten))


def _of_document(
    document: TypedDocument, path: Path, budget: int
) -> tuple[tuple[Upgrade, ...], list[Finding]]:
    from casekit.pipeline.revisions import DocumentRevision, compare

    name, edition = document.source.name, document.edition
    before = document.data or b""
    after, rewritten, findings = _rewritten(before, name, edition, budget)
    left: list[Finding] = []
    errors: list[Finding] = []
    for finding in findings:
        if finding.code.id in CHANGES:
            if not _rewriting(finding):
                left.append(finding)
        elif finding.severity is Severity.ERROR:
            errors.append(finding)
    if not (rewritten or left):
        return (), errors
    old = {name: DocumentRevision(name, before, lambda _: edition)}
    new = {name: DocumentRevision(name, after, lambda _: edition)}
    compared = compare(old, new, budget, lambda _: None)
    return (Upgrade(name, path, before, after, rewritten, tuple(left), *compared),), errors


def _rewritten(
    data: bytes, name: str, edition: LoadedEdition, budget: int
) -> tuple[bytes, tuple[str, ...], list[Finding]]:
    """A document that means what it meant, the codes of what was rewritten, and what is found in it then."""
    codes_rewritten: dict[str, None] = {}
    first: dict[tuple[str, str], Finding] = {}
    # What was hidden by one finding is found when that is settled.
    for _ in CHANGES:
        diagnostics = checking.check_bytes(
            data, name, edition, checking.CheckOptions(balance=budget)
        ).diagnostics
        first = first or {(finding.code.id, finding.message): finding for finding in diagnostics}
        changes = [finding for finding in diagnostics if finding.code.id in CHANGES]
        edits = _edits(changes)
        if not edits:
            break
        codes_rewritten |= dict.fromkeys([finding.code.id for finding in changes if _rewriting(finding)])
        data = edited(data, edits)
    # The places of what was found at first are those of the file as it is.
    findings = [first.get((finding.code.id, finding.message), finding) for finding in diagnostics]
    return data, tuple(codes_rewritten), findings


def _edits(findings: Iterable[Finding]) -> tuple[Edit, ...]:
    edits: dict[Edit, None] = {}
    for finding in findings:
        edits |= dict.fromkeys(_rewriting(finding))
    return tuple(edits)


def _rewriting(finding: Finding) -> tuple[Edit, ...]:
    """The edits by which a line is meant as before."""
    word = _MEANT.get(finding.code.id)
    if word is None:
        return finding.fix
    span = finding.span
    start = replace(span, end_line=span.line, end_column=span.column, end=span.start)
    return (Edit(start, word),)


def edited(data: bytes, edits: Iterable[Edit]) -> bytes:
    """A file after some edits that do not meet; its lines end as they did."""
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = edit.replacement.replace("\n", "\r\n") if b"\r\n" in data else edit.replacement
        data = data[: edit.span.start] + text.encode() + data[edit.span.end :]
    return data


Answers = Mapping[str, Mapping[str, Any]]
"""The cases of an earlier answer, by file."""


def compare_with_thresholds(
    checked: Sequence[checking.CheckedDocument],
    limits: Sequence[Threshold],
    earlier: Answers | None,
    named: Iterable[str],
) -> tuple[Mapping[str, tuple[MetricChange, ...]], analysis_analyzer.Findings]:
    """Hold cases to thresholds and to an earlier answer, if there is one.

    The result has their figures side by side, by file, and what is wrong with them.

    ``named`` are the files and folders that were asked about: earlier cases elsewhere are not missed.

    Raises:
        MisuseError: if a threshold is for a figure that no case has, or the earlier answer was made by a
            version of casekit whose figures are of another form.
    """
    before = _paired(checked, earlier or {})
    measured = {file: was for file, was in before.items() if was["measured"]}
    rows: dict[str, tuple[MetricChange, ...]] = {}
    findings: list[Finding] = []
    gauges: list[Metric] = []
    for case in checked:
        was = measured.get(case.file)
        if case.figures is not None:
            now = case.game.wording.metrics_spec().gauges_of(case.figures.as_json())
            gauges += now
            rows[case.file] = side_by_side(now, None if was is None else _earlier_gauges(case, was))
            findings += [_missed(case, *missed) for missed in missed_thresholds(limits, rows[case.file])]
        elif was is not None:
            findings.append(_not_measured_now(case.source))
    findings += _gone(before, earlier or {}, tuple(named))
    unknown = [limit for limit in limits if not any(map(limit.concerns, gauges))]
    if gauges and unknown:
        changes = chain.from_iterable(rows.values())
        known = ", ".join(dict.fromkeys([change.now.measure for change in changes]))
        raise MisuseError(
            f"no case has a figure for `{unknown[0].text}`: name one of {known}; tables have others (--tables)"
        )
    return rows, tuple(findings)


def _not_measured_now(source: Source) -> Finding:
    return codes.NOT_MEASURED_NOW.at(
        source.whole(),
        "this case had figures before and cannot be measured now",
        hint="fix the errors that are reported for it",
    )


def _gone(
    before: Mapping[str, Mapping[str, Any]], earlier: Answers, named: Sequence[str]
) -> Iterator[Finding]:
    """A finding for each earlier case that is not among those of ``before`` and would be, were it there."""
    for file in sorted(earlier.keys() - {case["file"] for case in before.values()}):
        if _within(file, named):
            yield codes.CASE_GONE.at(
                Span(file),
                "this case was measured before and is not here now",
                hint="if it was removed on purpose, write the figures to compare with once more",
            )


def _paired(checked: Sequence[checking.CheckedDocument], earlier: Answers) -> dict[str, Mapping[str, Any]]:
    """The earlier figures of each case: those of its file, or of a file that is gone and had its title."""
    by_name = {_plain(file): case for file, case in earlier.items()}
    names = {checked_case.file: _plain(checked_case.file) for checked_case in checked}
    pairs = {file: by_name[name] for file, name in names.items() if name in by_name}
    here = set(names.values())
    gone = {case.get("title"): case for name, case in by_name.items() if name not in here}
    for checked_case in checked:
        title = checked_case.document.title if checked_case.document else None
        if checked_case.file not in pairs and title and title in gone:
            pairs[checked_case.file] = gone.pop(title)
    return pairs


def _plain(file: str) -> str:
    return Path(file.replace("\\", "/")).as_posix()


def _earlier_gauges(case: checking.CheckedDocument, was: Mapping[str, Any]) -> tuple[Metric, ...]:
    try:
        return case.game.wording.metrics_spec().gauges_of(dict(was))
    except (KeyError, TypeError, AttributeError) as error:
        raise MisuseError(
            f"the figures of {case.file} to compare with are those of another version of casekit; write them once more with "
            "`casekit report --json` of this version"
        ) from error


def _missed(case: checking.CheckedDocument, threshold: str, row: MetricChange) -> Finding:
    return codes.LOST_FIGURE.at(
        case.source.whole(),
        f"{row}; the threshold is `{threshold}`",
        hint=(
            "raise --budget: there may be more than was counted"
            if not row.now.exact
            else "see `casekit diff` for what changed; if this is meant, allow it with --gate"
        ),
    )


def _within(file: str, named: Sequence[str]) -> bool:
    """Whether a file would have been looked at, were it there."""
    place = Path(_plain(file)).absolute()
    paths = (Path(each).absolute() for each in named)
    return any(place.is_relative_to(path.parent if is_edition(path) else path) for path in paths)

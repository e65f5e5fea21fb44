"""``casekit proofread``: ``out`` and ``in``."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casekit.building.atomic_writes import write_all, write_bytes
from casekit.cli import options, output_files, streams
from casekit.diagnostics import Finding, Report, Source, Span, caught, codes, in_order
from casekit.kit.editions import EditionFinder, is_edition
from casekit.language.source_files import is_there
from casekit.manuscripts.manuscript_formats import (
    FORMATS,
    FORMATS_BY_ENDING,
    USUAL_FORMAT,
    ManuscriptFormat,
)
from casekit.pipeline.loading import InputFile, bound_inputs, file_of_target, no_booklet
from casekit.prose.phrasing import listed
from casekit.system.file_names import folded

if TYPE_CHECKING:
    from casekit.manuscripts.manuscript_parts import Manuscript
    from casekit.manuscripts.returned_manuscripts import Settle
    from casekit.pipeline.manuscripts import ManuscriptImport

_MOST_LINES = 12
"""The number of lines that are shown of a text that changes."""

_FORMS = click.Choice([*FORMATS])
_TITLES = listed([manuscript_format.title for manuscript_format in FORMATS.values()], "or")


@click.group("proofread")
def proofread_command() -> None:
    """Send the prose of a case to a word processor, and merge the corrections.

    The manuscript has no logic in it. Each paragraph is under a mark, by which the corrected text finds its
    place again.

    \b
    Example:
      casekit proofread out the-last-toast.case
      casekit proofread in the-last-toast.case the-last-toast.odt --dry-run
      casekit proofread in the-last-toast.case the-last-toast.odt
    """


def _no_stream(_ctx: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    if value == Path(streams.STDIN):
        raise click.BadParameter("a manuscript is written to a file: name it")
    return value


@proofread_command.command("out")
@click.argument("target", metavar="CASE|EDITION", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    callback=_no_stream,
    metavar="FILE|DIR",
    help=(
        "Write to this file, or for an edition to this folder.  "
        f"[default: CASE{USUAL_FORMAT.endings[0]}, or manuscripts/]"
    ),
)
@click.option(
    "--form",
    type=_FORMS,
    help=f"{_TITLES}.  [default: by the file's ending, or {USUAL_FORMAT.name}]",
)
@click.option("--force", is_flag=True, help="Replace existing files.")
@options.edition_option
@click.pass_context
def out(
    ctx: click.Context, target: Path, output: Path | None, form: str | None, force: bool, edition: Path | None
) -> None:
    """Write a manuscript of a case, or one of each case of an edition.

    LibreOffice, Word and other word processors open OpenDocument text (.odt); Markdown (.md) is for text
    editors. Existing files stay, since somebody may have corrected them. Exit status: 0 done, 1 findings, 2
    misuse.

    \b
    Example:
      casekit proofread out the-last-toast.case
      casekit proofread out the-last-toast.case --output for-clara.md
      casekit proofread out edition.toml --output manuscripts/
    """
    file, _ = file_of_target(target)
    editions = EditionFinder(edition)
    ending = (FORMATS[form] if form else USUAL_FORMAT).endings[0]
    if is_edition(file):
        inputs, problems, sources = _cases_of_edition(file, editions)
        folder = output or Path("manuscripts")
        places = [folder / f"{case.path.stem}{ending}" for case in inputs]
    else:
        inputs, problems, sources = (InputFile(file.as_posix(), None, file),), (), {}
        places = [output or Path(f"{file.stem}{ending}")]
    formats = [_format(place, form) for place in places]
    if len({folded(place.as_posix()) for place in places}) < len(places):
        raise click.UsageError("two cases of this edition have one file name; write them one by one")
    files, findings, texts = _manuscripts(inputs, places, formats, editions)
    if not force:
        findings += _leave_existing_files(files)
    problems = (*problems, *findings)
    sources |= texts
    _, unwritten = write_all(files) if files else ((), ())
    written = () if unwritten else files
    report = Report(in_order((*problems, *unwritten)), sources)
    streams.end(ctx, report, texts=(f"{place.as_posix()}\n" for place in written))


def _manuscripts(
    inputs: Sequence[InputFile],
    places: Sequence[Path],
    formats: Sequence[ManuscriptFormat],
    editions: EditionFinder,
) -> tuple[dict[Path, bytes], list[Finding], dict[str, Source]]:
    """The manuscripts of cases by their places, what is wrong, and the texts that this is about."""
    files: dict[Path, bytes] = {}
    problems: list[Finding] = []
    sources: dict[str, Source] = {}
    with streams.progress(len(inputs)) as step:
        for case, place, manuscript_format in zip(inputs, places, formats, strict=True):
            step(case.name)
            writing = partial(_manuscript, case, editions, manuscript_format, place)
            result, failure = caught(writing, Span(case.name))
            data, findings, texts = result or (None, failure, {})
            sources |= texts
            problems += findings
            if data is not None:
                files[place] = data
    return files, problems, sources


def _leave_existing_files(files: dict[Path, bytes]) -> list[Finding]:
    """Remove those of the files that are there with other bytes, and give a finding on each."""
    findings = []
    for place, data in tuple(files.items()):
        if is_there(place) and not output_files.holds(place, data):
            del files[place]
            message = "there is already a file of this name, which may have corrections in it"
            hint = "choose another name with --output, or replace the file with --force"
            findings.append(codes.CANNOT_WRITE.at(Span(place.as_posix()), message, hint=hint))
    return findings


def _manuscript(
    file: InputFile, editions: EditionFinder, manuscript_format: ManuscriptFormat, place: Path
) -> tuple[bytes | None, tuple[Finding, ...], dict[str, Source]]:
    """The bytes of a manuscript, if it can be written, what is wrong, and the texts that this is about."""
    from casekit.pipeline import manuscripts

    case, manuscript, unread = manuscripts.open_case(file, editions)
    if manuscript is None:
        return None, unread, case.sources
    data, findings = manuscripts.written(manuscript, manuscript_format, Span(place.as_posix()))
    return data, (*unread, *findings), case.sources


def _cases_of_edition(
    file: Path, editions: EditionFinder
) -> tuple[tuple[InputFile, ...], tuple[Finding, ...], dict[str, Source]]:
    """The cases of the booklets of an edition, each once, what is wrong with it, and its texts."""
    edition = editions.read(file)
    inputs, problems = bound_inputs(edition, file), edition.diagnostics
    if edition.settings is not None and not inputs:
        problems = (*problems, no_booklet(file, "proofread"))
    return inputs, problems, {text.name: text for text in edition.sources}


def _format(place: Path, form: str | None) -> ManuscriptFormat:
    """The format that was named, or that a file's ending stands for.

    Raises:
        click.UsageError: if it stands for none.
    """
    if form is not None:
        return FORMATS[form]
    format_of_ending = FORMATS_BY_ENDING.get(place.suffix.lower())
    if format_of_ending is None:
        choices = listed([f"--form {name}" for name in FORMATS], "or")
        raise click.UsageError(
            f"{place.name} ends in none of {', '.join(FORMATS_BY_ENDING)}; name the form with {choices}"
        )
    return format_of_ending


# --- and back ------------------------------------------------------------------------------------


@proofread_command.command("in")
@click.argument("case", metavar="CASE", type=click.Path(path_type=Path))
@click.argument("manuscript", metavar="MANUSCRIPT", type=click.Path(path_type=Path))
@click.option("--accept", is_flag=True, help="Make all tracked changes; they need one of the two.")
@click.option("--reject", is_flag=True, help="Make none of the tracked changes.")
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "--form",
    type=_FORMS,
    help=f"{_TITLES}.  [default: by the file's ending]",
)
@options.json_option
@options.edition_option
@click.pass_context
def merge(
    ctx: click.Context,
    case: Path,
    manuscript: Path,
    accept: bool,
    reject: bool,
    dry_run: bool,
    form: str | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Merge a corrected manuscript into its case, and show what changes.

    Only prose that was corrected changes. A paragraph that the writer has changed in the meantime stays, and
    is reported. Comments are listed as remarks; what the checks report only because of a correction, such as
    quoted words that are no longer there, is shown. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit proofread in the-last-toast.case the-last-toast.odt --dry-run
      casekit proofread in the-last-toast.case the-last-toast.odt --accept
    """
    from casekit.pipeline import manuscripts

    options.refuse_options(
        {
            "--accept and --reject exclude each other": accept and reject,
            f"{case} is an edition; a manuscript is merged into its case": is_edition(case),
        }
    )
    settle: Settle | None = None
    if accept or reject:
        settle = "accept" if accept else "reject"
    manuscript_format = _format(manuscript, form)
    with streams.progress(2) as step:
        step(case.as_posix())
        document, sent, unread = manuscripts.open_case(
            InputFile(case.as_posix(), None, case), EditionFinder(edition)
        )
        step(manuscript.as_posix())
        imported = manuscripts.proofread(document, sent, manuscript, manuscript_format, settle)
    problems = (*unread, *imported.findings)
    is_written = False
    if imported.data is not None and imported.data != document.data and not dry_run:
        unwritten = output_files.link_findings(case, case.as_posix())
        unwritten = unwritten or write_bytes(case, imported.data, rewrites=True)
        problems = (*problems, *unwritten)
        is_written = not unwritten
    report = Report(in_order((*problems, *imported.new_findings)), imported.sources)
    answer = None
    if as_json:
        content = _import_as_json(case, manuscript, imported, report, written=is_written)
        answer = streams.answer_as_json(content)
    texts = _import_in_words(case, manuscript, imported, sent, dry_run=dry_run, written=is_written)
    streams.end(ctx, report, answer=answer, texts=texts)


def _import_in_words(
    case: Path,
    manuscript: Path,
    imported: "ManuscriptImport",
    sent: "Manuscript | None",
    *,
    dry_run: bool,
    written: bool,
) -> Iterator[str]:
    """The remarks, then the changes, then how many paragraphs of each kind there are.

    That nothing is merged goes to standard error.
    """
    for remark in imported.remarks:
        where = f" in {remark.where}" if remark.where else ""
        who = f" ({remark.author})" if remark.author else ""
        yield f"remark{where}{who}: {remark.text}\n"
    if imported.merge is None:
        click.echo(f"nothing is merged: {case.as_posix()} stays as it is", err=True)
        return
    merged = imported.merge.of("merged")
    for fate in merged:
        yield "\n".join((fate.name, *_lines("-", fate.ours), *_lines("+", fate.theirs), ""))
    total = len(sent.paragraphs) if sent else 0
    counts = [f"{len(merged)} of {total} paragraphs {'would be ' if dry_run else ''}corrected"]
    changed_in_case = imported.merge.of("newer")
    if changed_in_case:
        counts.append(f"{len(changed_in_case)} changed only in the case")
    not_merged = imported.merge.of("conflict", "gone", "unreadable")
    if not_merged:
        counts.append(f"{len(not_merged)} left as they are")
    place = case.as_posix() if written or dry_run else manuscript.as_posix()
    yield f"{place}: {', '.join(counts)}\n"


def _lines(sign: str, text: str) -> Iterator[str]:
    """The lines of a text as a difference shows them, after a sign."""
    import textwrap

    width = max(streams.width() - 4, 20)
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += textwrap.wrap(paragraph, width, break_on_hyphens=False) or [""]
    for line in lines[:_MOST_LINES]:
        yield f"  {sign} {line}"
    if len(lines) > _MOST_LINES:
        yield f"  {sign} ..."


def _import_as_json(
    case: Path, manuscript: Path, imported: "ManuscriptImport", report: Report, *, written: bool
) -> dict[str, Any]:
    """The result (``schemas/proofread.schema.json``); its findings are not JSON yet."""
    fates = imported.merge.fates if imported.merge else ()
    return {
        "file": case.as_posix(),
        "manuscript": manuscript.as_posix(),
        "merged": imported.merge is not None,
        "written": written,
        "paragraphs": [
            {"mark": fate.name, "outcome": fate.outcome, "case": fate.ours, "manuscript": fate.theirs}
            for fate in fates
        ],
        "remarks": [
            {"mark": note.where, "author": note.author, "text": note.text} for note in imported.remarks
        ],
        "changes": [
            {"mark": note.where, "author": note.author, "kind": note.kind, "text": note.text}
            for note in imported.changes
        ],
        "diagnostics": report.diagnostics,
    }

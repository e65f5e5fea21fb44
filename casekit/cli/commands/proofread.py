"""``casekit proofread``: ``out`` and ``in``."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casekit.building.atomic_writes import write_all, write_bytes
from casekit.cli import options, output_files, streams
from casekit.diagnostics import Finding, Report, Span, caught, codes, in_order
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

_LONGEST = 12
"""Lines that are shown of a text that changes."""

_FORMS = click.Choice([*FORMATS])
_TITLES = listed([known.title for known in FORMATS.values()], "or")


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
        inputs, problems, sources = _bound(file, editions)
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
        findings += _keep_others(files)
    problems = (*problems, *findings)
    sources |= texts
    _, unwritten = write_all(files) if files else ((), ())
    written = () if unwritten else files
    report = Report(in_order((*problems, *unwritten)), sources)
    streams.end(ctx, report, texts=(f"{place.as_posix()}\n" for place in written))


def _manuscripts(
    inputs: Sequence[InputFile], places: Sequence[Path], formats: Sequence[ManuscriptFormat], editions: Any
) -> tuple[dict[Path, bytes], list[Finding], dict[str, Any]]:
    """The manuscripts of cases by their places, what is wrong, and the texts that this is about."""
    files: dict[Path, bytes] = {}
    problems: list[Finding] = []
    sources: dict[str, Any] = {}
    with streams.progress(len(inputs)) as step:
        for case, place, manuscript_format in zip(inputs, places, formats, strict=True):
            step(case.name)
            write = partial(_manuscript, case, editions, manuscript_format, place)
            result, failed = caught(write, Span(case.name))
            data, findings, texts = result or (None, failed, {})
            sources |= texts
            problems += findings
            if data is not None:
                files[place] = data
    return files, problems, sources


def _keep_others(files: dict[Path, bytes]) -> list[Finding]:
    """Take the files out that are there with other bytes; a finding on each."""
    findings = []
    for place, data in [*files.items()]:
        if is_there(place) and not output_files.holds(place, data):
            del files[place]
            message = "there is already a file of this name, which may have corrections in it"
            hint = "choose another name with --output, or replace the file with --force"
            findings.append(codes.CANNOT_WRITE.at(Span(place.as_posix()), message, hint=hint))
    return findings


def _manuscript(
    given: InputFile, editions: Any, manuscript_format: ManuscriptFormat, place: Path
) -> tuple[bytes | None, tuple[Finding, ...], dict[str, Any]]:
    """The bytes of a manuscript, if it can be written, what is wrong, and the texts that this is about."""
    from casekit.pipeline import manuscripts

    case, manuscript, unread = manuscripts.open_case(given, editions)
    if manuscript is None:
        return None, unread, case.sources
    data, findings = manuscripts.written(manuscript, manuscript_format, Span(place.as_posix()))
    return data, (*unread, *findings), case.sources


def _bound(file: Path, editions: Any) -> tuple[tuple[InputFile, ...], tuple[Finding, ...], dict[str, Any]]:
    """The cases of the booklets of an edition, each once, and what is wrong with it."""
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
    known = FORMATS_BY_ENDING.get(place.suffix.lower())
    if known is None:
        choices = listed([f"--form {name}" for name in FORMATS], "or")
        raise click.UsageError(
            f"{place.name} ends in none of {', '.join(FORMATS_BY_ENDING)}; name the form with {choices}"
        )
    return known


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
    settle: Settle | None = "accept" if accept else "reject" if reject else None
    manuscript_format = _format(manuscript, form)
    with streams.progress(2) as step:
        step(case.as_posix())
        document, sent, unread = manuscripts.open_case(
            InputFile(case.as_posix(), None, case), EditionFinder(edition)
        )
        step(manuscript.as_posix())
        done = manuscripts.proofread(document, sent, manuscript, manuscript_format, settle)
    problems = (*unread, *done.findings)
    changed = done.data is not None and done.data != document.data
    written = False
    if changed and not dry_run:
        unwritten = output_files.link_findings(case, case.as_posix()) or write_bytes(
            case, done.data or b"", rewrites=True
        )
        problems, written = (*problems, *unwritten), not unwritten
    report = Report(in_order((*problems, *done.brought)), done.sources)
    told = (
        streams.answer_as_json(_content(case, manuscript, done, report, written=written)) if as_json else None
    )
    words = _words(case, manuscript, done, sent, dry_run=dry_run, written=written)
    streams.end(ctx, report, answer=told, texts=words)


def _words(
    case: Path,
    manuscript: Path,
    done: "ManuscriptImport",
    sent: "Manuscript | None",
    *,
    dry_run: bool,
    written: bool,
) -> Iterator[str]:
    """The remarks, then the changes, then how many paragraphs of each kind there are.

    That nothing is merged goes to standard error.
    """
    for remark in done.remarks:
        where = f" in {remark.where}" if remark.where else ""
        who = f" ({remark.author})" if remark.author else ""
        yield f"remark{where}{who}: {remark.text}\n"
    if done.merge is None:
        click.echo(f"nothing is merged: {case.as_posix()} stays as it is", err=True)
        return
    merged = done.merge.of("merged")
    for fate in merged:
        yield "\n".join((fate.name, *_lines("-", fate.ours), *_lines("+", fate.theirs), ""))
    total = len(sent.paragraphs) if sent else 0
    counts = [f"{len(merged)} of {total} paragraphs {'would be ' if dry_run else ''}corrected"]
    newer, held = done.merge.of("newer"), done.merge.of("conflict", "gone", "unreadable")
    counts += [f"{len(newer)} changed only in the case"] if newer else []
    counts += [f"{len(held)} left as they are"] if held else []
    place = case.as_posix() if written or dry_run else manuscript.as_posix()
    yield f"{place}: {', '.join(counts)}\n"


def _lines(sign: str, text: str) -> Iterator[str]:
    import textwrap

    width = max(streams.width() - 4, 20)
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += textwrap.wrap(paragraph, width, break_on_hyphens=False) or [""]
    for line in lines[:_LONGEST]:
        yield f"  {sign} {line}"
    if len(lines) > _LONGEST:
        yield f"  {sign} ..."


def _content(
    case: Path, manuscript: Path, done: "ManuscriptImport", report: Report, *, written: bool
) -> dict[str, Any]:
    """The result (``schemas/proofread.schema.json``)."""
    fates = done.merge.fates if done.merge else ()
    return {
        "file": case.as_posix(),
        "manuscript": manuscript.as_posix(),
        "merged": done.merge is not None,
        "written": written,
        "paragraphs": [
            {"mark": fate.name, "outcome": fate.outcome, "case": fate.ours, "manuscript": fate.theirs}
            for fate in fates
        ],
        "remarks": [{"mark": each.where, "author": each.author, "text": each.text} for each in done.remarks],
        "changes": [
            {"mark": each.where, "author": each.author, "kind": each.kind, "text": each.text}
            for each in done.changes
        ],
        "diagnostics": report.diagnostics,
    }

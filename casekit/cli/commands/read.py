"""``casekit read``: ``ask``, ``take`` and ``accept``."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from casekit.building.atomic_writes import write_bytes
from casekit.cli import cases, options, output_files, streams
from casekit.diagnostics import Finding, Report, Source, Span, codes, in_order
from casekit.kit.editions import EditionFinder
from casekit.language.source_files import decode, read_bytes, standard_input
from casekit.pipeline.loading import InputFile, reading_path_of
from casekit.pipeline.readings import CaseForReading, open_for_reading
from casekit.readings.answers import TakenAnswers, take_answers
from casekit.readings.quotations import place_of_quote
from casekit.readings.reading import AcceptedWords, Reading
from casekit.readings.reading_file import reading_text
from casekit.readings.requests import requests_of, stale_keys
from casekit.values import replace

USUAL_READER = "first"
"""The name of a reader who is not named."""

_READER = click.option(
    "--reader",
    metavar="NAME",
    default=USUAL_READER,
    show_default=True,
    help="The name of the reader; each has answers of their own.",
)


@click.group("read")
def read_command() -> None:
    """Have the prose read, and compare what readers take with the lines.

    A reader is a person or a language model. casekit calls none by itself: `ask` prints what a reader is to
    be asked, and `take` reads the answers. `check` then says where words give more than their lines, or less.

    \b
    Example:
      casekit read ask the-last-toast.case > requests.jsonl
      casekit read take the-last-toast.case answers.jsonl
      casekit check the-last-toast.case
    """


@read_command.command("ask")
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@click.option("--stale", is_flag=True, help="Only what this reader has not read as it is now.")
@click.option("--solution", is_flag=True, help="Ask about the solution too.")
@click.option("--only", multiple=True, metavar="PATH", help="Only this paragraph; may be repeated.")
@_READER
@options.output_option
@options.edition_option
@click.pass_context
def ask(
    ctx: click.Context,
    case: str | None,
    stale: bool,
    solution: bool,
    only: tuple[str, ...],
    reader: str,
    output: Path | None,
    edition: Path | None,
) -> None:
    """Print what a reader is to be asked, one JSON object in each line.

    Each has an `id`, a `digest`, which the answer repeats, and the `request`, which is complete in itself:
    the rules, the presentation, the names and facts, one paragraph, and the form of the answer. It has no
    line, no truth and no solution. The last request is about all prose together: which places cannot both be true?
    Manuscripts are unpublished: whoever answers reads them. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit read ask the-last-toast.case > requests.jsonl
      casekit read ask the-last-toast.case --stale --reader second
      casekit read ask the-last-toast.case --only "ANNA alibi"
    """
    options.refuse_options({"--stale and --only exclude each other": stale and bool(only)})
    _, opened = _opened(ctx, case, edition)
    copy = opened.copy
    if copy is None:
        streams.end(ctx, Report(opened.findings, opened.document.sources))
    for key in only:
        if key not in copy.by_key:
            raise click.UsageError(f"there is no paragraph `{key}`; name one of {', '.join(copy.by_key)}")
    wanted = only
    if stale:
        wanted = stale_keys(copy, opened.reading, reader)
    asked = () if stale and not wanted else requests_of(copy, solution=solution, only=wanted)
    text = "".join(f"{_line(request.as_json())}\n" for request in asked)
    problems = output_files.write(output, text, "json")
    streams.end(ctx, Report(in_order((*opened.findings, *problems)), opened.document.sources))


@read_command.command("take")
@click.argument("case", metavar="CASE", type=click.Path())
@click.argument("answers", metavar="ANSWERS", type=click.Path(allow_dash=True))
@_READER
@options.edition_option
@click.pass_context
def take(ctx: click.Context, case: str, answers: str, reader: str, edition: Path | None) -> None:
    """Take the answers of a reader into CASE.reading.json.

    ANSWERS is a file with a JSON object for each request, or - for standard input; other text between the
    objects is ignored. What is not in the prose word for word, or no formula of the case, is refused with
    its reason, and printed as a request to be asked once more. An answer replaces the reader's last one about
    the same paragraph. Nothing in an answer runs, and none changes the case. Exit status: 0 all taken, 1 some
    refused, 2 misuse.

    \b
    Example:
      casekit read take the-last-toast.case answers.jsonl
      casekit read take the-last-toast.case answers.jsonl > ask-again.jsonl
    """
    file, opened = _opened(ctx, case, edition)
    copy, document = opened.copy, opened.document
    if copy is None or document.reading is None:
        streams.end(ctx, Report(opened.findings, document.sources))
    data, unread = standard_input() if answers == streams.STDIN else read_bytes(Path(answers))
    source, undecoded = decode(data or b"", answers)
    if unread or undecoded:
        streams.end(ctx, Report((*unread, *undecoded), {answers: source}))
    scope, dialect = document.reading.document.scope, document.parsed.game.dialect
    taken = take_answers(source.text, opened.reading, copy, scope, dialect, reader)
    problems: list[Finding] = [*opened.findings, *_refusals(taken, answers)]
    if taken.taken:
        problems += _write(file, taken.reading)
    elif not taken.refusals:
        message = "there is no answer in it: no line begins with a JSON object"
        problems.append(
            codes.REFUSED_ANSWER.at(Span(answers), message, hint="give the answers to `read ask`")
        )
    asked_again = (f"{_line(request.as_json())}\n" for request in taken.again)
    report = Report(in_order(problems), {**document.sources, answers: Source(answers, "")})
    closing_line = f"{reading_path_of(file.path).as_posix()}: {_counts(taken)}"
    streams.end(ctx, report, texts=asked_again, closing_line=closing_line)


@read_command.command("accept")
@click.argument("case", metavar="CASE", type=click.Path())
@click.argument("path", metavar="PATH")
@click.argument("words", metavar="WORDS")
@click.option("--why", required=True, metavar="TEXT", help="The reason, for whoever reads the file.")
@options.edition_option
@click.pass_context
def accept(ctx: click.Context, case: str, path: str, words: str, why: str, edition: Path | None) -> None:
    """Accept what readers take from some words, or do not take: they are meant so.

    PATH is a paragraph as findings name it, and WORDS are words of it. Nothing more is reported about them.
    Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit read accept the-last-toast.case 04 "half past" --why "he rounds"
    """
    file, opened = _opened(ctx, case, edition)
    copy = opened.copy
    if copy is None:
        streams.end(ctx, Report(opened.findings, opened.document.sources))
    passage = copy.by_key.get(path)
    if passage is None:
        raise click.UsageError(f"there is no paragraph `{path}`; name one of {', '.join(copy.by_key)}")
    if place_of_quote(opened.document.source, passage.prose, words) is None:
        raise click.UsageError(f"the paragraph `{path}` does not have the words “{words}”")
    accepted = AcceptedWords(path, words, why)
    others = [known for known in opened.reading.accepted if (known.path, known.quote) != (path, words)]
    reading = replace(opened.reading, accepted=(*others, accepted))
    problems = _write(file, reading)
    streams.end(ctx, Report(in_order((*opened.findings, *problems)), opened.document.sources))


def _opened(ctx: click.Context, case: str | None, edition: Path | None) -> tuple[InputFile, CaseForReading]:
    """The one case that is named, or the only one of the folder."""
    file, problems = cases.only_case(case)
    if file is None:
        streams.end(ctx, Report(problems))
    return file, open_for_reading(file, EditionFinder(edition))


def _write(file: InputFile, reading: Reading) -> tuple[Finding, ...]:
    """Write a reading beside its case."""
    place = reading_path_of(file.path)
    return output_files.link_findings(place, place.as_posix()) or write_bytes(
        place, reading_text(reading).encode(), rewrites=True
    )


def _refusals(taken: TakenAnswers, answers: str) -> Iterator[Finding]:
    for refusal in taken.refusals:
        where = f"{refusal.key}: " if refusal.key else ""
        hint = "ask for it once more: the requests with these reasons are on standard output"
        yield codes.REFUSED_ANSWER.at(Span(answers), f"{where}{refusal.reason}", hint=hint)


def _counts(taken: TakenAnswers) -> str:
    """How much was taken and refused, in words."""
    passages = "1 passage" if len(taken.taken) == 1 else f"{len(taken.taken)} passages"
    claims = "1 claim" if taken.claim_count == 1 else f"{taken.claim_count} claims"
    refused = f", {len(taken.refusals)} refused" if taken.refusals else ""
    return f"{claims} from {passages} taken{refused}"


def _line(content: dict[str, object]) -> str:
    """An object in one line of JSON, in which letters stay as they are."""
    return json.dumps(content, ensure_ascii=False)

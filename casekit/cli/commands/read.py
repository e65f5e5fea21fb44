"""``casekit read``: ``ask``, ``take``, ``with`` and ``accept``."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
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
from casekit.readings.reader_commands import CommandAnswer, answer_texts
from casekit.readings.reading import WHOLE, AcceptedWords, Reading
from casekit.readings.reading_file import reading_text
from casekit.readings.requests import ReadingRequest, requests_of, stale_keys
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
    be asked, and `take` reads the answers; `with` asks a command of yours. `check` then says where words
    give more than their lines, or less.

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
    line, no truth and no solution. The last request is about all prose together: which places cannot both
    be true? Manuscripts are unpublished: whoever answers reads them.
    Exit status: 0 done, 1 findings, 2 misuse.

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
        if key not in {*copy.by_key, WHOLE}:
            names = ", ".join([*copy.by_key, WHOLE])
            raise click.UsageError(f"there is no paragraph `{key}`; name one of {names}")
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
    if copy is None or document.resolved is None:
        streams.end(ctx, Report(opened.findings, document.sources))
    data, unread = standard_input() if answers == streams.STDIN else read_bytes(Path(answers))
    source, undecoded = decode(data or b"", answers)
    if unread or undecoded:
        streams.end(ctx, Report((*unread, *undecoded), {answers: source}))
    scope, dialect = document.resolved.document.scope, document.parsed.game.dialect
    taken = take_answers(source.text, opened.reading, copy, scope, dialect, reader)
    problems: list[Finding] = [*opened.findings, *_refusals(taken, answers)]
    if taken.taken:
        problems += _write(file, taken.reading)
    elif not taken.refusals:
        message = "there is no answer in it: no line begins with a JSON object"
        problems.append(
            codes.REFUSED_ANSWER.at(
                Span(answers), message, hint="give the answers to the requests of `casekit read ask`"
            )
        )
    output_files.write(None, "".join(f"{_line(request.as_json())}\n" for request in taken.again), "json")
    report = Report(in_order(problems), {**document.sources, answers: Source(answers, "")})
    closing_line = f"{reading_path_of(file.path).as_posix()}: {_counts(taken)}"
    streams.end(ctx, report, closing_line=closing_line)


@read_command.command("with", context_settings={"ignore_unknown_options": True})
@click.argument("case", metavar="CASE", type=click.Path())
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...", type=click.UNPROCESSED)
@click.option("--stale", is_flag=True, help="Only what this reader has not read as it is now.")
@click.option("--solution", is_flag=True, help="Ask about the solution too.")
@_READER
@click.option(
    "--at-once", type=click.IntRange(1, 64), default=4, show_default=True, help="How many at a time."
)
@click.option(
    "--seconds", type=click.IntRange(1), default=300, show_default=True, help="How long an answer may take."
)
@click.option("--yes", is_flag=True, help="Do not ask before the first request.")
@options.edition_option
@click.pass_context
def read_with(
    ctx: click.Context,
    case: str,
    command: tuple[str, ...],
    stale: bool,
    solution: bool,
    reader: str,
    at_once: int,
    seconds: int,
    yes: bool,
    edition: Path | None,
) -> None:
    """Ask a command of yours, such as a client of a language model, and take its answers.

    COMMAND gets a request on its standard input and writes the answer to its standard output. It is run
    without a shell, once for each request. What is refused is asked once more. Before the first request
    casekit says what the command will read, and asks you. Whatever was taken stays if you stop with Ctrl-C.
    Exit status: 0 all taken, 1 some not, 2 misuse.

    \b
    Example:
      casekit read with the-last-toast.case -- llm -m some-model
      casekit read with the-last-toast.case --stale --yes -- ./ask.sh
    """
    file, opened = _opened(ctx, case, edition)
    copy = opened.copy
    if copy is None:
        streams.end(ctx, Report(opened.findings, opened.document.sources))
    wanted = stale_keys(copy, opened.reading, reader) if stale else ()
    asked = [] if stale and not wanted else list(requests_of(copy, solution=solution, only=wanted))
    if asked and not yes:
        _confirm(file, command, asked)
    session = _ReadingSession(file, opened, reader)
    try:
        for round_of_requests in (asked, session.again):
            # A list of its own: the second round grows while the first is answered.
            session.ask(list(round_of_requests), command, at_once, seconds)
    finally:
        problems = session.write()
    report = Report(
        in_order((*opened.findings, *session.last_problems(), *problems)), opened.document.sources
    )
    streams.end(ctx, report, closing_line=session.summary())


def _confirm(file: InputFile, command: Sequence[str], asked: Sequence[ReadingRequest]) -> None:
    """Say what a command will read, and ask whether it may.

    Raises:
        click.UsageError: if nobody can be asked.
        click.Abort: if it may not.
    """
    characters = sum(len(request.text) for request in asked)
    click.echo(
        f"`{' '.join(command)}` will get {len(asked)} requests with {characters:,} characters of {file.name}.",
        err=True,
    )
    if not sys.stdin.isatty():
        raise click.UsageError("nobody can be asked whether it may: give --yes if it may")
    click.confirm("Go on?", abort=True, err=True)


class _ReadingSession:
    """A case that a command reads, and what was taken so far."""

    def __init__(self, file: InputFile, opened: CaseForReading, reader: str) -> None:
        self._file, self._opened, self._reader = file, opened, reader
        self._reading = opened.reading
        self._problems: dict[str, tuple[Finding, ...]] = {}
        self._taken: dict[str, None] = {}
        self.again: list[ReadingRequest] = []
        """The requests whose answers were not taken in full, to be asked once more."""

    def ask(
        self, asked: Sequence[ReadingRequest], command: Sequence[str], at_once: int, seconds: int
    ) -> None:
        """Have requests answered, and take the answers."""
        texts = [request.text for request in asked]
        self.again.clear()
        answers = answer_texts(command, texts, at_once=at_once, seconds=seconds)
        with streams.progress(len(asked)) as step, closing(answers):
            for answer in answers:
                request = asked[answer.number]
                step(request.key)
                self._take(request, answer, command[0])

    def _take(self, request: ReadingRequest, answer: CommandAnswer, program: str) -> None:
        """Take one answer, or note why it was not taken."""
        copy, document = self._opened.copy, self._opened.document
        if copy is None or document.resolved is None:
            return
        if answer.fault:
            self.again.append(request)
            self._note(request.key, f"{program}: {answer.fault}")
            return
        scope, dialect = document.resolved.document.scope, document.parsed.game.dialect
        taken = take_answers(answer.text, self._reading, copy, scope, dialect, self._reader, request.key)
        self._reading = taken.reading
        self._taken |= dict.fromkeys(taken.taken)
        reasons = [refusal.reason for refusal in taken.refusals]
        if not taken.taken and not reasons:
            reasons = [f"{program}: it wrote no JSON object"]
        if reasons:
            self.again += taken.again or [request]
        self._note(request.key, *reasons)

    def _note(self, key: str, *reasons: str) -> None:
        """Note what was wrong with the last answer about a passage; nothing, if all was right."""
        hint = f'ask once more for this alone: `casekit read ask {self._file.name} --only "{key}"`'
        place = Span(self._file.name)
        self._problems[key] = tuple(
            [codes.REFUSED_ANSWER.at(place, f"{key}: {reason}", hint=hint) for reason in reasons]
        )

    def write(self) -> tuple[Finding, ...]:
        """Write what was taken, if there is anything."""
        return _write(self._file, self._reading) if self._taken else ()

    def last_problems(self) -> Iterator[Finding]:
        """Why something was not taken, in the end."""
        for problems in self._problems.values():
            yield from problems

    def summary(self) -> str:
        """How many passages were read, in words."""
        count = "1 passage" if len(self._taken) == 1 else f"{len(self._taken)} passages"
        return f"{reading_path_of(self._file.path).as_posix()}: {count} read"


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
        where, hint = "", "give it the `id` and the `digest` of the request that it answers"
        if refusal.key:
            where = f"{refusal.key}: "
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

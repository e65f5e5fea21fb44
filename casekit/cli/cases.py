"""The cases that a command is given, as files, folders or ``-``, and answers on one of them."""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from casekit.analysis.analyzer import Answered, Presentable
from casekit.cli.streams import (
    CLEAN,
    FINDINGS,
    MISUSE,
    STDIN,
    answer_as_json,
    end,
    refuse,
    show,
    status,
    width,
)
from casekit.diagnostics import Finding, Report, Source, Span, codes, in_order
from casekit.kit.editions import EditionFinder, is_edition
from casekit.language.source_files import (
    UnfetchedFileError,
    contents,
    left_by_git,
    read_bytes,
    real,
    standard_input,
)
from casekit.pipeline.loading import CASE, AnalysableDocument, DocumentResult, InputFile, load_for_analysis

T = TypeVar("T")

_MOST_BYTES_OF_ANSWER = 500_000_000
"""How much of an earlier answer is read."""

_MOST_ARGUMENTS_OF_QUESTION = 2
"""A case and a formula."""

_NEARLY_CASE = re.compile(rf"(?P<stem>.+){re.escape(CASE)}(?:\.txt)?", re.IGNORECASE)
"""Names that writers take for those of cases, such as `toast.CASE` or `toast.case.txt`: some editors add an
ending, which some systems do not show."""


def earlier(file: Path, command: str, cases_in: Callable[[Any], T]) -> T:
    """The cases in an earlier JSON answer of a command.

    Args:
        file: the file of the answer.
        command: the command and its options, such as ``report --tables``.
        cases_in: takes the cases from the answer, as ``json`` reads it. It raises ``KeyError``,
            ``TypeError`` or ``ValueError`` if the answer is not of this command.

    Raises:
        click.UsageError: if the file does not hold one.
    """
    try:
        data = contents(file, limit=_MOST_BYTES_OF_ANSWER)
        if conflicts := left_by_git(data, file.as_posix()):
            refuse(click.get_current_context(), conflicts[0])
        return cases_in(json.loads(data))
    except UnfetchedFileError:
        (unfetched,) = read_bytes(file)[1]
        refuse(click.get_current_context(), unfetched)
    except OSError as error:
        raise click.UsageError(f"{file} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise click.UsageError(f"{file} is not an answer of `casekit {command} --json`") from error


def expand(
    paths: tuple[str, ...], *, editions: bool = False
) -> tuple[tuple[InputFile, ...], tuple[Finding, ...]]:
    """Every case among files, folders (with all below them) and ``-``, each once, and what was not found.

    Raises:
        click.UsageError: for an edition file, unless ``editions`` are welcome too.
    """
    inputs: dict[Path | str, InputFile] = {}
    problems: list[Finding] = []
    for name in paths:
        path = Path(name)
        if is_edition(path) and not editions:
            raise click.UsageError(f"{name} is an edition, but this command takes cases")
        if name == STDIN:
            data, unread = standard_input()
            problems += unread
            if data is not None:
                inputs[STDIN] = InputFile(STDIN, data, Path.cwd() / STDIN)
        elif path.is_dir():
            cases = list(_cases_below(path))
            if not cases:
                problems.append(_without_cases(path, name))
            inputs |= {real(case): InputFile(case.as_posix(), None, case, path) for case in cases}
        else:
            inputs[real(path)] = InputFile(with_slashes(name), None, path)
    return tuple(inputs.values()), tuple(problems)


def expand_there(
    ctx: click.Context,
    paths: tuple[str, ...],
    *,
    editions: bool = False,
    may_be_empty: bool = False,
    err: bool = True,
) -> tuple[InputFile, ...]:
    """The files that ``expand`` finds, for commands that read them only later.

    The command ends here if anything is not there, or if a folder has no case, unless it ``may_be_empty``.
    """
    inputs, problems = expand(paths, editions=editions)
    findings = [finding for finding in problems if not may_be_empty or finding.code is not codes.NO_CASES]
    for path in map(Path, paths):
        if not path.exists():
            findings += read_bytes(path)[1]
    report = Report(tuple(findings))
    if status(report, strict=False):
        show(report, "text", strict=False, err=err)
        ctx.exit(MISUSE)
    return inputs


def _without_cases(folder: Path, name: str) -> Finding:
    """The finding on a folder without a case in it or below it; it names a file that was meant to be one."""
    message = "there is no case in this folder or its subfolders"
    hint = f"start one with `casekit new NAME`; a case is a file whose name ends in `{CASE}`"
    if misnamed := _misnamed(folder.rglob("*")):
        shown = misnamed.relative_to(folder).as_posix()
        message += f", but there is {shown}"
        hint = f"rename it to `{_nearly_case(misnamed.name)}`: the name of a case ends in `{CASE}`, in small letters"
    return codes.NO_CASES.at(Span(name), message, hint=hint)


def _misnamed(files: Iterable[Path]) -> Path | None:
    """The first of some files, by name, that was meant to be a case and is not named as one."""
    return min((file for file in files if _nearly_case(file.name) and file.is_file()), default=None)


def _nearly_case(name: str) -> str:
    """The name that a file should have if it was meant to be a case and is not named as one, or empty."""
    match = _NEARLY_CASE.fullmatch(name)
    if match is None or name.endswith(CASE) or name.startswith("."):
        return ""
    # Any other character in a name could be taken for a part of the message.
    return f"{match['stem']}{CASE}" if name.isprintable() and "`" not in name else ""


def only_case(name: str | None) -> tuple[InputFile | None, tuple[Finding, ...]]:
    """The case of a name, or without a name the only one in the current folder; or why it was not found.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    if name is None:
        return _only_case_here(), ()
    inputs, problems = expand((name,))
    if len(inputs) > 1:
        raise click.UsageError(f"there are {len(inputs)} cases in {name}; name one")
    return (inputs[0] if inputs else None), problems


def _only_case_here() -> InputFile:
    """The only case in the current folder.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    cases = sorted(Path().glob(f"*{CASE}"))
    if not cases and (misnamed := _misnamed(Path().iterdir())):
        name = misnamed.name
        raise click.UsageError(f"there is no case in this folder; rename {name} to {_nearly_case(name)}")
    if len(cases) != 1:
        number = f"{len(cases)} cases" if cases else "no case"
        raise click.UsageError(f"there is {number} in this folder; name the one you mean")
    return InputFile(cases[0].as_posix(), None, cases[0], Path())


def with_slashes(name: str, separator: str = os.sep) -> str:
    """A name of a file as every system and every service reads it."""
    return name.replace(separator, "/")


def _cases_below(folder: Path) -> Iterator[Path]:
    """Cases in a folder and below it; a file and a link to it are one case, under the name of the file.

    Something that is not a file but has the name of a case is among them; reading it gives a finding.
    """
    cases = []
    for case in sorted(folder.rglob(f"*{CASE}")):
        is_hidden = any(part.startswith(".") for part in case.relative_to(folder).parts)
        if not is_hidden and (case.is_symlink() or not case.is_dir()):
            cases.append(case)
    files = {real(case) for case in cases if not case.is_symlink()}
    return (case for case in cases if not case.is_symlink() or real(case) not in files)


def one_case(name: str | None, edition: Path | None) -> AnalysableDocument:
    """Read the case that is asked about: the one of a name, or the only one in the current folder.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    file, problems = only_case(name)
    if file is None:
        return AnalysableDocument(name or "", Source(name or "", ""), problems)
    return load_for_analysis(file, EditionFinder(edition))


def case_and_formula(arguments: tuple[str, ...]) -> tuple[str | None, str | None]:
    """The case and the formula of a question, as far as they are named.

    A single argument is a case if it names a file or a folder.

    Raises:
        click.UsageError: if there are more arguments than that.
    """
    if len(arguments) > _MOST_ARGUMENTS_OF_QUESTION:
        raise click.UsageError("too many arguments; put the formula in quotation marks")
    if not arguments:
        return None, None
    if len(arguments) == _MOST_ARGUMENTS_OF_QUESTION:
        return arguments[0], arguments[1]
    if _names_a_case(arguments[0]):
        return arguments[0], None
    return None, arguments[0]


def _names_a_case(argument: str) -> bool:
    """Whether an argument names a file or a folder, if only one that should be there."""
    # A formula may hold what no path can.
    return argument == STDIN or argument.endswith(CASE) or os.path.exists(argument)  # noqa: PTH110 - likewise


def end_with_answer(
    ctx: click.Context,
    case: AnalysableDocument,
    answered: Answered[Presentable],
    key_without_answer: str,
    sources: Mapping[str, Source],
    *,
    as_json: bool,
    is_unexpected: bool = False,
) -> NoReturn:
    """Print an answer, with findings on standard error or in the JSON, and exit.

    Args:
        ctx: what click knows of the command.
        case: the case that was asked about.
        answered: the answer, and the findings of asking.
        key_without_answer: the member of the JSON that is ``null`` if there is no answer.
        sources: further texts that findings are about, by name.
        as_json: whether the answer is printed as JSON.
        is_unexpected: whether the exit status says that the answer is not the expected one.
    """
    answer, problems = answered
    report = Report(in_order((*case.diagnostics, *problems)), {case.file: case.source, **sources})
    json_text = None
    if as_json:
        content = {key_without_answer: None} if answer is None else answer.as_json()
        json_text = answer_as_json({"file": case.file, "diagnostics": report.diagnostics, **content})
    end(
        ctx,
        report,
        answer=json_text,
        texts=() if answer is None or as_json else (f"{answer.in_words(width())}\n",),
        status_if_clean=FINDINGS if is_unexpected else CLEAN,
        closing_line="" if case.analyzer else f"{case.why_not_analysable}: there is no answer",
    )


def end_with_result(
    ctx: click.Context,
    problems: tuple[Finding, ...],
    document_result: DocumentResult[Any] | None,
    line_without_result: str,
    *,
    answer: str | None = None,
    texts: Iterable[str] = (),
) -> NoReturn:
    """Print what was made of a case, or that it could not be made, and exit.

    Args:
        ctx: what click knows of the command.
        problems: further findings.
        document_result: what was made, and the findings on the way; ``None`` if there was no case.
        line_without_result: the line for standard error if it could not be made.
        answer: the result as JSON, with all findings in it, if that is printed.
        texts: the result for people.
    """
    if document_result is None:
        end(ctx, Report(in_order(problems), {}), answer=answer, texts=texts)
    report = Report(in_order((*document_result.findings, *problems)), document_result.sources)
    has_failed = document_result.result is None
    end(
        ctx,
        report,
        answer=answer,
        texts=texts,
        status_if_clean=FINDINGS if has_failed else CLEAN,
        closing_line=line_without_result if has_failed else "",
    )

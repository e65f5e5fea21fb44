"""The cases that a command is given, as files, folders or ``-``, and answers on one of them."""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from casekit.analysis.analyzer import Presentable
from casekit.cli.streams import CLEAN, FINDINGS, MISUSE, STDIN, as_answer, end, refuse, show, status, width
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
from casekit.pipeline.loading import CASE, AnalysableDocument, InputFile, MadeResult, load_for_analysis

T = TypeVar("T")

_LARGEST_ANSWER = 500_000_000
"""This many bytes of an earlier answer are read at most."""


def earlier(file: Path, command: str, cases: Callable[[Any], T]) -> T:
    """The part of an earlier JSON answer of a command that ``cases`` takes from it.

    Raises:
        click.UsageError: if the file does not hold one.
    """
    try:
        data = contents(file, limit=_LARGEST_ANSWER)
        if conflicts := left_by_git(data, file.as_posix()):
            refuse(click.get_current_context(), conflicts[0])
        return cases(json.loads(data))
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
    found: dict[Path | str, InputFile] = {}
    problems: list[Finding] = []
    for given in paths:
        path = Path(given)
        if is_edition(path) and not editions:
            raise click.UsageError(f"{given} is an edition, but this command takes cases")
        if given == STDIN:
            data, unread = standard_input()
            problems += unread
            if data is not None:
                found[STDIN] = InputFile(STDIN, data, Path.cwd() / STDIN)
        elif path.is_dir():
            cases = list(_below(path))
            if not cases:
                problems.append(_without_cases(path, given))
            found |= {real(case): InputFile(case.as_posix(), None, case, path) for case in cases}
        else:
            found[real(path)] = InputFile(with_slashes(given), None, path)
    return tuple(found.values()), tuple(problems)


def expand_there(
    ctx: click.Context,
    paths: tuple[str, ...],
    *,
    editions: bool = False,
    may_be_empty: bool = False,
    err: bool = True,
) -> tuple[InputFile, ...]:
    """The same for commands that read it only later: they end here if anything is not there.

    So they do if a folder has no case, unless it ``may_be_empty``.
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


def _without_cases(folder: Path, given: str) -> Finding:
    """The finding on a folder without a case in it or below it; it names a file that was meant to be one."""
    message = "there is no case in this folder or its subfolders"
    hint = f"start one with `casekit new NAME`; a case is a file whose name ends in `{CASE}`"
    if misnamed := _misnamed(folder.rglob("*")):
        shown = misnamed.relative_to(folder).as_posix()
        message += f", but there is {shown}"
        hint = f"rename it to `{_nearly_case(misnamed.name)}`: the name of a case ends in `{CASE}`, in small letters"
    return codes.NO_CASES.at(Span(given), message, hint=hint)


_NEARLY_CASE = re.compile(rf"(?P<stem>.+){re.escape(CASE)}(?:\.txt)?", re.IGNORECASE)
"""Names that writers take for those of cases: some editors add an ending, which some systems do not show."""


def _misnamed(files: Iterable[Path]) -> Path | None:
    """The first of some files, by name, that was meant to be a case and is not named as one."""
    return min((file for file in files if _nearly_case(file.name) and file.is_file()), default=None)


def _nearly_case(name: str) -> str:
    """The name that a file should have if it was meant to be a case and is not named as one, or empty."""
    named = _NEARLY_CASE.fullmatch(name)
    if named is None or name.endswith(CASE) or name.startswith("."):
        return ""
    # Whatever else a name holds could be taken for a part of the message.
    return f"{named['stem']}{CASE}" if name.isprintable() and "`" not in name else ""


def only_case(given: str | None) -> tuple[InputFile | None, tuple[Finding, ...]]:
    """The case given, or the only one in the current folder; or why it was not found.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    if given is None:
        here = sorted(Path().glob(f"*{CASE}"))
        if not here and (misnamed := _misnamed(Path().iterdir())):
            name = misnamed.name
            raise click.UsageError(f"there is no case in this folder; rename {name} to {_nearly_case(name)}")
        if len(here) != 1:
            what = "no case" if not here else f"{len(here)} cases"
            raise click.UsageError(f"there is {what} in this folder; name the one you mean")
        return InputFile(here[0].as_posix(), None, here[0], Path()), ()
    inputs, problems = expand((given,))
    if len(inputs) > 1:
        raise click.UsageError(f"there are {len(inputs)} cases in {given}; name one")
    return (inputs[0] if inputs else None), problems


def with_slashes(name: str, separator: str = os.sep) -> str:
    """A name of a file as every system and every service reads it."""
    return name.replace(separator, "/")


def _below(folder: Path) -> Iterator[Path]:
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


def one_case(given: str | None, edition: Path | None) -> AnalysableDocument:
    """Read the case that is asked about: the one given, or the only one in the current folder.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    each, problems = only_case(given)
    name = given or ""
    return (
        AnalysableDocument(name, Source(name, ""), problems)
        if each is None
        else load_for_analysis(each, EditionFinder(edition))
    )


def case_and_formula(given: tuple[str, ...]) -> tuple[str | None, str | None]:
    """The case and the formula of a question, as far as they are named.

    A single argument is a case if it names a file or a folder.

    Raises:
        click.UsageError: if there are more arguments than that.
    """
    if len(given) > 2:  # noqa: PLR2004 - a case and a formula
        raise click.UsageError("too many arguments; put the formula in quotation marks")
    if len(given) == 1 and not _names_a_case(given[0]):
        return None, given[0]
    case, formula = (*given, None, None)[:2]
    return case, formula


def _names_a_case(argument: str) -> bool:
    """Whether an argument names a file or a folder, if only one that should be there."""
    # A formula may hold what no path can.
    return argument == STDIN or argument.endswith(CASE) or os.path.exists(argument)  # noqa: PTH110 - likewise


def answer(
    ctx: click.Context,
    examined: AnalysableDocument,
    answered: tuple[Presentable | None, tuple[Finding, ...]],
    lacking: str,
    sources: Mapping[str, Source],
    *,
    as_json: bool,
    failed: bool = False,
) -> NoReturn:
    """Print an answer, with findings on standard error or in the JSON, and exit.

    ``lacking`` is the member of the JSON that is ``null`` if there is no answer, ``sources`` are further
    texts that findings are about.
    """
    found, problems = answered
    report = Report(in_order((*examined.diagnostics, *problems)), {examined.file: examined.source, **sources})
    told = None
    if as_json:
        content = {lacking: None} if found is None else found.as_json()
        told = as_answer({"file": examined.file, "diagnostics": report.diagnostics, **content})
    end(
        ctx,
        report,
        answer=told,
        words=(f"{each.in_words(width())}\n" for each in (found,) if each is not None),
        otherwise=FINDINGS if failed else CLEAN,
        last="" if examined.analyzer else f"{examined.why_not_analysable}: there is no answer",
    )


def end_made(
    ctx: click.Context,
    problems: tuple[Finding, ...],
    found: MadeResult[Any] | None,
    lacking: str,
    *,
    answer: str | None = None,
    words: Iterable[str] = (),
) -> NoReturn:
    """End with what was made of a case, as ``end`` does.

    ``lacking`` says that it could not be made; without ``found`` there was no case.
    """
    report = Report(in_order((*(found.findings if found else ()), *problems)), found.sources if found else {})
    failed = found is not None and found.made is None
    otherwise = FINDINGS if failed else CLEAN
    end(ctx, report, answer=answer, words=words, otherwise=otherwise, last=lacking if failed else "")

"""The command ``translate`` with ``extract``, ``check`` and ``merge``."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.building.atomic_writes import check_folder, check_inside, check_names, write_all
from casekit.cli import options, output_files, streams
from casekit.diagnostics import Finding, Report, Span, codes, has_errors, in_order, with_findings
from casekit.kit.editions import EDITION
from casekit.language.source_files import LIMIT, contents_here

if TYPE_CHECKING:
    from casekit.translation.work import TranslationProject


@click.group("translate")
def translate_command() -> None:
    """Translate an edition or a case: extract its texts to catalogues (PO), and merge them back.

    LANG is the tag of a language, such as fr, de or pt-BR. Catalogues are in translations/LANG/ beside the
    edition file (beside the case, if it has no edition of its own): one for the edition's own texts, one for
    each case.

    \b
    Example:
      casekit translate extract fr examples/
      casekit translate check fr examples/
      casekit translate merge fr examples/ --output build/fr
      casekit build build/fr --output build/fr
    """


_arguments = options.option_group(
    click.argument("language", metavar="LANG"),
    click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path(path_type=Path)),
)


_strict = click.option(
    "--strict", is_flag=True, help="Exit with 1 for warnings too: everything must be translated."
)


@translate_command.command("extract")
@_arguments
@click.pass_context
def extract(ctx: click.Context, language: str, target: Path) -> None:
    """Write the texts to be translated to catalogues, or update existing catalogues.

    Translations are kept. Where a text has changed, its translation is marked fuzzy and the old text is put
    above it; translations of texts that are gone are kept at the end. A catalogue in which nothing changes is
    not written. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit translate extract fr examples/
    """
    from casekit.translation.work import extracted

    work, report = _open(target, language)
    if work is not None and not has_errors(report.diagnostics):
        catalogues = extracted(work)
        problems = check_inside(work.originals.root, catalogues) or check_names(catalogues)
        problems = problems or write_all(catalogues, rewrites=True)[1]
        work, report = _open(target, language)
        streams.end(ctx, with_findings(report, problems), texts=_catalogue_lines(work))
    streams.end(ctx, report)


@translate_command.command("check")
@_arguments
@_strict
@options.json_option
@click.pass_context
def check(ctx: click.Context, language: str, target: Path, strict: bool, as_json: bool) -> None:
    """Show how complete a translation is, and where the original has changed since. Writes nothing.

    Exit status: 0 clean (with --strict: complete), 1 findings, 2 misuse.

    \b
    Example:
      casekit translate check fr examples/ --strict
    """
    from casekit.translation.work import review

    work, report = _open(target, language)
    if work is not None:
        report = with_findings(report, review(work))
    catalogues = []
    for part in work.parts if work else ():
        catalogue = part.path.as_posix() if part.path.is_file() else None
        catalogues.append({"file": part.file, "catalogue": catalogue, **part.figures})
    content = {"language": language, "catalogues": catalogues, "diagnostics": report.diagnostics}
    answer = streams.answer_as_json(content) if as_json else None
    streams.end(ctx, report, answer=answer, texts=_catalogue_lines(work), strict=strict)


@translate_command.command("merge")
@_arguments
@options.folder_option("build/LANG")
@_strict
@click.pass_context
def merge(ctx: click.Context, language: str, target: Path, output: Path | None, strict: bool) -> None:
    """Write the edition, or the case, in another language: the same logic, names and numbers.

    Texts that are not translated, or have changed since, stay in the original and are reported. Cases without
    any translation are left out. Lock files and pictures are copied; an existing lock file keeps its numbers.
    Other files are replaced only if an earlier merge wrote them. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit translate merge fr examples/ --output build/fr
    """
    from casekit.kit.defaults.pages import LANGUAGES
    from casekit.pipeline.translation import unspoken
    from casekit.translation.merging import mark, merged

    work, report = _open(target, language)
    if work is None:
        streams.end(ctx, report, strict=strict)
    folder = output or Path("build") / work.language
    files, problems = merged(work, folder)
    report = with_findings(report, (*problems, *unspoken(work.language, LANGUAGES, Span(folder.as_posix()))))
    written: list[Path] = []
    if files and streams.status(report, strict=strict) == streams.CLEAN:
        places = {folder / name: data for name, data in files.items()}
        # Nobody has named the folder in which the default one is, so nothing may lead out of that either.
        stray = check_inside(folder if output else Path(), places) or check_inside(folder, places)
        problems = stray or _write_merged(folder, places, mark(work.language))
        report = with_findings(report, problems)
        written = [] if problems else [*places]
    streams.end(ctx, report, texts=(f"{path.as_posix()}\n" for path in written), strict=strict)


def _open(target: Path, language: str) -> "tuple[TranslationProject | None, Report]":
    """Read what is to be translated and its catalogues; unread catalogues are findings of the work itself."""
    from casekit.pipeline.translation import open_translation

    with streams.progress(3) as step:
        work, problems, sources = open_translation(target, language, step)
    found = problems if work is None else (*problems, *work.problems)
    return work, Report(in_order(found), sources, tuple(sources))


def _catalogue_lines(work: "TranslationProject | None") -> Iterator[str]:
    """A line on each catalogue that is there."""
    for part in work.parts if work else ():
        if part.path.is_file():
            figures = part.figures
            rest = [f"{count} {state}" for state, count in figures.items() if state != "texts" and count]
            yield f"{part.path.as_posix()}: {figures['texts']} texts: {', '.join(rest)}\n"


def _write_merged(folder: Path, files: Mapping[Path, bytes], mark: str) -> tuple[Finding, ...]:
    """Write files that differ, unless some that are there were not made by merging; why that fails."""
    changed = {path: data for path, data in files.items() if not output_files.holds(path, data)}
    message = "this exists already and was not made by merging into this language"
    hint = "choose another folder with `--output`, or move this file elsewhere"
    foreign = (path for path in changed if path.exists() and not _is_ours(path, folder, mark))
    problems = check_folder(folder) or check_names(changed)
    problems = problems or tuple(
        codes.CANNOT_WRITE.at(Span(path.as_posix()), message, hint=hint) for path in foreign
    )
    return problems or write_all(changed, rewrites=True)[1]


def _is_ours(path: Path, folder: Path, mark: str) -> bool:
    """Whether a file was merged.

    Its first line says so, or if it is not a text, that of the edition file beside it.
    """
    marked = path if path.suffix in {".toml", ".case"} else folder / EDITION
    try:
        return contents_here(marked, None, LIMIT).startswith((f"# {mark}".encode(), f"// {mark}".encode()))
    except OSError:
        return False

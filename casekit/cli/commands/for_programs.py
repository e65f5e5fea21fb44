"""The commands for other programs: ``export`` and ``import`` for cases as JSON, ``lsp`` for editors."""

import json
from pathlib import Path

import click

from casekit.cli import cases, options, output_files, streams
from casekit.diagnostics import Report, Span, codes
from casekit.kit.editions import EditionFinder
from casekit.language.source_files import read_bytes, standard_input
from casekit.pipeline import conversion
from casekit.pipeline.loading import open_document


@click.command("export")
@click.argument("case", metavar="CASE", type=click.Path(allow_dash=True))
@options.output_option
@options.edition_option
@click.pass_context
def export_command(ctx: click.Context, case: str, output: Path | None, edition: Path | None) -> None:
    """Write a case as JSON (schemas/case.schema.json), comments included.

    CASE is a file, or - for standard input. Exit status: 0 done, 1 the case has errors, 2 misuse.

    \b
    Example:
      casekit export the-last-toast.case --output the-last-toast.json
    """
    from casekit.diagnostics.renderers.json_report import escaped

    each, problems = cases.only_case(case)
    sources = {}
    if each is not None:
        document = open_document(each, EditionFinder(edition))
        sources[each.name] = document.source
        content, problems = conversion.export_json(document)
        if content is not None:
            text = escaped(json.dumps(content, ensure_ascii=False, indent=2))
            problems = output_files.write(output, f"{text}\n", "json")
    if problems:
        streams.end(ctx, Report(problems, sources, (case,)), status_if_clean=streams.MISUSE)


@click.command("import")
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@options.output_option
@click.pass_context
def import_command(ctx: click.Context, file: str, output: Path | None) -> None:
    """Write the case in a JSON file as text.

    FILE is what casekit export wrote, or - for standard input. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit import the-last-toast.json --output the-last-toast.case
    """
    data, problems = standard_input() if file == streams.STDIN else read_bytes(Path(file))
    if data is not None:
        text, problems = conversion.import_bytes(data, file)
        if text is not None:
            problems = output_files.write(output, text, "case")
    streams.end(ctx, Report(problems, files=(file,)))


@click.command("lsp")
@click.option("--stdio", is_flag=True, hidden=True, help="What some editors add; there is no other way.")
@click.pass_context
def lsp_command(ctx: click.Context, stdio: bool) -> None:  # noqa: ARG001 - it says what is done anyway
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Editors start this command themselves: docs/language-server.md says what it offers, docs/editors.md how to
    set them up. It needs the extra "write". Exit status: 0 when the editor has ended it in order, 1 if not, 2
    misuse.

    \b
    Example:
      pip install "casekit[write]"
      casekit lsp --help
    """
    from importlib.util import find_spec

    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        missing = codes.MISSING_EXTRA.at(
            Span("lsp"),
            "the language server needs pygls, which is not installed",
            hint='install it with `pip install "casekit[write]"`',
        )
        streams.refuse(ctx, missing)
    from casekit.editor.language_server import serve

    ctx.exit(serve())

"""Files that other programs saved again: ``python -m bench.resaving`` tries every kind of saving on every product.

The goal: no false alarms. The suite tries pairs of them; this tries all, on the products of ``examples/``.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import pikepdf

from casekit.building import planning, printing
from casekit.diagnostics import Diagnostic, Span
from casekit.games.editions import Editions
from casekit.print.content.variants import VARIANTS
from casekit.print.finishing import Finishing
from casekit.print.preflight.comparing.file_pair import Comparing, look
from casekit.print.preflight.comparing.page_differences import told
from casekit.print.preflight.comparing.signposts import Signposts
from casekit.system.processes import cores

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_PATIENCE = 300

# Ghostscript turns pages by the direction of their text if nobody stops it; that is seen, and told.
_GHOSTSCRIPT = "gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -dAutoRotatePages=/None"
NOT_FOR_PRESS = "pdftocairo -pdf {0} {1}"
"""It turns inks into colours of a screen and drops the boxes of a page, so that no press can use its files."""
UNLETTERED = "mutool convert -o {1} {0}"
"""It loses which letters its glyphs are: the pages look the same, but nobody can search or hear them."""
TOOLS = (
    "qpdf --normalize-content=y --object-streams=disable {0} {1}",
    "qpdf --qdf {0} {1}",
    "qpdf --linearize {0} {1}",
    "qpdf --object-streams=generate --recompress-flate --compression-level=9 {0} {1}",
    "qpdf --stream-data=uncompress {0} {1}",
    "qpdf --coalesce-contents --remove-unreferenced-resources=yes {0} {1}",
    "mutool clean {0} {1}",
    "mutool clean -gggg {0} {1}",
    "mutool clean -d -a {0} {1}",
    "mutool clean -s -z {0} {1}",
    NOT_FOR_PRESS,
    f"{_GHOSTSCRIPT} -o {{1}} {{0}}",
    f"{_GHOSTSCRIPT} -dPDFSETTINGS=/prepress -o {{1}} {{0}}",
    f"{_GHOSTSCRIPT} -dPDFSETTINGS=/printer -dCompatibilityLevel=1.4 -o {{1}} {{0}}",
    f"{_GHOSTSCRIPT} -dCompressPages=false -dSubsetFonts=false -o {{1}} {{0}}",
    f"{_GHOSTSCRIPT} -dCompatibilityLevel=1.7 -dEmbedAllFonts=true -o {{1}} {{0}}",
)
"""Commands that save a file again; ``{0}`` is the file, ``{1}`` the new one."""


def _normalised(file: Any, out: BytesIO) -> None:
    file.save(out, normalize_content=True, compress_streams=False)


def _split(file: Any, out: BytesIO) -> None:
    for page in file.pages:
        page.contents_coalesce()
        content = pikepdf.parse_content_stream(page)
        page.Contents = file.make_stream(pikepdf.unparse_content_stream(content))
    file.save(out)


def _redated(file: Any, out: BytesIO) -> None:
    file.docinfo["/ModDate"] = "D:20990101000000Z"
    file.docinfo["/Producer"] = "Some other program"
    file.save(out, linearize=True)


def _streamed(file: Any, out: BytesIO) -> None:
    file.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)


OURSELVES: tuple[Callable[[Any, BytesIO], None], ...] = (_normalised, _split, _redated, _streamed)
"""Ways in which a library saves an open file again."""

KINDS: Mapping[str, str | Callable[[Any, BytesIO], None]] = {
    **{tool: tool for tool in TOOLS},
    **{f"pikepdf, {way.__name__[1:]}": way for way in OURSELVES},
}
"""All kinds of saving, by name."""


def program_of(kind: str) -> str:
    """The program that a kind needs; empty if it needs none."""
    way = KINDS[kind]
    return way.split()[0] if isinstance(way, str) else ""


def saved_again(kind: str, data: bytes, folder: Path) -> bytes:
    """What a kind of saving makes of a file; programs work in a folder."""
    way = KINDS[kind]
    if isinstance(way, str):
        return saved_by(way, data, folder)
    out = BytesIO()
    with pikepdf.open(BytesIO(data)) as file:
        way(file, out)
    return out.getvalue()


def saved_by(tool: str, data: bytes, folder: Path) -> bytes:
    """What a command makes of a file."""
    before, after = folder / "before.pdf", folder / "after.pdf"
    before.write_bytes(data)
    after.unlink(missing_ok=True)
    subprocess.run(tool.format(before, after).split(), check=True, capture_output=True, timeout=_PATIENCE)
    return after.read_bytes()


def _products() -> Iterator[tuple[str, bytes]]:
    """Every product of the examples, in every variant."""
    for folder in (_EXAMPLES, _EXAMPLES / "clue"):
        plan = planning.plan_build(folder, Editions(), None, _silent)
        binding = plan.bindings[0]
        names = planning.press_of(binding).products
        for variant in VARIANTS.values():
            for name in names if variant is variant.of_pieces else ("booklet",):
                finished = planning.with_finishing(plan, Finishing(variant)).bindings[0]
                with printing.crew_of(finished, cores()) as crew:
                    made, problems = printing.print_product(finished, name, "a4", _silent, crew)
                if made is None:
                    raise click.ClickException(f"{name} cannot be printed: {problems[:1]}")
                yield made.name, made.data


def _found(ours: bytes, theirs: bytes, name: str) -> tuple[Diagnostic, ...]:
    return told(look(Comparing(ours, theirs, Signposts()), _silent), Span(name))


@click.command("bench.resaving")
def main() -> None:
    """Compare every product with itself as every kind of saving leaves it; exit with 1 if anything is told."""
    alarms = tried = 0
    missing = sorted(
        {program for kind in KINDS if (program := program_of(kind)) and not shutil.which(program)}
    )
    with TemporaryDirectory() as name:
        for product, data in _products():
            for kind in KINDS:
                if program_of(kind) in missing or (kind == NOT_FOR_PRESS and "print-shop" in product):
                    continue
                found = _found(data, saved_again(kind, data, Path(name)), product)
                tried += 1
                alarms += bool(found)
                for each in found[:1]:
                    click.echo(f"{product}, {kind}: {each.message}")
    click.echo(f"{tried} files, {alarms} false alarms; not installed: {', '.join(missing) or 'none'}")
    raise SystemExit(alarms > 0)


def _silent(_: str) -> None:
    """Progress that nobody watches."""


if __name__ == "__main__":
    main(prog_name="python -m bench.resaving")

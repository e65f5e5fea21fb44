"""Files that other programs saved again: ``python -m bench.resaving`` tries every kind of saving on every product.

The goal: no false alarms. The suite tries pairs of them; this tries all, on the products of ``examples/``, as ``casekit preflight``
looks at them. Each row is printed and kept as soon as it is done, so that another run goes on where this one ended;
``--product cover --product sheet --kind gs`` tries some of them. A finding about what a program truly lost is told, and is no false
alarm.
"""

import hashlib
import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import pikepdf

from casekit.building import booklet_helpers, execution, finished_files, plan as building_plan
from casekit.building.planned_booklets import COVER, PlannedBooklet, game_of
from casekit.diagnostics import Finding, Span, codes
from casekit.kit.editions import EditionFinder
from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.differences import findings_on
from casekit.print.content.papers import PRINT_SHOP, VARIANTS, Saddle, Variant
from casekit.print.content.pieces import Finishing
from casekit.system.executors import cpu_count

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_KEPT = Path(".resaving")
SMALLEST = ("--product", "plan", "--kind", "streamed")
_PATIENCE = 300
_PAPER = "a4"
_PRESS = {codes.WRONG_BOX, codes.WRONG_INK, codes.MISSING_OUTPUT_INTENT, codes.FINE_LINE}

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


@dataclass(frozen=True)
class Saved:
    """A product as casekit makes it, and how preflight looks at it."""

    name: str
    data: bytes
    inspect: Callable[[bytes, Callable[[FilePair], tuple[Finding, ...]]], tuple[Finding, ...]]


def _products(wanted: Sequence[str]) -> Iterator[Saved]:
    """Every product of the examples whose name has one of some things in it, in every variant, small ones first."""
    for name in ("clue", ""):
        plan = building_plan.plan_build(_EXAMPLES / name, EditionFinder(), None, _silent)
        names = [each.name for each in game_of(plan.booklets[0]).products]
        booklets: dict[str, tuple[execution.ProducedFile, ...]] = {}
        for product in sorted(names, key=lambda name: name == "booklet"):
            for variant in VARIANTS.values():
                finishing = Finishing(variant, Saddle(), proof=True)
                booklet = building_plan.with_finishing(plan, finishing).booklets[0]
                if variant.booklets_only and product != "booklet":
                    continue
                if any(_is_wanted(each, wanted) for each in _labels(booklet.slug, product, variant)):
                    made = _made(booklet, product, variant, booklets)
                    yield from (each for each in made if _is_wanted(each.name, wanted))


def _is_wanted(name: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(each in name for each in wanted)


def _labels(slug: str, product: str, variant: Variant) -> Iterator[str]:
    """What the files are called here that a product is made as."""
    if product != "booklet":
        yield f"{slug}-{product}{variant.of_pieces.suffix}.pdf"
        return
    for made in ("", "-imposed", "-proof"):
        yield f"{slug}-{product}{made}{variant.suffix}.pdf"


def _made(
    booklet: PlannedBooklet,
    name: str,
    variant: Variant,
    booklets: dict[str, tuple[execution.ProducedFile, ...]],
) -> Iterator[Saved]:
    """A product, and what is made from it. Booklets are kept by their variants: a cover needs one, which takes longest."""
    made = _printed(booklet, name, variant, booklets)
    for each in made:
        label = each.name if each is made[0] else each.name.replace(".pdf", f"{variant.suffix}.pdf")

        def inspect(
            theirs: bytes,
            compared: Callable[[FilePair], tuple[Finding, ...]],
            each: execution.ProducedFile = each,
            label: str = label,
        ) -> tuple[Finding, ...]:
            span, press = Span(label), "-proof" not in label and booklet.variant == PRINT_SHOP
            signposts = finished_files.signposts_of(booklet, name)
            seen = compared(FilePair(each.data, theirs, signposts, for_press=press))
            return finished_files.with_objects(
                seen, theirs, span, booklet, name, _PAPER, made[0].booklet_pages
            )

        yield Saved(label, each.data, inspect)


def _printed(
    booklet: PlannedBooklet,
    name: str,
    variant: Variant,
    booklets: dict[str, tuple[execution.ProducedFile, ...]],
) -> tuple[execution.ProducedFile, ...]:
    if name not in {"booklet", COVER}:
        return _without_findings(name, execution.print_product(booklet, name, _PAPER, _silent))
    if variant.name not in booklets:
        with booklet_helpers.helpers_for_booklet(booklet, cpu_count()) as helpers:
            printed = execution.print_booklet(booklet, _silent, helpers)
        booklets[variant.name] = _without_findings("booklet", printed)
    made = booklets[variant.name]
    if name == "booklet":
        return made
    return _without_findings(name, execution.print_cover(booklet, made, _silent))


def _without_findings(name: str, printed: execution.PrintedProducts) -> tuple[execution.ProducedFile, ...]:
    made, problems = printed
    if not made:
        raise click.ClickException(f"{name} cannot be printed: {problems[:1]}")
    return made


def _compared(task: FilePair) -> tuple[Finding, ...]:
    # In this process: nobody damaged these files, and another takes a second to start.
    return findings_on(find_differences(task), Span("resaved.pdf"))


def lost_by(kind: str, product: str) -> set[Any]:
    """The codes of findings that are true: what a kind of saving takes out of a product."""
    if program_of(kind) not in {"gs", "pdftocairo"}:
        return set()
    return {codes.MISSING_TAGS} if "accessible" in product else _PRESS if "print-shop" in product else set()


@dataclass(frozen=True)
class _Rows:
    """What was tried already, by the digest of a product, the kind, and the version of its program."""

    file: Path
    held: dict[str, list[str]]

    @classmethod
    def kept(cls, folder: Path) -> "_Rows":
        folder.mkdir(exist_ok=True)
        file = folder / "rows.jsonl"
        lines = file.read_text().splitlines() if file.exists() else ()
        return cls(file, dict(json.loads(line) for line in lines))

    def found(self, key: str, find: Callable[[], list[str]]) -> list[str]:
        if key not in self.held:
            self.held[key] = find()
            with self.file.open("a") as file:
                file.write(json.dumps([key, self.held[key]]) + "\n")
        return self.held[key]


def _find(product: Saved, kind: str) -> list[str]:
    """What is told of a product that was saved in a way: code and message each."""
    with TemporaryDirectory() as folder:
        theirs = saved_again(kind, product.data, Path(folder))
    return [f"{each.code.id} {each.message}" for each in product.inspect(theirs, _compared)]


@click.command("bench.resaving")
@click.option("--product", multiple=True, help="Only products with this in their names, such as `booklet`.")
@click.option("--kind", "wanted", multiple=True, help="Only kinds with this in their names, such as `gs`.")
@click.option("--fresh", is_flag=True, help="Forget what was tried before.")
def main(product: tuple[str, ...], wanted: tuple[str, ...], *, fresh: bool) -> None:
    """Look at every product as every kind of saving leaves it; exit with 1 if there is a false alarm."""
    if fresh:
        (_KEPT / "rows.jsonl").unlink(missing_ok=True)
    rows = _Rows.kept(_KEPT)
    kinds = [kind for kind in KINDS if _is_wanted(kind, wanted)]
    missing = sorted(
        {program for kind in kinds if (program := program_of(kind)) and not shutil.which(program)}
    )
    tally: Counter[str] = Counter()
    for each in _products(product):
        digest = hashlib.sha256(each.data).hexdigest()
        for kind in kinds:
            if program_of(kind) in missing or (kind == NOT_FOR_PRESS and "print-shop" in each.name):
                continue
            found = rows.found(f"{digest[:16]} {kind}", partial(_find, each, kind))
            true = {code.id for code in lost_by(kind, each.name)}
            alarms = [message for message in found if message.split()[0] not in true]
            tally.update(files=1, alarms=int(bool(alarms)), lost=int(bool(found) and not alarms))
            verdict = "false alarm" if alarms else "lost something" if found else "same"
            click.echo(f"{each.name}\t{kind}\t{verdict}\t{'; '.join((alarms or found)[:2])}")
    click.echo(
        f"{tally['files']} files, {tally['alarms']} false alarms, {tally['lost']} that lost something; "
        f"not installed: {', '.join(missing) or 'none'}"
    )
    raise SystemExit(tally["alarms"] > 0)


def _silent(_: str) -> None:
    """Progress that nobody watches."""


if __name__ == "__main__":
    main(prog_name="python -m bench.resaving")

"""A booklet of ten cases, from the shell's prompt back to it, beside WeasyPrint alone on the very same HTML.

The goal: on two cores, which nobody else uses, a ratio of at most 0.7.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pikepdf

from bench.example import small
from bench.measure import Row, Scale, Work
from bench.ten import write_edition
from casekit.building import plan
from casekit.building.planned_booklets import numbered
from casekit.kit.editions import EditionFinder
from casekit.print.content.papers import PLAIN
from casekit.print.numbers.distances import NumberedItem
from casekit.print.numbers.shuffling import shuffle
from casekit.print.pages import booklet_pages as booklets
from casekit.print.pages.measuring import measure_booklet
from casekit.print.typesetting.typesetter import Layout, lay_out_pages

_CASEKIT = Path(sys.executable).with_name("casekit")
_SHUFFLED_CASES = 20
_ALONE = (sys.executable, "-m", "bench.alone")
_KILO = 1024
_STARTING = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, capture_output=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def rows(scale: Scale) -> Iterator[Row]:
    """The whole build and the unchanged one, both cold; and a shuffle of twice as many paragraphs."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        edition = small(folder).with_name("edition.toml") if scale.smallest else write_edition(folder / "ten")
        paragraphs = _write_html(edition, folder / "ten.html")
        build = (_CASEKIT, "build", edition, "--only", "booklet", "--output", folder / "build")
        peaks = f"peaks {_peak(*build, '--force')} and {_peak(*_ALONE, folder / 'ten.html')} MB"
        yield scale.compare(
            f"{paragraphs} paragraphs: casekit build, cold; {peaks}",
            _process(*build, "--force"),
            "WeasyPrint alone, same HTML, cold",
            _process(*_ALONE, folder / "ten.html"),
            rounds=3,
        )
        yield from _preflights(edition, folder / "build", scale)
        yield scale.compare(
            f"{paragraphs} paragraphs: casekit build, nothing changed, cold",
            _process(*build),
            "casekit --version, cold",
            _process(_CASEKIT, "--version"),
            rounds=9,
        )
    yield _shuffle(scale)


def _preflights(edition: Path, built: Path, scale: Scale) -> Iterator[Row]:
    """Preflight of a booklet that a library saved again, beside building it; and of one that is what was built.

    The goals: a ratio of at most 3, and less than a second.
    """
    (file,) = built.glob("*-booklet.pdf")
    again = built.parent / "again" / file.name
    again.parent.mkdir()
    with pikepdf.open(file) as pdf:
        pdf.save(again, linearize=True)
    build = _process(_CASEKIT, "build", edition, "--only", "booklet", "--output", built, "--force")
    for work, which in (("saved again", again), ("as it was built", file)):
        ours = _process(_CASEKIT, "preflight", which, edition)
        yield scale.compare(
            f"casekit preflight of a booklet {work}, cold", ours, "casekit build, cold", build, rounds=3
        )


def _write_html(edition: Path, file: Path) -> int:
    """Write the HTML of an edition's booklet in one piece, and return how many paragraphs it has."""
    (booklet,) = plan.plan_build(edition, EditionFinder(), None, _silent, only=("booklet",)).booklets
    pages: list[str] = []

    def recording(html: str) -> Layout:
        pages.append(html)
        return lay_out_pages(html)

    content, numbering = numbered(booklet)
    with patch.object(booklets, "lay_out_pages", recording):
        measured = measure_booklet(content, PLAIN)
        painted, problems = booklets.paint_booklet(content, numbering.numbers, PLAIN, measured)
    if painted is None:
        raise ValueError(f"the booklet cannot be printed: {problems[:1]}")
    file.write_text(pages[-1], encoding="utf-8")
    return len(numbering.numbers)


def _shuffle(scale: Scale) -> Row:
    items = [
        NumberedItem(f"{case}/{at}", str(case), f"{case}/{at // 3}" if at < 3 * 12 else "")
        for case in range(scale.of(_SHUFFLED_CASES, 1))
        for at in range(60)
    ]
    chance = Random(1)  # noqa: S311 - the same for everybody
    return scale.compare(
        f"{len(items):,} paragraphs: shuffled by the rules",
        lambda: shuffle(items, seed=1),
        "random.shuffle, without rules",
        lambda: chance.shuffle(items.copy()),
        rounds=5,
    )


def _process(*command: str | Path) -> Work:
    return lambda: subprocess.run(command, check=True, capture_output=True)


def _peak(*command: str | Path) -> int:
    """The most memory that a command had, in megabytes; its helpers do not count."""
    # A process counts what the one that started it had in memory; so a small one starts it.
    starting = (sys.executable, "-c", _STARTING, *command)
    told = subprocess.run(starting, check=True, capture_output=True, text=True).stdout.split()[-1]
    return int(told) // (_KILO**2 if sys.platform == "darwin" else _KILO)


def _silent(_: str) -> None:
    """Progress that nobody watches."""

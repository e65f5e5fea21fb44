"""A file that another program saved again shows the same, whatever its bytes are.

The kinds of saving are those of ``bench/resaving.py``, which tries each of them on each product. Here each kind is tried on three
products, and each product meets a kind of every program. Files for a press are laid beside ours as preflight lays them: without
the profiles that some programs give to inks.
"""

import shutil

import pytest

from bench.resaving import KINDS, NOT_FOR_PRESS, UNLETTERED, program_of, saved_again, saved_by
from casekit.diagnostics import Span
from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.differences import findings_on
from casekit.print.comparison.landmarks import Landmarks
from casekit.print.preflight.ink_checks import without_profiles

PROFILING = next(kind for kind in KINDS if "/printer" in kind)
"""It gives inks a profile, by which they look different."""
PRODUCTS = (
    "booklet",
    "booklet-print-shop",
    "booklet-accessible",
    "sheet",
    "cover",
    "cover-print-shop",
    "cards",
    "cards-print-shop",
    "stickers",
    "plan",
    "flap",
    "track",
    "pieces",
)


def _pairs():
    """Each kind with three products; the step of one from kind to kind lets every program meet every product."""
    for at, kind in enumerate(KINDS):
        for step in (0, 4, 7):
            product = PRODUCTS[(at + step) % len(PRODUCTS)]
            if (kind, product.endswith("print-shop")) != (NOT_FOR_PRESS, True):
                yield kind, product
    yield PROFILING, "booklet-print-shop"


def _found(printed, ours, theirs):
    posts = Landmarks.of(printed.booklet, printed.numbers.values())
    found = find_differences(FilePair(ours, theirs, posts))
    return [each.message for each in findings_on(found, Span("x.pdf"))]


def _needs(program):
    if program and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("kind", "name"), list(_pairs()))
def test_a_file_that_was_saved_again_shows_the_same(printed, product, kind, name, tmp_path):
    _needs(program_of(kind))
    theirs = saved_again(kind, product(name), tmp_path)
    shown = without_profiles(theirs) if name.endswith("print-shop") else theirs
    assert [] == _found(printed, product(name), shown)


@pytest.mark.parametrize(
    ("tool", "name"), [(UNLETTERED, "booklet-accessible"), (NOT_FOR_PRESS, "booklet-print-shop")]
)
def test_what_another_program_lost_is_told(printed, product, tool, name, tmp_path):
    _needs(tool.split()[0])
    assert _found(printed, product(name), saved_by(tool, product(name), tmp_path))

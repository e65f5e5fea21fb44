"""A finished booklet in each variant, and what is found in it after it was damaged."""

import io

import pikepdf
import pytest

from casekit.print.content.variants import VARIANTS
from casekit.print.numbers.numbering import number_booklet
from casekit.print.preflight.inspection import inspect
from casekit.print.produce import print_booklet


@pytest.fixture(scope="session")
def finished(booklet):
    """The finished booklet in each variant, and its numbers; set once."""
    numbers = number_booklet(booklet)
    return {name: print_booklet(booklet, numbers, variant)[0] for name, variant in VARIANTS.items()}, numbers


@pytest.fixture
def damaged(booklet, finished):
    """Damages the booklet of a variant and gives the findings as pairs of code and message."""

    def run(variant, damage):
        pdfs, numbers = finished
        with pikepdf.open(io.BytesIO(pdfs[variant])) as file:
            damage(file)
            out = io.BytesIO()
            file.save(out)
        found = inspect(out.getvalue(), booklet, numbers, VARIANTS[variant])
        return [(finding.code, finding.message) for finding in found]

    return run

"""A finished booklet in each variant, and what is found in it after it was damaged."""

import io

import pikepdf
import pytest

from casekit.print.content.papers import PLAIN, VARIANTS
from casekit.print.preflight.inspection import inspect


@pytest.fixture(scope="session")
def finished(printed, product):
    """The finished booklet in each variant, and its numbers; set once."""
    names = {name: "booklet" if variant is PLAIN else f"booklet-{name}" for name, variant in VARIANTS.items()}
    return {name: product(each) for name, each in names.items()}, printed.numbers


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

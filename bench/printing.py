"""The booklet of one case beside WeasyPrint on the very HTML that casekit gives it."""

from collections.abc import Iterator
from unittest.mock import patch

from bench.example import FILE
from bench.measure import Row, compare
from casekit import pipeline
from casekit.games.midnight.editions import Editions
from casekit.games.midnight.pages import booklet
from casekit.print import booklet as booklets
from casekit.print.booklet import print_booklet
from casekit.print.numbering import number_booklet
from casekit.print.typesetter import Layout, lay_out, typeset


def rows() -> Iterator[Row]:
    """Typesetting alone, then with numbering and reading the PDF back."""
    plan = pipeline.plan_build(FILE, Editions(), None, _silent)
    (binding,) = plan.bindings
    cases = [checked.case for checked in binding.cases if checked.case]
    content = booklet(
        cases, slug=binding.slug, title=binding.title, colour=binding.colour, paper=binding.paper
    )
    numbers = number_booklet(content)
    seen: list[str] = []

    def recording(html: str) -> Layout:
        seen.append(html)
        return lay_out(html)

    with patch.object(booklets, "lay_out", recording):
        print_booklet(content, numbers)
    peer = "WeasyPrint, same HTML"
    for work, ours in (
        ("booklet, typeset", lambda: print_booklet(content, numbers)),
        ("booklet, typeset and read back", lambda: pipeline.print_binding(binding, _silent)),
    ):
        yield compare(work, ours, peer, lambda: typeset(seen[-1]), rounds=3)


def _silent(_: str) -> None:
    """Progress that nobody watches."""

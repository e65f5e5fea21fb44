"""The booklet of one case beside WeasyPrint on the very HTML that casekit gives it."""

from collections.abc import Iterator
from unittest.mock import patch

from bench.example import FILE, typed
from bench.measure import Row, compare
from casekit.building import planning, printing
from casekit.games.editions import Editions
from casekit.games.midnight.printing.booklet_text import booklet
from casekit.print.numbers.numbering import number_booklet
from casekit.print.pages.booklets import booklet_pages as booklets
from casekit.print.produce import print_booklet
from casekit.print.text.typesetter import Layout, lay_out_pages, typeset


def rows() -> Iterator[Row]:
    """Typesetting alone, then with numbering and reading the PDF back."""
    plan = planning.plan_build(FILE, Editions(), None, _silent)
    (binding,) = plan.bindings
    content = booklet(
        [typed()], slug=binding.slug, title=binding.title, colour=binding.colour, paper=binding.paper
    )
    numbers = number_booklet(content)
    seen: list[str] = []

    def recording(html: str) -> Layout:
        seen.append(html)
        return lay_out_pages(html)

    with patch.object(booklets, "lay_out_pages", recording):
        print_booklet(content, numbers)
    peer = "WeasyPrint, same HTML"
    for work, ours in (
        ("booklet, typeset", lambda: print_booklet(content, numbers)),
        ("booklet, typeset and read back", lambda: printing.print_binding(binding, _silent)),
    ):
        yield compare(work, ours, peer, lambda: typeset(seen[-1]), rounds=3)


def _silent(_: str) -> None:
    """Progress that nobody watches."""

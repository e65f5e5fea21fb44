"""The booklet of one case beside WeasyPrint on the very HTML that casekit gives it."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from bench.example import FILE, small
from bench.measure import Row, Scale
from casekit.building import execution, plan
from casekit.building.planned_booklets import numbered
from casekit.kit.editions import EditionFinder
from casekit.print.pages import booklet_pages as booklets
from casekit.print.produce import set_booklet
from casekit.print.typesetting.typesetter import Layout, lay_out_pages, typeset


def rows(scale: Scale) -> Iterator[Row]:
    """Typesetting alone, then with numbering and reading the PDF back."""
    with TemporaryDirectory() as folder:
        file = small(Path(folder)) if scale.smallest else FILE
        (booklet,) = plan.plan_build(file, EditionFinder(), None, _silent).booklets
    content, numbering = numbered(booklet)
    numbers = numbering.numbers
    seen: list[str] = []

    def recording(html: str) -> Layout:
        seen.append(html)
        return lay_out_pages(html)

    with patch.object(booklets, "lay_out_pages", recording):
        set_booklet(content, numbers)
    peer = "WeasyPrint, same HTML"
    for work, ours in (
        ("booklet, typeset", lambda: set_booklet(content, numbers)),
        ("booklet, typeset and read back", lambda: execution.print_booklet(booklet, _silent)),
    ):
        yield scale.compare(work, ours, peer, lambda: typeset(seen[-1]), rounds=3)


def _silent(_: str) -> None:
    """Progress that nobody watches."""

"""The page about printing has a row for each product of Midnight, which is also what ``--only`` takes."""

import re
from pathlib import Path

from casekit.games.midnight.game import GAME

PAGE = Path(__file__).resolve().parents[2] / "docs/printing.md"


def test_each_product_has_a_row():
    text = PAGE.read_text(encoding="utf-8")
    tables = text[text.index("For each of the edition's booklets") : text.index("`--only` selects products")]
    rows = re.findall(r"^\| `NAME-(\w+)\.pdf` \| .+ \|$", tables, re.MULTILINE)
    assert sorted(product.name for product in GAME.products if product.name != "cover") == sorted(rows)
    assert "casekit also writes `NAME-cover.pdf`" in text

"""A text of which pieces are known gives what it gives without, to the last position."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random

import pytest

from casekit.diagnostics import Source
from casekit.kit.registry import game_called
from casekit.language.syntax import parser
from casekit.language.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {
    "docs/tour/the-last-soup.case": "midnight",
    "casekit/games/midnight/catalogue/base.case": "midnight",
    "examples/clue/the-swan.case": "clue",
}
SOWN = (
    *("== ", "\n== ", " ~ ", "\n~ lie ", "// x\n", "\n\n// y\n\n", "\n// z\n== 01\n", "\n", "\n\n", "\xa0"),
    *("\r\n", "\u2028", "==", "==\xa0", '"', "(", ")", "room(", "😀", "é", "\n== notes\n", "\n== truth\n"),
    *(
        "\n   == 02, 03\n",
        " \n",
        "\t== 04\n",
        "\ufeff",
        "\\",
        "\n\xa0== 05\n",
        "\n// a\n// b\n\n== ANNA alibi",
    ),
)


def difference(one, other, path=""):
    """Where two trees differ, positions included; nothing if they do not."""
    if type(one) is not type(other):
        return f"{path}: {one!r} and {other!r}"
    if isinstance(one, tuple):
        if len(one) != len(other):
            return f"{path}: {len(one)} and {len(other)} of them"
        parts = [difference(a, b, f"{path}[{at}]") for at, (a, b) in enumerate(zip(one, other, strict=True))]
    elif is_dataclass(one):
        names = [field.name for field in fields(one) if field.name != "source"]
        parts = [difference(getattr(one, name), getattr(other, name), f"{path}.{name}") for name in names]
    else:
        return "" if one == other else f"{path}: {one!r} and {other!r}"
    return next(filter(None, parts), "")


def mangled(text, chance):
    """A text with one more change."""
    at = chance.randrange(len(text) + 1)
    headings = [place for place in range(len(text)) if text.startswith("\n==", place)]
    if headings and chance.random() < 0.5:
        at = max(0, min(len(text), chance.choice(headings) + chance.randrange(-3, 6)))
    kind = chance.random()
    if kind < 0.55:
        return text[:at] + chance.choice(SOWN) + text[at:]
    return text[:at] + text[at + chance.randrange(1, 30) :] if kind < 0.9 else text[:at]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("file", TEXTS)
def test_pieces_are_the_whole(file, seed):
    whole = (ROOT / file).read_text(encoding="utf-8")
    dialect, pieces, text, chance = game_called(TEXTS[file]).dialect, {}, whole, Random(seed)  # noqa: S311
    for _ in range(60):
        text = mangled(text, chance) if chance.random() < 0.95 else whole
        source = Source(file, text)
        assert "" == difference(parse(source, dialect), parse(source, dialect, pieces)), text


def test_limits_are_those_of_the_whole_text():
    dialect, pieces = game_called("midnight").dialect, {}
    several = [f"== 01\n~ (\n// {number}\n" for number in range(99)]
    assert 99 == len(parse(Source("", "".join(several)), dialect, pieces)[1])
    source = Source("", "".join((*several, *several)))
    assert parse(source, dialect) == parse(source, dialect, pieces)


def test_a_block_that_is_as_it_was_is_not_read_again(monkeypatch):
    dialect, pieces = game_called("midnight").dialect, {}
    text = (ROOT / "docs/tour/the-last-soup.case").read_text(encoding="utf-8")
    parse(Source("", text), dialect, pieces)
    read = []
    real = parser.weave
    monkeypatch.setattr(parser, "weave", lambda *given: read.append(given[0][given[1] :]) or real(*given))
    parse(Source("", text.replace("== truth", "== truth\n// new")), dialect, pieces)
    assert 1 == len(read)
    assert read[0].startswith("\n// new")

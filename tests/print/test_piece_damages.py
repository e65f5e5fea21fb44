"""What can be wrong with cards, plan, stickers, sheet and cover is told with its page and its place."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pikepdf
import pytest

from casekit.diagnostics import Span
from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.differences import findings_on
from casekit.print.comparison.landmarks import Landmarks

_SPEC = spec_from_file_location("damaging", Path(__file__).with_name("damaging.py"))
damaging = module_from_spec(_SPEC)
_SPEC.loader.exec_module(damaging)
Stream, over, write = damaging.Stream, damaging.over, damaging.write


def _changed(number, change):
    def damage(file):
        stream = Stream(file, number)
        change(stream)
        stream.close()

    return damage


def _replaced(words, which, other, other_which=0):
    """Let a text show what another shows."""

    def change(page):
        one, two = page.find(words, which), page.find(other, other_which)
        assert page.font(one) == page.font(two)
        page.operations[one.at] = page.operations[two.at]

    return change


def _removed(words):
    return lambda page: page.remove(page.find(words))


def _backs_and_fronts_exchanged(file):
    pages = list(file.pages)
    file.pages[0], file.pages[1] = pages[1], pages[0]


def _rotated(file):
    file.pages[0].rotate(180, relative=True)


def _without_last(file):
    del file.pages[-1]


def _covered(file):
    over(file, 0, "1 1 1 rg 250 300 120 60 re f")


def _struck(words):
    """Paint a rule through a text."""

    def damage(file):
        text = Stream(file, 0).find(words)
        over(file, 0, f"2 w {text.x - 20:.1f} {text.y + 3:.1f} m {text.x + 60:.1f} {text.y + 3:.1f} l S")

    return damage


def _art_removed(file):
    stream = Stream(file, 0)
    for at, (_, operator) in enumerate(stream.operations):
        if str(operator) in {"f", "f*", "B"}:
            stream.operations[at] = ([], damaging.Operator("n"))
    stream.close()


def _written(words):
    return lambda file: write(file, 0, words, 200, 300)


# What is to be said of each kind of a product, a finding a line.
TOLD = [
    ("cards", "backs and fronts exchanged", _backs_and_fronts_exchanged, ("pages 1 and 2 are exchanged",)),
    ("cards", "sheet turned", _rotated, ("page 1: turned by 180 degrees",)),
    ("cards", "last backs dropped", _without_last, ("page 4 is missing",)),
    (
        "cards",
        "title",
        _changed(0, _replaced("Wave A", 0, "Wave B")),
        ("page 1, “Wave A”: shows “B” instead of “A”",),
    ),
    (
        "cards",
        "effect",
        _changed(0, _removed("4 rounds")),
        ("page 1, “Wait 4 rounds.”: ",),
    ),
    ("plan", "number of a room", _changed(0, _replaced("1", 0, "3")), ("page 1, ",)),
    ("plan", "name of a room", _changed(0, _removed("Hold")), ("page 1, “Hold”: “Hold” is missing",)),
    ("plan", "a way walled up", _struck("Bar"), ("page 1, ",)),
    (
        "stickers",
        "a wrong letter",
        _changed(0, _replaced("B", 0, "A")),
        ("page 1, “B”: shows “A” instead of “B”",),
    ),
    ("stickers", "covered", _covered, ("page 1, ",)),
    ("sheet", "a figure", _changed(0, _replaced("A", 0, "B")), ("page 1, ",)),
    ("sheet", "a name added", _written("BRUNO lied"), ("page 1, in the middle: “BRUNO lied” is added",)),
    ("sheet", "back dropped", _without_last, ("page 2 is missing",)),
    ("track", "a mark", _changed(0, _removed("2 players")), ("page 1, “2 players”: “2 players” is missing",)),
    ("pieces", "a name", _changed(0, _removed("ANNA")), ("page 1, ",)),
    ("flap", "its use", _changed(0, _removed("Slide")), ("page 1, “Slide me.”: “Slide me.” is missing",)),
    ("rules", "a figure", _changed(0, _replaced("5", 0, "4")), ("page 1, ",)),
    ("rules", "page turned", _rotated, ("page 1: turned by 180 degrees",)),
    ("rules", "last page dropped", _without_last, ("page 4 is missing",)),
    ("rules", "a word", _changed(1, _removed("Go")), ("page 2, “• Go”: “• Go” is missing",)),
    ("cover", "title", _changed(0, _removed("Two cases")), ("page 1, “Two cases”: “Two cases” is missing",)),
    ("cover", "art removed", _art_removed, ("page 1, ",)),
    (
        "cover",
        "bar code",
        _struck("780306"),
        ("page 1, “9 780306”: something", "page 1, “406157”: something"),
    ),
]


def _found(product, name, damage):
    pdf = product(name)
    theirs = damaging.damaged(pdf, damage)
    found = find_differences(FilePair(pdf, theirs, Landmarks()))
    return [each.message for each in findings_on(found, Span("x.pdf"))]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "damage", "said"),
    [(name, damage, said) for name, _, damage, said in TOLD],
    ids=[f"{name}: {kind}" for name, kind, _, _ in TOLD],
)
def test_damage_of_what_goes_with_a_booklet_is_told(product, name, damage, said):
    found = _found(product, name, damage)

    assert len(said) == len(found), found
    assert [] == [
        (wanted, each) for wanted, each in zip(said, found, strict=True) if not each.startswith(wanted)
    ]


PIECES = ("sheet", "cards", "cover", "stickers", "plan", "track", "pieces", "flap", "rules")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PIECES)
def test_a_piece_that_lies_elsewhere_is_told_once(product, name):
    damage = damaging.laid(
        "scaled, shifted and askew", 0.97 * damaging.COSINE, 0.97 * damaging.SINE, pages=[0]
    )

    found = _found(product, name, damage)

    assert ["page 1: scaled to 97 % and turned by 0.5 degrees counterclockwise"] == found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PIECES)
def test_a_piece_that_lies_beside_its_place_is_told_once(product, name):
    found = _found(product, name, damaging.laid("shifted", down=0.5, pages=[0]))

    assert ["page 1: moved as a whole by 0.5 mm down"] == found


def test_a_piece_without_letters_is_laid_by_its_picture(product):
    def without_text(file):
        for page in file.pages:
            page.contents_coalesce()
            content = pikepdf.parse_content_stream(page)
            kept = [each for each in content if str(each[1]) not in {"TJ", "Tj"}]
            page.Contents = file.make_stream(pikepdf.unparse_content_stream(kept))

    pdf = damaging.damaged(product("cover"), without_text)
    theirs = damaging.damaged(pdf, damaging.laid("shifted", 0.99, right=0.5))
    found = find_differences(FilePair(pdf, theirs, Landmarks()))

    assert ["page 1: scaled to 99 % and moved as a whole by 0.5 mm to the right"] == [
        each.message for each in findings_on(found, Span("x.pdf"))
    ]

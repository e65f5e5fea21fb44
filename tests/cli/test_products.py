"""What ``casekit build`` prints beside booklet and sheet, and how to choose."""

import os
import shutil
from pathlib import Path

import pytest

from casekit.games.midnight.game import GAME

BOX = tuple(product.name for product in GAME.products if product.name != "cover")
"""Everything, in the order in which it is printed; a cover is printed only where it is asked for."""

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DECK = (EXAMPLES / "deck.toml").read_text(encoding="utf-8")


@pytest.fixture
def edition(boat, put):
    """Writes the boat's edition with lines before its tables, and the booklets of some slugs."""

    def write(lines="", slugs=("tour",)):
        text = (boat / "edition.toml").read_text(encoding="utf-8")
        tables = "".join(
            f'\n[[booklets]]\nslug = "{slug}"\ncolour = "red"\ncases = ["base.case"]\n' for slug in slugs
        )
        put("edition.toml", f"{lines}\n{text}{tables}")

    return write


def for_two_zones(deck):
    """The deck with all its cards in the two zones of the boat, and nothing to do there."""
    plain = {"zone": "zone = 2", "rules": "rules = []"}
    return "\n".join(plain.get(line.split(" ")[0], line) for line in deck.splitlines())


def test_an_edition_gets_everything_and_cards_if_it_has_a_deck(edition, put, run):
    edition('deck = "deck.toml"')
    put("deck.toml", for_two_zones(DECK))
    status, out, _ = run("build", ".", "--output", "out")
    assert 0 == status
    usual = [product.name for product in GAME.products if product.name in BOX and not product.box_only]
    assert [f"out/tour-{name}.pdf" for name in usual] == out.splitlines()


def test_everything_has_the_same_bytes_wherever_and_whenever_it_is_made(edition, put, boat, casekit):
    edition('deck = "deck.toml"')
    put("deck.toml", for_two_zones(DECK))
    (boat / "deep").mkdir()

    def made(output, target, place, jobs, **surroundings):
        done = casekit(
            *("build", target, "--output", boat / output, "--jobs", jobs, "--print-shop"),
            cwd=place,
            env={**os.environ, **surroundings},
        )
        assert 0 == done.returncode
        return {file.name: file.read_bytes() for file in (boat / output).glob("tour-*")}

    here = made("one", ".", boat, 1, PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C")
    (boat / "tour.lock.json").unlink()
    there = {
        "PYTHONHASHSEED": "2",
        "TZ": "Pacific/Apia",
        "LC_ALL": "tr_TR",
        "SOURCE_DATE_EPOCH": "1700000000",
    }
    assert len(BOX) == len(here)  # the pages for one are for a box; a job ticket is made beside the rest
    assert here == made("two", "..", boat / "deep", 2, **there)


@pytest.mark.usefixtures("set_once")
def test_a_second_booklet_has_a_flap_of_its_own_and_shares_the_rest(edition, run):
    edition(slugs=("one", "two"))
    _, out, _ = run("build", ".", "--output", "out", "--only", "plan,flap,stickers", "--jobs", "1")
    files = ("one-flap", "one-stickers", "one-plan", "two-flap")
    assert [f"out/{name}.pdf" for name in files] == out.splitlines()


@pytest.mark.usefixtures("written")
def test_a_cover_that_is_asked_for_is_printed_whether_the_booklet_has_one_or_not(edition, run):
    edition()
    for only, files in {"cover": ["cover"], "flap": ["flap"], "cover,flap": ["cover", "flap"]}.items():
        _, out, _ = run("build", ".", "--output", only, "--only", only)
        assert [f"{only}/tour-{name}.pdf" for name in files] == out.splitlines()
    _, out, _ = run("build", ".", "--output", "all")
    assert "cover" not in out


@pytest.mark.usefixtures("boat", "set_once")
def test_a_case_gets_booklet_and_sheet_unless_more_is_asked_for(run):
    assert (0, "out/base-plan.pdf\n") == run("build", "base.case", "--output", "out", "--only", "plan")[:2]


def test_cards_that_are_asked_for_need_a_deck(edition, boat, run):
    edition()
    for target in (".", "base.case"):
        status, out, err = run("build", target, "--output", "out", "--only", "cards")
        assert (1, "") == (status, out)
        assert "error[CK811 missing-deck]: this edition has no event cards to print" in err
    assert not (boat / "out").exists()


def test_a_deck_with_findings_stops_the_press_with_those_alone(edition, put, boat, run):
    edition('deck = "deck.toml"')
    put("deck.toml", DECK.replace("zone = 5", "zone = 0", 1))
    status, _, err = run("build", ".", "--output", "out", "--only", "cards")
    assert 1 == status
    assert "deck.toml:10:1: error[CK810 invalid-deck]" in err
    assert "CK811" not in err
    assert not (boat / "out").exists()


@pytest.mark.parametrize("target", ["base.case", "."])
@pytest.mark.parametrize("names", ["poster", "plan,", "", "plan,Cards"])
def test_names_of_nothing_are_misuse(names, target, edition, run):
    edition("", ("soup", "stew"))
    status, _, err = run("build", target, "--only", names)
    assert 2 == status
    assert f"is not one of {', '.join(product.name for product in GAME.products)}" in err


def test_an_illustration_is_printed_from_the_folder_and_a_bad_one_is_not(boat, put, run):
    text = (boat / "base.case").read_text(encoding="utf-8")
    put("base.case", f"illustration: moon.svg\n{text}")
    put("moon.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3z"/></svg>')
    assert 0 == run("build", "base.case", "--output", "out")[0]
    put("moon.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><script/></svg>')
    status, _, err = run("build", "base.case", "--output", "other")
    assert 1 == status
    assert "base.case:1:1: error[CK723 unsafe-illustration]" in err
    assert not (boat / "other").exists()


FOLDED = tuple(product.name for product in GAME.products if product.is_leaflet or product.name == "booklet")


@pytest.mark.usefixtures("set_once")
def test_a_box_has_everything_and_a_list_of_what_to_print(edition, put, boat, run):
    edition('deck = "deck.toml"')
    put("deck.toml", for_two_zones(DECK))
    status, out, _ = run("build", ".", "--box")
    assert 0 == status
    made = [[f"tour-{name}.pdf", *([f"tour-{name}-imposed.pdf"] if name in FOLDED else [])] for name in BOX]
    files = [name for names in made for name in names]
    assert [f"build/box/{name}" for name in (*files, "tour-box.txt")] == out.splitlines()

    told = (boat / "build/box/tour-box.txt").read_text(encoding="utf-8")
    assert told.startswith("Midnight on a Small Boat: what to print for the box\n")
    assert [names[-1] for names in made] == [line for line in told.splitlines() if line.endswith(".pdf")]
    assert (
        "tour-rules-imposed.pdf\n    4 pages of 297 x 210 mm; sheets of paper: 2\n    Print one for every two players,"
        in told
    )
    assert "tour-plan.pdf\n    1 page of 297 x 210 mm\n    Print this once. One side." in told

    _, _, err = run("build", ".", "--box")
    assert "nothing has changed since the last build" in err


@pytest.mark.usefixtures("set_once")
def test_a_box_of_one_case_has_what_its_edition_has(edition, boat, run):
    edition()
    shutil.copy(boat / "base.case", boat / "self-imposed.case")
    _, out, _ = run("build", "self-imposed.case", "--box", "--output", "here")
    assert {f"here/self-imposed-{name}.pdf" for name in BOX if name != "cards"} < {*out.splitlines()}
    assert "here/self-imposed-box.txt" in out
    assert "cards" not in out
    told = (boat / "here/self-imposed-box.txt").read_text(encoding="utf-8")
    assert FOLDED == tuple(name for name in BOX if f"self-imposed-{name}-imposed.pdf\n" in told)
    assert len(FOLDED) == told.count("sheets of paper: ")


def test_a_list_that_somebody_else_wrote_is_not_replaced(edition, put, run):
    edition()
    put("out/tour-box.txt", "Bring crisps.\n")
    status, _, err = run("build", ".", "--box", "--output", "out")
    assert (1, True) == (status, "CK920" in err)


def test_a_box_leaves_nothing_out(edition, run):
    edition()
    status, _, err = run("build", ".", "--box", "--only", "plan")
    assert (2, True) == (status, "--box prints everything" in err)

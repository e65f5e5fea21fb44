"""Numbers that stay from printing to printing, as a publisher meets them: ``build`` and ``errata``."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from pypdf import PdfReader
from referencing import Registry, Resource

from casekit import resources
from casekit.building import execution, plan
from casekit.building.planned_booklets import numbered
from casekit.diagnostics import codes
from casekit.kit.editions import EditionFinder
from casekit.print.numbers import numbering
from casekit.print.numbers.lock import lock_of, lock_text

SHARED = "== 02\nGeese, feathers and two damp aprons.\n\n== 03\n"
LINE = "tour: 12 paragraphs of 1 case; in one case at least 1 apart"


@pytest.fixture
def edition(boat, written):  # noqa: ARG001 -- its files are looked at, not its pages
    """The boat's edition with a booklet of its case."""
    file = boat / "edition.toml"
    lines = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case"]\n'
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    return file


@pytest.fixture
def build(edition, run):  # noqa: ARG001 -- it must be there
    """Builds the edition's booklet and gives status and errors."""

    def invoke(*options):
        status, _, errors = run("build", ".", "--only", "booklet", "--output", "out", *options)
        return status, errors

    return invoke


@pytest.fixture
def mend(boat):
    """Replaces words of the case."""

    def replace(old, new):
        file = boat / "base.case"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    return replace


@pytest.fixture
def lock(boat):
    def read():
        return json.loads((boat / "tour.lock.json").read_text(encoding="utf-8"))

    return read


def numbers(lock):
    return {path: entry["number"] for path, entry in lock["cases"]["base.case"].items()}


def valid(text, schema):
    """The JSON of a text that is valid against a schema."""
    content = json.loads(text)
    diagnostics = json.loads(resources.text("schemas/diagnostics.schema.json"))
    registry = Registry().with_resource(
        "urn:casekit:schema:diagnostics:1", Resource.from_contents(diagnostics)
    )
    schema = json.loads(resources.text(f"schemas/{schema}.schema.json"))
    jsonschema.Draft202012Validator(schema, registry=registry).validate(content)
    return content


def text_of(file):
    return " ".join(page.extract_text() for page in PdfReader(file).pages)


def test_a_first_build_writes_the_lock_and_a_second_one_leaves_it_alone(boat, build):
    status, errors = build()
    file = boat / "tour.lock.json"
    assert 0 == status
    assert LINE in errors
    assert "tour.lock.json keeps these numbers for the next printing" in errors
    written, booklet = file.read_bytes(), (boat / "out/tour-booklet.pdf").read_bytes()
    file.chmod(0o444)
    times = file.stat().st_mtime_ns
    status, errors = build()
    assert 0 == status
    assert "keeps these numbers" not in errors
    assert (times, written) == (file.stat().st_mtime_ns, file.read_bytes())
    assert booklet == (boat / "out/tour-booklet.pdf").read_bytes()
    valid(written, "lock")


@pytest.mark.usefixtures("edition")
def test_the_files_come_first_and_alone_on_standard_output(run):
    assert (0, "out/tour-booklet.pdf\n") == run("build", ".", "--only", "booklet", "--output", "out")[:2]


def test_a_single_case_has_no_lock(boat, run):
    assert 0 == run("build", "base.case", "--only", "booklet", "--output", "out")[0]
    assert [] == list(boat.rglob("*.lock.json"))
    status, _, errors = run("build", "base.case", "--renumber")
    assert 2 == status
    assert "--renumber is for editions" in errors


def test_a_mended_typo_changes_one_digest_and_no_number(boat, build, mend, lock, run):
    build()
    before = lock()
    (boat / "old.lock.json").write_bytes((boat / "tour.lock.json").read_bytes())
    mend("Geese, feathers and two damp", "Geese, feathers and two wet")
    build()
    after = lock()
    assert numbers(before) == numbers(after)
    differing = [
        path
        for path, entry in before["cases"]["base.case"].items()
        if entry != after["cases"]["base.case"][path]
    ]
    assert ["02"] == differing
    status, out, _ = run("errata", "old.lock.json", "tour.lock.json")
    number = numbers(after)["02"]
    assert (0, ["tour: 1 change", f"{number}  text changed: 02 of base.case"]) == (
        status,
        [line.strip() for line in out.splitlines()][:2],
    )
    assert ["now “Geese, feathers and two wet aprons.”"] == [line.strip() for line in out.splitlines()[2:]]


def test_a_deleted_paragraph_leaves_a_notice_until_the_booklet_is_numbered_anew(
    boat, build, mend, lock, written
):
    written.undo()  # the notice is on a page
    build()
    before = lock()
    gap = numbers(before)["02"]
    mend(SHARED, "== 02, 03\n")
    status, errors = build()
    assert 0 == status
    assert f"; 1 gap ({gap})" in errors
    after = lock()
    assert [gap] == after["gaps"]
    assert {**numbers(before), "02": numbers(before)["03"]} == numbers(after)
    assert "This number is no longer used: no path leads here." in text_of(boat / "out/tour-booklet.pdf")
    status, errors = build("--renumber")
    assert 0 == status
    assert "; no gaps" in errors
    assert list(range(1, 12)) == sorted(set(numbers(lock()).values()))
    assert "This number is no longer used" not in text_of(boat / "out/tour-booklet.pdf")


def test_a_paragraph_that_comes_back_takes_the_gap(build, mend, lock):
    build()
    before = lock()
    mend(SHARED, "== 02, 03\n")
    build()
    mend("== 02, 03\n", SHARED.replace("Geese", "Ducks"))
    status, errors = build()
    assert 0 == status
    assert f"1 new number ({numbers(before)['02']})" in errors
    assert (numbers(before), []) == (numbers(lock()), lock()["gaps"])


def test_a_build_that_fails_writes_no_lock(boat, build, mend, written):
    written.undo()  # no font has the letter
    mend("Geese", "𓀀")
    assert 1 == build()[0]
    assert not (boat / "tour.lock.json").exists()


@pytest.mark.parametrize(
    ("code", "spoil"),
    [
        ("CK710", lambda text: text[:-20]),
        ("CK710", lambda text: text.replace('"gaps"', '"holes"')),
        ("CK710", lambda text: text.replace("sha256:", "md5:", 1)),
        ("CK711", lambda text: text.replace('"lock": 1', '"lock": 2')),
        ("CK710", lambda text: text.replace('"number": 12\n', '"number": 11\n')),
        ("CK710", lambda text: text.replace('"number": 12\n', '"number": 99\n')),
        ("CK710", lambda text: text.replace('"02": {', '"01": {')),
        (
            "CK710",
            lambda text: re.sub('"number": (11|12)\n', lambda n: f'"number": {23 - int(n[1])}\n', text),
        ),
        ("CK713", lambda text: text.replace('"booklet": "tour"', '"booklet": "trip"')),
        ("CK713", lambda text: text.replace("base.case", "case.base")),
        ("CK713", lambda text: text.replace("base.case", "\\ud800")),
        ("CK902", lambda text: text.encode("utf-16")),
    ],
)
def test_a_lock_that_is_not_right_stops_the_build_and_stays(code, spoil, boat, edition, build):
    (booklet,) = plan.plan_build(edition, EditionFinder(), None, lambda _: None).booklets
    spoilt = spoil(lock_text(lock_of(*numbered(booklet))))
    file = boat / "tour.lock.json"
    file.write_bytes(spoilt if isinstance(spoilt, bytes) else spoilt.encode())
    kept = file.read_bytes()
    status, errors = build()
    assert 1 == status
    assert f"error[{code} " in errors
    assert "tour.lock.json:" in errors
    assert kept == file.read_bytes()
    assert not (boat / "out").exists()


def test_a_lock_that_is_not_right_is_replaced_if_asked(boat, build):
    (boat / "tour.lock.json").write_text("[]")
    assert 0 == build("--renumber")[0]
    valid((boat / "tour.lock.json").read_bytes(), "lock")


@pytest.mark.usefixtures("edition")
def test_json_of_a_build(run):
    arguments = ("build", ".", "--only", "booklet", "--output", "out", "--json")
    status, out, errors = run(*arguments)
    built = valid(out, "build")
    assert (0, "", ["out/tour-booklet.pdf"]) == (status, errors, built["files"])
    (shuffle,) = built["booklets"]
    assert ("tour", 12, 1, [], []) == tuple(
        shuffle[key] for key in ("booklet", "paragraphs", "cases", "gaps", "added")
    )


@pytest.mark.usefixtures("edition")
def test_json_of_a_build_that_failed(boat, run):
    (boat / "tour.lock.json").write_text("[]")
    status, out, _ = run("build", ".", "--output", "out", "--json")
    built = valid(out, "build")
    assert (1, [], []) == (status, built["files"], built["booklets"])
    assert ["CK710"] == [found["code"] for found in built["diagnostics"]]


@pytest.fixture
def printings(boat, build, mend):
    """Two printings of the boat's edition, in folders of their own: a text mended, and a paragraph less."""
    build()
    shutil.copytree(boat, boat / "first", ignore=shutil.ignore_patterns("out"))
    mend("plucking geese", "plucking hens")
    mend(SHARED, "== 02, 03\n")
    build()
    second = boat / "second"
    second.mkdir()
    for file in ("base.case", "edition.toml", "tour.lock.json"):
        (second / file).write_bytes((boat / file).read_bytes())
    return boat


@pytest.mark.usefixtures("printings")
def test_errata_of_two_editions_tell_their_words(lock, run):
    status, out, errors = run("errata", "first", "second/edition.toml", "--json")
    (booklet,) = valid(out, "errata")["booklets"]
    assert (0, "") == (status, errors)
    assert ("tour", "first/tour.lock.json", "second/tour.lock.json") == (
        booklet["booklet"],
        booklet["old"],
        booklet["new"],
    )
    told = {tuple(change["kinds"]): change for change in booklet["changes"]}
    mended = told["text",]
    assert numbers(lock())["ANNA alibi"] == mended["number"]
    ((old, new),) = ((each["old"], each["new"]) for each in mended["words"])
    assert old.endswith("until one, plucking geese.")
    assert new.endswith("until one, plucking hens.")
    # 02 reads what 03 reads now: for its reader the number moved, and the text is another.
    assert ["02"] == told["moved", "text"]["paths"]


@pytest.mark.usefixtures("printings")
def test_errata_say_so_where_nothing_changed(run):
    assert (0, "tour: nothing changed\n", "") == run("errata", "first", "first")


def test_errata_of_a_booklet_that_is_new(printings, run):
    (printings / "second/tour.lock.json").rename(printings / "tour.lock.json.old")
    text = (printings / "first/tour.lock.json").read_text(encoding="utf-8")
    (printings / "second/trip.lock.json").write_text(text.replace('"tour"', '"trip"'), encoding="utf-8")
    assert (0, "tour: only in the older printing\ntrip: only in the newer printing\n") == run(
        "errata", "first", "second"
    )[:2]
    status, _, errors = run("errata", "first/tour.lock.json", "second/trip.lock.json")
    assert 1 == status
    assert (
        "error[CK713 mismatched-lock]: these are the lock files of two booklets, `tour` and `trip`" in errors
    )


def test_errata_of_what_is_not_there_or_not_right(printings, run):
    (printings / "empty").mkdir()
    assert [2, 2, 2] == [
        run("errata", "first", other)[0] for other in ("nowhere", "empty", "nowhere.lock.json")
    ]
    (printings / "second/tour.lock.json").write_text("{}")
    status, out, errors = run("errata", "first", "second")
    assert (1, "") == (status, out)
    assert "second/tour.lock.json:1:1: error[CK710 invalid-lock]" in errors
    status, out, _ = run("errata", "first", "second", "--json")
    assert (1, []) == (status, valid(out, "errata")["booklets"])


def test_two_lock_files_of_one_booklet_in_one_folder(printings, run):
    folder = printings / "first"
    (folder / "again.lock.json").write_bytes((folder / "tour.lock.json").read_bytes())
    status, _, errors = run("errata", "first", "second")
    assert 1 == status
    assert "error[CK713 mismatched-lock]: this lock file belongs to the booklet `tour`" in errors


@pytest.fixture(scope="session")
def drop():
    """What an example case is printed from, without an edition's lock."""
    case = Path(__file__).resolve().parents[2] / "examples/a-drop-of-midnight.case"
    (booklet,) = plan.plan_build(case, EditionFinder(), None, lambda _: None, only=("booklet",)).booklets
    return booklet


@pytest.mark.usefixtures("set_once")
def test_a_crowded_booklet_is_shuffled_again_until_it_is_none(drop, monkeypatch):
    # With a spread of 1 answers of one suspect may follow each other; every later attempt widens it.
    monkeypatch.setattr(numbering, "USUAL_SPREAD", 1)
    steps = []
    (product,), problems = execution.print_booklet(drop, steps.append)
    assert () == problems
    assert 1 < steps.count("typesetting a-drop-of-midnight") <= numbering.TRIES
    assert product.shuffle.nearest_group > 1


@pytest.mark.usefixtures("set_once")
def test_a_crowded_booklet_with_a_lock_keeps_its_numbers_and_says_so(drop, monkeypatch):
    monkeypatch.setattr(numbering, "USUAL_SPREAD", 1)
    content, crowded = numbered(drop)
    steps = []
    locked = replace(drop, lock=lock_of(content, crowded))
    (product,), problems = execution.print_booklet(locked, steps.append)
    assert {codes.CROWDED_SPREAD} == {problem.code for problem in problems}
    assert 1 == steps.count("typesetting a-drop-of-midnight")
    assert crowded.numbers == numbered(locked)[1].numbers
    assert product.shuffle is not None


def test_errata_tell_what_has_no_number_as_well(boat, build, mend, run):
    build()
    shutil.copytree(boat, boat / "first", ignore=shutil.ignore_patterns("out"))
    mend("found dead in his bed", "found dead in bed")
    build()
    expected = (
        "tour: 1 change\n"
        "  -  text changed: presentation of base.case\n"
        "     was “… found dead in his bed at midnight. …”\n"
        "     now “… found dead in bed at midnight. …”\n"
    )
    status, out, _ = run("errata", "first", "tour.lock.json")
    assert (0, expected) == (status, out.replace("’", "'"))
    _, out, _ = run("errata", "first", "tour.lock.json", "--json")
    ((change,),) = (each["changes"] for each in valid(out, "errata")["booklets"])
    assert (None, ["presentation"]) == (change["number"], change["paths"])


def test_errata_of_a_folder_and_a_lock_file_are_of_that_booklet_alone(printings, run):
    text = (printings / "first/tour.lock.json").read_text(encoding="utf-8")
    (printings / "first/trip.lock.json").write_text(text.replace('"tour"', '"trip"'), encoding="utf-8")
    _, out, _ = run("errata", "first", "second/tour.lock.json")
    assert ["tour"] == [line.partition(":")[0] for line in out.splitlines() if not line.startswith(" ")]


@pytest.fixture
def two(boat, edition, build):
    """The boat's edition after a printing with a second case, and what it says with one case alone."""
    alone = edition.read_text(encoding="utf-8")
    second = (boat / "base.case").read_text(encoding="utf-8").replace("Geese, feathers", "Ducks, feathers")
    (boat / "second.case").write_text(second, encoding="utf-8")
    edition.write_text(alone.replace('["base.case"]', '["base.case", "second.case"]'), encoding="utf-8")
    assert 0 == build()[0]
    shutil.copytree(boat, boat / "first", ignore=shutil.ignore_patterns("out"))
    return alone


def test_a_case_is_withdrawn_and_no_other_number_moves(two, boat, edition, build, lock, run, written):
    before = lock()
    gone = sorted(entry["number"] for entry in before["cases"]["second.case"].values())
    status, _, errors = run("lock", "withdraw", "second.case")
    assert (1, True) == (status, "error[CK728 still-in-booklet]" in errors)
    edition.write_text(two, encoding="utf-8")
    status, errors = build()
    assert (1, True) == (status, "`casekit lock withdraw second.case`" in errors)
    assert before == lock()
    assert (0, "tour.lock.json\n", "") == run("lock", "withdraw", "second.case")
    written.undo()  # the notices are on pages
    assert 0 == build()[0]
    assert (gone, {"base.case": before["cases"]["base.case"]}) == (lock()["gaps"], lock()["cases"])
    text = text_of(boat / "out/tour-booklet.pdf")
    assert len(gone) == text.count("This number is no longer used: no path leads here.")
    status, out, _ = run("errata", "first", ".")
    assert (0, 2) == (status, len(out.splitlines()))
    assert out.startswith("tour: 1 change\n  -  case withdrawn, with 12 numbers (")
    assert out.endswith("which are not used any more: second.case\n")
    _, out, _ = run("errata", "first", ".", "--json")
    ((change,),) = (each["changes"] for each in valid(out, "errata")["booklets"])
    assert ([], gone, ["case withdrawn"]) == (change["paths"], change["numbers"], change["kinds"])


def test_a_case_that_is_withdrawn_must_be_there(two, edition, lock, run):
    edition.write_text(two, encoding="utf-8")
    before = lock()
    status, _, errors = run("lock", "withdraw", "secnd.case")
    assert (1, True) == (status, "write `second.case`" in errors)
    assert before == lock()


@pytest.mark.usefixtures("two")
def test_a_case_that_moves_to_another_booklet_is_withdrawn_from_the_first(two, boat, edition, lock, run):
    second = '\n[[booklets]]\nslug = "trip"\ncases = ["second.case"]\n'
    edition.write_text(two + second, encoding="utf-8")
    text = (boat / "tour.lock.json").read_text(encoding="utf-8")
    trip = boat / "trip.lock.json"
    trip.write_text(text.replace('"booklet": "tour"', '"booklet": "trip"'), encoding="utf-8")
    assert (0, "tour.lock.json\n", "") == run("lock", "withdraw", "second.case")
    assert ["base.case"] == list(lock()["cases"])
    assert {"base.case", "second.case"} == {*json.loads(trip.read_text(encoding="utf-8"))["cases"]}


def test_a_case_that_is_added_says_what_it_does_to_the_spreads(boat, edition, build, lock, run, written):
    written.undo()  # spreads are those of pages
    build()
    shutil.copytree(boat, boat / "first", ignore=shutil.ignore_patterns("out"))
    shutil.copy(boat / "base.case", boat / "second.case")
    text = edition.read_text(encoding="utf-8")
    edition.write_text(text.replace('["base.case"]', '["base.case", "second.case"]'), encoding="utf-8")
    status, errors = build()
    assert 0 == status
    added = sorted(entry["number"] for entry in lock()["cases"]["second.case"].values())
    assert list(range(13, 25)) == added
    assert "warning[CK719 added-case]" in errors
    assert "is new in this printing: its 12 paragraphs have the numbers 13 to 24, and " in errors
    status, out, _ = run("errata", "first", ".")
    assert "tour: 1 change\n  -  case added, with 12 numbers (13 to 24): second.case\n" == out
    # It is no news at the next printing.
    assert "CK719" not in build("--force")[1]

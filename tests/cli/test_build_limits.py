"""Builds within limits: a booklet that reaches one is a finding, and all others are printed."""

import json
import os
from pathlib import Path

import pytest

import casekit as package
from casekit.building import page_limits
from casekit.building.planned_booklets import PlannedBooklet
from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import InputFile, open_document
from casekit.system.process_limits import TaskLimits

LIMITS = "--limits=20s,500MB"
"""Enough for the checks of a machine that does much else; of pages, the tests set them themselves."""

BOMBS = {
    "a loop of C": ("sum(range(10**12))", "takes more than 8 seconds of processor time"),
    "memory that is used": ("bytearray(b'x' * 10**9)", "takes more than 600 MB of memory"),
    "many small things": ("[[] for _ in range(10**8)]", "takes more than 600 MB of memory"),
    "the end of its process": ("os.abort()", "takes more than 600 MB of memory, or breaks the process"),
}
"""What printing a booklet may do that is not to go on, and the finding on it."""

PRINTING = "building.execution:print_product"
CHECKING = "pipeline.checks.within_limits:check_document"

BOOKLETS = """
[[booklets]]
slug = "green"
cases = ["a.case"]

[[booklets]]
slug = "red"
cases = ["b.case"]
"""


@pytest.fixture
def two(boat, put):
    """An edition of two booklets of one case each."""
    text = (boat / "base.case").read_text(encoding="utf-8")
    (boat / "base.case").unlink()
    put("a.case", text)
    put("b.case", text.replace("title: ", "title: Again, ", 1))
    edition = (boat / "edition.toml").read_text(encoding="utf-8")
    put("edition.toml", f"{edition}\n{BOOKLETS}")
    return boat


@pytest.fixture
def built(two, casekit, tmp_path_factory):
    """Builds the edition in a casekit of which one place does something else with the second booklet."""

    def make(does, *arguments, place=PRINTING):
        module, _, name = place.partition(":")
        folder = tmp_path_factory.mktemp("site")
        (folder / "sitecustomize.py").write_text(
            "import os\n"
            f"import casekit.{module} as module\n"
            "from casekit.building import execution\n"
            "from casekit.system.process_limits import TaskLimits\n"
            "execution.limits_for = lambda *_: TaskLimits(8, 600, counts_touched=True)\n"
            f"before = module.{name}\n"
            "def bomb():\n"
            f"    {does}\n"
            "def changed(it, *given, **options):\n"
            "    if 'Again, ' in getattr(it, 'title', '') or 'Again, ' in getattr(it, 'slug', '') or red(it):\n"
            "        bomb()\n"
            "    return before(it, *given, **options)\n"
            "def red(it):\n"
            "    return getattr(it, 'slug', '') in ('red', 'b') or 'b.case' in getattr(getattr(it, 'source', None), 'name', '')\n"
            f"module.{name} = changed\n",
            encoding="utf-8",
        )
        path = f"{folder}{os.pathsep}{Path(package.__file__).parent.parent}"
        env = {**os.environ, "PYTHONPATH": path}
        done = casekit("build", *arguments, "--json", "--output", "out", LIMITS, env=env, cwd=two)
        return done.returncode, json.loads(done.stdout)

    return make


def files(folder):
    return sorted(path.name for path in folder.rglob("*")) if folder.exists() else []


def findings(answer):
    return [(each["file"], each["code"]) for each in answer["diagnostics"]]


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_booklet_that_reaches_a_limit_takes_no_other_with_it(bomb, built, two):
    does, reason = BOMBS[bomb]
    before = files(two)
    status, answer = built(does, ".", "--only", "booklet", "--jobs", "2")
    assert (1, [("b.case", "CK915")]) == (status, findings(answer))
    assert answer["diagnostics"][0]["message"].startswith(f"this case {reason}")
    assert ["green-booklet.pdf"] == files(two / "out")
    assert ["out/green-booklet.pdf"] == answer["files"]
    assert {*before, "out", "green-booklet.pdf", "green.lock.json"} == {*files(two)}


def test_a_case_that_is_not_checked_takes_no_other_booklet_with_it(built, two):
    status, answer = built("os._exit(9)", ".", "--only", "booklet", place=CHECKING)
    assert (1, [("b.case", "CK915")]) == (status, findings(answer))
    assert ["green-booklet.pdf"] == files(two / "out")


@pytest.mark.parametrize("place", [PRINTING, CHECKING])
def test_of_a_case_by_itself_nothing_is_left(place, built, two):
    before = files(two)
    status, answer = built("os._exit(9)", "b.case", place=place)
    assert (1, [("b.case", "CK915")], []) == (status, findings(answer), answer["files"])
    assert before == files(two)


def test_what_reached_a_limit_is_built_the_next_time(built, two):
    built("os._exit(9)", ".", "--only", "booklet")
    status, answer = built("pass", ".", "--only", "booklet")
    assert (0, []) == (status, findings(answer))
    assert ["green-booklet.pdf", "red-booklet.pdf"] == files(two / "out")


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("options", [(), ("--print-shop", "--impose", "saddle", "--proof")])
def test_limits_that_are_not_reached_change_no_byte(options, run, boat):
    how = ("build", ".", "--only", "booklet,sheet", *options)
    without = run(*how, "--output", "out", "--limits", "none")
    made = {path.name: path.read_bytes() for path in (boat / "out").iterdir() if path.suffix != ".json"}
    locks = {path.name: path.read_bytes() for path in boat.glob("*.lock.json")}
    for path in (*(boat / "out").iterdir(), *boat.glob("*.lock.json")):
        path.unlink()
    within = run(*how, "--output", "out", "--limits", "60s,2000MB", "--jobs", "2")
    assert without == within
    assert made == {path.name: path.read_bytes() for path in (boat / "out").iterdir()}
    assert locks == {path.name: path.read_bytes() for path in boat.glob("*.lock.json")}


@pytest.mark.usefixtures("two")
def test_a_finding_of_a_check_is_the_same(run, put, boat):
    put("b.case", (boat / "b.case").read_text(encoding="utf-8").replace("culprit", "culpit", 1))
    without = run("build", ".", "--only", "booklet", "--limits", "none")
    assert without == run("build", ".", "--only", "booklet", "--limits", "60s,2000MB")
    assert (1, False) == (without[0], (boat / "build").exists())


def planned(*cases):
    editions = EditionFinder()
    documents = [open_document(InputFile.of(case), editions).resolved.document for case in cases]
    return PlannedBooklet("x", "X", documents=tuple(documents))


def test_a_paragraph_without_end_has_no_more_time_than_a_long_one(boat, put):
    text = (boat / "base.case").read_text(encoding="utf-8")
    long, endless = (
        planned(put(f"{count}.case", text.replace("Geese, ", f"Geese, {'*a* ' * count}", 1)))
        for count in (1_000, 60_000)
    )
    one = TaskLimits(5, 500)
    assert page_limits.limits_for(long, None, one) == page_limits.limits_for(endless, None, one)
    assert page_limits.limits_for(long, None, one).seconds < 120


def test_each_page_has_two_seconds(boat, put):
    text = (boat / "base.case").read_text(encoding="utf-8")
    few = planned(put("few.case", text))
    prose = "A paragraph of a page. " * 35
    more = "".join([f"\n== {number:02}\n{prose}\n" for number in range(4, 14)])
    many = planned(put("many.case", text.replace("\n== solution", f"{more}\n== solution")))
    limits = [page_limits.limits_for(each, None, TaskLimits(5, 500)).seconds for each in (few, many)]
    assert 15 <= limits[1] - limits[0] <= 25


@pytest.mark.nightly
@pytest.mark.parametrize("text", ["*a* ", "a\u00ad", "“a” ", "a"])
def test_type_that_would_be_set_for_minutes_is_not(text, boat, put, casekit):
    case = (boat / "base.case").read_text(encoding="utf-8")
    put("base.case", case.replace("Geese, ", f"Geese, {text * (1_500_000 // len(text.encode()))} ", 1))
    before, used = files(boat), sum(os.times()[2:4])
    done = casekit("build", "base.case", "--json", "--limits=5s,500MB", cwd=boat)
    answer = json.loads(done.stdout)
    assert (1, []) == (done.returncode, answer["files"])
    assert "CK915" in {code for _, code in findings(answer)} or findings(answer), done.stdout
    assert before == files(boat)
    assert sum(os.times()[2:4]) - used < 150

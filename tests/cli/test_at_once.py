"""Two builds of one edition at once, files that are edited during a build, and a clock that is set back."""

import os
import threading

import pytest

from casekit.building import build, execution, plan as building_plan

pytestmark = pytest.mark.usefixtures("written", "boat")

BUILD = ("build", "edition.toml", "--jobs", "1", "--output", "out")
BOOKLET = '\n[[booklets]]\nslug = "soup"\ncases = ["base.case"]\n'
SAID = "nothing has changed since the last build"
OLD, NEW = "Geese, feathers", "Ducks, feathers"


@pytest.fixture
def edition(boat):
    file = boat / "edition.toml"
    file.write_text(file.read_text(encoding="utf-8") + BOOKLET, encoding="utf-8")
    return file


def edit(case, before, after):
    """Another text of the same length, saved at the same time."""
    status = case.stat()
    text = case.read_text(encoding="utf-8")
    assert before in text
    case.write_text(text.replace(before, after), encoding="utf-8")
    os.utime(case, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.skipif(os.name == "nt", reason="Windows lets both write; the last one has the last word")
@pytest.mark.usefixtures("edition")
def test_a_second_build_waits_for_the_first_and_finds_it_done(run, monkeypatch):
    said, waited = [], []
    work = build._build

    def meanwhile(request, outline, memory, progress):
        other = threading.Thread(target=lambda: said.append(build.build(request, progress)))
        other.start()
        other.join(0.3)
        waited.append((other, other.is_alive()))
        return work(request, outline, memory, progress)

    monkeypatch.setattr(build, "_build", meanwhile)
    assert 0 == run(*BUILD)[0]
    ((other, blocked),) = waited
    other.join()
    assert blocked
    assert [True] == [each.remembered for each in said]


@pytest.mark.parametrize("when", ["planned", "printed"])
@pytest.mark.usefixtures("edition")
def test_a_file_that_is_edited_during_a_build_is_built_again(when, boat, run, monkeypatch):
    case, home = (
        boat / "base.case",
        {"planned": (building_plan, "plan_build"), "printed": (execution, "carry_out")}[when],
    )
    work, edited = getattr(*home), []

    def edits(*given, **options):
        done = work(*given, **options)
        if not edited:
            edit(case, OLD, NEW)
            edited.append(True)
        return done

    monkeypatch.setattr(*home, edits)
    sheet = boat / "out" / "soup-booklet.pdf"
    assert 0 == run(*BUILD)[0]
    before = sheet.read_bytes()
    status, _, said = run(*BUILD)
    assert (0, False, False) == (status, SAID in said, before == sheet.read_bytes())
    assert SAID in run(*BUILD)[2]


def test_it_goes_by_no_clock(boat, edition, run):
    """A file of the future, an edit that leaves date and length, and a file that is older than it was."""
    case = boat / "base.case"
    os.utime(edition, (4_000_000_000, 4_000_000_000))
    assert [False, True] == [SAID in run(*BUILD)[2] for _ in range(2)]
    edit(case, OLD, NEW)
    assert [False, True] == [SAID in run(*BUILD)[2] for _ in range(2)]
    os.utime(case, (0, 0))
    assert SAID in run(*BUILD)[2]


@pytest.mark.usefixtures("edition")
def test_all_that_a_build_reads_is_noted_as_it_is_read(run, monkeypatch):
    noted = []
    inputs = build._inputs

    def spied(request, plan, seen):
        noted.append((seen, inputs(request, plan, seen)))
        return noted[-1][1]

    monkeypatch.setattr(build, "_inputs", spied)
    assert 0 == run(*BUILD)[0]
    assert 0 == run(*BUILD, "--force")[0]
    for seen, found in noted:
        assert seen == {name: digest for name, digest in found.items() if digest}
    assert {"../base.case", "../edition.toml", "../soup.lock.json"} == noted[-1][0].keys()

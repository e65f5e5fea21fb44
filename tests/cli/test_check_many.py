"""Many cases: the same report in any number of processes, and from memory."""

import json
import os
from pathlib import Path

import pytest

from casekit.cli.options import spreading_finding
from casekit.diagnostics import codes
from casekit.kit.code_registry import base_of
from casekit.system.executors import SpreadingError

_SEA = '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm"></svg>'
WARNED = base_of().replace("\n== presentation", "\n// c\n\n== presentation").replace("geese.", "geese. TODO")
BROKEN = base_of().replace("\nroom(BRUNO) = galley\n", "\nroom(BRUNO) = suite\n", 1)


@pytest.fixture
def catalogue(boat):
    """Seven cases in an edition, one of which has a fault of its own and one that cannot be read."""
    text = (boat / "base.case").read_text(encoding="utf-8")
    for number in range(5):
        (boat / f"case-{number}.case").write_text(f"{text}\n// {number}\n", encoding="utf-8")
    (boat / "faulty.case").write_text(text.replace("culprit", "culpit", 1), encoding="utf-8")
    (boat / "latin.case").write_bytes(b"title: caf\xe9\n")
    return boat


@pytest.fixture
def again(run):
    """Checks all in this process."""
    return lambda *options: run("check", ".", "--jobs", "1", *options)


@pytest.fixture
def kept(tmp_path_factory, monkeypatch):
    """The folder of what is kept, an empty one."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def checked(monkeypatch):
    """The names of the cases that are checked and not remembered."""
    from casekit.pipeline.checks import many_cases

    names = []
    check = many_cases.check_document

    def noting(case, *options):
        names.append(case.source.name)
        return check(case, *options)

    monkeypatch.setattr(many_cases, "check_document", noting)
    return names


@pytest.mark.parametrize("form", ["text", "json"])
def test_memory_and_processes_change_nothing(catalogue, kept, run, form):
    from casekit.kit.editions import EditionFinder
    from casekit.pipeline import checking, loading

    first = run("check", ".", "--format", form, "--jobs", "1")
    assert 8 == len(files(kept))
    assert first == run("check", ".", "--format", form, "--jobs", "1")
    assert first == run("check", ".", "--format", form, "--force", "--jobs", "3")
    inputs = [loading.InputFile.of(path.relative_to(catalogue)) for path in sorted(catalogue.glob("*.case"))]
    alone, _ = checking.check_files(inputs, EditionFinder(), lambda _: None)
    if form == "json":
        assert [each.code.id for each in alone.diagnostics] == [
            each["code"] for each in json.loads(first[1])["diagnostics"]
        ]


@pytest.mark.usefixtures("kept")
def test_only_what_changed_is_checked_again(catalogue, again, checked):
    again()
    assert 8 == len(checked)
    checked.clear()
    again()
    assert [] == checked
    case = catalogue / "case-3.case"
    before = case.read_text("utf-8")
    case.write_text(before + "// more\n", "utf-8")
    again()
    assert ["case-3.case"] == checked
    case.write_text(before, "utf-8")
    checked.clear()
    again()
    assert [] == checked, "what was there before is remembered too"
    again("--balance")
    assert 8 == len(checked)
    checked.clear()
    again("--force")
    assert 8 == len(checked)


@pytest.mark.usefixtures("kept")
def test_an_edition_that_changed_changes_all_its_cases(catalogue, again, checked):
    again()
    checked.clear()
    edition = catalogue / "edition.toml"
    edition.write_text(edition.read_text("utf-8") + "\n# more\n", "utf-8")
    again()
    assert 8 == len(checked)


@pytest.mark.usefixtures("kept")
def test_a_nearer_edition_that_appears_counts(catalogue, put, run, checked):
    for name in "ab":
        put(f"inner/{name}.case", (catalogue / "base.case").read_bytes())
    run("check", "inner", "--jobs", "1")
    checked.clear()
    put("inner/edition.toml", (catalogue / "edition.toml").read_bytes() + b"\n# nearer\n")
    run("check", "inner", "--jobs", "1")
    assert ["inner/a.case", "inner/b.case"] == checked


@pytest.mark.usefixtures("kept")
def test_a_picture_that_changed_counts(catalogue, put, again, checked):
    text = (catalogue / "base.case").read_text("utf-8")
    pictured = text.replace("title:", "illustration: sea.svg\ntitle:", 1)
    put("base.case", pictured)
    _, missing, _ = again()
    assert "sea.svg" in missing
    checked.clear()
    put("sea.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm"></svg>')
    _, found, _ = again()
    assert ["base.case"] == checked
    assert missing != found


@pytest.mark.usefixtures("catalogue")
def test_nothing_that_a_stranger_wrote_is_believed(kept, again, checked):
    expected = again()
    for change in (
        lambda data: data.replace(b'"diagnostics": [{', b'"diagnostics": [], "other": [{'),
        lambda data: b"0" * 64 + data[64:],
        lambda data: data[:-20],
        lambda _: b"",
    ):
        checked.clear()
        for file in files(kept):
            file.write_bytes(change(file.read_bytes()))
        assert expected == again()
        assert checked
    # An answer that was sealed for another question.
    again("--force")
    answers = [file.read_bytes() for file in files(kept)]
    for file, answer in zip(files(kept), [answers[-1], *answers[:-1]], strict=True):
        file.write_bytes(answer)
    checked.clear()
    assert expected == again()
    assert 8 == len(checked)


@pytest.mark.usefixtures("kept")
def test_a_file_that_keeps_its_size_and_its_date_is_checked_again(catalogue, put, again, checked):
    case, picture = catalogue / "case-3.case", catalogue / "sea.svg"
    put(
        "base.case",
        (catalogue / "base.case").read_text("utf-8").replace("title:", "emblem: sea.svg\ntitle:", 1),
    )
    put("sea.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm"></svg>')
    again()
    checked.clear()
    for file, old, new in ((case, "// 3", "// 4"), (picture, "40mm", "41mm")):
        before = file.stat()
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert before.st_size == file.stat().st_size
    again()
    assert ["base.case", "case-3.case"] == checked


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.usefixtures("catalogue")
def test_a_link_or_a_pipe_in_the_place_of_an_answer_is_not_followed(kept, again, checked, tmp_path_factory):
    expected = again()
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    linked, piped, *_ = files(kept)
    linked.replace(elsewhere / "answer")
    linked.symlink_to(elsewhere / "answer")
    piped.unlink()
    os.mkfifo(piped)
    checked.clear()
    assert expected == again()
    assert 2 == len(checked)


def test_nothing_is_kept_where_strangers_write(catalogue, kept, again, monkeypatch):
    monkeypatch.setenv("CI", "true")
    again()
    monkeypatch.delenv("CI")
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        with monkeypatch.context() as patched:
            patched.setenv(name, str(catalogue / "inside"))
            again()
    assert [] == files(kept)
    assert not (catalogue / "inside").exists()


@pytest.mark.usefixtures("catalogue")
def test_the_oldest_answers_go(again, checked, monkeypatch, kept):
    from casekit.system import user_cache as keeping

    monkeypatch.setattr(keeping, "_MOST_ANSWERS", 6)
    monkeypatch.setattr(keeping, "_ANSWERS_LEFT", 5)
    again()
    assert 5 == len(files(kept))
    checked.clear()
    again()
    assert 3 == len(checked)


@pytest.mark.usefixtures("kept")
def test_a_cluster_gives_the_same_report(catalogue, put, run, cluster):
    text = (catalogue / "base.case").read_text("utf-8")
    put("base.case", text.replace("title:", "illustration: sea.svg\nemblem: none.svg\ntitle:", 1))
    put("sea.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm"></svg>')
    here = run("check", ".", "--force", "--jobs", "1")
    there = run("check", ".", "--force", "--backend", "dask", "--scheduler", cluster.scheduler_address)
    assert here == there
    assert "none.svg" in here[1]


def test_a_worker_gets_no_file_from_elsewhere(tmp_path):
    from casekit.language.places import OpenedFile
    from casekit.pipeline.checks.many_cases import _supplied_file

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.svg").write_text("a", "utf-8")
    (tmp_path / "secret").write_text("s", "utf-8")
    (tmp_path / "in" / "link.svg").symlink_to(tmp_path / "secret")
    folders = (tmp_path / "in",)
    inside = tmp_path / "in"
    assert b"a" == _supplied_file(OpenedFile(inside / "a.svg", inside, 100), folders)
    for file, within in (
        (tmp_path / "secret", None),
        (tmp_path / "secret", tmp_path),
        (tmp_path / "secret", Path("/")),
        (inside / "link.svg", inside),
        (inside / "../secret", inside),
    ):
        assert isinstance(_supplied_file(OpenedFile(file, within, 100), folders), OSError)


@pytest.mark.usefixtures("boat")
def test_a_cluster_that_cannot_be_reached_is_told(run):
    status, told, _ = run("check", "base.case", "--backend", "dask", "--scheduler", "nowhere")
    assert (1, True) == (status, "CK923" in told)
    assert 2 == run("check", "base.case", "--backend", "dask")[0]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("missing", codes.MISSING_EXTRA),
        ("unreachable", codes.NO_CLUSTER),
        ("unfit", codes.UNFIT_CLUSTER),
        ("lost", codes.LOST_WORKER),
    ],
)
def test_what_keeps_work_from_being_spread_has_a_code_of_its_own(kind, code):
    finding = spreading_finding(SpreadingError(kind, "the cluster is not there", "start it"), "base.case")
    assert (code, "the cluster is not there", "start it") == (finding.code, finding.message, finding.hint)


@pytest.fixture
def check_one(run, monkeypatch):
    """Checks one case in full or from memory: the outcome, and whether deduction was asked."""
    from casekit.pipeline import checking

    asked = []
    check = checking.check_document

    def noting(case, *options):
        asked.append(case.source.name)
        return check(case, *options)

    monkeypatch.setattr(checking, "check_document", noting)

    def go(*arguments):
        asked.clear()
        outcome = run("check", "base.case", *arguments)
        return outcome, bool(asked)

    return go


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
@pytest.mark.parametrize("text", [base_of(), WARNED, BROKEN])
def test_one_case_is_remembered_with_its_findings(check_one, put, form, text):
    put("base.case", text)
    first, was_asked = check_one("--format", form)
    assert was_asked
    assert (first, False) == check_one("--format", form)
    assert (first, True) == check_one("--format", form, "--force")
    in_words, was_asked = check_one()
    assert not was_asked, "the form of the answer does not matter"
    assert (in_words, True) == check_one("--force")


def test_a_draft_that_is_hardly_begun_shows_each_time_how_far_it_is(check_one, put, run):
    assert 0 == run("new", "draft")[0]
    put("base.case", Path("draft.case").read_text("utf-8"))
    first, _ = check_one()
    assert "Draft: a draft, 0 of" in first[1]
    assert (first, True) == check_one()


def test_any_place_that_changed_has_one_case_checked_again(check_one, put, boat):
    pictured = base_of().replace("title:", "illustration: pictures/sea.svg\ntitle:", 1)
    put("art/sea.svg", _SEA)
    put("calm/sea.svg", _SEA.replace("40mm", "41mm"))
    (boat / "pictures").symlink_to("art")
    put("base.case", pictured)
    check_one()
    assert not check_one()[1]
    (boat / "pictures").unlink()
    (boat / "pictures").symlink_to("calm")
    assert check_one()[1], "a folder on the way leads elsewhere"
    assert not check_one()[1]
    put("other.toml", base_of("midnight", "base.toml"))
    assert check_one("--edition", "other.toml")[1], "another edition was asked for"
    assert not check_one("--edition", "other.toml")[1]
    (boat / "edition.toml").unlink()
    assert check_one()[1], "there is no edition any more"


def test_a_picture_that_is_longer_than_what_is_read_is_looked_at_each_time(check_one, put):
    put("base.case", base_of().replace("title:", "illustration: sea.png\ntitle:", 1))
    put("sea.png", b"\x89PNG\r\n\x1a\n" + bytes(70_000_000))
    first, _ = check_one()
    assert (first, True) == check_one()

"""``casekit fmt --upgrade``: shown first, written together, and nothing else touched."""

from pathlib import Path

import pytest

from casekit.cli.output_files import change_findings
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline.authoring.upgrades import upgrade
from casekit.pipeline.loading import InputFile

UNSTATED = base_of("midnight", "base.toml").replace("format = 1\n", "")
EARLIER = base_of().replace(' "Whoever owed him money had no other reason"', "")
COMMON = EARLIER.replace("motive = debt iff", "common motive = debt iff")


@pytest.fixture
def old(tmp_path):
    """A folder of before: an edition, a case beside it and one below."""
    (tmp_path / "below").mkdir()
    (tmp_path / "edition.toml").write_text(UNSTATED, encoding="utf-8")
    (tmp_path / "one.case").write_text(EARLIER, encoding="utf-8")
    (tmp_path / "below/two.case").write_text(EARLIER, encoding="utf-8")
    return tmp_path


def texts(folder):
    return {
        each.relative_to(folder).as_posix(): each.read_text(encoding="utf-8")
        for each in folder.rglob("*")
        if each.is_file()
    }


NEW = {"edition.toml": f"format = 1\n{UNSTATED}", "one.case": COMMON, "below/two.case": COMMON}


@pytest.mark.parametrize("target", [".", "edition.toml"])
def test_it_is_shown_first_and_then_written(target, old, casekit):
    before = texts(old)
    shown = casekit("fmt", "--upgrade", target, cwd=old)
    assert (0, before) == (shown.returncode, texts(old))
    for part in (
        b"+format = 1",
        b"+common motive",
        b"CK508: every rule",
        b"Findings that are gone",
        b"stay as they are",
    ):
        assert part in shown.stdout
    assert b"3 of 3 files to rewrite; --write does so" in shown.stderr
    assert 1 == casekit("fmt", "--upgrade", "--check", target, cwd=old).returncode
    written = casekit("fmt", "--upgrade", "--write", target, cwd=old)
    assert (0, shown.stdout, NEW) == (written.returncode, written.stdout, texts(old))
    again = casekit("fmt", "--upgrade", "--check", target, cwd=old)
    assert (0, b"", b"0 of 3 files to rewrite\n") == (again.returncode, again.stdout, again.stderr)


def test_a_case_alone_leaves_its_edition_which_others_need(old, casekit):
    assert 0 == casekit("fmt", "--upgrade", "--write", "one.case", cwd=old).returncode
    assert {"edition.toml": UNSTATED, "one.case": COMMON, "below/two.case": EARLIER} == texts(old)


def test_json_has_what_is_shown(old, casekit, answers_of):
    done = casekit("fmt", "--upgrade", "--json", "--write", ".", cwd=old)
    told = answers_of("upgrade")(done.stdout)
    assert [["CK508"], ["CK508"], ["CK806"]] == [
        [change["code"] for change in each["changes"]] for each in told["files"]
    ]
    assert ({*NEW}, []) == ({*told["written"]}, told["diagnostics"])


@pytest.mark.parametrize("name", ["one.case", "edition.toml"])
def test_one_that_cannot_be_read_keeps_all_as_they_are(name, old, casekit):
    (old / name).write_text("title = = 3\n\n== \n", encoding="utf-8")
    before = texts(old)
    done = casekit("fmt", "--upgrade", "--write", ".", cwd=old)
    assert (1, before) == (done.returncode, texts(old))
    assert name.encode() in done.stdout + done.stderr
    assert b"--write does so" not in done.stderr


def test_errors_that_may_hide_what_is_read_otherwise_are_corrected_first(old, casekit):
    case = old / "one.case"
    case.write_text(EARLIER.replace("== facts", "== facta"), encoding="utf-8")
    before = texts(old)
    done = casekit("fmt", "--upgrade", "--write", ".", cwd=old)
    assert (1, before) == (done.returncode, texts(old))
    assert b"one.case" in done.stdout + done.stderr
    assert b"2 of 3 files to rewrite, once these errors are corrected" in done.stderr


def test_what_somebody_else_writes_meanwhile_stays(old):
    editions = EditionFinder()
    inputs = [InputFile.of(old / "one.case")]
    editions.read(old / "edition.toml")
    (old / "edition.toml").write_text(NEW["edition.toml"], encoding="utf-8")
    found, _ = upgrade(inputs, [old], editions, 1, lambda *_: None)
    stale = {each.file: change_findings(each.path, each.file, (each.before,)) != () for each in found}
    assert {"one.case": False, "edition.toml": True} == {
        Path(name).name: is_stale for name, is_stale in stale.items()
    }
    assert {NEW["edition.toml"].encode()} == {each.after for each in found if each.path.suffix == ".toml"}


def test_a_file_keeps_its_rights(old, casekit):
    (old / "one.case").chmod(0o640)
    assert 0 == casekit("fmt", "--upgrade", "--write", ".", cwd=old).returncode
    assert 0o640 == (old / "one.case").stat().st_mode & 0o777


def test_a_link_is_not_written_to(old, casekit):
    (old / "one.case").rename(old / "one.txt")
    (old / "one.case").symlink_to("one.txt")
    before = texts(old)
    done = casekit("fmt", "--upgrade", "--write", ".", cwd=old)
    assert (1, before) == (done.returncode, texts(old))
    assert b"error[CK905" in done.stdout + done.stderr


@pytest.mark.parametrize("given", [["-"], [], ["--check", "--write", "."], ["--budget", "0", "."]])
def test_misuse(given, old, casekit):
    before = texts(old)
    assert 2 == casekit("fmt", "--upgrade", *given, cwd=old).returncode
    assert before == texts(old)


def test_nothing_to_find_is_misuse(tmp_path, casekit):
    for given in ("nowhere.case", "nowhere.toml", "."):
        done = casekit("fmt", "--upgrade", given, cwd=tmp_path)
        assert (2, True) == (done.returncode, b"error[CK90" in done.stdout + done.stderr)

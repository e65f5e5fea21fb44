"""``casekit check --changed``: whatever differs on the way of what a case reads, the case is checked again."""

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from casekit.kit.code_registry import base_of

_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>\n'
_SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>1</script></svg>\n'
_BOOKLET = '\n[[booklets]]\nslug = "one"\ncases = ["a.case", "b.case"]\n'


def _populate(folder: Path) -> None:
    """Lay out a folder of cases in which links lead to links and to folders."""
    text = base_of()
    first, second = folder / "one", folder / "two"
    for place in (first, second):
        (place / "texts").mkdir(parents=True)
        (place / "art").mkdir()
        (place / "shared.toml").write_text(base_of("midnight", "base.toml") + _BOOKLET, "utf-8")
        (place / "edition.toml").symlink_to("shared.toml")
        (place / "pictures").symlink_to("art", target_is_directory=True)
        (place / "art" / "moon.svg").write_text(_PICTURE, "utf-8")
        (place / "texts" / "v1.txt").write_text(text, "utf-8")
        (place / "texts" / "v2.txt").write_text(_broken(text), "utf-8")
        (place / "mid").symlink_to("texts/v1.txt")
        (place / "a.case").symlink_to("mid")
        titled = text.replace("title: ", "illustration: pictures/moon.svg\ntitle: Another of ", 1)
        (place / "b.case").write_text(titled, "utf-8")
        (place / "unread.txt").write_text("nobody reads this\n", "utf-8")
    (second / "b.case").write_text(_broken((first / "b.case").read_text("utf-8")), "utf-8")
    (folder / "cases").symlink_to("one", target_is_directory=True)


def _broken(text: str) -> str:
    """The text with a contradiction, which only deduction finds."""
    broken = text.replace("\nroom(BRUNO) = galley\n", "\nroom(BRUNO) = suite\n", 1)
    assert broken != text
    return broken


@pytest.fixture
def git(tmp_path, monkeypatch):
    """A repository of such cases, all committed, in which the test stands."""
    import subprocess

    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "A")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "a@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        subprocess.run(["git", *arguments], cwd=tmp_path, capture_output=True, check=True)

    _populate(tmp_path)
    call("init", "--initial-branch", "main")
    call("add", "--all")
    call("commit", "--message", "first")
    return call


@pytest.fixture
def answer(run):
    """What a check says: its status, the files of the cases, and the findings, each as text."""

    def check(*arguments):
        status, output, errors = run("check", "--jobs", "1", "--json", *arguments)
        assert status in {0, 1, 2}, (output, errors)
        said = json.loads(output)
        findings = {json.dumps(finding, sort_keys=True) for finding in said["diagnostics"]}
        return status, {case["file"] for case in said["cases"]}, findings

    return check


def _point(place: Path, target: str) -> None:
    place.unlink()
    place.symlink_to(target)


def _link_to_link(folder):
    _point(folder / "one/mid", "texts/v2.txt")


def _folder_that_is_a_link(folder):
    _point(folder / "cases", "two")


def _folder_of_pictures(folder):
    (folder / "one/scripts").mkdir()
    (folder / "one/scripts/moon.svg").write_text(_SCRIPT, "utf-8")
    _point(folder / "one/pictures", "scripts")


def _target_of_an_edition(folder):
    (folder / "one/other.toml").write_text("title = 1\n", "utf-8")
    _point(folder / "one/edition.toml", "other.toml")


def _last_target(folder):
    place = folder / "one/texts/v1.txt"
    place.write_text(_broken(place.read_text("utf-8")), "utf-8")


def _folder_on_the_way(folder):
    (folder / "one/texts").rename(folder / "one/held")
    (folder / "one/broken").mkdir()
    shutil.copy(folder / "one/held/v2.txt", folder / "one/broken/v1.txt")
    (folder / "one/texts").symlink_to("broken", target_is_directory=True)


def _link_to_nothing(folder):
    _point(folder / "one/mid", "texts/v3.txt")


_ATTACKS = (
    _link_to_link,
    _folder_that_is_a_link,
    _folder_of_pictures,
    _target_of_an_edition,
    _last_target,
    _folder_on_the_way,
    _link_to_nothing,
)


@pytest.mark.parametrize("attack", _ATTACKS)
def test_no_link_hides_a_change(git, answer, tmp_path, attack):
    assert (0, set(), set()) == answer("--changed", "--", "cases")
    attack(tmp_path)
    in_full = answer("cases")
    assert in_full[0], "the attack breaks a case"
    git("add", "--all")
    git("commit", "--message", "second")
    status, _, findings = answer("--changed=HEAD~1", "--", "cases")
    assert (in_full[0], in_full[2]) == (status, findings)


def _places(folder: Path) -> list[Path]:
    """Every file, link and folder of the working tree, in order."""
    found = []
    for at, folders, files in os.walk(folder):
        if at == str(folder):
            folders.remove(".git")
        found += [Path(at) / name for name in (*folders, *files)]
    return sorted(found)


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink()


def _change(place: Path, places: list[Path], chance: random.Random) -> None:
    """Change one place: what is in it, of what kind it is, where it leads, or whether it is there."""
    other = chance.choice(
        [one for one in places if os.path.lexists(one) and place not in (one, *one.parents)]
    )
    ways = ["removed", "linked", "renamed", "beside"]
    if place.is_file():
        ways += ["appended", "broken", "appended", "broken"]
    way = chance.choice(ways)
    if way == "removed":
        _remove(place)
    elif way == "linked":
        _remove(place)
        place.symlink_to(os.path.relpath(other, place.parent))
    elif way == "renamed":
        moved = place.with_name(f"{place.name}.was")
        place.rename(moved)
        place.symlink_to(moved.name)
    elif way == "beside":
        if not os.path.lexists(place.parent / "edition.toml"):
            (place.parent / "edition.toml").write_text("title = 1\n", "utf-8")
    elif way == "appended":
        place.write_bytes(place.read_bytes() + b"// more\n")
    else:
        place.write_bytes(
            place.read_bytes().replace(b"tin = suite", b"tin = galley").replace(b"path", b"script")
        )


@pytest.mark.usefixtures("git")
@pytest.mark.parametrize("seed", range(24))
def test_a_change_of_any_place_says_what_a_full_check_says(answer, tmp_path, seed):
    chance = random.Random(seed)  # noqa: S311 -- a change that must be found again
    _, _, before = answer(".")
    for _ in range(chance.choice((1, 1, 2))):
        places = _places(tmp_path)
        _change(chance.choice(places), places, chance)
    status, cases, findings = answer("--changed")
    _, all_cases, in_full = answer(".")
    assert in_full - before <= findings <= in_full
    assert cases <= all_cases
    assert status or not any('"severity": "error"' in finding for finding in in_full - before)


@pytest.mark.usefixtures("git")
@pytest.mark.parametrize("place", ["one/unread.txt", "one/texts/v2.txt", "one/new.txt"])
def test_what_no_case_reads_has_no_case_checked(answer, tmp_path, place):
    (tmp_path / place).write_text("something else\n", "utf-8")
    assert (0, set(), set()) == answer("--changed", "--", "one")


def test_a_translation_that_changed_is_compared_with_its_text(git, run, answer, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path / "one")
    assert 0 == run("translate", "extract", "fr")[0]
    monkeypatch.chdir(tmp_path)
    git("add", "--all")
    git("commit", "--message", "begun")
    of_translation = answer("one")[2]
    assert any("CK835" in finding for finding in of_translation), "nothing is translated yet"
    assert (0, set(), set()) == answer("--changed", "--", "one")
    (tmp_path / "one" / "unread.txt").write_text("more\n", "utf-8")
    assert (0, set(), set()) == answer("--changed", "--", "one")
    catalogue = tmp_path / "one" / "translations" / "fr" / "b.po"
    catalogue.write_text(catalogue.read_text("utf-8") + "\n# more\n", "utf-8")
    status, cases, findings = answer("--changed", "--", "one")
    assert (0, set()) == (status, cases)
    assert findings == {finding for finding in of_translation if "/a.po" not in finding}
    assert findings != of_translation, "the translation of the other case is as it was"


@pytest.mark.parametrize("limits", [(), ("--limits", "5s,500MB")])
def test_in_ci_only_what_a_change_concerns_is_checked_and_nothing_is_remembered(
    git, answer, monkeypatch, tmp_path, limits
):
    text = base_of()
    for number in range(20):
        (tmp_path / "two" / f"{number:02}.case").write_text(f"{text}\n// {number}\n", "utf-8")
    git("add", "--all")
    git("commit", "--message", "twenty")
    clone = tmp_path / "clone"
    git("clone", "--quiet", str(tmp_path), str(clone))
    (clone / "two" / "07.case").write_text(f"{text}\n// changed\n", "utf-8")
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "own"))
    monkeypatch.setenv("CI", "true")
    monkeypatch.chdir(clone)
    assert (0, {"two/07.case"}, set()) == answer("--changed", *limits, "--", "two")
    assert not (tmp_path / "own").exists()


def test_a_case_that_cannot_be_read_within_limits_counts_as_changed(git, answer, tmp_path):
    git("rm", "-r", "--quiet", "two")
    (tmp_path / "one" / "b.case").write_bytes((tmp_path / "one" / "b.case").read_bytes() + b"// more\n")
    git("add", "--all")
    git("commit", "--message", "second")
    assert (0, set()) == answer("--changed", "--", "one")[:2]
    status, cases, findings = answer("--changed", "--limits", "0.001s,500MB", "--", "one")
    assert (1, {"one/a.case", "one/b.case"}) == (status, cases)
    assert all("CK915" in finding for finding in findings)

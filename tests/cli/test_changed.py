"""``casekit check --changed``: what git says has changed, and nothing that a repository brings along is run."""

import os
import subprocess

import pytest


@pytest.fixture
def git(boat, monkeypatch):
    """Runs git in the boat's folder, as nobody in particular."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "A")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "a@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")

    def call(*arguments, cwd=boat):
        done = subprocess.run(["git", *arguments], cwd=cwd, capture_output=True, text=True, check=True)
        return done.stdout

    return call


@pytest.fixture
def repository(boat, git, put):
    """A repository with three cases in an edition and one in another, all committed."""
    git("init", "--initial-branch", "main")
    text = (boat / "base.case").read_text("utf-8")
    put("second.case", text + "// 2\n")
    put("-odd name\n.case", text + "// 3\n")
    put("other/edition.toml", (boat / "edition.toml").read_bytes())
    put("other/alone.case", text + "// 4\n")
    put(".gitignore", "ignored.case\n")
    put("ignored.case", text)
    commit(git)
    return boat


def commit(git):
    git("add", "--all")
    git("commit", "--message", "more")


@pytest.fixture
def looked_at(run):
    """The cases that are checked."""
    import json

    def check(*arguments):
        status, told, errors = run("check", "--jobs", "1", "--json", *arguments)
        assert status in {0, 1}, (told, errors)
        return sorted(case["file"] for case in json.loads(told)["cases"])

    return check


def append(file, text="// more\n"):
    file.write_bytes(file.read_bytes() + text.encode())


def test_what_did_not_change_is_not_looked_at(repository, looked_at):
    assert [] == looked_at("--changed")
    append(repository / "-odd name\n.case")
    assert ["-odd name\n.case"] == looked_at("--changed")
    append(repository / "ignored.case")
    assert ["-odd name\n.case"] == looked_at("--changed", ".")
    assert [] == looked_at("--changed", "other")
    assert [] == looked_at("other", "--changed")


def test_new_files_count_and_so_do_those_that_are_added(repository, looked_at, git, put):
    put("new/third.case", (repository / "base.case").read_bytes())
    assert ["new/third.case"] == looked_at("--changed")
    git("add", "new")
    assert ["new/third.case"] == looked_at("--changed")


def test_an_edition_its_deck_and_what_a_case_names_count(repository, looked_at, put, git):
    append(repository / "other" / "edition.toml", "# more\n")
    assert ["other/alone.case"] == looked_at("--changed")
    (repository / "other" / "edition.toml").unlink()
    assert ["other/alone.case"] == looked_at("--changed"), "it has another edition now"
    git("checkout", ".")
    put(
        "base.case",
        (repository / "base.case").read_text("utf-8").replace("title:", "emblem: sea.svg\ntitle:", 1),
    )
    put("sea.svg", "<svg/>")
    commit(git)
    put("sea.svg", "<svg></svg>")
    assert ["base.case"] == looked_at("--changed")
    (repository / "sea.svg").unlink()
    assert ["base.case"] == looked_at("--changed")


def test_a_revision_is_compared_where_the_branches_parted(repository, looked_at, git):
    git("checkout", "-b", "mine")
    append(repository / "second.case")
    commit(git)
    git("checkout", "main")
    append(repository / "base.case")
    commit(git)
    git("checkout", "mine")
    assert [] == looked_at("--changed")
    assert ["second.case"] == looked_at("--changed=main")
    assert ["second.case"] == looked_at("--changed", "main", ".")
    append(repository / "other" / "alone.case")
    assert ["other/alone.case", "second.case"] == looked_at("--changed=main")


def test_a_repository_without_commits(boat, git, looked_at):
    git("init")
    assert ["base.case"] == looked_at("--changed")
    git("add", "base.case")
    assert ["base.case"] == looked_at("--changed")
    (boat / "base.case").rename(boat / "renamed.case")
    assert ["renamed.case"] == looked_at("--changed")


def test_a_shallow_repository(repository, git, looked_at, tmp_path_factory, monkeypatch, run):
    append(repository / "second.case")
    commit(git)
    old = git("rev-parse", "HEAD~1").strip()
    copy = tmp_path_factory.mktemp("shallow") / "copy"
    git("clone", "--depth", "1", repository.as_uri(), str(copy))
    monkeypatch.chdir(copy)
    assert [] == looked_at("--changed")
    status, told, _ = run("check", f"--changed={old}")
    assert (2, True) == (status, "CK928" in told)
    assert "fetch more of the history" in told


def test_a_submodule(repository, git, looked_at, tmp_path_factory, monkeypatch):
    above = tmp_path_factory.mktemp("above")
    git("init", "--initial-branch", "main", cwd=above)
    git("-c", "protocol.file.allow=always", "submodule", "add", str(repository), "inner", cwd=above)
    git("commit", "--message", "inner", cwd=above)
    monkeypatch.chdir(above)
    assert [] == looked_at("--changed")
    assert [] == looked_at("--changed=main")
    append(above / "inner" / "second.case")
    assert ["inner/second.case"] == looked_at("--changed")
    assert ["inner/second.case"] == looked_at("--changed=main", "inner/second.case")
    git("commit", "--all", "--message", "more", cwd=above / "inner")
    assert 4 == len(looked_at("--changed", ".")), "its commit is another one"


@pytest.mark.parametrize("revision", ["nowhere", "-", "", "HEAD:base.case", "a..b"])
@pytest.mark.usefixtures("repository")
def test_what_is_not_a_revision_is_told(run, revision):
    status, told, _ = run("check", f"--changed={revision}")
    assert (2, True) == (status, "CK928" in told)


@pytest.mark.usefixtures("boat", "git")
def test_no_repository_and_no_git_are_told(run, monkeypatch):
    status, told, _ = run("check", "--changed")
    assert (2, True, True) == (status, "CK927" in told, "not the working tree" in told)
    monkeypatch.setenv("PATH", "")
    status, told, _ = run("check", "--changed")
    assert (2, True, True) == (status, "CK927" in told, "git is not installed" in told)


@pytest.mark.usefixtures("boat")
def test_something_has_to_be_named(run):
    assert 2 == run("check")[0]


def test_nothing_that_a_repository_brings_along_is_run(repository, git, looked_at, put):
    note = f"#!/bin/sh\ntr '\\0' ' ' < /proc/$PPID/cmdline >> {repository}/ran\n"
    trap = put("trap.sh", f"{note}cat\n")
    trap.chmod(0o755)
    put(".gitattributes", "* filter=trap diff=trap\n")
    for name in (
        "core.fsmonitor",
        "filter.trap.clean",
        "filter.trap.smudge",
        "filter.trap.process",
        "diff.trap.textconv",
        "diff.trap.command",
        "diff.external",
        "core.pager",
        "core.sshCommand",
        "credential.helper",
        "core.editor",
        "gpg.program",
    ):
        git("config", name, str(trap))
    for hook in ("post-index-change", "fsmonitor-watchman", "pre-commit", "post-checkout"):
        file = put(f".git/hooks/{hook}", note)
        file.chmod(0o755)
    append(repository / "base.case")
    os.utime(repository / "second.case")
    assert {"base.case"} <= set(looked_at("--changed"))
    looked_at("--changed=HEAD")
    assert not (repository / "ran").exists(), (repository / "ran").read_text()

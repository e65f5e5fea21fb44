"""``casekit diff``: what changed between two versions, for a reviewer."""

import os
import subprocess

import pytest
from hypothesis import given, settings, strategies as st
from markdown_it import MarkdownIt

from casekit.analysis.diff.document_diff import DocumentDiff
from casekit.analysis.diff.documents import stretches
from casekit.analysis.diff.markdown_report import compared_in_markdown
from casekit.kit.code_registry import base_of

pytestmark = pytest.mark.usefixtures("boat")

BASE = base_of()
PUZZLE = base_of("clue")


@pytest.fixture(scope="module")
def valid(answers_of):
    return answers_of("diff")


@pytest.fixture
def changed(run, put, valid):
    """What is said to have changed between the base case and another text."""

    def compare(text, *options, base=BASE):
        put("old.case", base)
        put("new.case", text)
        status, out, err = run("diff", "old.case", "new.case", "--json", *options)
        assert (0, "") == (status, err)
        return valid(out)["cases"]

    return compare


@pytest.fixture
def repository(boat):
    """A git repository with the base case in a folder, committed."""

    def git(*arguments):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
            cwd=boat,
            check=True,
            capture_output=True,
            env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull},
        )

    (boat / "cases").mkdir()
    for name in ("base.case", "edition.toml"):
        (boat / name).rename(boat / "cases" / name)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    return git


def test_the_same_text_has_not_changed(run, changed):
    assert [] == changed(BASE)
    assert "Nothing changed.\n" == run("diff", "old.case", "new.case")[1]
    assert 0 == run("diff", "old.case", "new.case", "--exit-code")[0]


def test_layout_is_no_change(changed):
    assert [] == changed(
        BASE.replace("level:  amateur", "level: amateur").replace(", plucking", ",\nplucking")
    )


def test_words_of_prose(run, changed):
    (case,) = changed(BASE.replace("plucking geese", "plucking three geese"))
    (block,) = case["blocks"]
    assert ("ANNA alibi", []) == (block["now"], block["lines"])
    assert ["new three"] == [
        f"{one['kind']} {one['text']}" for one in block["prose"] if one["kind"] != "same"
    ]
    assert "... BRUNO from ten until one, plucking {+three+} geese." in run("diff", "old.case", "new.case")[1]
    assert 1 == run("diff", "old.case", "new.case", "--exit-code")[0]


@pytest.mark.parametrize(
    ("old", "new", "elsewhere"),
    [
        # What is gone is said elsewhere; other words of the sentence are; what is new is.
        ("My tin of rat", "My jar of rat", ["tin: presentation", "tin: 01", "tin: solution"]),
        ("damp aprons", "damp shirts", ["-: ANNA alibi"]),
        ("painted at eleven", "painted at ten", ["-: ANNA alibi", "-: solution"]),
        (
            "Geese, feathers",
            "Rats, feathers",
            ["geese: ANNA alibi", "-: presentation", "-: BRUNO witness", "-: 01"],
        ),
        # Who says it counts.
        ("since Lisbon", "since Cadiz", ["-: ANNA motive"]),
        # Nobody else speaks of it; the whole passage is new.
        ("I shall miss his stories.", "I shall miss his songs.", []),
        ("plucking geese.", "plucking hens. I saw geese. I saw a tin. A tin saw me. Geese fly. I fly.", []),
    ],
)
def test_what_may_have_to_change_with_it(changed, old, new, elsewhere):
    (case,) = changed(BASE.replace(old, new), "--no-figures")
    rows = [row for block in case["blocks"] for row in block["elsewhere"]]
    assert elsewhere == [f"{', '.join(row['still']) or '-'}: {row['heading']}" for row in rows]


def test_sentences_that_have_moved(run, changed):
    moved = "He sent back my soup twice. "
    (one, other) = changed(BASE.replace(moved, "").replace("Geese, feathers", f"{moved}Geese, feathers"))[0][
        "blocks"
    ]
    assert [("BRUNO motive", []), ("02", ["BRUNO motive"])] == [
        (each["now"], each["moved_from"]) for each in (one, other)
    ]
    assert "With words that were in BRUNO motive before." in run("diff", "old.case", "new.case")[1]
    assert [] == [row for row in one["elsewhere"] + other["elsewhere"] if row["heading"] == "02"]


@pytest.mark.usefixtures("repository")
def test_one_case_is_compared_with_what_was_committed_last(run, boat, monkeypatch):
    monkeypatch.chdir(boat / "cases")
    file = boat / "cases" / "base.case"
    assert "Nothing changed.\n" == run("diff", "base.case")[1]
    file.write_text(BASE.replace("plucking geese", "plucking hens"), encoding="utf-8")
    for place in ("base.case", str(file), "."):
        assert "[-geese.-] {+hens.+}" in run("diff", place, "--no-figures")[1]
    monkeypatch.chdir(boat.parent)
    status, _, err = run("diff", str(file))
    assert (2, True) == (status, "CK943" in err)


def test_two_versions_that_nobody_can_read_differ(run, boat):
    for name, data in (("old.case", b"\xff\xfe one"), ("new.case", b"\xff\xfe two")):
        (boat / name).write_bytes(data)
    status, out, _ = run("diff", "old.case", "new.case")
    assert 0 == status
    assert "New findings\n  error[CK902 not-utf-8]" in out


def test_what_may_have_to_change_with_it_has_its_place(run, changed):
    (case,) = changed(BASE.replace("Geese, feathers", "Rats, feathers"), "--no-figures")
    row, *_ = case["blocks"][0]["elsewhere"]
    assert ("I was in the galley with BRUNO from ten until one, plucking geese.", "ANNA alibi") == (
        row["text"],
        row["heading"],
    )
    assert BASE[: BASE.index(row["text"])].count("\n") + 1 == row["line"]
    told = (
        "Still so elsewhere; change it there too, or take this change back:",
        f'ANNA alibi, line {row["line"]}, "geese": {row["text"]}',
        "About the same elsewhere:",
        "01, line 69: An empty tin of rat poison has rolled under the bed.",
    )
    out, marked = (run("diff", "old.case", "new.case", *form)[1] for form in ((), ("--format", "markdown")))
    assert [*told] == [line for line in told if f" {line}\n" in out]
    assert [*told] == [line for line in told if f"{line}\n" in marked]


def test_a_line_that_is_gone_with_what_it_said_and_what_follows(run, changed):
    (case,) = changed(BASE.replace('~ tin = suite "has rolled under the bed"\n', ""))
    (line,) = case["blocks"][0]["lines"]
    assert None is line["now"]
    assert "The tin (where the tin of rat poison is) is Suite." == line["before"]["plain"]
    assert [("method", "certain", "open")] == [
        (one["element"], one["before"]["status"], one["now"]["status"]) for one in case["answers"]
    ]
    assert ["CK502"] == [one["code"] for one in case["appeared"]]
    rows = {row["measure"]: row for row in case["figures"] if not row["of"]}
    assert (-1, ["01"]) == (rows["solved"]["change"], rows["essential"]["gone"])
    assert "  method: certain (poison) -> open (poison, blow)" in run("diff", "old.case", "new.case")[1]


def test_an_answer_that_is_open_now_is_no_further_way(run, changed):
    (case,) = changed(BASE.replace('~ tin = suite "has rolled under the bed"\n', ""))
    assert [("method", True)] == [(one["element"], one["opened"]) for one in case["answers"]]
    rows = {row["measure"]: row for row in case["figures"] if not row["of"]}
    assert (1, 2, None, False) == tuple(
        rows["ways"][key] for key in ("before", "now", "change", "comparable")
    )
    assert rows["solved"]["comparable"]
    told = run("diff", "old.case", "new.case")[1]
    said = "The method is open now: readers could prove an answer before, and cannot any more."
    assert said in told
    assert "not compared: now of culprit, motive" in next(
        line for line in told.splitlines() if line.startswith("  ways  ")
    )
    assert f"**{said}**" in run("diff", "old.case", "new.case", "--format", "markdown")[1]
    back = run("diff", "new.case", "old.case", "--json")[1]
    assert '"opened": false' in back
    assert '"opened": true' not in back


def test_several_answers_that_are_open_now(run, put):
    put("old.case", BASE)
    lines = ('~ tin = suite "has rolled under the bed"\n', '~ owes(CLARA) "four thousand, long overdue"\n')
    text = BASE.replace(lines[0], "").replace(lines[1], "")
    put("new.case", text.replace('~ owes(CLARA) "in debt to Otto"\n', ""))
    assert "The motive and method are open now: readers could prove answers before" in " ".join(
        run("diff", "old.case", "new.case", "--no-figures")[1].split()
    )


def test_a_line_that_changed_is_one_change(changed):
    (case,) = changed(
        BASE.replace("room(ANNA) = galley and room(BRUNO)", "room(ANNA) = deck and room(BRUNO)", 1)
    )
    lines = [line for block in case["blocks"] for line in block["lines"]]
    assert 1 == len(lines)
    assert "room(ANNA) = galley" in lines[0]["before"]["text"]
    assert "room(ANNA) = deck" in lines[0]["now"]["text"]


def test_header_and_level(changed):
    (case,) = changed(BASE.replace("level:  amateur", "level: expert\nauthor: Me"), "--no-figures")
    assert [("level", "amateur", "expert"), ("author", None, "Me")] == [
        (one["key"], one["before"], one["now"]) for one in case["header"]
    ]
    assert [] == case["figures"]


@pytest.mark.parametrize(("old", "new"), [("owes", "in-debt"), ("poison", "arsenic"), ("tin", "can")])
def test_a_renamed_name_is_no_change_of_each_of_its_lines(old, new, changed):
    def called(line):
        """A line of logic with the other name outside quotations and comments."""
        logic, *comment = line.split("//")
        parts = logic.split('"')
        parts[::2] = [part.replace(old, new) for part in parts[::2]]
        return "//".join(('"'.join(parts), *comment))

    logic = ("~", old, "method", "motive")
    text = "\n".join(called(line) if line.startswith(logic) else line for line in BASE.splitlines())
    (case,) = changed(text + "\n")
    assert {old: new} == case["renamed"]
    assert [] == [line for block in case["blocks"] for line in block["lines"]]


def test_a_value_that_is_stated_in_place_of_another_is_not_renamed(changed):
    (case,) = changed(BASE.replace("tin = suite", "tin = deck"), "--no-figures")
    assert {} == case["renamed"]
    assert 3 == sum(len(block["lines"]) for block in case["blocks"])


def test_blocks_that_are_new_gone_or_under_another_heading(changed):
    text = BASE.replace("== 02\n", "== 04\n").replace("== 03\n", "== notes\n")
    found = {(block["before"], block["now"]) for block in changed(text, "--no-figures")[0]["blocks"]}
    assert {("02", "04"), ("03", None), (None, "notes")} == found


def test_lines_in_another_order_are_moved(run, changed):
    one, other = "motive = debt\n", "method = poison\n"
    assert one + other in BASE
    (case,) = changed(BASE.replace(one + other, other + one), "--no-figures")
    (line,) = case["blocks"][0]["lines"]
    assert line["before"]["text"] == line["now"]["text"]
    assert "moved" in run("diff", "old.case", "new.case")[1]


def test_comments_that_silence_findings_are_shown(changed):
    silence = "// casekit: allow CK505 read twice on purpose"
    (case,) = changed(BASE.replace("== 02\n", f"== 02 {silence}\n"), "--no-figures")
    assert [silence] == [line["now"]["text"] for block in case["blocks"] for line in block["lines"]]


def test_puzzles(changed):
    line = next(line for line in PUZZLE.splitlines() if " suggests " in line)
    (case,) = changed(PUZZLE.replace(line + "\n", "", 1), base=PUZZLE)
    gone = [line["before"]["text"] for block in case["blocks"] for line in block["lines"] if not line["now"]]
    assert [line.split(":")[0]] == [each.split(":")[0] for each in gone]


def test_a_case_and_a_puzzle_are_not_compared(run, put):
    put("puzzle/a.case", PUZZLE)
    status, _, err = run("diff", "base.case", "puzzle/a.case")
    assert 2 == status
    assert "Clue" in err


def test_folders_pair_cases_by_path_and_then_by_title(run, put, valid, boat):
    edition = (boat / "edition.toml").read_text()
    for folder in ("old", "new"):
        put(f"{folder}/edition.toml", edition)
        put(f"{folder}/same.case", BASE)
    put("old/first.case", BASE.replace("The Last Soup", "The First Soup"))
    put("new/sub/renamed.case", BASE.replace("The Last Soup", "The First Soup").replace("geese", "ducks", 1))
    put("old/gone.case", BASE.replace("The Last Soup", "The Lost Soup"))
    put("new/come.case", BASE.replace("The Last Soup", "The New Soup"))
    status, out, _ = run("diff", "old", "new", "--json", "--no-figures")
    assert 0 == status
    pairs = {(case["before"], case["now"]) for case in valid(out)["cases"]}
    assert {
        ("old/first.case", "new/sub/renamed.case"),
        ("old/gone.case", None),
        (None, "new/come.case"),
    } == pairs
    text = run("diff", "old", "new", "--no-figures")[1]
    assert "The Lost Soup (gone: old/gone.case)" in text
    assert "The New Soup (new: new/come.case)" in text
    assert "  culprit: no verdict -> certain (CLARA)" in text
    # The cases themselves say what is in them.
    assert "alibi (new)" not in text + run("diff", "old", "new", "--no-figures", "--format", "markdown")[1]


@pytest.mark.parametrize(
    "old", ["HEAD:cases/base.case", "HEAD:./cases/base.case", "HEAD:cases/../cases/base.case"]
)
def test_a_revision_of_git(old, run, put, repository, valid):
    put("cases/base.case", BASE.replace("plucking geese", "plucking three geese"))
    status, out, err = run("diff", old, "cases/base.case", "--json", "--no-figures")
    assert (0, "") == (status, err)
    (case,) = valid(out)["cases"]
    assert ("HEAD:cases/base.case", "cases/base.case") == (case["before"], case["now"])
    repository("commit", "-qam", "two")
    status, out, _ = run("diff", "HEAD~1:cases", "HEAD:cases", "--json", "--no-figures")
    assert ["HEAD~1:cases/base.case"] == [case["before"] for case in valid(out)["cases"]]


def test_a_revision_is_read_with_its_own_edition(run, put, repository, valid):
    edition = (put("x", "").parent / "cases/edition.toml").read_text()
    assert "ANNA" in edition
    put("cases/edition.toml", edition.replace("ANNA", "AMELIA"))
    put("cases/base.case", BASE.replace("ANNA", "AMELIA"))
    del repository
    (case,) = valid(run("diff", "HEAD:cases", "cases", "--json", "--no-figures")[1])["cases"]
    assert {"ANNA": "AMELIA"} == case["renamed"]
    assert [] == case["appeared"] == case["fixed"] == case["answers"]


@pytest.mark.parametrize(
    ("old", "code"),
    [
        ("mian:cases/base.case", "CK928 unknown-revision"),
        ("--output=x:cases", "CK928 unknown-revision"),
        ("HEAD:cases/other.case", "CK943 not-in-revision"),
        ("HEAD:nowhere", "CK943 not-in-revision"),
        ("HEAD:../..", "CK943 not-in-revision"),
    ],
)
@pytest.mark.usefixtures("repository")
def test_a_revision_or_a_file_in_it_that_is_not_there_is_misuse(old, code, run, boat):
    status, _, err = run("diff", "--", old, "cases/base.case")
    assert 2 == status
    assert code in err
    assert not (boat / "x").exists()


def test_a_folder_without_git_and_a_repository_without_commits(run, boat):
    assert "CK943" in run("diff", "HEAD:base.case", "base.case")[2]
    subprocess.run(["git", "init", "-q"], cwd=boat, check=True)
    status, _, err = run("diff", "HEAD:base.case", "base.case")
    assert 2 == status
    assert "git knows no revision `HEAD`" in err


def test_nothing_of_a_repository_runs(run, repository, boat):
    """Neither a monitor, a hook, a filter, a text conversion nor an alias of the repository is asked."""
    (boat / "cases/.gitattributes").write_text("* filter=evil diff=evil\n")
    repository("add", ".")
    repository("commit", "-qm", "two")
    mark = boat / "ran"
    for key in (
        *("core.fsmonitor", "core.pager", "core.sshCommand", "filter.evil.smudge", "filter.evil.clean"),
        *("diff.evil.textconv", "diff.external", "alias.rev-parse", "alias.ls-tree", "core.editor"),
    ):
        repository("config", key, f"touch {mark}")
    assert 0 == run("diff", "HEAD:cases/base.case", "cases/base.case")[0]
    assert not mark.exists()


def test_a_folder_that_looks_like_a_repository_is_none(run, repository, boat, monkeypatch):
    """A change can bring such files along, and with them objects and a configuration of its own."""
    subprocess.run(["git", "clone", "-q", "--bare", ".", "cases/deep"], cwd=boat, check=True)
    repository("--git-dir=cases/deep", "config", "core.worktree", str(boat))
    (boat / "cases/deep/base.case").write_text(BASE, encoding="utf-8")
    monkeypatch.chdir(boat / "cases/deep")
    status, told, err = run("diff", "HEAD:cases/base.case", "base.case")
    assert (2, "") == (status, told)
    assert "safe.bareRepository" in err


@pytest.mark.skipif(os.name == "nt", reason="the program is a script")
@pytest.mark.usefixtures("repository")
def test_a_git_that_comes_with_the_cases_is_not_run(run, boat, monkeypatch):
    trap = boat / "git"
    trap.write_text(f"#!/bin/sh\ntouch {boat}/ran\n", encoding="utf-8")
    trap.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join((".", "", os.environ["PATH"])))
    assert 0 == run("diff", "HEAD:cases/base.case", "cases/base.case")[0]
    assert 0 == run("check", "--changed")[0]
    assert not (boat / "ran").exists()


def test_a_link_and_a_submodule_of_a_revision_are_no_files(run, repository, boat):
    (boat / "cases/link.case").symlink_to("/etc/passwd")
    repository("add", ".")
    repository("commit", "-qm", "two")
    (boat / "cases/link.case").unlink()
    assert "Nothing changed.\n" == run("diff", "HEAD:cases", "cases")[1]
    assert 2 == run("diff", "HEAD:cases/link.case", "cases/base.case")[0]


def test_versions_that_cannot_be_understood_are_compared_as_far_as_they_can_be(changed, put, run):
    (case,) = changed("title: The Last Soup\n== ANNA alibi\n~ culprit =\n")
    assert case["appeared"]
    assert all(one["now"] is None for one in case["answers"])
    put("bytes.case", b"\xff\xfe\x00")
    assert 0 == run("diff", "base.case", "bytes.case")[0]
    assert 2 == run("diff", "nowhere.case", "base.case")[0]


def test_markdown_for_a_merge_request(run, put):
    put(
        "new.case",
        BASE.replace('~ tin = suite "has rolled under the bed"\n', "").replace("geese", "ducks", 1),
    )
    status, out, _ = run("diff", "base.case", "new.case", "--format", "markdown", "--output", "diff.md")
    assert (0, "") == (status, out)
    text = put("x", "").with_name("diff.md").read_text()
    assert text.startswith("## casekit diff: 1 case changed\n\n### The Last Soup\n")
    assert "| method | certain (poison) | open (poison, blow) |" in text
    assert "```diff\n- ~ tin = suite" in text
    assert "<del>geese.</del> <ins>ducks.</ins>" in text


ANY = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40)


@given(ANY, ANY)
@settings(max_examples=60)
def test_no_text_makes_marks_of_its_own(one, other):
    was, now = ({"text": text, "line": 1, "plain": plain} for text, plain in ((one, other), (other, one)))
    block = {
        "before": one,
        "now": other,
        "line": 1,
        "prose": [{"kind": "gone", "text": one}, {"kind": "new", "text": other}],
        "lines": [{"before": was, "now": now}],
        "moved_from": [one],
        "elsewhere": [{"still": [other], "heading": one, "line": 1, "text": one}],
    }
    text = {"header": (), "renamed": {one: other}, "blocks": [block]}
    text = compared_in_markdown([DocumentDiff(one, one, one, other, text)])
    tokens = MarkdownIt("commonmark").parse(text)
    kinds = {child.type for token in tokens for child in token.children or ()}
    assert {"text", "code_inline", "html_inline", "strong_open", "strong_close", "softbreak"} >= kinds
    html = {c.content for t in tokens for c in t.children or () if c.type == "html_inline"}
    assert {"<br>", "<!-- -->", "<del>", "</del>", "<ins>", "</ins>"} >= html
    assert ["fence"] == [
        token.type for token in tokens if token.type in {"fence", "code_block", "html_block"}
    ]


@given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd")))
def test_stretches_are_both_lists(old, new):
    found = list(stretches(old, new))
    assert old == [piece for kind, pieces in found if kind != "new" for piece in pieces]
    assert new == [piece for kind, pieces in found if kind != "gone" for piece in pieces]

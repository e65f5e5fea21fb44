"""``casekit proofread``."""

import shutil
import sys
from pathlib import Path

import pytest

from casekit.kit.code_registry import base_of
from casekit.manuscripts.manuscript_formats import FORMATS
from casekit.system.sandbox import end_readers

BASE = base_of()
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


pytestmark = pytest.mark.usefixtures("boat")


@pytest.fixture(scope="module")
def valid(answers_of):
    return answers_of("proofread")


@pytest.fixture
def corrected(boat, run):
    """Sends the base case out as Markdown and replaces words in it."""

    def make(*changes):
        assert 0 == run("proofread", "out", "base.case", "-o", "base.md", "--force")[0]
        text = (boat / "base.md").read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after)
        (boat / "base.md").write_text(text, encoding="utf-8")
        return "base.md"

    return make


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("case", ["a-drop-of-midnight.case", "clue/the-swan.case"])
def test_a_case_that_nobody_corrected_comes_back_as_it_was(case, form, run, tmp_path, monkeypatch):
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "examples" / case
    before = file.read_bytes()
    status, out, err = run("proofread", "out", f"examples/{case}", "--form", form)
    assert (0, f"{file.stem}.{form}\n", "") == (status, out, err)
    status, out, err = run("proofread", "in", f"examples/{case}", f"{file.stem}.{form}")
    assert (0, "") == (status, err)
    assert ": 0 of " in out
    assert before == file.read_bytes()


def test_an_edition_gives_one_manuscript_of_each_case(run, tmp_path, monkeypatch):
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    status, out, _ = run("proofread", "out", "examples/edition.toml", "--form", "md", "--output", "to/clara")
    assert 0 == status
    written = sorted((tmp_path / "to/clara").iterdir())
    assert [path.relative_to(tmp_path).as_posix() for path in written] == sorted(out.splitlines())
    assert len(written) >= 3
    assert 2 == run("proofread", "in", "examples/edition.toml", written[0])[0]


def test_the_same_manuscript_has_the_same_bytes(run, boat):
    for name in ("one.odt", "two.odt"):
        assert 0 == run("proofread", "out", "base.case", "--output", name)[0]
    assert (boat / "one.odt").read_bytes() == (boat / "two.odt").read_bytes()


def test_a_correction_is_shown_and_merged(run, boat, corrected):
    name = corrected(("plucking geese", "plucking *ducks*"))
    status, out, err = run("proofread", "in", "base.case", name, "--dry-run")
    assert (0, "") == (status, err)
    assert "ANNA alibi\n  - I was" in out
    assert "\n  + I was in the galley with BRUNO from ten until one, plucking *ducks*.\n" in out
    assert out.endswith("base.case: 1 of 14 paragraphs would be corrected\n")
    assert BASE == (boat / "base.case").read_text(encoding="utf-8")
    status, out, _ = run("proofread", "in", "base.case", name)
    assert (0, True) == (status, out.endswith("base.case: 1 of 14 paragraphs corrected\n"))
    assert BASE.replace("geese.", "*ducks*.", 1) == (boat / "base.case").read_text(encoding="utf-8")


def test_the_answer_as_json(run, corrected, valid, boat):
    name = corrected(("plucking geese", "plucking ducks<!-- really? -->"))
    status, out, _ = run("proofread", "in", "base.case", name, "--json")
    answer = valid(out)
    assert (0, True, True) == (status, answer["merged"], answer["written"])
    changed = [each for each in answer["paragraphs"] if each["outcome"] != "same"]
    assert [("ANNA alibi", "merged")] == [(each["mark"], each["outcome"]) for each in changed]
    assert [{"mark": "ANNA alibi", "author": "", "text": "really?"}] == answer["remarks"]
    status, out, _ = run("proofread", "in", "base.case", name, "--json")
    assert (0, False) == (status, valid(out)["written"])
    (boat / "base.md").write_text("nothing", encoding="utf-8")
    status, out, _ = run("proofread", "in", "base.case", name, "--json")
    assert (1, False, ["CK935"]) == (
        status,
        valid(out)["merged"],
        [each["code"] for each in valid(out)["diagnostics"]],
    )


def test_quoted_words_that_are_gone_are_reported_with_their_line(run, corrected):
    name = corrected(("I was in the galley with BRUNO", "BRUNO and I were in the galley"))
    status, _, err = run("proofread", "in", "base.case", name)
    assert 1 == status
    assert "quotation-not-in-prose]" in err
    assert '"in the galley with BRUNO" is not in this paragraph' in err
    assert err.endswith("1 error in 1 file\n")


def test_what_was_wrong_before_is_not_reported(run, put, boat):
    put("base.case", BASE.replace("plucking geese", "TODO"))
    assert 0 == run("proofread", "out", "base.case", "-o", "base.md")[0]
    text = (boat / "base.md").read_text(encoding="utf-8").replace("for soup", "over soup")
    (boat / "base.md").write_text(text, encoding="utf-8")
    assert (0, "") == run("proofread", "in", "base.case", "base.md")[::2]


def test_a_conflict_is_told_with_both_texts(run, put, corrected):
    name = corrected(("plucking geese", "plucking ducks"), ("for soup", "over soup"))
    put("base.case", BASE.replace("plucking geese", "plucking swans"))
    status, out, err = run("proofread", "in", "base.case", name)
    assert 1 == status
    assert "error[CK937 manuscript-conflict]: ANNA alibi has changed in the case and in the manuscript" in err
    assert "plucking ducks" in err
    assert "plucking swans" in err
    assert "1 of 14 paragraphs corrected, 1 left as they are" in out


@pytest.mark.parametrize("options", [("--accept", "--reject"), ("--form", "docx")])
def test_options_that_exclude_each_other_or_are_none(options, run, corrected):
    assert 2 == run("proofread", "in", "base.case", corrected(), *options)[0]


def test_changes_of_a_text_editor_are_settled_or_refused(run, corrected, boat):
    change = "{~~plucking~>eating~~} {++roast ++}geese"
    name = corrected(("plucking geese", change))
    status, out, err = run("proofread", "in", "base.case", name)
    assert (1, "") == (status, out)
    assert 'the deletion of "plucking" in ANNA alibi is neither accepted nor rejected' in err
    assert 'the insertion of "roast" in ANNA alibi' in err
    assert BASE == (boat / "base.case").read_text(encoding="utf-8")
    status, out, _ = run("proofread", "in", "base.case", name, "--reject")
    assert (0, True) == (status, "0 of 14 paragraphs corrected" in out)
    status, _, _ = run("proofread", "in", "base.case", name, "--accept")
    assert "until one, eating roast geese." in (boat / "base.case").read_text(encoding="utf-8")
    assert 0 == status


def test_a_manuscript_that_is_there_stays_unless_forced(run, corrected, boat):
    name = corrected(("geese", "ducks"))
    before = (boat / name).read_bytes()
    status, _, err = run("proofread", "out", "base.case", "--output", name)
    assert (1, True) == (status, "CK905" in err)
    assert before == (boat / name).read_bytes()
    assert 0 == run("proofread", "out", "base.case", "--output", name, "--force")[0]
    assert before != (boat / name).read_bytes()


def test_a_case_with_syntax_errors_is_not_sent_out(run, put, boat):
    put("base.case", BASE.replace("== 02", "==02"))
    status, _, err = run("proofread", "out", "base.case")
    assert (1, True) == (status, "error[" in err)
    assert not (boat / "base.odt").exists()


def test_a_case_without_prose_has_nothing_to_proofread(run, put):
    put("bare.case", "title: T\n\n== truth\nculprit = ANNA\n")
    status, _, err = run("proofread", "out", "bare.case")
    assert (2, True) == (status, "CK930 no-prose" in err)


@pytest.mark.parametrize("name", ["base", "base.docx", "base.txt"])
def test_a_form_that_is_none(name, run):
    status, _, err = run("proofread", "out", "base.case", "--output", name)
    assert (2, True) == (status, "--form odt or --form md" in err)
    assert 0 == run("proofread", "out", "base.case", "--output", name, "--form", "md")[0]
    assert 0 == run("proofread", "in", "base.case", name, "--form", "md")[0]


def test_without_the_library_there_is_markdown(run, boat, monkeypatch):
    monkeypatch.setitem(sys.modules, "odfdo", None)
    monkeypatch.delitem(sys.modules, "casekit.manuscripts.open_document_writing", raising=False)
    # The process that reads looks for it too.
    (boat / "lxml.py").write_text("raise ImportError(name='lxml')", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(boat), *sys.path])
    end_readers()
    status, _, err = run("proofread", "out", "base.case")
    assert (1, True) == (status, "CK925 missing-extra" in err)
    assert 'pip install "casekit[write]"' in err
    assert 0 == run("proofread", "out", "base.case", "-o", "base.md")[0]
    (boat / "base.odt").write_bytes(b"PK")
    status, _, err = run("proofread", "in", "base.case", "base.odt")
    end_readers()
    assert (1, True) == (status, "CK925 missing-extra" in err)


def test_nothing_is_written_through_a_link(run, corrected, boat):
    name = corrected(("geese", "ducks"))
    (boat / "link.case").symlink_to(boat / "base.case")
    status, _, err = run("proofread", "in", "link.case", name)
    assert (1, True) == (status, "this is a link" in err)
    assert BASE == (boat / "base.case").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("case", "manuscript"), [("no.case", "base.md"), ("base.case", "no.odt"), ("base.case", "no.md")]
)
def test_files_that_are_not_there(case, manuscript, run, corrected):
    corrected()
    status, _, err = run("proofread", "in", case, manuscript)
    assert (2, True) == (status, "CK901" in err)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("base.md", b"a\n" * 30_000),
        ("base.md", b"x" * 400_000),
        ("base.md", b"\xff\xfe"),
        ("base.md", b"text\0"),
        ("base.odt", b"x" * 10_000_001),
        ("base.odt", b"PK\x03\x04"),
    ],
)
def test_what_is_no_manuscript_is_refused(name, content, run, boat):
    (boat / name).write_bytes(content)
    status, _, err = run("proofread", "in", "base.case", name)
    assert (1, True) == (status, "CK933 unreadable-manuscript" in err or "CK902" in err)
    assert BASE == (boat / "base.case").read_text(encoding="utf-8")


HOSTILE = [
    "[",
    "*a ",
    "**a*",
    "{++",
    "{--x--}",
    "{~~a~>b~~}",
    "<",
    "<!--",
    "`",
    "> ",
    "- ",
    "\\",
    "&lt;",
    "§ ",
    "[x · 01234567] ",
    "\u202e",
    "***",
]


@pytest.mark.parametrize("bit", HOSTILE)
def test_odd_markdown_stops_nothing_but_itself(bit, run, corrected, boat):
    name = corrected(("plucking geese", "plucking geese " + bit * 300))
    run("proofread", "in", "base.case", name, "--dry-run", "--accept")
    assert run("proofread", "in", "base.case", name, "--reject")[0] in {0, 1}
    text = (boat / "base.case").read_text(encoding="utf-8")
    assert [] == [line for line in BASE.splitlines() if line[:1] in "~=" and line not in text.splitlines()]


def test_a_text_of_very_many_words_is_merged(run, corrected, boat):
    words = " ".join(f"w{number % 7}" for number in range(5_000))
    name = corrected(("plucking geese", words))
    assert 0 == run("proofread", "in", "base.case", name)[0]
    other = corrected((words, words.replace("w3", "v3")))
    assert 0 == run("proofread", "in", "base.case", other)[0]
    assert " v3 " in (boat / "base.case").read_text(encoding="utf-8")

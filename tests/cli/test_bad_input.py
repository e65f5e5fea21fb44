"""Whatever a case holds: a finding with its place, exit status 1 or 2, no traceback, nothing half-written."""

import re

import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

BASE = base_of()
RULES = "== rules\ncommon room(culprit) = suite\ncommon motive = debt iff owes(culprit)\ncommon method = poison iff tin = suite\n"


def over(fragment):
    return overlay(BASE, fragment).encode()


BAD = {
    "empty": ("CK107", 1, b""),
    "blank": ("CK107", 1, b"\n \n"),
    "a mark alone": ("CK107", 1, b"\xef\xbb\xbf"),
    "binary": ("CK902", 2, bytes(range(256))),
    "zero bytes": ("CK902", 2, BASE.encode()[:30] + b"\0" * 100),
    "Latin-1": ("CK902", 85, BASE.encode() + "é".encode("latin-1")),
    "UTF-16": ("CK902", 1, BASE.encode("utf-16")),
    "10 MB": ("CK903", 1, b"a line of prose\n" * 650_000),
    "no truth": ("CK309", 1, over("== - truth\n")),
    "two truths": ("CK310", None, over("== truth\nculprit = CLARA\n\n== truth\nculprit = ANNA\n")),
    "every path missing": (
        "CK301",
        1,
        BASE[: BASE.index("== ANNA alibi")].encode() + b"== solution\nIt was CLARA.\n",
    ),
    "lower-case suspect": ("CK306", None, BASE.replace("== ANNA alibi", "== anna alibi").encode()),
    "lower-case suspect in logic": ("CK201", None, BASE.replace("room(ANNA) =", "room(anna) =").encode()),
    "contradicting rules": ("CK501", None, over(f"{RULES}common tin = suite\ncommon tin = deck\n")),
    "culprit not on board": (
        "CK201",
        None,
        over("== truth\nculprit = DORA\nmotive = debt\nmethod = poison\n"),
    ),
    "five quantifiers too many": (
        "CK904",
        None,
        over(RULES + " ".join(f"every suspect {x}:" for x in "ABCDEFGHIJKLMN") + " owes(A) or not owes(N)\n"),
    ),
    "unbalanced": ("CK101", None, over(f"{RULES}{'(' * 10_000}\n")),
    "deep": ("CK101", None, over(f"{RULES}{'not ' * 10_000}owes(ANNA)\n")),
    "no text of ours": ("CK101", 1, b"<html>\n<body>\n"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_reported_with_its_place(name, casekit, run, boat):
    code, line, data = BAD[name]
    (boat / "bad.case").write_bytes(data)
    before = sorted(boat.iterdir())
    checked = casekit("check", "bad.case", cwd=boat)
    answers = [(checked.returncode, checked.stdout.decode())]
    if code not in {"CK301", "CK309", "CK501", "CK904"}:
        status, _, err = run("export", "bad.case")
        answers.append((status, err))
    for status, told in answers:
        assert 1 == status, told
        places = re.findall(rf"^bad\.case:(\d+):\d+: error\[{code} ", told, flags=re.MULTILINE)
        assert places, told
        assert line in {None, *map(int, places)}
    assert before == sorted(boat.iterdir())
    assert data == (boat / "bad.case").read_bytes()


@pytest.mark.parametrize("name", [name for name, (code, *_) in BAD.items() if code < "CK2" or code > "CK9"])
def test_what_cannot_be_read_is_not_formatted(name, run, put):
    code, _, data = BAD[name]
    path = put("bad.case", data)
    status, _, err = run("fmt", "bad.case")
    assert (0, data) == (status, data) if code == "CK904" else 1 == status
    assert code == "CK904" or code in err
    assert code == "CK904" or data == path.read_bytes()


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_and_marks_are_fine(prefix, end, run, put):
    put("some.case", prefix + BASE.encode().replace(b"\n", end))
    status, out, _ = run("check", "some.case")
    assert 0 == status
    assert "no findings in 1 file" in out


@pytest.mark.usefixtures("boat")
def test_a_missing_edition(run):
    status, out, _ = run("check", "base.case", "--edition", "nowhere.toml")
    assert 2 == status
    assert re.search(r"^nowhere\.toml:1:1: error\[CK901", out, flags=re.MULTILINE)
    assert 2 == run("export", "base.case", "--edition", "nowhere.toml")[0]
    assert 2 == run("new", "X", "--edition", "nowhere.toml")[0]


@pytest.mark.parametrize(
    "arguments",
    [("export", "base.case", "-o"), ("new",), ("import", "base.json", "-o")],
    ids=lambda found: found[0],
)
def test_a_target_that_cannot_be_written(arguments, run, put, boat):
    put("base.json", run("export", "base.case")[1])
    put("file", "")
    status, _, err = run(*arguments, "file/some.case")
    assert 1 == status
    assert "CK905 cannot-write" in err
    assert "" == (boat / "file").read_text(encoding="utf-8")

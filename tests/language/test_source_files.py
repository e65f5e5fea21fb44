from pathlib import Path

import pytest

from casekit.diagnostics import codes
from casekit.kit.code_registry import base_of
from casekit.kit.registry import GAMES, game_called
from casekit.language.source_files import LIMIT, UnfetchedFileError, contents, decode, opened_by, read_bytes
from casekit.pipeline.loading import parse_bytes
from casekit.print.numbers.lock_reading import parse_lock


def test_utf8_is_read_with_and_without_a_mark():
    source, problems = decode("Grüße\r\n".encode(), "x")
    assert ("Grüße\r\n", 0, ()) == (source.text, source.shift, problems)
    source, problems = decode(b"\xef\xbb\xbf" + "Grüße".encode(), "x")
    assert ("Grüße", 3, ()) == (source.text, source.shift, problems)


@pytest.mark.parametrize(
    ("expected", "data"),
    [
        (("CK902", 2, 3, 6), "aé\n".encode() + b"bc\xe9d"),
        (("CK902", 1, 1, 3), b"\xef\xbb\xbf\xff"),
        (("CK902", 1, 1, 0), "Grüße".encode("utf-16")),
        (("CK902", 2, 1, 2), b"a\n\0b"),
        (("CK902", 1, 4, 3), "Cafè".encode()[:-1]),
        (("CK903", 1, 1, 0), b"a" * (LIMIT + 1)),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(expected, data):
    source, (problem,) = decode(data, "x")
    place = problem.span
    assert expected == (problem.code.id, place.line, place.column, place.start)
    assert "" == source.text


def test_a_file_of_the_greatest_size_is_read():
    assert () == decode(b"a" * LIMIT, "x")[1]


def test_a_file_that_is_not_there_is_a_finding(tmp_path):
    data, (problem,) = read_bytes(tmp_path / "x.case")
    assert (None, "CK901", f"{tmp_path.as_posix()}/x.case") == (data, problem.code.id, problem.span.file)
    assert "CK901" == read_bytes(tmp_path)[1][0].code.id


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("the-silent-bel.case", "write `{}/the-silent-bell.case`"),
        ("The-Silent-Bell.case", "write `{}/the-silent-bell.case`"),
        ("the-silent-bell.txt", "check the name, and the folder that you are in"),
        ("nowhere/the-silent-bell.case", "check the name, and the folder that you are in"),
        ("another.case", "check the name, and the folder that you are in"),
    ],
)
def test_a_misspelt_file_is_offered_by_its_name(name, expected, tmp_path):
    for present in ("the-silent-bell.case", "the-silent-`bel.case", "the-silent-bel\u202el.case"):
        (tmp_path / present).touch()
    if (tmp_path / name).exists():
        pytest.skip("upper and lower case are the same here")
    (problem,) = read_bytes(tmp_path / name)[1]
    assert problem.hint.startswith(expected.format(tmp_path.as_posix()))
    assert "`bel" not in problem.hint.replace("/the-silent-bell", "")
    # A file that was found, not named, is not looked for.
    assert "check the name" in read_bytes(tmp_path / name, within=tmp_path)[1][0].hint


def test_of_a_long_file_one_byte_more_is_read_than_it_may_have(tmp_path):
    (tmp_path / "x").write_bytes(b"12345")
    assert [b"1234", b"12345"] == [contents(tmp_path / "x", limit=limit) for limit in (3, 5)]


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


def test_the_pointer_of_a_file_that_is_not_fetched_is_told_from_the_file(tmp_path):
    """However it is opened: a case, a picture, a lock or a PDF."""
    file = tmp_path / "soup.case"
    file.write_bytes(POINTER)
    with pytest.raises(UnfetchedFileError):
        contents(file, tmp_path)
    with opened_by(lambda *_: POINTER), pytest.raises(UnfetchedFileError):
        contents(file)
    told = [*read_bytes(file)[1], *decode(POINTER, "-")[1]]
    assert [codes.UNFETCHED_FILE] * 2 == [problem.code for problem in told]
    assert all("pointer of Git LFS" in problem.message for problem in told)
    assert all("`git lfs pull`" in problem.hint for problem in told)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_text_in_a_wide_encoding_is_told_which(encoding, game):
    (problem,) = decode(base_of(game).encode(encoding), "x.case")[1]
    assert codes.NOT_UTF_8 == problem.code
    assert encoding[:6].upper() in problem.message
    assert "save it as UTF-8" in problem.hint


@pytest.mark.parametrize(
    "data", ["Café".encode("latin-1") * 100, b"a\0\0\0b\xff", b"\0\0\0", b"PK\x03\x04\0\0"]
)
def test_other_bytes_are_not_taken_for_one(data):
    assert "UTF-16" not in decode(data, "x")[1][0].message


CONFLICT = "<<<<<<< main\n{line}\n||||||| 1f2e3d\n{line}\n=======\n{line}\n>>>>>>> feature/soup\n"


def _conflicts_everywhere():
    """Each line of a document of each game in two versions."""
    for game in sorted(GAMES):
        lines = base_of(game).splitlines(keepends=True)
        for at, line in enumerate(lines):
            yield at + 1, "".join((*lines[:at], CONFLICT.format(line=line.rstrip("\n")), *lines[at + 1 :]))


def test_a_conflict_is_one_finding_in_every_block_of_every_game():
    for number, text in _conflicts_everywhere():
        for ending in ("\n", "\r\n"):
            found = parse_bytes(text.replace("\n", ending).encode(), "x.case").diagnostics
            assert [(codes.CONFLICT_MARKER, number)] == [(each.code, each.span.line) for each in found]
            assert [number + 2, number + 4, number + 6] == [each.span.line for each in found[0].related]


@pytest.mark.parametrize(
    "marker", ["<<<<<<< main", ">>>>>>> feature/soup", "||||||| 1f2e3d", "=======", "<<<<<<<"]
)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_marker_that_was_left_behind_is_one_too(marker, game):
    (problem,) = parse_bytes(f"{base_of(game)}\n{marker}\n".encode(), "x.case").diagnostics
    assert codes.CONFLICT_MARKER == problem.code
    assert f"`{marker[:7]}`" in problem.message


def test_every_conflict_is_said():
    text = CONFLICT.format(line="a") * 2 + "<<<<<<< cut short\n" + CONFLICT.format(line="b")
    assert [1, 8, 15, 16] == [each.span.line for each in decode(text.encode(), "x")[1]]


@pytest.mark.parametrize("text", ["<<<<<<<<", "a <<<<<<< b", "<<<<<<<b", "========", " ======="])
def test_what_only_looks_like_a_marker_is_none(text):
    assert () == decode(text.encode(), "x")[1]


def test_a_title_of_markdown_may_be_underlined():
    assert () == decode(b"Chapter\n=======\n", "x.md", underlined=True)[1]
    assert [codes.CONFLICT_MARKER] == [
        each.code for each in decode(CONFLICT.encode(), "x.md", underlined=True)[1]
    ]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_edition_with_a_conflict_says_so(game):
    text = game_called(game).language.edition_template().text + CONFLICT.format(line='title = "Soup"')
    found = game_called(game).language.load_edition(text.encode(), Path("edition.toml")).diagnostics
    assert [codes.CONFLICT_MARKER] == [each.code for each in found]


def test_a_lock_file_with_a_conflict_says_so():
    assert [codes.CONFLICT_MARKER] == [
        each.code for each in parse_lock(CONFLICT.format(line='"seed": 1').encode(), "x.lock")[2]
    ]

import pytest

from casekit.language.reading import LIMIT, contents, decode, read_bytes


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

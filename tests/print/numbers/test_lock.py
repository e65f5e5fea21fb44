"""Lock files: written and read without loss; whatever is wrong with one is told with its place."""

import json
import os
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from casekit import resources
from casekit.diagnostics import codes
from casekit.print.content.booklet import Passage
from casekit.print.numbers.lock import Lock, LockEntry, digest_of, lock_of, lock_text
from casekit.print.numbers.lock_reading import foreign, load_lock, parse_lock
from casekit.print.numbers.numbering import number_again

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="session")
def lock(booklet):
    return lock_of(booklet, number_again(booklet, 0))


@pytest.fixture
def changed(lock):
    """The text of the booklet's lock after a change to its data."""

    def change(edit):
        content = json.loads(lock_text(lock))
        edit(content)
        return json.dumps(content, indent=2)

    return change


def found(text):
    data = text if isinstance(text, bytes) else text.encode()
    lock, _, problems = parse_lock(data, "green.lock.json")
    assert lock is None
    assert all(problem.hint for problem in problems)
    return [(problem.code, problem.message) for problem in problems]


def digest(text):
    return digest_of(Passage((text,), None))


@st.composite
def locks(draw):
    names = st.text(min_size=1, max_size=8)
    cases = draw(st.dictionaries(names, st.lists(names, unique=True, max_size=6), max_size=4))
    count = sum(map(len, cases.values()))
    gaps = draw(st.integers(0, 4))
    numbers = iter(draw(st.permutations(range(1, count + gaps + 1))))
    entries = {
        case: {path: LockEntry(next(numbers), digest(f"{case}{path}")) for path in paths}
        for case, paths in cases.items()
    }
    return Lock(draw(names), draw(st.integers(0, 2**64 - 1)), tuple(sorted(numbers)), entries)


@given(locks())
def test_a_lock_is_read_as_it_was_written(lock):
    text = lock_text(lock)
    again, _, problems = parse_lock(text.encode(), "x.lock.json")
    assert () == problems
    assert lock == again
    assert text == lock_text(again)
    jsonschema.validate(json.loads(text), json.loads(resources.text("schemas/lock.schema.json")))


def test_the_order_of_cases_and_paths_does_not_show_in_the_file(lock):
    turned = {case: dict(reversed(paths.items())) for case, paths in reversed(lock.cases.items())}
    assert lock_text(lock) == lock_text(replace(lock, cases=turned))


def test_a_lock_has_every_path_with_the_number_and_the_digest_of_its_paragraph(booklet, lock):
    numbering = number_again(booklet, 0)
    paragraph = booklet.cases[1].paragraphs[3]
    assert ["1.case", "2.case"] == list(lock.cases)
    assert (
        LockEntry(numbering.numbers[paragraph.key], digest_of(paragraph.text))
        == lock.cases["2.case"][paragraph.paths[0]]
    )
    assert len(list(booklet.paragraphs())) == lock.last


def test_a_digest_tells_texts_and_their_paragraphs_apart():
    texts = [("a b",), ("a", "b"), ("a b c",), ("a\n\nb",)]
    digests = [digest_of(Passage(text, None)) for text in texts]
    assert 3 == len(set(digests))  # a blank line within a paragraph cannot be written
    assert all(len("sha256:") + 64 == len(each) for each in digests)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this lock file is empty"),
        (" \n", "this lock file is empty"),
        ('{"lock": 1,}', "this is not JSON: "),
        ("[" * 100_000, "this JSON is nested too deeply, or a number in it has too many digits"),
        (
            f'{{"lock": {"1" * 5000}}}',
            "this JSON is nested too deeply, or a number in it has too many digits",
        ),
        ("[]", "[] is not of type 'object'"),
        ("17", "17 is not of type 'object'"),
        ("{}", "'lock' is a required property"),
    ],
    ids=["empty", "blank", "comma", "deep", "digits", "list", "number", "nothing"],
)
def test_what_is_no_lock_at_all(text, message):
    code, told = found(text)[0]
    assert codes.INVALID_LOCK == code
    assert told.startswith(message)


def test_what_is_no_text():
    assert [codes.NOT_UTF_8] == [code for code, _ in found(b"\xff\xfe{}")]
    assert [codes.FILE_TOO_LARGE] == [code for code, _ in found(b" " * 2_000_001)]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda c: c.update(comment="ours"), "a lock file has no `comment`"),
        (lambda c: c["cases"]["1.case"]["01"].update(text=""), "a lock file has no `text`"),
        (lambda c: c["cases"]["1.case"]["01"].update(number="7"), "`number`: '7' is not of type 'integer'"),
        (lambda c: c["cases"]["1.case"]["01"].update(number=0), "`number`: 0 is less than the minimum of 1"),
        (lambda c: c["cases"]["1.case"]["01"].pop("digest"), "`01`: 'digest' is a required property"),
        (lambda c: c["cases"].update({"1.case": []}), "`1.case`: [] is not of type 'object'"),
        (lambda c: c.update(lock=True), "`lock`: 1 was expected"),
        (lambda c: c.update(lock=0), "`lock`: 1 was expected"),
        (lambda c: c.update(seed="17"), "`seed`: '17' does not match '^[0-9a-f]{16}$'"),
        (lambda c: c.update(gaps=["x"]), "'x' is not of type 'integer'"),
    ],
)
def test_what_is_not_in_the_form(edit, message, changed):
    assert [(codes.INVALID_LOCK, message)] == [
        (code, told.removeprefix("`0`: ")) for code, told in found(changed(edit))
    ]


def test_a_malformed_digest_is_told_at_its_place(changed):
    text = changed(lambda c: c["cases"]["2.case"]["BRUNO Alibi"].update(digest="sha256:12"))
    _, source, (problem,) = parse_lock(text.encode(), "green.lock.json")
    assert codes.INVALID_LOCK == problem.code
    assert '"digest": "sha256:12"' in source.line(problem.span.line)
    assert "`digest`: 'sha256:12' does not match" in problem.message


def test_a_lock_of_a_newer_casekit_is_not_read_whatever_else_is_in_it(changed):
    text = changed(lambda c: c.update(lock=2, casekit="9.1.0", colours=[]))
    expected = (
        "this lock file has format 2, which casekit 2.0 and later read; this one (0.1.0) reads format 1"
    )
    assert [(codes.NEWER_LOCK, expected)] == found(text)
    _, _, (problem,) = parse_lock(text.encode(), "green.lock.json")
    assert "update casekit to 2.0 or later" == problem.hint
    assert 2 == problem.span.line


def test_a_number_that_two_paragraphs_have(lock, changed):
    number = lock.cases["1.case"]["01"].number
    text = changed(lambda c: c["cases"]["2.case"]["02"].update(number=number))
    expected = f"two paragraphs have the number {number}: 01 of 1.case and 02 of 2.case"
    assert (codes.INVALID_LOCK, expected) == found(text)[0]
    _, source, problems = parse_lock(text.encode(), "green.lock.json")
    lines = [problems[0].span.line, problems[0].related[0].span.line]
    assert [f'"number": {number}'] * 2 == [source.line(line).strip() for line in lines]
    assert '"2.case"' in source.text[: problems[0].span.start].rpartition("case")[0][-5:] + '"2.case"'


def test_paths_that_share_a_paragraph_share_its_number(lock, changed):
    shared = {"number": lock.cases["1.case"]["01"].number, "digest": lock.cases["1.case"]["01"].digest}
    freed = lock.cases["1.case"]["02"].number
    text = changed(
        lambda c: (c["cases"]["1.case"].update({"02": shared}), c.update(gaps=[freed]), c.pop("seal"))
    )
    again, _, problems = parse_lock(text.encode(), "green.lock.json")
    assert () == problems
    assert again.cases["1.case"]["01"] == again.cases["1.case"]["02"]


def exchanged(content, first=("1.case", "01"), second=("2.case", "01")):
    one, other = (content["cases"][case][path] for case, path in (first, second))
    one["number"], other["number"] = other["number"], one["number"]


@pytest.mark.parametrize("second", [("1.case", "02"), ("2.case", "01")])
def test_two_numbers_that_were_exchanged_are_noticed(second, changed):
    text = changed(lambda c: exchanged(c, second=second))
    _, source, (problem,) = parse_lock(text.encode(), "green.lock.json")
    assert codes.INVALID_LOCK == problem.code
    assert "are not those that casekit wrote" in problem.message
    assert "delete this line" in problem.hint
    assert '"seal": "sha256:' in source.line(problem.span.line)


def test_a_seal_that_was_taken_away_is_no_fault_and_is_written_anew(lock, changed):
    text = changed(lambda c: (exchanged(c), c.pop("seal")))
    read, _, problems = parse_lock(text.encode(), "green.lock.json")
    assert () == problems
    assert not read.sealed
    assert lock.cases["2.case"]["01"].number == read.cases["1.case"]["01"].number
    assert () == parse_lock(lock_text(read).encode(), "green.lock.json")[2]


def test_a_seal_lets_case_files_be_renamed_and_texts_be_mended(changed):
    def edit(content):
        content["cases"]["0.case"] = content["cases"].pop("2.case")
        content["cases"]["1.case"]["01"]["digest"] = digest("mended")

    assert () == parse_lock(changed(edit).encode(), "green.lock.json")[2]


def test_a_number_without_end_is_told_shortly(changed):
    ((code, message),) = found(changed(lambda c: c["cases"]["1.case"]["01"].update(number=10**4000)))
    assert codes.INVALID_LOCK == code
    assert message.endswith("is greater than the maximum of 1000000")
    assert len(message) < 250


def test_a_number_out_of_range(lock, changed):
    text = changed(lambda c: c["cases"]["1.case"]["01"].update(number=500))
    expected = f"the number 500 is out of range: there are only {lock.last}, and none may be missing"
    assert [(codes.INVALID_LOCK, expected)] == found(text)


@pytest.mark.parametrize(
    ("gaps", "message"),
    [
        ([900], "the gap 900 is out of range: there are only 21 numbers, and none may be missing"),
        ([22, 21], "the gaps are not in ascending order without repetition"),
        ([21, 21], "the gaps are not in ascending order without repetition"),
    ],
)
def test_gaps_that_cannot_be(gaps, message, changed):
    assert (codes.INVALID_LOCK, message) in found(changed(lambda c: c.update(gaps=gaps)))


def test_a_gap_that_is_none(lock, changed):
    number = lock.cases["1.case"]["01"].number
    expected = f"the number {number} is listed as a gap, but 01 of 1.case has it"
    assert [(codes.INVALID_LOCK, expected)] == found(changed(lambda c: c.update(gaps=[number])))


def test_a_path_that_stands_twice(lock):
    text = lock_text(lock)
    again = text.replace('      "02": {', '      "01": {', 1)
    _, source, (problem,) = parse_lock(again.encode(), "green.lock.json")
    assert (codes.INVALID_LOCK, "`01` occurs twice in the same place") == (problem.code, problem.message)
    assert problem.related[0].span.line < problem.span.line
    assert '"01": {' == source.line(problem.span.line).strip()


def test_ten_findings_are_enough(changed):
    def edit(content):
        for paths in content["cases"].values():
            for entry in paths.values():
                entry["digest"] = "none"

    assert 10 == len(found(changed(edit)))


def test_a_lock_that_is_a_folder(tmp_path):
    lock, _, (problem,) = load_lock(tmp_path, "green.lock.json")
    assert lock is None
    assert (codes.INVALID_LOCK, "this lock file cannot be read: is a directory") == (
        problem.code,
        problem.message,
    )


def test_a_lock_that_is_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "green.lock.json")
    lock, _, (problem,) = load_lock(tmp_path / "green.lock.json", "green.lock.json")
    assert lock is None
    assert "this lock file cannot be read: it is a pipe, not a file" == problem.message


def test_a_lock_of_other_cases_or_another_booklet(lock):
    read, _, _ = parse_lock(lock_text(lock).encode(), "green.lock.json")
    assert () == foreign(read, "green", ["2.case", "1.case", "3.case"])
    assert [
        "this lock file belongs to the booklet `green`, not to `red`",
        "this lock file numbers the paragraphs of 2.case, which is not in the booklet `red`",
    ] == [problem.message for problem in foreign(read, "red", ["1.case"])]
    (problem,) = foreign(read, "green", ["1.case"])
    assert codes.MISMATCHED_LOCK == problem.code
    assert '"2.case": {' == read.source.line(problem.span.line).strip()

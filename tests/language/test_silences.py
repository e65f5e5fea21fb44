import pytest

from casekit.diagnostics import Code, Finding, Source, codes
from casekit.games.midnight.codes import INNOCENT_LIAR
from casekit.kit.code_registry import meant_codes
from casekit.language.syntax.suppressions import Suppression, parse_silence, silenced

KNOWN = meant_codes()
SOURCE = Source("a.case", "".join(f"line {number}\n" for number in range(1, 10)))


def at(line: int):
    start = SOURCE.text.index(f"line {line}")
    return SOURCE.span(start, start + 6)


def allow(code: str, first: int = 2, last: int = 4) -> Suppression:
    return Suppression(code, "on purpose", at(first), first, last)


def idle(line: int) -> Finding:
    return Finding(codes.IDLE_STATEMENT, "adds nothing", at(line))


@pytest.mark.parametrize(
    ("expected", "comment"),
    [
        (("CK505", "read twice"), "// casekit: allow CK505 read twice"),
        (("CK505", "read twice"), "casekit: allow CK505 read twice"),
        (("CK505", "read twice"), "//casekit:allow CK505: read twice "),
        (("idle-statement", ""), "// casekit: allow idle-statement"),
        (("", ""), "// casekit: allow"),
        (None, "// casekit: allowed"),
        (None, "// casekit allows CK505"),
        (None, "// see casekit: allow CK505"),
        (None, ""),
    ],
)
def test_a_silence_names_a_code_and_a_reason(expected, comment):
    assert expected == parse_silence(comment)


@pytest.mark.parametrize("line", [2, 3, 4])
def test_a_warning_in_its_lines_is_dropped(line):
    assert () == silenced([idle(line)], [allow("CK505")], KNOWN)


@pytest.mark.parametrize("code", ["ck505", "idle-statement"])
def test_a_code_may_be_named_in_any_way(code):
    assert () == silenced([idle(3)], [allow(code)], KNOWN)


@pytest.mark.parametrize("line", [1, 5])
def test_a_warning_beyond_its_lines_stays_and_the_silence_is_reported(line):
    unused = Finding(
        codes.UNUSED_SILENCE,
        "nothing here is reported as CK505 idle-statement",
        at(2),
        "remove this comment, or put it where the finding is",
    )
    assert (idle(line), unused) == silenced([idle(line)], [allow("CK505")], KNOWN)


def test_a_warning_of_another_file_or_code_stays():
    found = (
        Finding(codes.IDLE_STATEMENT, "adds nothing", Source("b.case", "one\ntwo").span(4, 5)),
        Finding(codes.UNUSABLE_STATEMENT, "of no use", at(3)),
    )
    left = silenced(found, [allow("CK505")], KNOWN)
    assert found == left[:2]
    assert [codes.UNUSED_SILENCE] == [each.code for each in left[2:]]


def test_one_silence_may_drop_several_and_several_may_drop_one():
    assert () == silenced([idle(2), idle(3)], [allow("CK505"), allow("CK505", 3, 3)], KNOWN)


WHOLE = Code("X-001", "whole", "warning")
PART = Code("X-002", "part", "warning", was=("X-001 whole",))
SPLIT = {"x-001": (WHOLE, PART), "whole": (WHOLE, PART), "x-002": (PART,)}


@pytest.mark.parametrize("text", ["X-001", "whole"])
@pytest.mark.parametrize("code", [WHOLE, PART])
def test_a_silence_of_a_code_that_was_split_goes_for_each_part(code, text):
    assert () == silenced([code.at(at(3), "x")], [allow(text)], SPLIT)
    assert () == silenced([WHOLE.at(at(3), "x"), PART.at(at(4), "x")], [allow(text)], SPLIT)


def test_a_silence_of_a_part_leaves_the_other_parts():
    whole = WHOLE.at(at(3), "x")
    assert whole in silenced([whole], [allow("X-002")], SPLIT)


def test_an_unused_silence_names_all_that_it_may_silence():
    (unused,) = silenced([], [allow("X-001")], SPLIT)
    assert "nothing here is reported as X-001 whole or X-002 part" == unused.message
    assert () == silenced([], [allow("X-001")], SPLIT, unasked_families="0")


def test_an_error_stays_and_the_silence_says_why():
    liar = Finding(INNOCENT_LIAR, "false", at(3))
    unused = Finding(
        codes.UNUSED_SILENCE,
        "CK401 innocent-liar is an error, which no comment can allow",
        at(2),
        "fix what it reports and remove this comment",
    )
    assert (liar, unused) == silenced([liar], [allow("CK401")], KNOWN)


@pytest.mark.parametrize(
    ("message", "hint", "code"),
    [
        ("there is no code `CK55` to allow", "write CK855 (repeated-card)", "CK55"),
        ("there is no code `idle-statment` to allow", "write CK505 (idle-statement)", "idle-statment"),
        ("there is no code `everything` to allow", "name a code, such as CK505", "everything"),
        ("this names no code to allow", "name a code, such as CK505", ""),
    ],
)
def test_an_unknown_code_is_reported_with_the_nearest(message, hint, code):
    assert (Finding(codes.UNUSED_SILENCE, message, at(2), hint),) == silenced([], [allow(code)], KNOWN)

"""What is held against a schema: the library says the same, but takes its time."""

import json
import sys

import jsonschema
import pytest
from hypothesis import given, strategies as st

from casekit import resources
from casekit.language.data.schema import violations

CASE, DECK, EDITION, LOCK = (
    json.loads(resources.text(f"schemas/{name}.schema.json")) for name in ("case", "deck", "edition", "lock")
)
GOOD = {"casekit": 1, "game": "midnight", "header": {"title": "x"}, "blocks": []}
HOLDS = {"op": "holds", "term": {"name": "owes", "arguments": [{"name": "ANNA"}]}}
DATA = {
    "case": (
        CASE,
        {
            **GOOD,
            "comments": [{"behind": 0, "text": "// a", "trailing": False}],
            "blocks": [
                {"block": "answer", "suspect": "ANNA", "topic": "alibi", "items": [{"prose": "x"}]},
                {"block": "places", "locations": ["1", "deck"], "lead": ["// b"], "items": []},
                {
                    "block": "truth",
                    "items": [
                        {"line": {"op": "not", "part": {"op": "and", "left": HOLDS, "right": HOLDS}}},
                        {"fact": {"name": "owes", "arguments": ["suspect"], "values": None}},
                        {"fact": {"name": "wet", "sentences": ["it was wet", "it was dry"]}},
                        {"statement": {"formula": HOLDS, "quotation": "Word."}},
                        {"note": "n"},
                    ],
                },
            ],
        },
    ),
    "deck": (DECK, {"cards": [{"kind": "event", "title": "x", "text": "y"}]}),
    "lock": (
        LOCK,
        {
            "lock": 1,
            "casekit": "1",
            "booklet": "green",
            "seed": "0" * 16,
            "gaps": [3],
            "texts": {"a.case": {"title": f"sha256:{'0' * 64}"}},
            "cases": {"a.case": {"p": {"digest": f"sha256:{'0' * 64}", "number": 1}}},
        },
    ),
    "edition": (EDITION, {"suspects": [{"letter": "A", "name": "ANNA", "cabin": 1}], "zones": []}),
}
VALUES = st.sampled_from(
    [None, True, False, 0, 1, -1, 1.0, 2.5, "", "x", "a\nb", "é", "truth", "op", "and", [], ["x"], [1], {}]
) | st.sampled_from([{"x": 1}, HOLDS, {"op": "not"}, {"op": "not", "part": 1}, {"prose": "x", "note": "y"}])
KEYS = st.sampled_from(["op", "block", "items", "count", "note", "prose", "title", "x y", "number", "é"])


@st.composite
def changed(draw, data):
    """Data with a value exchanged, added or taken away somewhere in it."""
    if isinstance(data, dict) and data and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(data)))
        return {**data, key: draw(changed(data[key]))}
    if isinstance(data, list) and data and draw(st.integers(0, 4)):
        at = draw(st.integers(0, len(data) - 1))
        return [*data[:at], draw(changed(data[at])), *data[at + 1 :]]
    if isinstance(data, dict) and draw(st.booleans()):
        without = draw(st.sampled_from(["", *sorted(data)]))
        return {
            **{key: value for key, value in data.items() if key != without},
            **draw(st.dictionaries(KEYS, VALUES, max_size=1)),
        }
    return draw(VALUES)


@pytest.mark.parametrize("name", DATA)
def test_the_library_says_the_same_of_changed_data(name):
    schema, data = DATA[name]
    library = jsonschema.Draft202012Validator(schema)

    @given(changed(data) | changed(data).flatmap(changed))
    def compare(tried):
        assert library.is_valid(tried) == (violations(schema, tried, 1) == ())

    compare()


@pytest.mark.parametrize("name", ["case", "lock"])
def test_the_examples_of_this_test_are_right(name):
    assert () == violations(*DATA[name], 1)


@pytest.mark.parametrize(
    ("schema", "data"),
    [
        (LOCK, {**DATA["lock"][1], "lock": 2}),
        (LOCK, {**DATA["lock"][1], "seed": "x"}),
        (LOCK, {**DATA["lock"][1], "gaps": [0]}),
        (LOCK, {**DATA["lock"][1], "gaps": ["x"]}),
        (LOCK, {**DATA["lock"][1], "booklet": ""}),
        (CASE, {**GOOD, "b": 1, "a": 2}),
        (CASE, {**GOOD, "header": {"x y": "z"}}),
        (CASE, {**GOOD, "blocks": [{"block": "x"}]}),
    ],
)
def test_words_and_place_are_those_of_the_library(schema, data):
    (error,) = jsonschema.Draft202012Validator(schema).iter_errors(data)
    (found,) = violations(schema, data, 10)
    if "propertyNames" in error.schema_path or error.validator == "additionalProperties":
        assert sorted(error.message) == sorted(found.message)
    else:
        assert error.message == found.message
    assert tuple(error.absolute_path) == found.path


def test_a_value_is_told_what_it_lacks_to_be_what_it_is_meant_to_be():
    data = {**GOOD, "blocks": [{"block": "truth", "items": [{"line": {"op": "not", "part": {"op": "and"}}}]}]}
    where = ("blocks", 0, "items", 0, "line", "part")
    assert [(where, "'left' is a required property"), (where, "'right' is a required property")] == [
        (found.path, found.message) for found in violations(CASE, data, 10)
    ]


@pytest.mark.parametrize(("value", "other"), [(1, True), (0, False), (1.0, True)])
@pytest.mark.parametrize("tag", [lambda value: {"const": value}, lambda value: {"enum": [value, "x"]}])
def test_a_truth_value_is_no_number(value, other, tag):
    numbered = {"properties": {"kind": tag(value), "name": {"type": "string"}}, "required": ["kind"]}
    flagged = {"properties": {"kind": tag(other), "name": {"type": "integer"}}, "required": ["kind"]}
    for ways in ("oneOf", "anyOf"):
        # What is wrong is told of the way that a value is meant to be, so it matters which that is.
        schema = {ways: [numbered, flagged]}
        assert () == violations(schema, {"kind": value, "name": "x"}, 10)
        assert () == violations(schema, {"kind": other, "name": 3}, 10)
        for kind, name, wanted in ((value, 3, "string"), (other, "x", "integer")):
            (found,) = violations(schema, {"kind": kind, "name": name}, 10)
            assert (("name",), f"{name!r} is not of type {wanted!r}") == (found.path, found.message)


def test_no_more_is_told_than_is_wanted():
    assert 3 == len(violations(CASE, {**GOOD, "blocks": [{"block": "x"}] * 1_000}, 3))
    assert 3 == len(violations(DECK, {"cards": [{}] * 1_000}, 3))


def test_a_long_value_is_shown_by_its_ends():
    (found,) = violations(LOCK, {**DATA["lock"][1], "seed": "x" * 100_000}, 10)
    assert len(found.message) < 200
    (found,) = violations(CASE, {**GOOD, **{f"k{number}": 1 for number in range(1_000)}}, 10)
    assert (1_000, True) == (len(found.unknown), found.message.endswith("and 990 more were unexpected)"))


def test_an_integer_of_toml_has_no_point():
    data = {**DATA["lock"][1], "gaps": [3.0]}
    assert () == violations(LOCK, data, 10)
    assert [("gaps", 0)] == [found.path for found in violations(LOCK, data, 10, whole_floats=False)]


def test_data_that_are_nested_too_deep_are_a_violation():
    nested = "x"
    for _ in range(900):
        nested = {"op": "not", "part": nested}
    data = {**GOOD, "blocks": [{"block": "truth", "items": [{"line": nested}]}]}
    assert ["this is nested too deep"] == [found.message for found in violations(CASE, data, 10)]


def _calls(data):
    counted = 0

    def count(_, event, __):
        nonlocal counted
        counted += event == "call"

    violations(CASE, data, 10)  # what is imported or read once is no work of the data
    sys.setprofile(count)
    try:
        assert () == violations(CASE, data, 10)
    finally:
        sys.setprofile(None)
    return counted


def _negated(depth):
    return HOLDS if not depth else {"op": "not", "part": _negated(depth - 1)}


@pytest.mark.parametrize(
    "blocks",
    [
        lambda size: [{"block": "truth", "items": [{"line": _negated(size)}]}],
        lambda size: [{"block": "truth", "items": [{"line": HOLDS}] * size}],
    ],
    ids=["nested", "listed"],
)
def test_work_grows_like_the_data(blocks):
    once, twice = (_calls({**GOOD, "blocks": blocks(size)}) for size in (20, 40))
    assert once < twice < 2.2 * once

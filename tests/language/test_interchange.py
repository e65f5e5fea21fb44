import json

import jsonschema
import pytest

from casekit import resources
from casekit.kit.code_registry import base_of
from casekit.language.data.schema import load_json
from casekit.pipeline import conversion, loading

SCHEMA = "schemas/case.schema.json"


@pytest.fixture
def exported(loaded_edition):
    content, problems = _exported(base_of(), loaded_edition)
    assert () == problems
    return json.loads(json.dumps(content))


def _exported(text, loaded_edition):
    return conversion.export_json(
        loading.resolve_document(loading.parse_bytes(text.encode(), "x.case"), loaded_edition)
    )


def test_an_export_is_valid_and_comes_back_the_same(exported, loaded_edition):
    jsonschema.Draft202012Validator(json.loads(resources.text(SCHEMA))).validate(exported)
    text, problems = conversion.import_bytes(json.dumps(exported).encode(), "x.json")
    assert () == problems
    again, _ = _exported(text, loaded_edition)
    assert exported == again
    assert text == conversion.import_bytes(json.dumps(again).encode(), "x.json")[0]


def test_terms_carry_their_types(exported):
    block = next(block for block in exported["blocks"] if block.get("suspect") == "CLARA")
    term = block["items"][1]["statement"]["formula"]
    assert ("room", "location", "CLARA", "suspect") == (
        term["left"]["name"],
        term["left"]["type"],
        term["left"]["arguments"][0]["name"],
        term["left"]["arguments"][0]["type"],
    )
    assert "location" == term["right"]["type"]


def test_what_is_optional_may_be_left_out(exported):
    del exported["comments"]
    for block in exported["blocks"]:
        for item in block["items"]:
            if "statement" in item:
                item["statement"] = {"formula": {"op": "holds", "term": {"name": "a"}}}
    text, problems = conversion.import_bytes(json.dumps(exported).encode(), "x.json")
    assert () == problems
    assert "~ a\n" in text


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("blocks", lambda data: data.pop("blocks")),
        ("$.casekit", lambda data: data.update(casekit=0)),
        ("$.header", lambda data: data.update(header=[])),
        ("$.header.title", lambda data: data["header"].update(title="a\nb")),
        ("extra", lambda data: data.update(extra=1)),
        ("$.blocks[0]", lambda data: data["blocks"][0].update(block="epilogue")),
    ],
)
def test_an_invalid_object_is_refused_with_the_place_in_it(words, change, exported):
    change(exported)
    text, problems = conversion.import_bytes(json.dumps(exported).encode(), "x.json")
    assert text is None
    assert {"CK906"} == {problem.code.id for problem in problems}
    assert words in problems[0].message


@pytest.mark.parametrize(
    "item",
    [
        {"prose": "one\n\ntwo"},
        {"prose": "  "},
        {"note": "== truth"},
        {"statement": {"formula": {"op": "holds", "term": {"name": "not"}}}},
        {"prose": "a \\~ b"},
    ],
)
def test_what_no_text_can_say_is_refused(item, exported):
    kind = "notes" if "note" in item else "solution"
    exported["blocks"].append({"block": kind, "items": [item]})
    text, (problem,) = conversion.import_bytes(json.dumps(exported).encode(), "x.json")
    assert (None, "CK906") == (text, problem.code.id)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"a": ' * 5_000,
        b"[" + b"9" * 5_000 + b"]",
        b"\xff",
        b"[]",
        b"null",
        b"title: T",
    ],
)
def test_what_is_no_json_is_refused(data):
    content, problems = load_json(data, "x.json", lambda _: resources.text(SCHEMA))
    assert content is None
    assert {"CK906"} >= {problem.code.id for problem in problems} - {"CK902"}
    assert problems


def test_a_mistake_in_json_has_its_place():
    _, (problem,) = load_json(b'{\n  "a": }', "x.json", lambda _: resources.text(SCHEMA))
    assert ("CK906", 2, 8) == (problem.code.id, problem.span.line, problem.span.column)


def test_formulas_that_nest_too_deep_are_refused(exported):
    for depth in (150, 20_000):
        formula = '{"op": "not", "part": ' * depth + '{"op": "holds", "term": {"name": "a"}}' + "}" * depth
        exported["blocks"] = ["HERE"]
        block = '{"block": "rules", "items": [{"line": ' + formula + "}]}"
        data = json.dumps(exported).replace('"HERE"', block).encode()
        text, problems = conversion.import_bytes(data, "x.json")
        assert (None, {"CK906"}) == (text, {problem.code.id for problem in problems})

import json

import pytest
from jsonschema import Draft202012Validator, ValidationError

from casekit import resources
from casekit.diagnostics import Finding, Report, Source, Span, codes, render
from casekit.diagnostics.renderers.json_report import dumps, escaped

VERDICT = {
    "consistent": True,
    "truth_possible": True,
    "elements": {
        "culprit": {"value": "CLARA", "proved": "CLARA", "status": "certain", "rivals": []},
        "motive": {"value": None, "proved": None, "status": "open", "rivals": ["debt", "envy"]},
        "method": {"value": "blow", "proved": "poison", "status": "contrary", "rivals": []},
    },
    "lies": [{"path": "CLARA alibi", "line": 41, "marked": True, "status": "false"}],
}


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    document = json.loads(resources.text("schemas/diagnostics.schema.json"))
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


def test_a_finding_has_every_field(report, foreign):
    span = {"line": 6, "column": 22, "end_line": 6, "end_column": 24, "start": 110, "end": 112}
    expected = {
        "diagnostics": [
            {
                "code": "CK105",
                "name": "foreign-operator",
                "severity": "error",
                "message": "'&&' is not a word of ours",
                "file": "last soup.case",
                "span": span,
                "hint": "Write 'and'.",
                "related": [],
                "fix": [{"file": "last soup.case", "span": span, "replacement": "and"}],
            }
        ],
        "cases": [],
    }
    assert expected == json.loads(render("json", report(foreign)))


def test_related_places_have_their_labels(report, liar):
    span = {"line": 3, "column": 1, "end_line": 3, "end_column": 16, "start": 30, "end": 45}
    expected = [{"file": "last soup.case", "span": span, "label": "the culprit"}]
    assert expected == json.loads(render("json", report(liar)))["diagnostics"][0]["related"]


def test_bytes_are_counted_as_they_are_on_disk():
    source = Source("a.case", "é探x", shift=3)
    found = Finding(codes.SYNTAX_ERROR, "what?", source.span(2, 3))
    span = json.loads(render("json", Report((found,), {}, ())))["diagnostics"][0]["span"]
    assert (3, 8, 9) == (span["column"], span["start"], span["end"])


def test_the_schema_takes_every_form_of_answer(schema, report, liar, foreign, shared):
    cases = ({"file": "last soup.case", "verdict": VERDICT}, {"file": "-", "verdict": None})
    answer = json.loads(render("json", report(liar, foreign, shared, cases=cases)))
    schema.validate(answer)
    assert [VERDICT, None] == [case["verdict"] for case in answer["cases"]]


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("diagnostics", 0),
        ("diagnostics", 0, "span"),
        ("diagnostics", 0, "related", 0),
        ("diagnostics", 0, "related", 0, "span"),
        ("cases", 0),
        ("cases", 0, "verdict"),
        ("cases", 0, "verdict", "elements", "culprit"),
        ("cases", 0, "verdict", "lies", 0),
    ],
)
def test_the_schema_takes_nothing_more_and_nothing_less(schema, report, liar, path):
    answer = json.loads(render("json", report(liar, cases=({"file": "a.case", "verdict": VERDICT},))))
    schema.validate(answer)
    inner = answer
    for step in path:
        inner = inner[step]
    inner["surplus"] = 1
    with pytest.raises(ValidationError):
        schema.validate(answer)
    del inner["surplus"]
    inner.popitem()
    with pytest.raises(ValidationError):
        schema.validate(answer)


def test_the_text_is_ascii_and_readable_everywhere():
    span = Span("\udcff.case", 1, 1, 1, 2)
    found = Finding(codes.SYNTAX_ERROR, "探偵 \U0001f50d", span)
    text = render("json", Report((found,), {}, (), ({"file": "\udcff.case", "verdict": None},)))
    assert text.isascii()
    answer = json.loads(text)
    assert "探偵 \U0001f50d" == answer["diagnostics"][0]["message"]
    assert "\ufffd.case" == answer["diagnostics"][0]["file"] == answer["cases"][0]["file"]


def test_nothing_is_hidden_in_json():
    assert '"a\\u007fb\\u202e"\n' == dumps("a\x7fb\u202e")


def test_what_can_be_seen_is_no_escape():
    assert '"é 探 \\u202e 👩\\u200d🔬 \\udb40\\udc41"' == escaped('"é 探 \u202e 👩\u200d🔬 \U000e0041"')

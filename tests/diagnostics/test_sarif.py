import json
from pathlib import Path

import pytest

from casekit import __version__
from casekit.diagnostics import Edit, Finding, Related, Report, Source, Span, codes, render
from casekit.diagnostics.renderers.ci_services import uri_of


def run_of(report: Report) -> dict:
    log = json.loads(render("sarif", report))
    assert {"$schema", "version", "runs"} == set(log)
    assert "2.1.0" == log["version"]
    assert 1 == len(log["runs"])
    return log["runs"][0]


def test_a_clean_run_has_no_results(report):
    run = run_of(report())
    assert {"name": "casekit", "version": __version__, "rules": []} == run["tool"]["driver"]
    assert "unicodeCodePoints" == run["columnKind"]
    assert [{"location": {"uri": "last%20soup.case"}}] == run["artifacts"]
    assert [] == run["results"]


def test_a_result_has_its_rule_its_place_and_what_belongs_to_it(report, liar):
    expected = {
        "ruleId": "CK401",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "ANNA is innocent, but this is false\n\nChange the statement, or the truth."},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "last%20soup.case", "index": 0},
                    "region": {
                        "startLine": 6,
                        "startColumn": 3,
                        "endLine": 6,
                        "endColumn": 21,
                        "byteOffset": 91,
                        "byteLength": 18,
                    },
                }
            }
        ],
        "relatedLocations": [
            {
                "id": 1,
                "physicalLocation": {
                    "artifactLocation": {"uri": "last%20soup.case", "index": 0},
                    "region": {
                        "startLine": 3,
                        "startColumn": 1,
                        "endLine": 3,
                        "endColumn": 16,
                        "byteOffset": 30,
                        "byteLength": 15,
                    },
                },
                "message": {"text": "the culprit"},
            }
        ],
    }
    assert [expected] == run_of(report(liar))["results"]


def test_rules_are_those_of_the_findings_once_each(report, liar, foreign, shared):
    run = run_of(report(liar, shared, foreign, liar))
    rules = run["tool"]["driver"]["rules"]
    assert ["CK105", "CK308", "CK401"] == [rule["id"] for rule in rules]
    assert ["error", "note", "error"] == [rule["defaultConfiguration"]["level"] for rule in rules]
    assert all(rule["fullDescription"]["text"] for rule in rules)
    assert ["CK401", "CK308", "CK105", "CK401"] == [
        rules[result["ruleIndex"]]["id"] for result in run["results"]
    ]


def test_a_rule_names_what_it_once_was(report, liar, place):
    renamed = codes.NO_PROSE.at(place("ANNA"), "no prose")
    merged = codes.UNKNOWN_HEADING.at(place("ANNA"), "no such heading")
    heading, liar_rule, prose = run_of(report(renamed, merged, liar))["tool"]["driver"]["rules"]
    assert ["CK303", "CK304", "CK305"] == heading["deprecatedIds"]
    assert ["unknown-suspect", "unknown-topic", "unknown-location"] == heading["deprecatedNames"]
    assert "deprecatedIds" not in liar_rule
    assert ["CK931"] == prose["deprecatedIds"]
    assert ["nothing-to-review", "nothing-to-proofread"] == prose["deprecatedNames"]


def test_a_fix_goes_file_by_file(source, place):
    other = Source("b.case", "x")
    edits = (Edit(place("&&"), "and"), Edit(other.span(0, 1), "y"), Edit(place("deck"), "galley"))
    found = Finding(codes.FOREIGN_OPERATOR, "not ours", place("&&"), fix=edits)
    (fix,) = run_of(Report((found,), {source.name: source}, (source.name,)))["results"][0]["fixes"]
    assert {"text": "not ours"} == fix["description"]
    changes = [
        (
            change["artifactLocation"],
            [
                (each["deletedRegion"]["byteOffset"], each["insertedContent"]["text"])
                for each in change["replacements"]
            ],
        )
        for change in fix["artifactChanges"]
    ]
    assert [
        ({"uri": "last%20soup.case", "index": 0}, [(110, "and"), (119, "galley")]),
        ({"uri": "b.case"}, [(0, "y")]),
    ] == changes


def test_braces_are_not_placeholders():
    related = (Related(Span("a.case"), "{0}"),)
    found = Finding(codes.SYNTAX_ERROR, "in {ANNA, BRUNO}", Span("a.case"), related=related)
    result = run_of(Report((found,), {}, ()))["results"][0]
    assert "in {{ANNA, BRUNO}}" == result["message"]["text"]
    assert "{{0}}" == result["relatedLocations"][0]["message"]["text"]


def test_standard_input_travels_with_the_log():
    source = Source("-", "title: x")
    run = run_of(Report((Finding(codes.SYNTAX_ERROR, "what?", source.span(0, 5)),), {"-": source}, ("-",)))
    name = {"text": "standard input"}
    assert [{"location": {"description": name}, "contents": {"text": "title: x"}}] == run["artifacts"]
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert {"description": name, "index": 0} == location


@pytest.mark.parametrize(
    ("expected", "file"),
    [
        ("cases/a.case", "cases/a.case"),
        ("cases/a.case", "./cases//a.case"),
        ("../a.case", "../a.case"),
        ("the%20last%20toast%23%3F%25.case", "the last toast#?%.case"),
        ("a%3Ab.case", "a:b.case"),
        ("%E6%8E%A2%E5%81%B5.case", "探偵.case"),
        ("%FF.case", "\udcff.case"),
    ],
)
def test_names_become_uris(expected, file):
    assert expected == uri_of(file)


def test_absolute_names_become_file_uris():
    path = Path.cwd() / "the last.case"
    assert path.as_uri() == uri_of(str(path))

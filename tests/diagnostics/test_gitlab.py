"""The form that GitLab documents under "Code Quality report format"."""

import json
from pathlib import Path

from hypothesis import given, strategies as st
from jsonschema import Draft202012Validator

from casekit.diagnostics import Finding, Report, Source, Span, codes, render

# What its documentation asks for; the file may hold more.
DOCUMENTED = Draft202012Validator(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": {"type": "string", "minLength": 1},
                "check_name": {"type": "string", "minLength": 1},
                "fingerprint": {"type": "string", "minLength": 1},
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": {"type": "string", "pattern": r"^(?!\./)(?!/)."},
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "properties": {"begin": {"type": "integer", "minimum": 1}},
                        },
                    },
                },
            },
        },
    }
)


def entries(report: Report) -> list[dict]:
    found = json.loads(render("gitlab", report))
    DOCUMENTED.validate(found)
    return found


def test_a_clean_run_is_an_empty_list(report):
    assert [] == entries(report())


def test_a_finding_is_an_entry_with_its_place(report, liar):
    (entry,) = entries(report(liar))
    assert len(entry.pop("fingerprint")) == 64
    assert {
        "description": "ANNA is innocent, but this is false\nChange the statement, or the truth.",
        "check_name": "CK401 innocent-liar",
        "severity": "critical",
        "location": {"path": "last soup.case", "lines": {"begin": 6, "end": 6}},
    } == entry


def test_each_weight_has_its_severity(report, liar, unmarked, shared):
    found = entries(report(liar, unmarked, shared))
    assert ["critical", "minor", "info"] == [entry["severity"] for entry in found]


def test_a_finding_is_the_same_one_further_down_and_no_two_are_alike():
    def prints(text: str, *places: str) -> list[str]:
        source = Source("a.case", text)
        found = [
            Finding(codes.SYNTAX_ERROR, "what?", source.span(start, start + 1))
            for start in (text.index(place) for place in places)
        ]
        return [entry["fingerprint"] for entry in entries(Report(tuple(found), {"a.case": source}, ()))]

    one, two = prints("one\ntwo\n", "one", "two")
    assert one != two
    assert [two] == prints("a line above\none\ntwo\n", "two")
    twice = prints("one\n", "one", "one")
    assert one == twice[0] != twice[1]


def test_paths_are_those_from_the_root_of_the_project():
    names = ["./cases/a.case", str(Path.cwd() / "cases" / "a.case"), "cases//a.case", "cases/deep/../a.case"]
    found = [Finding(codes.SYNTAX_ERROR, "what?", Span(name)) for name in names]
    assert {"cases/a.case"} == {
        entry["location"]["path"] for entry in entries(Report(tuple(found), {}, tuple(names)))
    }


def test_a_path_outside_the_project_stays_as_it_is():
    outside = (Path.cwd().parent / "elsewhere" / "a.case").as_posix()
    found = Finding(codes.SYNTAX_ERROR, "what?", Span(outside))
    (entry,) = json.loads(render("gitlab", Report((found,), {}, (outside,))))
    assert outside == entry["location"]["path"]


@given(st.text(st.characters(exclude_categories=()), min_size=1))
def test_any_text_makes_a_valid_report(text):
    source = Source("a.case", text)
    found = Finding(codes.SYNTAX_ERROR, text, source.span(0, len(text)), text)
    assert len(entries(Report((found,), {source.name: source}, ()))) == 1

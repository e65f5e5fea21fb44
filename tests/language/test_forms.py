"""Patterns of lines: what is parsed, written and read again, and told, of forms as games need them."""

import json
import shutil

import jsonschema
import pytest

from casekit import resources
from casekit.diagnostics import Source
from casekit.language.formula.nodes import Scope
from casekit.language.syntax import parse_tables, stepped_parse
from casekit.language.syntax.canonical_form import export_document, import_document, item_lines
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.grammar_files import grammar_text, schema_text
from casekit.language.syntax.line_forms import BlockForm, Form
from casekit.language.syntax.mistakes import known_mistakes
from casekit.language.syntax.parser import parse
from casekit.language.syntax.tree_builder import builder_of

PLAY = (
    "{who:name} takes [{card:name}] from {whom:name}",
    "{who:name} draws [{card:name}]",
    "{who:name} asks {whom:name} about {card:name}: {answer:yes=true|no=false|silence}",
    "{who:name} asks {whom:name} how many {traits:name,}: {answer:number|silence}",
    "{who:name} asks {whom:name} how many suspects: {count:number}",
    "{who:name} asks {whom:name} whether {card:name} is cleared: {cleared:yes=true|no=false}",
    "{who:name} asks {whom:name} for {traits:name,}: {shows:has none=false}",
    "{who:name} asks {whom:name} for {traits:name,}: {shows:shows=true} [{card:name}]",
    "mass[: {moves:move,}]",
    "suspicion {trait:name}: {replies:reply,}",
    "{who:name} looks at [{part:part}] {whom:name}[: {cards:name,}]",
    "{who:name} exchanges [{card:name}] of {whom:name} and [{other:name}] of {whose:name}",
    "marker {tile:name}: {option:name}",
    "{who:name} solves {whose:name} {means:name}, {evidence:name}: {right:yes=true|no=false}",
    "vote: {votes:vote,}",
    "night[ {night:number}]: {visits:visit,}",
    "hanged: {whom:name}[, {role:innocent|murderer}]",
)
LINES = (
    *("ADSO takes odo from BERNO", "ADSO takes from BERNO", "CLARE draws", "CLARE draws odo"),
    *("ADSO asks BERNO about odo: silence", "ADSO asks BERNO how many bearded, fat: 2"),
    *("ADSO asks BERNO how many suspects: 9", "ADSO asks CLARE whether odo is cleared: yes"),
    *("ADSO asks CLARE for dominican, thin: shows lambert", "ADSO asks CLARE for dominican: has none"),
    *("mass", "mass: ADSO gives hugh and odo, ADSO receives wido and yvo"),
    *("suspicion novice: ADSO shows piers, BERNO has none", "ADSO looks at BERNO: elias, tybalt"),
    *("ADSO looks at all but 1 of CLARE", "ADSO looks at 2 of CLARE: odo", "ADSO looks at BERNO"),
    *("ADSO exchanges of BERNO and of CLARE", "ADSO exchanges elias of BERNO and yvo of CLARE"),
    *("marker cause: suffocation", "BO solves MEI rope, letter: no"),
    *("vote: ALICE for CHARLIE, BOB abstains", "night: ALICE stays, meets nobody"),
    *("night 1: ALICE visits BOB, CHARLIE stays to kill", "hanged: BOB, innocent", "hanged: nobody"),
)
DIALECT = Dialect(
    "trial",
    noun="trial",
    usual="a trial has some 20",
    outline=(
        BlockForm("players", ("player",)),
        BlockForm("play", (*(f"line_{at}" for at in range(len(PLAY))), "says", "statement")),
    ),
    forms=(
        Form("player", ("{player:name}[: {means:name,} | {clues:name,}]",), "MEI: rope, brick | glove, ash"),
        *(Form(f"line_{at}", (pattern,), LINES[0]) for at, pattern in enumerate(PLAY)),
        Form("says", ("{who:name} says  {words:quotation}",)),
        Form("statement", ("~ {formula}  [{quotation}]",)),
        Form("move", ("{who:name} {does:gives|receives} {cards:name&}",)),
        Form("reply", ("{who:name} {shows:has none=false}", "{who:name} {shows:shows=true} [{card:name}]")),
        Form("part", ("all but {but:number} of", "{count:number} of")),
        Form("vote", ("{who:name} for {whom:name}", "{who:name} {abstains:abstains=true}")),
        Form(
            "visit",
            (
                "meets {met:name&}",
                "{who:name} visits {whom:name}[ {kills:to kill}]",
                "{who:name} {stays:stays=true}[ {kills:to kill}]",
            ),
        ),
    ),
)
SCHEMA = {"$defs": {}, "type": "object", "properties": {"blocks": {"items": {"$ref": "#/$defs/block"}}}}


@pytest.fixture(autouse=True)
def _own_parser(tmp_path, monkeypatch):
    shutil.copy(resources.path("grammar/formula.lark"), tmp_path)
    (tmp_path / "trial.lark").write_text(grammar_text(DIALECT, "A trial."), encoding="utf-8")
    made = parse_tables.built(tmp_path, "trial", builder_of(DIALECT))
    monkeypatch.setattr(stepped_parse, "parser", lambda _: made)
    known_mistakes._known.cache_clear()


def test_lines_of_many_forms_are_read_and_written_as_they_are():
    lines = (*LINES, 'ALICE says  "He was in."', '~ met(ALICE, BOB) or not a = b  "in"')
    text = "\n".join(("== players", "MEI: rope, brick | glove", "BO", "== play", *lines, ""))
    tree, problems = parse(Source("", text), DIALECT)
    assert () == problems
    written = [line for block in tree.blocks for item in block.items for line in item_lines(item, DIALECT)]
    assert [*text.splitlines()[1:3], *lines] == written
    content = json.loads(json.dumps(export_document(tree, DIALECT, Scope((), ()), "trial")))
    assert tree == import_document(content, "", DIALECT)
    schema = json.loads(schema_text(DIALECT, json.dumps(SCHEMA)))
    schema["$defs"]["formula"] = {}
    assert [] == list(jsonschema.Draft202012Validator(schema).iter_errors(content))


@pytest.mark.parametrize(
    ("message", "hint", "line"),
    [
        ("after a name comes", "write `takes`", "ADSO tkaes odo from BERNO"),
        ("after `takes` comes a name or `from`", "write, for example", "ADSO takes: BERNO"),
        ("a name is missing here", "remove the comma", "suspicion novice: ADSO has none,"),
        ("after a name comes `:`", "write, for example", "marker cause suffocation"),
        (
            "after `:` comes `yes`, `no` or `silence`",
            "write, for example",
            "ADSO asks BERNO about odo: perhaps",
        ),
        ("after `:` comes `meets` or a name", "write, for example", "night: : ALICE stays"),
    ],
)
def test_what_may_follow_is_told_where_a_line_does_not_fit(message, hint, line):
    (problem,) = parse(Source("", f"== play\n{line}\nCLARE draws\n"), DIALECT)[1]
    assert message in problem.message
    assert hint in problem.hint

"""``casekit ask``: what it says, and what it says to bad input."""

import json

import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

pytestmark = pytest.mark.usefixtures("boat")

BASE = base_of()
OPEN = "\n".join(line for line in BASE.splitlines() if not line.startswith("~ tin")) + "\n"
CONTRADICTORY = overlay(BASE, "== 02\nTwo damp aprons.\n~ not owes(CLARA)\n")
GIVEN = BASE.replace(
    "~ culprit != victim and culprit != nobody", "~ culprit = CLARA and motive = debt and method = poison"
)


@pytest.fixture(scope="module")
def valid(answers_of):
    return answers_of("answers")


def test_a_proof_is_told_step_by_step(run):
    status, out, err = run("ask", "base.case", "--element", "culprit")
    assert 0 == status
    assert "" == err
    assert (
        """\
base.case: The Last Soup
CLARA is the culprit: this follows from 2 of 12 paths, and no fewer will do.

  1  03           "nobody has set foot on it"  that is, the room of no suspect is Deck
                  So the room of CLARA is not Deck.
  2  CLARA alibi  "out on deck"  that is, the room of CLARA is Deck
                  If CLARA were innocent, these words would be true. They cannot be (1), so CLARA
                  did it.

     room(suspect)  where each was at midnight

CLARA did it (2). Each step is verified separately.
"""
        == out
    )


def test_facts_without_a_comment_have_no_gloss(run, put):
    put("plain.case", BASE.replace(" // where each was at midnight", ""))
    assert "room(suspect)" not in run("ask", "plain.case", "--element", "culprit")[1]


def test_the_whole_solution_is_proved_where_no_element_is_named(run, valid):
    status, out, _ = run("ask", "--json")
    proof = valid(out)["proof"]
    assert 0 == status
    assert ["culprit = CLARA", "motive = debt", "method = poison"] == proof["proves"]
    assert proof["minimum"]
    assert len(proof["paths"]) == proof["size"]
    cited = {line["path"] for step in proof["steps"] for line in step["lines"]}
    assert set(proof["paths"]) <= cited
    assert all(number < step["number"] for step in proof["steps"] for number in step["premises"])


def test_every_proof_is_listed_with_all(run, valid):
    answer = valid(run("ask", "base.case", "--element", "method", "--all", "--json")[1])
    assert [["01"]] == answer["proofs"]
    assert answer["complete"]
    text = run("ask", "base.case", "--element", "culprit", "--all")[1]
    assert "There are " in text


def test_a_budget_that_ends_too_soon_is_told(run, valid):
    answer = valid(run("ask", "--element", "culprit", "--all", "--budget", "1", "--json")[1])
    assert not answer["complete"]
    assert "raise it with --budget" in run("ask", "--element", "culprit", "--all", "--budget", "1")[1]


def test_what_is_certain_is_proved_and_what_is_not_is_told(run, put, valid):
    put("open.case", OPEN)
    status, out, err = run("ask", "open.case")
    assert 1 == status
    assert "CLARA did it" in out
    assert "error[CK502 open-element]: the method is not certain" in err
    status, out, err = run("ask", "open.case", "--element", "method", "--json")
    assert 1 == status
    assert valid(out)["proof"] is None
    assert ["CK502"] == [found["code"] for found in json.loads(out)["diagnostics"]]


def test_a_solution_certain_from_the_presentation_is_told(run, put):
    put("given.case", GIVEN)
    status, out, err = run("ask", "given.case")
    assert 1 == status
    assert "nobody has to read anything" in " ".join(out.split())
    assert "error[CK504 given-solution]" in err


@pytest.mark.parametrize("command", [("ask",), ("ask", "--not", "BRUNO"), ("ask", "culprit = ANNA")])
def test_of_a_contradictory_case_nothing_is_proved(command, run, put, valid):
    put("base.case", CONTRADICTORY)
    status, out, err = run(*command)
    assert 1 == status
    assert "" == out
    assert "CK402" in err
    assert "everything would follow" in err
    status, out, _ = run(*command, "--json")
    assert 1 == status
    answer = valid(out)
    assert None is answer.get("proof")
    assert None is answer.get("answer")


@pytest.mark.parametrize("command", [("ask", "bad.case"), ("ask", "bad.case", "culprit = ANNA")])
@pytest.mark.parametrize(
    ("content", "code"),
    [("== ANNA alibi\n~ culprit =\n", "CK101"), (b"\xff\xfe\x00junk", "CK902"), ("title: x\n", "CK309")],
)
def test_a_case_that_is_not_understood_gets_its_diagnostics(command, content, code, run, put):
    put("bad.case", content)
    status, out, err = run(*command)
    assert (1, "") == (status, out)
    assert code in err
    assert "there is no answer" in err


def test_why_not_tells_the_smallest_refutation(run, valid):
    status, out, _ = run("ask", "base.case", "--not", "BRUNO")
    assert 0 == status
    assert "BRUNO did not do it: this follows from 1 of 12 paths" in out
    answer = valid(run("ask", "--not", "BRUNO", "--json")[1])
    assert ("culprit", "BRUNO", False) == (answer["element"], answer["value"], answer["possible"])
    assert 1 == answer["proof"]["size"]


def test_why_not_tells_the_world_of_what_is_possible(run, put, valid):
    put("open.case", OPEN)
    status, out, _ = run("ask", "open.case", "--not", "blow")
    assert 0 == status
    assert 'Nothing rules out that "A blow on the head" is the method.' in out
    assert "Then the tin is Galley (in truth Suite)" in out
    answer = valid(run("ask", "open.case", "--not", "blow", "--json")[1])
    assert answer["possible"]
    assert "blow" == answer["world"]["facts"]["method"]
    assert ["method", "tin"] == answer["world"]["changed"]


def test_why_not_of_the_truth_says_that_it_is_true(run):
    assert "CLARA is the true culprit" in run("ask", "base.case", "--not", "CLARA")[1]


def test_why_not_of_nobody_known_names_the_nearest(run):
    status, _, err = run("ask", "base.case", "--not", "BRUNA")
    assert 1 == status
    assert "error[CK201 unknown-name]" in err
    assert "write `BRUNO`" in err


def test_ask_answers_true_with_its_proof(run, valid):
    answer = valid(run("ask", "base.case", "culprit = CLARA", "--json")[1])
    assert "true" == answer["answer"]
    assert None is answer["read"]
    assert ["? = yes"] == answer["proof"]["proves"] or ["?"] == answer["proof"]["proves"]
    assert "question" == answer["proof"]["steps"][-1]["lines"][0]["path"]


@pytest.mark.parametrize(
    ("formula", "read", "answer"),
    [
        ("culprit = CLARA", None, "true"),
        ("culprit != CLARA", None, "false"),
        ("culprit = CLARA", "", "open"),
        ("culprit = CLARA", "03", "open"),
        ("culprit = CLARA", "3,CLARA alibi", "true"),
        ("culprit = CLARA", " deck , CLARA  alibi ", "true"),
        ("owes(CLARA) and tin = suite", "01", "true"),
        ("some suspect X: owes(X)", "ANNA witness", "open"),
        ("culprit = ANNA or owes(CLARA)", "ANNA witness", "true"),
        ("culprit = victim", "", "false"),
        # Nobody but CLARA can be in the suite, and she must be, or it would have no culprit.
        ("room(culprit) = suite", "", "true"),
        ("not (culprit = ANNA and culprit = BRUNO)", "", "true"),
    ],
)
def test_ask_knows_what_a_reader_of_some_paths_can_know(formula, read, answer, run):
    options = [] if read is None else ["--read", read]
    status, out, _ = run("ask", "base.case", formula, *options)
    assert 0 == status
    assert out.startswith(f"{answer}: ")


def test_an_open_answer_shows_two_worlds(run, valid):
    answer = valid(run("ask", "base.case", "tin = suite", "--read", "02", "--json")[1])
    assert ["02"] == answer["read"]
    assert [True, False] == [world["holds"] for world in answer["worlds"]]
    assert ["suite"] == [world["facts"]["tin"] for world in answer["worlds"] if world["holds"]]
    assert "suite" != answer["worlds"][1]["facts"]["tin"]
    text = run("ask", "base.case", "tin = suite", "--read", "02")[1]
    assert "true:  So it is in truth." in text
    assert "false: Suppose" in text


def test_a_world_tells_of_the_lies_that_its_reader_has_met(run):
    # CLARA lies in truth too, which is nothing new; BRUNO's alibi was not read.
    text = " ".join(run("ask", "culprit = CLARA", "--read", "ANNA alibi, CLARA alibi")[1].split())
    assert "What ANNA alibi tells would be a lie." in text
    assert "BRUNO alibi" not in text.partition("false:")[2]
    assert "CLARA alibi tells" not in text


def test_worlds_in_which_the_formula_has_no_value_do_not_count(run, put, valid):
    # In an accident nobody is anywhere as culprit; of all other worlds the rule says where he was.
    anybody = BASE.replace("~ culprit != victim and culprit != nobody", "~ culprit != victim")
    put("base.case", anybody)
    assert run("ask", "room(culprit) = suite", "--read", "")[1].startswith("true: ")
    # What can have no value at all is neither true nor false.
    accident = anybody.replace("room(culprit) = suite", "culprit = nobody").replace("culprit = CLARA\n", "")
    accident = accident.replace("motive = debt\n", "").replace("~ lie room(CLARA) = deck", "~ owes(CLARA)")
    put("base.case", accident)
    answer = valid(run("ask", "room(culprit) = suite", "--read", "", "--json")[1])
    assert ("open", "no value", []) == (answer["answer"], answer["reason"], answer["worlds"])
    for bare in ([], ["--bare"]):
        assert "have no value" in run("ask", "room(culprit) = suite", "--read", "", *bare)[1]
    assert "reason" not in valid(run("ask", "tin = galley", "--read", "", "--json", "--bare")[1])
    assert run("ask", "room(culprit) = none", "--read", "")[1].startswith("true: ")


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("culprit = CLARRA", "CK201"),
        ("culprit == CLARA", "CK105"),
        ("culprit =", "CK101"),
        ("room(CLARA)", "CK204"),
        ("room(CLARA) = debt", "CK203"),
        ("", "CK101"),
        ("CLARA says owes(CLARA)", "CK101"),
    ],
)
def test_a_slip_in_a_formula_is_diagnosed_as_in_a_file(formula, code, run, valid):
    status, out, err = run("ask", "base.case", formula)
    assert (1, "") == (status, out)
    assert f"error[{code}" in err
    assert err.startswith("formula:1:")
    assert None is valid(run("ask", "base.case", formula, "--json")[1])["answer"]


@pytest.mark.parametrize(
    ("read", "code"),
    [
        ("04", "CK306"),
        ("DORA alibi", "CK306"),
        ("ANNA alibis", "CK306"),
        ("01,,nowhere", "CK306"),
        ("ANNA", "CK306"),
    ],
)
def test_an_unknown_path_is_named_with_the_nearest(read, code, run):
    status, out, err = run("ask", "base.case", "culprit = CLARA", "--read", read)
    assert (1, "") == (status, out)
    assert f"error[{code}" in err
    assert err.startswith("--read:1:")


def test_a_path_that_is_not_written_cannot_be_read(run, put):
    put("base.case", BASE.replace("== 02\nGeese, feathers and two damp aprons.\n", ""))
    status, _, err = run("ask", "culprit = CLARA", "--read", "02")
    assert 1 == status
    assert "CK301" in err


def test_an_answer_other_than_expected_fails(run):
    assert 0 == run("ask", "culprit = CLARA", "--expect", "true")[0]
    assert 1 == run("ask", "culprit = CLARA", "--expect", "open")[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "nowhere.case"),
        ("ask", "--budget", "-3"),
        ("ask", "--budget", "many"),
        ("ask", "--element", "weapon"),
        ("ask", "edition.toml"),
        ("ask", "base.case", "culprit", "=", "ANNA"),
        ("ask", "--not"),
        ("ask", "nowhere.case", "culprit = ANNA"),
    ],
)
def test_misuse(arguments, run):
    status, out, err = run(*arguments)
    assert (2, "") == (status, out) or 2 == status
    assert "" != err or status == 2


def test_the_case_may_be_left_out_only_where_it_is_clear_which(run, put):
    put("other.case", BASE)
    status = run("ask")[0]
    assert 2 == status


def test_an_answer_with_one_other_is_refuted_by_the_other(run, valid):
    assert """\
base.case: The Last Soup
The method is not "A blow on the head": this follows from 1 of 12 paths, and one is enough.

  1  01     "has rolled under the bed"
            So the tin is Suite.
  2  rules  "nobody brings a tin of rat poison to the suite for the rats"  that is, the method is
            "Rat poison in the soup" if, and only if, the tin is Suite
            So (1) the method is "Rat poison in the soup".
""" == run("ask", "base.case", "--not", "blow")[1]
    assert ["method != blow"] == valid(run("ask", "--json", "--not", "blow")[1])["proof"]["proves"]


def test_an_answer_without_another_needs_no_line(run, put):
    put(
        "one.case",
        BASE.replace('method blow   "A blow on the head"\n', "").replace("method = poison iff", "//"),
    )
    status, out, _ = run("ask", "one.case", "--element", "method")
    assert 0 == status
    assert '  1  It can be nothing else: the method is "Rat poison in the soup".\n' in out


def test_two_worlds_name_the_fact_that_tells_them_apart_though_the_truth_leaves_it_open(run, valid):
    out = run("ask", "base.case", "owes(ANNA)")[1]
    assert 'Then "owes" is true of ANNA (open in truth).' in out
    assert 'Then "owes" is not true of ANNA (open in truth).' in out
    worlds = valid(run("ask", "--json", "base.case", "owes(ANNA)")[1])["worlds"]
    assert [["owes(ANNA)"], ["owes(ANNA)"]] == [world["apart"] for world in worlds]
    assert ["yes", "no"] == [world["facts"]["owes(ANNA)"] for world in worlds]


@pytest.mark.parametrize(("formula", "answer"), [("culprit = CLARA", "true"), ("owes(ANNA)", "open")])
def test_a_bare_answer_looks_for_no_proof_and_no_worlds(formula, answer, run, valid, monkeypatch):
    def never(*_):
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr("casekit.deduce.proofs.prover.prove", never)
    monkeypatch.setattr("casekit.deduce.proofs.prover.nearest_world", never)
    assert f"{answer}: {formula}\nFor a reader of everything.\n" == run("ask", "--bare", formula)[1]
    found = valid(run("ask", "--bare", "--json", formula)[1])
    assert (answer, None, []) == (found["answer"], found["proof"], found["worlds"])


def test_the_answer_that_readers_will_prove_is_no_rival(run, put):
    put("open.case", BASE.replace("culprit = CLARA\n", "").replace("room(BRUNO) = galley\nowes", "owes"))
    out = run("ask", "open.case", "--not", "CLARA")[1]
    assert "CLARA is the culprit that readers will prove: nothing can speak against it." in out


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("annna", "name one of "),
        ("anna", "write `ANNA`"),
        ("Clra", "write `CLARA`"),
        ("poisen", "write `poison`"),
    ],
)
def test_a_misspelt_answer_gets_one_of_its_own_kind(name, hint, run):
    assert f"= help: {hint}" in run("ask", "base.case", "--not", name)[2]


def test_an_answer_that_does_not_exist_is_no_suspect(run, put):
    put("edition.toml", base_of("midnight", "base.toml").replace("BRUNO", "GRETA"))
    put("base.case", BASE.replace("BRUNO", "GRETA"))
    assert "name one of ANNA, GRETA, CLARA" in run("ask", "base.case", "--not", "greed")[2]

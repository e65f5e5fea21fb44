"""Every command on cases that lack something, or have one of it only: an answer or a finding, never a fault of ours."""

import re
import unicodedata

import pytest

from casekit.kit.code_registry import base_of

BASE = base_of()
STATEMENTS = re.compile(r"^~ .*\n", re.MULTILINE)
SOLITARY = (
    base_of("midnight", "base.toml")
    .replace('  { letter = "B", name = "BRUNO", cabin = 2 },\n', "")
    .replace('  { letter = "C", name = "CLARA", cabin = 3 },\n', "")
)


def _without(heading, text=BASE):
    """A text without the block of a heading."""
    return re.sub(rf"^== {heading}\n.*?(?=^== )", "", text, flags=re.DOTALL | re.MULTILINE)


def _only(heading, text):
    """The base case with another content in one block."""
    return re.sub(rf"(?<=^== {heading}\n).*?(?=^== )", f"{text}\n\n", BASE, flags=re.DOTALL | re.MULTILINE)


def _dropping(*lines, text=BASE):
    """A text without the lines that begin so."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(lines))


NO_RULES = _without("rules")
PLAIN = _dropping("~ ", text=_without("facts", NO_RULES))
"""A case in which nothing is said in logic but the three answers."""

CASES = {
    "no truth": _without("truth"),
    "an empty truth": _only("truth", ""),
    "no terms": _without("terms"),
    "no method": _dropping("method "),
    "no motive": _dropping("motive "),
    "one method": _dropping("method blow", "method = poison iff"),
    "one motive": _dropping("motive envy"),
    "an accident among the motives": BASE.replace("method poison ", 'motive none "Nobody"\nmethod poison '),
    "nobody lies": BASE.replace("victim:", "liar: never\nvictim:", 1),
    "the culprit must lie": BASE.replace("victim:", "liar: must\nvictim:", 1),
    "suicide": BASE.replace("culprit != victim and culprit != nobody", "culprit = victim"),
    "meant as suicide": BASE.replace("culprit != victim and culprit != nobody", "culprit = victim").replace(
        "culprit = CLARA", "culprit = victim"
    ),
    "accident": PLAIN.replace("culprit = CLARA\nmotive = debt", "culprit = nobody").replace(
        "\n\n== terms", "\n~ culprit = nobody\n\n== terms"
    ),
    "wrong culprit": BASE.replace("culprit = CLARA", "culprit = BRUNO"),
    "wrong motive": BASE.replace("motive = debt\n", "motive = envy\n"),
    "wrong method": BASE.replace("method = poison\n", "method = blow\n"),
    "contradictory": BASE.replace("damp aprons.", "damp aprons.\n~ not owes(CLARA)"),
    "contradictory truth": BASE.replace("motive = debt\n", "motive = debt and motive = envy\n"),
    "empty facts": _only("facts", ""),
    "no facts": _without("facts", PLAIN),
    "no rules": NO_RULES,
    "nothing told": _dropping("~ "),
    "nothing but answers": PLAIN,
    "all given": BASE.replace(
        "culprit != victim and culprit != nobody", "culprit = CLARA and motive = debt and method = poison"
    ),
    "hints alone": BASE.replace("~ lie ", "~ ").replace("~ ", "~ hint "),
    "empty": "",
}

ALONE = re.sub("CLARA|BRUNO", "ANNA", _without("BRUNO .*?", _without("CLARA .*?")))

COMMANDS = (
    ["check", "base.case"],
    ["check", "base.case", "--balance", "--json"],
    ["ask", "--all"],
    ["ask", "--json", "--svg", "proof.svg", "--html", "proof.html"],
    *(["ask", "--not", name] for name in ("CLARA", "nobody", "blow", "greed")),
    ["ask", "--json", "--not", "none"],
    ["ask", "culprit = ANNA"],
    ["ask", "--json", "method = poison and motive != none"],
    ["ask", "--read", "", "room(culprit) = suite"],
    ["report"],
    ["report", "--json", "--html", "report.html"],
    ["review"],
    ["review", "--json"],
    ["review", "--html", "--output", "review.html"],
    ["review", "--blind", "--output", "blind.html"],
)


@pytest.fixture
def answers(run):
    """Gives every command the case of the folder, and sees that each says something and none fails."""

    def every():
        for command in COMMANDS:
            status, out, err = run(*command)
            assert status in {0, 1}, (command, err)
            assert (out + err).strip(), command

    return every


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_every_command_answers_or_says_why_not(text, put, answers):
    put("base.case", text)
    answers()


@pytest.mark.parametrize("text", [ALONE, ALONE.replace("~ culprit", "// ~ culprit")])
def test_one_suspect_is_enough(text, put, answers):
    put("edition.toml", SOLITARY)
    put("base.case", text)
    answers()


SPELT = [("DENİZ", "deniz"), ("ILGIN", "Ilgın"), ("ΝΙΚΟΣ", "Νίκος"), ("WEISS", "Weiß"), ("E\u0301VA", "éva")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "small"), SPELT)
def test_a_suspect_may_have_a_name_of_any_script(name, small, put, answers, run):
    put("edition.toml", base_of("midnight", "base.toml").replace("BRUNO", name))
    text = BASE.replace("BRUNO", unicodedata.normalize("NFC", name))
    put("base.case", text.replace("damp aprons.", f"damp aprons, and a third, of {small}, at fıve o'clock."))
    answers()
    assert "CK122" in run("check", "base.case")[1]
    status, made, err = run("build", "base.case")
    assert status == 0, err
    assert "base-booklet.pdf" in made

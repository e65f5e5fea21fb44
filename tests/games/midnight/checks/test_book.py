"""What is printed against what is proved: each of these once passed without a finding."""

from dataclasses import replace
from pathlib import Path

import pytest

from casekit.games.midnight.language.edition_file import load_edition
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition

BASE = base_of()


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        # a line of logic without its mark, in the prose and behind it
        ("CK136", '~ owes(CLARA) "in debt to Otto"', 'owes(CLARA) "in debt to Otto"'),
        ("CK136", "I thought nothing of it.", "I thought nothing of it. ~ owes(ANNA)"),
        ("CK136", "I thought nothing of it.", 'I thought: "room(ANNA) = suite".'),
        ("CK136", "~ BRUNO says room(ANNA) = galley", "BRUNO says room(ANNA) = galley"),
        # a law that is nowhere in the book, one that quotes what is nowhere, and one that is an answer
        ("CK508", ' "Whoever owed him money had no other reason"', ""),
        ("CK126", ' "Whoever owed him money had no other reason"', ' "Whoever owed him a fortune"'),
        ("CK509", "room(culprit) = suite ", "culprit = CLARA "),
        # a solution that names somebody else, and one that is not true
        ("CK138", "CLARA owed Otto more", "BRUNO owed Otto more"),
        ("CK411", '~ culprit = CLARA "CLARA owed', '~ owes(CLARA) and tin = galley "CLARA owed'),
    ],
)
def test_prose_and_logic_that_part_are_reported(code, old, new, found):
    assert old in BASE
    assert code in found(BASE.replace(old, new, 1), whole=True)


def test_swapped_paragraphs_are_said_to_be_swapped(check):
    one = "I was in the galley with BRUNO from ten until one, plucking geese."
    other = "I was out on deck until long past midnight, counting stars."
    text = BASE.replace(one, "@").replace(other, one).replace("@", other)
    assert [
        '"in the galley with BRUNO" is not in this paragraph, but in CLARA alibi',
        '"out on deck" is not in this paragraph, but in ANNA alibi',
    ] == [each.message for each in check(text, whole=True).diagnostics if each.code.id == "CK126"]


@pytest.mark.parametrize(
    "prose",
    [
        "He said = and nothing more.",
        "Some people (I name no names) owe him money.",
        "The sum was 4 > 3, he said, and not a penny more.",
        'She whispered: "Not I!"',
        "not a soul",
        "about ~20 people",
    ],
)
def test_prose_is_no_logic(prose, found):
    assert [] == found(
        BASE.replace("I thought nothing of it.", f"I thought nothing of it.\n{prose}"), whole=True
    )


def test_a_supported_answer_is_enough_where_the_header_says_so(found):
    fragment = "== 01\nOtto's notebook names CLARA: four thousand. The soup has an odd smell.\n"
    fragment += '~ owes(CLARA) "four thousand"\n~ hint method = poison "an odd smell"\n'
    assert ["CK503"] == found(fragment)
    assert [] == found(f"certainty: supported\n\n{fragment}")


def test_an_edition_may_ask_for_quotations(check, loaded_edition):
    text = BASE.replace(' "in the galley with BRUNO"', "")
    assert () == check(text, whole=True).diagnostics
    strict = replace(loaded_edition, settings=replace(loaded_edition.settings, quotations="required"))
    (problem,) = check(text, whole=True, loaded_edition=strict).diagnostics
    assert "CK137" == problem.code.id


def test_a_general_rule_needs_a_sentence_and_its_words_are_cited(check):
    rule = '[[rules]]\nformula = "culprit != victim"\nsentence = "Nobody kills himself."\n'
    edition, problems = load_edition(
        f"{base_of('midnight', 'base.toml')}\n{rule}".encode(), Path("edition.toml")
    )
    assert () == problems
    assert () == check("", loaded_edition=LoadedEdition(edition)).diagnostics


@pytest.mark.parametrize(
    "wrong", ["rules = [3]", 'rules = "x"', "[[rules]]\nsentence = 'x'", 'quotations = "never"']
)
def test_a_wrong_setting_is_reported(wrong):
    text = (
        f"{wrong}\n{base_of('midnight', 'base.toml')}"
        if "[[" not in wrong
        else f"{base_of('midnight', 'base.toml')}\n{wrong}\n"
    )
    edition, problems = load_edition(text.encode(), Path("edition.toml"))
    assert edition is None
    assert {"CK801"} == {each.code.id for each in problems}


def test_a_claim_that_stands_for_too_much_is_reported(found):
    deep = " ".join(f"every suspect X{n}: " for n in range(14)) + "owes(X0)"
    assert ["CK904"] == found(f"== solution\nIt was CLARA.\n~ shown {deep}\n")


def test_paths_of_the_solution_that_are_not_needed_are_named(check):
    fragment = (
        "== solution\nCLARA, said everybody.\n~ shown culprit = CLARA by ANNA alibi, 03, CLARA alibi, 02\n"
    )
    (problem,) = check(fragment).diagnostics
    assert ("CK620", "note") == (problem.code.id, problem.code.severity)
    assert problem.message.endswith("follows without 2 of the paths that the solution names: ANNA alibi, 02")
    assert problem.hint.startswith("leave them out after `by`")


def test_a_shortcut_is_named_with_its_paths(check):
    fragment = (
        "== ANNA alibi\nBRUNO? As surely in the galley as CLARA owed Otto money.\n"
        '~ room(BRUNO) = galley iff owes(CLARA) "in the galley"\n\n'
        "== solution\nCLARA, said everybody.\n~ shown culprit = CLARA by ANNA alibi, ANNA witness, BRUNO alibi\n"
    )
    (problem,) = check(fragment).diagnostics
    assert ("CK620", "note") == (problem.code.id, problem.code.severity)
    assert problem.message.endswith("from fewer paths than the solution tells: CLARA alibi, 03")


def test_a_shared_paragraph_counts_once(found):
    shared = (
        "== 01, 02\nOtto's notebook, open at the name of CLARA; an empty tin; and wet paint on all of the deck.\n"
        "~ owes(CLARA)\n~ tin = suite\n~ no suspect X: room(X) = deck\n\n== - 01\n\n== - 02\n\n"
        "== 03\nThe paint is wet.\n\n"
    )
    told = "== solution\nCLARA, by the wet paint.\n~ shown culprit = CLARA by 01, 02, CLARA alibi\n"
    assert ["CK308"] == found(shared + told)
    assert ["CK620", "CK308"] == found(shared + told.replace("CLARA alibi", "CLARA alibi, 03"))


@pytest.mark.parametrize(
    "accusation",
    [
        "It was CLARA, I saw her face.",
        "CLARA did it.",
        "CLARA killed him, with his own soup.",
        "Mark my words, CLARA poisoned Otto.",
        "The murderer is CLARA!",
        "CLARA is the killer.",
        "I saw CLARA do it.",
        "It was CLARA who did it.",
    ],
)
def test_an_accusation_that_no_line_makes_is_reported(accusation, found):
    paragraph = "== BRUNO witness\nMy tin of rat poison was gone. {}\n{}"
    assert ["CK142"] == found(paragraph.format(accusation, "~ hint owes(culprit)\n"))
    assert [] == found(paragraph.format(accusation, "~ hint culprit = CLARA\n"))


@pytest.mark.parametrize(
    "prose",
    [
        "Was it CLARA? It was CLARA?",
        "If it was CLARA, she hid it well.",
        "I do not say it was CLARA.",
        "It was CLARA who brought me the bread.",
        "It was CLARA, he told me.",
        "CLARA killed a goose.",
        "They say CLARA did it.",
        "It was not CLARA.",
    ],
)
def test_less_than_an_accusation_is_none(prose, found):
    assert [] == found(f"== BRUNO witness\nMy tin of rat poison was gone. {prose}\n~ hint owes(CLARA)\n")


@pytest.mark.parametrize(
    ("language", "prose"),
    [
        ("fr", "C'était CLARA, je l'ai vue."),
        ("fr", "L'assassin, c'est CLARA."),
        ("fr", "CLARA l\u2019a tué."),
    ],
)
def test_an_accusation_is_known_in_the_language_of_the_edition(language, prose, check, loaded_edition):
    text = f"== BRUNO witness\nMa boîte avait disparu. {prose}\n~ hint owes(culprit)\n"
    speaking = {
        tag: replace(loaded_edition, settings=replace(loaded_edition.settings, language=tag))
        for tag in (language, "de")
    }
    found = {
        tag: [each.code.id for each in check(text, loaded_edition=of).diagnostics]
        for tag, of in speaking.items()
    }
    assert {language: ["CK142"], "de": []} == found


def test_it_was_somebody_may_answer_who_came_in(found):
    paragraph = (
        "== BRUNO witness\nMy tin was gone. Somebody came in for bread. It was CLARA, in a wet coat.\n"
    )
    assert [] == found(f"{paragraph}~ hint owes(CLARA)\n")


def test_an_alibi_whose_line_was_deleted_is_reported(found):
    line = '~ room(ANNA) = galley and room(BRUNO) = galley "in the galley with BRUNO"\n'
    assert line in BASE
    assert ["CK143"] == found(BASE.replace(line, "", 1), whole=True)


@pytest.mark.parametrize(
    ("codes", "prose"),
    [
        ([], "He sent back my soup twice."),
        ([], "I hold with nobody who wastes soup."),
        ([], "At half past eleven there was still soup."),
        (["CK143"], "At half past eleven CLARA still had her soup."),
        (["CK143"], "CLARA came down to the galley."),
    ],
)
def test_prose_without_a_line_may_name_no_place_and_no_time(codes, prose, found):
    assert codes == found(f"== BRUNO motive\n{prose} One does not kill for soup.\n")


def test_a_paragraph_may_name_the_place_where_it_is_found(found):
    assert [] == found("== 02\nThe galley smells of geese, and of nothing else. In the galley all is well.\n")

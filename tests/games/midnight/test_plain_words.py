"""Lines of a case as people read them: who says it, how far it is to be believed, what it says."""

from dataclasses import replace

import pytest

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.language.resolver import resolve
from casekit.games.midnight.theory.verbalizer import CaseVerbalizer
from casekit.games.midnight.theory.wording import CaseWording
from casekit.kit.code_registry import base_of
from casekit.language.syntax.canonical_form import heading_text
from casekit.language.syntax.parser import parse
from casekit.logic.theory import Assertion, Fact
from tests.overlay import overlay

FACTS = """\
== facts
room(suspect): location "(1) was in (value)" "(1) was not in (value)"
owes(suspect) "(1) owed Otto money" "(1) owed Otto nothing"
tin: location           // where the tin of rat poison is
author: person "(value) wrote the letter" "(value) did not write the letter"
"""


@pytest.fixture
def read(loaded_edition):
    """The sentence of the last line of a block, and the words of its case."""

    def sentence(block, *, language="en", header="", texts=True):
        places = tuple(
            replace(at, text=f"the {at.slug}" if texts else "") for at in loaded_edition.settings.locations
        )
        edition = replace(loaded_edition.settings, language=language, locations=places)
        tree, problems = parse(Source("x", overlay(base_of(), f"{header}{FACTS}{block}")), CASE)
        assert () == problems
        words = CaseVerbalizer(resolve(tree, edition).document)
        heading = block.partition("\n")[0].removeprefix("== ")
        (found,) = [each for each in tree.blocks if heading == heading_text(each.heading, CASE)]
        return words.statement(found.items[-1], found.heading), words

    return sentence


@pytest.mark.parametrize(
    ("block", "english", "french"),
    [
        (
            "== 02\nGeese.\n~ room(ANNA) = galley",
            "ANNA was in the galley.",
            "ANNA was in the galley.",
        ),
        (
            "== ANNA alibi\nGeese.\n~ owes(BRUNO)",
            "ANNA says (true unless ANNA did it): BRUNO owed Otto money.",
            "ANNA dit (vrai sauf si ANNA a fait le coup)\N{NO-BREAK SPACE}: BRUNO owed Otto money.",
        ),
        (
            "== CLARA witness\nGeese.\n~ BRUNO says not owes(ANNA)",
            "CLARA says that BRUNO says (true unless CLARA did it or BRUNO did it): ANNA owed Otto nothing.",
            (
                "CLARA dit que BRUNO dit (vrai sauf si CLARA a fait le coup ou BRUNO a fait le coup)"
                "\N{NO-BREAK SPACE}: ANNA owed Otto nothing."
            ),
        ),
        (
            "== CLARA alibi\nGeese.\n~ lie room(CLARA) = deck",
            "CLARA says, which is a lie: CLARA was in the deck.",
            "CLARA dit, et c'est un mensonge\N{NO-BREAK SPACE}: CLARA was in the deck.",
        ),
        (
            "== 02\nGeese.\n~ hint culprit = nobody",
            "Only a hint: it was an accident.",
            "Simple indice\N{NO-BREAK SPACE}: c'était un accident.",
        ),
        (
            "== BRUNO motive\nGeese.\n~ hint culprit = victim",
            "What BRUNO says hints at this and proves nothing: it was suicide.",
            "Ce que BRUNO dit le suggère sans rien prouver\N{NO-BREAK SPACE}: c'était un suicide.",
        ),
        (
            "== 02\nGeese.\n~ victim says motive = none",
            "The victim says (true unless it was suicide): nobody had a motive.",
            "La victime dit (vrai sauf si c'était un suicide)\N{NO-BREAK SPACE}: personne n'avait de mobile.",
        ),
        (
            "== 02\nGeese.\n~ author says owes(BRUNO)",
            "Whoever wrote the letter says (true unless whoever wrote the letter did it): BRUNO owed Otto money.",
            (
                "La personne qui wrote the letter dit (vrai sauf si la personne qui wrote the letter a fait le coup)"
                "\N{NO-BREAK SPACE}: BRUNO owed Otto money."
            ),
        ),
        (
            "== rules\ncommon motive = debt iff owes(culprit)",
            'Every reader takes for granted: the motive is "To be rid of a debt" if, and only if, the culprit owed Otto money.',
            (
                "Chaque lecteur tient pour acquis\N{NO-BREAK SPACE}: le mobile est «\N{NO-BREAK SPACE}To be rid of a debt"
                "\N{NO-BREAK SPACE}» si, et seulement si, le coupable owed Otto money."
            ),
        ),
        (
            '== rules\nculprit in { ANNA, nobody } "whoever killed him was in the suite"',
            "Every reader is told: ANNA did it or it was an accident.",
            "Chaque lecteur apprend\N{NO-BREAK SPACE}: ANNA a fait le coup ou c'était un accident.",
        ),
        (
            "== solution\nCLARA.\n~ shown culprit = CLARA by ANNA witness, 01",
            "Readers of ANNA witness and 01 can know: CLARA did it.",
            "Qui a lu ANNA witness et 01 peut savoir\N{NO-BREAK SPACE}: CLARA a fait le coup.",
        ),
        (
            "== solution\nCLARA.\n~ shown culprit = CLARA",
            "Readers of everything can know: CLARA did it.",
            "Qui a tout lu peut savoir\N{NO-BREAK SPACE}: CLARA a fait le coup.",
        ),
        (
            "== truth\nsteps(room(ANNA), deck) <= 1",
            "The number of moves from the place in which ANNA was to the deck is at most 1.",
            "Le nombre de déplacements de «\N{NO-BREAK SPACE}room\N{NO-BREAK SPACE}» pour ANNA à the deck est d'au plus 1.",
        ),
        (
            "== truth\nroom(ANNA) = tin",
            "ANNA was in the same place as the tin (where the tin of rat poison is).",
            "ANNA was in le même lieu que «\N{NO-BREAK SPACE}tin\N{NO-BREAK SPACE}» (where the tin of rat poison is).",
        ),
    ],
)
def test_a_line_is_a_sentence_with_who_says_it(block, english, french, read):
    assert (english, french) == (read(f"{block}\n")[0], read(f"{block}\n", language="fr")[0])


@pytest.mark.parametrize(
    ("liar", "english"),
    [
        ("never", "CLARA says that BRUNO says: ANNA owed Otto money."),
        (
            "must",
            "CLARA says that BRUNO says (false if BRUNO did it; open if CLARA did it; else true): ANNA owed Otto money.",
        ),
    ],
)
def test_who_lies_is_as_the_header_has_it(liar, english, read):
    line = "== CLARA witness\nGeese.\n~ BRUNO says owes(ANNA)\n"
    assert english == read(line, header=f"liar: {liar}\n")[0]


def test_prose_is_no_line(read):
    assert "" == read("== 02\nGeese.\n")[0]


def test_locations_without_a_text_are_called_by_their_names(read):
    assert "ANNA was in Galley." == read("== 02\nGeese.\n~ room(ANNA) = galley\n", texts=False)[0]


def test_a_fact_is_a_clause_and_so_is_its_opposite(read):
    words = read("== 02\nGeese.\n")[1]
    fact = Fact("culprit", (), "ANNA")
    assert "ANNA did it" == words.fact(fact)
    assert "ANNA did not do it" == words.fact(fact, holds=False)
    assert "it was an accident" == words.fact(Fact("culprit", (), "nobody"))
    assert "nobody had a motive" == words.fact(Fact("motive", (), "none"))
    assert "the suite" == words.value("suite")


def test_a_case_with_mistakes_has_plain_words_for_what_was_understood(check):
    checked = check(f'{FACTS}odd(nobody) "(1) was odd"\n== 02\nGeese.\n~ owes(NOBODY)\n')
    words = CaseVerbalizer(checked.document)
    assert "ANNA owed Otto nothing" == words.fact(Fact("owes", ("ANNA",), "no"))


@pytest.mark.parametrize(
    ("told", "element", "values"),
    [
        ("it was neither an accident nor suicide", "culprit", ["nobody", "victim"]),
        ("the culprit is neither ANNA nor BRUNO", "culprit", ["ANNA", "BRUNO"]),
        ("the culprit is not ANNA, BRUNO or CLARA", "culprit", ["ANNA", "BRUNO", "CLARA"]),
        ("ANNA did not do it and it was no suicide", "culprit", ["ANNA", "victim"]),
        ("the culprit is neither ANNA nor BRUNO and it was no accident", "culprit", ["ANNA", "nobody", "BRUNO"]),
        ('the motive is neither "To be rid of a debt" nor "Out of envy"', "motive", ["debt", "envy"]),
    ],
)  # fmt: skip
def test_what_is_denied_together_is_said_in_english(told, element, values, check):
    wording = CaseWording(check("== 02\nGeese.\n").document)
    facts = [Fact(element, (), value) for value in values]
    assert [told] == [*wording.clauses([Assertion(fact, holds=False) for fact in facts])]

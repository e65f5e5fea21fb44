"""Proofs of puzzles in the words of the table, and since which line something is certain."""

import pytest

from casekit.analysis.joined_steps import join
from casekit.analysis.proof_page import proof_page
from casekit.analysis.proof_text import ProofWriter
from casekit.analysis.queries import ask, prove_solution, why_not
from casekit.analysis.verdict_text import verdict_as_json, verdict_in_words
from casekit.games.clue.theory import Evidence, clauses
from casekit.kit.transcripts import codes as transcript_codes
from casekit.kit.transcripts.analysis import TranscriptAnalysis as PuzzleInquiry
from casekit.kit.transcripts.theory import Clause
from tests.games.clue.making import generate

PLAY = (
    "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
    "MUSTARD suggests mustard, revolver, kitchen: WHITE shows",
    "SCARLET suggests mustard, rope, study: MUSTARD passes, WHITE passes",
    "SCARLET suggests green, candlestick, kitchen: MUSTARD shows candlestick",
    "SCARLET suggests green, revolver, hall: MUSTARD passes, WHITE shows revolver",
)


@pytest.fixture
def analysis(table):
    return PuzzleInquiry(table(*PLAY))


def steps_of(analysis):
    return [step.says for step in ProofWriter(analysis).steps(prove_solution(analysis).proof)]


def test_steps_quote_who_passed_and_who_showed_in_which_line(analysis):
    assert [
        "MUSTARD and WHITE passed on mustard in line 3, and it is not in SCARLET's hand, so the suspect is mustard.",
        (
            "MUSTARD showed candlestick in line 4, knife and rope are in SCARLET's hand, and WHITE showed pipe in line 1 "
            "and revolver in line 5, so the weapon is wrench."
        ),
        "MUSTARD and WHITE passed on study in line 3, and it is not in SCARLET's hand, so the room is study.",
    ] == steps_of(analysis)


def test_one_of_three_cards_was_shown(table):
    analysis = PuzzleInquiry(table(*PLAY[:3], "MUSTARD suggests mustard, revolver, study: WHITE shows"))
    reply, _ = ask(analysis, "holder(revolver) = WHITE")
    assert (
        "WHITE showed mustard, revolver or study, but passed on mustard and study in line 3, so WHITE holds revolver."
        in " ".join(reply.in_words(200).split())
    )


def test_suppositions_and_hands_that_are_full():
    told = steps_of(PuzzleInquiry(generate(3, "expert", 1).puzzle))
    assert (
        "SCARLET has 6 cards, showed rope in line 2, scarlet in line 13, knife in line 14 and dining in line 15, and "
        "holds peacock (2) and wrench (4), so SCARLET holds neither revolver nor study." in told
    )
    assert (
        "SCARLET showed white, revolver or study, but passed on white in line 5, and holds neither revolver nor study "
        "(5): that cannot be." in told
    )
    assert "Suppose the weapon is not wrench." in told
    assert "So that was wrong (6): the weapon is wrench." in told


def test_who_holds_no_card_of_a_suggestion_holds_none_of_them():
    found = [Evidence("known", "BEN", card, holds=False, cited="3, 4") for card in ("plum", "study")]
    assert [Clause("BEN", "holds none of them (3, 4)")] == clauses(found, ("plum", "study"))
    assert [Clause("BEN", "holds neither plum nor study (3, 4)")] == clauses(found, ("plum", "study", "rope"))


def test_a_rule_that_begins_the_sentence_is_not_shown_beside_it():
    analysis = PuzzleInquiry(generate(3, "expert", 1).puzzle)
    steps = ProofWriter(analysis).steps(prove_solution(analysis).proof)
    full = next(step for step in steps if step.says.startswith("SCARLET has 6 cards"))
    assert "players" in [cited.path for cited in full.cited]
    assert "players" not in [cited.path for cited in full.shown]


def test_an_open_answer_does_not_tell_the_whole_truth(table):
    analysis = PuzzleInquiry(table(*PLAY[:1]))
    reply, _ = ask(analysis, "holder(white) = WHITE")
    assert "  true:  So it is in truth." in reply.in_words(200)


def test_the_verdict_says_since_when(analysis):
    told = verdict_in_words(analysis)
    assert "  solved since line 5" in told
    assert "mustard: certain since line 3" in told
    content = verdict_as_json(analysis)
    since = {name: element["since"] for name, element in content["elements"].items()}
    assert ("5", {"who": "3", "weapon": "5", "room": "3"}) == (content["since"], since)


def test_the_verdict_quotes_all_answers_of_a_line_together(analysis):
    told = verdict_in_words(analysis)
    # Once for the suspect and once for the room.
    assert 2 == told.count('"SCARLET suggests mustard, rope, study: MUSTARD passes, WHITE passes"')
    assert 2 == told.count("line 3  ")


def test_what_is_open_has_no_since(table):
    content = verdict_as_json(PuzzleInquiry(table(*PLAY[:2])))
    assert "since" not in content
    assert not any("since" in element for element in content["elements"].values())


@pytest.mark.parametrize(
    ("read", "since"), [(None, "3"), ("1-3", "3"), ("3, 5", "3"), ("1,2", None)], ids=str
)
def test_since_which_line_a_formula_has_an_answer(analysis, read, since):
    reply, problems = ask(analysis, "room = study", read)
    assert ((), since) == (problems, reply.since)


def test_what_is_certain_from_the_start(analysis):
    reply, _ = ask(analysis, "holder(rope) = SCARLET")
    assert "" == reply.since
    assert "It is certain from the start." in reply.in_words(200)


def test_why_not(analysis):
    rebuttal, _ = why_not(analysis, "pipe")
    assert "1" == rebuttal.since
    assert "WHITE showed pipe in line 1, so the weapon is not pipe." in rebuttal.in_words(200)


def test_why_not_reads_who_showed_the_last_card_of_a_kind(table):
    analysis = PuzzleInquiry(table(*PLAY[:1], "SCARLET suggests white, wrench, study: MUSTARD shows wrench"))
    rebuttal, _ = why_not(analysis, "wrench")
    told = ProofWriter(analysis).steps(rebuttal.proof)
    assert ["MUSTARD showed wrench in line 2, so the weapon is not wrench."] == [step.says for step in told]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1-9", "`1-9` does not name lines of the play, which has 5"),
        ("x", "`x` does not name lines of the play, which has 5"),
        ("0", "`0` does not name lines of the play, which has 5"),
        ("4-2", "`4-2` ends before it begins"),
    ],
)
def test_lines_that_are_not_there(analysis, text, message):
    named, problems = analysis.sources_named(text)
    assert () == named
    assert [(transcript_codes.NO_SUCH_LINE, message)] == [(each.code, each.message) for each in problems]


def test_lines_are_named_by_ranges(analysis):
    assert (("1", "2", "3", "5"), ()) == analysis.sources_named(" 5, 1-3,2 ")
    assert "lines 1 to 3 and 5" == analysis.wording.read(("1", "2", "3", "5"))
    assert "line 2" == analysis.wording.read(("2",))


@pytest.mark.parametrize("seed", range(4))
def test_joining_keeps_every_line_and_names_only_earlier_steps(seed):
    analysis = PuzzleInquiry(generate(3 + seed % 4, "expert", seed).puzzle)
    proof = prove_solution(analysis).proof
    steps = join(proof.steps, proof.goal, analysis.wording.needs_no_step)
    cited = {line for step in steps for line in (*step.lines, *step.read)}
    assert set(proof.lines) == cited
    assert all(premise < step.number for step in steps for premise in step.premises)


def test_a_page_links_the_steps_that_a_sentence_names():
    analysis = PuzzleInquiry(generate(3, "expert", 1).puzzle)
    page = proof_page(analysis, prove_solution(analysis).proof)
    assert 'holds peacock (<a href="#step-2">2</a>) and wrench (<a href="#step-4">4</a>)' in page
    assert '<span class="path">line 15</span>' in page


def test_a_page_says_since_when(analysis):
    assert "no fewer will do. It is certain since line 5.</p>" in proof_page(
        analysis, prove_solution(analysis).proof
    )

"""Legality of a puzzle, and the words for one that is not fit to be printed."""

from casekit.games.clue.asking.evidence_words import WORDS
from casekit.games.clue.checks.deal_rules import deal_breaches
from casekit.games.clue.checks.transcript_rules import transcript_breaches, unnamed_cards
from casekit.games.clue.deck import ENVELOPE
from casekit.games.transcripts.checks.breaches import RuleWords, TranscriptRules
from casekit.games.transcripts.hands.holdings import in_truth
from casekit.model.theory import Rival


def _deal_in_words(rival: Rival) -> str:
    """The holders in a rival deal, where it differs from the truth; without a truth, what the envelope holds."""
    cards = [(*fact.arguments, fact.value) for fact in rival.changed if fact.arguments]
    if not cards:
        cards = [(*fact.arguments, fact.value) for fact in rival.world if fact.value == ENVELOPE]
    cards.sort(key=lambda held: held[1] != ENVELOPE)
    return ", ".join(f"{WORDS.whose(holder)} holds {card}" for card, holder in cards)


RULES = TranscriptRules(
    illegal=lambda puzzle: (*deal_breaches(puzzle), *transcript_breaches(puzzle)),
    left_out=unnamed_cards,
    answer=lambda puzzle: in_truth(puzzle, ENVELOPE),
    world=_deal_in_words,
    words=RuleWords(
        solution="the envelope",
        asked="what is in the envelope",
        whole="all three cards of the envelope",
        first="the first suggestion",
        to_begin="choose another seat or another deal",
        to_decide="add a suggestion that decides between them",
        to_fit="cut or add lines of play, or show other cards",
    ),
)

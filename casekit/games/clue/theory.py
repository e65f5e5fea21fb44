"""A puzzle as a deduction problem: what the rules, the seat's hand and each line of play say.

The second half puts the steps of a proof in words, such as "SCARLET passed on white in line 5".
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from casekit.analysis.wording import ProofStep, Support
from casekit.deduce.encoding.circuit import ASKED
from casekit.games.clue.document import (
    ENVELOPE,
    KINDS,
    TARGETS,
    WORDS,
    Accusation,
    Answer,
    Event,
    Puzzle,
    Suggestion,
    laws_for,
    looked_into,
    remarks,
)
from casekit.kit.hands import Holding, HoldingConstraint, held, lines_of_hands, sentence_of
from casekit.kit.transcripts.theory import (
    HAND,
    PLAY,
    RULE,
    RULES,
    SIZE,
    Clause,
    Deduction,
    SeatView,
    TranscriptLine,
    TranscriptTheory,
    TranscriptWording,
    TranscriptWords,
    line_of,
    placed,
    theory_of,
    together,
)
from casekit.language.blocks import FormulaTemplates
from casekit.logic.theory import Assertion
from casekit.prose.phrasing import capital, listed
from casekit.values import frozen, replace
from casekit.values.grouping import grouped

KNOWN = "known"
"""The kind of evidence from earlier steps; ``HAND`` is that of the seat's own hand."""

TECHNIQUES = {
    "all": "a card that is shown",
    "none": "a pass",
    "some": "one of three cards",
    "not all": "a wrong accusation",
}
"""The techniques of lines of play, by what they say of a hand."""

_TECHNIQUE_OF_LOOK = "a look into the envelope"


def build_theory(puzzle: Puzzle) -> TranscriptTheory:
    """The theory of a puzzle; each line of play is a source, named by its number."""
    laws = laws_for(puzzle)
    lines = (*_rules(puzzle, laws), *lines_of_hands(puzzle, laws.said, WORDS.whose), *_play(puzzle, laws))
    functions = laws.scope.functions
    return theory_of(functions, functions[1:], dict(lines))


def _rules(puzzle: Puzzle, laws: FormulaTemplates) -> Iterator[tuple[str, TranscriptLine]]:
    for kind in KINDS:
        sentence = laws.said(f"exactly 1 {kind} X: holder(X) = {ENVELOPE}")
        yield f"rule {kind}", line_of(RULE, RULES, f"the envelope holds one {kind}", sentence)
    for card in puzzle.deck.cards:
        target = TARGETS[KINDS.index(card.kind)]
        sentence = laws.said(f"{target} = {{card}} iff holder({{card}}) = {ENVELOPE}", card=card.slug)
        words = f"the {card.kind} asked for is the one in the envelope"
        yield f"rule {card.slug}", line_of(RULE, RULES, words, sentence, notation=True)


def _play(puzzle: Puzzle, laws: FormulaTemplates) -> Iterator[tuple[str, TranscriptLine]]:
    for event in puzzle.play:
        for remark in remarks(event, puzzle.seat):
            sentence = sentence_of(laws.said, remark.telling)
            line = line_of(
                PLAY,
                str(event.number),
                remark.text,
                sentence,
                remark.place,
                remark.telling,
                remark.excerpt,
            )
            yield f"play {remark.id}", line


# --- other seats ---------------------------------------------------------------------------------


def seen_by(puzzle: Puzzle, player: str) -> SeatView[Puzzle] | None:
    """A puzzle as a player saw it whose hand it gives.

    A card that the player was shown counts if the transcript names it, or if the other hand has only one of
    the three. What the player saw in the envelope counts if the truth says what is in it.
    """
    hands = {holding.holder: holding.cards for holding in held(puzzle)}
    if player not in hands:
        return None
    events = looked_into(puzzle.play, player, tuple(hands.get(ENVELOPE, ())))
    play = tuple(_with_cards_shown(event, hands) if event.player == player else event for event in events)
    is_hidden = any(_hides_cards(event) for event in play if event.player == player)
    view = replace(puzzle, seat=player, hand=Holding(player, hands[player]), play=play, truth=())
    return SeatView(view, exact=not is_hidden)


def _with_cards_shown(event: Event, hands: Mapping[str, Sequence[str]]) -> Event:
    """A player's own line: with the cards that the player was shown."""
    if isinstance(event, Accusation):
        return event
    return replace(event, answers=tuple(_with_card(event, answer, hands) for answer in event.answers))


def _hides_cards(event: Event) -> bool:
    """Whether a player's own line does not say which card, or which cards of the envelope, the player saw."""
    if isinstance(event, Accusation):
        return not event.right and not event.found
    return any(answer.shows and answer.card is None for answer in event.answers)


def _with_card(event: Suggestion, answer: Answer, hands: Mapping[str, Sequence[str]]) -> Answer:
    """An answer with the card that was shown, if the hand has only one of those that were asked for."""
    if not answer.shows or answer.card is not None:
        return answer
    held_cards = [card for card in event.cards if card in hands.get(answer.player, ())]
    return replace(answer, card=held_cards[0]) if len(held_cards) == 1 else answer


# --- steps of a proof in words -------------------------------------------------------------------


@frozen(slots=True)
class Evidence:
    """That a holder has a card, or has not, and how that is known."""

    kind: str
    """``passed``, ``showed``, ``accused``, ``HAND`` or ``KNOWN``."""

    holder: str
    card: str

    holds: bool
    """Whether the holder has the card."""

    cited: str
    """The number of the line of play, or those of the steps: ``3, 4``."""


Group = Sequence[Evidence]
"""Evidence of one kind of one holder, all of it for or all of it against."""


def evidence_of(lines: Mapping[str, TranscriptLine], assertion: Assertion, ground: Support) -> Evidence:
    """How an assertion that a step uses is known; that a card is asked for is known of the envelope."""
    is_about_target = not assertion.fact.arguments
    card = assertion.fact.value if is_about_target else assertion.fact.arguments[0]
    lines_read = (lines[name] for name in ground.lines if name in lines)
    telling_line = next((line for line in lines_read if line.kind in {PLAY, HAND}), None)
    if telling_line is not None and telling_line.telling is not None:
        return _evidence_of_line(telling_line.kind, telling_line.path, telling_line.telling, card)
    holder = ENVELOPE if is_about_target else assertion.fact.value
    return Evidence(KNOWN, holder, card, assertion.holds, ", ".join(map(str, ground.steps)))


def _evidence_of_line(kind: str, path: str, telling: HoldingConstraint, card: str) -> Evidence:
    """The meaning of a line for a card at sight, without what else follows."""
    if kind == HAND:
        return Evidence(HAND, telling.holder, card, card in telling.cards, path)
    if telling.quantity == "none":
        return Evidence("passed", telling.holder, card, holds=False, cited=path)
    if telling.holder == ENVELOPE:
        return Evidence("accused", ENVELOPE, card, card in telling.cards, path)
    shown_card = card if card in telling.cards else telling.cards[0]
    return Evidence("showed", telling.holder, shown_card, holds=True, cited=path)


def clauses_about(card: str, all_evidence: Iterable[Evidence]) -> list[Clause]:
    """Evidence as clauses if all of it is about one card: after the first time it is called "it"."""
    in_order = _in_order(all_evidence)
    passed = [evidence for evidence in in_order if evidence.kind == "passed"]
    sentences = [_passed_by(passed)] if passed else []
    for evidence in in_order:
        if evidence.kind != "passed":
            renamed = replace(evidence, card="it" if sentences else card)
            sentences.append(_CLAUSE_OF[evidence.kind]([renamed]))
    return sentences


def _passed_by(group: Group) -> Clause:
    """That several passed on one card."""
    (line, holders), *others = _by_citation(group, "holder").items()
    further = [f"{listed(names)} in line {other_line}" for other_line, names in others]
    return Clause(listed(holders), listed([f"passed on {group[0].card} in line {line}", *further]))


def _passed(group: Group) -> Clause:
    on_cards = listed(f"on {listed(cards)} in line {line}" for line, cards in _by_citation(group).items())
    return Clause(group[0].holder, f"passed {on_cards}")


def _showed(group: Group) -> Clause:
    shown: list[str] = []
    for line, cards in _by_citation(group).items():
        shown += [f"{card} in line {line}" for card in cards]
    return Clause(group[0].holder, f"showed {listed(shown)}")


def _known(group: Group) -> Clause:
    """The statement of earlier steps on a holder, each card with the number of its step."""
    holder = group[0].holder
    cards_with_steps: list[str] = []
    for steps, cards in _by_citation(group).items():
        *others, last = cards
        cards_with_steps += [*others, f"{last} ({steps})" if steps else last]
    if holder == ENVELOPE:
        return _about_envelope(group, cards_with_steps)
    return WORDS.holds(holder, cards_with_steps, so=group[0].holds)


def _about_envelope(group: Group, cards_with_steps: Sequence[str], reason: str = "") -> Clause:
    """The statement that cards are in the envelope, or are not; ``reason`` comes after it."""
    if len(cards_with_steps) != 1:
        return placed(cards_with_steps, f"in the envelope{reason}", so=group[0].holds)
    # The number of the step belongs after the clause: "rope" and " (3)" of "rope (3)".
    card, bracket, steps = cards_with_steps[0].partition(" (")
    return placed([card], f"in the envelope{reason}{bracket}{steps}", so=group[0].holds)


def _accused(group: Group) -> Clause:
    return _about_envelope(
        group, [evidence.card for evidence in group], f" by the accusation in line {group[0].cited}"
    )


def _in_hand(group: Group) -> Clause:
    cards = list(dict.fromkeys(evidence.card for evidence in group))
    return placed(cards, f"in {group[0].holder}'s hand", so=group[0].holds)


_CLAUSE_OF: Mapping[str, Callable[[Group], Clause]] = {
    "passed": _passed,
    "showed": _showed,
    "accused": _accused,
    HAND: _in_hand,
    KNOWN: _known,
}
"""The words of each kind of evidence, in the order in which they are named."""


def clauses(all_evidence: Iterable[Evidence], named: Collection[str] = ()) -> list[Clause]:
    """Evidence as clauses: who did what in which line, what is known from which step.

    Of one holder what was seen at the table comes first, then what earlier steps say. ``named`` are cards
    that the sentence has just named: somebody who has not one of them holds "none of them".
    """
    groups = grouped(
        ((evidence.holder, evidence.kind, evidence.holds), evidence) for evidence in _in_order(all_evidence)
    )
    order = [*_CLAUSE_OF]
    ranked = sorted(groups, key=lambda key: (key[0] == ENVELOPE, key[0], order.index(key[1])))
    sentences = []
    for key in ranked:
        holder, kind, holds = key
        group = groups[key]
        lacks_cards = kind == KNOWN and holder != ENVELOPE and not holds
        if lacks_cards and len(named) > 1 and {evidence.card for evidence in group} == {*named}:
            steps = set(chain.from_iterable(map(_numbers, group)))
            citation = f" ({', '.join(map(str, sorted(steps)))})" if steps else ""
            sentences.append(Clause(holder, f"holds none of them{citation}"))
        else:
            sentences.append(_CLAUSE_OF[kind](group))
    return sentences


def _in_order(all_evidence: Iterable[Evidence]) -> list[Evidence]:
    """Evidence by the lines and steps it is from, each once."""
    return sorted(dict.fromkeys(all_evidence), key=_numbers)


def _numbers(evidence: Evidence) -> list[int]:
    """The numbers of the line or the steps that evidence is from."""
    return [int(number) for number in evidence.cited.split(", ") if number.isdecimal()]


def _by_citation(group: Group, field: str = "card") -> dict[str, list[str]]:
    """The cards of evidence, or another field, by the line or steps it is from."""
    return grouped((evidence.cited, getattr(evidence, field)) for evidence in group)


def _at_sight(line: TranscriptLine) -> bool:
    """Answers, the seat's hand, and that the cards asked for are those in the envelope, need no step."""
    is_about_hand = line.telling is not None and line.kind in {PLAY, HAND}
    return is_about_hand and line.telling.quantity in {"none", "all"}


def _technique(line: TranscriptLine) -> str:
    if line.kind == SIZE:
        return "the size of a hand"
    if line.telling is None or line.kind != PLAY:
        return ""
    if line.telling.holder == ENVELOPE and line.telling.quantity == "all":
        return _TECHNIQUE_OF_LOOK
    return TECHNIQUES.get(line.telling.quantity, "")


def _sentence(wording: TranscriptWording, step: ProofStep) -> str | None:
    """The grounds of a step, with how they are known, and what follows."""
    if not step.grounds or any(assertion.fact.function == ASKED for assertion in step.grounds):
        return None
    grounds = _grounds(wording, step)
    reason = _reason(wording.line_of(step))
    if reason is not None:
        is_against = not step.conclusions or reason.predicate.startswith("showed")
        because = together([reason, *grounds], "but" if is_against else "and")
    else:
        because = together(grounds)
    if not step.conclusions:
        return capital(f"{because}: that cannot be.")
    return capital(f"{because}, so {_conclusions_in_words(wording, step)}.")


def _grounds(wording: TranscriptWording, step: ProofStep) -> list[Clause]:
    """The clauses for what a step uses of hands."""
    all_evidence = [
        evidence_of(wording.lines, assertion, ground) for assertion, ground in step.grounds.items()
    ]
    arguments = [*{assertion.fact.arguments for assertion in step.grounds}]
    if not step.lines and len(arguments) == 1 and arguments[0]:
        card = arguments[0][0]
        return clauses_about(card, all_evidence)
    line = wording.line_of(step)
    named = line.telling.cards if line is not None and line.telling is not None else ()
    return clauses(all_evidence, named)


def _reason(line: TranscriptLine | None) -> Clause | None:
    """The own line of a step, as the beginning of a sentence."""
    if line is None or line.notation:
        return None
    if line.telling is None:
        subject, _, predicate = line.words.partition(" ")
        return Clause(subject, predicate)
    if line.telling.quantity == "not all":
        return Clause("the accusation", f"in line {line.path} was wrong")
    return Clause(line.telling.holder, f"showed {listed(line.telling.cards, 'or')}")


def _conclusions_in_words(wording: TranscriptWording, step: ProofStep) -> str:
    conclusions = step.conclusions
    if any(conclusion.fact.function == ASKED for conclusion in conclusions):
        return listed(wording.assertion(conclusion) for conclusion in conclusions)
    line = wording.line_of(step)
    if line is not None and line.kind == SIZE and all(conclusion.holds for conclusion in conclusions):
        cards = [conclusion.fact.arguments[0] for conclusion in conclusions]
        verb = "is" if len(cards) == 1 else "are"
        return f"only {listed(cards)} {verb} left for {conclusions[0].fact.value}"
    return WORDS.concluded(step.conclusions)


PHRASES = TranscriptWords(
    nouns=WORDS.nouns,
    nothing_to_read="the seat's hand and the rules alone, so no line of play is needed",
    to_ground_less="use a smaller deck",
    to_be_easier="use fewer lines of play, fewer players or a smaller deck",
    clause=WORDS.clause,
    clause_of_none=WORDS.clause_of_none,
    whose=WORDS.whose,
    needs_no_step=_at_sight,
    sentence=_sentence,
)

DEDUCTION = Deduction(
    theory=build_theory,
    wording=PHRASES,
    seen_by=seen_by,
    answer="card",
    answers="a card of this deck",
    left="envelopes",
    counted="counted card by card",
    unseen="Nobody's hand is given, so nothing is known of the seats",
    technique=_technique,
)
"""How puzzles are asked: the three cards in the envelope are asked for."""

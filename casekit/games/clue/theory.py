"""A puzzle as a deduction problem: what the rules, the seat's hand and each line of play say.

Its wording is as in "SCARLET passed on white in line 5".
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


def build_theory(puzzle: Puzzle) -> TranscriptTheory:
    """The theory of a puzzle; each line of play is a source, named by its number."""
    laws = laws_for(puzzle)
    lines = (*_rules(puzzle, laws), *lines_of_hands(puzzle, laws.said, WORDS.whose), *_play(puzzle, laws))
    functions = laws.scope.functions
    return theory_of(functions, functions[1:], dict(lines))


def _rules(puzzle: Puzzle, laws: FormulaTemplates) -> Iterator[tuple[str, TranscriptLine]]:
    for kind in KINDS:
        one, said = f"the envelope holds one {kind}", laws.said(f"exactly 1 {kind} X: holder(X) = {ENVELOPE}")
        yield f"rule {kind}", line_of(RULE, RULES, one, said)
    for card in puzzle.deck.cards:
        target = TARGETS[KINDS.index(card.kind)]
        said = laws.said(f"{target} = {{card}} iff holder({{card}}) = {ENVELOPE}", card=card.slug)
        words = f"the {card.kind} asked for is the one in the envelope"
        yield f"rule {card.slug}", line_of(RULE, RULES, words, said, notation=True)


def _play(puzzle: Puzzle, laws: FormulaTemplates) -> Iterator[tuple[str, TranscriptLine]]:
    for event in puzzle.play:
        for remark in remarks(event, puzzle.seat):
            said, told = sentence_of(laws.said, remark.telling), remark.telling
            line = line_of(PLAY, str(event.number), remark.text, said, remark.place, told, remark.excerpt)
            yield f"play {remark.id}", line


# --- other seats ---------------------------------------------------------------------------------


def seen_by(puzzle: Puzzle, player: str) -> SeatView[Puzzle] | None:
    """A puzzle as a player saw it whose hand it gives.

    A card that the player was shown counts where the transcript names it or the other hand has but one of the
    three; what the player saw in the envelope, where the truth says what is in it.
    """
    hands = {holding.holder: holding.cards for holding in held(puzzle)}
    if player not in hands:
        return None
    looked = looked_into(puzzle.play, player, tuple(hands.get(ENVELOPE, ())))
    play = tuple(_as_seen(event, hands) if event.player == player else event for event in looked)
    hidden = any(_hides(event) for event in play if event.player == player)
    seen = replace(puzzle, seat=player, hand=Holding(player, hands[player]), play=play, truth=())
    return SeatView(seen, exact=not hidden)


def _as_seen(event: Event, hands: Mapping[str, Sequence[str]]) -> Event:
    """A player's own line: with the cards that the player was shown."""
    if isinstance(event, Accusation):
        return event
    return replace(event, answers=tuple(_with_card(event, answer, hands) for answer in event.answers))


def _hides(event: Event) -> bool:
    """Whether a player's own line does not say which card, or which cards of the envelope, the player saw."""
    if isinstance(event, Accusation):
        return not event.right and not event.found
    return any(answer.shows and answer.card is None for answer in event.answers)


def _with_card(event: Suggestion, answer: Answer, hands: Mapping[str, Sequence[str]]) -> Answer:
    held = [card for card in event.cards if card in hands.get(answer.player, ())]
    known = answer.shows and answer.card is None and len(held) == 1
    return replace(answer, card=held[0]) if known else answer


KNOWN = "known"
"""The kind of knowledge from earlier steps; ``HAND`` is that of the seat's own hand."""


@frozen(slots=True)
class Evidence:
    """That a holder has a card, or has not, and how that is known: ``at`` is a line of play, or steps."""

    how: str
    holder: str
    card: str
    so: bool
    at: str


Group = Sequence[Evidence]
"""Evidence of one kind of one holder, all of it for or all of it against."""


def evidence_of(lines: Mapping[str, TranscriptLine], one: Assertion, ground: Support) -> Evidence:
    """How an assertion that a step uses is known; that a card is asked for is known of the envelope."""
    of_target = not one.fact.arguments
    card = one.fact.value if of_target else one.fact.arguments[0]
    read = (lines[name] for name in ground.lines if name in lines)
    told = next((line for line in read if line.kind in {PLAY, HAND}), None)
    if told is not None and told.telling is not None:
        return _read(told.kind, told.path, told.telling, card)
    holder = ENVELOPE if of_target else one.fact.value
    return Evidence(KNOWN, holder, card, one.holds, ", ".join(map(str, ground.steps)))


def _read(kind: str, path: str, telling: HoldingConstraint, card: str) -> Evidence:
    """The evidence of a line on a card at sight.

    If somebody holds the card, that is all, whatever else follows.
    """
    if kind == HAND:
        return Evidence(HAND, telling.holder, card, card in telling.cards, path)
    if telling.quantity == "none":
        return Evidence("passed", telling.holder, card, so=False, at=path)
    if telling.holder == ENVELOPE:
        return Evidence("accused", ENVELOPE, card, card in telling.cards, path)
    return Evidence(
        "showed", telling.holder, card if card in telling.cards else telling.cards[0], so=True, at=path
    )


def clauses_about(card: str, found: Iterable[Evidence]) -> list[Clause]:
    """Evidence as clauses where all of it is about one card: after the first time it is called "it"."""
    in_order = _in_order(found)
    passed = [known for known in in_order if known.how == "passed"]
    sentences = [_passed_by(passed)] if passed else []
    for known in in_order:
        if known.how != "passed":
            renamed = replace(known, card="it" if sentences else card)
            sentences.append(_CLAUSE_OF[known.how]([renamed]))
    return sentences


def _passed_by(group: Group) -> Clause:
    """That several passed on one card."""
    (line, holders), *others = _by_place(group, "holder").items()
    then = [f"{listed(names)} in line {at}" for at, names in others]
    return Clause(listed(holders), listed([f"passed on {group[0].card} in line {line}", *then]))


def _passed(group: Group) -> Clause:
    on = listed(f"on {listed(cards)} in line {at}" for at, cards in _by_place(group).items())
    return Clause(group[0].holder, f"passed {on}")


def _showed(group: Group) -> Clause:
    shown: list[str] = []
    for at, cards in _by_place(group).items():
        shown += [f"{card} in line {at}" for card in cards]
    return Clause(group[0].holder, f"showed {listed(shown)}")


def _known(group: Group) -> Clause:
    """The statement of earlier steps on a holder, each card with the number of its step."""
    holder, so = group[0].holder, group[0].so
    cited: list[str] = []
    for at, cards in _by_place(group).items():
        *others, last = cards
        cited += [*others, f"{last} ({at})" if at else last]
    return _about_envelope(group, cited) if holder == ENVELOPE else WORDS.holds(holder, cited, so=so)


def _about_envelope(group: Group, cards: Sequence[str], how: str = "") -> Clause:
    cite = ""
    # The number of the step belongs after the clause.
    if len(cards) == 1:
        name, mark, number = cards[0].partition(" (")
        cards, cite = [name], f"{mark}{number}"
    return placed(cards, f"in the envelope{how}{cite}", so=group[0].so)


def _accused(group: Group) -> Clause:
    return _about_envelope(
        group, [known.card for known in group], f" by the accusation in line {group[0].at}"
    )


def _in_hand(group: Group) -> Clause:
    cards = list(dict.fromkeys(known.card for known in group))
    return placed(cards, f"in {group[0].holder}'s hand", so=group[0].so)


_CLAUSE_OF: Mapping[str, Callable[[Group], Clause]] = {
    "passed": _passed,
    "showed": _showed,
    "accused": _accused,
    HAND: _in_hand,
    KNOWN: _known,
}
"""The words of each kind of evidence, in the order in which they are named."""


def clauses(found: Iterable[Evidence], named: Collection[str] = ()) -> list[Clause]:
    """Evidence as clauses: who did what in which line, what is known from which step.

    Of one holder what was seen at the table comes first, then what earlier steps say. ``named`` are cards
    that the sentence has just named: somebody who has not one of them holds "none of them".
    """
    groups = grouped(((known.holder, known.how, known.so), known) for known in _in_order(found))
    order = [*_CLAUSE_OF]
    ranked = sorted(groups, key=lambda key: (key[0] == ENVELOPE, key[0], order.index(key[1])))
    sentences = []
    for key in ranked:
        group, (holder, how, so) = groups[key], key
        lacks_all = how == KNOWN and holder != ENVELOPE and not so and len(named) > 1
        if lacks_all and {known.card for known in group} == {*named}:
            steps = set(chain.from_iterable(map(_numbers, group)))
            cite = f" ({', '.join(map(str, sorted(steps)))})" if steps else ""
            sentences.append(Clause(holder, f"holds none of them{cite}"))
        else:
            sentences.append(_CLAUSE_OF[how](group))
    return sentences


def _in_order(found: Iterable[Evidence]) -> list[Evidence]:
    """Evidence by the lines and steps it is from, each once."""
    return sorted(dict.fromkeys(found), key=_numbers)


def _numbers(evidence: Evidence) -> list[int]:
    """The numbers of the line or the steps that evidence is from."""
    return [int(at) for at in evidence.at.split(", ") if at.isdecimal()]


def _by_place(group: Group, part: str = "card") -> dict[str, list[str]]:
    """The cards of evidence, or another part, by where it is from."""
    return grouped((known.at, getattr(known, part)) for known in group)


def _at_sight(line: TranscriptLine) -> bool:
    """Answers, the seat's hand, and that the cards asked for are those in the envelope, need no step."""
    told = line.telling is not None and line.kind in {PLAY, HAND}
    return told and line.telling.quantity in {"none", "all"}


TECHNIQUES = {
    "all": "a card that is shown",
    "none": "a pass",
    "some": "one of three cards",
    "not all": "a wrong accusation",
}
_LOOK = "a look into the envelope"
"""The ways to use what a line of play says of a hand."""


def _technique(line: TranscriptLine) -> str:
    if line.kind == SIZE:
        return "the size of a hand"
    played = line.telling is not None and line.kind == PLAY
    if played and line.telling.holder == ENVELOPE and line.telling.quantity == "all":
        return _LOOK
    return TECHNIQUES.get(line.telling.quantity, "") if played else ""


def _sentence(wording: TranscriptWording, step: ProofStep) -> str | None:
    """The grounds of a step, with how they are known, and what follows."""
    if not step.grounds or any(one.fact.function == ASKED for one in step.grounds):
        return None
    known = _grounds(wording, step)
    reason = _reason(wording.line_of(step))
    if reason is not None:
        against = not step.conclusions or reason.predicate.startswith("showed")
        told = together([reason, *known], "but" if against else "and")
    else:
        told = together(known)
    return capital(
        f"{told}, so {_following(wording, step)}." if step.conclusions else f"{told}: that cannot be."
    )


def _grounds(wording: TranscriptWording, step: ProofStep) -> list[Clause]:
    found = [evidence_of(wording.lines, one, ground) for one, ground in step.grounds.items()]
    cards = {one.fact.arguments for one in step.grounds}
    if not step.lines and len(cards) == 1 and (only := cards.pop()):
        return clauses_about(only[0], found)
    line = wording.line_of(step)
    return clauses(found, line.telling.cards if line is not None and line.telling is not None else ())


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


def _following(wording: TranscriptWording, step: ProofStep) -> str:
    if any(one.fact.function == ASKED for one in step.conclusions):
        return listed(wording.assertion(one) for one in step.conclusions)
    line = wording.line_of(step)
    if line is not None and line.kind == SIZE and all(one.holds for one in step.conclusions):
        cards = [one.fact.arguments[0] for one in step.conclusions]
        holder = step.conclusions[0].fact.value
        return f"only {listed(cards)} {'is' if len(cards) == 1 else 'are'} left for {holder}"
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

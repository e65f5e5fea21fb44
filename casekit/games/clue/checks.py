"""The rules of a legal deal and a legal transcript, and the words for unprintable puzzles.

One card of each kind is in the envelope; players are asked in order and show what they may.
"""

from collections.abc import Iterator, Mapping

from casekit.games.clue import codes
from casekit.games.clue.document import (
    ENVELOPE,
    KINDS,
    WORDS,
    Accusation,
    Answer,
    Event,
    Puzzle,
    Suggestion,
    remarks,
)
from casekit.kit.hands import (
    against_the_deal,
    different_hands,
    held,
    in_truth,
    repeated_cards,
    repeated_holders,
    sizes_of_holdings,
)
from casekit.kit.transcripts import codes as transcript_codes
from casekit.kit.transcripts.checks import RuleBreach, TranscriptRules, breaches_at, given_away
from casekit.logic.theory import Rival
from casekit.prose.phrasing import listed


def deal_breaches(puzzle: Puzzle) -> Iterator[RuleBreach]:
    """Everything that is wrong with the seat's hand and the truth of a table with the right players."""
    cards_to_deal = len(puzzle.deck.cards) - len(KINDS)
    cards_dealt = sum(player.hand_size for player in puzzle.players)
    deck_has = f"the deck has {cards_to_deal} beside the {len(KINDS)} in the envelope"
    yield from breaches_at(
        puzzle.players[-1].place,
        transcript_codes.HAND_SIZES,
        f"change the numbers so that their sum is {cards_to_deal}",
        {f"the hands have {cards_dealt} cards together, but {deck_has}": cards_dealt != cards_to_deal},
    )
    yield from repeated_holders(puzzle, WORDS)
    yield from sizes_of_holdings(puzzle)
    for holding in puzzle.truth:
        kinds = puzzle.deck.kinds(holding.cards)
        cards = ", ".join(f"{card} ({kind})" for card, kind in zip(holding.cards, kinds, strict=True))
        yield from breaches_at(
            holding.place,
            codes.WRONG_ENVELOPE,
            "name a suspect, a weapon and a room, in this order",
            {f"the envelope holds {cards or 'no card'}": holding.holder == ENVELOPE and kinds != KINDS},
        )
    yield from repeated_cards(puzzle, WORDS)
    yield from different_hands(puzzle)


def transcript_breaches(puzzle: Puzzle) -> Iterator[RuleBreach]:
    """Everything that is wrong with the lines of play, one after the other."""
    accusations: dict[str, Accusation] = {}
    for event in puzzle.play:
        yield from after_accusing(event, accusations)
        kinds = puzzle.deck.kinds(event.cards)
        yield from breaches_at(
            event.place,
            codes.WRONG_KINDS,
            "name a suspect, a weapon and a room, in this order",
            {f"{event.player} names {', '.join(f'a {kind}' for kind in kinds) or 'no card'}": kinds != KINDS},
        )
        if isinstance(event, Suggestion):
            yield from order_of_answers(puzzle, event)
            yield from shown_cards(puzzle, event)
        else:
            accusations.setdefault("" if event.right else event.player, event)
        yield from against_the_deal(puzzle, remarks(event, puzzle.seat), WORDS)


def after_accusing(event: Event, accusations: Mapping[str, Accusation]) -> Iterator[RuleBreach]:
    """Whoever accused wrongly only answers; a right accusation ends the game.

    ``accusations`` are those before the line, by their player; the right one is under ``""``.
    """
    right_one, wrong_one = accusations.get(""), accusations.get(event.player)
    if right_one is not None:
        yield RuleBreach(
            transcript_codes.PLAY_AFTER_THE_END,
            f"the game is over: {right_one.player} has accused rightly",
            event.place,
            "remove what follows the right accusation",
            ((right_one.place, right_one.text),),
        )
    elif wrong_one is not None:
        verb = "suggests" if isinstance(event, Suggestion) else "accuses"
        yield RuleBreach(
            codes.PLAY_AFTER_WRONG_ACCUSATION,
            f"{event.player} {verb} after a wrong accusation, but may only answer from then on",
            event.place,
            "remove the line, or give it to another player",
            ((wrong_one.place, wrong_one.text),),
        )


def order_of_answers(puzzle: Puzzle, event: Suggestion) -> Iterator[RuleBreach]:
    """The others answer in turn from the suggester's left until somebody shows a card."""
    order = puzzle.left_of(event.player)
    showing: Answer | None = None
    for index, answer in enumerate(event.answers):
        if showing is not None:
            yield RuleBreach(
                codes.ANSWER_AFTER_SHOWING,
                f"{answer.player} answers, but {showing.player} has shown a card already and nobody else is asked",
                answer.place,
                f"remove the answers after {showing.player}'s",
                ((showing.place, showing.text),),
            )
        elif index >= len(order) or answer.player != order[index]:
            rule = f"{order[index]} is asked next" if index < len(order) else "all others have answered"
            yield RuleBreach(
                codes.ANSWER_OUT_OF_TURN,
                f"{answer.player} answers {event.player}, but {rule}",
                answer.place,
                f"write the answers in the order {', '.join(order)}, up to the one who shows",
            )
            return  # what follows is out of turn as well
        if answer.shows:
            showing = showing or answer
    missing = order[len(event.answers) :]
    if showing is None and missing:
        yield RuleBreach(
            codes.MISSING_ANSWER,
            f"nobody shows a card, but {listed(missing)} {'has' if len(missing) == 1 else 'have'} not answered",
            event.place,
            f"write what {listed(missing)} answered: `passes` or `shows`",
        )


def shown_cards(puzzle: Puzzle, event: Suggestion) -> Iterator[RuleBreach]:
    """A card that is shown is one of the three, and the transcript names it only if the seat saw it."""
    for answer in event.answers:
        if answer.card is None:
            continue
        shows = f"{answer.player} shows"
        yield from breaches_at(
            answer.place,
            codes.CARD_NOT_SUGGESTED,
            f"name one of {', '.join(event.cards)}",
            {f"{shows} {answer.card}, which was not suggested": answer.card not in event.cards},
            (event.place, event.text),
        )
        unseen = f"{puzzle.reader or 'an onlooker'} cannot have seen which card {shows} {event.player}"
        yield from breaches_at(
            answer.place,
            transcript_codes.UNSEEN_CARD,
            f"write `{shows}` without the card, or `seat all` for a transcript with all cards open",
            {unseen: not event.seen_from(puzzle.seat, answer)},
        )


def unnamed_cards(puzzle: Puzzle) -> Iterator[RuleBreach]:
    """A card that the seat saw is named, unless the seat's hand leaves only one that it can have been."""
    holders_seen = dict.fromkeys(puzzle.hand.cards, puzzle.hand.holder) if puzzle.hand else {}
    holders: dict[str, str] = {}
    for holding in held(puzzle):
        holders.update(dict.fromkeys(holding.cards, holding.holder))
    suggestions = [event for event in puzzle.play if isinstance(event, Suggestion)]
    for event in suggestions:
        for answer in event.answers:
            is_unnamed = answer.shows and not answer.card and event.seen_from(puzzle.seat, answer)
            if is_unnamed and len(_cards_possibly_shown(event, answer, puzzle.seat, holders_seen)) > 1:
                cards = _cards_possibly_shown(event, answer, puzzle.seat, holders) or event.cards
                yield RuleBreach(
                    transcript_codes.UNNAMED_CARD,
                    f"{puzzle.reader or 'an onlooker'} saw this card, but the line does not name it",
                    answer.place,
                    f"name {listed(cards, 'or')}, as in `{answer.player} shows {cards[0]}`",
                )


def _given_away(puzzle: Puzzle) -> Iterator[tuple[int, RuleBreach]]:
    """Accusations that show the reader the envelope: a right one, and a wrong one of the reader's seat."""
    for event in puzzle.play:
        if not isinstance(event, Accusation):
            continue
        if event.right:
            yield event.number, given_away(event, f"{event.player} accuses rightly")
        elif event.player == puzzle.reader:
            reason = f"{event.player}, whose eyes the reader has, accuses wrongly and looks into the envelope"
            if not event.found:
                reason += "; the truth does not say what is in it"
            hint = "end the play before it, or choose another seat"
            yield event.number, given_away(event, reason, hint)


def _cards_possibly_shown(
    event: Suggestion, answer: Answer, seat: str | None, holders: Mapping[str, str]
) -> tuple[str, ...]:
    """The suggested cards that an answer can have shown; of the seat's own cards, ``holders`` has each."""
    if answer.player == seat:
        return tuple(card for card in event.cards if holders.get(card) == seat)
    return tuple(card for card in event.cards if holders.get(card, answer.player) == answer.player)


def _deal_in_words(rival: Rival) -> str:
    """The holders in a rival deal, as far as it differs from the truth; the envelope is first.

    Without a truth it is only what the envelope holds.
    """
    facts = [fact for fact in rival.changed if fact.arguments]
    if not facts:
        facts = [fact for fact in rival.world if fact.value == ENVELOPE]
    facts.sort(key=lambda fact: fact.value != ENVELOPE)
    return ", ".join(f"{WORDS.whose(fact.value)} holds {fact.arguments[0]}" for fact in facts)


RULES = TranscriptRules(
    illegal=lambda puzzle: (*deal_breaches(puzzle), *transcript_breaches(puzzle)),
    left_out=unnamed_cards,
    gives_away=_given_away,
    answer=lambda puzzle: in_truth(puzzle, ENVELOPE),
    world=_deal_in_words,
    solution="the envelope",
    asked="what is in the envelope",
    whole="all three cards of the envelope",
    first="the first suggestion",
    to_begin="choose another seat or another deal",
    to_decide="add a suggestion that decides between them",
    to_fit="cut or add lines of play, or show other cards",
)

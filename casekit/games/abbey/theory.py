"""A vigil as a deduction problem: what the rules, the seat, the moves and each line of play say.

Its wording says which lines strike off which monks, and why.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from casekit.analysis.wording import ProofStep
from casekit.deduce.encoding.encoded_theory import Limits
from casekit.games.abbey.document import (
    ABBEY,
    GUILTY,
    OUT,
    PARLOR,
    TARGETS,
    TRAIT_OF_VALUE,
    TRAITS,
    Deed,
    Vigil,
)
from casekit.games.abbey.game import VIGIL
from casekit.games.abbey.moves import FORMS_NEVER_IDLE, Move, moves_of
from casekit.games.abbey.terms import VigilTerms, both, none_of
from casekit.kit.hands import HandWords, Holding, held, in_truth, lines_of_hands
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.theory import (
    HAND,
    MOVE,
    PLAY,
    PLAYERS,
    RULE,
    RULES,
    SIZE,
    Deduction,
    SeatView,
    TranscriptLine,
    TranscriptTheory,
    TranscriptWording,
    TranscriptWords,
    line_of,
    neither,
    theory_of,
)
from casekit.language.blocks import FormulaTemplates, Sentence
from casekit.logic.theory import Fact
from casekit.prose.phrasing import capital, listed
from casekit.values import replace
from casekit.values.grouping import grouped

Message = tuple[Sentence, str]
"""A sentence that a line says, and its words."""


MOST_INSTANCES = 50_000
"""The most instances of all lines of a vigil.

A move has some 500, and as many terms as cards may move in it. The time for a question grows with these times
the lines: twice as many would take ten times as long.
"""


class LinePoints(NamedTuple):
    """The points for a line of a form."""

    if_wrong: int
    if_right: int


POINTS = {"revealing": LinePoints(-1, 2), "accusing": LinePoints(-2, 4)}
"""The points by form of line (rulebook, "Tallying Points")."""

_TECHNIQUES = {
    **dict.fromkeys(("having", "requesting", "suspicion"), "what a hand has or lacks"),
    "counting": "a count",
    "clearing": "the notes of others",
    **dict.fromkeys(("mass", "alibi", "shambles", "swapping"), "cards that all pass on"),
}
"""The technique of a line by its form; a card that is seen, for the others."""

WORDS = HandWords(
    {
        ABBEY: ("the board", "under the board"),
        PARLOR: ("the parlor", "in the parlor"),
        OUT: ("nobody", "out of the game"),
    },
    {},
)
"""The places of cards in sentences."""


def messages(terms: VigilTerms, event: Deed) -> tuple[Message, ...]:
    """The meaning of a line for everybody who reads it."""
    if event.form not in _MESSAGES:
        return ()
    return tuple(_MESSAGES[event.form](terms, event))


def _message_of_move(terms: VigilTerms, event: Deed, card: str, source: str, target: str) -> Message:
    """That a card goes from one holder to another one."""
    sentence = terms.went(card, event.number, source, target)
    return sentence, (f"{card} went from {'the parlor' if source == PARLOR else source} to {target}")


def _taken(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """A card that the seat saw go from one holder to another."""
    who, whom = event["who"], event["whom"]
    ends = {"returning": (who, whom), "drawing": (PARLOR, who), "exchanging": (whom, event["with"])}
    source, target = ends.get(event.form, (whom, who))
    if event["card"]:
        yield _message_of_move(terms, event, event["card"], source, target)
    if event["other"]:
        yield _message_of_move(terms, event, event["other"], target, source)


def _having(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, whom = event["card"], event["whom"]
    held = terms.at(card, event.number, whom)
    if event["answer"] == "yes":
        yield held, f"{whom} has got {card}"
    elif event["answer"] != "silence":
        yield none_of([held]), f"{whom} has not got {card}"


def _counting(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    if event["count"] == "silence":
        return
    number, whom, line = event["count"], event["whom"], event.number
    if event["traits"] is None:
        most = max(0, len(terms.card.values) - number)
        yield (terms.held_most(whom, most, line), f"{whom} has held {most} monks at most")
    else:
        sentence = terms.has(whom, _monks_with_traits(terms, event), line, "exactly", number)
        yield sentence, f"{whom} has {number} that are {' and '.join(event['traits'])}"


def _monks_with_traits(terms: VigilTerms, event: Deed) -> tuple[str, ...]:
    """The monks with the characteristics that a line asks for."""
    return terms.vigil.deck.having(event["traits"] or (event["trait"],))


def _clearing(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, whom = event["card"], event["whom"]
    if event["answer"] == "yes":
        yield (none_of([terms.at(card, 0, ABBEY)]), f"{whom} has cleared {card}")
    elif event["answer"] == "no":
        yield (terms.never(card, event.number, whom), f"{whom} has never held {card}")


def _shown(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """A card that somebody shows who was asked for one, or that there is none."""
    cards, line = _monks_with_traits(terms, event), event.number
    for deed in (event,) if event.form == "requesting" else event["shown"]:
        player, card = deed["player"] or deed["whom"], deed["card"]
        if not deed["shows"]:
            yield (terms.has(player, cards, line, "no"), f"{player} has none")
        elif card:
            yield (terms.at(card, line, player), f"{player} shows {card}")
        else:
            yield (terms.has(player, cards, line, "some"), f"{player} shows one")


def _alibi(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    for deed in event["shown"]:
        player, card = deed["player"], deed["card"]
        if card:
            sentence, _ = _message_of_move(terms, event, card, player, OUT)
            yield sentence, f"{player} shows {card}"


def _mass(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    for deed in event["moved"]:
        player, beside = deed["player"], terms.vigil.beside
        ends = (player, beside(player, 1)) if deed["gives"] else (beside(player, -1), player)
        for card in deed["cards"]:
            yield _message_of_move(terms, event, card, *ends)


def _shambles(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """Whoever gives a card had it, whoever receives one has it; the same one may have come back."""
    line = event.number
    for deed in event["moved"]:
        player, gives, card = deed["player"], deed["gives"], deed["cards"][0]
        verb = "gives" if gives else "receives"
        # The line after which the player has the card that is given or received, and the other one.
        line_with, line_without = (line - 1, line) if gives else (line, line - 1)
        sentences = [terms.at(card, line_with, player)]
        opposite_deeds = [
            other for other in event["moved"] if other["player"] == player and other["gives"] != gives
        ]
        if opposite_deeds:
            still_held = terms.at(card, line_without, player)
            came_back = any(other["cards"][0] == card for other in opposite_deeds)
            sentences.append(still_held if came_back else none_of([still_held]))
        no_other: list[Sentence] = []
        for other_card in terms.movable(line):
            if other_card != card:
                held = terms.at(other_card, line_with, player)
                not_held = none_of([terms.at(other_card, line_without, player)])
                no_other.append(none_of([both([held, not_held])]))
        sentences.append(Sentence(both(no_other).formula, f"{player} {verb} no other"))
        yield both(sentences), f"{player} {verb} {card}"


def _looking_at(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """A hand that is seen, or cards of one; of a whole hand also that there is no other."""
    cards, line = event["cards"], event.number
    if not cards:
        return
    whose = str(terms.vigil.seat) if event.form == "swapping" else event["whom"]
    yield (both([terms.at(card, line, whose) for card in cards]), f"{whose} has {listed(cards)}")
    if event.form != "glimpsing":
        others = [card for card in terms.card.values if card not in cards]
        yield (terms.has(whose, others, line, "no"), f"{whose} has nothing else")


def _accusing(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, by = event["card"], event["by"]
    if by:
        yield (terms.at(card, event.number, by), f"{by} shows {card}")
    else:
        yield (terms.at(card, 0, ABBEY), f"{GUILTY} is {card}")


_MESSAGES: Mapping[str, Callable[[VigilTerms, Deed], Iterator[Message]]] = {
    **dict.fromkeys(("taking", "returning", "drawing", "exchanging"), _taken),
    **dict.fromkeys(("looking", "glimpsing", "swapping"), _looking_at),
    "having": _having,
    "counting": _counting,
    "clearing": _clearing,
    **dict.fromkeys(("requesting", "suspicion"), _shown),
    "alibi": _alibi,
    "mass": _mass,
    "shambles": _shambles,
    "accusing": _accusing,
}


def build_theory(vigil: Vigil) -> TranscriptTheory:
    """The theory of a vigil; each line of play is a source, named by its number."""
    terms = VigilTerms(vigil)
    return theory_of(terms.scope.functions, terms.targets, dict(_lines(vigil, terms)), GUILTY)


def _lines(vigil: Vigil, terms: VigilTerms) -> Iterator[tuple[str, TranscriptLine]]:
    for card in vigil.deck.slugs:
        words = "the guilty monk is the one under the board"
        yield f"rule {card}", line_of(RULE, RULES, words, terms.guilty(card), notation=True)
    for value, trait in TRAIT_OF_VALUE.items():
        words = f"the {trait} asked for is that of the guilty monk"
        target = 1 + [*TRAITS].index(trait)
        sentence = terms.looks(target, value)
        yield f"rule {TARGETS[target]} {value}", line_of(RULE, RULES, words, sentence, notation=True)
    for place, count in ((ABBEY, 1), (PARLOR, vigil.pile)):
        sentence = terms.has(place, vigil.deck.slugs, 0, "exactly", count)
        cards_are = "a card is" if count == 1 else f"{count} cards are"
        yield f"size {place}", line_of(SIZE, PLAYERS, f"{cards_are} {WORDS.places[place][1]}", sentence)
    yield from lines_of_hands(
        vigil, FormulaTemplates(VIGIL, terms.scope).said, WORDS.whose, "held({card}, 0) = {holder}"
    )
    for event, move in zip(vigil.play, terms.moves, strict=True):
        path = str(event.number)
        if move.holders:
            words = _move_in_words(move)
            yield f"move {path}", line_of(MOVE, path, words, terms.moved(move), event.place, move)
        for part, (sentence, words) in enumerate(messages(terms, event), 1):
            yield f"play {path}.{part}", line_of(PLAY, path, words, sentence, event.place, event, event.text)


def _move_in_words(move: Move) -> str:
    if move.shuffled:
        return "a card of each hand was shuffled"
    flows = [
        f"{flow.count} from {WORDS.whose(flow.source)} to {WORDS.whose(flow.target)}" for flow in move.flows
    ]
    return ", ".join(flows)


# --- other seats ---------------------------------------------------------------------------------


def seen_by(vigil: Vigil, player: str) -> SeatView[Vigil] | None:
    """A vigil as a player saw it whose hand it gives.

    What the player saw and the transcript does not name is missing.
    """
    hand = next((holding for holding in held(vigil) if holding.holder == player), None)
    if hand is None:
        return None
    play = tuple(vigil.as_seen_by(event, player) for event in vigil.play)
    seen = replace(vigil, seat=player, hand=Holding(player, hand.cards), play=play, truth=())
    hidden = (missing_names(seen, event, move) for event, move in zip(play, moves_of(vigil), strict=True))
    return SeatView(seen, exact=not any(map(any, hidden)))


_GIVES_BY_WORD = {"gives": True, "receives": False}
"""The words for cards that are passed on, each with whether the player gives them."""


def missing_names(vigil: Vigil, event: Deed, move: Move) -> Iterator[str]:
    """The parts of a line that lack a card which the seat saw, or the players who showed it."""
    seat = str(vigil.seat)
    match event.form:
        case "mass" | "shambles":
            named = {(deed["player"], deed["gives"]) for deed in event["moved"]}
            missing = {*move.passed} - named
            yield from [word for word, gives in _GIVES_BY_WORD.items() if (seat, gives) in missing]
        case "alibi" | "suspicion":
            yield from [deed["player"] for deed in event["shown"] if deed["shows"] and not deed["card"]]
        case "having" | "clearing" | "accusing" | "counting" | "revealing":
            return
        case _ if seat in vigil.seers(event, event) and event["shows"] is not False:
            if event.form != "swapping" or move.after[seat]:
                yield from [part for part in event.seen if not event[part]]


def _technique(line: TranscriptLine) -> str:
    """The technique of a line; moves have no name."""
    if line.kind == SIZE:
        return "the size of a hand"
    return _TECHNIQUES.get(line.telling.form, "a card that is seen") if line.kind == PLAY else ""


def _sentence(wording: TranscriptWording, step: ProofStep) -> str | None:
    """The monks that lines strike off, or the one that is left at last."""
    denied = [conclusion.fact for conclusion in step.conclusions if not conclusion.holds]
    struck_off = [fact.value for fact in denied if fact.function == GUILTY]
    if step.lines and struck_off and len(struck_off) == len(step.conclusions):
        grounds = listed(_grounds([wording.lines[line] for line in step.lines]))
        return capital(f"{grounds}, which strikes off {listed(struck_off)}.")
    if step.premises and not struck_off:
        cited = ", ".join(map(str, step.premises))
        return f"That leaves nobody else ({cited}): {listed(wording.clauses(step.conclusions))}."
    return None


def _grounds(lines: Sequence[TranscriptLine]) -> Iterator[str]:
    """Lines as clauses: what the seat was dealt, what was said and shown, what moved, how many cards."""
    for line in lines:
        if line.kind in {HAND, "truth"}:
            yield f"{line.telling.holder} was dealt {', '.join(line.telling.cards)}"
    words_by_number = grouped((line.path, line.words) for line in lines if line.kind == PLAY)
    for number, words in words_by_number.items():
        yield f"{', '.join(words)} (line {number})"
    lines_of_moves = [line.path for line in lines if line.kind == MOVE]
    if lines_of_moves:
        noun = "line" if len(lines_of_moves) == 1 else "lines"
        yield f"it is known how many cards went in {noun} {listed(lines_of_moves)}"
    if any(line.kind == SIZE for line in lines):
        yield "how many were dealt"


def _clause(fact: Fact, so: bool) -> str:  # noqa: FBT001 - as every game says facts
    if fact.function not in {"held", "holder"}:
        return str(fact) if so else f"not {fact}"
    card, *line = fact.arguments
    when = ""
    if line:
        when = " at the deal" if line[0] == "0" else f" after line {line[0]}"
    return f"{WORDS.holds(fact.value, [card], so=so)}{when}"


def _clause_of_none(facts: Sequence[Fact]) -> str:
    first = facts[0]
    if first.function in {"held", "holder"}:
        return WORDS.clause_of_none(facts)
    return f"{first.term} is {neither([fact.value for fact in facts])}"


def score(vigil: Vigil, analysis: TranscriptAnalysis) -> Iterator[str]:
    """Each line that earned points, with the line since which its reader was safe to say so.

    What everybody has comes last.
    """
    guilty_monks = [vigil.deck.by_slug[card] for card in in_truth(vigil, ABBEY)]
    if not guilty_monks:
        return
    total_points = dict.fromkeys(vigil.names, 0)
    for event in vigil.play:
        if event.form not in POINTS:
            continue
        is_right = event["right"] or event["trait"] in guilty_monks[0].traits
        points = POINTS[event.form].if_right if is_right else POINTS[event.form].if_wrong
        total_points[event["who"]] += points
        question = f"{GUILTY}-{TRAIT_OF_VALUE[event['trait']]}" if event["trait"] else GUILTY
        since = analysis.course.since(question)
        safe = f", certain to the reader since line {since}" if since and points > 0 else ""
        yield f"line {event.number}: {points:+} for {event['who']}{safe}"
    if any(total_points.values()):
        yield "points: " + ", ".join(f"{player} {points}" for player, points in total_points.items())


PHRASES = TranscriptWords(
    nouns={GUILTY: "guilty monk", **dict(zip(TARGETS[1:], TRAITS, strict=True))},
    nothing_to_read="the seat's hand and the rules alone, so no line of play is needed",
    to_ground_less="use a smaller deck or fewer lines of play",
    to_be_easier="end the play before the next mass, or use fewer players",
    clause=_clause,
    clause_of_none=_clause_of_none,
    whose=WORDS.whose,
    sentence=_sentence,
)

DEDUCTION = Deduction(
    theory=build_theory,
    wording=PHRASES,
    seen_by=seen_by,
    answer="monk",
    answers="a monk of this deck, or what a monk may be",
    left="monks",
    counted="each of whom may be the guilty one",
    unseen="Nobody's hand is given, so nothing is known of the seats",
    technique=_technique,
    decisive=GUILTY,
    may_be_idle=lambda _, event: event.form not in FORMS_NEVER_IDLE,
    remarks=score,
    limits=Limits(total=MOST_INSTANCES),
)
"""How vigils are asked: the guilty monk, and what this monk looks like, are asked for."""

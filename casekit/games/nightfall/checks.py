"""The rules of an evening: the order of its lines, who lives and takes part, the truth of the nights.

In each function, ``breaches`` are messages, each with whether it is so; one hint serves them all.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from casekit.diagnostics import Place
from casekit.games.nightfall import codes
from casekit.games.nightfall.document import (
    Choices,
    Culprits,
    Dawn,
    Evening,
    Event,
    Hanging,
    Move,
    Night,
    Vote,
)
from casekit.games.nightfall.nights import NightOutcome, ending, outcomes_of
from casekit.kit.transcripts.checks import RuleBreach, TranscriptRules, after_the_end, breaches_at, given_away
from casekit.kit.transcripts.document import SpokenLine
from casekit.logic.formulas import Constant, all_terms
from casekit.logic.theory import Rival

MOST_MURDERERS = 2
FEWEST_PLAYERS_FOR_TWO = 6
"""The fewest players among whom there may be two murderers."""

_ORDER: dict[type, tuple[tuple[type, ...], str]] = {
    Night: ((object, Hanging), "a night begins the game or follows a hanging"),
    Dawn: ((Night,), "the dawn follows its night"),
    SpokenLine: ((object, Dawn), "people speak before the first night, and by day before the vote"),
    Vote: ((Dawn,), "there is one vote a day, after the dawn"),
    Hanging: ((Vote,), "a hanging follows its vote"),
}
"""By kind of line the kinds that may be before it, and the message otherwise.

Speeches do not count as the line before; ``object`` is the beginning.
"""

_wrong_truth = partial(RuleBreach, codes.WRONG_TRUTH)
_false_sight = partial(RuleBreach, codes.FALSE_SIGHT)


def _table(evening: Evening) -> Iterator[RuleBreach]:
    """How many murderers there are, and how often they must try."""
    murderers, attempts, players = evening.murderers, evening.attempts, len(evening.players)
    count = murderers.count
    breaches = {
        f"there are {count} murderers, but the game is for one or two": not 1 <= count <= MOST_MURDERERS
    }
    yield from breaches_at(
        murderers.place, codes.WRONG_RULES, "write `murderers 1` or `murderers 2`", breaches
    )
    are_too_few = count == MOST_MURDERERS and players < FEWEST_PLAYERS_FOR_TWO
    breaches = {f"two murderers are too many for {players} players": are_too_few}
    hint = f"name {FEWEST_PLAYERS_FOR_TWO} players or more, or write `murderers 1`"
    yield from breaches_at(murderers.place, codes.WRONG_RULES, hint, breaches)
    breaches = {"nobody can try to kill every 0 nights": attempts.count < 1}
    yield from breaches_at(
        attempts.place, codes.WRONG_RULES, "write `attempt every 1 nights` or more", breaches
    )


def _illegal(evening: Evening) -> Iterator[RuleBreach]:
    """The breaches of the rules in the play, then those in the truth."""
    yield from _play(evening)
    outcomes = outcomes_of(evening)
    faults = (
        *_own_visits(evening),
        *_murderers(evening),
        *_nights(evening),
        *_attempts(evening, outcomes),
    )
    # All else would only follow from what is wrong.
    yield from faults or (*_sights(evening, outcomes), *_outcomes(evening, outcomes))


def _play(evening: Evening) -> Iterator[RuleBreach]:
    """The lines of play are in order, and only the living take part in them."""
    kind_before: type = object
    vote: Vote | None = None
    end, living = ending(evening), evening.living
    for event in evening.play:
        if end is not None and event.number > end.line.number:
            yield after_the_end(event, end.line, end.words)
        else:
            kinds_allowed, message = _ORDER[type(event)]
            breaches = {message: kind_before not in kinds_allowed}
            hint = "put nights, dawns, speeches, votes and hangings in order"
            yield from breaches_at(event.place, codes.MISPLACED_LINE, hint, breaches)
        yield from _alive(evening, event, living[event.number])
        if isinstance(event, SpokenLine):
            yield from _future_nights(event, evening.days[event.number])
            continue
        if isinstance(event, Vote):
            vote = event
            yield from _votes(vote, living[event.number])
        elif isinstance(event, Hanging) and vote is not None:
            yield from _hanging(event, vote)
        kind_before = type(event)


def _votes(vote: Vote, living: Sequence[str]) -> Iterator[RuleBreach]:
    """Everybody who lives votes, and does so once."""
    voters = [ballot.player for ballot in vote.ballots]
    breaches: dict[str, bool] = {}
    for name in living:
        count = voters.count(name)
        breaches[f"{name} {'votes twice' if count else 'does not vote'}"] = count != 1
    hint = "let everybody who lives vote or abstain, once"
    yield from breaches_at(vote.place, codes.WRONG_VOTE, hint, breaches)


def _hanging(hanging: Hanging, vote: Vote) -> Iterator[RuleBreach]:
    """The vote decides who is hanged."""
    hanged, beside = vote.hanged or "nobody", (vote.place, vote.text)
    message = f"the vote hangs {hanged}: more than half of the votes cast are needed, and two at least"
    breaches = {message: hanging.player != vote.hanged}
    hint = f"write `hanged: {hanged}`, or correct the vote"
    yield from breaches_at(hanging.place, codes.WRONG_VOTE, hint, breaches, beside)


def _future_nights(speech: SpokenLine, day: int) -> Iterator[RuleBreach]:
    """Nobody speaks of nights to come."""
    for line in speech.statements:
        values = {term.value for term in all_terms(line.formula) if isinstance(term, Constant)}
        nights = sorted(int(value) for value in values if value.isdecimal())
        breaches = {
            f"{speech.player} speaks of night {night}, which is still to come": night > day
            for night in nights
        }
        yield from breaches_at(line.place, codes.MISPLACED_LINE, "name a night that has been", breaches)


def _own_visits(evening: Evening) -> Iterator[RuleBreach]:
    """A visit is to somebody else, in the seat's nights and in the truth: whoever is at home stays."""
    nights = [event for event in evening.play if isinstance(event, Night)]
    moves: list[tuple[Place, Move]] = [
        (night.place, night.move) for night in nights if night.move is not None
    ]
    for line in evening.truth:
        if isinstance(line, Choices):
            moves += [(line.place, move) for move in line.moves]
    for place, move in moves:
        player = move.player
        breaches = {f"{player} visits {player}, but a visit is to somebody else": move.host == player}
        yield from breaches_at(place, codes.OWN_VISIT, f"write `{move.said}`, or name another host", breaches)


def _alive(evening: Evening, event: Event, living: Sequence[str]) -> Iterator[RuleBreach]:
    """Only the living take part."""
    named: Sequence[str] = ()
    match event:
        case Night(move=move, met=met) if move is not None:
            named = (move.player, move.where, *met)
        case Dawn(gone=gone) | Hanging(gone=gone):
            named = gone
        case SpokenLine(player=player):
            named = (player,)
        case Vote(ballots=ballots):
            names = chain.from_iterable((ballot.player, ballot.whom) for ballot in ballots)
            named = list(filter(None, names))
    lines_with_dead = [line for line in evening.play if isinstance(line, Dawn | Hanging)]
    for name in dict.fromkeys(named):
        if name not in living:
            death = next(line for line in lines_with_dead if name in line.gone)
            breaches, beside = {f"{name} is dead, and cannot take part": True}, (death.place, death.text)
            yield from breaches_at(event.place, codes.NOT_ALIVE, "name somebody who lives", breaches, beside)


# --- the truth -----------------------------------------------------------------------------------


def _murderers(evening: Evening) -> Iterator[RuleBreach]:
    """As many as the rules say, and never the seat."""
    lines, count = [line for line in evening.truth if isinstance(line, Culprits)], evening.murderers.count
    for line in lines[1:]:
        yield _wrong_truth("the murderers are named twice", line.place, "remove one of the lines")
    for line in lines[:1]:
        if not len({*line.names}) == len(line.names) == count:
            message = f"the truth names {' and '.join(line.names)}, but the rules say `murderers {count}`"
            yield _wrong_truth(message, line.place, "name as many, nobody twice, or change `== rules`")
        if evening.reader in line.names:
            message = f"{evening.reader} has the seat, which is an innocent's"
            yield _wrong_truth(message, line.place, "choose another seat or another murderer")


def _nights(evening: Evening) -> Iterator[RuleBreach]:
    """Each night that was played, once, or none at all."""
    lines = [line for line in evening.truth if isinstance(line, Choices)]
    lines_of_nights = [event.number for event in evening.play if isinstance(event, Night)]
    living = {evening.days[number]: evening.living[number] for number in lines_of_nights}
    for line in lines:
        night, place = line.number, line.place
        if evening.choices[night] is not line:
            yield _wrong_truth(f"night {night} is there twice", place, "remove one of the lines")
        if night in living:
            yield from _night(evening, line, living[night])
        else:
            yield _wrong_truth(
                f"the play has no night {night}", place, "add it to the play, or remove the line"
            )
    if not lines:
        return
    for night in living:
        if night not in evening.choices:
            message = f"the truth leaves out night {night}"
            yield _wrong_truth(message, lines[-1].place, f"add a line `night {night}: ...`")


def _night(evening: Evening, line: Choices, living: tuple[str, ...]) -> Iterator[RuleBreach]:
    """Everybody who lives has one move, to somebody who lives; only murderers mean to kill."""
    night, players = line.number, [move.player for move in line.moves]
    breaches = {f"{name} does nothing in night {night}": name not in players for name in living}
    breaches |= {f"{name} moves twice in night {night}": players.count(name) > 1 for name in living}
    hint = "let everybody who lives stay or visit somebody, once"
    yield from breaches_at(line.place, codes.WRONG_TRUTH, hint, breaches)
    for move in line.moves:
        named = (move.player, move.where)
        breaches = {f"{name} is dead in night {night}": name not in living for name in named}
        yield from breaches_at(line.place, codes.WRONG_TRUTH, "leave the dead out, also as hosts", breaches)
        is_guilty = move.player in evening.culprits
        breaches = {f"{move.player}, who is innocent, tries to kill": move.kills and not is_guilty}
        yield from breaches_at(line.place, codes.WRONG_TRUTH, "only murderers do", breaches)


def _attempts(evening: Evening, outcomes: Mapping[int, NightOutcome]) -> Iterator[RuleBreach]:
    """Each murderer tries to kill in every window of nights that they live through."""
    for last in range(evening.attempts.count, len(outcomes) + 1):
        window = range(last - evening.attempts.count + 1, last + 1)
        when = f"night {last}" if len(window) == 1 else f"nights {window[0]} to {last}"
        for name in evening.culprits:
            if name in outcomes[last].moves and not any(
                outcomes[night].moves[name].kills for night in window
            ):
                message = f"{name} does not try to kill in {when}, and would have lost"
                hint = "add `to kill` to a move, or change `== rules`"
                yield _wrong_truth(message, evening.choices[last].place, hint)


def _sights(evening: Evening, outcomes: Mapping[int, NightOutcome]) -> Iterator[RuleBreach]:
    """The seat says where it was each night, as it was; the dead and those who only listen say nothing."""
    dead_of_night = {
        evening.days[event.number]: event.gone for event in evening.play if isinstance(event, Dawn)
    }
    seat = evening.reader
    for event in evening.play:
        if isinstance(event, Night):
            night = evening.days[event.number]
            lived = seat in evening.living[event.number] and seat not in dead_of_night.get(night, ())
            yield from _sight(event, seat, night, outcomes.get(night), lived=lived)


def _sight(
    event: Night, seat: str, night: int, outcome: NightOutcome | None, *, lived: bool
) -> Iterator[RuleBreach]:
    """Findings about the things that the seat saw in a night."""
    move = event.move
    if move is None:
        if lived:
            message = f"{seat} has the seat and lives through night {night}, which the line leaves out"
            yield _false_sight(
                message, event.place, f"write, for example, `night: {seat} stays, meets nobody`"
            )
    elif move.player != seat or not lived:
        reason = "dies in it and learns nothing" if move.player == seat else "has not got the seat"
        yield _false_sight(
            f"the line is about {move.player}, who {reason}", event.place, "write `night` alone"
        )
    elif move.kills or move.player in event.met or len(set(event.met)) < len(event.met):
        message = f"{seat}, an innocent, meets everybody else who is there"
        yield _false_sight(message, event.place, "name each of them once, without `to kill`")
    elif outcome is not None and seat in outcome.moves:
        in_truth = outcome.moves[seat].where, {*outcome.met(seat)}
        if in_truth != (move.where, {*event.met}):
            hint = f"write `{outcome.seen_by(seat, event).text}`, or correct the truth"
            yield _false_sight("the truth of this night is another one", event.place, hint)


def _outcomes(evening: Evening, outcomes: Mapping[int, NightOutcome]) -> Iterator[RuleBreach]:
    """Deaths at night, and roles of those who are hanged, as the truth has them."""
    for event in evening.play:
        night = evening.days[event.number]
        if isinstance(event, Dawn) and night in outcomes:
            dead, line = outcomes[night].victims, evening.choices[night]
            breaches = {f"by the truth it is `dawn: {dead}`": {*event.gone} != {*outcomes[night].dead}}
            beside = (line.place, f"by the rules of the night {dead} dies")
            hint = "correct the line or the truth"
            yield from breaches_at(event.place, codes.FALSE_OUTCOME, hint, breaches, beside)
        elif isinstance(event, Hanging) and event.gone and evening.culprits:
            role = "murderer" if event.player in evening.culprits else "innocent"
            role_in_words = "a murderer" if role == "murderer" else role
            breaches = {f"by the truth {event.player} was {role_in_words}": role != event.role}
            hint = f"write `{role}`, or correct the truth"
            yield from breaches_at(event.place, codes.FALSE_OUTCOME, hint, breaches)


def _given_away(evening: Evening) -> Iterator[tuple[int, RuleBreach]]:
    """A hanging that shows the last murderer."""
    end = ending(evening)
    if end is not None and end.innocents_win:
        yield end.line.number, given_away(end.line, end.words)


def _nights_in_words(rival: Rival) -> str:
    """The nights of a rival world: "in night 1 ALICE stayed, BOB visited ALICE to kill"."""
    moves_by_night: dict[str, list[str]] = {}
    attempts = {fact.arguments for fact in rival.world if fact.function == "tried" and fact.value == "yes"}
    for fact in rival.world:
        if fact.function == "visited" and fact.value != "none":
            player, night = fact.arguments
            choice = "stayed" if fact.value == player else f"visited {fact.value}"
            purpose = " to kill" if fact.arguments in attempts else ""
            moves_by_night.setdefault(night, []).append(f"{player} {choice}{purpose}")
    return "; ".join(f"in night {night} {', '.join(moves)}" for night, moves in moves_by_night.items())


RULES = TranscriptRules(
    table=_table,
    gives_away=_given_away,
    illegal=_illegal,
    answer=lambda evening: (", ".join(evening.culprits),) if evening.culprits else (),
    world=_nights_in_words,
    asked="who the murderers are",
    whole="",
    first="the first night",
    to_begin="add players, or choose another seat",
    to_decide="let somebody say more, or add a day",
    to_fit="cut or add what people say",
)

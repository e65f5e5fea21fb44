"""The rules of an evening: the order of its lines, who lives and takes part, the truth of the nights."""

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
    NightOutcome,
    Vote,
    ending,
    resolved,
)
from casekit.kit.transcripts.checks import RuleBreach, TranscriptRules, after_the_end, breaches_at, given_away
from casekit.kit.transcripts.document import SpokenLine
from casekit.logic.formulas import Constant, all_terms
from casekit.logic.theory import Rival

MOST_MURDERERS = 2
FEWEST_FOR_TWO = 6
"""The players from whom on there may be two murderers."""

_AFTER: dict[type, tuple[tuple[type, ...], str]] = {
    Night: ((object, Hanging), "a night begins the game or follows a hanging"),
    Dawn: ((Night,), "the dawn follows its night"),
    SpokenLine: ((object, Dawn), "people speak before the first night, and by day before the vote"),
    Vote: ((Dawn,), "there is one vote a day, after the dawn"),
    Hanging: ((Vote,), "a hanging follows its vote"),
}
"""The kinds of lines after which each may follow, without speeches (``object``: at the beginning), and the
fault otherwise."""

_wrong = partial(RuleBreach, codes.WRONG_TRUTH)


def _table(evening: Evening) -> Iterator[RuleBreach]:
    """How many murderers there are, and how often they must try."""
    murderers, attempts, players = evening.murderers, evening.attempts, len(evening.players)
    count = murderers.count
    wrong = {f"there are {count} murderers, but the game is for one or two": not 1 <= count <= MOST_MURDERERS}
    yield from breaches_at(murderers.place, codes.WRONG_RULES, "write `murderers 1` or `murderers 2`", wrong)
    few = count == MOST_MURDERERS and players < FEWEST_FOR_TWO
    wrong = {f"two murderers are too many for {players} players": few}
    hint = f"name {FEWEST_FOR_TWO} players or more, or write `murderers 1`"
    yield from breaches_at(murderers.place, codes.WRONG_RULES, hint, wrong)
    wrong = {"nobody can try to kill every 0 nights": attempts.count < 1}
    yield from breaches_at(attempts.place, codes.WRONG_RULES, "write `attempt every 1 nights` or more", wrong)


def _illegal(evening: Evening) -> Iterator[RuleBreach]:
    before: type = object
    end, vote, living = ending(evening), None, evening.living
    for event in evening.play:
        allowed, message = _AFTER[type(event)]
        if end is not None and event.number > end.line.number:
            yield after_the_end(event, end.line, end.words)
        else:
            wrong = {message: before not in allowed}
            hint = "put nights, dawns, speeches, votes and hangings in order"
            yield from breaches_at(event.place, codes.MISPLACED_LINE, hint, wrong)
        yield from _alive(evening, event, living[event.number])
        if isinstance(event, SpokenLine):
            yield from _foretold(event, evening.days[event.number])
            continue
        if isinstance(event, Vote):
            vote = event
            yield from _not_once(vote, living[event.number])
        elif isinstance(event, Hanging) and vote is not None:
            yield from _against_the_vote(event, vote)
        before = type(event)
    truth = resolved(evening)
    faults = (
        *_own_visits(evening),
        *_murderers(evening),
        *_nights(evening),
        *_attempts(evening, truth),
    )
    # All else would only follow from what is wrong.
    yield from faults or (*_sights(evening, truth), *_outcomes(evening, truth))


def _not_once(vote: Vote, living: Sequence[str]) -> Iterator[RuleBreach]:
    """Everybody who lives votes, and does so once."""
    voters = [ballot.player for ballot in vote.ballots]
    wrong: dict[str, bool] = {}
    for name in living:
        votes = voters.count(name)
        wrong[f"{name} {'votes twice' if votes else 'does not vote'}"] = votes != 1
    hint = "let everybody who lives vote or abstain, once"
    yield from breaches_at(vote.place, codes.WRONG_VOTE, hint, wrong)


def _against_the_vote(hanging: Hanging, vote: Vote) -> Iterator[RuleBreach]:
    """The vote decides who is hanged."""
    hanged, beside = vote.hanged or "nobody", (vote.place, vote.text)
    message = f"the vote hangs {hanged}: more than half of the votes cast are needed, and two at least"
    wrong = {message: hanging.player != vote.hanged}
    hint = f"write `hanged: {hanged}`, or correct the vote"
    yield from breaches_at(hanging.place, codes.WRONG_VOTE, hint, wrong, beside)


def _foretold(speech: SpokenLine, day: int) -> Iterator[RuleBreach]:
    """Nobody speaks of nights to come."""
    for line in speech.statements:
        named = {term.value for term in all_terms(line.formula) if isinstance(term, Constant)}
        who, nights = speech.player, sorted(int(value) for value in named if value.isdecimal())
        wrong = {f"{who} speaks of night {night}, which is still to come": night > day for night in nights}
        yield from breaches_at(line.place, codes.MISPLACED_LINE, "name a night that has been", wrong)


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
        who = move.player
        wrong = {f"{who} visits {who}, but a visit is to somebody else": move.host == who}
        yield from breaches_at(place, codes.OWN_VISIT, f"write `{move.said}`, or name another host", wrong)


def _alive(evening: Evening, event: Event, living: Sequence[str]) -> Iterator[RuleBreach]:
    """Only who lives takes part."""
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
    partings = [line for line in evening.play if isinstance(line, Dawn | Hanging)]
    for name in dict.fromkeys(named):
        if name not in living:
            last = next(parting for parting in partings if name in parting.gone)
            wrong, beside = {f"{name} is dead, and cannot take part": True}, (last.place, last.text)
            yield from breaches_at(event.place, codes.NOT_ALIVE, "name somebody who lives", wrong, beside)


# --- the truth -----------------------------------------------------------------------------------


def _murderers(evening: Evening) -> Iterator[RuleBreach]:
    """As many as the rules say, and never the seat."""
    lines, count = [line for line in evening.truth if isinstance(line, Culprits)], evening.murderers.count
    for line in lines[1:]:
        yield _wrong("the murderers are named twice", line.place, "remove one of the lines")
    for line in lines[:1]:
        if not len({*line.names}) == len(line.names) == count:
            told = f"the truth names {' and '.join(line.names)}, but the rules say `murderers {count}`"
            yield _wrong(told, line.place, "name as many, nobody twice, or change `== rules`")
        if evening.reader in line.names:
            told = f"{evening.reader} has the seat, which is an innocent's"
            yield _wrong(told, line.place, "choose another seat or another murderer")


def _nights(evening: Evening) -> Iterator[RuleBreach]:
    """Each night that was played, once, or none at all."""
    told = [line for line in evening.truth if isinstance(line, Choices)]
    nights = [event.number for event in evening.play if isinstance(event, Night)]
    living = {evening.days[number]: evening.living[number] for number in nights}
    for line in told:
        night, place = line.number, line.place
        if evening.choices[night] is not line:
            yield _wrong(f"night {night} is there twice", place, "remove one of the lines")
        if night in living:
            yield from _night(evening, line, living[night])
        else:
            yield _wrong(f"the play has no night {night}", place, "add it to the play, or remove the line")
    wrong = {night: f"the truth leaves out night {night}" for night in living if night not in evening.choices}
    for night, message in wrong.items() if told else ():
        yield _wrong(message, told[-1].place, f"add a line `night {night}: ...`")


def _night(evening: Evening, line: Choices, living: tuple[str, ...]) -> Iterator[RuleBreach]:
    """Everybody who lives has one move, to somebody who lives; only murderers mean to kill."""
    night, at, movers = line.number, (line.place, codes.WRONG_TRUTH), [move.player for move in line.moves]
    wrong = {f"{name} does nothing in night {night}": name not in movers for name in living}
    wrong |= {f"{name} moves twice in night {night}": movers.count(name) > 1 for name in living}
    yield from breaches_at(*at, "let everybody who lives stay or visit somebody, once", wrong)
    for move in line.moves:
        wrong = {f"{name} is dead in night {night}": name not in living for name in (move.player, move.where)}
        yield from breaches_at(*at, "leave the dead out, also as hosts", wrong)
        guilty = move.player in evening.culprits
        wrong = {f"{move.player}, who is innocent, tries to kill": move.kills and not guilty}
        yield from breaches_at(*at, "only murderers do", wrong)


def _attempts(evening: Evening, truth: Mapping[int, NightOutcome]) -> Iterator[RuleBreach]:
    """Each murderer tries to kill in every window of nights that they live through."""
    for last in range(evening.attempts.count, len(truth) + 1):
        window = range(last - evening.attempts.count + 1, last + 1)
        when = f"night {last}" if len(window) == 1 else f"nights {window[0]} to {last}"
        for name in evening.culprits:
            if name in truth[last].moves and not any(truth[night].moves[name].kills for night in window):
                message = f"{name} does not try to kill in {when}, and would have lost"
                hint = "add `to kill` to a move, or change `== rules`"
                yield _wrong(message, evening.choices[last].place, hint)


def _sights(evening: Evening, truth: Mapping[int, NightOutcome]) -> Iterator[RuleBreach]:
    """The seat says where it was each night, as it was; the dead and those who only listen say nothing."""
    dawns = {evening.days[event.number]: event.gone for event in evening.play if isinstance(event, Dawn)}
    seat = evening.reader
    for event in evening.play:
        if isinstance(event, Night):
            night = evening.days[event.number]
            lived = seat in evening.living[event.number] and seat not in dawns.get(night, ())
            yield from _sight(event, seat, night, truth.get(night), lived=lived)


def _sight(
    event: Night, seat: str, night: int, outcome: NightOutcome | None, *, lived: bool
) -> Iterator[RuleBreach]:
    """Findings about the things that the seat saw in a night."""
    false = partial(RuleBreach, codes.FALSE_SIGHT)
    move = event.move
    if move is None:
        if lived:
            message = f"{seat} has the seat and lives through night {night}, which the line leaves out"
            yield false(message, event.place, f"write, for example, `night: {seat} stays, meets nobody`")
    elif move.player != seat or not lived:
        why = "dies in it and learns nothing" if move.player == seat else "has not got the seat"
        yield false(f"the line is about {move.player}, who {why}", event.place, "write `night` alone")
    elif move.kills or move.player in event.met or len(set(event.met)) < len(event.met):
        message = f"{seat}, an innocent, meets everybody else who is there"
        yield false(message, event.place, "name each of them once, without `to kill`")
    elif outcome is not None and seat in outcome.moves:
        in_truth = outcome.moves[seat].where, {*outcome.met(seat)}
        if in_truth != (move.where, {*event.met}):
            hint = f"write `{outcome.seen_by(seat, event).text}`, or correct the truth"
            yield false("the truth of this night is another one", event.place, hint)


def _outcomes(evening: Evening, truth: Mapping[int, NightOutcome]) -> Iterator[RuleBreach]:
    """Deaths at night, and roles of those who are hanged, as the truth has them."""
    for event in evening.play:
        night = evening.days[event.number]
        if isinstance(event, Dawn) and night in truth:
            dead, line = truth[night].victims, evening.choices[night]
            wrong = {f"by the truth it is `dawn: {dead}`": {*event.gone} != {*truth[night].dead}}
            beside = (line.place, f"by the rules of the night {dead} dies")
            hint = "correct the line or the truth"
            yield from breaches_at(event.place, codes.FALSE_OUTCOME, hint, wrong, beside)
        elif isinstance(event, Hanging) and event.gone and evening.culprits:
            role = "murderer" if event.player in evening.culprits else "innocent"
            was = "a murderer" if role == "murderer" else role
            wrong = {f"by the truth {event.player} was {was}": role != event.role}
            hint = f"write `{role}`, or correct the truth"
            yield from breaches_at(event.place, codes.FALSE_OUTCOME, hint, wrong)


def _given_away(evening: Evening) -> Iterator[tuple[int, RuleBreach]]:
    """A hanging that shows the last murderer."""
    end = ending(evening)
    if end is not None and end.innocents_win:
        yield end.line.number, given_away(end.line, end.words)


def _in_words(rival: Rival) -> str:
    """The nights of a rival world."""
    nights: dict[str, list[str]] = {}
    tried = {fact.arguments for fact in rival.world if fact.function == "tried" and fact.value == "yes"}
    for fact in rival.world:
        if fact.function == "visited" and fact.value != "none":
            who, night = fact.arguments
            where = "stayed" if fact.value == who else f"visited {fact.value}"
            nights.setdefault(night, []).append(f"{who} {where}{' to kill' * (fact.arguments in tried)}")
    return "; ".join(f"in night {night} {', '.join(told)}" for night, told in nights.items())


RULES = TranscriptRules(
    table=_table,
    gives_away=_given_away,
    illegal=_illegal,
    answer=lambda evening: (", ".join(evening.culprits),) if evening.culprits else (),
    world=_in_words,
    asked="who the murderers are",
    whole="",
    first="the first night",
    to_begin="add players, or choose another seat",
    to_decide="let somebody say more, or add a day",
    to_fit="cut or add what people say",
)

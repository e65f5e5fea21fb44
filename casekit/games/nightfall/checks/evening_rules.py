"""The rules of the evening as everybody saw it: what comes after what, who lives and takes part, whom a vote hangs."""

from collections.abc import Iterator

from casekit.games.nightfall import codes
from casekit.games.nightfall.checks.truth_rules import truth_breaches
from casekit.games.nightfall.evening import Dawn, Evening, Event, Hanging, Move, Night, Vote
from casekit.games.nightfall.nights import ending, living_at
from casekit.games.transcripts.checks.breaches import Beside, Breach, RuleWords, TranscriptRules, breaches_at
from casekit.games.transcripts.codes import PLAY_AFTER_THE_END
from casekit.games.transcripts.speeches import SpokenLine
from casekit.model.logic import Constant, all_terms
from casekit.model.theory import Rival

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
"""What each kind of line may follow, speeches left out (nothing: ``object``), and what is wrong otherwise."""


def table_breaches(evening: Evening) -> Iterator[Breach]:
    """How many murderers there are, and how often they must try."""
    count, players = evening.murderers, len(evening.players)
    limits, place = evening.limits, evening.place
    yield from breaches_at(
        limits["murderers"].place if "murderers" in limits else place,
        codes.WRONG_RULES,
        (
            not 1 <= count <= MOST_MURDERERS,
            f"there are {count} murderers, but the game is for one or two",
            "write `murderers 1` or `murderers 2`",
        ),
        (
            count == MOST_MURDERERS and players < FEWEST_FOR_TWO,
            f"two murderers are too many for {players} players",
            f"name {FEWEST_FOR_TWO} players or more, or write `murderers 1`",
        ),
    )
    message = "nobody can try to kill every 0 nights"
    yield from breaches_at(
        limits["attempts"].place if "attempts" in limits else place,
        codes.WRONG_RULES,
        (evening.window < 1, message, "write `attempt every 1 nights` or more"),
    )


def _illegal(evening: Evening) -> Iterator[Breach]:
    before: type = object
    end, vote = ending(evening), None
    for event in evening.play:
        allowed, message = _AFTER[type(event)]
        if end is not None and event.number > end.line.number:
            told, beside = f"the game is over: {end.words}", (Beside(end.line.place, end.line.text),)
            yield Breach(PLAY_AFTER_THE_END, told, event.place, "remove what follows", beside)
        elif before not in allowed:
            yield Breach(
                codes.MISPLACED_LINE,
                message,
                event.place,
                "put nights, dawns, speeches, votes and hangings in order",
            )
        yield from _alive(evening, event)
        if isinstance(event, SpokenLine):
            yield from _foretold(evening, event)
            continue
        if isinstance(event, Vote):
            vote = event
            yield from _everybody_votes(evening, event)
        elif isinstance(event, Hanging) and vote is not None:
            yield from _hanging(event, vote)
        before = type(event)
    yield from truth_breaches(evening)


def _foretold(evening: Evening, speech: SpokenLine) -> Iterator[Breach]:
    """Nobody speaks of nights to come."""
    day = evening.days[speech.number]
    for line in speech.statements:
        named = {term.value for term in all_terms(line.formula) if isinstance(term, Constant)}
        for night in sorted(int(value) for value in named if value.isdecimal() and int(value) > day):
            message = f"{speech.player} speaks of night {night}, which is still to come"
            yield Breach(codes.MISPLACED_LINE, message, line.place, "name a night that has been")


def _alive(evening: Evening, event: Event) -> Iterator[Breach]:
    """Only who lives takes part."""
    match event:
        case Night(move=Move() as move, met=met):
            named: tuple[str, ...] = (move.player, move.host, *met)
        case Dawn(gone=gone) | Hanging(gone=gone):
            named = gone
        case SpokenLine(player=player):
            named = (player,)
        case Vote(ballots=ballots):
            named = tuple(name for ballot in ballots for name in ballot if name)
        case _:
            named = ()
    for name in dict.fromkeys(named):
        if name not in living_at(evening)[event.number]:
            last = next(
                each for each in evening.play if isinstance(each, Dawn | Hanging) and name in each.gone
            )
            message, beside = f"{name} is dead, and cannot take part", (Beside(last.place, last.text),)
            yield Breach(codes.NOT_ALIVE, message, event.place, "name somebody who lives", beside)


def _everybody_votes(evening: Evening, vote: Vote) -> Iterator[Breach]:
    """Everybody who lives votes or abstains, once."""
    voters = [who for who, _ in vote.ballots]
    for name in living_at(evening)[vote.number]:
        if voters.count(name) != 1:
            message = f"{name} {'does not vote' if name not in voters else 'votes twice'}"
            hint = "let everybody who lives vote or abstain, once"
            yield Breach(codes.WRONG_VOTE, message, vote.place, hint)


def _hanging(event: Hanging, vote: Vote) -> Iterator[Breach]:
    """The one is hanged whom more than half of the votes cast want to hang, and two at least."""
    hanged = vote.hanged or "nobody"
    if event.gone != tuple(filter(None, (vote.hanged,))):
        message = f"the vote hangs {hanged}: more than half of the votes cast are needed, and two at least"
        hint = f"write `hanged: {hanged}`, or correct the vote"
        yield Breach(codes.WRONG_VOTE, message, event.place, hint, (Beside(vote.place, vote.text),))


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
    table=table_breaches,
    illegal=_illegal,
    answer=lambda evening: (", ".join(evening.culprits),) if evening.culprits else (),
    world=_in_words,
    words=RuleWords(
        asked="who the murderers are",
        whole="",
        first="the first night",
        to_begin="add players, or choose another seat",
        to_decide="let somebody say more, or add a day",
        to_fit="cut or add what people say",
    ),
)

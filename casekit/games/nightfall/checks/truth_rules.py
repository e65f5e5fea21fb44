"""The truth of an evening: its nights are resolved, and the lines of play must agree with them."""

from collections.abc import Iterator

from casekit.games.nightfall import codes
from casekit.games.nightfall.evening import (
    NOBODY,
    Choices,
    Culprits,
    Dawn,
    Evening,
    EveningLine,
    Hanging,
    Night,
)
from casekit.games.nightfall.nights import living_at, resolved
from casekit.games.transcripts.checks.breaches import Beside, Breach

Fault = tuple[EveningLine, str, str]
"""The line that is wrong, what is wrong, and what to do."""


def truth_breaches(evening: Evening) -> Iterator[Breach]:
    """The faults of the truth, what the seat says, and what follows otherwise from the truth."""
    lines = [line for line in evening.truth if isinstance(line, Culprits)]
    wrong = (*_murderers(evening, lines), *_nights(evening), *_attempts(evening))
    yield from (Breach(codes.WRONG_TRUTH, message, line.place, hint) for line, message, hint in wrong)
    if not wrong:  # all else would only follow from that
        for line, message, hint in _sights(evening):
            yield Breach(codes.FALSE_SIGHT, message, line.place, hint)
        yield from _outcomes(evening)


def _murderers(evening: Evening, lines: list[Culprits]) -> Iterator[Fault]:
    """As many as the rules say, and never the seat."""
    for line in lines[1:]:
        yield line, "the murderers are named twice", "remove one of the lines"
    for line in lines[:1]:
        if len(set(line.names)) != len(line.names) or len(line.names) != evening.murderers:
            message = f"the truth names {' and '.join(line.names)}, but the rules say `murderers {evening.murderers}`"
            yield line, message, "name as many, nobody twice, or change `== rules`"
        if evening.reader in line.names:
            yield (
                line,
                f"{evening.reader} has the seat, which is an innocent's",
                "choose another seat or another murderer",
            )


def _nights(evening: Evening) -> Iterator[Fault]:
    """Each night that was played, once, or none at all."""
    told = [line for line in evening.truth if isinstance(line, Choices)]
    living = {
        evening.days[each.number]: living_at(evening)[each.number]
        for each in evening.play
        if isinstance(each, Night)
    }
    for line in told:
        if evening.choices[line.night] is not line:
            yield line, f"night {line.night} is there twice", "remove one of the lines"
        if line.night in living:
            yield from _night(evening, line, living[line.night])
        else:
            yield line, f"the play has no night {line.night}", "add it to the play, or remove the line"
    for night in living:
        if told and night not in evening.choices:
            yield told[-1], f"the truth leaves out night {night}", f"add a line `night {night}: ...`"


def _night(evening: Evening, line: Choices, living: tuple[str, ...]) -> Iterator[Fault]:
    """Everybody who lives has one move, to somebody who lives; only murderers mean to kill."""
    movers = [move.player for move in line.moves]
    for name in living:
        if movers.count(name) != 1:
            often = "does nothing" if name not in movers else "moves twice"
            yield (
                line,
                f"{name} {often} in night {line.night}",
                "let everybody who lives stay or visit somebody, once",
            )
    for move in line.moves:
        for name in dict.fromkeys((move.player, move.host)):
            if name not in living:
                yield line, f"{name} is dead in night {line.night}", "leave the dead out, also as hosts"
        if move.kills and move.player not in evening.culprits:
            yield line, f"{move.player}, who is innocent, tries to kill", "only murderers do"


def _attempts(evening: Evening) -> Iterator[Fault]:
    """Each murderer tries to kill in every window of nights that they live through."""
    nights = resolved(evening)
    for last in range(evening.window, len(nights) + 1):
        window = range(last - evening.window + 1, last + 1)
        for name in evening.culprits:
            if name in nights[last].moves and not any(nights[night].moves[name].kills for night in window):
                when = f"night {last}" if evening.window == 1 else f"nights {window[0]} to {last}"
                message = f"{name} does not try to kill in {when}, and would have lost"
                yield evening.choices[last], message, "add `to kill` to a move, or change `== rules`"


def _sights(evening: Evening) -> Iterator[Fault]:
    """The seat says where it was each night, as it was; the dead and those who only listen say nothing."""
    dawns = {evening.days[event.number]: event.gone for event in evening.play if isinstance(event, Dawn)}
    truth, seat = resolved(evening), evening.reader
    for event in (each for each in evening.play if isinstance(each, Night)):
        night, move = evening.days[event.number], event.move
        lived = seat in living_at(evening)[event.number] and seat not in dawns.get(night, ())
        if move is None:
            if lived:
                message = f"{seat} has the seat and lives through night {night}, which the line leaves out"
                yield event, message, f"write, for example, `night: {seat} stays, meets nobody`"
        elif move.player != seat or not lived:
            why = "dies in it and learns nothing" if move.player == seat else "has not got the seat"
            yield event, f"the line is about {move.player}, who {why}", "write `night` alone"
        elif move.kills or move.player in event.met or len(set(event.met)) < len(event.met):
            yield (
                event,
                f"{seat}, an innocent, meets everybody else who is there",
                "name each of them once, without `to kill`",
            )
        elif seat in (moves := truth[night].moves if night in truth else {}):
            met = truth[night].met(seat)
            if (moves[seat].host, {*met}) != (move.host, {*event.met}):
                really = f"night: {moves[seat].text}, meets {' and '.join(met) or NOBODY}"
                yield (
                    event,
                    "the truth of this night is another one",
                    f"write `{really}`, or correct the truth",
                )


def _outcomes(evening: Evening) -> Iterator[Breach]:
    """Who dies at night, and what those who are hanged turn out to be, as the truth has it."""
    nights = resolved(evening)
    for event in evening.play:
        night = evening.days[event.number]
        if isinstance(event, Dawn) and night in nights and {*event.gone} != {*nights[night].dead}:
            dead, line = " and ".join(nights[night].dead) or NOBODY, evening.choices[night]
            beside = (Beside(line.place, f"by the rules of the night {dead} dies"),)
            message, hint = f"by the truth it is `dawn: {dead}`", "correct the line or the truth"
            yield Breach(codes.FALSE_OUTCOME, message, event.place, hint, beside)
        elif isinstance(event, Hanging) and event.gone and evening.culprits:
            role = "murderer" if event.gone[0] in evening.culprits else "innocent"
            if role != event.role:
                message = f"by the truth {event.gone[0]} was {'a ' * (role == 'murderer')}{role}"
                yield Breach(
                    codes.FALSE_OUTCOME, message, event.place, f"write `{role}`, or correct the truth"
                )

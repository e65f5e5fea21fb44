"""The message of each line of play to everybody at the table."""

from collections.abc import Iterator
from dataclasses import replace

from casekit.games.clue.deck import ENVELOPE
from casekit.games.clue.puzzle import Accusation, Answer, Event, Suggestion
from casekit.games.transcripts.hands.tellings import Remark, Telling


def remarks(event: Event, seat: str | None) -> Iterator[Remark]:
    """The remarks of a line for readers in a seat, in the order of the line: one per answer."""
    if isinstance(event, Accusation):
        text = f"{event.player} accuses {'rightly' if event.right else 'wrongly'}"
        yield Remark(f"{event.number}.1", text, event.text, outcome(event), event.place)
        if event.found:
            seen = Telling(ENVELOPE, "all", event.found)
            yield Remark(f"{event.number}.2", "", event.text, seen, event.place)
        return
    for index, answer in enumerate(event.answers, 1):
        telling = reply(event, answer, seen=event.seen_from(seat, answer))
        alone = replace(event, answers=(answer,)).text
        excerpt = alone if index == 1 else alone.replace(": ", ": ... ", 1)
        yield Remark(f"{event.number}.{index}", answer.text, excerpt, telling, answer.place)


def outcome(accusation: Accusation) -> Telling:
    """The message of an accusation to everybody."""
    return Telling(ENVELOPE, "all" if accusation.right else "not all", accusation.cards)


def reply(suggestion: Suggestion, answer: Answer, *, seen: bool) -> Telling:
    """The message of an answer to those who have, or have not, seen the card that was shown."""
    if not answer.shows:
        return Telling(answer.player, "none", suggestion.cards)
    if seen and answer.card is not None:
        return Telling(answer.player, "all", (answer.card,))
    return Telling(answer.player, "some", suggestion.cards)

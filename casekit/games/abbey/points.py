"""The points of a vigil: what each player has earned by revelations and accusations, and when that was safe."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from casekit.games.abbey.deck import ABBEY, GUILTY, OF_TRAIT
from casekit.games.abbey.vigil import Deed, Vigil
from casekit.games.transcripts.hands.holdings import in_truth

if TYPE_CHECKING:
    from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry

TRUE_REVELATION, WRONG_REVELATION, RIGHT_ACCUSATION, WRONG_ACCUSATION = 2, -1, 4, -2
"""The points for each (rulebook, "Tallying Points")."""


def score(vigil: Vigil, inquiry: "TranscriptInquiry") -> Iterator[str]:
    """Each line that earned points, with the line since which its reader was safe to say so; then what everybody has."""
    guilty = [vigil.deck.by_slug[card] for card in in_truth(vigil, ABBEY)]
    earned = dict.fromkeys(vigil.names, 0)
    for event in vigil.play if guilty else ():
        number = _worth(event, event["trait"] in guilty[0].traits)
        if number:
            earned[event["who"]] += number
            asked = f"{GUILTY}-{OF_TRAIT[event['trait']]}" if event["trait"] else GUILTY
            since = inquiry.course.since(asked)
            safe = f", certain to the reader since line {since}" if since and number > 0 else ""
            yield f"line {event.number}: {number:+} for {event['who']}{safe}"
    if any(earned.values()):
        yield "points: " + ", ".join(f"{player} {number}" for player, number in earned.items())


def _worth(event: Deed, so: bool) -> int:  # noqa: FBT001 - whether what it says is so
    if event.form == "revealing":
        return TRUE_REVELATION if so else WRONG_REVELATION
    if event.form == "accusing":
        return RIGHT_ACCUSATION if event["right"] else WRONG_ACCUSATION
    return 0

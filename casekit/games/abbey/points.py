"""The points of a vigil: what each player has earned by revelations and accusations."""

from collections.abc import Iterator

from casekit.games.abbey.deck import ABBEY
from casekit.games.abbey.vigil import Vigil
from casekit.games.transcripts.hands.holdings import in_truth

TRUE_REVELATION, WRONG_REVELATION, RIGHT_ACCUSATION, WRONG_ACCUSATION = 2, -1, 4, -2
"""What each is worth (rulebook, "Tallying Points")."""


def points(vigil: Vigil) -> dict[str, int]:
    """The points of each player, in the order of the table; of nobody, unless the truth names the guilty monk."""
    earned = dict.fromkeys(vigil.names, 0)
    for _, player, number in _earned(vigil):
        earned[player] += number
    return earned if in_truth(vigil, ABBEY) else {}


def score(vigil: Vigil) -> Iterator[str]:
    """Each line that earned points, then what everybody has in the end."""
    for line, player, number in _earned(vigil) if in_truth(vigil, ABBEY) else ():
        yield f"line {line}: {number:+} for {player}"
    earned = points(vigil)
    if any(earned.values()):
        yield "points: " + ", ".join(f"{player} {number}" for player, number in earned.items())


def _earned(vigil: Vigil) -> Iterator[tuple[int, str, int]]:
    guilty = [vigil.deck.by_slug[card] for card in in_truth(vigil, ABBEY)]
    for event in vigil.play:
        if event.form == "revealing":
            so = any(event["trait"] in monk.traits for monk in guilty)
            yield event.number, event["who"], TRUE_REVELATION if so else WRONG_REVELATION
        elif event.form == "accusing":
            yield event.number, event["who"], RIGHT_ACCUSATION if event["right"] else WRONG_ACCUSATION

"""The whole check of a long game: 21 cards, six players, 40 suggestions; beside that of a case."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from bench.measure import Row, Scale
from casekit.games.clue.document import CLASSIC, KINDS, Event, Puzzle
from casekit.games.clue.generator import deal, players_of, seen_from
from casekit.kit.editions import EditionFinder
from casekit.kit.transcripts.generator import text_of
from casekit.pipeline import checking, loading

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "a-drop-of-midnight.case"
SUGGESTIONS = 40
LONG = 1_000
"""Far more suggestions than anybody would print."""


def rows(scale: Scale) -> Iterator[Row]:
    """Check transcripts of two lengths, and a case."""
    case = partial(_check, EXAMPLE.read_bytes())
    for count in scale.of((SUGGESTIONS, LONG), (SUGGESTIONS,)):
        text = text_of("A Long Evening", long_game(count)).encode()
        yield scale.compare(
            f"check: {count} suggestions", partial(_check, text), "check: 60 paths", case, rounds=5
        )


def long_game(suggestions: int) -> Puzzle:
    """A game of six players who suggest at random, as the first of them sees it."""
    random = Random(5)  # noqa: S311 - the same game each time
    names = players_of(CLASSIC, 6)
    dealt = deal(CLASSIC, names, random)
    play: list[Event] = []
    for number in range(1, suggestions + 1):
        asked = [random.choice(CLASSIC.of_kind(kind)) for kind in KINDS]
        player = names[(number - 1) % len(names)]
        play.append(seen_from(dealt.suggestion(number, player, asked, (), random), names[0]))
    return dealt.seen_by(names[0], play)


def _check(data: bytes) -> checking.CheckedDocument:
    parsed = loading.parse_bytes(data, "some.case")
    edition = EditionFinder().of(EXAMPLE.parent, parsed.game.name)
    return checking.check_document(
        loading.resolve_document(parsed, edition), checking.CheckOptions(verdict_in_words=True)
    )

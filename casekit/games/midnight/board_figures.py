"""The figures of the board game, and event cards with what they can do.

A deck has eighteen cards (rulebook, "Event cards" and "Setup"): four of a calm sea, one for each pile of
the deck; one of full speed, which a full table leaves out; thirteen others. The deck's file gives them
their titles.
"""

from collections.abc import Mapping
from typing import Literal

from casekit.diagnostics import Source
from casekit.values import frozen

CARD_KINDS: Mapping[str, int] = {"calm-sea": 4, "full-speed": 1, "event": 13}
"""How many cards of each kind a deck has."""

ONE_TITLE = "calm-sea"
"""The kind whose cards may share their title."""


@frozen(slots=True)
class CardRule:
    """An effect of a card: ``form`` is a key of ``VOCABULARY``, ``numbers`` are those of its line."""

    form: str
    numbers: tuple[int, ...] = ()


@frozen(slots=True)
class RuleForm:
    """How a rule is written and what it means.

    ``about`` says whether its numbers are zones, a way or neither.
    """

    example: str
    pattern: str
    meaning: str
    about: str = ""


VOCABULARY: Mapping[str, RuleForm] = {
    "advance": RuleForm("advance 1", r"advance (\d)", "the ship advances so many spaces"),
    "close": RuleForm("close 5-8", r"close (\d+)-(\d+)", "no pawn uses the way between two zones", "way"),
    "bar": RuleForm("bar 2", r"bar (\d+)", "no detective enters a zone", "zones"),
    "first move": RuleForm(
        "first move +1",
        r"first move ([+-]1)",
        "the first zone a detective enters on a turn costs more or less",
    ),
    "open decks": RuleForm(
        "open decks except 2",
        r"open decks(?: except (\d+))?",
        "a detective moves between any two zones of a deck for 1 action point, except to and from one zone",
        "zones",
    ),
    "send suspects": RuleForm(
        "send suspects 1-4",
        r"send suspects (\d+)-(\d+)",
        "every suspect in one zone is moved to another",
        "zones",
    ),
    "hold suspects": RuleForm("hold suspects", r"hold suspects", "nobody moves a suspect"),
    "bar suspects": RuleForm(
        "bar suspects 1", r"bar suspects (\d+)", "nobody moves a suspect into a zone", "zones"
    ),
    "call suspects": RuleForm(
        "call suspects 7",
        r"call suspects (\d+)",
        "a suspect who is moved goes any number of zones, to this one",
        "zones",
    ),
    "open cabins": RuleForm(
        "open cabins", r"open cabins", "a cabin is searched even if its suspect is there"
    ),
    "extract": RuleForm("extract -1", r"extract ([+-]1)", "to extract information costs more or less"),
    "question neighbours": RuleForm(
        "question neighbours",
        r"question neighbours",
        "a detective also questions suspects in a neighbouring zone",
    ),
    "no search": RuleForm(
        "no search 7, 8", r"no search (\d+(?:, ?\d+)*)", "no location of some zones is searched", "zones"
    ),
    "move purser": RuleForm(
        "move purser", r"move purser", "at the end of each turn its player moves the purser one zone"
    ),
}
"""The effects that the cards of a deck can have, by the name of each rule."""


@frozen(slots=True)
class EventCard:
    """An event.

    ``kind`` is a key of ``CARD_KINDS``, ``zone`` where the purser goes; flavour and effect are prose.
    ``rules`` are lines that say what the effect does in the simulated game, ``None`` if nobody has said.
    """

    kind: Literal["calm-sea", "full-speed", "event"]
    title: str
    zone: int
    flavour: str
    effect: str
    rules: tuple[str, ...] | None = None


@frozen
class Deck:
    """Event cards in the order of their file."""

    source: Source
    cards: tuple[EventCard, ...]


FEWEST, MOST = 2, 5
"""How many detectives can play (rulebook, "Setup")."""

PLAYERS = range(FEWEST, MOST + 1)

CROWDED = 4
"""The number of players from which the card of full speed is left out."""

POINTS = 3
"""The action points of a turn (rulebook, "Player actions")."""

REWARDS: Mapping[str, tuple[int, int]] = {"culprit": (50, 30), "motive": (30, 20), "method": (20, 10)}
"""The points of each element, in the order in which they are written: as first and as second hypothesis."""

ELEMENTS = tuple(REWARDS)

FALSE_REVELATION = 10
"""The cost of each false first hypothesis to the detective who made revelations."""

TRUE_REVELATION = 5
"""The cost of each true one to everybody else."""


@frozen(slots=True)
class TableFigures:
    """The figures of the board (rulebook, "Setup" and "End of the case"): ``[table]`` in an edition.

    ``suite`` is the zone of the luxury suite, ``start`` are the zones where pawns begin, ``revelations`` is
    the zone where they are made and ``port`` the space where the ship arrives. ``ship`` and ``buoys`` are
    the space of the ship and the tokens of each player at the start, for 2, 3, 4 and 5 players. ``opening``
    are the numbers of the locations to go to first ("Useful tips").
    """

    suite: int = 2
    start: tuple[int, ...] = (4, 5, 6, 7, 8, 9)
    revelations: int = 6
    port: int = 10
    ship: tuple[int, ...] = (1, 2, 3, 4)
    buoys: tuple[int, ...] = (5, 4, 3, 2)
    opening: tuple[int, ...] = (13, 14, 23)

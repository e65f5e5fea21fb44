"""Cases made by a program, to print and to measure: as long as hand-written ones, with logic that holds.

Everybody has a place and is seen there by somebody else, except the culprit; what the culprit says of that night is
a lie, which the place denies. Whoever did it had gloves and a key, and few have both. Each wrong motive and method
is denied on several paths.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from textwrap import fill
from typing import TypeVar

from bench.sentences import Teller, pick
from casekit.games.midnight.document import Edition, Location

T = TypeVar("T")

TITLE = "Synthetic case {}"
MARK = "This case was made by a program, to try the printing of a booklet; there is no art in it."

_MOTIVES = {
    "debt": ("To be rid of a debt", "every debt to the victim was paid long ago"),
    "envy": ("Out of envy", "nobody had cause to envy that man"),
    "revenge": ("To avenge an old wrong", "all the old wrongs were forgiven"),
    "legacy": ("To inherit the estate", "the estate goes to a hospital"),
    "secret": ("To bury a secret", "the one secret was in the newspapers already"),
}
_METHODS = {
    "poison": ("Poison in the cocoa", "the cocoa was tasted and is harmless"),
    "blow": ("A blow on the head", "there is no mark upon the head"),
    "needle": ("An injection", "the skin is nowhere pierced"),
    "fumes": ("Fumes from the stove", "the stove has been cold for days"),
    "pillow": ("Smothered with a pillow", "both pillows lie as the maid left them"),
}
_WORDS = (50, 75)
"""How many words of a paragraph are there to fill it, at least: a range."""
_WIDTH = 100
_SEEN = (
    "{who} was in the {where} at a quarter to twelve and stayed until past midnight",
    "from half past eleven until the bell {who} never left the {where}",
    "it was midnight before {who} came out of the {where}",
)
_OWN = (
    "that whole quarter of an hour I was in the {where}",
    "at midnight I was in the {where} and had been there for an hour",
    "I sat in the {where} from eleven until well past twelve",
)
_LACKS = {
    "gloves": ("{who} has no gloves on this voyage", "there is not a glove among the things of {who}"),
    "key": ("{who} never had a key to the suite", "no key to the suite was ever given to {who}"),
}
_HAS = {
    "gloves": "a pair of grey gloves belongs to {who}",
    "key": "a key to the suite was signed for by {who}",
}
_SUSPECTED = ("if I were you I should keep an eye on {who}", "the one I do not trust is {who}")


@dataclass(frozen=True, slots=True)
class _Clue:
    """What a paragraph tells: words that are quoted, and their logic; ``reported`` if somebody says so."""

    words: str
    logic: str
    reported: bool = False


@dataclass(frozen=True)
class _Night:
    """What happened. ``rooms`` are the locations of all but the culprit, who says to have been in ``claimed``."""

    culprit: str
    motive: str
    method: str
    claimed: Location
    rooms: Mapping[str, Location]
    traits: Mapping[str, tuple[str, ...]]


def synthetic_case(number: int, edition: Edition) -> str:
    """The text of a synthetic case for an edition's ship and cast, always the same for a number."""
    chance = Random(number)  # noqa: S311 - not a secret: the same case for everybody
    night = _night(chance, edition)
    clues = _clues(chance, edition, night)
    teller = Teller(chance)
    answers = [f"{suspect.name} {topic.slug}" for suspect in edition.suspects for topic in edition.topics]
    places = [f"{location.number:02}" for location in edition.locations]
    blocks = [
        *_head(number, teller, night),
        *(_paragraph(path, "speech", clues[path], chance, teller) for path in answers),
        *(_paragraph(path, "place", clues[path], chance, teller) for path in places),
        _solution(teller, night),
    ]
    return "\n".join(blocks)


def _night(chance: Random, edition: Edition) -> _Night:
    names = [suspect.name for suspect in edition.suspects]
    cabins = {suspect.cabin for suspect in edition.suspects}
    public = [at for at in edition.locations if at.number not in cabins and at.slug != "suite"]
    culprit = pick(chance, names)
    innocent = [name for name in names if name != culprit]
    claimed, *others = _shuffled(chance, public)
    rooms = {name: others[at % len(others)] for at, name in enumerate(innocent)}
    gloves, key = (tuple(_shuffled(chance, innocent)[:4]) for _ in _LACKS)
    return _Night(
        culprit=culprit,
        motive=pick(chance, [*_MOTIVES]),
        method=pick(chance, [*_METHODS]),
        claimed=claimed,
        rooms=rooms,
        traits={"gloves": (culprit, *gloves), "key": (culprit, *key)},
    )


def _clues(chance: Random, edition: Edition, night: _Night) -> Mapping[str, list[_Clue]]:
    """The clues of each path."""
    clues: defaultdict[str, list[_Clue]] = defaultdict(list)
    denials = _denials(night)
    names = [suspect.name for suspect in edition.suspects]
    # Everybody has seen the next but one, and suspects somebody further on.
    for at, name in enumerate(names):
        place = night.rooms.get(name, night.claimed)
        lie = "lie " if name == night.culprit else ""
        # Where two were in one place they say so in different words.
        own = _OWN[at % len(_OWN)].format(where=_spoken(place))
        clues[f"{name} alibi"].append(_Clue(own, f"{lie}room({name}) = {place.slug}"))
        clues[f"{name} witness"] += _sighting(chance, night, names[(at + 2) % len(names)])
        clues[f"{name} witness"] += _suspicion(chance, names[(at + 5) % len(names)])
    for at, suspect in enumerate(edition.suspects):
        clues[f"{suspect.name} motive"].append(denials[at % len(denials)])
        clues[f"{suspect.cabin:02}"] += _belongings(chance, night, suspect.name)
    for at, location in enumerate(_searched(edition)):
        clues[f"{location.number:02}"].append(denials[at * 3 % len(denials)])
        for name, room in night.rooms.items():
            if room == location:
                clues[f"{location.number:02}"].append(_noted(name, location))
        if location == night.claimed:
            clues[f"{location.number:02}"].append(
                _Clue(
                    f"about midnight {night.culprit} was nowhere to be seen in here",
                    f"room({night.culprit}) != {location.slug}",
                )
            )
    return clues


def _searched(edition: Edition) -> list[Location]:
    cabins = {suspect.cabin for suspect in edition.suspects}
    return [location for location in edition.locations if location.number not in cabins]


def _told(chance: Random, choices: Sequence[str], logic: str, **values: str) -> _Clue:
    return _Clue(pick(chance, choices).format(**values), logic)


def _sighting(chance: Random, night: _Night, name: str) -> list[_Clue]:
    if name == night.culprit:
        return []
    room = night.rooms[name]
    return [_told(chance, _SEEN, f"room({name}) = {room.slug}", who=name, where=_spoken(room))]


def _suspicion(chance: Random, name: str) -> list[_Clue]:
    return [_told(chance, _SUSPECTED, f"hint culprit = {name}", who=name)]


def _belongings(chance: Random, night: _Night, name: str) -> Iterator[_Clue]:
    """What a cabin tells of who lives in it."""
    for trait, owners in night.traits.items():
        if name in owners:
            yield _Clue(_HAS[trait].format(who=name), f"{trait}({name})")
        else:
            yield _told(chance, _LACKS[trait], f"not {trait}({name})", who=name)


def _denials(night: _Night) -> tuple[_Clue, ...]:
    """What it was not."""
    return tuple(
        _Clue(words, f"{question} != {answer}", reported=True)
        for question, answers, right in (
            ("motive", _MOTIVES, night.motive),
            ("method", _METHODS, night.method),
        )
        for answer, (_, words) in answers.items()
        if answer != right
    )


def _noted(name: str, location: Location) -> _Clue:
    words = f"{name} is in the visitors' book from a quarter to twelve until midnight"
    return _Clue(words, f"room({name}) = {location.slug}")


def _head(number: int, teller: Teller, night: _Night) -> Iterator[str]:
    """Everything before the paragraphs."""
    yield f"""title: {TITLE.format(number)}
level: amateur
author: a program
victim: the owner of the line

== presentation"""
    yield _prose([MARK, *teller.sentences("place", 75)])
    yield ""
    yield _prose(
        [
            "The owner of the line was found dead in the luxury suite.",
            "Neither mischance nor his own hand did it, says the doctor: another person was in that room.",
            "The door was locked with a key, and on its handle were grey threads of a glove.",
            *teller.sentences("place", 45),
        ]
    )
    yield '~ culprit != victim and culprit != nobody  "Neither mischance nor his own hand did it"'
    yield '~ room(culprit) = suite  "another person was in that room"'
    yield '~ key(culprit)  "The door was locked with a key"'
    yield '~ gloves(culprit)  "grey threads of a glove"'
    yield "\n== terms"
    yield from (f'motive {slug} "{label}"' for slug, (label, _) in _MOTIVES.items())
    yield 'motive none "None: it was an accident"'
    yield from (f'method {slug} "{label}"' for slug, (label, _) in _METHODS.items())
    yield """
== facts
room(suspect): location  // where each was between 11:45 pm and midnight
gloves(suspect)  // has a pair of grey gloves
key(suspect)  // has a key to the suite

== truth"""
    yield f"culprit = {night.culprit}\nmotive = {night.motive}\nmethod = {night.method}"
    yield f"room({night.culprit}) = suite"
    yield from (f"room({name}) = {room.slug}" for name, room in night.rooms.items())
    for trait, owners in night.traits.items():
        yield f"every suspect X: {trait}(X) iff X in {{ {', '.join(sorted(owners))} }}"
    yield ""


def _paragraph(path: str, kind: str, clues: Sequence[_Clue], chance: Random, teller: Teller) -> str:
    """A paragraph with its clues somewhere among sentences that tell nothing."""
    least, most = _WORDS
    spoken = sum(len(clue.words.split()) for clue in clues)
    words = least + int(chance.random() * (most - least)) - spoken
    sentences = teller.sentences(kind, words)
    for clue in clues:
        whole = (
            f"{teller.sentence('assurance')} {clue.words}."
            if clue.reported
            else f"{_capitalised(clue.words)}."
        )
        sentences.insert(int(chance.random() * (len(sentences) + 1)), whole)
    quotations = [clue.words if clue.reported else _capitalised(clue.words) for clue in clues]
    statements = [f'~ {clue.logic}  "{words}"' for clue, words in zip(clues, quotations, strict=True)]
    return "\n".join([f"== {path}", _prose(sentences), *statements, ""])


def _capitalised(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"


def _solution(teller: Teller, night: _Night) -> str:
    motive, method = _MOTIVES[night.motive][0], _METHODS[night.method][0]
    told = (
        f"It was {night.culprit}, who was not in the {_spoken(night.claimed)} at all, as everybody there could tell.",
        f"The motive: {motive.lower()}. The means: {method.lower()}.",
        "All the others were seen where they said they were, and few of them had both gloves and a key.",
    )
    paragraphs = [
        ["A program made this story up, as it did the rest."],
        *([sentence, *teller.sentences("speech", 110)] for sentence in told),
    ]
    claim = f'~ culprit = {night.culprit} and motive = {night.motive}  "It was {night.culprit}"'
    return "\n".join(["== solution", "\n\n".join(_prose(sentences) for sentences in paragraphs), claim, ""])


def _prose(sentences: Sequence[str]) -> str:
    return fill(" ".join(sentences), _WIDTH, break_on_hyphens=False)


def _spoken(location: Location) -> str:
    return location.name.lower()


def _shuffled(chance: Random, things: Sequence[T]) -> list[T]:
    return sorted(things, key=lambda _: chance.random())

"""A case built to be hard, as text: 300 suspects with three answers each and 100 locations make 1,000 paths.

Whoever did it has every one of 16 traits, and each paragraph denies a few people a few of them, so that some 5,000
ground facts are spoken of and the smallest proof is a covering problem with 299 people to cover.
"""

from collections.abc import Iterator
from random import Random

SUSPECTS, LOCATIONS, TRAITS = 300, 100, 16

_TOPICS = ("alibi", "witness", "motive")
_LETTERS = "BCDFGHKLMNPRST"
_ANSWERS = ("envy", "fear", "greed", "love", "rage")
_METHODS = ("blow", "fall", "fumes", "needle", "poison")


def names(suspects: int = SUSPECTS) -> list[str]:
    """Everybody's name; the first of them did it."""
    return [_LETTERS[n // 70 % 14] + "AEIOU"[n % 5] + _LETTERS[n // 5 % 14] + "O" for n in range(suspects)]


def edition(suspects: int = SUSPECTS, locations: int = LOCATIONS) -> str:
    """The edition file of the ship."""
    blocks = [
        *(f'[[suspects]]\nletter = "{name}"\nname = "{name}"\ncabin = 1' for name in names(suspects)),
        '[[zones]]\nnumber = 1\nname = "Deck"',
        *(
            f'[[locations]]\nnumber = {number}\nslug = "{_place(number)}"\nname = "Place {number}"\nzone = 1'
            for number in range(1, locations + 1)
        ),
        *(f'[[topics]]\nslug = "{topic}"\nname = "{topic}"' for topic in _TOPICS),
    ]
    return "\n\n".join([*blocks, ""])


def case(seed: int, suspects: int = SUSPECTS, locations: int = LOCATIONS) -> str:
    """The case that a seed makes."""
    # Not a secret: the same case for everybody.
    chance = Random(seed)  # noqa: S311
    people = names(suspects)
    culprit, *innocent = people
    # What each innocent lacks, so that everything told of them is true.
    lacking = {name: sorted(chance.sample(range(TRAITS), 4)) for name in innocent}
    lines = [
        "title: The liner",
        "level: expert",
        "victim: The owner",
        "",
        "== presentation",
        "The owner is dead.",
        "",
        "== terms",
        *(f'motive {answer} "{answer}"' for answer in _ANSWERS),
        *(f'method {method} "{method}"' for method in _METHODS),
        "",
        "== facts",
        "room(suspect): location",
        *(f"{_trait(number)}(suspect)" for number in range(TRAITS)),
        "",
        "== rules",
        "common culprit != nobody",
        "common culprit != victim",
        f"common room(culprit) = {_place(1)}",
        *(f"common {_trait(number)}(culprit)" for number in range(TRAITS)),
        "",
        "== truth",
        f"culprit = {culprit}",
        f"motive = {_ANSWERS[0]}",
        f"method = {_METHODS[0]}",
        *_traits_in_truth(people, lacking),
        *(f"room({name}) = {_place(2 + number % (locations - 1))}" for number, name in enumerate(innocent)),
        "",
        *_paragraphs(chance, people, lacking, locations),
        "== solution",
        f"{culprit} did it.",
        f"~ culprit = {culprit}",
        "",
    ]
    return "\n".join(lines)


def _place(number: int) -> str:
    return f"place-{number}"


def _trait(number: int) -> str:
    return f"trait_{number}"


def _traits_in_truth(people: list[str], lacking: dict[str, list[int]]) -> Iterator[str]:
    for name in people:
        for number in range(TRAITS):
            yield f"{'not ' if number in lacking.get(name, ()) else ''}{_trait(number)}({name})"


def _paragraphs(
    chance: Random, people: list[str], lacking: dict[str, list[int]], locations: int
) -> Iterator[str]:
    """A paragraph a path, each with statements about several others."""
    culprit, *innocent = people
    for name in people:
        for topic in _TOPICS:
            told = [_denial(chance, innocent, lacking) for _ in range(4)]
            if topic == "alibi":
                number = innocent.index(name) if name != culprit else 0
                told.append(f"room({name}) = {_place(2 + number % (locations - 1))}")
            mark = "lie " if name == culprit and topic == "alibi" else ""
            statements = [f"~ {statement}" for statement in told]
            statements[-1] = statements[-1].replace("~ ", f"~ {mark}")
            yield from (f"== {name} {topic}", f"So says {name} of {topic}.", *statements, "")
    for number in range(1, locations + 1):
        told = [_denial(chance, innocent, lacking) for _ in range(6)]
        told += [f"motive != {_ANSWERS[1 + number % 4]}", f"method != {_METHODS[1 + number // 4 % 4]}"]
        yield from (f"== {number:02}", f"Found in place {number}.", *(f"~ {one}" for one in told), "")


def _denial(chance: Random, innocent: list[str], lacking: dict[str, list[int]]) -> str:
    """A true statement: one person lacks a trait, or one of two traits, of which another path may tell more."""
    name = chance.choice(innocent)
    first = chance.choice(lacking[name])
    if chance.random() < 0.5:  # noqa: PLR2004 - one statement in two
        return f"not {_trait(first)}({name})"
    other = chance.randrange(TRAITS)
    return f"not {_trait(first)}({name}) or not {_trait(other)}({name})"

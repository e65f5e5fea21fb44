"""Plots: what happened, made up from the situations of the library, by chance and seed."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple

from casekit.games.midnight.document import Edition, Level
from casekit.games.midnight.generator.situations import Kind, Library, Situation, sentences_in
from casekit.values import frozen

Ending = Literal["murder", "suicide", "accident"]

NOBODY = "nobody"
"""The culprit of an accident."""

VICTIM = "victim"
"""The culprit of a suicide."""

ACCIDENTAL = "none"
"""The motive of an accident."""

DESPAIR = "despair"
"""The motive of a suicide."""

ENDINGS: Mapping[Ending, str] = {"suicide": VICTIM, "accident": NOBODY}
"""The culprits of endings without a murder."""

_FEWEST_SUSPECTS = 5
_FEWEST_PUBLIC_LOCATIONS = 4
"""With fewer of these there is no plot with company and a lie."""


class PlotSize(NamedTuple):
    """How large a plot of a level is."""

    things_had: int
    """How many things the culprit had."""

    things_known: int
    """How many things the culprit knew."""

    motives: int
    methods: int

    fewest_holders: int
    """How many innocents share a property, at least."""

    most_holders: int

    lies: int
    """The number of lies of the culprit."""


SIZES: Mapping[Level, PlotSize] = {
    "amateur": PlotSize(
        things_had=1, things_known=1, motives=4, methods=4, fewest_holders=3, most_holders=4, lies=1
    ),
    "expert": PlotSize(
        things_had=1, things_known=2, motives=5, methods=5, fewest_holders=4, most_holders=6, lies=2
    ),
}


@frozen
class Plot:
    """One way in which everything happened. Locations are slugs."""

    culprit: str

    where: Situation
    """The situation that says where people were."""

    traits: tuple[Situation, ...]
    """What the culprit had and knew."""

    motives: tuple[Situation, ...]
    methods: tuple[Situation, ...]

    ends: tuple[Situation, ...]
    """What excludes suicide and accident, unless it was one."""

    motive: str
    method: str

    rooms: Mapping[str, str]
    """By suspect the location where they were."""

    claimed: str
    """The location where the culprit claims to have been; empty if nothing is claimed."""

    holders: Mapping[str, tuple[str, ...]]
    """By situation the suspects who share its property."""

    links: Mapping[tuple[str, str], str]
    """By two suspects how the first knows the second, in words."""

    lied: tuple[Situation, ...]
    """The traits that the culprit denies."""

    suite: str

    @property
    def situations(self) -> tuple[Situation, ...]:
        """Everything that facts are declared for."""
        return (self.where, *self.traits, *self.motives, *self.methods, *self.ends)

    def company(self, room: str) -> tuple[str, ...]:
        """The people who were in a room."""
        return tuple(name for name, there in self.rooms.items() if there == room)


class SmallEditionError(Exception):
    """An edition or library is too small for a plot of a level."""


def plot(
    level: Level, ending: Ending, edition: Edition, library: Library, random: Random, culprit: str = ""
) -> Plot:
    """Make up what happened; in a murder it is the ``culprit`` who did it, if one is named.

    Raises:
        SmallEditionError: if there are too few suspects, places or situations for it.
    """
    size = SIZES[level]
    names = list(edition.suspects_by_name)
    in_suite = (location.slug for location in edition.locations if location.zone == edition.table.suite)
    suite = next(in_suite, edition.locations[-1].slug)
    private = {suite, *(cabin.slug for cabin in edition.cabins.values())}
    public = [slug for slug in edition.locations_by_slug if slug not in private]
    if len(names) < _FEWEST_SUSPECTS or len(public) < _FEWEST_PUBLIC_LOCATIONS:
        raise SmallEditionError(
            f"a skeleton needs at least five suspects, and four locations besides cabins and the suite; "
            f"this one has {len(names)} and {len(public)}"
        )
    murderer = culprit or random.choice(names)
    true_culprit = ENDINGS.get(ending, murderer)
    things_had = _drawn_situations(library, "had", size.things_had, random)
    things_known = _drawn_situations(library, "knew", size.things_known, random)
    traits = (*things_had, *things_known)
    motives = _drawn_situations(library, "why", size.motives, random)
    methods = _drawn_situations(library, "how", size.methods, random)
    motive = random.choice(motives)
    # In a murder the culprit was in the suite; otherwise everybody was elsewhere.
    innocents = [name for name in names if name != true_culprit]
    room_of = _rooms(edition, innocents, public, random) | {true_culprit: suite}
    rooms = {name: room_of[name] for name in names}
    holders = _holders(size, true_culprit, names, traits, motives, motive, random)
    lied = random.sample(traits, min(len(traits), size.lies - 1))
    return Plot(
        culprit=true_culprit,
        where=_drawn_situations(library, "where", 1, random)[0],
        traits=traits,
        motives=motives,
        methods=methods,
        ends=tuple(_ends(library, ending, random)),
        motive={"murder": motive.slug, "suicide": DESPAIR, "accident": ACCIDENTAL}[ending],
        method=random.choice(methods).slug,
        rooms=rooms,
        # Where others were, who know better.
        claimed=random.choice(sorted({*rooms.values()} & {*public})) if true_culprit in names else "",
        holders=holders,
        links=_links(names, edition.language, random),
        lied=tuple(lied) if ending == "murder" else (),
        suite=suite,
    )


def _ends(library: Library, ending: Ending, random: Random) -> Iterator[Situation]:
    """The facts that exclude suicide and accident, apart from the true ending."""
    for other, culprit in ENDINGS.items():
        if other != ending:
            yield random.choice([end for end in library.of_kind("end") if end.against == culprit])


def _drawn_situations(library: Library, kind: Kind, count: int, random: Random) -> tuple[Situation, ...]:
    stock = library.of_kind(kind)
    if len(stock) < count:
        raise SmallEditionError(f"the library needs at least {count} situations of the kind {kind}")
    return tuple(random.sample(stock, count))


def _rooms(edition: Edition, innocents: list[str], public: Sequence[str], random: Random) -> dict[str, str]:
    """By innocent the location: most are in company, some alone in their cabins if they have any.

    At least two public locations stay empty if there are three or more.
    """
    random.shuffle(innocents)
    count_alone = max(1, len(innocents) // 4)
    cabins = edition.cabins
    rooms = {name: cabins[name].slug for name in innocents[:count_alone] if name in cabins}
    in_company = [name for name in innocents if name not in rooms]
    places = random.sample(public, len(public))
    group_count = max(1, min(len(in_company) // 2, len(places) - 2))
    return rooms | {name: places[number % group_count] for number, name in enumerate(in_company)}


def _holders(
    size: PlotSize,
    culprit: str,
    names: Sequence[str],
    traits: Sequence[Situation],
    motives: Sequence[Situation],
    true_motive: Situation,
    random: Random,
) -> dict[str, tuple[str, ...]]:
    """By situation the holders of its property.

    One motive besides the true one would do for the culprit too.
    """
    innocents = [name for name in names if name != culprit]
    misleading_motive = random.choice([motive for motive in motives if motive is not true_motive])
    holders = {}
    for situation in (*traits, *motives):
        count = min(random.randint(size.fewest_holders, size.most_holders), len(innocents) - 1)
        if situation not in traits:
            count = max(1, count - 1)
        unordered_holders = {*random.sample(innocents, count)}
        if situation in (*traits, true_motive, misleading_motive):
            unordered_holders.add(culprit)
        holders[situation.slug] = tuple(name for name in names if name in unordered_holders)
    return holders


def _links(names: Sequence[str], language: str, random: Random) -> dict[tuple[str, str], str]:
    """Everybody knows two neighbours, and others by chance."""
    phrase_for_neighbours, *other_phrases = sentences_in(language)["links"]
    links: dict[tuple[str, str], str] = {}
    shuffled = random.sample(names, len(names))
    for name, neighbour in zip(names, [*names[1:], names[0]], strict=True):
        links[name, neighbour] = links[neighbour, name] = phrase_for_neighbours
    for number, name in enumerate(shuffled):
        other = shuffled[number - 1]
        link = random.choice(other_phrases)
        links.setdefault((name, other), link)
        links.setdefault((other, name), link)
    return links

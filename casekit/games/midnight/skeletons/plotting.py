"""Plots, which are made up from the library, by chance and seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from casekit.games.midnight.case import Level
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.skeletons.situations import Library, Situation, sentences_in

Ending = Literal["murder", "suicide", "accident"]

NOBODY, VICTIM = "nobody", "victim"
ACCIDENTAL, DESPAIR = "none", "despair"

ENDINGS: Mapping[Ending, str] = {"suicide": VICTIM, "accident": NOBODY}
"""The culprits of endings that are no murder."""


@dataclass(frozen=True, slots=True)
class PlotSize:
    """How large a plot of a level is."""

    traits: tuple[int, int]
    motives: int
    methods: int
    holders: tuple[int, int]
    lies: int


SIZES: Mapping[Level, PlotSize] = {
    "amateur": PlotSize(traits=(1, 1), motives=4, methods=4, holders=(3, 4), lies=1),
    "expert": PlotSize(traits=(1, 2), motives=5, methods=5, holders=(4, 6), lies=2),
}
"""``traits`` are how many things the culprit had, and knew."""


@dataclass(frozen=True)
class Plot:
    """One way in which everything happened.

    ``rooms`` are slugs of locations by suspect, ``claimed`` is where the culprit claims to have been, ``holders`` are those who
    share a property, ``links`` how suspects know each other. ``lied`` are the traits that the culprit denies.
    """

    level: Level
    ending: Ending
    culprit: str
    where: Situation
    traits: tuple[Situation, ...]
    motives: tuple[Situation, ...]
    methods: tuple[Situation, ...]
    ends: tuple[Situation, ...]
    motive: str
    method: str
    rooms: Mapping[str, str]
    claimed: str
    holders: Mapping[str, tuple[str, ...]]
    links: Mapping[tuple[str, str], str]
    lied: tuple[Situation, ...]
    suite: str

    @property
    def situations(self) -> tuple[Situation, ...]:
        """Everything that facts are declared for."""
        return (self.where, *self.traits, *self.motives, *self.methods, *self.ends)

    def company(self, room: str) -> tuple[str, ...]:
        """The people who were in a room."""
        return tuple(name for name, there in self.rooms.items() if there == room)

    def acquaintances(self, name: str) -> tuple[str, ...]:
        """The people who know somebody well."""
        return tuple(other for one, other in self.links if one == name)


class SmallEditionError(Exception):
    """An edition or library is too small for a plot of a level."""


def plot(
    level: Level, ending: Ending, edition: Edition, library: Library, random: Random, culprit: str = ""
) -> Plot:
    """Make up what happened; in a murder it is the ``culprit`` who did it, if one is named.

    Raises:
        SmallEditionError: if there are too few suspects, places or situations for it.
    """
    return _Plotter(level, ending, edition, library, random, culprit).plot()


class _Plotter:
    def __init__(
        self,
        level: Level,
        ending: Ending,
        edition: Edition,
        library: Library,
        random: Random,
        culprit: str,
    ) -> None:
        self.level, self.ending, self.edition = level, ending, edition
        self.library, self.random, self.named = library, random, culprit
        self.measure = SIZES[level]
        self.names = list(edition.suspects_by_name)
        suite = (each.slug for each in edition.locations if each.zone == edition.table.suite)
        self.suite = next(suite, edition.locations[-1].slug)
        taken = {self.suite, *(each.slug for each in edition.cabins.values())}
        self.public = [slug for slug in edition.locations_by_slug if slug not in taken]

    def plot(self) -> Plot:
        if len(self.names) < 5 or len(self.public) < 4:  # noqa: PLR2004 - the smallest plot with company and a lie
            raise SmallEditionError(
                f"a skeleton needs at least five suspects, and four locations besides cabins and the suite; "
                f"this one has {len(self.names)} and {len(self.public)}"
            )
        murderer = self.named or self.random.choice(self.names)
        culprit = ENDINGS.get(self.ending, murderer)
        had, knew = self.measure.traits
        traits = (*self._some("had", had), *self._some("knew", knew))
        motives = self._some("why", self.measure.motives)
        methods = self._some("how", self.measure.methods)
        true_motive = self.random.choice(motives)
        rooms = self._rooms(culprit)
        holders = self._holders(culprit, traits, motives, true_motive)
        motive = {"murder": true_motive.slug, "suicide": DESPAIR, "accident": ACCIDENTAL}[self.ending]
        lied = self.random.sample(traits, min(len(traits), self.measure.lies - 1))
        return Plot(
            level=self.level,
            ending=self.ending,
            culprit=culprit,
            where=self._some("where", 1)[0],
            traits=traits,
            motives=motives,
            methods=methods,
            ends=self._ends(),
            motive=motive,
            method=self.random.choice(methods).slug,
            rooms=rooms,
            claimed=self._claimed(culprit, rooms),
            holders=holders,
            links=self._links(),
            lied=tuple(lied) if self.ending == "murder" else (),
            suite=self.suite,
        )

    def _some(self, kind: str, count: int) -> tuple[Situation, ...]:
        stock = self.library.of_kind(kind)  # type: ignore[arg-type]  # the callers name kinds
        if len(stock) < count:
            raise SmallEditionError(f"the library needs at least {count} situations of the kind {kind}")
        return tuple(self.random.sample(stock, count))

    def _ends(self) -> tuple[Situation, ...]:
        """The situations that rule out suicide and accident, other than the ending."""
        against = [who for ending, who in ENDINGS.items() if ending != self.ending]
        stock = self.library.of_kind("end")
        return tuple(self.random.choice([each for each in stock if each.against == who]) for who in against)

    def _rooms(self, culprit: str) -> dict[str, str]:
        """Most suspects are in company, some alone in their cabins; there is an empty room left."""
        innocents = [name for name in self.names if name != culprit]
        self.random.shuffle(innocents)
        alone = max(1, len(innocents) // 4)
        rooms = {name: self.edition.cabins[name].slug for name in innocents[:alone]}
        left, places = innocents[alone:], self.random.sample(self.public, len(self.public))
        groups = max(1, min(len(left) // 2, len(places) - 2))
        for at, name in enumerate(left):
            rooms[name] = places[at % groups]
        if culprit in self.names:
            rooms[culprit] = self.suite
        return {name: rooms[name] for name in self.names}

    def _claimed(self, culprit: str, rooms: Mapping[str, str]) -> str:
        """A place where others were, who know better; none, if nobody has to lie."""
        if culprit not in self.names:
            return ""
        return self.random.choice(sorted({room for room in rooms.values() if room in self.public}))

    def _holders(
        self,
        culprit: str,
        traits: Sequence[Situation],
        motives: Sequence[Situation],
        true_motive: Situation,
    ) -> dict[str, tuple[str, ...]]:
        """The holders of each property; one motive besides the true one would do for the culprit too."""
        innocents = [name for name in self.names if name != culprit]
        least, most = self.measure.holders
        tempting = self.random.choice([each for each in motives if each is not true_motive])
        holders = {}
        for situation in (*traits, *motives):
            guilty = situation in traits or situation in (true_motive, tempting)
            count = min(self.random.randint(least, most), len(innocents) - 1)
            count = count if situation in traits else max(1, count - 1)
            found = {*self.random.sample(innocents, count), *([culprit] if guilty else [])} & set(self.names)
            holders[situation.slug] = tuple(name for name in self.names if name in found)
        return holders

    def _links(self) -> dict[tuple[str, str], str]:
        """Everybody knows two neighbours and one companion."""
        ways = sentences_in(self.edition.language)["links"]
        links: dict[tuple[str, str], str] = {}
        around = [*self.names[1:], self.names[0]]
        mixed = self.random.sample(self.names, len(self.names))
        for one, other in zip(self.names, around, strict=True):
            links[one, other] = links[other, one] = ways[0]
        for at, name in enumerate(mixed):
            other = mixed[at - 1]
            link = self.random.choice(ways[1:])
            links.setdefault((name, other), link)
            links.setdefault((other, name), link)
        return links

"""Plots, which are made up from the library, by chance and seed, and all clues to one.

A clue comes from somebody who can know of it, or is found at such a place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from string import Template
from typing import Any, Literal

from casekit.games.midnight.document import AnswerPath, CasePath, Edition, Level, PlacePath
from casekit.games.midnight.generator.situations import ClueForm, Kind, Library, Situation, sentences_in
from casekit.kit.clue_selection import ClueCandidate
from casekit.values import frozen

Ending = Literal["murder", "suicide", "accident"]

NOBODY, VICTIM = "nobody", "victim"
ACCIDENTAL, DESPAIR = "none", "despair"

ENDINGS: Mapping[Ending, str] = {"suicide": VICTIM, "accident": NOBODY}
"""The culprits of endings without a murder."""


SIZES: Mapping[Level, Mapping[str, Any]] = {
    "amateur": {"traits": (1, 1), "motives": 4, "methods": 4, "holders": (3, 4), "lies": 1},
    "expert": {"traits": (1, 2), "motives": 5, "methods": 5, "holders": (4, 6), "lies": 2},
}
"""How large a plot of a level is: ``traits`` are how many things the culprit had, and knew."""


@frozen
class Plot:
    """One way in which everything happened.

    ``rooms`` are slugs of locations by suspect, ``claimed`` is where the culprit claims to have been,
    ``holders`` are those who share a property, ``links`` how suspects know each other. ``lied`` are the
    traits that the culprit denies.
    """

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
    scenes = (location.slug for location in edition.locations if location.zone == edition.table.suite)
    suite = next(scenes, edition.locations[-1].slug)
    taken = {suite, *(cabin.slug for cabin in edition.cabins.values())}
    public = [slug for slug in edition.locations_by_slug if slug not in taken]
    if len(names) < 5 or len(public) < 4:  # noqa: PLR2004 - the smallest plot with company and a lie
        raise SmallEditionError(
            f"a skeleton needs at least five suspects, and four locations besides cabins and the suite; "
            f"this one has {len(names)} and {len(public)}"
        )
    murderer = culprit or random.choice(names)
    who = ENDINGS.get(ending, murderer)
    had, knew = size["traits"]
    traits = (*_some(library, "had", had, random), *_some(library, "knew", knew, random))
    motives = _some(library, "why", size["motives"], random)
    methods = _some(library, "how", size["methods"], random)
    motive = random.choice(motives)
    # In a murder the culprit was in the suite; otherwise everybody was elsewhere.
    room_of = _rooms(edition, [name for name in names if name != who], public, random) | {who: suite}
    rooms = {name: room_of[name] for name in names}
    holders = _holders(size["holders"], who, names, traits, motives, motive, random)
    lied = random.sample(traits, min(len(traits), size["lies"] - 1))
    return Plot(
        culprit=who,
        where=_some(library, "where", 1, random)[0],
        traits=traits,
        motives=motives,
        methods=methods,
        ends=tuple(_ends(library, ending, random)),
        motive={"murder": motive.slug, "suicide": DESPAIR, "accident": ACCIDENTAL}[ending],
        method=random.choice(methods).slug,
        rooms=rooms,
        # Where others were, who know better.
        claimed=random.choice(sorted({*rooms.values()} & {*public})) if who in names else "",
        holders=holders,
        links=_links(names, edition.language, random),
        lied=tuple(lied) if ending == "murder" else (),
        suite=suite,
    )


def _ends(library: Library, ending: Ending, random: Random) -> Iterator[Situation]:
    """The rules against suicide and accident, other than the ending."""
    for other, culprit in ENDINGS.items():
        if other != ending:
            yield random.choice([end for end in library.of_kind("end") if end.against == culprit])


def _some(library: Library, kind: Kind, count: int, random: Random) -> tuple[Situation, ...]:
    stock = library.of_kind(kind)
    if len(stock) < count:
        raise SmallEditionError(f"the library needs at least {count} situations of the kind {kind}")
    return tuple(random.sample(stock, count))


def _rooms(edition: Edition, innocents: list[str], public: Sequence[str], random: Random) -> dict[str, str]:
    """Most innocents are in company, some alone in their cabins if they have any; an empty room is left."""
    random.shuffle(innocents)
    alone = max(1, len(innocents) // 4)
    cabins = edition.cabins
    rooms = {name: cabins[name].slug for name in innocents[:alone] if name in cabins}
    left, places = [name for name in innocents if name not in rooms], random.sample(public, len(public))
    groups = max(1, min(len(left) // 2, len(places) - 2))
    return rooms | {name: places[at % groups] for at, name in enumerate(left)}


def _holders(
    counts: tuple[int, int],
    culprit: str,
    names: Sequence[str],
    traits: Sequence[Situation],
    motives: Sequence[Situation],
    true_motive: Situation,
    random: Random,
) -> dict[str, tuple[str, ...]]:
    """The holders of each property; one motive besides the true one would do for the culprit too."""
    innocents = [name for name in names if name != culprit]
    tempting = random.choice([motive for motive in motives if motive is not true_motive])
    holders = {}
    for situation in (*traits, *motives):
        count = min(random.randint(*counts), len(innocents) - 1)
        count = count if situation in traits else max(1, count - 1)
        guilty = situation in traits or situation in (true_motive, tempting)
        sharing = {*random.sample(innocents, count)}
        if guilty:
            sharing.add(culprit)
        holders[situation.slug] = tuple(name for name in names if name in sharing)
    return holders


def _links(names: Sequence[str], language: str, random: Random) -> dict[tuple[str, str], str]:
    """Everybody knows two neighbours and one companion."""
    ways = sentences_in(language)["links"]
    links: dict[tuple[str, str], str] = {}
    mixed = random.sample(names, len(names))
    for one, other in zip(names, [*names[1:], names[0]], strict=True):
        links[one, other] = links[other, one] = ways[0]
    for at, name in enumerate(mixed):
        other = mixed[at - 1]
        link = random.choice(ways[1:])
        links.setdefault((name, other), link)
        links.setdefault((other, name), link)
    return links


_PASSED = ("wheelhouse", "cabins")
"""Where one sees who goes to the suite, in editions with such places."""

_SENTENCES = re.compile(r'"([^"]*)"')


Telling = ClueCandidate[CasePath]


def clue_stock(plot: Plot, library: Library, edition: Edition, random: Random) -> tuple[Telling, ...]:
    """All clues of a plot, each once for each path that can carry it, in an order that only the seed decides.

    Not all of them are true: a reader of the plot in a solver leaves those out that do not follow from it.
    """
    stock = _Stock(plot, library, edition)
    clues = list(dict.fromkeys(stock.clues()))
    random.shuffle(clues)
    return (*stock.due(random), *clues)


class _Stock:
    def __init__(self, plot: Plot, library: Library, edition: Edition) -> None:
        self.plot, self.library, self.edition = plot, library, edition
        self.own = sentences_in(edition.language)
        self.names = list(edition.suspects_by_name)

    def due(self, random: Random) -> Iterator[Telling]:
        """The lies, and what gives the first of them away."""
        plot = self.plot
        if not plot.claimed:
            return
        for form in plot.where.lies[:1]:
            path = self._answer(plot.culprit, form.topic)
            yield self._telling(form, plot.where, path, self._claim(), mode="lie", due=True)
        if catches := list(self._catches(due=True)):
            yield random.choice(catches)
        for situation in plot.lied:
            path, line = self._answer(plot.culprit, "witness"), f"not {situation.shared}({plot.culprit})"
            yield Telling(path, line, situation.lie or self.own["denial"], situation.slug, "lie", due=True)

    def _claim(self) -> dict[str, str]:
        claimed = self.plot.claimed
        return {"C": self.plot.culprit, "claimed": claimed, "claimed_text": self._text_of(claimed)}

    def _catches(self, *, due: bool) -> Iterator[Telling]:
        """All that gives away where the culprit claims to have been."""
        plot = self.plot
        for form in plot.where.catches:
            tellers = ("",) if form.teller == "claimed room" else plot.company(plot.claimed)
            for name in tellers:
                path = self._answer(name, form.topic) if name else self._place(plot.claimed)
                yield self._telling(form, plot.where, path, {**self._claim(), "Y": name}, due=due)

    def clues(self) -> Iterator[Telling]:
        culprit = self.plot.culprit
        for situation in self.plot.situations:
            of_kind = [form for form in self.library.clues if situation.kind in form.kinds]
            for form in (*situation.clues, *of_kind):
                for names, path in self._tellings(form, situation):
                    # The culprit gives away no more than anybody who lies would.
                    own = isinstance(path, AnswerPath) and path.suspect == culprit
                    if not own or (form.teller != "self" and names.get("X") != culprit):
                        yield self._telling(form, situation, path, names)
        if self.plot.claimed:
            yield from self._catches(due=False)

    def _tellings(self, form: ClueForm, situation: Situation) -> Iterator[tuple[dict[str, str], CasePath]]:
        """The people whom a clue can be about, and the path that carries it."""
        holders = self.plot.holders.get(situation.slug, ())
        shared = {
            "shared": situation.shared,
            "slug": situation.slug,
            "holders": ", ".join(holders),
            "count": str(len(holders)),
            "suite": self.plot.suite,
            "denial": situation.denial,
            "denial_fact": situation.fact if situation.kind in {"how", "end"} else "",
        }
        if form.teller in {"anybody", "place", "empty room"}:
            for path, more in self._general(form):
                yield {**shared, **more}, path
            return
        for name in holders if form.holders_only else self.names:
            room = self.plot.rooms.get(name, "")
            company = [other for other in self.plot.company(room) if other != name]
            if not self._fits(form, room, company):
                continue
            about = {**shared, **self._about(name, room, company, situation)}
            for path, teller in self._tellers(form, name, room, company):
                known = {"Y": teller or name, "link": self.plot.links.get((teller, name), "")}
                yield about | known, path

    def _fits(self, form: ClueForm, room: str, company: list[str]) -> bool:
        """Whether a form of clues can be about somebody who was in a room, in some company."""
        if form.alone and (company or room == self.plot.suite):
            return False
        return bool(company) or not (form.together or "$Z" in form.line)

    def _tellers(
        self, form: ClueForm, name: str, room: str, company: list[str]
    ) -> list[tuple[CasePath, str]]:
        """The paths that can carry a clue about somebody, each with its teller, if that is not a place."""
        known_to = [other for one, other in self.plot.links if one == name]
        people = {"self": [name], "company": company, "acquaintance": known_to}
        if form.teller in people:
            return [(self._answer(other, form.topic), other) for other in people[form.teller]]
        known = self.edition.locations_by_slug
        passed = [slug for slug in form.at or _PASSED if slug in known and slug != room]
        cabin = self.edition.cabins.get(name)
        places = {
            "cabin": [cabin.slug] if cabin else [],
            # The suite is for the victim.
            "room": [room] if room and room != self.plot.suite else [],
        }
        return [(self._place(slug), "") for slug in places.get(form.teller, passed)]

    def _general(self, form: ClueForm) -> Iterator[tuple[CasePath, dict[str, str]]]:
        if form.teller == "anybody":
            for name in self.names:
                yield self._answer(name, form.topic), {"Y": name}
            return
        places = self.edition.locations_by_slug
        taken = {cabin.slug for cabin in self.edition.cabins.values()}
        if form.teller == "empty room":
            taken |= {*self.plot.rooms.values(), self.plot.suite}
        known = [slug for slug in form.at if slug in places and form.teller == "place"]
        for slug in known or [place for place in places if place not in taken]:
            yield self._place(slug), {"place": slug, "place_text": self._text_of(slug)}

    def _about(self, name: str, room: str, company: list[str], situation: Situation) -> dict[str, str]:
        together = [name, *company]
        everybody = name
        if company:
            everybody = self.own["and"].format(others=", ".join(together[:-1]), last=together[-1])
        clauses = _SENTENCES.findall(situation.facts[0]) if situation.facts else []
        so, not_so = [*clauses, "", ""][:2]
        return {
            "X": name,
            "Z": company[0] if company else "",
            "room": room,
            "room_text": self._text_of(room) if room else "",
            # Only what is told in a cabin speaks of it.
            "cabin": self.edition.cabins[name].slug if name in self.edition.cabins else "",
            "whole_company": " and ".join(f"room({other}) = {room}" for other in together),
            "everybody": everybody,
            "it": so.replace("(1)", name),
            "not_it": not_so.replace("(1)", name),
        }

    def _telling(
        self,
        form: ClueForm,
        situation: Situation,
        path: CasePath,
        names: Mapping[str, str],
        mode: Literal["plain", "lie"] = "plain",
        *,
        due: bool = False,
    ) -> Telling:
        weight = 0.5 if form.strong else 0.7 if form.weak else 1.0
        return Telling(
            path,
            Template(form.line).safe_substitute(names),
            Template(Template(form.sentence).safe_substitute(names)).safe_substitute(names),
            situation.slug,
            mode,
            Template(form.hint).safe_substitute(names),
            weight,
            due,
        )

    def _answer(self, name: str, topic: str) -> AnswerPath:
        known = topic in self.edition.topics_by_slug
        return AnswerPath(name, topic if known else self.edition.topics[-1].slug)

    def _place(self, slug: str) -> PlacePath:
        return PlacePath(self.edition.locations_by_slug[slug].number)

    def _text_of(self, slug: str) -> str:
        return self.edition.locations_by_slug[slug].called

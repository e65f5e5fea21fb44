"""All clues to a plot: from somebody, or found at a place, that can know of it."""

import re
from collections.abc import Iterator, Mapping
from random import Random
from string import Template
from typing import Literal

from casekit.games.making.choosing import ClueLine
from casekit.games.midnight.edition import AnswerPath, CasePath, Edition, PlacePath
from casekit.games.midnight.skeletons.plotting import Plot
from casekit.games.midnight.skeletons.situations import ClueForm, Library, Situation, sentences_in

Mode = Literal["plain", "lie"]


_PASSED = ("wheelhouse", "cabins")
"""Where one sees who goes to the suite, in editions with such places."""

_SENTENCES = re.compile(r'"([^"]*)"')


Telling = ClueLine[CasePath]


def clue_stock(plot: Plot, library: Library, edition: Edition, random: Random) -> tuple[Telling, ...]:
    """All clues of a plot, each once for each path that can carry it, in an order that only the seed decides.

    Not all of them are true: a reader of the plot in a solver leaves those out that do not follow from it.
    """
    stock = _Stock(plot, library, edition)
    found = list(dict.fromkeys(stock.clues()))
    random.shuffle(found)
    return (*stock.due(random), *found)


class _Stock:
    def __init__(self, plot: Plot, library: Library, edition: Edition) -> None:
        self.plot, self.library, self.edition = plot, library, edition
        self.own = sentences_in(edition.language)
        self.names = list(edition.suspects_by_name)

    # --- what is taken in any case ---------------------------------------------------------------

    def due(self, random: Random) -> Iterator[Telling]:
        """The lies, and what gives the first of them away."""
        plot = self.plot
        if not plot.claimed:
            return
        for form in plot.where.lies[:1]:
            path = self._answer(plot.culprit, form.topic)
            yield self._made(form, plot.where, path, self._claim(), mode="lie", due=True)
        if catches := list(self._catches(due=True)):
            yield random.choice(catches)
        for situation in plot.lied:
            line = f"not {situation.shared}({plot.culprit})"
            yield Telling(
                self._answer(plot.culprit, "witness"),
                line,
                situation.lie or self.own["denial"],
                situation.slug,
                "lie",
                due=True,
            )

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
                yield self._made(form, plot.where, path, {**self._claim(), "Y": name}, due=due)

    # --- what can be chosen from -----------------------------------------------------------------

    def clues(self) -> Iterator[Telling]:
        for situation in self.plot.situations:
            for form in self.library.clues_of(situation):
                for names, path in self._tellings(form, situation):
                    if not self._own_goal(path, names, form):
                        yield self._made(form, situation, path, names)
        if self.plot.claimed:
            yield from self._catches(due=False)

    def _own_goal(self, path: CasePath, names: Mapping[str, str], form: ClueForm) -> bool:
        """Whether the culprit would give away more than anybody who lies would."""
        return (
            isinstance(path, AnswerPath)
            and path.suspect == self.plot.culprit
            and (form.teller == "self" or names.get("X") == self.plot.culprit)
        )

    def _tellings(self, form: ClueForm, situation: Situation) -> Iterator[tuple[dict[str, str], CasePath]]:
        """The people whom a clue can be about, and the path that carries it."""
        shared = self._shared(situation)
        if form.teller in {"anybody", "place", "empty room"}:
            for path, more in self._general(form):
                yield {**shared, **more}, path
            return
        holders = self.plot.holders.get(situation.slug, ())
        for name in self.names:
            room = self.plot.rooms.get(name, "")
            company = [other for other in self.plot.company(room) if other != name]
            if (form.holders_only and name not in holders) or (form.together and not company):
                continue
            if form.alone and (company or room == self.plot.suite):
                continue
            about = {**shared, **self._about(name, room, company, situation)}
            if "$Z" in form.line and not company:
                continue
            for path, teller in self._tellers(form, name, room, company):
                link = self.plot.links.get((teller, name), "")
                yield {**about, "Y": teller or name, "link": link}, path

    def _tellers(
        self, form: ClueForm, name: str, room: str, company: list[str]
    ) -> Iterator[tuple[CasePath, str]]:
        people = {"self": (name,), "company": company, "acquaintance": self.plot.acquaintances(name)}
        if form.teller in people:
            for other in people[form.teller]:
                yield self._answer(other, form.topic), other
        elif form.teller == "cabin":
            yield PlacePath(self.edition.cabins[name].number), ""
        elif form.teller == "room":
            # The suite is for the victim.
            if room and room != self.plot.suite:
                yield self._place(room), ""
        else:
            for slug in form.at or _PASSED:
                if slug in self.edition.locations_by_slug and slug != room:
                    yield self._place(slug), ""

    def _general(self, form: ClueForm) -> Iterator[tuple[CasePath, dict[str, str]]]:
        if form.teller == "anybody":
            for name in self.names:
                yield self._answer(name, form.topic), {"Y": name}
            return
        places, taken = self.edition.locations_by_slug, {each.slug for each in self.edition.cabins.values()}
        if form.teller == "empty room":
            taken |= {*self.plot.rooms.values(), self.plot.suite}
        known = [slug for slug in form.at if slug in places and form.teller == "place"]
        for slug in known or [each for each in places if each not in taken]:
            yield self._place(slug), {"place": slug, "place_text": self._text_of(slug)}

    # --- names in templates ----------------------------------------------------------------------

    def _shared(self, situation: Situation) -> dict[str, str]:
        holders = self.plot.holders.get(situation.slug, ())
        return {
            "shared": situation.shared,
            "slug": situation.slug,
            "holders": ", ".join(holders),
            "count": str(len(holders)),
            "suite": self.plot.suite,
            "denial": situation.denial,
            "denial_fact": situation.fact if situation.kind in {"how", "end"} else "",
        }

    def _about(self, name: str, room: str, company: list[str], situation: Situation) -> dict[str, str]:
        together = [name, *company]
        said = _SENTENCES.findall(situation.facts[0]) if situation.facts else []
        plainly = [*said, "", ""][:2]
        return {
            "X": name,
            "Z": company[0] if company else "",
            "room": room,
            "room_text": self._text_of(room) if room else "",
            "cabin": self.edition.cabins[name].slug,
            "whole_company": " and ".join(f"room({each}) = {room}" for each in together),
            "everybody": _listed(together, self.own["and"]),
            "it": plainly[0].replace("(1)", name),
            "not_it": plainly[1].replace("(1)", name),
        }

    def _made(
        self,
        form: ClueForm,
        situation: Situation,
        path: CasePath,
        names: Mapping[str, str],
        mode: Mode = "plain",
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

    # --- paths -----------------------------------------------------------------------------------

    def _answer(self, name: str, topic: str) -> AnswerPath:
        return AnswerPath(
            name, topic if topic in self.edition.topics_by_slug else self.edition.topics[-1].slug
        )

    def _place(self, slug: str) -> PlacePath:
        return PlacePath(self.edition.locations_by_slug[slug].number)

    def _text_of(self, slug: str) -> str:
        return self.edition.locations_by_slug[slug].called


def _listed(names: list[str], joined: str) -> str:
    return names[0] if len(names) == 1 else joined.format(others=", ".join(names[:-1]), last=names[-1])

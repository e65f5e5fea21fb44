"""All clues to a plot, each from somebody who can know of it, or found at such a place."""

import re
from collections.abc import Iterator, Mapping
from random import Random
from string import Template
from typing import Literal

from casekit.games.midnight.document import AnswerPath, CasePath, Edition, PlacePath
from casekit.games.midnight.generator.plots import Plot
from casekit.games.midnight.generator.situations import ClueForm, Library, Situation, sentences_in
from casekit.kit.clue_selection import ClueCandidate

_PLACES_NEAR_SUITE = ("wheelhouse", "cabins")
"""Where one sees who goes to the suite, in editions with such places."""

_QUOTED_CLAUSE = re.compile(r'"([^"]*)"')
"""A clause of a declaration: ``card(suspect) "(1) had a card" "(1) had no card"`` has two."""

_WEIGHT_OF_STRONG_CLUE = 0.5
_WEIGHT_OF_WEAK_CLUE = 0.7
_WEIGHT_OF_CLUE = 1.0

Telling = ClueCandidate[CasePath]
"""A clue of a case, with the path that carries it."""


def clue_stock(plot: Plot, library: Library, edition: Edition, random: Random) -> tuple[Telling, ...]:
    """All clues of a plot, each once for each path that can carry it, in an order that only the seed decides.

    Not all of them are true: a reader of the plot in a solver leaves those out that do not follow from it.
    """
    maker = _ClueMaker(plot, library, edition)
    clues = list(dict.fromkeys(maker.clues()))
    random.shuffle(clues)
    return (*maker.due_clues(random), *clues)


class _ClueMaker:
    """Makes the clues of one plot in the words of an edition."""

    def __init__(self, plot: Plot, library: Library, edition: Edition) -> None:
        self.plot = plot
        self.library = library
        self.edition = edition
        self.sentences = sentences_in(edition.language)
        self.names = list(edition.suspects_by_name)

    def due_clues(self, random: Random) -> Iterator[Telling]:
        """The lies, and what gives the first of them away."""
        plot = self.plot
        if not plot.claimed:
            return
        for form in plot.where.lies[:1]:
            path = self._answer_path(plot.culprit, form.topic)
            yield self._telling(form, plot.where, path, self._names_in_claim(), mode="lie", due=True)
        catches = list(self._catches(due=True))
        if catches:
            yield random.choice(catches)
        for situation in plot.lied:
            path = self._answer_path(plot.culprit, "witness")
            line = f"not {situation.shared}({plot.culprit})"
            sentence = situation.lie or self.sentences["denial"]
            yield Telling(path, line, sentence, situation.slug, "lie", due=True)

    def _names_in_claim(self) -> dict[str, str]:
        """The names in forms of clues to where the culprit claims to have been."""
        claimed = self.plot.claimed
        return {"C": self.plot.culprit, "claimed": claimed, "claimed_text": self._text_of(claimed)}

    def _catches(self, *, due: bool) -> Iterator[Telling]:
        """All that gives away where the culprit claims to have been."""
        plot = self.plot
        for form in plot.where.catches:
            if form.teller == "claimed room":
                names = {**self._names_in_claim(), "Y": ""}
                yield self._telling(form, plot.where, self._place_path(plot.claimed), names, due=due)
                continue
            for name in plot.company(plot.claimed):
                names = {**self._names_in_claim(), "Y": name}
                yield self._telling(form, plot.where, self._answer_path(name, form.topic), names, due=due)

    def clues(self) -> Iterator[Telling]:
        """The clues to all situations of the plot; the same clue may come twice."""
        culprit = self.plot.culprit
        for situation in self.plot.situations:
            forms_of_kind = [form for form in self.library.clues if situation.kind in form.kinds]
            for form in (*situation.clues, *forms_of_kind):
                for names, path in self._names_and_paths(form, situation):
                    # The culprit gives away no more than anybody who lies would.
                    is_of_culprit = isinstance(path, AnswerPath) and path.suspect == culprit
                    is_about_culprit = form.teller == "self" or names.get("X") == culprit
                    if not (is_of_culprit and is_about_culprit):
                        yield self._telling(form, situation, path, names)
        if self.plot.claimed:
            yield from self._catches(due=False)

    def _names_and_paths(
        self, form: ClueForm, situation: Situation
    ) -> Iterator[tuple[dict[str, str], CasePath]]:
        """For each clue of a form its names (``X`` is whom it is about), and the path that carries it."""
        holders = self.plot.holders.get(situation.slug, ())
        names_of_situation = {
            "shared": situation.shared,
            "slug": situation.slug,
            "holders": ", ".join(holders),
            "count": str(len(holders)),
            "suite": self.plot.suite,
            "denial": situation.denial,
            "denial_fact": situation.fact if situation.kind in {"how", "end"} else "",
        }
        if form.teller in {"anybody", "place", "empty room"}:
            for path, names in self._paths_of_general_clues(form):
                yield {**names_of_situation, **names}, path
            return
        for name in holders if form.holders_only else self.names:
            room = self.plot.rooms.get(name, "")
            company = [other for other in self.plot.company(room) if other != name]
            if not self._fits(form, room, company):
                continue
            names = {**names_of_situation, **self._names_about(name, room, company, situation)}
            for path, teller in self._paths_and_tellers(form, name, room, company):
                names_of_teller = {"Y": teller or name, "link": self.plot.links.get((teller, name), "")}
                yield names | names_of_teller, path

    def _fits(self, form: ClueForm, room: str, company: list[str]) -> bool:
        """Whether a form of clues can be about somebody who was in a room, in some company."""
        if form.alone and (company or room == self.plot.suite):
            return False
        needs_company = form.together or "$Z" in form.line
        return bool(company) or not needs_company

    def _paths_and_tellers(
        self, form: ClueForm, name: str, room: str, company: list[str]
    ) -> list[tuple[CasePath, str]]:
        """The paths that can carry a clue about somebody, each with its teller, if that is not a place."""
        acquaintances = [other for one, other in self.plot.links if one == name]
        people = {"self": [name], "company": company, "acquaintance": acquaintances}
        if form.teller in people:
            return [(self._answer_path(teller, form.topic), teller) for teller in people[form.teller]]
        slugs = self.edition.locations_by_slug
        places = [slug for slug in form.at or _PLACES_NEAR_SUITE if slug in slugs and slug != room]
        if form.teller == "cabin":
            cabin = self.edition.cabins.get(name)
            places = [cabin.slug] if cabin else []
        elif form.teller == "room":
            # The suite is for the victim.
            places = [room] if room and room != self.plot.suite else []
        return [(self._place_path(slug), "") for slug in places]

    def _paths_of_general_clues(self, form: ClueForm) -> Iterator[tuple[CasePath, dict[str, str]]]:
        """The paths that can carry a clue about nobody, each with its own names in the form."""
        if form.teller == "anybody":
            for name in self.names:
                yield self._answer_path(name, form.topic), {"Y": name}
            return
        places = self.edition.locations_by_slug
        excluded = {cabin.slug for cabin in self.edition.cabins.values()}
        if form.teller == "empty room":
            excluded |= {*self.plot.rooms.values(), self.plot.suite}
        named = [slug for slug in form.at if slug in places and form.teller == "place"]
        for slug in named or [place for place in places if place not in excluded]:
            yield self._place_path(slug), {"place": slug, "place_text": self._text_of(slug)}

    def _names_about(self, name: str, room: str, company: list[str], situation: Situation) -> dict[str, str]:
        """The names in a form of clues about somebody who was in a room, in some company."""
        together = [name, *company]
        everybody = name
        if company:
            everybody = self.sentences["and"].format(others=", ".join(together[:-1]), last=together[-1])
        clauses = _QUOTED_CLAUSE.findall(situation.facts[0]) if situation.facts else []
        clause, denying_clause = [*clauses, "", ""][:2]
        return {
            "X": name,
            "Z": company[0] if company else "",
            "room": room,
            "room_text": self._text_of(room) if room else "",
            # Only what is told in a cabin speaks of it.
            "cabin": self.edition.cabins[name].slug if name in self.edition.cabins else "",
            "whole_company": " and ".join(f"room({other}) = {room}" for other in together),
            "everybody": everybody,
            "it": clause.replace("(1)", name),
            "not_it": denying_clause.replace("(1)", name),
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
        """The clue of a form, with names in its line, its sentence and its hint."""
        weight = _WEIGHT_OF_CLUE
        if form.strong:
            weight = _WEIGHT_OF_STRONG_CLUE
        elif form.weak:
            weight = _WEIGHT_OF_WEAK_CLUE
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

    def _answer_path(self, name: str, topic: str) -> AnswerPath:
        """The path of an answer; on the last topic if the edition does not have the topic."""
        if topic not in self.edition.topics_by_slug:
            topic = self.edition.topics[-1].slug
        return AnswerPath(name, topic)

    def _place_path(self, slug: str) -> PlacePath:
        return PlacePath(self.edition.locations_by_slug[slug].number)

    def _text_of(self, slug: str) -> str:
        return self.edition.locations_by_slug[slug].called

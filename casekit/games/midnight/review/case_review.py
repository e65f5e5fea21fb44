"""A case for its proofreader, whatever is still wrong with it: also people and places in its prose, and what its paragraphs leave out."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from casekit.asking.interrogation import Interrogation
from casekit.asking.review.printed_text import Mention, PrintedText, Stretch, named_in, spoken_mentions
from casekit.asking.review.reviewed import (
    Link,
    Mark,
    Review,
    ReviewedPassage,
    ReviewedRule,
    Source,
    Timetable,
)
from casekit.asking.review.timetable_filling import filled_tables
from casekit.diagnostics import Diagnostic
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.case_plain_words import CasePlainWords
from casekit.games.midnight.asking.case_wording import TARGETS
from casekit.games.midnight.case import Case, CaseParagraph, Rule
from casekit.games.midnight.edition import AnswerPath, Edition, Location, Suspect
from casekit.games.midnight.printing.booklet_text import phrases_of, true_answers
from casekit.games.midnight.review.case_overviews import CaseSpeech
from casekit.games.prose.passage_review import (
    NamedValues,
    PassagePlace,
    PassageReviewer,
    by_block,
    functions_of,
)
from casekit.games.prose.whereabouts import tracks
from casekit.language.document.tree import SyntaxTree
from casekit.model.theory import OutOfBudgetError
from casekit.print.text.prose import label
from casekit.resources import Words, words as words_in

_DETERMINED = (
    r"(?:(?<=\bthe )|(?<=\bThe )|(?<=\bthis )|(?<=\bla )|(?<=\ble )|(?<=\bau )|(?<=\bdu )|(?<=\bl['’])|(?<=\bdie )"
    r"|(?<=\bder )|(?<=\bdas )|(?<=\bdem )|(?<=\bim ))"
)
"""A word alone is a place after an article, or with a capital: "to hold" is not a place."""
_JOINED = re.compile(r"\s+(?:and|et|und)\s+")
_MINE = r"(?:my|own|ma|mon|meine[rm]?)"


def mentions(edition: Edition, printed: PrintedText, own: frozenset[str]) -> tuple[Mention, ...]:
    """Everything that a text names; ``own`` is its speaker, if it has one."""
    people = edition.suspects_by_name
    speaker = next((people[name] for name in own if name in people), None)
    places = tuple(_places(edition, printed, speaker))
    return (*named_in(printed, people), *places, *spoken_mentions(printed, edition.language))


def _places(edition: Edition, printed: PrintedText, suspect: Suspect | None) -> Iterator[Mention]:
    """The longest names first; what is named by one is not looked at again."""
    taken: list[Stretch] = []
    own = edition.locations_by_number.get(suspect.cabin) if suspect else None
    patterns = [
        *(((own.slug, _own_place(own)),) if own else ()),
        *_patterns(_Places(edition.locations, tuple(edition.suspects_by_name), edition.language)),
    ]
    found = [(slug, match) for slug, pattern in patterns for match in re.finditer(pattern, printed.text)]
    for slug, match in sorted(found, key=lambda each: (-len(each[1][0]), each[1].start())):
        stretch = Stretch(*match.span())
        if match[0] and not any(stretch.meets(other) for other in taken):
            taken.append(stretch)
            yield Mention("place", match[0], stretch, frozenset((slug,)))


def _own_place(location: Location) -> str:
    """How people call their own: by the first word of its name."""
    return rf"(?i:\b{_MINE}\s+{re.escape(location.name.split()[0])}\b)"


@dataclass(frozen=True, slots=True)
class _Places:
    """The settings that decide how the places of an edition may be called."""

    locations: tuple[Location, ...]
    names: tuple[str, ...]
    language: str


@lru_cache(maxsize=4)
def _patterns(places: _Places) -> tuple[tuple[str, str], ...]:
    ends = Counter(_noun(at, places.language) for at in places.locations)
    return tuple(
        (at.slug, pattern)
        for at in places.locations
        for pattern in _called(at, places.names, places.language, ends)
    )


def _called(
    location: Location, names: tuple[str, ...], language: str, ends: Mapping[str, int]
) -> Iterator[str]:
    """The names that a location may have: its own, its parts, the word that no other has, and whose it is."""
    whole = {location.name, location.slug.replace("-", " "), *_JOINED.split(location.name)}
    owners = [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", location.name)]
    noun = _noun(location, language)
    whole |= {noun} if ends[noun] == 1 and not owners else set()
    for called in sorted(whole):
        if " " in called:
            yield rf"(?i:(?<!\w){re.escape(called)}(?!\w))"
        else:
            word = re.escape(called)
            yield rf"(?:{_DETERMINED}{word.lower()}|(?<!\w){word.capitalize()})(?!\w)"
    for owner in owners:
        yield rf"{re.escape(owner)}['’]s?\s+(?i:{re.escape(location.name.split()[0])})\b"


def _noun(location: Location, language: str) -> str:
    """The word of a name that says what it is: the first in languages that put what is more after it."""
    words = location.name.casefold().split()
    return words[0 if language.partition("-")[0] in {"fr", "it", "es"} else -1]


_MOST = 0.5
"""Where more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST = 3
"""Fewer answers have no custom."""


@dataclass(frozen=True)
class Customs:
    """The usual contents of a case's paragraphs."""

    case: Case
    speech: CaseSpeech
    words: Words

    def marks(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        """The marks of a paragraph that leaves something out."""
        yield from self._silence(paragraph)
        yield from self._oddities(paragraph)

    def _silence(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        words = self.words
        if not paragraph.statements:
            yield Mark("look", "other", words["silent"])
        elif all(each.mode == "hint" for each in paragraph.statements):
            yield Mark("quiet", "other", words["suggests"])

    def _oddities(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        """Facts that most answers to a question state of their speaker, and this one does not: perhaps its line was lost."""
        path = paragraph.paths[0]
        if not isinstance(path, AnswerPath):
            return
        customs, answers = self._customs(path.topic)
        mine = _about_self(paragraph)
        for name, count in customs.items():
            if name not in mine:
                about = self.speech.about(self.case.scope.function_of_name[name])
                yield Mark("look", "other", self.words["odd_one_out"].format(count, answers, about))

    def _customs(self, topic: str) -> tuple[Mapping[str, int], int]:
        """The facts that most answers to a question state of their speaker, and how many answers there are."""
        counts: dict[str, int] = defaultdict(int)
        answers = 0
        for paragraph in self.case.paragraphs:
            if isinstance(paragraph.paths[0], AnswerPath) and paragraph.paths[0].topic == topic:
                answers += 1
                for name in _about_self(paragraph):
                    counts[name] += 1
        return {
            name: count
            for name, count in counts.items()
            if count > _MOST * answers and answers >= _FEWEST and name in self.case.scope.function_of_name
        }, answers


def _about_self(paragraph: CaseParagraph) -> set[str]:
    """The facts that an answer states of its speaker."""
    return {
        name
        for statement in paragraph.statements
        if statement.mode != "hint"
        for name in functions_of(statement.formula, paragraph.speaker or "")
    }


def review_case(
    case: Case, tree: SyntaxTree, findings: Sequence[Diagnostic], asked: Interrogation | None
) -> Review:
    """The review of a case. If nobody ``asked``, its logic was not understood, and nothing is said of the truth."""
    inquiry = asked.inquiry if asked is not None and isinstance(asked.inquiry, CaseInquiry) else None
    language = case.edition.language
    words, phrases = words_in("asking/words/review.toml", language), phrases_of(language)
    speech = CaseSpeech(case, tree, CasePlainWords(case), phrases)
    paragraphs = in_order(case)
    links = {
        str(path): Link(", ".join(map(speech.path, paragraph.paths)), f"p{number}")
        for number, paragraph in enumerate(paragraphs, 1)
        for path in paragraph.paths
    }
    known = inquiry if inquiry is not None and _is_answerable(inquiry) else None
    lies = (
        {line.origin.place: (line.name, line.status) for line in known.told if line.by_culprit}
        if known
        else {}
    )
    edition = case.edition
    people, places = edition.suspects_by_name.keys(), edition.locations_by_slug.keys()
    reviewer = PassageReviewer(
        case.source,
        known,
        lies.get,
        speech,
        words,
        NamedValues(people, places, TARGETS, case.glosses, language),
        partial(mentions, edition),
        links,
        "look" if edition.quotations == "required" else "quiet",
    )
    starts = {each.start for each in (*case.headings.values(), *(one.place for one in case.paragraphs))}
    found = by_block(case.source, starts, findings)
    customs = Customs(case, speech, words["marks"])

    def paragraph(each: CaseParagraph) -> ReviewedPassage:
        """It is odd if it says nothing, or not what others on its question do."""
        heading, knower = ", ".join(map(speech.path, each.paths)), " ".join(map(speech.knower, each.paths))
        at = PassagePlace(links[str(each.paths[0])].id, heading, each.name, knower, _own(case, each))
        reviewed = reviewer.passage(each, at, found[each.place.start])
        return replace(reviewed, marks=(*customs.marks(each), *reviewed.marks))

    given = PassagePlace("given", words["presentation"], "presentation", phrases["everybody"])
    return Review(
        title=label(case.title, language),
        file=case.source.name,
        language=language,
        given=reviewer.passage(case.presentation, given, found[case.presentation.place.start])
        if "presentation" in case.blocks
        else None,
        paragraphs=tuple(map(paragraph, paragraphs)),
        rules=tuple(_rules(case, speech, findings)),
        timetables=tuple(_timetables(case, known, speech, links)),
        answers=tuple((question, label(answer, language)) for _, question, answer in true_answers(case)),
        solution=tuple(reviewer.by_sentence(case.solution, found[case.solution.place.start]))
        if case.solution.prose
        else (),
        findings=tuple(findings),
        understood=known is not None,
    )


def _own(case: Case, paragraph: CaseParagraph) -> frozenset[str]:
    """The speaker, or the places that are searched."""
    locations = case.edition.locations_by_number
    return frozenset(
        path.suspect if isinstance(path, AnswerPath) else locations[path.location].slug
        for path in paragraph.paths
    )


def in_order(case: Case) -> tuple[CaseParagraph, ...]:
    """The paragraphs in the order of the edition's paths, each once; second ones for a path at the end."""
    known = dict.fromkeys(
        id(case.paragraph_of[path]) for path in case.edition.paths if path in case.paragraph_of
    )
    by_id = {id(paragraph): paragraph for paragraph in case.paragraphs}
    return tuple(by_id[each] for each in dict.fromkeys((*known, *by_id)))


def _is_answerable(inquiry: CaseInquiry) -> bool:
    """Whether the truth can be asked about; a case that is too hard is reviewed without it."""
    try:
        asked = (inquiry.verdict, inquiry.told, inquiry.facts)
    except OutOfBudgetError:
        return False
    return all(each is not None for each in asked)


def _rules(case: Case, speech: CaseSpeech, findings: Sequence[Diagnostic]) -> Iterator[ReviewedRule]:
    for rule in case.rules:
        row = 0 if rule.is_general else case.source.line_of(rule.place.start)
        beside = tuple(each for each in findings if each.span.line == row)
        yield ReviewedRule(speech.rule(rule.place, rule.text), rule.text, _source(rule), rule.told, beside)


def _source(rule: Rule) -> Source:
    if rule.is_general:
        return "printed" if rule.told else "untold"
    if rule.common:
        return "common"
    return "presentation" if rule.told else "untold"


def _timetables(
    case: Case, inquiry: CaseInquiry | None, speech: CaseSpeech, links: Mapping[str, Link]
) -> Iterator[Timetable]:
    if inquiry is None:
        return
    names = {paragraph.name: links[str(paragraph.paths[0])] for paragraph in case.paragraphs}

    def named(path: str) -> tuple[str, str]:
        link = names.get(path)
        return (link.name, link.id) if link else (path, "given")

    yield from filled_tables(inquiry, tracks(inquiry, speech, "location", ("suspect", "person")), named)

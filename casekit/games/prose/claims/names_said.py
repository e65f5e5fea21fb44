"""Names in prose that are not those of its lines, its speaker or its place."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from casekit.asking.wording import listed
from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.prose.claims.sentence_claims import presences
from casekit.games.prose.claims.sentence_words import SaidParagraph, SaidSentence, paragraph
from casekit.games.prose.claims.voices import ProseSentence, Voice, texts
from casekit.games.prose.prose_document import AnyLine, ProseDocument
from casekit.language.spoken.word_letters import Namer, listed_words
from casekit.model.logic import Constant, Formula, Quantified, all_terms, parts, subterms


def other_names(document: ProseDocument, voices: Iterable[Voice], names: Namer) -> Iterator[Diagnostic]:
    """Lines that name other people, or other places, than the words that they quote."""
    for voice in voices:
        for line in voice.passage.statements:
            if line.quotation and line.mode not in {"hint", "shown"}:
                others, missing = _other_names(line, voice, names)
                if others and missing:
                    yield Diagnostic(
                        codes.OTHER_NAME,
                        f'"{line.quotation}" names {listed(sorted(others))}, and the formula {listed(sorted(missing))}',
                        document.span(line.place),
                        hint="correct the formula or the words, or quote other words",
                    )


def _other_names(line: AnyLine, voice: Voice, names: Namer) -> tuple[set[str], set[str]]:
    """The names that a quotation has and its line has not, and those that its line alone has: of people, or else of places."""
    people, values = {*names.people}, _values(line)
    about, placed = values & people, values & names.located
    spoken = {each for each in re.findall(r"[\w-]+", line.quotation) if each in people} if about else set()
    quoted = paragraph(line.quotation, voice.speaker, voice.place, names)
    read = quoted.places if placed else ()
    named = {each for number in read for each in quoted.named(number)}
    excluded = {*left_out(line.formula)} if spoken or named else set()
    for said, meant in ((spoken, about), (named, placed)):
        missing, others = meant - voice.here - {voice.speaker} - said - excluded, said - values
        if others and missing:
            return others, missing
    if not (placed and (named or voice.here)):
        return set(), set()
    letters = "".join(map(quoted.letters, read))
    if "p" in letters and not named and voice.place not in placed:
        return {*voice.here}, placed
    is_plain = about and re.match("[^Pp]*[NI]", letters)
    present = presences(line.quotation, voice.speaker, voice.place, names) if is_plain else ()
    others = {each for presence in present for each in presence.people if not presence.denied}
    return (others, about - excluded) if others.isdisjoint(about) else (set(), set())


def _values(line: AnyLine) -> set[str]:
    """The values that a line names, speakers included."""
    terms = (*all_terms(line.formula), *(term for each in line.speakers for term in subterms(each.term)))
    return {term.value for term in terms if isinstance(term, Constant)}


def left_out(formula: Formula) -> Iterator[str]:
    """The values that quantifiers leave out: a speaker of "nobody but us" need not name them."""
    excluded = formula.excluded if isinstance(formula, Quantified) else ()
    yield from (term.value for term in excluded if isinstance(term, Constant))
    for part in parts(formula):
        yield from left_out(part)


# By the letters before the speaker's own name, and those after it: "with ANNA", "I and ANNA"; "ANNA and I", "ANNA was".
_BESIDE = re.compile(r"(?:[wS]|[IW]&)$")
_DOING = re.compile(r"&I|L*[BGSgov]")


def third_persons(document: ProseDocument, voices: Iterable[Voice], names: Namer) -> Iterator[Diagnostic]:
    """Answers in which the speaker is named as somebody else."""
    for voice, prose, text in texts(document, voices):
        speaker = voice.speaker
        if not speaker or speaker not in text or "TODO" in text:
            continue
        said = paragraph(text, speaker, "", names)
        about = (said.sentence(at) for at, each in enumerate(said.folded) if speaker.casefold() in each)
        stretch = next(_third_person(about, speaker), None)
        if stretch is not None:
            at = ProseSentence(document, prose, *stretch)
            yield at.finding(
                codes.MISPLACED_PARAGRAPH,
                f'{speaker} speaks here, and "{at.words}" is about {speaker} as about somebody else',
                "write `I` or `me`, or put the paragraph under the heading of whoever says it",
            )


def _third_person(about: Iterable[SaidSentence], speaker: str) -> Iterator[tuple[int, int]]:
    """The words in which a speaker is named as somebody else, with what makes it so."""
    for sentence in about:
        for at, word in enumerate(sentence.words):
            if sentence.letters[at] == "N" and word.text == speaker:
                before = _BESIDE.search(sentence.letters[:at])
                after = _DOING.match(sentence.letters[at + 1 :])
                if (before or after) and not sentence.letters[:at].endswith(("I,", "W,")):
                    first = before.start() if before else at
                    yield sentence.words[first].start, sentence.words[at + after.end() if after else at].end


# "LIONEL's kitchen", "la cuisine de LIONEL", "the kitchen, where LIONEL sleeps"; in "LIONEL's kitchen maid" nobody has a kitchen.
_OWNED = re.compile(
    r"(?P<owner>N)'L*(?P<its>[PX])(?![XVN'])|(?P<place>P)(?:f(?P<of>N)(?!')|,?(?P<where>R)(?P<who>N)L*(?P<lives>[XvVSB]))"
)


def other_owners(document: ProseDocument, voices: Iterable[Voice], names: Namer) -> Iterator[Diagnostic]:
    """Sentences that call somebody's place another's."""
    owners = {place: each for each in names.people for place in names.own(each).values()}
    for voice, prose, text in texts(document, voices):
        if not _owning(names).search(text.replace("\u2019", "'")):
            continue
        said = paragraph(text, voice.speaker, voice.place, names)
        for number in said.places:
            for who, place in islice(_wrongly_owned(said, number, owners, names), 1):
                at = ProseSentence(document, prose, *said.stretches[number])
                yield at.finding(
                    codes.CONTRARY_SENTENCE,
                    f'"{at.words}" seems to say that {place} is the place of {who}, and it is that of {owners[place]}',
                    "name the owner or the place as the edition has them",
                )


@lru_cache(maxsize=8)
def _owning(names: Namer) -> re.Pattern[str]:
    """A pattern for people who may be said to have something."""
    people = "|".join(map(re.escape, names.people))
    before = "|".join(map(re.escape, sorted(listed_words(names.language, "having"))))
    return re.compile(rf"(?:{people})'|(?:{before})\W*(?:{people})")


def _wrongly_owned(
    said: SaidParagraph, number: int, owners: Mapping[str, str], names: Namer
) -> Iterator[tuple[str, str]]:
    start, end = said.stretches[number]
    if not _owning(names).search(said.text, start, end):
        return
    for match in _OWNED.finditer(said.letters(number)):
        found = {
            name: said.words(number)[match.start(name)][1] for name, has in match.groupdict().items() if has
        }
        is_said = (
            found[key].text.casefold() in listed_words(names.language, key)
            for key in ("where", "lives")
            if key in found
        )
        if not all(is_said):
            continue
        thing = found.get("its") or found["place"]
        place = str(thing.value or names.called.get(thing.text.casefold(), ""))
        who = next(str(found[name].value) for name in ("owner", "of", "who") if name in found)
        if owners.get(place, who) != who:
            yield who, place


_ENOUGH_LINES = 3
"""The fewest lines of two paragraphs that have to be about each other's place, where their words do not show it."""
_OPENING = re.compile(r"DP(?:[bB]|L[Dd]|X[fAj])")
"""The letters with which a paragraph begins that describes a place: "The kitchen is", "The loft has a", "The hut smells of"."""


@dataclass(frozen=True)
class _Described:
    """The places that a paragraph seems to describe: the one in its first sentence, whether that ``opens`` with it, and that of each of its lines."""

    begins: frozenset[str] = frozenset()
    opens: bool = False
    lines: tuple[str, ...] = ()

    def exchanges(self, own: str, other: str, another: "_Described") -> bool:
        """Whether this is what the other paragraph should describe, and that one what this should."""
        if other in self.begins and own in another.begins:
            return True
        both = self.lines.count(other) and another.lines.count(own)
        return bool(both) and len(self.lines) + len(another.lines) >= _ENOUGH_LINES


def exchanged_places(document: ProseDocument, voices: Sequence[Voice], names: Namer) -> Iterator[Diagnostic]:
    """Places whose paragraphs never name them, and open with another place; or two that begin with each other, or have lines about each other."""
    alone = {each.place: each for each in voices if each.place}
    described = {place: _described(document, voice, names) for place, voice in alone.items()}
    found: set[str] = set()
    for one, each in described.items():
        for other in sorted(each.begins | {*each.lines}):
            mutual = each.exchanges(one, other, described.get(other, _Described()))
            if one in found or not (mutual or (each.opens and other in each.begins)):
                continue
            found |= {one, other} if mutual else {one}
            place = alone[other if mutual else one].passage.place
            yield Diagnostic(
                codes.MISPLACED_PARAGRAPH,
                f"this paragraph is about {other}, and never about {one}"
                + f"; that of {other} is about {one}" * mutual,
                document.span(alone[one].passage.place),
                "put each paragraph under its own heading",
                related=(Related(document.span(place), f"the paragraph of {other} is here"),) * mutual,
            )


def _described(document: ProseDocument, voice: Voice, names: Namer) -> _Described:
    """The place that a paragraph describes, if it never names its own place."""
    read = [paragraph(text, None, voice.place, names) for _, _, text in texts(document, (voice,))]
    lines = [_values(line) & names.located for line in voice.passage.statements]
    about = frozenset[str]().union(*lines)
    begun = read[0].named(0) if read and 0 in read[0].places else frozenset[str]()
    if not (begun or about) or voice.place in begun | about:
        return _Described()
    if any(voice.place in each.named(number) for each in read for number in each.places):
        return _Described()
    return _Described(
        frozenset(begun if len(begun) == 1 else ()),
        _OPENING.match(read[0].letters(0)) is not None,
        tuple(min(each) for each in lines if each and len(about) == 1),
    )

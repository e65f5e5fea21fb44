"""Pronouns whose gender differs from that of the only people whom they can mean."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from casekit.diagnostics import Finding, codes
from casekit.language.suggestions import name_key
from casekit.prose.claims.clauses import presences
from casekit.prose.claims.sentences import (
    SUBJECT,
    ProseSentence,
    Read,
    SpokenPassage,
    TaggedParagraph,
    meanings,
    paragraph,
    quoting,
)
from casekit.prose.expressions.recognizer import NameIndex, listed_words, usual_words
from casekit.prose.passages import ProseDocument

_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|[.!?:;,\"“”*]")
_BREAKS = frozenset('.!?:"“”*')
_FEW, _MANY = 3, 4
"""The fewest pronouns by which somebody is known to be a man or a woman, and how many times as many they are as others."""

_Genders = Mapping[str, str]
"""Words or people, each with "he" or "she"."""


def other_pronouns(document: ProseDocument, read: Read, names: NameIndex) -> Iterator[Finding]:
    """Quotations that say "he" where their lines are about a woman, and sentences that say "she" where only men have been named."""
    said = meanings(names.language, "pronouns")
    tokens = [_TOKEN.findall(text) for _, _, text in read] if said else []
    known = _genders(names, tokens, said) if said else {}
    is_of_people = "yes" in listed_words(names.language, "of_people")
    voices = [*{id(voice): voice for voice, _, _ in read}.values()]
    yield from _misquoted(document, voices, known, said, is_of_people=is_of_people)
    spoken_of = _spoken_of(read, tokens, names, said) if is_of_people else Counter[tuple[str, str]]()
    topics, rare = Counter([voice.topic for voice, _, _ in read]), _rare(spoken_of)
    for (voice, prose, text), words in zip(read, tokens, strict=False):
        spoken = {said[word] for word in map(str.lower, words) if word in said}
        named = {known[word] for word in words if word in known and word != voice.speaker}
        if named and len(named | spoken) > 1:
            seldom = {kind for kind in _KINDS if _MANY * spoken_of[voice.topic, kind] <= topics[voice.topic]}
            seldom = seldom if voice.speaker or voice.here else set()
            said_here = paragraph(text, voice.speaker, voice.place, names)
            strange = _strange(said_here, voice, names, known, rare, seldom)
            for who, match in [strange] if strange and is_of_people else ():
                at = ProseSentence(document, prose, match.start(), match.end())
                yield at.finding(
                    codes.OTHER_NAME,
                    f'"{at.words}" can mean nobody who has been named here: {who} is "{known[who]}" elsewhere',
                    "correct the pronoun, or name whom it means",
                )


_KINDS = ("he", "she")


def _spoken_of(
    read: Read, texts: Sequence[Sequence[str]], names: NameIndex, said: _Genders
) -> Counter[tuple[str, str]]:
    """How many pronouns of each gender texts on each topic have before they name anybody: those of the victim."""
    found, people = Counter[tuple[str, str]](), {*names.people}
    for (voice, _, _), words in zip(read, texts, strict=True):
        named = next((at for at, word in enumerate(words) if word in people), len(words))
        found.update([(voice.topic, said[word]) for word in map(str.lower, words[:named]) if word in said])
    return found


def _rare(spoken_of: Mapping[tuple[str, str], int]) -> str:
    """The gender that the victim has not, of whom people speak before they name anybody; empty if they speak of others, too."""
    found = {
        each: sum([number for (_, kind), number in spoken_of.items() if kind == each]) for each in _KINDS
    }
    rare, other = sorted(_KINDS, key=lambda each: found[each])
    return rare if found[other] > _MANY * found[rare] else ""


def _genders(names: NameIndex, texts: Sequence[Sequence[str]], said: _Genders) -> _Genders:
    """The gender of people by their given names or, if these are not known, by most pronouns after them."""
    given, found = meanings(names.language, "given"), dict[str, str]()
    strange = {each for each in names.people if name_key(each) not in given}
    after: dict[str, Counter[str]] = {each: Counter() for each in strange}
    for words in texts if strange else ():
        who = ""
        for word in words:
            who = "" if word in _BREAKS else word if word in names.people else who
            if who in strange and word.lower() in said:
                after[who][said[word.lower()]] += 1
    for name in names.people:
        counted = after.get(name, Counter())
        one, other = sorted(("he", "she"), key=lambda each: counted[each])
        sure = counted[other] >= max(_FEW, _MANY * counted[one])
        gender = given.get(name_key(name)) or (other if sure else "")
        if gender:
            found[name] = gender
    return found


def _misquoted(
    document: ProseDocument,
    voices: Sequence[SpokenPassage],
    known: _Genders,
    said: _Genders,
    *,
    is_of_people: bool,
) -> Iterator[Finding]:
    """Quotations with a subject and other pronouns whose gender differs from that of the one person in their line."""
    for voice, line in quoting(voices, hints=True):
        words = _TOKEN.findall(line.quotation)
        spoken = [word for word in map(str.lower, words) if word in said]
        about = (known.keys() & {*_TOKEN.findall(line.text)}) - {voice.speaker}
        who = min(about) if len(about) == 1 and spoken else ""
        if not who or who in {voice.speaker, *words} or {said[each] for each in spoken} == {known[who]}:
            continue
        is_clause = line.mode != "hint" and is_of_people and spoken[0] in {"he", "she"}
        is_subject = words[0].lower() in said or is_clause
        if is_subject and known[who] not in {said[each] for each in spoken}:
            yield codes.OTHER_NAME.at(
                document.span(line.place),
                f'"{line.quotation}" says "{spoken[0]}", and the formula is about {who}, who is "{known[who]}" elsewhere',
                hint="correct the pronoun or the formula, or quote other words",
            )


def _strange(
    said: TaggedParagraph,
    voice: SpokenPassage,
    names: NameIndex,
    known: _Genders,
    rare: str,
    seldom: Container[str],
) -> tuple[str, re.Match[str]] | None:
    """The first pronoun that can mean nobody of a paragraph, and who has been named last.

    It may mean the victim, but where somebody has just been said to be somewhere, or where people ``seldom`` speak of the victim so and it
    begins a sentence after one on somebody; and nobody speaks of others before they are named.
    """
    pronouns, others = meanings(names.language, "pronouns"), meanings(names.language, "others")
    usual, who, begins = usual_words(names.language), "", True
    people, always = {*names.people}, len(said.text)
    may_be: dict[str, int] = {}  # where somebody was last met who may be meant
    for match in _TOKEN.finditer(said.text):
        word, lower, at = match[0], match[0].lower(), always
        if word in people:
            kind = known.get(word, "") if word != voice.speaker else None
            who = word if kind is not None else who
        elif lower in pronouns:
            kind = pronouns[lower]
            met = may_be.get(kind, -1)
            if who in known and (met < 0 or (kind in seldom and met < always)):
                is_sure = (kind == rare and met < 0) or _is_sure(
                    said, match.start(), who, known[who], voice, names, met=met, is_seldom=kind in seldom
                )
                if is_sure or met < 0:
                    return (
                        (who, match) if is_sure and not _is_owned(voice.place, names, known, kind) else None
                    )
        else:
            is_other = lower in others or (word[0].isupper() and not begins and lower not in usual)
            kind, at = others.get(lower, "").lstrip("?") if is_other else None, match.start()
        if kind is not None:
            may_be |= dict.fromkeys([kind] if kind else ["he", "she"], at)
        begins = word in _BREAKS
    return None


def _is_sure(
    said: TaggedParagraph,
    at: int,
    who: str,
    kind: str,
    voice: SpokenPassage,
    names: NameIndex,
    *,
    met: int,
    is_seldom: bool,
) -> bool:
    """Whether a pronoun means somebody: the only one of whom its sentence says where they were, or the one before it, if it is the subject.

    A sentence with another pronoun for the same person, of the other ``kind``, is about two. Somebody else who was ``met`` longer ago may
    be meant, unless people seldom speak so.
    """
    number = max(number for number, (start, _) in enumerate(said.stretches) if start <= at)
    pronouns, sentence = meanings(names.language, "pronouns"), said.sentence(number)
    if kind in {pronouns.get(name_key(word.text)) for word in sentence.words}:
        return False
    begun = SUBJECT.match(sentence.letters)
    is_subject = begun is not None and sentence.words[begun.start(1)].start == at
    start, end = said.stretches[max(number - 1, 0)]
    if is_seldom and is_subject and met < start and who in said.text[start:end]:
        return True
    found = presences(said.whole, voice.speaker, voice.place, names) if met < 0 else ()
    here = [each for each in found if number - 1 <= each.sentence.number <= number and not each.denied]
    if not here or any({*each.people} - {voice.speaker} != {who} for each in here):
        return False
    return is_subject or any(each.sentence.number == number for each in here)


def _is_owned(place: str, names: NameIndex, known: _Genders, kind: str) -> bool:
    """Whether a place is that of somebody who may be meant."""
    return any(
        place in names.own(each).values() for each in names.people if place and known.get(each, kind) == kind
    )

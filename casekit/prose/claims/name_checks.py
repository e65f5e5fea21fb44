"""Names in prose that are not those of its lines, its speaker or its place."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import chain, islice, pairwise

from casekit.diagnostics import Edit, Finding, codes
from casekit.language.suggestions import name_key
from casekit.logic.formulas import Apply, Constant, Formula, Quantified, all_terms, parts
from casekit.prose.claims.clauses import letters_of, presences
from casekit.prose.claims.sentences import (
    WORD,
    ProseSentence,
    Read,
    SpokenPassage,
    TaggedParagraph,
    TaggedSentence,
    meanings,
    paragraph,
    quoting,
    telling,
    texts,
)
from casekit.prose.expressions.recognizer import NameIndex, listed_words, usual_words
from casekit.prose.passages import AnyLine, ProseDocument
from casekit.prose.phrasing import listed


def other_names(
    document: ProseDocument, voices: Iterable[SpokenPassage], names: NameIndex
) -> Iterator[Finding]:
    """Lines that name other people, or other places, than the words that they quote."""
    for voice, line in quoting(voices, hints=True):
        others, missing = (_of_speaker if line.mode == "hint" else _other_names)(line, voice, names)
        if others and missing:
            yield codes.OTHER_NAME.at(
                document.span(line.place),
                f'"{line.quotation}" names {listed(sorted(others))}, and the formula {listed(sorted(missing))}',
                hint="correct the formula or the words, or quote other words",
            )


def _other_names(line: AnyLine, voice: SpokenPassage, names: NameIndex) -> tuple[set[str], set[str]]:
    """The names that a quotation has and its line has not, and those that its line alone has: of people, or else of places."""
    terms = (*all_terms(line.formula), *(term for each in line.speakers for term in all_terms(each.term)))
    people, values = {*names.people}, {term.value for term in terms if isinstance(term, Constant)}
    about, placed = values & people, values & names.located
    spoken = {each for each in re.findall(r"[\w-]+", line.quotation) if each in people} if about else set()
    quoted = paragraph(line.quotation, voice.speaker, voice.place, names)
    read = quoted.places if placed else ()
    named = {each for number in read for each in quoted.named(number)}
    excluded = {*left_out(line.formula)} if spoken or named else set()
    strangers = spoken - values - excluded
    if strangers and voice.speaker in about:
        letters = letters_of(line.quotation, names, voice.speaker)
        own = listed_words(names.language, "mine") & {*WORD.findall(name_key(line.quotation))}
        if _SUBJECTS.search(letters) and not own and _FIRST_PERSON.isdisjoint(letters):
            return strangers, {str(voice.speaker)}
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


_SUBJECTS = re.compile(r"(?:^|[,;:.&C])L*N(?!')")
"""The letters of quotations in which somebody begins a clause, and those of the speaker."""
_FIRST_PERSON = frozenset("IWM")


def _of_speaker(line: AnyLine, voice: SpokenPassage, names: NameIndex) -> tuple[set[str], set[str]]:
    """The speaker, where a hint quotes "me" for a fact about somebody else, who is not named, and that one."""
    applied = (term for term in all_terms(line.formula) if isinstance(term, Apply))
    people = {each.value for term in applied for each in term.arguments if isinstance(each, Constant)}
    about = people & {*names.people}
    spoken = " ".join([each.text for each in voice.passage.prose]) if about and voice.speaker else ""
    if not spoken or len(about) > 1 or voice.speaker in about or min(about) in spoken:
        return set(), set()
    letters = letters_of(line.quotation, names, voice.speaker)
    return ({str(voice.speaker)}, about) if "I" in letters else (set(), set())


def left_out(formula: Formula) -> Iterator[str]:
    """The values that quantifiers leave out: a speaker of "nobody but us" need not name them."""
    excluded = formula.excluded if isinstance(formula, Quantified) else ()
    yield from (term.value for term in excluded if isinstance(term, Constant))
    for part in parts(formula):
        yield from left_out(part)


# By letters in which the speaker's own name is @: "with ANNA", "I and ANNA"; "ANNA and I", "ANNA was".
_THIRD = re.compile(r"(?:[wS]|[IW]&)@(?:&I|L*[BGSgov])?|(?<![IW],)@(?:&I|L*[BGSgov])")


def third_persons(
    document: ProseDocument, voices: Iterable[SpokenPassage], names: NameIndex
) -> Iterator[Finding]:
    """Answers in which the speaker is named as somebody else."""
    for voice, prose, text in texts(document, voices):
        speaker = voice.speaker
        if not speaker or speaker not in text or "TODO" in text:
            continue
        said = paragraph(text, speaker, "", names)
        about = (said.sentence(at) for at, each in enumerate(said.folded) if name_key(speaker) in each)
        found = ((sentence.words, match) for sentence in about for match in _third_person(sentence, speaker))
        for words, match in islice(found, 1):
            at = ProseSentence(document, prose, words[match.start()].start, words[match.end() - 1].end)
            yield at.finding(
                codes.MISPLACED_PARAGRAPH,
                f'{speaker} speaks here, and "{at.words}" is about {speaker} as about somebody else',
                "write `I` or `me`, or put the paragraph under the heading of whoever says it",
            )


def _third_person(sentence: TaggedSentence, speaker: str) -> Iterator[re.Match[str]]:
    """The letters by which a speaker is named as somebody else."""
    words = zip(sentence.letters, sentence.words, strict=True)
    own = ["@" if letter == "N" and word.text == speaker else letter for letter, word in words]
    return _THIRD.finditer("".join(own))


# "LIONEL's kitchen", "la cuisine de LIONEL", "the kitchen, where LIONEL sleeps"; in "LIONEL's kitchen maid" nobody has a kitchen.
_OWNED = re.compile(
    r"(?P<owner>N)'L*(?P<its>[PX])(?![XVN'])|(?P<place>P)(?:f(?P<of>N)(?!')|,?(?P<where>R)(?P<who>N)L*(?P<lives>[XvVSB]))"
)


def other_owners(
    document: ProseDocument, voices: Iterable[SpokenPassage], names: NameIndex
) -> Iterator[Finding]:
    """Sentences that call somebody's place another's."""
    owners = {place: each for each in names.people for place in names.own(each).values()}
    for voice, prose, text in texts(document, voices):
        said = paragraph(text, voice.speaker, voice.place, names)
        for number in said.places if _owning(names).search(text.replace("\u2019", "'")) else ():
            for who, place in _owned(said, number, names):
                if owners.get(place, who) != who:
                    at = ProseSentence(document, prose, *said.stretches[number])
                    yield at.finding(
                        codes.CONTRARY_SENTENCE,
                        f'"{at.words}" seems to say that {place} is the place of {who}, and it is that of {owners[place]}',
                        "name the owner or the place as the edition has them",
                    )


@lru_cache(maxsize=8)
def _owning(names: NameIndex) -> re.Pattern[str]:
    """A pattern for people who may be said to have something."""
    people = "|".join(map(re.escape, names.people))
    before = "|".join(map(re.escape, sorted(listed_words(names.language, "having"))))
    return re.compile(rf"(?:{people})'|(?:{before})\W*(?:{people})")


def _owned(said: TaggedParagraph, number: int, names: NameIndex) -> Iterator[tuple[str, str]]:
    """The people who have places in a sentence, with these."""
    is_likely = _owning(names).search(said.text, *said.stretches[number])
    for match in _OWNED.finditer(said.letters(number)) if is_likely else ():
        words = {
            name: said.words(number)[match.start(name)][1] for name, has in match.groupdict().items() if has
        }
        asked = ((key, name_key(words[key].text)) for key in ("where", "lives") if key in words)
        if all(word in listed_words(names.language, key) for key, word in asked):
            thing = words.get("its") or words["place"]
            who = next(str(words[name].value) for name in ("owner", "of", "who") if name in words)
            yield who, str(thing.value or names.called.get(name_key(thing.text), ""))


_CAPITAL = re.compile(r"(?<![\w.'-])[A-ZÀ-Ý][a-zà-ÿ]{2,}(?![\w-])")
_ACTING = re.compile("L?[BGgoclSvy]")
_ACTING_ON = re.compile("[gocvS][IWN]")
"""The letters of verbs by which a name is somebody's: "and Brand had found"; at the beginning of a sentence "Brand took me"."""


def strange_names(
    document: ProseDocument, read: Read, names: NameIndex, *, known: str, victim: str
) -> Iterator[Finding]:
    """Names that are said once as if everybody knew them: one that owns or does something or is beside the speaker, or that has the victim's title.

    ``known`` are texts whose words are known: names, labels and sentences.
    """
    found = [WORD.findall(text) for _, _, text in read]
    spread = Counter(chain.from_iterable(found))
    familiar = {*WORD.findall(f"{victim} {known}")}
    called = {each for each in WORD.findall(victim) if each.istitle()}
    # Those for women if the victim is one.
    given, titled = meanings(names.language, "given"), meanings(names.language, "addresses")
    sex = {given[name_key(each)] for each in called if name_key(each) in given}
    addresses = {word for word, who in titled.items() if not sex or who in {"?", *sex}}
    titles = {name_key(each) for each in WORD.findall(victim.partition(",")[0])[:-1]} - titled.keys()
    usual = usual_words(names.language) | listed_words(names.language, "forces")
    once = {
        word
        for word, number in spread.items()
        if number == 1 and word.istitle() and word not in familiar and not spread[name_key(word)]
    }
    alike = {word for word in once if any(_are_alike(word, each) for each in called if each[0] == word[0])}
    for (voice, prose, text), spoken in zip(read, found, strict=True):
        strange = [word for word in spoken if word in once and name_key(word) not in usual]
        said = paragraph(text, voice.speaker, voice.place, names) if strange else None
        for match in _CAPITAL.finditer(said.text) if said else ():
            is_alike = match[0] in alike
            free = addresses if is_alike or called.isdisjoint(spoken) else set[str]()
            is_given = name_key(match[0]) in given
            if (
                said
                and match[0] in strange
                and _is_strange(said, match, titles, free, called, is_given=is_given, is_alike=is_alike)
            ):
                yield _strange(ProseSentence(document, prose, *match.span()), said.text, match, victim)


def _strange(at: ProseSentence, text: str, match: re.Match[str], victim: str) -> Finding:
    """That a name is said as if everybody knew it or, where it is nearly the victim's, that the header has another one."""
    instead = _instead(text, match, victim.partition(",")[0].split())
    if not instead:
        told = f'"{match[0]}" is said as if everybody knew them, and nothing else names them'
        return at.finding(codes.OTHER_NAME, told, "correct the name, or say who that is")
    whole = victim.partition(",")[0].strip()
    return at.finding(
        codes.OTHER_NAME,
        f'nothing else names "{match[0]}", and the victim in the header (`victim:`) is {whole}',
        f"write `{instead}`, correct the header, or say who that is",
        (Edit(at.span, instead),),
    )


def _instead(text: str, match: re.Match[str], victim: Sequence[str]) -> str:
    """The part of the victim's name that another name is in the place of: one that is alike, or that comes before the next word; else nothing."""
    alike = [part for part in victim if part.istitle() and _are_alike(match[0], part)]
    following = WORD.match(text, match.end() + 1)
    before = [
        first
        for first, second in pairwise(victim)
        if following and second == following[0] and first.istitle()
    ]
    return next(iter((*alike, *before)), "")


def _are_alike(one: str, other: str) -> bool:
    """Whether two names begin alike and differ in one letter, wherever it is."""
    letters = [Counter(name_key(each)) for each in (one, other)]
    differ = (letters[0] - letters[1]).total(), (letters[1] - letters[0]).total()
    return one[0] == other[0] and len(other) >= _LONG and max(differ) <= 1


_LONG = 4
"""Names of fewer letters are like many words."""


def _is_strange(
    read: TaggedParagraph,
    match: re.Match[str],
    titles: AbstractSet[str],
    addresses: AbstractSet[str],
    victim: AbstractSet[str],
    *,
    is_given: bool,
    is_alike: bool,
) -> bool:
    """Whether a name is said without saying whose it is: not "says Dr Pell", nor "old Mathis, who leads the ox".

    So is a name that is nearly the victim's, and another given name before that.
    """
    number = next(at for at, (start, end) in enumerate(read.stretches) if start <= match.start() < end)
    words = read.words(number)
    at = next(place for place, (_, word) in enumerate(words) if word.start <= match.start() < word.end)
    before = words[at - 1] if at else ("", None)
    after = "".join([letter for letter, _ in words[at + 1 : at + 4]])
    previous = name_key(before[1].text) if before[1] else ""
    if (is_given or is_alike) and any(word.text in victim for _, word in words[at + 1 : at + 2]):
        return after[1:3] not in {",D", ",d", ",q", ",R"}
    if previous in titles | addresses:
        is_told = after[:2] in {",R", ",D", ",d"} and previous in addresses
        is_said = "y" in [letter for letter, _ in words[max(at - 2, 0) : at]]
        return is_alike or not (is_told or is_said)
    is_bare = not at or before[0] not in "DdXvV?'q"
    acting = _ACTING if at else _ACTING_ON
    acts = (not at or before[0] in ",;:&C") and acting.match(after) is not None
    is_like = is_alike and (is_given if not at or before[0] in "Q:" else before[0] not in ",#")
    return is_bare and (after[:1] == "'" or after[:2] in {"&I", "&M"} or acts or is_like)


_TITLED = re.compile(r"\b([^\W\d_]+)\.? (?=([A-ZÀ-Ý][a-zà-ÿ]{2,})\b)")
"""A word before a name. Titles are looked up: to look for each at each place would take ten times as long."""


def other_titles(document: ProseDocument, read: Read, names: NameIndex) -> Iterator[Finding]:
    """Names that have one title here and another elsewhere, and two with one title that are nearly the same: "Colonel Frith", "Major Frith", "Colonel Firth".

    Several of one name may be "Mr", "Mrs" and "old".
    """
    plain = meanings(names.language, "addresses")
    ranks = [group for group in listed_words(names.language, "titles") if group]
    titles = {each: group for group in ranks for each in group.split("/")} | dict.fromkeys(plain, "")
    met: dict[tuple[str, str], ProseSentence] = {}
    for _, prose, text in read if ranks else ():
        for match in [each for each in _TITLED.finditer(text) if name_key(each[1]) in titles]:
            here = ProseSentence(document, prose, match.start(), match.end(2))
            title, name = titles[name_key(match[1])], match[2]
            alike = (
                before
                for (other, who), before in met.items()
                if (
                    title and other and other != title
                    if who == name
                    else other == title and name[0] == who[0] and _are_nearly(name, who)
                )
            )
            for before in islice(alike if (title, name) not in met else (), 1):
                yield here.finding(
                    codes.OTHER_NAME,
                    f'the prose says "{here.words}" here and "{before.words}" elsewhere',
                    "correct one of them, or say how they differ",
                )
            met.setdefault((title, name), here)


_ROLE = re.compile(r"(?<!\w)([A-ZÀ-Ý][\w'-]+), ([^\W\d_]+) ((?:[a-zà-ÿ]+ )?[a-zà-ÿ]{3,})(?=[,.;:])")
"""Somebody and who that is: "Joss, the watchman,"."""


def other_roles(document: ProseDocument, read: Read, names: NameIndex) -> Iterator[Finding]:
    """Two people who are said to be the one that does something: "Joss, the watchman", "Jock, the watchman"."""
    articles, usual = telling(names.language, "D"), usual_words(names.language)
    met: dict[str, tuple[str, ProseSentence]] = {}
    found = ((prose, each) for _, prose, text in read for each in _ROLE.finditer(text))
    for prose, match in found:
        name, article, role = match.groups()
        here = ProseSentence(document, prose, *match.span())
        if article in articles and usual.isdisjoint((role.split()[-1], name_key(name))):
            other, before = met.setdefault(role, (name, here))
            if other != name:
                yield here.finding(
                    codes.OTHER_NAME,
                    f'the prose says "{here.words}" here and "{before.words}" elsewhere',
                    "correct one of them, or say how they differ",
                )


def _are_nearly(one: str, other: str) -> bool:
    """Whether two names differ in one letter, or one is the other with a letter or two more: "Gask", "Gaskin"."""
    short, long = sorted((one, other), key=len)
    is_longer = len(short) >= _LONG and long.startswith(short) and len(long) - len(short) <= _FEW_MORE
    return is_longer or _are_alike(one, other)


_FEW_MORE = 2

"""Prose beside its lines and beside other prose: names, places, accusations, and what gives the shuffle away.

Players find suspects at a glance, since their names are in capitals (rulebook, "Unique passengers").
A paragraph is printed under a number alone, without its path or its case.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from casekit.diagnostics import Edit, Finding, Place, composed
from casekit.diagnostics.codes import SPOILING_PARAGRAPH
from casekit.games.midnight import codes
from casekit.games.midnight.document import (
    AnswerOption,
    AnswerPath,
    Case,
    CaseParagraph,
    CasePassage,
    CasePath,
    PlacePath,
    Statement,
)
from casekit.games.midnight.language.prose_names import CaseNames, names_of
from casekit.games.midnight.theory import wording
from casekit.language.suggestions import (
    MARKS,
    SOFT_HYPHEN,
    did_you_mean,
    in_capitals,
    is_strange,
    name_key,
    spelling,
)
from casekit.logic.formulas import Constant, all_terms
from casekit.prose.claims import (
    attribute_checks,
    claim_checks,
    deed_checks,
    name_checks,
    pronoun_checks,
    quotation_checks,
    swapped_text,
)
from casekit.prose.claims.claimed_facts import ClaimReader
from casekit.prose.claims.sentences import SpokenPassage, meanings, texts
from casekit.prose.expressions import recognizer
from casekit.prose.passages import Finder, ProseStatement, as_written, find_all, find_each, folded_prose
from casekit.resources import words_by_language
from casekit.values import replace


def mentions(case: Case) -> Iterator[Finding]:
    """Suspects that a statement names though its block's prose never does.

    Words that only hint may point to somebody by a sign.
    """
    suspects = {*case.edition.suspects_by_name}
    for passage in case.passages:
        words = mentioned(passage)
        # From the last statement to the first, so that the first about a suspect is the one that is kept.
        about: dict[str, Statement] = {}
        for statement in reversed(passage.statements):
            if statement.mode != "hint" or not statement.quotation:
                about |= dict.fromkeys(_suspects(case, passage, statement), statement)
        unnamed = [name for name in about if name not in words]
        others = sorted(suspects & words - about.keys()) if unnamed else []
        for name in unnamed:
            instead = f", but {others[0]}, of whom no line does" if len(others) == 1 else ""
            yield codes.UNMENTIONED_SUSPECT.at(
                case.span(about[name].place),
                f"this statement is about {name}, whom the prose never names{instead}",
                hint=f"name {name} in the prose, or correct the statement",
            )


def mentioned(passage: CasePassage) -> set[str]:
    """Every word of a passage's prose."""
    words: set[str] = set()
    for prose in passage.prose:
        words |= _words(prose.text)
    return words


@lru_cache(maxsize=500)
def _words(prose: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", composed(prose)))


def _suspects(case: Case, passage: CasePassage, statement: Statement) -> Iterator[str]:
    """The suspects a statement names, without the one whose answer it is."""
    own = passage.speaker if isinstance(passage, CaseParagraph) else None
    suspects = case.edition.suspects_by_name
    for meaning in (*(speaker.term for speaker in statement.speakers), statement.formula):
        for term in all_terms(meaning):
            if isinstance(term, Constant) and term.value in suspects and term.value != own:
                yield term.value


def unstated(case: Case) -> Iterator[Finding]:
    """Paragraphs without a line that say where somebody was, or when something happened."""
    for paragraph in case.paragraphs:
        if paragraph.statements:
            continue
        block, _, _ = case.source.text[paragraph.place.end :].partition("\n==")
        if re.search(r"^[ \t]*~", block, re.MULTILINE):
            continue  # it has lines after all, which were not understood
        phrases = [*_places(case, paragraph)]
        if mentioned(paragraph) & {*case.edition.suspects_by_name} - {paragraph.speaker}:
            times = recognizer.find_times(folded_prose(paragraph), case.edition.language)
            phrases += ((time.words, paragraph.prose[0].place) for time in times)
        if phrases:
            phrase, place = phrases[0]
            yield codes.UNSTATED_PARAGRAPH.at(
                case.span(place),
                f'this paragraph names "{phrase}", and has no line that says what a reader learns',
                hint="state what it tells, as a `hint` if it proves nothing, or leave the place and the time out",
            )


def _places(case: Case, paragraph: CaseParagraph) -> Iterator[tuple[str, Place]]:
    """The places that its prose names, without the one where it is found."""
    here = _locations_of(case, paragraph)
    for prose in paragraph.prose:
        text = as_written(case.source, prose)
        for start, end, slug in recognizer.named_places(text, paragraph.speaker, _names(case)):
            if slug not in here:
                at = prose.place.start
                yield " ".join(text[start:end].split()), Place(at + start, at + end)


def _locations_of(case: Case, paragraph: CaseParagraph) -> frozenset[str]:
    """The slugs of the locations where a paragraph is found."""
    numbers = (path.location for path in paragraph.paths if isinstance(path, PlacePath))
    return frozenset([case.edition.locations_by_number[number].slug for number in numbers])


_UNSURE = re.compile(
    r"\b(?:if|whether|say|says|said|tell|tells|told|think|thinks|thought|suppose|perhaps|maybe|not|never|nobody|would"
    r"|could|might|si|dit|disent|disait|croit|crois|pense|peut-être|pas|jamais|personne)\b",
    re.IGNORECASE,
)
"""Words that make an accusation in the same sentence less than one."""
_SENTENCE_END = re.compile(r"[.!?;:]")
_WHO_IT_WAS = re.compile(r"(?:it\s+was|c['’](?:est|était))\s", re.IGNORECASE)


def accusations(case: Case) -> Iterator[Finding]:
    """Prose that says outright who did it, in a paragraph whose lines do not name the culprit."""
    accusing, suspects = _pattern(case), _keys(tuple(case.edition.suspects_by_name))
    names_culprit = any("culprit" in claim.text for claim in case.solution.statements)
    telling = [case.solution] if names_culprit else []
    for passage in (case.presentation, *case.paragraphs, *telling):
        stated = " ".join(statement.text for statement in passage.statements)
        for match, place in find_all(case.source, passage, accusing.finditer):
            name = suspects.get(name_key(next(group for group in match.groups() if group)))
            if name is None:
                continue
            before = _SENTENCE_END.split(match.string[: match.start()])[-1]
            after = match.string[match.end() :]
            rest = _SENTENCE_END.split(after)[0]
            is_sure = not after[len(rest) :].startswith("?") and not _UNSURE.search(f"{before} {rest}")
            if is_sure and not _is_stated(name, match[0], stated):
                yield codes.BARE_ACCUSATION.at(
                    case.span(place),
                    f'"{" ".join(match[0].split())}" accuses {name}, and no line of the paragraph does',
                    hint=f"state `culprit = {name}`, as a `hint` if it is a guess, "
                    "or say what was seen rather than who did it",
                )


def _is_stated(name: str, words: str, stated: str) -> bool:
    """Whether a line speaks of what the words may mean: "It was FELIX" may answer who came in."""
    if re.search(rf"\bculprit !?= {name}\b|\bculprit in\b", stated):
        return True
    return _WHO_IT_WAS.match(words) is not None and re.search(rf"\b{name}\b", stated) is not None


def _pattern(case: Case) -> re.Pattern[str]:
    """The pattern that accuses a suspect in the language of the edition, if that is known.

    Each way to accuse has a group for the name.
    """
    words = words_by_language("games/midnight/words/accusing.toml").get(
        case.edition.language.partition("-")[0].casefold()
    )
    if words is None:
        return re.compile("(?!)")
    # "Otto Lind, wine merchant" is Otto Lind, Otto or Lind.
    victims = case.victim.partition(",")[0].strip()
    victim = "|".join(map(spelling, filter(None, (victims, *victims.split())))) or r"(?!)"
    names = "|".join(map(spelling, case.edition.suspects_by_name))
    ways = "|".join(words["ways"])

    ways = ways.replace("{verb}", words["verb"]).replace("{killer}", words["killer"])
    ways = ways.replace("{victim}", f"(?:{victim})").replace("{name}", f"({names})")
    return re.compile(re.sub(r"\\s(?![*?])", r"\\s+", rf"\b(?=\w)(?:{ways})"), re.IGNORECASE)


_LETTER = rf"[^\W\d_][{MARKS}{SOFT_HYPHEN}]*"
_WORD = re.compile(rf"(?<![\w{MARKS}.])(?![a-z]|.[a-z])(?:{_LETTER}){{3,}}(?:-(?:{_LETTER})+)*(?!\w)")
_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_COMMON = frozenset(("TODO", "SOS", "VIP", "RMS", "USA", "BBC"))

_NEAR = 20
"""How many characters before a word are looked at."""
_WORD_BEFORE = re.compile(r"(\w+)\s+$")
_SENTENCE_START = re.compile(r"(?:^|[.!?:…]|\n\s*\n)[\s\"'“”‘’«»*(—–-]*$")


@cache
def _listed(kind: str) -> frozenset[str]:
    """Words of a kind (``data/names.toml``), in all languages that editions are printed in."""
    listed: set[str] = set()
    for words in words_by_language("games/midnight/data/names.toml").values():
        listed.update(words.get(kind, "").split())
    return frozenset(listed)


def _capitals(text: str) -> Iterator[re.Match[str]]:
    """Words in capitals."""
    return (match for match in _WORD.finditer(text) if in_capitals(match.group()))


def unknown(case: Case) -> Iterator[Finding]:
    """Words in capitals that name nobody: players would look for a suspect who is not there."""
    suspects = case.edition.suspects_by_name
    allowed = {*suspects, *case.edition.abbreviations, *_COMMON}
    for passage in case.passages:
        for match, place in find_all(case.source, passage, _capitals):
            word = composed(match.group())
            if word not in allowed and not _ROMAN.fullmatch(word):
                likely = _looks_like(word, suspects)
                other = (
                    "write other people's names in small letters; "
                    "add abbreviations to the edition's `abbreviations`"
                )
                yield codes.UNKNOWN_NAME_IN_PROSE.at(
                    case.span(place),
                    f"no suspect is called {word}",
                    hint=did_you_mean(word, suspects, other),
                    fix=(Edit(case.span(place), likely),) if likely else (),
                )


def _looks_like(word: str, suspects: Iterable[str]) -> str:
    """The suspect that a word in capitals looks like, and is not since a letter is of another script."""
    if not is_strange(word):
        return ""
    from casekit.language import look_alikes  # noqa: PLC0415 -- few cases have such words

    return look_alikes.Shapes(suspects).meant(word)


def lower_case(case: Case) -> Iterator[Finding]:
    """Suspects' names that are not in capitals.

    The butler of the house is not a suspect BUTLER: a name that is also an ordinary word may be in small
    letters and begin a sentence.
    """
    suspects = case.edition.suspects_by_name
    spelled, names = _keys(tuple(suspects)), _small_names(tuple(suspects))
    in_small_letters: list[tuple[re.Match[str], Place]] = []
    for passage in case.passages:
        in_small_letters += find_all(case.source, passage, names)
    ordinary_here = {match.group() for match, _ in in_small_letters if _is_ordinary_here(match)}
    ordinary = _listed("ordinary") | ordinary_here
    for match, place in in_small_letters:
        if not _may_be_ordinary(match, ordinary):
            name = spelled[name_key(match[0])]
            yield codes.LOWER_CASE_NAME.at(
                case.span(place),
                f"`{match[0]}` is a suspect's name in small letters",
                hint=f"write {name}; give other people different names",
                fix=(Edit(case.span(place), name),),
            )


@lru_cache(maxsize=8)
def _small_names(suspects: tuple[str, ...]) -> Finder:
    """Finds suspects' names that are not in capitals."""
    keys, words = _keys(suspects), "|".join(map(spelling, suspects))
    pattern = re.compile(rf"(?<!\w)(?=\w)(?:{words})(?![\w{MARKS}])", re.IGNORECASE)

    def is_small(match: re.Match[str]) -> bool:
        word = match.group()
        return not in_capitals(word) and word not in suspects and name_key(word) in keys

    return lambda text: filter(is_small, pattern.finditer(text))


@lru_cache(maxsize=8)
def _keys(suspects: tuple[str, ...]) -> Mapping[str, str]:
    """Suspects by what all spellings of their names share."""
    return {name_key(name): name for name in suspects}


def _may_be_ordinary(match: re.Match[str], ordinary: frozenset[str]) -> bool:
    word = match.group()
    begins = word == word.capitalize() and _SENTENCE_START.search(_before(match)) is not None
    return (word.lower() if begins else word) in ordinary


def _before(match: re.Match[str]) -> str:
    """The characters right before a word; if there are more, the first of these is a letter."""
    start = max(0, match.start() - _NEAR)
    return ("x" if start else "") + match.string[start : match.start()]


def _is_ordinary_here(match: re.Match[str]) -> bool:
    """Whether a word in small letters follows one that no name follows: `the butler`, `she rose`."""
    before = _WORD_BEFORE.search(_before(match))
    return match.group().islower() and before is not None and before[1].lower() in _listed("never_before")


_NUMBERED = re.compile(
    r"\b(?=[pcl])(?:paragraph|path|location|case)\s+(?:no\.?\s*|number\s+)?\d+", re.IGNORECASE
)
_COUNTED = re.compile(r"(?<!\w)(?:no\.|number|#)\s*(\d{1,9})(?!\w)", re.IGNORECASE)
_SHORT = 5
"""A title of fewer letters is a common word as likely as not."""


_CLAUSE_BEGINS = r"(?:(?:^|[.!?…;:,(\[\"“”«»„‘’—–])\s*|\s[—–-]\s|\b(?:and|then|et|puis|und|dann)\s)"
"""The places before an imperative."""


@cache
def _referring(language: str) -> re.Pattern[str]:
    """The pattern of sending the reader to a number, in a language whose ways of doing so are known."""
    words = words_by_language("games/midnight/data/referring.toml").get(language.partition("-")[0].casefold())
    if words is None:
        return re.compile("(?!)")
    begins = "|".join(words["begins"]).replace("{number}", words["number"])
    anywhere = "|".join(words["anywhere"]).replace("{number}", words["number"])
    ends = rf"(?![\w°%])(?![:.,]\d)(?=\s*(?:[.,;:!?…)\]\"“”«»’]|$)|\s{words['after']})"
    whole = rf"(?:{_CLAUSE_BEGINS}(?P<begun>{begins})|\b(?P<said>{anywhere})){ends}"
    return re.compile(re.sub(r"\\s(?![*?+])", r"\\s+", whole), re.IGNORECASE)


def sent_on(case: Case) -> Iterator[Finding]:
    """Paragraphs that send the reader to a number.

    A booklet has its numbers when it is printed, and readers choose their own way.
    """
    referring = _referring(case.edition.language)
    for passage in (case.presentation, *case.paragraphs):
        for match, place in find_all(case.source, passage, referring.finditer):
            words = match["begun"] or match["said"]
            begin = place.end - len(words) if match["begun"] else place.start
            yield codes.SENT_TO_A_NUMBER.at(
                case.span(Place(begin, place.end)),
                f"`{' '.join(words.split())}` sends the reader to a number, "
                "and no paragraph has one before the booklet is printed",
                hint="say whom to ask or where to look, in words; "
                "if it is not a number of the booklet, write it in letters",
            )


def spoilers(case: Case, other_titles: tuple[str, ...]) -> Iterator[Finding]:
    """Paragraphs that name a path, a number, the title of their case or that of another."""
    titles = [title for title in (case.title.strip(), *other_titles) if len(title) >= _SHORT]
    any_title = "|".join(r"\s+".join(map(re.escape, title.split())) for title in titles)
    titled = re.compile(rf"(?<!\w)(?:{any_title or '(?!)'})(?!\w)", re.IGNORECASE)
    suspects = "|".join(map(re.escape, case.edition.suspects_by_name))
    topics = "|".join(map(re.escape, case.edition.topics_by_slug))
    answers = re.compile(rf"\b({suspects})\s+({topics})\b")
    # What gives a paragraph away, and the path of which it does, if it is only one.
    spoiling: list[tuple[re.Pattern[str], Callable[[re.Match[str]], CasePath] | None, str]] = [
        (_NUMBERED, None, "a number of the booklet or the board"),
        (answers, lambda match: AnswerPath(match[1], match[2]), "its own path"),
        (_COUNTED, lambda match: PlacePath(int(match[1])), "its own location"),
        (titled, None, "the title of a case"),
    ]
    finders = [pattern.finditer for pattern, _, _ in spoiling]
    for paragraph in case.paragraphs:
        found_of_each = find_each(case.source, paragraph, finders)
        for found, (_, path_of, what) in zip(found_of_each, spoiling, strict=True):
            for match, place in found:
                if path_of is None or path_of(match) in paragraph.paths:
                    yield SPOILING_PARAGRAPH.at(
                        case.span(place),
                        f"`{' '.join(match.group().split())}` names {what}",
                        hint="say it in other words: a paragraph is printed without its path and its case",
                    )


# --- what sentences say ------------------------------------------------------------------------------


def voices(case: Case, culprit: str | None = None) -> tuple[SpokenPassage, ...]:
    """The passages of a case, each with who speaks there; the culprit may lie.

    The presentation has the rules that quote it as lines.
    """
    passages = [_opening(case), SpokenPassage(case.solution, about=_only_he_or_she(case, culprit))]
    for paragraph in case.paragraphs:
        speaker = paragraph.speaker
        honest = speaker is None or case.liar == "never" or speaker != culprit
        topics = [path.topic for path in paragraph.paths if isinstance(path, AnswerPath)]
        topic = topics[0] if len(topics) == 1 else ""
        passages.append(SpokenPassage(paragraph, speaker, _locations_of(case, paragraph), honest, topic))
    return tuple(passages)


def _opening(case: Case) -> SpokenPassage:
    """The presentation, with the rules that quote it as further lines."""
    quoting = [rule for rule in case.rules if rule.told and not rule.is_general]
    rules = [
        ProseStatement[CasePath]("plain", (), rule.formula, rule.told, rule.text, rule.place)
        for rule in quoting
    ]
    return SpokenPassage(replace(case.presentation, statements=(*case.presentation.statements, *rules)))


def _only_he_or_she(case: Case, culprit: str | None) -> str:
    """The culprit, if a pronoun can mean nobody else: "he" is not the victim if she is a woman."""
    given = meanings(case.edition.language, "given")
    victims = {given[word] for word in name_key(case.victim).split() if word in given}
    if culprit is None or not victims or given.get(name_key(culprit)) in victims:
        return ""
    return culprit


def _names(case: Case) -> CaseNames:
    return names_of(case.edition, " ".join([prose.text for prose in case.presentation.prose]))


def facts_of(case: Case) -> ClaimReader:
    """The facts of a case as its prose may say them."""
    facts = case.scope, case.glosses, case.sentences
    value = wording.CaseWording(case).value
    return ClaimReader(_names(case), *facts, "location", wording.TARGETS, value)


def said_of_names(case: Case) -> Iterator[Finding]:
    """The findings of what prose says of people and places, and around quotations, in any paragraph."""
    passages, names = voices(case), _names(case)
    yield from claim_checks.around_quotations(case, passages, names)
    yield from name_checks.other_names(case, passages, names)
    yield from name_checks.third_persons(case, passages, names)
    yield from name_checks.other_owners(case, passages, names)


def beside_prose(case: Case) -> Iterator[Finding]:
    """Texts under headings of others, people whom no line knows, and numbers and times that do not agree."""
    passages, names = voices(case), _names(case)
    opening = passages[0]
    read = [*texts(case, passages)]
    yield from swapped_text.places(case, read, names)
    yield from swapped_text.answers(case, passages, names)
    yield from pronoun_checks.other_pronouns(case, read, names)
    yield from attribute_checks.other_qualities(case, read, names)
    yield from name_checks.other_titles(case, read, names)
    yield from name_checks.other_roles(case, read, names)
    yield from attribute_checks.other_days_of_facts(case, passages, names.language)
    yield from quotation_checks.found_early(case, [text for text in read if text[0] is opening])
    yield from quotation_checks.other_days(case, read, names)
    known = " ".join(_texts_without_speakers(case))
    yield from name_checks.strange_names(case, read, names, known=known, victim=case.victim)
    answers = {answer.slug: answer.label for answer in (*case.motives, *case.methods)}
    yield from deed_checks.turned_rules(case, opening.passage.statements, answers, case.sentences, names)
    yield from swapped_text.labels(case, [*_labels(case, "motive", case.motives)])
    methods = [*_labels(case, "method", case.methods)]
    yield from swapped_text.labels(case, methods)
    yield from swapped_text.strange_things(case, methods, read)


def _texts_without_speakers(case: Case) -> Iterator[str]:
    """The texts of a case and its edition that may name anybody: labels, places, questions, facts, titles."""
    for answer in (*case.motives, *case.methods):
        yield answer.label
    for location in case.edition.locations:
        yield f"{location.name} {location.text} {location.also}"
    for topic in case.edition.topics:
        yield topic.question
    for sentences in case.sentences.values():
        yield sentences.so
    yield case.title
    yield case.edition.title


_NAMES_IN_LOGIC = re.compile(r"[\w-]+")


def _labels(case: Case, target: str, options: Sequence[AnswerOption]) -> Iterator[swapped_text.Label]:
    """The answers to a question, each with all that is said of it alone.

    Rules say it, the facts in these, and quotations of lines that give the answer.
    """
    slugs = {option.slug for option in options}
    rules = [(rule, _NAMES_IN_LOGIC.findall(rule.text)) for rule in case.rules]
    for option in options:
        alone = [(rule, names) for rule, names in rules if slugs.intersection(names) == {option.slug}]
        words = [option.slug, *(rule.told for rule, _ in alone), *(rule.text for rule, _ in alone)]
        for _, names in alone:
            words += [case.sentences[name].so for name in names if name in case.sentences]
        line = f"{target} = {option.slug}"
        for paragraph in case.paragraphs:
            words += [statement.quotation for statement in paragraph.statements if statement.text == line]
        yield swapped_text.Label(option.slug, option.place, option.label, " ".join(words))


# --- the tables that a check is made from ------------------------------------------------------------

CHECKS_OF_THE_WHOLE = (lower_case, unstated, beside_prose)
"""Checks that compare passages."""

CHECKS_OF_PASSAGES = (unknown, sent_on, mentions, accusations, said_of_names)
"""Checks that find in one passage what is wrong with it, whatever the other passages say."""

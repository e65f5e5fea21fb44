"""The words of prose beside the lines of its paragraph.

The checks look for suspects whose names are missing, misspelt or in small letters, for places and times
without a line, for accusations without a line, and for words that give away how the booklet is shuffled.

Players find suspects at a glance, since their names are in capitals (rulebook, "Unique passengers").
A paragraph is printed under a number alone, without its path or its case.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from casekit.diagnostics import Edit, Finding, Place, composed
from casekit.diagnostics.codes import SPOILING_PARAGRAPH
from casekit.games.midnight import codes
from casekit.games.midnight.checks.prose_claims import case_names, location_slugs
from casekit.games.midnight.document import (
    AnswerPath,
    Case,
    CaseParagraph,
    CasePassage,
    CasePath,
    PlacePath,
    Statement,
)
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
from casekit.prose.expressions import recognizer
from casekit.prose.passages import Finder, as_written, find_all, find_each, folded_prose
from casekit.resources import words_by_language

_MATCHES_NOTHING = r"(?!)"

# --- accusations: "FELIX murdered him", without "perhaps" and without a question mark ---

_UNSURE = re.compile(
    r"\b(?:if|whether|say|says|said|tell|tells|told|think|thinks|thought|suppose|perhaps|maybe|not|never|nobody|would"
    r"|could|might|si|dit|disent|disait|croit|crois|pense|peut-être|pas|jamais|personne)\b",
    re.IGNORECASE,
)
"""Words that make an accusation in the same sentence less than one."""
_SENTENCE_END = re.compile(r"[.!?;:]")
_IT_WAS = re.compile(r"(?:it\s+was|c['’](?:est|était))\s", re.IGNORECASE)

# --- names: "FELIX", and "Felix", which is wrong if he is a suspect ---

_LETTER = rf"[^\W\d_][{MARKS}{SOFT_HYPHEN}]*"
"""A letter with the marks that belong to it, such as a combining accent."""
_LONG_WORD = re.compile(rf"(?<![\w{MARKS}.])(?![a-z]|.[a-z])(?:{_LETTER}){{3,}}(?:-(?:{_LETTER})+)*(?!\w)")
"""A word of three letters or more, perhaps with hyphens, that may be in capitals: "FELIX", "ANNE-MARIE"."""
_ROMAN_NUMBER = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_COMMON_ABBREVIATIONS = frozenset(("TODO", "SOS", "VIP", "RMS", "USA", "BBC"))

_CHARACTERS_LOOKED_AT_BEFORE = 20
"""How many characters before a word are looked at."""
_LAST_WORD = re.compile(r"(\w+)\s+$")
_SENTENCE_START = re.compile(r"(?:^|[.!?:…]|\n\s*\n)[\s\"'“”‘’«»*(—–-]*$")

# --- what gives the shuffle away: "paragraph 12", "see 12", "FELIX alibi" ---

_BOOKLET_NUMBER = re.compile(
    r"\b(?=[pcl])(?:paragraph|path|location|case)\s+(?:no\.?\s*|number\s+)?\d+", re.IGNORECASE
)
_NUMBER_SIGN = re.compile(r"(?<!\w)(?:no\.|number|#)\s*(\d{1,9})(?!\w)", re.IGNORECASE)
_SHORTEST_TELLING_TITLE = 5
"""A title of fewer letters is a common word as likely as not."""
_CLAUSE_BEGINS = r"(?:(?:^|[.!?…;:,(\[\"“”«»„‘’—–])\s*|\s[—–-]\s|\b(?:and|then|et|puis|und|dann)\s)"
"""The places before an imperative."""


# --- names that are missing --------------------------------------------------------------------------


def unmentioned_suspects(case: Case) -> Iterator[Finding]:
    """Suspects that a statement names though the prose of its passage never does.

    A statement that only hints at somebody, by words that it quotes, need not have the name.
    """
    suspects = {*case.edition.suspects_by_name}
    for passage in case.passages:
        words = words_of_prose(passage)
        # From the last statement to the first, so that the first about a suspect is the one that is kept.
        statement_about: dict[str, Statement] = {}
        for statement in reversed(passage.statements):
            if statement.mode != "hint" or not statement.quotation:
                statement_about |= dict.fromkeys(_suspects_named(case, passage, statement), statement)
        unmentioned = [name for name in statement_about if name not in words]
        without_line = sorted(suspects & words - statement_about.keys()) if unmentioned else []
        for name in unmentioned:
            other = f", but {without_line[0]}, of whom no line does" if len(without_line) == 1 else ""
            yield codes.UNMENTIONED_SUSPECT.at(
                case.span(statement_about[name].place),
                f"this statement is about {name}, whom the prose never names{other}",
                hint=f"name {name} in the prose, or correct the statement",
            )


def words_of_prose(passage: CasePassage) -> set[str]:
    """Every word of a passage's prose, as it is written there."""
    words: set[str] = set()
    for prose in passage.prose:
        words |= _words(prose.text)
    return words


@lru_cache(maxsize=500)
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", composed(text)))


def _suspects_named(case: Case, passage: CasePassage, statement: Statement) -> Iterator[str]:
    """The suspects that a statement names, apart from the one whose answer the passage is."""
    answering = passage.speaker if isinstance(passage, CaseParagraph) else None
    suspects = case.edition.suspects_by_name
    for formula in (*(speaker.term for speaker in statement.speakers), statement.formula):
        for term in all_terms(formula):
            if isinstance(term, Constant) and term.value in suspects and term.value != answering:
                yield term.value


# --- paragraphs without a line -----------------------------------------------------------------------


def unstated_paragraphs(case: Case) -> Iterator[Finding]:
    """Paragraphs without a line that say where somebody was, or when something happened."""
    for paragraph in case.paragraphs:
        if paragraph.statements:
            continue
        rest_of_block, _, _ = case.source.text[paragraph.place.end :].partition("\n==")
        if re.search(r"^[ \t]*~", rest_of_block, re.MULTILINE):
            continue  # it has lines after all, which were not understood
        phrases = [*_places_elsewhere(case, paragraph)]
        if words_of_prose(paragraph) & {*case.edition.suspects_by_name} - {paragraph.speaker}:
            times = recognizer.find_times(folded_prose(paragraph), case.edition.language)
            phrases += ((time.words, paragraph.prose[0].place) for time in times)
        if phrases:
            phrase, place = phrases[0]
            yield codes.UNSTATED_PARAGRAPH.at(
                case.span(place),
                f'this paragraph names "{phrase}", and has no line that says what a reader learns',
                hint="state what it tells, as a `hint` if it proves nothing, or leave the place and the time out",
            )


def _places_elsewhere(case: Case, paragraph: CaseParagraph) -> Iterator[tuple[str, Place]]:
    """The words for places, apart from the one where the paragraph is found, and where these words are."""
    here = location_slugs(case, paragraph)
    for prose in paragraph.prose:
        text = as_written(case.source, prose)
        for start, end, slug in recognizer.named_places(text, paragraph.speaker, case_names(case)):
            if slug not in here:
                start_of_prose = prose.place.start
                words = " ".join(text[start:end].split())
                yield words, Place(start_of_prose + start, start_of_prose + end)


# --- accusations -------------------------------------------------------------------------------------


def bare_accusations(case: Case) -> Iterator[Finding]:
    """Prose that says outright who did it, in a passage whose lines do not name the culprit."""
    accusation, suspects = _accusation_pattern(case), _suspects_by_key(tuple(case.edition.suspects_by_name))
    passages: list[CasePassage] = [case.presentation, *case.paragraphs]
    if any("culprit" in claim.text for claim in case.solution.statements):
        passages.append(case.solution)
    for passage in passages:
        stated = " ".join(statement.text for statement in passage.statements)
        for match, place in find_all(case.source, passage, accusation.finditer):
            name = suspects.get(name_key(next(group for group in match.groups() if group)))
            if name is not None and _is_sure(match) and not _is_stated(name, match[0], stated):
                yield codes.BARE_ACCUSATION.at(
                    case.span(place),
                    f'"{" ".join(match[0].split())}" accuses {name}, and no line of the paragraph does',
                    hint=f"state `culprit = {name}`, as a `hint` if it is a guess, "
                    "or say what was seen rather than who did it",
                )


def _is_sure(accusation: re.Match[str]) -> bool:
    """Whether the sentence around an accusation neither asks nor has a word such as "perhaps"."""
    before = _SENTENCE_END.split(accusation.string[: accusation.start()])[-1]
    text_after = accusation.string[accusation.end() :]
    after = _SENTENCE_END.split(text_after)[0]
    is_question = text_after[len(after) :].startswith("?")
    return not is_question and not _UNSURE.search(f"{before} {after}")


def _is_stated(name: str, words: str, stated: str) -> bool:
    """Whether a line speaks of what the words may mean: "It was FELIX" may answer who came in."""
    if re.search(rf"\bculprit !?= {name}\b|\bculprit in\b", stated):
        return True
    return _IT_WAS.match(words) is not None and re.search(rf"\b{name}\b", stated) is not None


def _accusation_pattern(case: Case) -> re.Pattern[str]:
    """The pattern that accuses a suspect in the language of the edition, if that is known.

    Each way to accuse (``words/accusing.toml``) has a group for the name.
    """
    language = case.edition.language.partition("-")[0].casefold()
    words = words_by_language("games/midnight/words/accusing.toml").get(language)
    if words is None:
        return re.compile(_MATCHES_NOTHING)
    # "Otto Lind, wine merchant" is Otto Lind, Otto or Lind.
    full_name = case.victim.partition(",")[0].strip()
    victim_names = filter(None, (full_name, *full_name.split()))
    victim = "|".join(map(spelling, victim_names)) or _MATCHES_NOTHING
    names = "|".join(map(spelling, case.edition.suspects_by_name))

    ways = "|".join(words["ways"])
    ways = ways.replace("{verb}", words["verb"]).replace("{killer}", words["killer"])
    ways = ways.replace("{victim}", f"(?:{victim})").replace("{name}", f"({names})")
    return re.compile(_with_any_spaces(rf"\b(?=\w)(?:{ways})", but_before="*?"), re.IGNORECASE)


def _with_any_spaces(pattern: str, but_before: str) -> str:
    r"""A pattern in which each ``\s`` may be several spaces, unless one of these letters follows it."""
    return re.sub(rf"\\s(?![{but_before}])", r"\\s+", pattern)


# --- names in capitals and in small letters ----------------------------------------------------------


def unknown_names(case: Case) -> Iterator[Finding]:
    """Words in capitals that name nobody: players would look for a suspect who is not there."""
    suspects = case.edition.suspects_by_name
    allowed = {*suspects, *case.edition.abbreviations, *_COMMON_ABBREVIATIONS}
    for passage in case.passages:
        for match, place in find_all(case.source, passage, _words_in_capitals):
            word = composed(match.group())
            if word not in allowed and not _ROMAN_NUMBER.fullmatch(word):
                suspect = _look_alike(word, suspects)
                otherwise = (
                    "write other people's names in small letters; "
                    "add abbreviations to the edition's `abbreviations`"
                )
                yield codes.UNKNOWN_NAME_IN_PROSE.at(
                    case.span(place),
                    f"no suspect is called {word}",
                    hint=did_you_mean(word, suspects, otherwise),
                    fix=(Edit(case.span(place), suspect),) if suspect else (),
                )


def _words_in_capitals(text: str) -> Iterator[re.Match[str]]:
    return (match for match in _LONG_WORD.finditer(text) if in_capitals(match.group()))


def _look_alike(word: str, suspects: Iterable[str]) -> str:
    """The suspect whose name looks like a word that has letters of another script; empty if there is none."""
    if not is_strange(word):
        return ""
    from casekit.language import look_alikes  # noqa: PLC0415 -- few cases have such words

    return look_alikes.Shapes(suspects).meant(word)


def names_in_small_letters(case: Case) -> Iterator[Finding]:
    """Suspects' names that are not in capitals.

    The butler of the house is not a suspect BUTLER: a name that is also an ordinary word may be in small
    letters and begin a sentence.
    """
    suspects = tuple(case.edition.suspects_by_name)
    suspect_by_key, small_names = _suspects_by_key(suspects), _finder_of_small_names(suspects)
    names: list[tuple[re.Match[str], Place]] = []
    for passage in case.passages:
        names += find_all(case.source, passage, small_names)
    ordinary_here = {match.group() for match, _ in names if _follows_article(match)}
    ordinary = _listed_words("ordinary") | ordinary_here
    for match, place in names:
        if not _may_be_ordinary(match, ordinary):
            name = suspect_by_key[name_key(match[0])]
            yield codes.LOWER_CASE_NAME.at(
                case.span(place),
                f"`{match[0]}` is a suspect's name in small letters",
                hint=f"write {name}; give other people different names",
                fix=(Edit(case.span(place), name),),
            )


@lru_cache(maxsize=8)
def _finder_of_small_names(suspects: tuple[str, ...]) -> Finder:
    """A function that finds suspects' names that are not in capitals."""
    suspect_by_key, names = _suspects_by_key(suspects), "|".join(map(spelling, suspects))
    pattern = re.compile(rf"(?<!\w)(?=\w)(?:{names})(?![\w{MARKS}])", re.IGNORECASE)

    def is_small(match: re.Match[str]) -> bool:
        word = match.group()
        return not in_capitals(word) and word not in suspects and name_key(word) in suspect_by_key

    return lambda text: filter(is_small, pattern.finditer(text))


@lru_cache(maxsize=8)
def _suspects_by_key(suspects: tuple[str, ...]) -> Mapping[str, str]:
    """Suspects by what all spellings of their names share."""
    return {name_key(name): name for name in suspects}


def _may_be_ordinary(name: re.Match[str], ordinary: frozenset[str]) -> bool:
    """Whether a name in small letters may be an ordinary word, perhaps at the start of a sentence."""
    word = name.group()
    begins_sentence = word == word.capitalize() and _SENTENCE_START.search(_text_before(name)) is not None
    return (word.lower() if begins_sentence else word) in ordinary


def _follows_article(name: re.Match[str]) -> bool:
    """Whether a name in small letters follows a word that no name follows: "the butler", "she rose"."""
    word_before = _LAST_WORD.search(_text_before(name))
    if not name.group().islower() or word_before is None:
        return False
    return word_before[1].lower() in _listed_words("never_before")


def _text_before(match: re.Match[str]) -> str:
    """The characters right before a word; if there are more before these, an "x" stands for them."""
    start = max(0, match.start() - _CHARACTERS_LOOKED_AT_BEFORE)
    return ("x" if start else "") + match.string[start : match.start()]


@cache
def _listed_words(kind: str) -> frozenset[str]:
    """Words of a kind (``data/names.toml``), in all languages that editions are printed in."""
    listed: set[str] = set()
    for words in words_by_language("games/midnight/data/names.toml").values():
        listed.update(words.get(kind, "").split())
    return frozenset(listed)


# --- what gives the shuffle away ---------------------------------------------------------------------


def sent_to_numbers(case: Case) -> Iterator[Finding]:
    """Passages that send the reader to a number, such as "see 12".

    A booklet has its numbers when it is printed, and readers choose their own way.
    """
    reference = _reference_pattern(case.edition.language)
    for passage in (case.presentation, *case.paragraphs):
        for match, place in find_all(case.source, passage, reference.finditer):
            imperative = match["imperative"]
            words = imperative or match["elsewhere"]
            # The match of an imperative has the end of the clause before it, too.
            start = place.end - len(words) if imperative else place.start
            yield codes.SENT_TO_A_NUMBER.at(
                case.span(Place(start, place.end)),
                f"`{' '.join(words.split())}` sends the reader to a number, "
                "and no paragraph has one before the booklet is printed",
                hint="say whom to ask or where to look, in words; "
                "if it is not a number of the booklet, write it in letters",
            )


@cache
def _reference_pattern(language: str) -> re.Pattern[str]:
    """The pattern of sending the reader to a number, in a language whose ways of doing so are known.

    Its group ``imperative`` has words that do so only where a clause begins ("See 12"), its group
    ``elsewhere`` words that do so anywhere ("turn to 12").
    """
    words = words_by_language("games/midnight/data/referring.toml").get(language.partition("-")[0].casefold())
    if words is None:
        return re.compile(_MATCHES_NOTHING)
    imperatives = "|".join(words["begins"]).replace("{number}", words["number"])
    anywhere = "|".join(words["anywhere"]).replace("{number}", words["number"])
    end = rf"(?![\w°%])(?![:.,]\d)(?=\s*(?:[.,;:!?…)\]\"“”«»’]|$)|\s{words['after']})"
    pattern = rf"(?:{_CLAUSE_BEGINS}(?P<imperative>{imperatives})|\b(?P<elsewhere>{anywhere})){end}"
    return re.compile(_with_any_spaces(pattern, but_before="*?+"), re.IGNORECASE)


class _Spoiler(NamedTuple):
    """A pattern of words that give away what a paragraph is."""

    pattern: re.Pattern[str]
    description: str
    """What the words name, in the message of a finding."""
    path_of: Callable[[re.Match[str]], CasePath] | None = None
    """The path that the words name; they spoil only its own paragraph. ``None`` if they spoil any."""


def spoiling_paragraphs(case: Case, other_titles: tuple[str, ...]) -> Iterator[Finding]:
    """Paragraphs that name a path, a number, the title of their case or that of another."""
    spoilers = _spoilers(case, other_titles)
    finders = [spoiler.pattern.finditer for spoiler in spoilers]
    for paragraph in case.paragraphs:
        matches_by_spoiler = find_each(case.source, paragraph, finders)
        for placed_matches, spoiler in zip(matches_by_spoiler, spoilers, strict=True):
            for match, place in placed_matches:
                if spoiler.path_of is None or spoiler.path_of(match) in paragraph.paths:
                    yield SPOILING_PARAGRAPH.at(
                        case.span(place),
                        f"`{' '.join(match.group().split())}` names {spoiler.description}",
                        hint="say it in other words: a paragraph is printed without its path and its case",
                    )


def _spoilers(case: Case, other_titles: tuple[str, ...]) -> tuple[_Spoiler, ...]:
    titles = [title for title in (case.title.strip(), *other_titles) if len(title) >= _SHORTEST_TELLING_TITLE]
    any_title = "|".join(r"\s+".join(map(re.escape, title.split())) for title in titles)
    title_pattern = rf"(?<!\w)(?:{any_title or _MATCHES_NOTHING})(?!\w)"
    suspects = "|".join(map(re.escape, case.edition.suspects_by_name))
    topics = "|".join(map(re.escape, case.edition.topics_by_slug))
    answer_path = re.compile(rf"\b({suspects})\s+({topics})\b")
    return (
        _Spoiler(_BOOKLET_NUMBER, "a number of the booklet or the board"),
        _Spoiler(answer_path, "its own path", lambda match: AnswerPath(match[1], match[2])),
        _Spoiler(_NUMBER_SIGN, "its own location", lambda match: PlacePath(int(match[1]))),
        _Spoiler(re.compile(title_pattern, re.IGNORECASE), "the title of a case"),
    )

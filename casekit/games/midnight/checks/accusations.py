"""A reader who believes the speaker takes "It was FELIX, I saw him" for an answer; the proof knows nothing of it."""

import re
from collections.abc import Iterator, Mapping

from casekit.diagnostics import Diagnostic
from casekit.games.midnight import codes
from casekit.games.midnight.case import Case
from casekit.games.prose.searching import find_all

_VERBS: Mapping[str, str] = {
    "en": r"(?:did\s(?:it|this|that)|(?:has\s)?(?:killed|murdered|poisoned|strangled|shot|stabbed|drowned|pushed)\s(?:him|her|them|{victim}))",
    "fr": r"(?:l['’]a\s(?:tuée?|assassinée?|empoisonnée?|étranglée?|poignardée?|noyée?|poussée?|fait)|a\s(?:tué|assassiné|empoisonné)\s{victim})",
}
_KILLER: Mapping[str, str] = {
    "en": r"(?:the|our|your|his|her)\s(?:murderer|murderess|killer|culprit)",
    "fr": r"(?:l['’]assassin|le\smeurtrier|la\smeurtrière|le\scoupable|la\scoupable)",
}
_ACCUSING: Mapping[str, tuple[str, ...]] = {
    "en": (
        r"\bit\swas\s{name}(?=\s*(?:[,;:.!—–]|$)|\swho\s{verb})",
        r"\b{name}\s(?:alone\s)?{verb}",
        r"\b{name}\s(?:is|was)\s{killer}\b",
        r"\b{killer}\s(?:is|was)\s{name}\b",
        r"\bI\s(?:saw|watched|heard)\s{name}\s(?:do\sit|kill|murder|poison|strangle|stab|shoot|strike\s(?:him|her|{victim}))\b",
    ),
    "fr": (
        r"\bc['’](?:est|était)\s{name}(?=\s*(?:[,;:.!—–]|$)|\squi\s{verb})",
        r"\b{name}\s{verb}",
        r"\b{name}\s(?:est|était)\s{killer}\b",
        r"\b{killer}[,]?\s(?:est|était|c['’]est|c['’]était)\s{name}\b",
        r"\bj['’]ai\svu\s{name}\s(?:le\sfaire|(?:le|la|l['’])\s?(?:tuer|assassiner|empoisonner|frapper))\b",
    ),
}
_UNSURE = re.compile(
    r"\b(?:if|whether|say|says|said|tell|tells|told|think|thinks|thought|suppose|perhaps|maybe|not|never|nobody|would"
    r"|could|might|si|dit|disent|disait|croit|crois|pense|peut-être|pas|jamais|personne)\b",
    re.IGNORECASE,
)
"""Words that make an accusation in the same sentence less than one."""
_SENTENCE_END = re.compile(r"[.!?;:]")
_WHO_IT_WAS = re.compile(r"(?:it\s+was|c['’](?:est|était))\s", re.IGNORECASE)


def accusations(case: Case) -> Iterator[Diagnostic]:
    """Prose that says outright who did it, in a paragraph whose lines do not name the culprit."""
    accusing = _pattern(case)
    if accusing is None:
        return
    for passage in (case.presentation, *case.paragraphs):
        stated = " ".join(statement.text for statement in passage.statements)
        for match, place in find_all(case.source, passage, accusing):
            name = next(group for group in match.groups() if group)
            before = _SENTENCE_END.split(match.string[: match.start()])[-1]
            after = match.string[match.end() :]
            rest = _SENTENCE_END.split(after)[0]
            asked = after[len(rest) :].startswith("?")
            if asked or _UNSURE.search(f"{before} {rest}") or _is_stated(name, match[0], stated):
                continue
            yield Diagnostic(
                codes.BARE_ACCUSATION,
                f'"{" ".join(match[0].split())}" accuses {name}, and no line of the paragraph does',
                case.span(place),
                hint=f"state `culprit = {name}`, as a `hint` if it is a guess, or say what was seen rather than who did it",
            )


def _is_stated(name: str, words: str, stated: str) -> bool:
    """Whether a line speaks of what the words may mean: "It was FELIX" may answer who came in."""
    if re.search(rf"\bculprit !?= {name}\b|\bculprit in\b", stated):
        return True
    return _WHO_IT_WAS.match(words) is not None and re.search(rf"\b{name}\b", stated) is not None


def _pattern(case: Case) -> re.Pattern[str] | None:
    """The pattern that accuses a suspect in the language of the edition; each way has a group for the name."""
    language = case.edition.language.partition("-")[0].casefold()
    if language not in _ACCUSING:
        return None
    victim = "|".join(map(re.escape, _names_of(case.victim))) or r"(?!)"
    names = "|".join(map(re.escape, case.edition.suspects_by_name))
    ways = [
        way.replace("{verb}", _VERBS[language])
        .replace("{killer}", _KILLER[language])
        .replace("{victim}", f"(?:{victim})")
        .replace("{name}", f"({names})")
        for way in _ACCUSING[language]
    ]
    return re.compile(re.sub(r"\\s(?![*?])", r"\\s+", "|".join(ways)), re.IGNORECASE)


def _names_of(victim: str) -> tuple[str, ...]:
    """The victim's name, and each word of it: "Otto Lind, wine merchant" is Otto or Lind."""
    name = victim.partition(",")[0].strip()
    return tuple(dict.fromkeys(word for word in (name, *name.split()) if word))

"""The rules of event cards, from the lines of a deck's file."""

import re
from collections.abc import Iterator, Mapping

from casekit.games.midnight.deck import VOCABULARY, CardRule, EventCard
from casekit.games.midnight.edition import Edition
from casekit.language.spoken import english, french

_NUMBERS: Mapping[str, Mapping[str, int]] = {
    "en": english.NUMBER_WORDS.numbers,
    "fr": french.NUMBER_WORDS.numbers,
}
_COUNTED = {
    "en": r"(?P<spaces>spaces?)|(?:action\s+)?points?\s+(?:more|extra|(?P<less>less|fewer))",
    "fr": r"(?P<spaces>cases?|espaces?)|points?(?:\s+d['\u2019]action)?\s+(?:de\s+plus|supplémentaires?|(?P<less>de\s+moins))",
}
_ZONES = re.compile(
    r"\bzones?\s+(\d+(?:(?:\s*[,\u2013-]\s*|\s+(?:to|and|or|à|et|ou)\s+)(?:(?:la\s+)?zone\s+)?\d+)*)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d+)\s*(?:[\u2013-]|to|à)\s*(\d+)")


def read_rule(text: str) -> CardRule | None:
    """The rule that a line writes, in the words of ``VOCABULARY``; ``None`` if it is not one."""
    line = " ".join(text.split())
    for name, form in VOCABULARY.items():
        found = re.fullmatch(form.pattern, line)
        if found:
            return CardRule(name, tuple(_numbers(found)))
    return None


def misplaced(rule: CardRule, edition: Edition) -> str | None:
    """The zone or way of a rule that the ship does not have, in words."""
    zones = {zone.number for zone in edition.zones}
    about = VOCABULARY[rule.form].about
    missing = [number for number in rule.numbers if about and number not in zones]
    if missing:
        return f"zone {missing[0]}, which does not exist"
    if about == "way":
        first, second = rule.numbers
        ways = {zone.number: zone.ways for zone in edition.zones}
        if second not in ways[first] and first not in ways[second]:
            return f"a way between zone {first} and zone {second}, which does not exist"
    return None


def misread(card: EventCard, language: str) -> tuple[str, int] | None:
    """Words of a card that name a number, and the other one that its rules have; ``None`` in a language that is not known."""
    for about, said in _said(card.effect, language.partition("-")[0].casefold()).items():
        ruled = {number for rule in card.rules or () if _about(rule) == about for number in rule.numbers}
        unsaid, others = sorted(ruled - said.keys()), sorted(said.keys() - ruled)
        if unsaid and others:
            return said[others[0]], abs(unsaid[0])
    return None


def _about(rule: CardRule) -> str:
    return "zones" if VOCABULARY[rule.form].about else "spaces" if rule.form == "advance" else "points"


def _said(effect: str, language: str) -> dict[str, dict[int, str]]:
    """The numbers of spaces, of more or fewer points, and of zones that an effect names, and the words for each."""
    numbers = _NUMBERS.get(language)
    if numbers is None:
        return {}
    found: dict[str, dict[int, str]] = {"zones": {}, "spaces": {}, "points": {}}
    words = "|".join(sorted(numbers, key=len, reverse=True))
    for match in re.finditer(
        rf"\b(?P<number>{words}|\d+)\s+(?:{_COUNTED[language]})\b", effect, re.IGNORECASE
    ):
        written = match["number"].lower()
        number = int(written) if written.isdecimal() else numbers[written]
        about = "spaces" if match["spaces"] else "points"
        found[about][-number if match["less"] else number] = match[0]
    for match in _ZONES.finditer(effect):
        named = {int(number) for number in re.findall(r"\d+", match[1])}
        for first, last in _RANGE.findall(match[1]):
            named |= {*range(int(first), int(last) + 1)}
        found["zones"] |= dict.fromkeys(sorted(named), match[0])
    return found


def _numbers(found: re.Match[str]) -> Iterator[int]:
    for group in found.groups():
        yield from (int(number) for number in re.findall(r"[+-]?\d+", group or ""))

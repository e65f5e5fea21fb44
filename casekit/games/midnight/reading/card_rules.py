"""The rules of event cards, from the lines of a deck's file."""

import re
from collections.abc import Iterator

from casekit.games.midnight.deck import VOCABULARY, CardRule
from casekit.games.midnight.edition import Edition


def read_rule(text: str) -> CardRule | None:
    """The rule that a line writes, in the words of ``VOCABULARY``; ``None`` if it is not one."""
    line = " ".join(text.split())
    for name, form in VOCABULARY.items():
        found = re.fullmatch(form.pattern, line)
        if found:
            return CardRule(name, tuple(_numbers(found)))
    return None


def misplaced(rule: CardRule, edition: Edition) -> str | None:
    """What a rule is about that the ship does not have, in words."""
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


def _numbers(found: re.Match[str]) -> Iterator[int]:
    for group in found.groups():
        yield from (int(number) for number in re.findall(r"[+-]?\d+", group or ""))

"""A deck of event cards, read from its file with the rules of its lines, and what is wrong with it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from casekit.diagnostics import Finding, Source
from casekit.diagnostics.codes import OTHER_NUMBER
from casekit.games.midnight import codes, document
from casekit.games.midnight.board_figures import CARD_KINDS, ONE_TITLE, VOCABULARY, CardRule, Deck, EventCard
from casekit.kit.edition_settings import Fault, faults_found
from casekit.language import source_files, suggestions
from casekit.language.data.toml import MalformedError, place_in, read_shaped, tables
from casekit.language.suggestions import name_key
from casekit.prose.expressions.recognizer import numbers_of

_COUNTED = {
    "en": r"(?P<spaces>spaces?)|(?:action\s+)?points?\s+(?:more|extra|(?P<less>less|fewer))",
    "fr": r"(?P<spaces>cases?|espaces?)|points?(?:\s+d['\u2019]action)?\s+(?:de\s+plus|supplémentaires?|(?P<less>de\s+moins))",
}
_ZONES = re.compile(
    r"\bzones?\s+(\d+(?:(?:\s*[,\u2013-]\s*|\s+(?:to|and|or|à|et|ou)\s+)(?:(?:la\s+)?zone\s+)?\d+)*)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d+)\s*(?:[\u2013-]|to|à)\s*(\d+)")


@lru_cache(maxsize=500)
def read_rule(text: str) -> CardRule | None:
    """The rule that a line writes, in the words of ``VOCABULARY``; ``None`` if it is not one."""
    line = " ".join(text.split())
    for name, form in VOCABULARY.items():
        match = re.fullmatch(form.pattern, line)
        if match:
            numbers = re.findall(r"[+-]?\d+", " ".join(group or "" for group in match.groups()))
            return CardRule(name, tuple(map(int, numbers)))
    return None


def rules_of(card: EventCard) -> tuple[CardRule, ...]:
    """The rules of a card that casekit knows."""
    return tuple(filter(None, map(read_rule, card.rules or ())))


def misplaced(rule: CardRule, edition: document.Edition) -> str | None:
    """The zone or way of a rule that the ship does not have, in words."""
    ways = {zone.number: zone.ways for zone in edition.zones}
    about = VOCABULARY[rule.form].about
    missing = [number for number in rule.numbers if about and number not in ways]
    if missing:
        return f"zone {missing[0]}, which does not exist"
    if about == "way":
        first, second = rule.numbers
        if second not in ways[first] and first not in ways[second]:
            return f"a way between zone {first} and zone {second}, which does not exist"
    return None


def misread(card: EventCard, language: str) -> tuple[str, int] | None:
    """Words of a card that name a number, and the other number that its rules have.

    ``None`` if there are none, or in a language that is not known.
    """
    ruled: dict[str, set[int]] = {"zones": set(), "spaces": set(), "points": set()}
    for rule in rules_of(card):
        ruled[_about(rule)].update(rule.numbers)
    for about, words_for in _numbers_named(card.effect, language.partition("-")[0].casefold()).items():
        unnamed = sorted(ruled[about] - words_for.keys())
        unruled = sorted(words_for.keys() - ruled[about])
        if unnamed and unruled:
            return words_for[unruled[0]], abs(unnamed[0])
    return None


def _about(rule: CardRule) -> str:
    if VOCABULARY[rule.form].about:
        return "zones"
    return "spaces" if rule.form == "advance" else "points"


def _numbers_named(effect: str, language: str) -> dict[str, dict[int, str]]:
    """The numbers of zones, spaces, and more or fewer points that an effect names, and the words for each."""
    if language not in _COUNTED:
        return {}
    numbers = numbers_of(language)
    named: dict[str, dict[int, str]] = {"zones": {}, "spaces": {}, "points": {}}
    for match in re.finditer(rf"\b([\w-]+)\s+(?:{_COUNTED[language]})\b", effect, re.IGNORECASE):
        written = name_key(match[1])
        if written.isdecimal() or written in numbers:
            number = int(written) if written.isdecimal() else numbers[written]
            about = "spaces" if match["spaces"] else "points"
            named[about][-number if match["less"] else number] = match[0]
    for match in _ZONES.finditer(effect):
        zones = {int(number) for number in re.findall(r"\d+", match[1])}
        for first, last in _RANGE.findall(match[1]):
            zones |= {*range(int(first), int(last) + 1)}
        named["zones"] |= dict.fromkeys(sorted(zones), match[0])
    return named


_TEXTS = ("title", "flavour", "effect")


def load_deck(
    data: bytes, name: str, edition: document.Edition
) -> tuple[Deck | None, Source, tuple[Finding, ...]]:
    """Read the bytes of a deck's file, which messages call ``name``.

    Returns:
        The deck, or ``None`` if something is wrong with it; its text; and what is wrong, or missing from it.
    """
    source, problems = source_files.decode(data, name)
    if problems:
        return None, source, problems
    cards, problems = read_shaped(source, codes.INVALID_DECK, "schemas/deck.schema.json", _cards)
    if cards is None:
        return None, source, problems
    faults = chain(_numbers(cards), _zones(cards, edition), _texts(cards), _titles(cards))
    problems = (*faults_found(faults, source, codes.INVALID_DECK), *_rules(cards, edition, source))
    if problems:
        return None, source, (*problems, *_unruled(cards, source))
    return Deck(source, cards), source, (*_unruled(cards, source), *_misread(cards, edition, source))


def _cards(content: Mapping[str, Any]) -> tuple[EventCard, ...]:
    if set(content) != {"cards"}:
        raise MalformedError("a deck has `[[cards]]` and nothing else")
    return tables(content, "cards", EventCard, least=0)


def _rules(cards: tuple[EventCard, ...], edition: document.Edition, source: Source) -> Iterator[Finding]:
    """Rules that are not in the vocabulary, or about something that the ship does not have."""
    examples = [form.example for form in VOCABULARY.values()]
    for index, card in enumerate(cards):
        place = place_in(source, ("cards", index, "rules"))
        for line in card.rules or ():
            if read_rule(line) is None:
                yield codes.UNKNOWN_CARD_RULE.at(
                    place,
                    f"`{line}`, a rule of the card `{card.title}`, is not one that casekit knows",
                    hint=suggestions.did_you_mean(
                        line, examples, f"write a rule such as {', '.join(examples)}"
                    ),
                )
        for rule in rules_of(card):
            if (missing := misplaced(rule, edition)) is not None:
                yield codes.INVALID_DECK.at(
                    place,
                    f"a rule of the card `{card.title}` is about {missing}",
                    hint="name zones of the edition",
                )


def _unruled(cards: tuple[EventCard, ...], source: Source) -> Iterator[Finding]:
    """One finding for all cards whose effect nobody has put into rules."""
    left = [index for index, card in enumerate(cards) if card.rules is None and card.effect.strip()]
    if left:
        titles = ", ".join(dict.fromkeys(f"`{cards[index].title}`" for index in left))
        yield codes.CARD_WITHOUT_RULES.at(
            place_in(source, ("cards", left[0])),
            f"the effect of {'this card is' if len(left) == 1 else 'these cards is'} only in words: {titles}",
            hint='add what it does, as in `rules = ["advance 1"]`, or `rules = []` if the simulation may leave it out',
        )


def _misread(cards: tuple[EventCard, ...], edition: document.Edition, source: Source) -> Iterator[Finding]:
    """Players go by the words of a card, the simulation by its rules."""
    for index, card in enumerate(cards):
        if (other := misread(card, edition.language)) is not None:
            yield OTHER_NUMBER.at(
                place_in(source, ("cards", index, "rules")),
                f"the card `{card.title}` says \u201c{other[0]}\u201d, and its rules say {other[1]}",
                hint="correct the rules or the words",
            )


def _numbers(cards: tuple[EventCard, ...]) -> Iterator[Fault]:
    """One finding for all kinds: a card too few of one is often a card too many of another."""
    counts = Counter[str](card.kind for card in cards)
    wrong = []
    for kind, count in CARD_KINDS.items():
        if counts[kind] != count:
            wrong.append(f"{counts[kind]} of `{kind}` instead of {count}")
    if wrong:
        most = ", ".join(f"{count} of `{kind}`" for kind, count in CARD_KINDS.items())
        yield (
            ("cards", max(0, len(cards) - 1)),
            f"the deck has {len(cards)} cards: {', '.join(wrong)}",
            f"a deck has {sum(CARD_KINDS.values())} cards: {most}",
        )


def _zones(cards: tuple[EventCard, ...], edition: document.Edition) -> Iterator[Fault]:
    zones = {zone.number for zone in edition.zones}
    for index, card in enumerate(cards):
        if card.zone not in zones:
            yield (
                ("cards", index, "zone"),
                f"the card `{card.title}` sends the purser to zone {card.zone}, which does not exist",
                "name the number of a zone of the edition",
            )


def _texts(cards: tuple[EventCard, ...]) -> Iterator[Fault]:
    for index, card in enumerate(cards):
        for name in _TEXTS:
            if not getattr(card, name).strip():
                yield ("cards", index, name), f"card {index + 1} has an empty {name}", f"write its {name}"


def _titles(cards: tuple[EventCard, ...]) -> Iterator[Fault]:
    seen = {name_key(card.title.strip()) for card in cards if card.kind == ONE_TITLE}
    others = [(index, card) for index, card in enumerate(cards) if card.kind != ONE_TITLE]
    for index, card in others:
        title = name_key(card.title.strip())
        if title and title in seen:
            yield (
                ("cards", index, "title"),
                f"two cards have the title `{card.title}`",
                "give each event its own title",
            )
        seen.add(title)

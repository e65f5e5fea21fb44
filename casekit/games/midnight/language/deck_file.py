"""A deck of event cards, read from its file with the rules of its lines, and what is wrong with it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from casekit.diagnostics import Finding, Source
from casekit.diagnostics.codes import OTHER_NUMBER
from casekit.games.midnight import codes, document
from casekit.games.midnight.board_figures import CARD_KINDS, ONE_TITLE, VOCABULARY, CardRule, Deck, EventCard
from casekit.kit.edition_settings import Fault, faults_found
from casekit.language import source_files, suggestions
from casekit.language.data.toml import MalformedError, place_in, read_shaped, tables
from casekit.language.suggestions import name_key
from casekit.prose.expressions.recognizer import numbers_of

_TEXTS_OF_CARD = ("title", "flavour", "effect")

_SPACES_OR_POINTS = {
    "en": r"(?P<spaces>spaces?)|(?:action\s+)?points?\s+(?:more|extra|(?P<less>less|fewer))",
    "fr": r"(?P<spaces>cases?|espaces?)|points?(?:\s+d['\u2019]action)?\s+(?:de\s+plus|supplémentaires?|(?P<less>de\s+moins))",
}
"""By language what may come after a number: "two spaces", "1 action point less"."""

_ZONES = re.compile(
    r"\bzones?\s+(\d+(?:(?:\s*[,\u2013-]\s*|\s+(?:to|and|or|à|et|ou)\s+)(?:(?:la\s+)?zone\s+)?\d+)*)",
    re.IGNORECASE,
)
"""Zones by their numbers: "zone 3", "zones 4, 5 and 6", "zones 2 to 7"."""

_RANGE = re.compile(r"(\d+)\s*(?:[\u2013-]|to|à)\s*(\d+)")
"""A range within them: "2 to 7"."""


class OtherNumber(NamedTuple):
    """A number that the words of a card have in the place of one of its rules."""

    words: str
    """The words that name it."""

    number_in_rules: int


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


def missing_place(rule: CardRule, edition: document.Edition) -> str | None:
    """The zone or way of a rule that the ship does not have, in words; ``None`` if it has all."""
    ways = {zone.number: zone.ways for zone in edition.zones}
    about = VOCABULARY[rule.form].about
    missing_zones = [number for number in rule.numbers if about and number not in ways]
    if missing_zones:
        return f"zone {missing_zones[0]}, which does not exist"
    if about == "way":
        first, second = rule.numbers
        if second not in ways[first] and first not in ways[second]:
            return f"a way between zone {first} and zone {second}, which does not exist"
    return None


def number_in_other_words(card: EventCard, language: str) -> OtherNumber | None:
    """Words of a card whose number differs from that of its rules.

    ``None`` if there are none, or if the language is not known.
    """
    in_rules: dict[str, set[int]] = {"zones": set(), "spaces": set(), "points": set()}
    for rule in rules_of(card):
        in_rules[_subject(rule)].update(rule.numbers)
    in_words = _numbers_named(card.effect, language.partition("-")[0].casefold())
    for subject, words_of_number in in_words.items():
        only_in_rules = sorted(in_rules[subject] - words_of_number.keys())
        only_in_words = sorted(words_of_number.keys() - in_rules[subject])
        if only_in_rules and only_in_words:
            return OtherNumber(words_of_number[only_in_words[0]], abs(only_in_rules[0]))
    return None


def _subject(rule: CardRule) -> str:
    """The unit of the numbers of a rule: zones, spaces, or action points."""
    if VOCABULARY[rule.form].about:
        return "zones"
    return "spaces" if rule.form == "advance" else "points"


def _numbers_named(effect: str, language: str) -> dict[str, dict[int, str]]:
    """By subject the numbers that an effect names, each with the words for it; fewer points are negative."""
    if language not in _SPACES_OR_POINTS:
        return {}
    numbers = numbers_of(language)
    named: dict[str, dict[int, str]] = {"zones": {}, "spaces": {}, "points": {}}
    for match in re.finditer(rf"\b([\w-]+)\s+(?:{_SPACES_OR_POINTS[language]})\b", effect, re.IGNORECASE):
        word = name_key(match[1])
        if word.isdecimal() or word in numbers:
            number = int(word) if word.isdecimal() else numbers[word]
            subject = "spaces" if match["spaces"] else "points"
            named[subject][-number if match["less"] else number] = match[0]
    for match in _ZONES.finditer(effect):
        zones = {int(number) for number in re.findall(r"\d+", match[1])}
        for first, last in _RANGE.findall(match[1]):
            zones |= {*range(int(first), int(last) + 1)}
        named["zones"] |= dict.fromkeys(sorted(zones), match[0])
    return named


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
    faults = chain(
        _wrong_counts(cards), _missing_zones(cards, edition), _empty_texts(cards), _repeated_titles(cards)
    )
    problems = (*faults_found(faults, source, codes.INVALID_DECK), *_wrong_rules(cards, edition, source))
    if problems:
        return None, source, (*problems, *_cards_without_rules(cards, source))
    return (
        Deck(source, cards),
        source,
        (*_cards_without_rules(cards, source), *_other_numbers(cards, edition, source)),
    )


def _cards(content: Mapping[str, Any]) -> tuple[EventCard, ...]:
    if set(content) != {"cards"}:
        raise MalformedError("a deck has `[[cards]]` and nothing else")
    return tables(content, "cards", EventCard, least=0)


def _wrong_rules(
    cards: tuple[EventCard, ...], edition: document.Edition, source: Source
) -> Iterator[Finding]:
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
            missing = missing_place(rule, edition)
            if missing is not None:
                yield codes.INVALID_DECK.at(
                    place,
                    f"a rule of the card `{card.title}` is about {missing}",
                    hint="name zones of the edition",
                )


def _cards_without_rules(cards: tuple[EventCard, ...], source: Source) -> Iterator[Finding]:
    """One finding for all cards whose effect nobody has put into rules."""
    indexes = [index for index, card in enumerate(cards) if card.rules is None and card.effect.strip()]
    if indexes:
        titles = ", ".join(dict.fromkeys(f"`{cards[index].title}`" for index in indexes))
        noun = "this card" if len(indexes) == 1 else "these cards"
        yield codes.CARD_WITHOUT_RULES.at(
            place_in(source, ("cards", indexes[0])),
            f"the effect of {noun} is only in words: {titles}",
            hint='add what it does, as in `rules = ["advance 1"]`, or `rules = []` if the simulation may leave it out',
        )


def _other_numbers(
    cards: tuple[EventCard, ...], edition: document.Edition, source: Source
) -> Iterator[Finding]:
    """Cards whose words and rules have other numbers.

    Players go by the words, the simulation by the rules.
    """
    for index, card in enumerate(cards):
        other = number_in_other_words(card, edition.language)
        if other is not None:
            yield OTHER_NUMBER.at(
                place_in(source, ("cards", index, "rules")),
                f"the card `{card.title}` says \u201c{other.words}\u201d, and its rules say {other.number_in_rules}",
                hint="correct the rules or the words",
            )


def _wrong_counts(cards: tuple[EventCard, ...]) -> Iterator[Fault]:
    """One finding for all kinds: a card too few of one is often a card too many of another."""
    counts = Counter[str](card.kind for card in cards)
    wrong_counts = []
    for kind, count in CARD_KINDS.items():
        if counts[kind] != count:
            wrong_counts.append(f"{counts[kind]} of `{kind}` instead of {count}")
    if wrong_counts:
        right_counts = ", ".join(f"{count} of `{kind}`" for kind, count in CARD_KINDS.items())
        yield (
            ("cards", max(0, len(cards) - 1)),
            f"the deck has {len(cards)} cards: {', '.join(wrong_counts)}",
            f"a deck has {sum(CARD_KINDS.values())} cards: {right_counts}",
        )


def _missing_zones(cards: tuple[EventCard, ...], edition: document.Edition) -> Iterator[Fault]:
    zones = {zone.number for zone in edition.zones}
    for index, card in enumerate(cards):
        if card.zone not in zones:
            yield (
                ("cards", index, "zone"),
                f"the card `{card.title}` sends the purser to zone {card.zone}, which does not exist",
                "name the number of a zone of the edition",
            )


def _empty_texts(cards: tuple[EventCard, ...]) -> Iterator[Fault]:
    for index, card in enumerate(cards):
        for name in _TEXTS_OF_CARD:
            if not getattr(card, name).strip():
                yield ("cards", index, name), f"card {index + 1} has an empty {name}", f"write its {name}"


def _repeated_titles(cards: tuple[EventCard, ...]) -> Iterator[Fault]:
    """Cards with the title of an earlier one; all cards of one kind may have the same title."""
    titles = {name_key(card.title.strip()) for card in cards if card.kind == ONE_TITLE}
    others = [(index, card) for index, card in enumerate(cards) if card.kind != ONE_TITLE]
    for index, card in others:
        title = name_key(card.title.strip())
        if title and title in titles:
            yield (
                ("cards", index, "title"),
                f"two cards have the title `{card.title}`",
                "give each event its own title",
            )
        titles.add(title)

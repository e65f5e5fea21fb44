"""English: the words in which formulas are read back."""

import re
from collections.abc import Sequence
from typing import Literal

from casekit.asking.plain.lexicon import Noun
from casekit.asking.plain.phrases import Domain, Phrases, PlainClause

_ARTICLE = re.compile(r"(?i)(?<![\w'])(?:the|an?) $")
_PREPOSITION = re.compile(
    r"(?<![\w'])(in|on|at|to|from|by|with|of|for|during|into|near|behind|under|until|before|after|through|over) $"
)
_DETERMINED = re.compile(
    r"(?i)(?:the|an?|every|each|any|some|none|neither|no|that|this|one|whoever|nobody|nothing|at (?:least|most)|exactly|not)\b"
)
_ORDER = {"<": "before", "<=": "at or before", ">": "after", ">=": "at or after"}
_COUNTED = {
    "=": "exactly",
    "!=": "not exactly",
    "<": "fewer than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}
_PAIR = 2
_TO_COUNT = frozenset(("exactly", "at least", "at most"))


class EnglishPhrases(Phrases):
    """The words of English."""

    # --- names -----------------------------------------------------------------------------------

    def noun(self, name: str) -> Noun:
        one = self.named(name)
        if re.search(r"(?:s|x|z|ch|sh)$", one):
            return Noun(one, f"{one}es")
        return Noun(one, f"{one[:-1]}ies" if re.search(r"[^aeiou]y$", one) else f"{one}s")

    @property
    def clock(self) -> Noun:
        return Noun("time", "times")

    def quoted(self, text: str) -> str:
        return f'"{text}"'

    # --- noun phrases ----------------------------------------------------------------------------

    def listed(self, items: Sequence[str], joined: Literal["and", "or"]) -> str:
        *first, last = items
        return f"{', '.join(first)} {joined} {last}" if first else last

    def nothing(self) -> str:
        return "nothing"

    def shifted(self, term: str, minutes: int) -> str:
        count = abs(minutes)
        unit = "minute" if count == 1 else "minutes"
        return f"{count} {unit} {'before' if minutes < 0 else 'after'} {term}"

    def application(self, name: str, arguments: Sequence[str], gloss: str) -> str:
        of = f" of {self.listed(arguments, 'and')}" if arguments else ""
        return f"the {name}{of}{self._aside(gloss)}"

    def _aside(self, gloss: str) -> str:
        return f" ({gloss})" if gloss else ""

    def relative(self, sentence: str, noun: Noun, *, person: bool) -> str | None:
        if sentence.count("(value)") != 1:
            return None
        if sentence.startswith("(value) "):
            rest = sentence.removeprefix("(value) ")
            return f"whoever {rest}" if person else f"the {noun.one} that {rest}"
        before, _, after = sentence.partition("(value)")
        before = _ARTICLE.sub("", before)
        preposition = _PREPOSITION.search(before)
        if preposition is None:
            return f"the {noun.one} that {_spaced(before + after)}"
        rest = _spaced(before[: preposition.start()] + after)
        return f"the {noun.one} {preposition[1]} which {rest}"

    def same_as(self, noun: Noun, other: str) -> str:
        return f"the same {noun.one} as {other}"

    def none_of(self, items: Sequence[str]) -> str | None:
        return (
            f"none of {self.listed(items, 'and')}"
            if len(items) > _PAIR
            else f"neither {items[0]} nor {items[1]}"
        )

    def none_of_group(self, group: str) -> str | None:
        return f"none of the {group}"

    def some(self, noun: Noun) -> str:
        return f"some {noun.one}"

    def any(self, noun: Noun) -> str:
        return f"any {noun.one}"

    def one_of(self, group: str) -> str:
        return f"one of the {group}"

    def compared(self, operator: str, noun: Noun, other: str, *, clock: bool, so: bool) -> str:
        determiner = ("a" if clock else "some") if so else "any"
        return f"{determiner} {noun.one} {_ORDER[operator]} {other}"

    def between(self, noun: Noun, first: str, last: str, *, so: bool) -> str:
        return f"{'some' if so else 'any'} {noun.one} from {first} to {last}"

    def counted(self, operator: str, number: int) -> str:
        return f"{_COUNTED[operator]} {number}"

    # --- clauses ---------------------------------------------------------------------------------

    def predicate(self, name: str, arguments: Sequence[str], gloss: str, *, so: bool) -> str:
        of = f" of {self.listed(arguments, 'and')}" if arguments else ""
        return f"{self.quoted(name)}{self._aside(gloss)} is {'' if so else 'not '}true{of}"

    def identity(self, left: str, right: str, *, so: bool) -> str:
        return f"{left} is {'' if so else 'not '}{right}"

    def order(self, left: str, operator: str, right: str, *, so: bool) -> str:
        if so:
            return f"{left} is {_ORDER[operator]} {right}"
        return f"{left} is {_ORDER[{'<': '>=', '<=': '>', '>': '<=', '>=': '<'}[operator]]} {right}"

    def within(self, term: str, among: str, *, so: bool) -> str:
        return f"{term} is {'' if so else 'not '}{among}"

    def not_so(self, clause: str) -> str:
        return f"it is not so that {clause}"

    def without_value(self, term: str, *, so: bool) -> str:
        return f"{term} has {'no' if so else 'a'} value"

    def likewise(self, clause: str, others: Sequence[str]) -> str:
        return f"{clause}, and likewise for {self.listed(others, 'and')}"

    def never(self, term: str, *, so: bool) -> str:
        return f"{term} is {'one' if so else 'not one'} of nothing at all"

    def conjunction(self, parts: Sequence[PlainClause]) -> str:
        *first, last = parts
        texts = [f"either {each.text}" if each.kind == "or" else _closed(each) for each in first]
        ending = f"either {last.text}" if last.kind == "or" else last.text
        return _joined([*texts, ending], "and")

    def disjunction(self, parts: Sequence[PlainClause]) -> str:
        *first, last = parts
        texts = [_closed(each, "and") for each in first]
        return _joined([*texts, last.text if last.kind != "and" else _closed(last, "and")], "or")

    def implication(self, left: PlainClause, right: PlainClause) -> str:
        return f"if {_closed(left)}, then {right.text}"

    def equivalence(self, left: PlainClause, right: PlainClause) -> str:
        return f"{_closed(left, 'and', 'or')} if, and only if, {_closed(right)}"

    # --- quantifiers -----------------------------------------------------------------------------

    def whole_group(self, group: str) -> str:
        return f"the {group}"

    def among_group(self, group: str) -> str:
        return f"among the {group}"

    def among_range(self, first: str, last: str) -> str:
        return f"from {first} to {last}"

    def among_listed(self, items: Sequence[str]) -> str:
        return f"among {self.listed(items, 'and')}" if items else "among none at all"

    def without(self, items: Sequence[str]) -> str:
        return f"except {self.listed(items, 'and')}"

    def determined(self, quantifier: str, domain: Domain, *, so: bool) -> tuple[str, bool] | None:
        phrase = _restricted(domain.noun.one, domain)
        match quantifier, so:
            case ("every", True):
                return f"every {phrase}", True
            case ("every", False) | ("no", True):
                return f"no {phrase}", True
            case ("some", _):
                return f"some {phrase}", so
        return None

    def quantified(self, quantifier: str, count: int, domain: Domain, variable: str) -> str:
        name = f" {variable}" if variable else ""
        if quantifier in _TO_COUNT:
            noun = domain.noun.one if count == 1 else domain.noun.many
            return f"for {quantifier} {count} {_restricted(noun + name, domain)}"
        word = "at least one" if quantifier == "some" else quantifier
        return f"for {word} {_restricted(domain.noun.one + name, domain)}"

    def headed(self, head: str, body: PlainClause) -> str:
        # Quantifiers that follow each other share a colon.
        if body.kind == "open" and body.text.startswith("for "):
            return f"{head}, {body.text}"
        return f"{head}: {body.text}"

    def that_one(self, noun: Noun) -> str:
        return f"that {noun.one}"

    def each(self, domain: Domain) -> str:
        return _restricted(f"each {domain.noun.one}", domain)

    def distinct(self, terms: Sequence[str]) -> str:
        return f"no two of these are the same: {self.listed(terms, 'and')}"

    # --- joints ----------------------------------------------------------------------------------

    def fit(self, before: str, phrase: str) -> tuple[str, str]:
        return (_ARTICLE.sub("", before) if _DETERMINED.match(phrase) else before), phrase


def _spaced(text: str) -> str:
    return re.sub(r" +(?=[,.;:]|$)", "", " ".join(text.split()))


def _restricted(noun: str, domain: Domain) -> str:
    return " ".join(filter(None, (noun, domain.among, domain.without)))


def _closed(clause: PlainClause, *joined: str) -> str:
    """A clause with something behind it: in brackets if it has no end of its own, or is one of the kinds ``joined``."""
    return f"({clause.text})" if clause.kind in {"implies", "open", *joined} else clause.text


def _joined(texts: Sequence[str], word: str) -> str:
    *first, last = texts
    if not first:
        return last
    # A comma parts clauses that are lists themselves.
    comma = any(re.search(r",| and | or |^either ", text) for text in texts)
    return f"{', '.join(first)}{',' if comma else ''} {word} {last}"

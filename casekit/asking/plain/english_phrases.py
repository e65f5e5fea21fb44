"""English: the words in which formulas are read back."""

import re
from typing import ClassVar

from casekit.asking.plain.phrases import Noun, Phrases

_ARTICLE = re.compile(r"(?i)(?<![\w'])(?:the|an?) $")
_PREPOSITION = re.compile(
    r"(?<![\w'])(in|on|at|to|from|by|with|of|for|during|into|near|behind|under|until|before|after|through|over) $"
)
_DETERMINED = re.compile(
    r"(?i)(?:the|an?|every|each|any|some|none|neither|no|that|this|one|whoever|nobody|nothing|at (?:least|most)|exactly|not)\b"
)


class EnglishPhrases(Phrases):
    """The words of English."""

    clock = Noun("time", "times")
    orders: ClassVar = {
        "<": ("is before ", ""),
        "<=": ("is at or before ", ""),
        ">": ("is after ", ""),
        ">=": ("is at or after ", ""),
    }
    determiners: ClassVar = {
        ("every", True): ("every one", True),
        ("every", False): ("not one", True),
        ("no", True): ("not one", True),
        ("some", True): ("at least one", True),
        ("some", False): ("at least one", False),
    }
    said: ClassVar = {
        "quoted": '"{}"',
        "and": "and",
        "or": "or",
        "list": r",| and | or |^either ",
        # noun phrases
        "nothing": "nothing",
        "minute before": "{} minute before {}",
        "minutes before": "{} minutes before {}",
        "minute after": "{} minute after {}",
        "minutes after": "{} minutes after {}",
        "value of": "the {}",
        "of": " of {}",
        "same": "the same {} as ",
        "neither": "neither {} nor {}",
        "none of": "none of {}",
        "some": "some {}",
        "any": "any {}",
        "value": "some {}",
        "not value": "any {}",
        "time": "a {}",
        "not time": "any {}",
        "compared <": "before ",
        "compared <=": "at or before ",
        "compared >": "after ",
        "compared >=": "at or after ",
        "one of": "one of the {}",
        "number =": "exactly {}",
        "number !=": "not exactly {}",
        "number <": "fewer than {}",
        "number <=": "at most {}",
        "number >": "more than {}",
        "number >=": "at least {}",
        # clauses
        "true": "is true",
        "not true": "is not true",
        "is": "{} is {}",
        "not is": "{} is not {}",
        "valueless": "{} has no value",
        "not valueless": "{} has a value",
        "never": "{} is one of nothing at all",
        "not never": "{} is not one of nothing at all",
        "false that": "it is not so that ",
        "likewise": "{}, and likewise for {}",
        "either": "either {}",
        "if": "if {}, then {}",
        "if, and only if": "{} if, and only if, {}",
        # quantifiers
        "group": "the {}",
        "among group": "among the {}",
        "from": "from ",
        "to": " to ",
        "among": "among {}",
        "among none": "among none at all",
        "except": "except {}",
        "every one": "every {}",
        "not one": "no {}",
        "at least one": "some {}",
        "for": "for ",
        "for every": "for every {}",
        "for some": "for at least one {}",
        "for no": "for no {}",
        "for exactly": "for exactly {1} {0}",
        "for at least": "for at least {1} {0}",
        "for at most": "for at most {1} {0}",
        "headed": "{}: {}",
        "that": "that {}",
        "each": "each {}",
        "distinct": "no two of these are the same: {}",
    }

    def noun(self, name: str) -> Noun:
        one = self.named(name)
        if re.search(r"(?:s|x|z|ch|sh)$", one):
            return Noun(one, f"{one}es")
        return Noun(one, f"{one[:-1]}ies" if re.search(r"[^aeiou]y$", one) else f"{one}s")

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

    def fit(self, before: str, phrase: str) -> tuple[str, str]:
        return (_ARTICLE.sub("", before) if _DETERMINED.match(phrase) else before), phrase


def _spaced(text: str) -> str:
    return re.sub(r" +(?=[,.;:]|$)", "", " ".join(text.split()))


PHRASES = EnglishPhrases()

r"""English and French: the words in which formulas are read back.

A phrase in the tables has ``{}`` for what is filled in, with ``\0`` (``JOINT``) before it if the words that
meet there are to fit: "du \0" and "le bar" make "du bar". What each table is for is said in ``phrases.py``.
"""

import re
from typing import ClassVar

from casekit.analysis.verbalizer.phrases import JOINT, Noun, Phrases

_ENGLISH_ARTICLE = r"(?i)(?<![\w'])(?:the|an?) "
"""An article with its space: "the " in "she was in the bar"."""

_ENGLISH_PREPOSITION = re.compile(
    r"(?<![\w'])(in|on|at|to|from|by|with|of|for|during|into|near|behind|under|until|before|after|through|over) $"
)
"""A preposition at the end of what is before a value: "in " in "ANNA was in (value)"."""

_ENGLISH_DETERMINED = r"(?:the|an?|every|each|any|some|none|neither|no|that|this|one|whoever|nobody|nothing|at (?:least|most)|exactly|not)\b"
"""The beginning of a phrase before which there is no article: "every" in "the every guest"."""


class EnglishPhrases(Phrases):
    """The words of English."""

    clock = Noun("time", "times")
    joints: ClassVar = ((re.compile(f"{_ENGLISH_ARTICLE}{JOINT}(?={_ENGLISH_DETERMINED})"), JOINT),)
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
        "same": "the same {} as \0{}",
        "neither": "neither {} nor {}",
        "none of": "none of {}",
        "some": "some {}",
        "any": "any {}",
        "value": "some {}",
        "not value": "any {}",
        "time": "a {}",
        "not time": "any {}",
        "compared <": "{} before \0{}",
        "order <": "{} is before \0{}",
        "compared <=": "{} at or before \0{}",
        "order <=": "{} is at or before \0{}",
        "compared >": "{} after \0{}",
        "order >": "{} is after \0{}",
        "compared >=": "{} at or after \0{}",
        "order >=": "{} is at or after \0{}",
        "just before": "{} comes just before \0{}",
        "not just before": "{} does not come just before \0{}",
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
        "false that": "it is not so that \0{}",
        "likewise": "{}, and likewise for {}",
        "either": "either {}",
        "if": "if {}, then {}",
        "if, and only if": "{} if, and only if, {}",
        # quantifiers
        "group": "the {}",
        "among group": "among the {}",
        "range": "from \0{} to \0{}",
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
        before = re.sub(f"{_ENGLISH_ARTICLE}$", "", before)
        preposition = _ENGLISH_PREPOSITION.search(before)
        if preposition is None:
            return f"the {noun.one} that {_spaced(before + after)}"
        rest = _spaced(before[: preposition.start()] + after)
        return f"the {noun.one} {preposition[1]} which {rest}"


def _spaced(text: str) -> str:
    """A text without the spaces that something left behind when it was taken out: "a  b ," becomes "a b,"."""
    return re.sub(r" +(?=[,.;:]|$)", "", " ".join(text.split()))


_FRENCH_DETERMINED = r"(?:(?:le|la|les|une?|chaque|cet|ce|cette|quelque|aucune?|au moins|exactement|tou(?:t|te)s?|un des)\b|l['’])"
"""The beginning of a phrase before which there is no article: "chaque" in "le chaque invité"."""

_FRENCH_VOWEL = "[aeiouàâäéèêëîïôöùûüœ]"
_FRENCH_JOINTS = (
    # "le \0chaque" -> "chaque"
    (rf"(?:(?:le|la|une?) |l['’]){JOINT}(?={_FRENCH_DETERMINED})", JOINT),
    # "du \0chaque" -> "de chaque", "au \0chaque" -> "à chaque"
    (rf"du {JOINT}(?={_FRENCH_DETERMINED})", f"de {JOINT}"),
    (rf"au {JOINT}(?={_FRENCH_DETERMINED})", f"à {JOINT}"),
    # "de \0le bar" -> "du bar", "de \0les bars" -> "des bars"; "Le" may begin a name, which stays whole
    (rf"de {JOINT}(?-i:le )", f"du {JOINT}"),
    (rf"de {JOINT}(?-i:les )", f"des {JOINT}"),
    # "à \0le bar" -> "au bar", "à \0les bars" -> "aux bars"
    (rf"à {JOINT}(?-i:le )", f"au {JOINT}"),
    (rf"à {JOINT}(?-i:les )", f"aux {JOINT}"),
    # "si \0il" -> "s'il"
    (rf"(?-i:si {JOINT}(?=ils? ))", f"s'{JOINT}"),
    # "que \0Anna" -> "qu'Anna"
    (rf"(d|qu|qu[o]i qu|jusqu|lorsqu|puisqu)e {JOINT}(?={_FRENCH_VOWEL})", rf"\1'{JOINT}"),
)
"""Words that meet at a joint, and what replaces them, in this order."""

_FRENCH_QUOTED = "«\N{NO-BREAK SPACE}{}\N{NO-BREAK SPACE}»"


class FrenchPhrases(Phrases):
    """The words of French."""

    clock = Noun("heure", "heures", feminine=True)
    joints: ClassVar = tuple(
        (re.compile(rf"(?i)(?<![\w'’]){before}"), after) for before, after in _FRENCH_JOINTS
    )
    singular: ClassVar = frozenset((0, 1))
    # A clause with "aucun" needs a "ne", and one with "pas" is not sure what it denies.
    determiners: ClassVar = {("every", True): ("every one", True), ("some", True): ("at least one", True)}
    said: ClassVar = {
        "quoted": _FRENCH_QUOTED,
        "and": "et",
        "or": "ou",
        "list": r",| et | ou ",
        # noun phrases
        "nothing": "rien",
        "minute before": "{} minute avant {}",
        "minutes before": "{} minutes avant {}",
        "minute after": "{} minute après {}",
        "minutes after": "{} minutes après {}",
        "value of": _FRENCH_QUOTED,
        "of": " pour {}",
        "same": "le même {} que \0{}",
        "same, feminine": "la même {} que \0{}",
        "some": "quelque {}",
        "any": "quelque {} que ce soit",
        "value": "un {}",
        "value, feminine": "une {}",
        "not value": "un {} quelconque",
        "not value, feminine": "une {} quelconque",
        "time": "un {}",
        "time, feminine": "une {}",
        "not time": "un {} quelconque",
        "not time, feminine": "une {} quelconque",
        "compared <": "{} antérieur à \0{}",
        "compared <, feminine": "{} antérieure à \0{}",
        "order <": "{} est avant \0{}",
        "compared <=": "{} antérieur ou égal à \0{}",
        "compared <=, feminine": "{} antérieure ou égale à \0{}",
        "order <=": "{} est à \0{} ou avant",
        "compared >": "{} postérieur à \0{}",
        "compared >, feminine": "{} postérieure à \0{}",
        "order >": "{} est après \0{}",
        "compared >=": "{} postérieur ou égal à \0{}",
        "compared >=, feminine": "{} postérieure ou égale à \0{}",
        "order >=": "{} est à \0{} ou après",
        "just before": "{} vient juste avant \0{}",
        "not just before": "{} ne vient pas juste avant \0{}",
        "one of": f"un membre du groupe {_FRENCH_QUOTED}",
        "number =": "exactement {}",
        "number !=": "différent de {}",
        "number <": "inférieur à {}",
        "number <=": "d'au plus {}",
        "number >": "supérieur à {}",
        "number >=": "d'au moins {}",
        # clauses
        "true": "est vrai",
        "not true": "est faux",
        "is": "{} est {}",
        "not is": "{} n'est pas {}",
        "valueless": "{} n'a aucune valeur",
        "not valueless": "{} a une valeur",
        "never": "{} est dans une liste vide",
        "not never": "{} n'est pas dans une liste vide",
        "false that": "il est faux que \0{}",
        "likewise": "{}, et de même pour {}",
        "either": "({})",
        "if": "si \0{}, alors {}",
        "if, and only if": "{} si, et seulement si, {}",
        # quantifiers
        "group": f"le groupe {_FRENCH_QUOTED}",
        "among group": f"du groupe {_FRENCH_QUOTED}",
        "range": "de \0{} à \0{}",
        "among": "parmi {}",
        "among none": "d'une liste vide",
        "except": "sauf {}",
        "every one": "chaque {}",
        "at least one": "au moins un {}",
        "at least one, feminine": "au moins une {}",
        "for": "pour ",
        "for every": "pour chaque {}",
        "for some": "pour au moins un {}",
        "for some, feminine": "pour au moins une {}",
        "for no": "pour aucun {}",
        "for no, feminine": "pour aucune {}",
        "for exactly": "pour exactement {1} {0}",
        "for at least": "pour au moins {1} {0}",
        "for at most": "pour au plus {1} {0}",
        "headed": "{}\N{NO-BREAK SPACE}: {}",
        "each": "chaque {}",
        "distinct": "il n'y a pas deux fois la même chose parmi ceci\N{NO-BREAK SPACE}: {}",
    }

    def noun(self, name: str) -> Noun:
        # The gender of a word that a document declares is not known, that of "valeur" is.
        of_what = "" if name == "value" else f" de {self.say('quoted', self.named(name))}"
        return Noun(f"valeur{of_what}", f"valeurs{of_what}", feminine=True)

    def time(self, text: str) -> str:
        hours, _, minutes = text.partition(":")
        return f"{int(hours)}\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}{minutes}"

    def relative(self, sentence: str, noun: Noun, *, person: bool) -> str | None:
        # Where the value is not the subject, its preposition would have to go before the pronoun.
        rest = sentence.removeprefix("(value) ")
        if rest == sentence or "(value)" in rest:
            return None
        if person:
            return f"la personne qui {rest}"
        return f"{'la' if noun.feminine else 'le'} {noun.one} qui {rest}"

    def that_one(self, noun: Noun) -> str:
        if noun.feminine:
            return f"cette {noun.one}"
        begins_with_vowel = re.match(f"(?i){_FRENCH_VOWEL}", noun.one)
        return f"{'cet' if begins_with_vowel else 'ce'} {noun.one}"


_PHRASES = {"en": EnglishPhrases(), "fr": FrenchPhrases()}


def phrases_of(language: str) -> Phrases:
    """The words of a language, by its tag; English where it is not known."""
    return _PHRASES.get(language.partition("-")[0].casefold(), _PHRASES["en"])

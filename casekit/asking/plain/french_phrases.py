"""French: the words in which formulas are read back."""

import re
from typing import ClassVar

from casekit.asking.plain.phrases import Noun, Phrases, PlainClause

_ARTICLE = re.compile(r"(?i)(?<![\w'’])(?:(?:le|la|une?) |l['’])$")
_MERGED = re.compile(r"(?i)(?<![\w'’])(?:(du )|(au ))$")
_DETERMINED = re.compile(
    r"(?i)(?:(?:le|la|les|une?|chaque|cet|ce|cette|quelque|aucune?|au moins|exactement|tou(?:t|te)s?|un des)\b|l['’])"
)
_VOWEL = re.compile(r"(?i)[aeiouàâäéèêëîïôöùûüœ]")
_ELIDED = re.compile(r"(?i)(?<![\w'’])(de|que|qu[o]i que|jusque|lorsque|puisque) $")
_OF = re.compile(r"(?i)(?<![\w'’])de $")
_TO = re.compile(r"(?i)(?<![\w'’])à $")
_QUOTED = "«\N{NO-BREAK SPACE}{}\N{NO-BREAK SPACE}»"


class FrenchPhrases(Phrases):
    """The words of French."""

    clock = Noun("heure", "heures", feminine=True)
    orders: ClassVar = {
        "<": ("est avant ", ""),
        "<=": ("est à ", " ou avant"),
        ">": ("est après ", ""),
        ">=": ("est à ", " ou après"),
    }
    singular: ClassVar = frozenset((0, 1))
    # A clause with "aucun" needs a "ne", and one with "pas" is not sure what it denies.
    determiners: ClassVar = {("every", True): ("every one", True), ("some", True): ("at least one", True)}
    said: ClassVar = {
        "quoted": _QUOTED,
        "and": "et",
        "or": "ou",
        "list": r",| et | ou ",
        # noun phrases
        "nothing": "rien",
        "minute before": "{} minute avant {}",
        "minutes before": "{} minutes avant {}",
        "minute after": "{} minute après {}",
        "minutes after": "{} minutes après {}",
        "value of": _QUOTED,
        "of": " pour {}",
        "same": "le même {} que ",
        "same, feminine": "la même {} que ",
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
        "compared <": "antérieur à ",
        "compared <, feminine": "antérieure à ",
        "compared <=": "antérieur ou égal à ",
        "compared <=, feminine": "antérieure ou égale à ",
        "compared >": "postérieur à ",
        "compared >, feminine": "postérieure à ",
        "compared >=": "postérieur ou égal à ",
        "compared >=, feminine": "postérieure ou égale à ",
        "one of": f"un membre du groupe {_QUOTED}",
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
        "false that": "il est faux que ",
        "likewise": "{}, et de même pour {}",
        "either": "({})",
        "if": "si {}, alors {}",
        "if, and only if": "{} si, et seulement si, {}",
        # quantifiers
        "group": f"le groupe {_QUOTED}",
        "among group": f"du groupe {_QUOTED}",
        "from": "de ",
        "to": " à ",
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
        of = "" if name == "value" else f" de {self.say('quoted', self.named(name))}"
        return Noun(f"valeur{of}", f"valeurs{of}", feminine=True)

    def time(self, text: str) -> str:
        hours, _, minutes = text.partition(":")
        return f"{int(hours)}\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}{minutes}"

    def relative(self, sentence: str, noun: Noun, *, person: bool) -> str | None:
        # Where the value is not the subject, its preposition would have to go before the pronoun.
        rest = sentence.removeprefix("(value) ")
        if rest == sentence or "(value)" in rest:
            return None
        return (
            f"la personne qui {rest}"
            if person
            else f"{'la' if noun.feminine else 'le'} {noun.one} qui {rest}"
        )

    def implication(self, left: PlainClause, right: PlainClause) -> str:
        return re.sub(r"^si (?=ils? )", "s'", super().implication(left, right))

    def that_one(self, noun: Noun) -> str:
        word = "cette" if noun.feminine else "cet" if _VOWEL.match(noun.one) else "ce"
        return f"{word} {noun.one}"

    def fit(self, before: str, phrase: str) -> tuple[str, str]:
        if _DETERMINED.match(phrase):
            before = _ARTICLE.sub("", before)
            before = _MERGED.sub(lambda found: "de " if found[1] else "à ", before)
        for preposition, merged in ((_OF, ("du ", "des ")), (_TO, ("au ", "aux "))):
            for article, form in zip(("le ", "les "), merged, strict=True):
                if preposition.search(before) and phrase.startswith(article):
                    return preposition.sub(form, before), phrase.removeprefix(article)
        if _ELIDED.search(before) and _VOWEL.match(phrase):
            return f"{before[:-2]}'", phrase
        return before, phrase


PHRASES = FrenchPhrases()

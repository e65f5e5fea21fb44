"""French: the words in which formulas are read back."""

import re
from typing import ClassVar

from casekit.asking.plain.lexicon import Noun
from casekit.asking.plain.phrases import Domain, Phrases, PlainClause, restricted

_ARTICLE = re.compile(r"(?i)(?<![\w'’])(?:(?:le|la|une?) |l['’])$")
_MERGED = re.compile(r"(?i)(?<![\w'’])(?:(du )|(au ))$")
_DETERMINED = re.compile(
    r"(?i)(?:(?:le|la|les|une?|chaque|cet|ce|cette|quelque|aucune?|au moins|exactement|tou(?:t|te)s?|un des)\b|l['’])"
)
_VOWEL = re.compile(r"(?i)[aeiouàâäéèêëîïôöùûüœ]")
_ELIDED = re.compile(r"(?i)(?<![\w'’])(de|que|qu[o]i que|jusque|lorsque|puisque) $")
_OF = re.compile(r"(?i)(?<![\w'’])de $")
_TO = re.compile(r"(?i)(?<![\w'’])à $")
_COMPARED = {
    "<": "antérieur{e} à ",
    "<=": "antérieur{e} ou égal{e} à ",
    ">": "postérieur{e} à ",
    ">=": "postérieur{e} ou égal{e} à ",
}
_QUANTIFIERS = {"exactly": "exactement", "at least": "au moins", "at most": "au plus"}
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
        "for": "pour ",
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

    def compared(self, operator: str, noun: Noun, other: str, *, clock: bool, so: bool) -> str:
        del clock
        adjective = _COMPARED[operator].format(e="e" if noun.feminine else "")
        return f"{_some(noun, so=so)} {''.join(self.fit(adjective, other))}"

    def between(self, noun: Noun, first: str, last: str, *, so: bool) -> str:
        return f"{_some(noun, so=so)} {self.among_range(first, last)}"

    def implication(self, left: PlainClause, right: PlainClause) -> str:
        return re.sub(r"^si (?=ils? )", "s'", super().implication(left, right))

    def determined(self, quantifier: str, domain: Domain, *, so: bool) -> tuple[str, bool] | None:
        # A clause with "aucun" needs a "ne", and one with "pas" is not sure what it denies.
        if not so:
            return None
        phrase = restricted(domain.noun.one, domain)
        if quantifier == "every":
            return f"chaque {phrase}", True
        return (f"au moins {_a(domain.noun)} {phrase}", True) if quantifier == "some" else None

    def quantified(self, quantifier: str, count: int, domain: Domain, variable: str) -> str:
        name = f" {variable}" if variable else ""
        one, many = (restricted(noun + name, domain) for noun in (domain.noun.one, domain.noun.many))
        if quantifier in _QUANTIFIERS:
            return f"pour {_QUANTIFIERS[quantifier]} {count} {one if count < 2 else many}"  # noqa: PLR2004 - the plural begins at 2
        e = "e" if domain.noun.feminine else ""
        word = {"every": "chaque", "some": f"au moins un{e}", "no": f"aucun{e}"}[quantifier]
        return f"pour {word} {one}"

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


def _a(noun: Noun) -> str:
    return "une" if noun.feminine else "un"


def _some(noun: Noun, *, so: bool) -> str:
    return f"{_a(noun)} {noun.one}{'' if so else ' quelconque'}"

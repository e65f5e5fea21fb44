"""French: the words in which formulas are read back."""

import re
from collections.abc import Sequence
from typing import Literal

from casekit.asking.plain.lexicon import Noun
from casekit.asking.plain.phrases import Domain, Phrases, PlainClause

_ARTICLE = re.compile(r"(?i)(?<![\w'’])(?:(?:le|la|une?) |l['’])$")
_MERGED = re.compile(r"(?i)(?<![\w'’])(?:(du )|(au ))$")
_DETERMINED = re.compile(
    r"(?i)(?:(?:le|la|les|une?|chaque|cet|ce|cette|quelque|aucune?|au moins|exactement|tou(?:t|te)s?|un des)\b|l['’])"
)
_VOWEL = re.compile(r"(?i)[aeiouàâäéèêëîïôöùûüœ]")
_ELIDED = re.compile(r"(?i)(?<![\w'’])(de|que|qu[o]i que|jusque|lorsque|puisque) $")
_OF = re.compile(r"(?i)(?<![\w'’])de $")
_TO = re.compile(r"(?i)(?<![\w'’])à $")
_ORDER = {"<": ("avant ", ""), "<=": ("à ", " ou avant"), ">": ("après ", ""), ">=": ("à ", " ou après")}
_COMPARED = {
    "<": "antérieur{e} à ",
    "<=": "antérieur{e} ou égal{e} à ",
    ">": "postérieur{e} à ",
    ">=": "postérieur{e} ou égal{e} à ",
}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_COUNTED = {
    "=": "exactement {}",
    "!=": "différent de {}",
    "<": "inférieur à {}",
    "<=": "d'au plus {}",
    ">": "supérieur à {}",
    ">=": "d'au moins {}",
}
_QUANTIFIERS = {"exactly": "exactement", "at least": "au moins", "at most": "au plus"}


class FrenchPhrases(Phrases):
    """The words of French."""

    # --- names -----------------------------------------------------------------------------------

    def noun(self, name: str) -> Noun:
        # The gender of a word that a document declares is not known, that of "valeur" is.
        own = self.quoted(self.named(name))
        return (
            Noun(f"valeur de {own}", f"valeurs de {own}", feminine=True)
            if name != "value"
            else Noun("valeur", "valeurs", feminine=True)
        )

    @property
    def clock(self) -> Noun:
        return Noun("heure", "heures", feminine=True)

    def time(self, text: str) -> str:
        hours, _, minutes = text.partition(":")
        return f"{int(hours)}\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}{minutes}"

    def quoted(self, text: str) -> str:
        return f"«\N{NO-BREAK SPACE}{text}\N{NO-BREAK SPACE}»"

    # --- noun phrases ----------------------------------------------------------------------------

    def listed(self, items: Sequence[str], joined: Literal["and", "or"]) -> str:
        *first, last = items
        word = "et" if joined == "and" else "ou"
        return f"{', '.join(first)} {word} {last}" if first else last

    def nothing(self) -> str:
        return "rien"

    def shifted(self, term: str, minutes: int) -> str:
        count = abs(minutes)
        unit = "minute" if count == 1 else "minutes"
        return f"{count} {unit} {'avant' if minutes < 0 else 'après'} {term}"

    def application(self, name: str, arguments: Sequence[str], gloss: str) -> str:
        of = f" pour {self.listed(arguments, 'and')}" if arguments else ""
        return f"{self.quoted(name)}{of}{self._aside(gloss)}"

    def _aside(self, gloss: str) -> str:
        return f" ({gloss})" if gloss else ""

    def relative(self, sentence: str, noun: Noun, *, person: bool) -> str | None:
        # Where the value is not the subject, its preposition would have to go before the pronoun.
        rest = sentence.removeprefix("(value) ")
        if rest == sentence or "(value)" in rest:
            return None
        return f"la personne qui {rest}" if person else f"{_the(noun)} {noun.one} qui {rest}"

    def same_as(self, noun: Noun, other: str) -> str:
        return f"{_the(noun)} même {noun.one} {_que(other)}"

    def some(self, noun: Noun) -> str:
        return f"quelque {noun.one}"

    def any(self, noun: Noun) -> str:
        return f"quelque {noun.one} que ce soit"

    def one_of(self, group: str) -> str:
        return f"un membre du groupe {self.quoted(group)}"

    def compared(self, operator: str, noun: Noun, other: str, *, clock: bool, so: bool) -> str:
        del clock
        adjective = _COMPARED[operator].format(e="e" if noun.feminine else "")
        than = "".join(self.fit(adjective, other))
        return f"{_a(noun)} {noun.one}{'' if so else ' quelconque'} {than}"

    def between(self, noun: Noun, first: str, last: str, *, so: bool) -> str:
        return f"{_a(noun)} {noun.one}{'' if so else ' quelconque'} {_from(first, last)}"

    def counted(self, operator: str, number: int) -> str:
        return _COUNTED[operator].format(number)

    # --- clauses ---------------------------------------------------------------------------------

    def predicate(self, name: str, arguments: Sequence[str], gloss: str, *, so: bool) -> str:
        of = f" pour {self.listed(arguments, 'and')}" if arguments else ""
        return f"{self.quoted(name)}{self._aside(gloss)} {'est vrai' if so else 'est faux'}{of}"

    def identity(self, left: str, right: str, *, so: bool) -> str:
        return f"{left} {_is(so=so)} {right}"

    def order(self, left: str, operator: str, right: str, *, so: bool) -> str:
        return f"{left} est {_ordered(operator if so else _OPPOSITE[operator], right)}"

    def within(self, term: str, among: str, *, so: bool) -> str:
        return f"{term} {_is(so=so)} {among}"

    def not_so(self, clause: str) -> str:
        return f"il est faux {_que(clause)}"

    def without_value(self, term: str, *, so: bool) -> str:
        verb = "n'a aucune valeur" if so else "a une valeur"
        return f"{term} {verb}"

    def likewise(self, clause: str, others: Sequence[str]) -> str:
        return f"{clause}, et de même pour {self.listed(others, 'and')}"

    def never(self, term: str, *, so: bool) -> str:
        return f"{term} {_is(so=so)} dans une liste vide"

    def conjunction(self, parts: Sequence[PlainClause]) -> str:
        *first, last = parts
        texts = [_closed(each, "or") for each in first]
        return _joined([*texts, _closed(last, "or") if last.kind == "or" else last.text], "et")

    def disjunction(self, parts: Sequence[PlainClause]) -> str:
        *first, last = parts
        texts = [_closed(each, "and") for each in first]
        return _joined([*texts, last.text if last.kind != "and" else _closed(last, "and")], "ou")

    def implication(self, left: PlainClause, right: PlainClause) -> str:
        return f"{_si(_closed(left))}, alors {right.text}"

    def equivalence(self, left: PlainClause, right: PlainClause) -> str:
        return f"{_closed(left, 'and', 'or')} si, et seulement si, {_closed(right)}"

    # --- quantifiers -----------------------------------------------------------------------------

    def whole_group(self, group: str) -> str:
        return f"le groupe {self.quoted(group)}"

    def among_group(self, group: str) -> str:
        return f"du groupe {self.quoted(group)}"

    def among_range(self, first: str, last: str) -> str:
        return _from(first, last)

    def among_listed(self, items: Sequence[str]) -> str:
        return f"parmi {self.listed(items, 'and')}" if items else "d'une liste vide"

    def without(self, items: Sequence[str]) -> str:
        return f"sauf {self.listed(items, 'and')}"

    def determined(self, quantifier: str, domain: Domain, *, so: bool) -> tuple[str, bool] | None:
        # A clause with "aucun" needs a "ne", and one with "pas" is not sure what it denies.
        if not so:
            return None
        phrase = _restricted(domain.noun.one, domain)
        if quantifier == "every":
            return f"chaque {phrase}", True
        return (f"au moins {_a(domain.noun)} {phrase}", True) if quantifier == "some" else None

    def quantified(self, quantifier: str, count: int, domain: Domain, variable: str) -> str:
        name = f" {variable}" if variable else ""
        one, many = (_restricted(noun + name, domain) for noun in (domain.noun.one, domain.noun.many))
        if quantifier in _QUANTIFIERS:
            return f"pour {_QUANTIFIERS[quantifier]} {count} {one if count < 2 else many}"  # noqa: PLR2004 - the plural begins at 2
        e = "e" if domain.noun.feminine else ""
        word = {"every": "chaque", "some": f"au moins un{e}", "no": f"aucun{e}"}[quantifier]
        return f"pour {word} {one}"

    def headed(self, head: str, body: PlainClause) -> str:
        if body.kind == "open" and body.text.startswith("pour "):
            return f"{head}, {body.text}"
        return f"{head}\N{NO-BREAK SPACE}: {body.text}"

    def that_one(self, noun: Noun) -> str:
        if noun.feminine:
            return f"cette {noun.one}"
        return f"cet {noun.one}" if _VOWEL.match(noun.one) else f"ce {noun.one}"

    def each(self, domain: Domain) -> str:
        return _restricted(f"chaque {domain.noun.one}", domain)

    def distinct(self, terms: Sequence[str]) -> str:
        return (
            f"il n'y a pas deux fois la même chose parmi ceci\N{NO-BREAK SPACE}: {self.listed(terms, 'and')}"
        )

    # --- joints ----------------------------------------------------------------------------------

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


def _is(*, so: bool) -> str:
    return "est" if so else "n'est pas"


def _the(noun: Noun) -> str:
    return "la" if noun.feminine else "le"


def _a(noun: Noun) -> str:
    return "une" if noun.feminine else "un"


def _que(clause: str) -> str:
    return f"qu'{clause}" if _VOWEL.match(clause) else f"que {clause}"


def _si(clause: str) -> str:
    return f"s'{clause}" if re.match(r"ils? ", clause) else f"si {clause}"


def _from(first: str, last: str) -> str:
    return f"{_after('de', first)} {_after('à', last)}"


def _after(preposition: str, phrase: str) -> str:
    """A phrase behind a preposition, which may merge with its article."""
    return "".join(FrenchPhrases().fit(f"{preposition} ", phrase))


def _ordered(operator: str, other: str) -> str:
    before, after = _ORDER[operator]
    return "".join((*FrenchPhrases().fit(before, other), after))


def _restricted(noun: str, domain: Domain) -> str:
    return " ".join(filter(None, (noun, domain.among, domain.without)))


def _closed(clause: PlainClause, *joined: str) -> str:
    return f"({clause.text})" if clause.kind in {"implies", "open", *joined} else clause.text


def _joined(texts: Sequence[str], word: str) -> str:
    *first, last = texts
    if not first:
        return last
    comma = any(re.search(r",| et | ou ", text) for text in texts)
    return f"{', '.join(first)}{',' if comma else ''} {word} {last}"

"""The formula that a sentence says, where a writer has put a sentence in the place of a formula."""

import re
from collections.abc import Iterator, Sequence

_FACTS = re.compile(r"^==[ \t]+facts\b[^\n]*\n(.*?)(?=^==|\Z)", re.MULTILINE | re.DOTALL)
_DECLARED = re.compile(
    r"^(?!type |group )(?P<name>[^\W\d_][\w-]*)(?:\((?P<sorts>[^()\n]*)\))?(?:[ \t]*:[ \t]*(?P<value>[\w-]+)\??)?"
    r'(?P<ways>(?:\s*"[^"\n]*")*)',
    re.MULTILINE,
)
_STATED = re.compile(r'~[ \t]*(?:(?:lie|hint|shown)[ \t]+)?(?P<said>[^"\n]*?)[ \t.]*(?:"[^\n]*)?$')
_HAVING = re.compile(
    r"(?P<who>[\w-]+) (?:(?:has|had|owns?|owned|is|was|carries|carried)(?P<no> no| not)?"
    r"|(?P<never>(?:does|did) not) (?:have|own|carry))(?: (?:an?|the|any))? (?P<what>[\w-]+)"
)
_BEING = re.compile(
    r"(?P<who>[\w-]+) (?:is|was)(?P<no> not)? (?:in|at|on|under|behind)(?: the)? (?P<where>[\w-]+)"
)
_PLACE = "location"


def formula_meant(text: str, line: str) -> str:
    """The formula, on a fact that a text declares, for a sentence where a formula belongs.

    It is empty if no formula is like the sentence.
    """
    stated = _STATED.match(line.strip())
    facts = _FACTS.search(text)
    if stated is None or facts is None:
        return ""
    sentence = " ".join(stated["said"].split())
    declared = [*_DECLARED.finditer(facts[1])]
    formulas: list[str] = []
    for fact in declared:
        formulas += _by_sentence(fact, sentence)
    formulas += _by_name(declared, sentence)
    return next(filter(None, formulas), "")


def _by_sentence(fact: re.Match[str], spoken: str) -> Iterator[str]:
    """The formula for a sentence that is one of a fact's own."""
    for number, sentence in enumerate(re.findall(r'"([^"]*)"', fact["ways"])):
        for way in sentence.split(" / "):
            words = _words_at_placeholders(way, spoken)
            if words is None:
                continue
            term = fact["name"]
            if fact["sorts"]:
                count = len(fact["sorts"].split(","))
                arguments = [words.get(f"p{at}") for at in range(1, 1 + count)]
                term = f"{term}({', '.join(filter(None, arguments))})"
            if fact["value"]:
                yield f"{term} {'!=' if number else '='} {words.get('pvalue')}"
            else:
                yield f"{'not ' * bool(number)}{term}"


def _words_at_placeholders(way: str, spoken: str) -> dict[str, str | None] | None:
    """The words of a sentence at the placeholders of a way of saying a fact; ``None`` if it is another."""
    pieces = re.split(r"\((\d|value)\)", way.strip(" ."))
    placeholders = pieces[1::2]
    if len({*placeholders}) != len(placeholders):
        return None
    pattern = ""
    for at, piece in enumerate(pieces):
        pattern += rf"(?:the )?(?P<p{piece}>[\w-]+)" if at % 2 else re.escape(piece)
    match = re.fullmatch(pattern, spoken, re.IGNORECASE)
    return None if match is None else match.groupdict()


def _by_name(declared: Sequence[re.Match[str]], spoken: str) -> Iterator[str]:
    """The formula for a sentence that has the name of a fact, or says where somebody was."""
    single = [fact for fact in declared if fact["sorts"] and "," not in fact["sorts"]]
    if having := _HAVING.fullmatch(spoken):
        negation = "not " if having["no"] or having["never"] else ""
        for fact in single:
            words_of_name = re.split(r"[_-]", fact["name"].casefold())
            if not fact["value"] and having["what"].casefold() in words_of_name:
                yield f"{negation}{fact['name']}({having['who']})"
    if being := _BEING.fullmatch(spoken):
        operator = "!=" if being["no"] else "="
        for fact in single:
            if fact["value"] == _PLACE:
                yield f"{fact['name']}({being['who']}) {operator} {being['where']}"

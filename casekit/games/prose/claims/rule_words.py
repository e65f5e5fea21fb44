"""Rules of answers with "if" in their words, and whether their words say the same: "the cordial if two glasses were used"."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from casekit.diagnostics import Diagnostic, codes
from casekit.games.prose.claims.exchanged import roots
from casekit.games.prose.claims.fact_phrases import in_other_words
from casekit.games.prose.claims.sentence_claims import letters_of, negations
from casekit.games.prose.prose_document import AnyLine, ProseDocument
from casekit.language.formula.nodes import Sentences
from casekit.language.spoken.spoken_words import Namer, listed_words
from casekit.model.logic import Apply, Constant, Equal, Formula, Holds, Iff, Implies, Not

_PIECE = re.compile(r"[^,;:.]+")
_WORD = re.compile(r"[^\W\d_]+'?")
_FEW = 2
"""Fewer words before "if" say nothing: "and if"."""
_ELLIPTIC = 4
"""A condition of fewer words may be about what was said before: "if it was not"."""


def turned_rules(
    document: ProseDocument,
    rules: Iterable[AnyLine],
    answers: Mapping[str, str],
    sentences: Mapping[str, Sentences],
    names: Namer,
) -> Iterator[Diagnostic]:
    """Rules that give an answer under one condition, and in words under the other, or in words another answer; ``answers`` are their labels."""
    language = names.language
    spread = Counter(word for label in answers.values() for word in roots(label, language))
    own = {
        answer: {word for word in roots(label, language) if spread[word] == 1}
        for answer, label in answers.items()
    }
    for rule in rules:
        answer, condition = _parts(rule.formula, answers)
        if condition is None:
            continue
        for piece, said, after in _conditions(rule.quotation, language):
            found = [each for each, words in own.items() if not words.isdisjoint(roots(said, language))]
            is_so = _is_so(after, condition, sentences, names) if len(found) == 1 else None
            if is_so is not None and is_so != (found[0] == answer) and not negations(letters_of(said, names)):
                yield Diagnostic(
                    codes.DENIED_QUOTATION,
                    f'"{" ".join(piece.split())}" turns round what its rule says of `{answer}`',
                    document.span(rule.place),
                    hint="correct the words or the rule",
                )
                break


def _parts(formula: Formula, answers: Mapping[str, str]) -> tuple[str, Formula | None]:
    """The answer of a rule and its condition."""
    match formula:
        case Iff(Equal(Apply(), Constant(answer)), condition) if answer in answers:
            return answer, condition
        case Iff(condition, Equal(Apply(), Constant(answer))) if answer in answers:
            return answer, condition
        case Implies(condition, Equal(Apply(), Constant(answer))) if answer in answers:
            return answer, condition
        case Implies(_, Iff() as rule):
            return _parts(rule, answers)
    return "", None


def _conditions(told: str, language: str) -> Iterator[tuple[str, str, str]]:
    """The words of each "if" in a text, what is said to follow: before it, or else after a comma."""
    pieces = [*_PIECE.findall(told), ""]
    opening = listed_words(language, "if")
    for piece, following in pairwise(pieces):
        words = [*_WORD.finditer(piece)]
        at = next((each for each in words if each[0].casefold() in opening), None)
        if at:
            before = piece[: at.start()]
            is_first = len(before.split()) < _FEW
            yield piece + following * is_first, following if is_first else before, piece[at.end() :]


def _is_so(said: str, condition: Formula, sentences: Mapping[str, Sentences], names: Namer) -> bool | None:
    """Whether words say a condition or the contrary; ``None`` if they may be about something else."""
    words = {each.casefold() for each in _WORD.findall(said)}
    match condition:
        case Holds(Apply(function)) | Not(Holds(Apply(function))) if function.name in sentences:
            clause = sentences[function.name].so
            about = not roots(clause, names.language).isdisjoint(roots(said, names.language))
            own = {*_WORD.findall(clause.casefold())}
            others = [each for each, is_same in in_other_words(clause, names.language) if not is_same]
            is_other = any(words & {*_WORD.findall(each.casefold())} - own for each in others)
            if about or is_other or len(words) < _ELLIPTIC:
                return ((negations(letters_of(said, names)) + is_other) % 2 == 0) == isinstance(
                    condition, Holds
                )
        case Equal(Apply(function), Constant(value)) if function.values:
            named = words & {each.casefold() for each in function.values.values}
            return value.casefold() in named if len(named) == 1 else None
    return None

"""The lines and facts of a case in plain words."""

from collections.abc import Callable, Mapping

from casekit.asking.plain.phrases import Lexicon, Phrases, base_of, phrases_of
from casekit.asking.plain.plain_words import PlainWords
from casekit.diagnostics import Source
from casekit.games.midnight.asking.case_words import CaseWords, Voice
from casekit.games.midnight.case import Case
from casekit.games.midnight.reading.case_forms import CASE
from casekit.games.midnight.reading.case_tree import LineNode, RuleNode, StatementNode
from casekit.language.document.parsing import parse
from casekit.language.document.tree import Heading, Item
from casekit.language.formula.nodes import Comparison, TermNode


def _english() -> CaseWords:
    from casekit.games.midnight.asking.english_case_words import EnglishCaseWords

    return EnglishCaseWords()


def _french() -> CaseWords:
    from casekit.games.midnight.asking.french_case_words import FrenchCaseWords

    return FrenchCaseWords()


_LANGUAGES: Mapping[str, Callable[[], CaseWords]] = {"en": _english, "fr": _french}

_PLACE = "== 01\n~ "
"""Where a line is a statement that nobody but its own speakers makes."""


class CasePlainWords(PlainWords):
    """The plain words of a case."""

    def __init__(self, case: Case) -> None:
        language = case.edition.language
        self._case, self._words = case, _LANGUAGES[base_of(language)]()
        phrases = phrases_of(language)
        super().__init__(_lexicon(case, self._words, phrases), phrases)

    def statement(self, item: Item, heading: Heading) -> str:
        """A line as a sentence: its speaker, whether it is to be believed, and what it says."""
        match item:
            case StatementNode():
                clause = self._with_frame(item, heading)
            case RuleNode(formula, common):
                head = self._words.common() if common else self._words.told()
                clause = self._words.headed(head, self.formula(formula))
            case LineNode(formula):
                clause = self.formula(formula)
            case _:
                return ""
        return self.phrases.sentence(clause)

    def line(self, text: str) -> str:
        """The canonical text of a line as a clause: what it says, and who says so, but not whether that is true."""
        tree, _ = parse(Source("", f"{_PLACE}{text}\n"), CASE)
        node = next(item for item in tree.blocks[0].items if isinstance(item, StatementNode))
        clause = self.formula(node.formula, glossed=False)
        voices = [self._voice(term) for term in node.speakers]
        return self._words.headed(self._words.says(voices, "plain", "never"), clause) if voices else clause

    def _with_frame(self, node: StatementNode, heading: Heading) -> str:
        clause = self.formula(node.formula)
        frame = self._frame(node, heading)
        return self._words.headed(frame, clause) if frame else clause

    def _frame(self, node: StatementNode, heading: Heading) -> str:
        words = self._words
        if node.mode == "shown":
            return words.shown([path.text for path in node.by])
        own = [TermNode(heading.words[0].text)] if heading.kind == "answer" else []
        voices = [self._voice(term) for term in (*own, *node.speakers)]
        if voices:
            return words.says(voices, node.mode, self._case.liar)
        return {"hint": words.hinted(), "lie": words.lied()}.get(node.mode, "")

    def _voice(self, term: TermNode) -> Voice:
        return Voice(self.phrase(term), self.formula(Comparison("=", TermNode("culprit"), term)))


def _lexicon(case: Case, words: CaseWords, phrases: Phrases) -> Lexicon:
    edition = case.edition
    answers = (*case.motives, *case.methods)
    values = {
        **words.values,
        **{suspect.name: suspect.name for suspect in edition.suspects},
        **{location.slug: location.called for location in edition.locations},
        **{f"zone-{zone.number}": phrases.say("quoted", zone.name) for zone in edition.zones},
        **{answer.slug: phrases.say("quoted", answer.label) for answer in answers},
    }
    return Lexicon(
        language=edition.language,
        scope=case.scope,
        values=values,
        nouns=words.nouns,
        people=frozenset(("suspect", "person", "culprit")),
        sentences={**words.sentences, **case.sentences},
        exceptions=words.exceptions,
        measures=words.measures,
        terms=words.terms,
        glosses=case.glosses,
    )

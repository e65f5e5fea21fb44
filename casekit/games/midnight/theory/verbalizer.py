"""The lines and facts of a case in plain words."""

from collections.abc import Sequence

from casekit.analysis.verbalizer import english_and_french, verbalizer
from casekit.analysis.verbalizer.phrases import Lexicon, Noun, Phrases
from casekit.diagnostics import Source
from casekit.games.midnight.document import Case
from casekit.games.midnight.language.line_forms import CASE, LineNode, RuleNode, StatementNode
from casekit.language.formula.nodes import Comparison, FactSentences, TermNode
from casekit.language.syntax import dialect, parser
from casekit.resources import Words, words

_PLACE = "== 01\n~ "
"""Where a line is a statement that nobody but its own speakers makes."""


class CaseVerbalizer(verbalizer.Verbalizer):
    """The plain words of a case."""

    def __init__(self, case: Case) -> None:
        language = case.edition.language
        self._case, self._words = case, words("games/midnight/words/plain.toml", language)
        phrases = english_and_french.phrases_of(language)
        super().__init__(_lexicon(case, self._words, phrases), phrases)

    def statement(self, item: dialect.Item, heading: dialect.Heading) -> str:
        """A line as a sentence: its speaker, whether it is to be believed, and what it says."""
        match item:
            case StatementNode():
                clause = self._headed(self._frame(item, heading), self.formula(item.formula))
            case RuleNode(formula, common):
                clause = self._headed(self._words["common" if common else "told"], self.formula(formula))
            case LineNode(formula):
                clause = self.formula(formula)
            case _:
                return ""
        return self.phrases.sentence(clause)

    def line(self, text: str) -> str:
        """The canonical text of a line as a clause: what it says and who says so, but not if that is true."""
        tree, _ = parser.parse(Source("", f"{_PLACE}{text}\n"), CASE)
        node = next(item for item in tree.blocks[0].items if isinstance(item, StatementNode))
        clause = self.formula(node.formula, glossed=False)
        return self._headed(self._says(node.speakers, "plain", "never") if node.speakers else "", clause)

    def _headed(self, head: str, clause: str) -> str:
        """A clause after what is said of it, if anything is."""
        return str(self._words["headed"].format(head, clause)) if head else clause

    def _frame(self, node: StatementNode, heading: dialect.Heading) -> str:
        words = self._words
        if node.mode == "shown":
            *first, last = (path.text for path in node.by) if node.by else ("",)
            named = f"{', '.join(first)}{words['and']}{last}" if first else last
            return str(words["shown"].format(named) if named else words["everything"])
        own = [TermNode(heading.words[0].text)] if heading.kind == "answer" else []
        if own or node.speakers:
            return self._says((*own, *node.speakers), node.mode, self._case.liar)
        return str({"hint": words["hinted"], "lie": words["lied"]}.get(node.mode, ""))

    def _says(self, speakers: Sequence[TermNode], mode: str, liar: str) -> str:
        """The speakers of a line, outermost first, and when their words are worth nothing."""
        words = self._words
        first, *others = map(self.phrase, speakers)
        speech = words["says"].format(first)
        for name in others:
            speech += words["elided" if name[:1].casefold() in words["vowels"] else "that"].format(name)
        if mode in {"hint", "lie"}:
            return str(words[mode].format(speech))
        if liar == "never":
            return str(speech)
        guilty = [self.formula(Comparison("=", TermNode("culprit"), term)) for term in speakers]
        if liar == "may":
            return str(words["may"].format(speech, words["or"].join(dict.fromkeys(guilty))))
        *earlier, last = guilty
        open_ = words["open"].format(words["or"].join(earlier)) if earlier else ""
        return str(words["must"].format(speech, last, open_))


def _lexicon(case: Case, words: Words, phrases: Phrases) -> Lexicon:
    edition = case.edition
    exceptions = {}
    for name, by_value in words["exceptions"].items():
        for value, clauses in by_value.items():
            exceptions[name, value] = FactSentences(*clauses)
    return Lexicon(
        scope=case.scope,
        values={
            **words["values"],
            **{suspect.name: suspect.name for suspect in edition.suspects},
            **{location.slug: location.called for location in edition.locations},
            **{f"zone-{zone.number}": phrases.say("quoted", zone.name) for zone in edition.zones},
            **{answer.slug: phrases.say("quoted", answer.label) for answer in (*case.motives, *case.methods)},
        },
        nouns={
            name: Noun(one, many, feminine=name in words["feminine"].split())
            for name, (one, many) in words["nouns"].items()
        },
        people=frozenset(("suspect", "person", "culprit")),
        sentences={
            **{name: FactSentences(*clauses) for name, clauses in words["sentences"].items()},
            **case.sentences,
        },
        exceptions=exceptions,
        measures=words["measures"],
        terms=words["terms"],
        glosses=case.glosses,
    )

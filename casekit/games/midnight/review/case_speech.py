"""A case in plain words, for people who read no logic."""

from casekit.asking.plain.plain_words import PlainWords
from casekit.deduce.encoding.vocabulary import NONE
from casekit.diagnostics import Source
from casekit.games.midnight.asking.case_wording import CaseWording
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import AnswerPath, CasePath, PlacePath
from casekit.games.midnight.reading.case_forms import CASE
from casekit.games.midnight.reading.case_tree import LineNode, RuleNode
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.document.tree import SyntaxTree
from casekit.model.logic import Function
from casekit.model.place import Place
from casekit.model.theory import Fact
from casekit.print.text.prose import label
from casekit.resources import Words


class CaseSpeech:
    """How people call what formulas of a case name, and what its lines say.

    ``tree`` is the text with the lines as they were written.
    """

    def __init__(self, case: Case, tree: SyntaxTree, plain: PlainWords, phrases: Words) -> None:
        self._case, self._plain, self._phrases = case, plain, phrases
        self._wording = CaseWording(case)
        self._lines = {item.start: (item, block.heading) for block in tree.blocks for item in block.items}

    def line(self, place: Place, text: str) -> str:
        """The meaning of the line at a place, by whose word; ``text`` is its logic."""
        item, heading = self._lines.get(place.start, (None, None))
        return (self._plain.statement(item, heading) if item and heading else "") or text

    def rule(self, place: Place, text: str) -> str:
        """A rule in words, without where readers learn it; one of the edition has no place, only its ``text``."""
        item, _ = self._lines.get(place.start, (None, None)) if place != Place() else (None, None)
        node = (
            item.formula
            if isinstance(item, (RuleNode, LineNode))
            else parse_lone_formula(Source("", text), CASE)[0]
        )
        return text if node is None else self._plain.phrases.sentence(self._plain.formula(node))

    def fact(self, fact: Fact) -> str:
        """A fact as a clause."""
        return self._plain.fact(fact)

    def name(self, value: str) -> str:
        """A value as it is printed."""
        if value == NONE:
            return str(self._phrases["nowhere"])
        printed = self._wording.value(value).strip('"')
        return label(printed, self._case.edition.language) if printed != value else value.replace("_", " ")

    def about(self, function: Function) -> str:
        """The subject of a fact, in the words of the writer."""
        gloss = self._case.glosses.get(function.name)
        return gloss or function.name.replace("_", " ")

    def path(self, path: CasePath) -> str:
        """A path as people call it: ``ANNA, alibi`` or ``13 Luxury suite``."""
        edition = self._case.edition
        if isinstance(path, AnswerPath):
            topic = edition.topics_by_slug[path.topic].name
            return f"{path.suspect}, {topic[:1].lower() + topic[1:]}"
        return (
            f"{path.location:02} {label(edition.locations_by_number[path.location].name, edition.language)}"
        )

    def knower(self, path: CasePath) -> str:
        """The reader of what is found on a path."""
        if isinstance(path, PlacePath):
            return str(self._phrases["searches"].format(self.path(path)))
        topic = self._case.edition.topics_by_slug[path.topic]
        if topic.question:
            question = label(topic.question, self._case.edition.language)
            return str(self._phrases["asks_question"].format(path.suspect, question))
        name = label(topic.name, self._case.edition.language)
        return str(self._phrases["asks_about"].format(path.suspect, name))

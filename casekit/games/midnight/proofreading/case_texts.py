"""Names for people of what is in a case: its values and facts, its lines in plain words, and its paths."""

from casekit.deduce.encoding.circuit import NONE
from casekit.diagnostics import Place, Source
from casekit.games.midnight.document import AnswerPath, Case, CasePath, PlacePath
from casekit.games.midnight.language import line_forms
from casekit.games.midnight.pages.booklet import phrases_of
from casekit.games.midnight.theory import verbalizer, wording
from casekit.language.syntax import dialect, parser
from casekit.logic.formulas import Function
from casekit.prose.markup import typographic


class CaseTexts:
    """Names for people of the values, facts, lines and paths of a case, in its language."""

    def __init__(self, case: Case, tree: dialect.SyntaxTree) -> None:
        self._case = case
        self._wording = wording.CaseWording(case)
        self.plain = verbalizer.CaseVerbalizer(case)
        """Says formulas and facts in plain words."""
        self.phrases = phrases_of(case.edition.language)
        """The phrases of reviews that only this game has."""
        self._line_at: dict[int, tuple[dialect.Item, dialect.Heading]] = {}
        """Each line with the heading of its block, by the offset in the text where the line begins."""
        for block in tree.blocks:
            for item in block.items:
                self._line_at[item.start] = (item, block.heading)

    def line(self, place: Place, text: str) -> str:
        """The meaning of the line at a place, by whose word; ``text`` is its logic."""
        if place.start not in self._line_at:
            return text
        item, heading = self._line_at[place.start]
        return self.plain.statement(item, heading) or text

    def rule(self, place: Place, text: str) -> str:
        """A rule in words, without where readers learn it.

        A rule of the edition has no place in the case; its ``text`` is read instead.
        """
        item = None
        if place != Place():
            item, _ = self._line_at.get(place.start, (None, None))
        node = getattr(item, "formula", None)
        if not node:
            node, _ = parser.parse_lone_formula(Source("", text), line_forms.CASE)
        return text if node is None else self.plain.phrases.sentence(self.plain.formula(node))

    def name(self, value: str) -> str:
        """A value as it is printed."""
        if value == NONE:
            return str(self.phrases["nowhere"])
        printed = self._wording.value(value).strip('"')
        if printed == value:
            return value.replace("_", " ")
        return typographic(printed, self._case.edition.language)

    def about(self, function: Function) -> str:
        """The subject of a fact, in the words of the writer."""
        return self._case.glosses.get(function.name) or function.name.replace("_", " ")

    def path(self, path: CasePath) -> str:
        """A path as people call it: ``ANNA, alibi`` or ``13 Luxury suite``."""
        edition = self._case.edition
        if isinstance(path, AnswerPath):
            topic = edition.topics_by_slug[path.topic].name
            return f"{path.suspect}, {topic[:1].lower() + topic[1:]}"
        location = typographic(edition.locations_by_number[path.location].name, edition.language)
        return f"{path.location:02} {location}"

    def knower(self, path: CasePath) -> str:
        """The reader of what is found on a path: whoever asks the suspect or searches the location."""
        if isinstance(path, PlacePath):
            return str(self.phrases["searches"].format(self.path(path)))
        topic = self._case.edition.topics_by_slug[path.topic]
        if topic.question:
            question = typographic(topic.question, self._case.edition.language)
            return str(self.phrases["asks_question"].format(path.suspect, question))
        name = typographic(topic.name, self._case.edition.language)
        return str(self.phrases["asks_about"].format(path.suspect, name))

"""A case in plain words, for people who read no logic."""

from casekit.asking.plain.plain_words import PlainWords
from casekit.games.midnight.asking.case_wording import CaseWording
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import AnswerPath, CasePath, PlacePath
from casekit.games.midnight.reading.case_forms import CASE
from casekit.games.prose.plain_speech import PlainSpeech
from casekit.language.document.tree import SyntaxTree
from casekit.print.text.prose import label
from casekit.resources import Words


class CaseSpeech(PlainSpeech):
    """The plain words of a case, with those for its paths."""

    def __init__(self, case: Case, tree: SyntaxTree, plain: PlainWords, phrases: Words) -> None:
        super().__init__(tree, CASE, plain, CaseWording(case), case.glosses, phrases["nowhere"])
        self._case, self._phrases = case, phrases

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

"""Omissions of a paragraph: everything, or what the other answers to its question say."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casekit.asking.review.reviewed import Mark
from casekit.games.midnight.case import Case, CaseParagraph
from casekit.games.midnight.edition import AnswerPath
from casekit.games.midnight.review.case_speech import CaseSpeech
from casekit.games.prose.line_names import functions_of
from casekit.resources import Words

_MOST = 0.5
"""Where more than this share of the answers to a question have a line about something, one without is odd."""

_FEWEST = 3
"""Fewer answers have no custom."""


@dataclass(frozen=True)
class Customs:
    """The usual contents of a case's paragraphs."""

    case: Case
    speech: CaseSpeech
    words: Words

    def marks(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        """The marks of a paragraph that leaves something out."""
        yield from self._silence(paragraph)
        yield from self._oddities(paragraph)

    def _silence(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        words = self.words
        if not paragraph.statements:
            yield Mark("look", "other", words["silent"])
        elif all(each.mode == "hint" for each in paragraph.statements):
            yield Mark("quiet", "other", words["suggests"])

    def _oddities(self, paragraph: CaseParagraph) -> Iterator[Mark]:
        """Facts that most answers to a question state of their speaker, and this one does not: perhaps its line was lost."""
        path = paragraph.paths[0]
        if not isinstance(path, AnswerPath):
            return
        customs, answers = self._customs(path.topic)
        mine = _about_self(paragraph)
        for name, count in customs.items():
            if name not in mine:
                about = self.speech.about(self.case.scope.function_of_name[name])
                yield Mark("look", "other", self.words["odd_one_out"].format(count, answers, about))

    def _customs(self, topic: str) -> tuple[Mapping[str, int], int]:
        """The facts that most answers to a question state of their speaker, and how many answers there are."""
        counts: dict[str, int] = defaultdict(int)
        answers = 0
        for paragraph in self.case.paragraphs:
            if isinstance(paragraph.paths[0], AnswerPath) and paragraph.paths[0].topic == topic:
                answers += 1
                for name in _about_self(paragraph):
                    counts[name] += 1
        return {
            name: count
            for name, count in counts.items()
            if count > _MOST * answers and answers >= _FEWEST and name in self.case.scope.function_of_name
        }, answers


def _about_self(paragraph: CaseParagraph) -> set[str]:
    """The facts that an answer states of its speaker."""
    return {
        name
        for statement in paragraph.statements
        if statement.mode != "hint"
        for name in functions_of(statement.formula, paragraph.speaker or "")
    }

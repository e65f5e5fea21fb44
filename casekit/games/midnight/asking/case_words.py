"""The words of a language for every case: a module like ``english_case_words.py`` for each."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casekit.asking.plain.phrases import Noun
from casekit.language.sentences import Sentences


@dataclass(frozen=True, slots=True)
class Voice:
    """The speaker of a line, in words, and the clause that they are the culprit."""

    name: str
    guilty: str


class CaseWords(ABC):
    """The words for what every case has: the culprit, the ship, who says what."""

    nouns: Mapping[str, Noun]
    """The nouns of the built-in types."""

    values: Mapping[str, str]
    """The words for the built-in values."""

    sentences: Mapping[str, Sentences]
    """The sentences of the built-in facts."""

    exceptions: Mapping[tuple[str, str], Sentences]
    """The sentences of the built-in facts with a value that is not an ordinary one."""

    measures: Mapping[str, str]
    """The words for what is counted."""

    terms: Mapping[str, str]
    """The three questions as noun phrases."""

    @abstractmethod
    def says(self, voices: Sequence[Voice], mode: str, liar: str) -> str:
        """The speakers of a line, outermost first, and how far it is to be believed; there is at least one."""

    @abstractmethod
    def hinted(self) -> str:
        """That a line proves nothing."""

    @abstractmethod
    def lied(self) -> str:
        """That a line that nobody says is marked as a lie."""

    @abstractmethod
    def shown(self, paths: Sequence[str]) -> str:
        """That readers of some paths, of all if none are named, can know what follows."""

    @abstractmethod
    def common(self) -> str:
        """That every reader takes for granted what follows."""

    @abstractmethod
    def told(self) -> str:
        """That every reader learns what follows."""

    @abstractmethod
    def headed(self, head: str, clause: str) -> str:
        """A clause that follows one of these, with a colon."""

"""A document in plain words, for people who read no logic."""

from collections.abc import Mapping

from casekit.asking.plain.plain_words import PlainWords
from casekit.asking.wording import Wording
from casekit.deduce.encoding.vocabulary import NONE
from casekit.diagnostics import Source
from casekit.language.document.dialect import Dialect
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.document.tree import SyntaxTree
from casekit.model.logic import Function
from casekit.model.place import Place
from casekit.model.theory import Fact
from casekit.print.text.prose import label


class PlainSpeech:
    """How people call what formulas of a document name, and what its lines say.

    ``tree`` is the text with the lines as they were written, ``glosses`` are what the writer says of facts, and ``nowhere``
    stands for no value.
    """

    def __init__(
        self,
        tree: SyntaxTree,
        dialect: Dialect,
        plain: PlainWords,
        wording: Wording,
        glosses: Mapping[str, str],
        nowhere: str,
    ) -> None:
        self._dialect, self._plain, self._wording = dialect, plain, wording
        self._glosses, self._nowhere = glosses, nowhere
        self._lines = {item.start: (item, block.heading) for block in tree.blocks for item in block.items}

    def line(self, place: Place, text: str) -> str:
        """The meaning of the line at a place, by whose word; ``text`` is its logic."""
        item, heading = self._lines.get(place.start, (None, None))
        return (self._plain.statement(item, heading) if item and heading else "") or text

    def rule(self, place: Place, text: str) -> str:
        """A rule in words, without where readers learn it; one of the edition has no place, only its ``text``."""
        item, _ = self._lines.get(place.start, (None, None)) if place != Place() else (None, None)
        node = getattr(item, "formula", None) or parse_lone_formula(Source("", text), self._dialect)[0]
        return text if node is None else self._plain.phrases.sentence(self._plain.formula(node))

    def fact(self, fact: Fact) -> str:
        """A fact as a clause."""
        return self._plain.fact(fact)

    def name(self, value: str) -> str:
        """A value as it is printed."""
        if value == NONE:
            return self._nowhere
        printed = self._wording.value(value).strip('"')
        return label(printed, self._plain.lexicon.language) if printed != value else value.replace("_", " ")

    def about(self, function: Function) -> str:
        """The subject of a fact, in the words of the writer."""
        return self._glosses.get(function.name) or function.name.replace("_", " ")

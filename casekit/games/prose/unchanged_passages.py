"""While a case is written, each keystroke leaves all passages but one as they were: in these nothing is looked for again."""

from bisect import bisect_right
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from casekit.diagnostics import Diagnostic
from casekit.games.prose.prose_document import AnyPassage, ProseDocument
from casekit.games.prose.searching import as_written
from casekit.model.place import Place

D = TypeVar("D", bound=ProseDocument)

_MOST_CASES = 4
_MOST_PASSAGES = 2_000
"""The most cases that are remembered, and the most passages of each."""


@dataclass(frozen=True)
class _Surroundings(Generic[D]):
    """The surroundings of a passage, on which its findings depend: all else of its case, and other cases' titles."""

    rest: D
    other_titles: tuple[str, ...]
    sound: set[Hashable] = field(default_factory=set, compare=False)


class UnchangedPassages(Generic[D]):
    """The passages that checks of single passages found nothing in, by all that these checks can see.

    Documents that differ in nothing but passages and places have to be equal without their passages.
    """

    def __init__(self) -> None:
        self._known: list[_Surroundings[D]] = []

    def changed(self, document: D, other_titles: tuple[str, ...]) -> D:
        """The document without those passages."""
        sound = self._sound(document, other_titles)
        return document.keeping([_said(document, each) not in sound for each in document.passages])

    def remember(
        self, document: D, other_titles: tuple[str, ...], changed: D, found: Iterable[Diagnostic]
    ) -> None:
        """Those of the ``changed`` passages that nothing was ``found`` in need not be looked at again."""
        sound = self._sound(document, other_titles)
        # What was not read from a text has no place, so that nobody knows what a finding is about.
        passages = [each for each in document.passages if each.place != Place()]
        lines = [document.source.line_of(each.place.start) for each in passages]
        if lines != sorted(set(lines)):
            return
        flawed = {bisect_right(lines, each.span.line) - 1 for each in found}
        looked_at = {id(each) for each in changed.passages}
        for number, passage in enumerate(passages):
            if number not in flawed and id(passage) in looked_at:
                sound.add(_said(document, passage))

    def _sound(self, document: D, other_titles: tuple[str, ...]) -> set[Hashable]:
        here = _Surroundings(document.keeping([False] * len(document.passages)), other_titles)
        known = next((each for each in self._known if each == here), here)
        if len(known.sound) > _MOST_PASSAGES:
            known.sound.clear()
        self._known = [known, *(each for each in self._known if each is not known)][:_MOST_CASES]
        return known.sound


def _said(document: ProseDocument, passage: AnyPassage) -> Hashable:
    """All that a check can see of a passage but its place; in one scope, a text of logic has one meaning."""
    return (
        passage.name,
        tuple((prose.text, as_written(document.source, prose)) for prose in passage.prose),
        tuple((each.text, each.quotation) for each in passage.statements),
    )

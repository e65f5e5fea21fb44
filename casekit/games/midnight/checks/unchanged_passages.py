"""While a case is written, each keystroke leaves all passages but one as they were: in these nothing is looked for again."""

from bisect import bisect_right
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace

from casekit.diagnostics import Diagnostic, Source
from casekit.games.midnight.case import Case, CaseParagraph, CasePassage
from casekit.games.prose_checks import as_written
from casekit.model.place import Place

_NO_TEXT = Source("", "")
_NOTHING = CasePassage()

_MOST_CASES = 4
_MOST_PASSAGES = 2_000
"""The most cases that are remembered, and the most passages of each."""


@dataclass(frozen=True)
class _Surroundings:
    """The surroundings of a passage, on which its findings depend: all else of its case, and other cases' titles."""

    rest: Case
    other_titles: tuple[str, ...]
    sound: set[Hashable] = field(default_factory=set, compare=False)


class UnchangedPassages:
    """The passages that checks of single passages found nothing in, by all that these checks can see."""

    def __init__(self) -> None:
        self._known: list[_Surroundings] = []

    def changed(self, case: Case, other_titles: tuple[str, ...]) -> Case:
        """The case without those passages."""
        sound = self._sound(case, other_titles)
        return replace(
            case,
            presentation=_without(case, case.presentation, sound),
            paragraphs=tuple(each for each in case.paragraphs if _said(case, each) not in sound),
            solution=_without(case, case.solution, sound),
        )

    def remember(
        self, case: Case, other_titles: tuple[str, ...], changed: Case, found: Iterable[Diagnostic]
    ) -> None:
        """Those of the ``changed`` passages that nothing was ``found`` in need not be looked at again."""
        sound = self._sound(case, other_titles)
        # What was not read from a text has no place, so that nobody knows what a finding is about.
        passages = [each for each in case.passages if each.place != Place()]
        lines = [case.source.line_of(each.place.start) for each in passages]
        if lines != sorted(set(lines)):
            return
        flawed = {bisect_right(lines, each.span.line) - 1 for each in found}
        looked_at = {id(each) for each in changed.passages}
        for number, passage in enumerate(passages):
            if number not in flawed and id(passage) in looked_at:
                sound.add(_said(case, passage))

    def _sound(self, case: Case, other_titles: tuple[str, ...]) -> set[Hashable]:
        rest = replace(case, source=_NO_TEXT, presentation=_NOTHING, paragraphs=(), solution=_NOTHING)
        here = _Surroundings(rest, other_titles)
        known = next((each for each in self._known if each == here), here)
        if len(known.sound) > _MOST_PASSAGES:
            known.sound.clear()
        self._known = [known, *(each for each in self._known if each is not known)][:_MOST_CASES]
        return known.sound


def _without(case: Case, passage: CasePassage, sound: set[Hashable]) -> CasePassage:
    return _NOTHING if _said(case, passage) in sound else passage


def _said(case: Case, passage: CasePassage) -> Hashable:
    """All that a check can see of a passage but its place; in one scope, a text of logic has one meaning."""
    return (
        passage.paths if isinstance(passage, CaseParagraph) else None,
        tuple((prose.text, as_written(case.source, prose)) for prose in passage.prose),
        tuple((each.text, each.quotation) for each in passage.statements),
    )

"""Three ways of reasoning: each says which answers somebody who has read some paragraphs crosses off.

Nobody reasons from paragraphs that are not read. The answers of ``perfect`` and ``steady`` are always right, and more
paragraphs never bring one back; ``hasty`` may cross off the truth.
"""

from collections.abc import Callable, Mapping

from casekit.tabletop.readers.table_evidence import TableEvidence

ReasoningName = str

Crossing = Callable[[TableEvidence, int, int], int]
"""The answers crossed off by a reader of a set of paragraphs, among some answers."""


def perfect(evidence: TableEvidence, read: int, among: int) -> int:
    """Everything that follows: the solver."""
    return evidence.oracles.exact(read, among)


def steady(evidence: TableEvidence, read: int, among: int) -> int:
    """Conclusions line by line, without suppositions; words count once the speaker is cleared or borne out."""
    return evidence.oracles.at_sight(read, among)


def hasty(evidence: TableEvidence, read: int, among: int) -> int:
    """Single paragraphs; everybody is believed until two statements collide, then neither speaker is.

    Who has crossed off every answer to a question begins that question again with what no lie can change.
    """
    crossed, sure = believed(evidence, read)
    for mask in evidence.masks:
        if mask & ~crossed == 0:
            crossed = crossed & ~mask | sure & mask
    return crossed & among


def believed(evidence: TableEvidence, read: int) -> tuple[int, int]:
    """Answers that single paragraphs rule out if one believes all but those that collide, and if one believes nobody."""
    crossed = sure = evidence.given
    for path, single in enumerate(evidence.singles):
        if read >> path & 1:
            doubted = single.spoken and single.collides & read
            crossed |= single.guarded if doubted else single.believed
            sure |= single.guarded
    return crossed, sure


REASONING: Mapping[ReasoningName, Crossing] = {"perfect": perfect, "steady": steady, "hasty": hasty}
"""The ways of reasoning by their names in reports."""

CERTAIN_ONLY = frozenset(("perfect", "steady"))
"""Those whose answers are always right, and grow with what is read."""

"""Lines that were understood in earlier versions of a case: a writer changes one and leaves all others."""

from dataclasses import dataclass, field

from casekit.games.midnight.case import Statement
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.reading.case_tree import FunctionNode, StatementNode
from casekit.language.formula.nodes import FormulaNode
from casekit.language.formula.scope import Scope
from casekit.language.sentences import Sentences

_MOST_VERSIONS = 4
_MOST_LINES = 5_000
"""The most versions that are kept, of other cases or with other names, and the most lines of each."""


@dataclass(frozen=True)
class KeptLines:
    """The meaning of lines in one scope of one edition, by their nodes, and the sentences of facts by how they are written.

    Nothing is kept that something is wrong with. The places of what is kept are those of an earlier version.
    """

    scope: Scope
    edition: Edition
    statements: dict[StatementNode, Statement] = field(default_factory=dict)
    texts: dict[FormulaNode, str] = field(default_factory=dict)
    sentences: dict[tuple[FunctionNode, str], Sentences | None] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Whether it is time to begin with an empty memory."""
        return max(len(self.statements), len(self.texts), len(self.sentences)) > _MOST_LINES


_KEPT: list[KeptLines] = []


def kept_for(scope: Scope, edition: Edition) -> KeptLines:
    """The lines known in a scope of an edition; both have to be the same objects as before."""
    kept = next((each for each in _KEPT if each.scope is scope and each.edition is edition), None)
    others = [each for each in _KEPT if each is not kept]
    if kept is None or kept.full:
        kept = KeptLines(scope, edition)
    _KEPT[:] = [kept, *others][:_MOST_VERSIONS]
    return kept

"""Laws and what lines say as formula text: read once, typed in a scope of names."""

from casekit.diagnostics import Source
from casekit.frozen import frozen
from casekit.language.document.dialect import Dialect
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.formula.nodes import Scope
from casekit.language.formula.typecheck import Typer
from casekit.model.logic import Formula, with_values


@frozen(slots=True)
class Sentence:
    """A formula and its canonical text."""

    formula: Formula
    text: str


def read_law(text: str, dialect: Dialect, scope: Scope) -> Formula:
    """The formula that a text is.

    Raises:
        ValueError: if it is not a formula in this scope, which is a mistake of the game's.
    """
    source = Source("law", text)
    node, problems = parse_lone_formula(source, dialect)
    formula, problems = (None, problems) if node is None else Typer(scope, source).type_formula(node)
    if formula is None:
        raise ValueError(f"{problems[0].message}, in the law: {text}")
    return formula


class Laws:
    """Sentences from patterns of formulas with holes for names, such as ``holder({card}) = {player}``, in a ``scope``."""

    def __init__(self, dialect: Dialect, scope: Scope) -> None:
        self._dialect, self.scope = dialect, scope
        self._read: dict[str, tuple[dict[str, str], Formula]] = {}

    def said(self, pattern: str, **names: str) -> Sentence:
        """A formula with names in its holes. A pattern is read once; later other names are put into what was read."""
        text = pattern.format(**names)
        if pattern in self._read:
            first, formula = self._read[pattern]
            put = dict(zip(first.values(), names.values(), strict=True))
            return Sentence(with_values(formula, put), text)
        formula = read_law(text, self._dialect, self.scope)
        if len({*names.values()}) == len(names):
            # Where one name is in two holes, nobody knows which of two others to put there.
            self._read[pattern] = (names, formula)
        return Sentence(formula, text)

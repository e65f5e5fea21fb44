"""What a puzzle means: its names, and its theory."""

from casekit.analysis.wording import TRUTH
from casekit.diagnostics import Place
from casekit.kit.defaults.document import PlainLanguageRoom, read_plain
from casekit.kit.defaults.theory import RULE, RULES, STATEMENT, TheorySpec, analyzer_of, line_of
from casekit.language.formula.nodes import Scope
from casekit.logic.formulas import Function, Sort
from caskets.codes import CONTRADICTORY_INSCRIPTIONS
from caskets.forms import DIALECT, VALUES

_CASKET = Sort("casket", VALUES)
_PORTRAIT = Function("portrait", (), _CASKET)
_SCOPE = Scope((_CASKET,), (_PORTRAIT, Function("true", (_CASKET,))))
_ASKED = TheorySpec(DIALECT, (_PORTRAIT,), CONTRADICTORY_INSCRIPTIONS, "casket")
_KINDS = {"says": STATEMENT, "fact": TRUTH}


class CasketsLanguage(PlainLanguageRoom):
    """Editions, and puzzles with the meaning of their names."""

    def resolve(self, tree, settings):
        return read_plain(tree, DIALECT, settings, _SCOPE)


def analyze(document):
    """An inscription is true exactly if what it says is so; the header says how many are."""
    number = document.header.get("true", "1")
    lines = [line_of(document, _ASKED, RULE, RULES, f"exactly {number} casket X: true(X)", Place())]
    for line in document.lines:
        text = line.said[line.form].text
        if line.form == "says":
            text = f"true({line.block}) iff ({text})"
        lines.append(line_of(document, _ASKED, _KINDS[line.form], line.block, text, line.place))
    return analyzer_of(document, _ASKED, lines)

"""Lines of play in which somebody speaks, with the lines of logic that quote the words."""

from collections.abc import Sequence
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic, Place, Prose
from casekit.games.prose.prose_document import ProsePassage, QuotingLine, Speaker
from casekit.language.document.canonical import quoted
from casekit.language.document.dialect import Dialect, FormNode
from casekit.language.document.forms import Form, parts
from casekit.language.formula.formatting import format_formula
from casekit.language.formula.typecheck import Typer
from casekit.model.logic import Constant

SPEECH = Form(
    "speech",
    ("{player} says {said:speech}",),
    'ALICE says "I was at home."',
    "what somebody says",
    notes={"said": "In their words; the lines below it, with `~`, quote them."},
)
QUOTING = Form(
    "statement",
    ("~ {formula}  [{quotation}]",),
    '~ stayed(ALICE, 1)  "I was at home"',
    "what the words above say, as a formula",
)


@dataclass(frozen=True)
class SpokenLine(ProsePassage[str]):
    """Words of a player, with what they say as formulas, each of which quotes some of them."""

    number: int = 0
    player: str = ""

    @property
    def name(self) -> str:
        """The name that messages have for it."""
        return f"line {self.number}"

    @property
    def said(self) -> str:
        """The words."""
        return self.prose[0].text

    @property
    def text(self) -> str:
        """The canonical text of the line in which the words are."""
        return f"{self.player} says {quoted(self.said)}"

    @property
    def written(self) -> tuple[str, ...]:
        """This line, and those below it."""
        return (
            self.text,
            *(f"~ {each.text}  {quoted(each.quotation)}" for each in self.statements),
        )


def is_speech(dialect: Dialect, line: FormNode) -> bool:
    """Whether lines below a line may quote it."""
    pattern, _ = dialect.values(line)
    return any(kind.name == "speech" for part in parts(pattern) for kind in part.kinds)


def speech_of(
    number: int, line: FormNode, below: Sequence[FormNode], typer: Typer
) -> tuple[SpokenLine, tuple[Diagnostic, ...]]:
    """A speech with the lines below it, and what is wrong with their names and types."""
    player, said = line["player"].text, line["said"]
    speaker = (Speaker(player, Constant(player)),)
    lines: list[QuotingLine[str]] = []
    problems: list[Diagnostic] = []
    for node in below:
        formula, found = typer.type_formula(node["formula"])
        problems += found
        if formula is not None:
            quotation = node["quotation"]
            text, place = format_formula(node["formula"]), Place(node.start, node.end)
            words = quotation.text if quotation else ""
            lines.append(QuotingLine("plain", speaker, formula, words, text, place))
    within = Place(said.start + 1, said.end - 1)
    prose = Prose(said.text, within, (within,))
    return SpokenLine((prose,), tuple(lines), Place(line.start, line.end), number, player), tuple(problems)

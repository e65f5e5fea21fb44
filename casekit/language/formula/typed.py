"""Terms as typing makes them, and the mistakes that stop it."""

from dataclasses import dataclass

from casekit.diagnostics import Code
from casekit.language.formula.clocks import TIME
from casekit.language.formula.formatting import format_term
from casekit.language.formula.nodes import GroupName, Node, Operand, Shift, TermNode, Word
from casekit.model.logic import Constant, Sort, Term


@dataclass(frozen=True, slots=True)
class Typed:
    """A term with the sort of its values (``None`` for the bare ``none``) and whether it may have none of them."""

    term: Term
    sort: Sort | None
    optional: bool = False

    @property
    def values(self) -> frozenset[str]:
        """The values it may have."""
        if isinstance(self.term, Constant):
            return frozenset((self.term.value,))
        return frozenset(self.sort.values) if self.sort is not None else frozenset()

    def may_miss(self, sort: Sort) -> bool:
        """Whether it may have no value of a sort."""
        return self.optional or not self.values <= {*sort.values}

    @property
    def kind(self) -> str:
        """Its kind, with an article."""
        if self.sort is None:
            return "`none`"
        article = "an" if self.sort.name[0] in "aeiou" else "a"
        return f"{article} {self.sort.name}"


class Mistake(Exception):  # noqa: N818 -- no caller of the typer ever sees it
    """Stops the typing of one formula; the caller goes on with the next."""

    def __init__(self, code: Code, message: str, node: Node, hint: str) -> None:
        super().__init__(message)
        self.code, self.message, self.node, self.hint = code, message, node, hint


def label(node: Operand) -> str:
    """The name of a term in messages: its first one."""
    return format_term(node) if isinstance(node, Shift) else node.name


def name_of(node: Node) -> str:
    """The name that a term or a word begins with."""
    match node:
        case TermNode(name=name) | GroupName(name):
            return name
        case Word(text=text):
            return text
    return ""


def is_time(node: Operand) -> bool:
    """Whether a term is a time of the clock, or some minutes before or after one."""
    while isinstance(node, Shift):
        node = node.term
    return TIME.fullmatch(node.name) is not None

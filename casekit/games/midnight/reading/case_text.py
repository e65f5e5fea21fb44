"""The lines of a case in the one canonical form, but for what every document has."""

from collections.abc import Iterable

from casekit.games.midnight.reading.case_tree import (
    AnswerNode,
    ClockNode,
    FunctionNode,
    GroupNode,
    LineNode,
    RuleNode,
    SortNode,
    StatementNode,
)
from casekit.language.document.canonical import DEEPER, WIDTH, quoted, wrapped
from casekit.language.document.tree import Heading, Item
from casekit.language.formula.formatting import format_formula, format_term
from casekit.language.formula.nodes import Word


def format_statement(statement: StatementNode) -> str:
    """The canonical text of a statement without its mark and its quotation."""
    mode = [] if statement.mode == "plain" else [statement.mode]
    speakers = [f"{format_term(speaker)} says" for speaker in statement.speakers]
    by = ["by " + ", ".join(map(heading_text, statement.by))] if statement.by else []
    return " ".join([*mode, *speakers, format_formula(statement.formula), *by])


def format_rule(rule: RuleNode) -> str:
    """The canonical text of a rule without its quotation."""
    return f"{'common ' if rule.common else ''}{format_formula(rule.formula)}"


def heading_text(heading: Heading) -> str:
    """A heading without its mark."""
    match heading.kind:
        case "answer":
            return " ".join(word.text for word in heading.words)
        case "places":
            return ", ".join(word.text for word in heading.words)
    return heading.kind


def item_lines(item: Item) -> Iterable[str]:
    """The lines of an item."""
    match item:
        case StatementNode():
            return _statement(item)
        case AnswerNode(kind, slug, label):
            return [f"{kind} {slug.text} {quoted(label)}"]
        case SortNode(name, values):
            return wrapped(f"type {name.text}: {', '.join(value.text for value in values)}")
        case ClockNode(name, first, last, step):
            return [f"type {name.text}: clock {first.text} to {last.text} every {step.text} min"]
        case GroupNode(name, values):
            return wrapped(f"group {name.text}: {', '.join(value.text for value in values)}")
        case FunctionNode():
            return _function(item)
        case LineNode(formula):
            return wrapped(format_formula(formula))
        case RuleNode():
            return _with_quotation(wrapped(format_rule(item)), item.quotation)
    raise TypeError(f"no item of a case: {item!r}")


def declaration(node: FunctionNode) -> str:
    """The canonical text of a declared fact without its sentences."""
    arguments = f"({', '.join(word.text for word in node.arguments)})" if node.arguments else ""
    values = f": {node.values.text}{'?' if node.optional else ''}" if node.values else ""
    return f"{node.name.text}{arguments}{values}"


def _function(node: FunctionNode) -> list[str]:
    declared, sentences = declaration(node), list(map(quoted, node.sentences))
    line = "  ".join([declared, *sentences])
    return [line] if len(line) <= WIDTH else [declared, *(DEEPER + sentence for sentence in sentences)]


def _statement(statement: StatementNode) -> list[str]:
    return _with_quotation(wrapped(f"~ {format_statement(statement)}"), statement.quotation)


def _with_quotation(lines: list[str], words: Word | None) -> list[str]:
    if words is None:
        return lines
    quotation = quoted(words)
    if len(lines[-1]) + 2 + len(quotation) <= WIDTH:
        return [*lines[:-1], f"{lines[-1]}  {quotation}"]
    return [*lines, DEEPER + quotation]

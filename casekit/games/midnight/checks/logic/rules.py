"""A proof may rest on nothing that the book does not say or every reader takes for granted (``docs/language.md``, "Rules")."""

from collections.abc import Iterator
from itertools import islice

from casekit.diagnostics import Diagnostic, codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.case_theory import ACCIDENT, TARGETS
from casekit.games.midnight.case import Case
from casekit.games.midnight.codes import ANSWERING_RULE, UNTOLD_RULE
from casekit.games.prose.searching import folded_prose, quoted_in


def untold(case: Case) -> Iterator[Diagnostic]:
    """Rules of which readers know nothing."""
    for rule in case.rules:
        if not (rule.told or rule.common or rule.is_general):
            yield Diagnostic(
                UNTOLD_RULE,
                "no reader knows this rule: it quotes no words of the presentation",
                case.span(rule.place),
                hint='quote the words that say it, as in `rule "words"`, or write `common` before it if it goes without saying',
            )


def misquoted(case: Case) -> Iterator[Diagnostic]:
    """Rules that quote words which are not in the presentation."""
    prose = folded_prose(case.presentation)
    for rule in case.rules:
        if rule.told and not rule.is_general and not quoted_in(prose, rule.told):
            yield Diagnostic(
                codes.QUOTATION_NOT_IN_PROSE,
                f'"{rule.told}" is not in the presentation',
                case.span(rule.place),
                hint="quote the words of the presentation as they are, or write them there",
            )


def answering(inquiry: CaseInquiry) -> Iterator[Diagnostic]:
    """Rules that fix an answer by themselves: that is for the paragraphs to do."""
    knowledge = inquiry.knowledge
    for name, origin in inquiry.origins.items():
        if origin.kind != "rule" or name not in knowledge.selectors:
            continue
        known = knowledge.assume((ACCIDENT, name))
        for target in TARGETS:
            nodes = knowledge.vocabulary[(target, ())]
            left = (value for value, node in nodes.items() if knowledge.solve([*known, node]))
            # A second one is enough: there may be thousands.
            if len(list(islice(left, 2))) == 1 < len(nodes):
                yield Diagnostic(
                    ANSWERING_RULE,
                    f"this rule fixes the {target}: whoever knows it need read nothing",
                    inquiry.place(origin),
                    hint="say in a paragraph what it follows from, and state that there",
                )
                break

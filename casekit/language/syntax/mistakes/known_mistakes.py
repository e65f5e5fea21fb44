"""Mistakes in formulas that are known by examples.

An example is a piece of a document that the parser stops at in the same state and at the same kind of token
as at the writer's slip. The order counts: the first that fits is reported.
"""

from collections.abc import Iterator
from functools import cache

from lark import UnexpectedInput

from casekit.language.syntax.dialect import Dialect, KnownMistake
from casekit.language.syntax.mistakes import formula_errors
from casekit.language.syntax.stepped_parse import Start, SteppedParse

Signature = tuple[object, str, str]
"""How the parser stops: its state, and the type and text of the token it stops at."""

ALONE = {
    "CURLY": formula_errors.FORMULA_SLIPS["curly quotation"],
    "DIGITS": formula_errors.FORMULA_SLIPS["name with digit first"],
}
"""Tokens that are one slip wherever they are."""


def recognise(mistake: UnexpectedInput, dialect: Dialect) -> KnownMistake | None:
    """The slip whose examples stop the parser as this mistake does."""
    signature = _signature(mistake)
    known = _known(dialect)
    return known.get(signature) or known.get((*signature[:2], ""))


def _signature(mistake: UnexpectedInput) -> Signature:
    state, token = getattr(mistake, "state", None), getattr(mistake, "token", None)
    known = ("", "") if token is None else (token.type, str(token))
    return (getattr(state, "position", state), *known)


@cache
def _known(dialect: Dialect) -> dict[Signature, KnownMistake]:
    known: dict[Signature, KnownMistake] = {}
    for slip in dialect.slips:
        for start, text in examples(slip, dialect):
            signature = _last_stop(text, start, dialect)
            if signature is not None:
                known.setdefault(signature, slip)
                known.setdefault((*signature[:2], ""), slip)
    return known


def examples(slip: KnownMistake, dialect: Dialect) -> Iterator[tuple[Start, str]]:
    """Every example of a slip, with what it is to be parsed as."""
    for formula in slip.formulas:
        yield from (("document", f"{place}{formula}\n") for place in dialect.formula_places)
        yield "lone_formula", f"{formula}\n"
    yield from (("lone_formula", f"{formula}\n") for formula in slip.alone)
    yield from (("document", example) for example in slip.examples)


def _last_stop(text: str, start: Start, dialect: Dialect) -> Signature | None:
    """How the parser stops last in a text, if it does."""
    steps, last = SteppedParse(text, start, dialect), None
    while True:
        try:
            steps.finish()
        except UnexpectedInput as mistake:
            last = _signature(mistake)
            stopped: int | None = mistake.pos_in_stream
            at = text.find("\n", stopped or 0) + 1
            if at in {0, len(text)}:
                return last
            steps.go_on(at)
        else:
            return last

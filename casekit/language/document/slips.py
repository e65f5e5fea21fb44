"""Common slips, each recognised by examples of it, with the words to say of it.

An example is a piece of a case that the parser stops at in the same state and at the same kind of token as at
the writer's slip. The order counts: the first that fits is told.
"""

from collections.abc import Iterator
from functools import cache

from lark import UnexpectedInput

from casekit.language.document.dialect import Dialect, Slip
from casekit.language.document.steps import Start, SteppedParse

Signature = tuple[object, str, str]
"""How the parser stops: its state, and the type and text of the token it stops at."""


def recognise(mistake: UnexpectedInput, dialect: Dialect) -> Slip | None:
    """The slip whose examples stop the parser as this mistake does."""
    signature = _signature(mistake)
    known = _known(dialect)
    kind = signature[1]
    return known.get(signature) or known.get((signature[0], kind, "")) or known.get((None, kind, ""))


def is_slip_alone(kind: str) -> bool:
    """Whether a token of this type is one slip wherever it stands."""
    return kind.rpartition("__")[2] in {"CURLY", "DIGITS"}


def _signature(mistake: UnexpectedInput) -> Signature:
    token = getattr(mistake, "token", None)
    if token is None:
        return (_state(mistake), "", "")
    return (_state(mistake), token.type, str(token))


def _state(mistake: UnexpectedInput) -> object:
    state = getattr(mistake, "state", None)
    return getattr(state, "position", state)


@cache
def _known(dialect: Dialect) -> dict[Signature, Slip]:
    known: dict[Signature, Slip] = {}
    for slip in dialect.slips:
        for signature in stops(slip, dialect):
            known.setdefault(signature, slip)
            known.setdefault((*signature[:2], ""), slip)
            if is_slip_alone(signature[1]):
                known.setdefault((None, signature[1], ""), slip)
    return known


def stops(slip: Slip, dialect: Dialect) -> Iterator[Signature]:
    """How the parser stops last at each example of a slip, as a document or as a formula that stands alone."""
    for start, text in examples(slip, dialect):
        signature = _last_stop(text, start, dialect)
        if signature is not None:
            yield signature


def examples(slip: Slip, dialect: Dialect) -> Iterator[tuple[Start, str]]:
    """Every example of a slip, with what it is to be parsed as."""
    for formula in slip.formulas:
        yield from (("document", f"{place}{formula}\n") for place in dialect.formula_places)
        yield "lone_formula", f"{formula}\n"
    yield from (("lone_formula", f"{formula}\n") for formula in slip.alone)
    yield from (("document", example) for example in slip.examples)


def _last_stop(text: str, start: Start, dialect: Dialect) -> Signature | None:
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

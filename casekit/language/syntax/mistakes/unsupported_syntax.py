"""The error of text that the grammar allows but that casekit does not read."""

from lark import UnexpectedInput

from casekit.diagnostics import Code, codes
from casekit.language.syntax.dialect import KnownMistake


class UnsupportedSyntax(UnexpectedInput):
    """Something that the grammar allows but that casekit does not read: where it is, why, and what to do."""

    def __init__(self, at: int, message: str, hint: str, code: Code = codes.SYNTAX_ERROR) -> None:
        super().__init__(message)
        self.slip = KnownMistake(code, message, hint)
        self.pos_in_stream = at  # type: ignore[assignment]  # lark knows its default alone

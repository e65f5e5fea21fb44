"""Bar codes of 13 digits (EAN-13, GS1 General Specifications, section 5.2), as dark and light modules.

The modules come from python-barcode. A number may be written with hyphens and spaces between its digits.
"""

import re
from functools import cache
from typing import Any

DIGITS = 13
MODULE = 0.33
"""The width of a module at full size, in millimetres."""
BAR, GUARD = 22.85, 24.5
"""How long bars are, and those at the ends and in the middle."""
QUIET = (11, 7)
"""The light modules that are needed at the left and at the right."""


def digits_of(number: str) -> str:
    """The digits of a number without what is between them."""
    return re.sub(r"[\s-]", "", number)


def flaw(number: str, *, books: bool = False) -> tuple[str, str] | None:
    """Why a number, which must be one for ``books`` or may be any, has no bar code, and what to do."""
    digits = digits_of(number)
    if not (digits.isascii() and digits.isdecimal() and len(digits) == DIGITS):
        return f"it has not {DIGITS} digits", "write all of them, as in 978-0-306-40615-7"
    if books and not digits.startswith(("978", "979")):
        return "it begins with neither 978 nor 979", "write it as `ean` if it is not of a book"
    right = str(_code(digits[:-1]).calculate_checksum())
    if digits[-1] != right:
        return f"its last digit would have to be {right}", "compare all digits with those that you were given"
    return None


@cache
def bars(number: str) -> tuple[dict[str, int], ...]:
    """The dark bars of a number without a flaw, from the left: start and width of each, in modules.

    Those that guard others are longer.
    """
    (modules,) = _code(digits_of(number)[:-1]).build()
    return tuple(
        {"start": bar.start(), "width": bar.end() - bar.start(), "guards": bar[0][0] == "G"}
        for bar in re.finditer("1+|G+", modules)
    )


def _code(digits: str) -> Any:
    from barcode.ean import EuropeanArticleNumber13WithGuard  # noqa: PLC0415 -- few covers have one

    return EuropeanArticleNumber13WithGuard(digits)

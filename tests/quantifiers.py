"""The quantifiers of the language, to be drawn, and what each means, found without asking the program."""

from itertools import cycle

from casekit.logic.formulas import QUANTIFIERS

WITH_NUMBER = [name for name, form in QUANTIFIERS.items() if form.has_number]
"""Quantifiers that are written with a number."""

WITHOUT_NUMBER = [name for name, form in QUANTIFIERS.items() if not form.has_number]

WRITTEN = [*WITHOUT_NUMBER, *map(" ".join, zip(WITH_NUMBER, cycle("12")))]
"""Each quantifier as it begins a formula, those with a number with 1 or 2."""

MEANINGS = {
    "every": lambda _, false, __: false == 0,
    "some": lambda true, _, __: true > 0,
    "no": lambda true, _, __: true == 0,
    "exactly": lambda true, _, count: true == count,
    "at least": lambda true, _, count: true >= count,
    "at most": lambda true, _, count: true <= count,
}
"""Whether a formula holds, by how many of its instances are true, how many are false, and its number."""


def quantifier_holds(quantifier, instances, count):
    """Whether a quantified formula holds.

    ``instances`` are ``True``, ``False``, or ``None`` where a term has no value. A quantifier that nobody has
    given a meaning here is a ``KeyError``.
    """
    return MEANINGS[quantifier](instances.count(True), instances.count(False), count)

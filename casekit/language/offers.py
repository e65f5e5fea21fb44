"""Offers at a place of a text, for editors."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from casekit.language.document.dialect import Dialect
from casekit.language.document.forms import Fixed, PartKind
from casekit.language.document.slips import in_block
from casekit.language.formula.name_mentions import Kind

_NAME_BEGUN = re.compile(r"[\w-]*$")


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that could be written: what is inserted, what it is, and what is said of it.

    ``wanted`` goes first, such as a heading that is still missing.
    """

    text: str
    kind: Kind | Literal["heading", "keyword"]
    detail: str = ""
    wanted: bool = False


@dataclass(frozen=True, slots=True)
class EditionName:
    """A name that the edition gives to all its documents; ``about`` it, in Markdown.

    It is renamed by replacing the word in all of them and in the edition's file; ``refusal`` says why it cannot be.
    """

    about: str = ""
    refusal: str = ""


def offers_of(
    dialect: Dialect, block: str, before: str, names: Mapping[str, tuple[Offer, ...]]
) -> tuple[Offer, ...]:
    """The words that a line of a block may go on with, and the ``names`` of each kind."""
    form = next((each for each in dialect.outline if each.kind == block), None)
    place = in_block(dialect, form, _NAME_BEGUN.sub("", before)) if form else None
    found: list[Offer] = []
    for atom in place.atoms if place else ():
        if isinstance(atom, PartKind):
            found += names.get(atom.name, ())
        elif isinstance(atom, Fixed) and atom.text.isalpha():
            found.append(Offer(atom.text, "keyword", dialect.about(atom.text)))
    return tuple(found)

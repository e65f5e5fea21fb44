"""The kinds of simulated readers, and their names as commands write them: ``steady/leads``."""

from collections.abc import Mapping

from casekit.values import frozen

FOLLOWING = ("random", "near", "leads", "suite-first", "clairvoyant")
"""The ways of following, in the order in which they are numbered."""

REASONS = ("hasty", "steady", "perfect")
"""The ways of reasoning, from the least to the most."""

TEMPERS: Mapping[str, frozenset[str]] = {
    "close": frozenset(("private", "extracts")),
    "open": frozenset(),
    "bold": frozenset(("private", "extracts", "bold")),
}
"""The tempers by their names in reports, with what a reader of the temper does.

It reads in ``private`` if it can, ``extracts`` what others know, and if it is ``bold``, it makes revelations
before it is certain. The game is a bet: the usual reader keeps what it learns to itself.
"""

USUAL_TEMPER = "close"


@frozen(slots=True)
class Reader:
    """A kind of reader."""

    reasoning: str
    """One of ``REASONS``: what it concludes from what it has read."""

    following: str
    """One of ``FOLLOWING``: which path it goes for."""

    temper: str = USUAL_TEMPER
    """A name of ``TEMPERS``: how it deals with the others."""

    def __str__(self) -> str:
        without_temper = f"{self.reasoning}/{self.following}"
        return without_temper if self.temper == USUAL_TEMPER else f"{without_temper}/{self.temper}"


Crew = tuple[Reader, ...]
"""The readers at a table, in the order of seats; if there are more seats it begins again."""

USUAL_CREWS = "steady/random, steady/near, hasty/leads, steady/leads, perfect/leads, steady/suite-first, steady/clairvoyant"
"""The kinds that are simulated if no others are asked for, each at tables of its own."""


def crews_from(text: str) -> tuple[Crew, ...]:
    """The crews that a text names: ``steady/leads, hasty/near + perfect/leads`` names two.

    There are commas between them, and ``+`` between the readers of one table.

    Raises:
        ValueError: if it names something else; the message says which word is wrong and what it may be.
    """
    crews = [tuple(map(reader_from, crew.split("+"))) for crew in text.split(",") if crew.strip()]
    if not crews:
        raise ValueError(f"name readers, such as `{USUAL_CREWS.split(',', maxsplit=1)[0]}`")
    return tuple(dict.fromkeys(crews))


def reader_from(text: str) -> Reader:
    """The kind that a text names: ``REASONING/FOLLOWING``, and after another slash a temper if not ``close``.

    Raises:
        ValueError: if it names something else; the message says which word is wrong and what it may be.
    """
    words = [word.strip() for word in text.split("/")]
    if not 2 <= len(words) <= 3:  # noqa: PLR2004 - reasoning, following and perhaps a temper
        raise ValueError(f"`{text.strip()}` is not a reader: write REASONING/FOLLOWING, as in `steady/leads`")
    for word, choices in zip(words, (REASONS, FOLLOWING, tuple(TEMPERS)), strict=False):
        if word not in choices:
            raise ValueError(f"`{word}` is not one of {', '.join(choices)}")
    return Reader(*words)

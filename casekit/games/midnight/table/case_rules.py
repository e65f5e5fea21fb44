"""The board game as casekit plays it (``casekit.tabletop.table_rules``), and kinds of readers: how they are written, and which mixes there are."""

from collections.abc import Mapping

from casekit.frozen import frozen
from casekit.games.game import later
from casekit.games.midnight.board_game import FEWEST, MOST
from casekit.tabletop.table_rules import Rules, TableWords

FOLLOWING = ("random", "near", "leads", "suite-first", "clairvoyant")
"""The ways of following, in the order in which they are numbered."""

REASONS = ("hasty", "steady", "perfect")
"""The ways of reasoning, from the least to the most."""


@frozen(slots=True)
class Temper:
    """Whether a reader reads in private if it can, extracts, and makes revelations before it is certain."""

    private: bool = False
    extracts: bool = False
    bold: bool = False


TEMPERS: Mapping[str, Temper] = {
    "close": Temper(private=True, extracts=True),
    "open": Temper(),
    "bold": Temper(private=True, extracts=True, bold=True),
}
"""The tempers by their names in reports. The game is a bet, so the usual one keeps what it learns to itself."""

USUAL_TEMPER = "close"


@frozen(slots=True)
class Reader:
    """A kind of reader; each field is a name."""

    reasoning: str
    following: str
    temper: str = USUAL_TEMPER

    def __str__(self) -> str:
        plain = f"{self.reasoning}/{self.following}"
        return plain if self.temper == USUAL_TEMPER else f"{plain}/{self.temper}"


Crew = tuple[Reader, ...]
"""The readers at a table, in the order of seats; if there are more seats it begins again."""

USUAL = "steady/random, steady/near, hasty/leads, steady/leads, perfect/leads, steady/suite-first, steady/clairvoyant"
"""The kinds that are simulated if no others are asked for, each at tables of its own."""


def crews(text: str) -> tuple[Crew, ...]:
    """The crews that a text names, with commas between them and ``+`` between the readers of one table.

    Raises:
        ValueError: if it names something else; the message says which word is wrong and what it may be.
    """
    found = tuple(tuple(reader(one) for one in crew.split("+")) for crew in text.split(",") if crew.strip())
    if not found:
        raise ValueError(f"name readers, such as `{USUAL.split(',', maxsplit=1)[0]}`")
    return tuple(dict.fromkeys(found))


def reader(text: str) -> Reader:
    """The kind that a text names: ``REASONING/FOLLOWING``, with a temper after another slash if it is not ``close``.

    Raises:
        ValueError: if it names something else; the message says which word is wrong and what it may be.
    """
    words = [word.strip() for word in text.split("/")]
    if not 2 <= len(words) <= 3:  # noqa: PLR2004 - reasoning, following and perhaps a temper
        raise ValueError(f"`{text.strip()}` is not a reader: write REASONING/FOLLOWING, as in `steady/leads`")
    for word, known in zip(words, (REASONS, FOLLOWING, tuple(TEMPERS)), strict=False):
        if word not in known:
            raise ValueError(f"`{word}` is not one of {', '.join(known)}")
    return Reader(*words)


RULES = Rules(
    fewest=FEWEST,
    most=MOST,
    words=TableWords(
        player="detective",
        players="detectives",
        end="port",
        claims="revelations",
        opening=", and let the scene of the crime tell something",
    ),
    usual=USUAL,
    crews=crews,
    # Who looks for what is near may do better or worse than who follows what is said.
    ladders=(
        tuple(f"steady/{following}" for following in FOLLOWING if following != "near"),
        tuple(f"{reasoning}/leads" for reasoning in REASONS),
    ),
    measures={
        "solved by port": "solved",
        "certain by port": "certain",
        "mistaken": "mistaken",
        "score": "score",
        "revealed": "revealed",
    },
    counters=frozenset(
        (
            *("ended", "extended", "claimant"),
            *("points", "track", "course", "drawn", "tokens", "spent", "places"),
        )
    ),
    subject=later("casekit.games.midnight.table.batch.case_subject:case_subject"),
    playbook=later("casekit.games.midnight.table.case_playbook:case_playbook"),
    host=later("casekit.games.midnight.table.sitting.case_match:case_host"),
)

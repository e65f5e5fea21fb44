"""The board game as casekit plays it (``casekit.tabletop.table_rules``)."""

from casekit.games.later import later
from casekit.games.midnight.table.board import FEWEST, MOST
from casekit.games.midnight.table.reader_kinds import FOLLOWING, REASONS, USUAL, crews
from casekit.games.midnight.table.scoring import HIGHEST, LOWEST
from casekit.tabletop.table_rules import Rules, TableWords

RULES = Rules(
    fewest=FEWEST,
    most=MOST,
    lowest=LOWEST,
    highest=HIGHEST,
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

"""The board game as casekit plays it (``casekit.tabletop.game_rules``)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casekit.analysis.analyzer import Answered
from casekit.games.midnight.board.readers import FOLLOWING, REASONS, USUAL_CREWS, crews_from
from casekit.games.midnight.board_figures import FEWEST, MOST
from casekit.games.midnight.document import Case
from casekit.tabletop.game_rules import ReaderModel, TableGame, TableWords

if TYPE_CHECKING:
    from casekit.games.midnight.theory.case_analysis import CaseAnalysis
    from casekit.tabletop.match import MatchFactory
    from casekit.tabletop.playtests.playbook import Playbook


def _subject(analysis: "CaseAnalysis", players: Sequence[int]) -> Answered[ReaderModel]:
    from casekit.games.midnight.simulation.subject import case_subject

    return case_subject(analysis, players)


def _playbook(case: Case) -> "Playbook":
    from casekit.games.midnight.play.playbook import case_playbook

    return case_playbook(case)


def _host(analysis: "CaseAnalysis") -> "Answered[MatchFactory]":
    from casekit.games.midnight.play.match import case_host

    return case_host(analysis)


RULES = TableGame(
    fewest=FEWEST,
    most=MOST,
    words=TableWords(
        player="detective",
        players="detectives",
        end="port",
        claims="revelations",
        opening=", and let the scene of the crime tell something",
    ),
    usual=USUAL_CREWS,
    crews=crews_from,
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
    subject=_subject,
    playbook=_playbook,
    host=_host,
)

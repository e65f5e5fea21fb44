"""A case that is ready for people: everything that does not change from game to game."""

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.table.board import FEWEST, MOST, board_of
from casekit.games.midnight.table.card_deck import cards_of
from casekit.games.midnight.table.playable import unplayable
from casekit.games.midnight.table.playtest.case_playbook import case_playbook
from casekit.games.midnight.table.readers.collecting_evidence import gather
from casekit.games.midnight.table.readers.kinds import crews
from casekit.games.midnight.table.sitting.case_match import CaseMatch
from casekit.games.midnight.table.state import POINTS
from casekit.resources import words as words_in
from casekit.tabletop.playing.match import Host, Seating, Skill, TableOffer

COLLEAGUES = ("Whitlock", "Okoro", "Lindqvist", "Castellane", "Brandt")
"""The names of simulated detectives, by seat."""

SKILLS = (
    ("easy", "hasty/near + hasty/leads + steady/near + hasty/leads + hasty/random"),
    ("usual", "steady/leads + hasty/leads + steady/suite-first + steady/near + perfect/leads"),
    ("hard", "perfect/leads + perfect/suite-first + perfect/leads + perfect/suite-first + perfect/leads"),
)
"""Mixes of readers that can be chosen without knowing their kinds. None of them knows where the proof is."""

_USUAL = (4, "usual")
"""How many play if nobody says, and with which skill."""


class CaseHost(Host):
    """A case at as many tables as people like."""

    def __init__(self, inquiry: CaseInquiry) -> None:
        edition = inquiry.case.edition
        phrases = words_in("games/midnight/words/sitting.toml", edition.language)
        self._edition = edition
        self._evidence = gather(inquiry, board_of(edition, cards_of(edition).events))
        self.book = case_playbook(inquiry.case)
        names = {zone.number: zone.name for zone in edition.zones}
        revelations = edition.table.revelations
        most = max(
            players
            for players in range(FEWEST, MOST + 1)
            if not unplayable(edition, [players], inquiry.source)
        )
        self.offer = TableOffer(
            FEWEST,
            most,
            (min(_USUAL[0], most), _USUAL[1]),
            tuple(Skill(key, phrases[f"skill_{key}"], readers) for key, readers in SKILLS),
            COLLEAGUES,
            phrases["colleague"],
            {
                **phrases,
                "rules": phrases["rules"].format(
                    POINTS, f"{phrases['zone'].format(revelations)} ({names.get(revelations, '')})"
                ),
            },
        )

    def kinds(self, readers: str) -> tuple[str, ...]:
        """The readers of the first table that a text names, or of one of the skills."""
        named = dict(SKILLS).get(readers.strip(), readers or dict(SKILLS)[_USUAL[1]])
        found = crews(named)
        if len(found) > 1:
            raise ValueError(f"`{readers}` names several tables: seat the readers of one with `+`")
        crew = found[0]
        return tuple(str(crew[seat % len(crew)]) for seat in range(MOST))

    def match(self, seating: Seating) -> CaseMatch:
        """A game."""
        players = len(seating.chairs)
        if not self.offer.fewest <= players <= self.offer.most:
            raise ValueError(f"{self.offer.fewest} to {self.offer.most} detectives can play, not {players}")
        return CaseMatch(self._edition, self.book, self._evidence, seating)


def case_host(inquiry: CaseInquiry) -> tuple[CaseHost | None, tuple[Diagnostic, ...]]:
    """A case that is ready to be played, or why it cannot be.

    Raises:
        OutOfBudgetError: if a question of a simulated detective is too hard.
    """
    obstacles = unplayable(inquiry.case.edition, [FEWEST], inquiry.source)
    return (None, obstacles) if obstacles else (CaseHost(inquiry), ())

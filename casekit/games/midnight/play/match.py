"""A case at a table of people and simulated detectives, as pages play it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from itertools import islice
from typing import Any

from casekit.diagnostics import Finding
from casekit.games.midnight import board_figures, document
from casekit.games.midnight.board import actions, evidence, state as board_state
from casekit.games.midnight.board.board import HYPOTHESES, MOST_SIMULATED, Event, Table, board_of, unplayable
from casekit.games.midnight.board.state import State, begin, right, scores, seen_by
from casekit.games.midnight.pages.edition_look import words_for
from casekit.games.midnight.play import playbook
from casekit.games.midnight.play.match_text import TableNames, choices, claims_of, happenings, ship_scene
from casekit.games.midnight.simulation import batch_state, subject
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.tabletop.game_rules import bits
from casekit.tabletop.match import Barrier, MatchFactory, PlayedMatch, Seating, TableOffer
from casekit.tabletop.playtest_logs import Json, Playbook, prose_runs
from casekit.values import field_values, replace

_STAGES = {"extend": "port", "write": "final", "over": "over"}


_PERSON = "hasty/random"
"""Stands for the mind of a person, which nothing is asked."""


class CaseMatch(PlayedMatch):
    """One game. ``player`` makes the case ready for simulated detectives."""

    def __init__(
        self,
        edition: document.Edition,
        book: Playbook,
        table: Table,
        seating: Seating,
        player: Callable[[], subject.Player],
    ) -> None:
        self.book, self.seating, self.table = book, seating, table
        self.names = TableNames(table, edition, book, seating.chairs)
        crew = tuple(board_state.reader(chair.reader or _PERSON) for chair in seating.chairs)
        self._simulated = cache(lambda: subject.SingleTable(player(), table, crew, seating.seed))

    @cached_property
    def digest(self) -> str:  # type: ignore[override]  # worked out once
        """A digest of the board, its cards and figures, and of the answers to choose from."""
        board = self.table.board
        parts = (
            board.figures,
            board.zones,
            sorted(board.ways.items()),
            board.suspects,
            board.cabins,
            [str(path) for path in board.paths],
            [(card.title, card.kind, card.purser, _rules(card)) for card in board.cards],
            self.table.mystery.options,
        )
        return sha256(repr(parts).encode("utf-8", "replace")).hexdigest()

    # --- playing ---------------------------------------------------------------------------------

    def begin(self) -> State:
        """The board as it is set up."""
        return begin(self.table, self.seating.seed)

    def to_act(self, moment: State) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return () if moment.phase == "over" else (moment.seat,)

    def is_writing(self, moment: State) -> bool:
        """Whether it has to write hypotheses."""
        return moment.phase == "write"

    def choices(self, moment: State) -> tuple[Json, ...]:
        """Its legal actions."""
        return choices(moment, self.names)

    def writing(self, moment: State, answers: Mapping[str, tuple[str, str]]) -> Sequence[str]:
        """The actions that write hypotheses, in the order in which the board has them."""
        keys = []
        for element, name in enumerate(board_figures.ELEMENTS):
            options = self.table.mystery.options[element]
            pair = answers.get(name, ("", ""))
            if any(value not in options for value in pair) or (len(options) > 1 and pair[0] == pair[1]):
                raise ValueError(
                    f"write two different hypotheses for {self.names.questions[element].question}"
                )
            for place, value in enumerate(pair):
                slot = HYPOTHESES * element + place
                action = actions.Action(actions.Kind.WRITE, slot, options.index(value))
                keys.append(actions.key_of(action))
        return keys[moment.written[moment.seat].index(None) :]

    def after(self, moment: State, key: str) -> State:
        """The board after an action."""
        return actions.step(moment, actions.action_of(key))

    def simulated(self, moment: State) -> str:
        """The action of the simulated detective whose turn it is."""
        if self.seating.chairs[moment.seat].is_person or moment.phase == "over":
            raise ValueError("a person has to choose")
        return actions.key_of(self._simulated().chosen(moment))

    def barrier(self, before: State, after: State) -> Barrier:
        """A paragraph cannot be unread, nor a card put back; and a turn that is over stays so."""
        if before.known != after.known or before.aloud != after.aloud:
            return "read"
        if before.round != after.round:
            return "drawn"
        parted = before.phase != after.phase and after.phase in {"place", "extend", "write", "over"}
        return "turn" if parted or before.seat != after.seat else ""

    # --- seeing ----------------------------------------------------------------------------------

    def happened(self, before: State, key: str, after: State) -> tuple[Json, ...]:
        """The happenings that everybody noticed."""
        return tuple(happenings(before, actions.action_of(key), after, self.names))

    def known(self, moment: State, seat: int | None) -> Sequence[str]:
        """The paths that a seat has read."""
        read = moment.aloud if seat is None else moment.known[seat]
        return [self.names.path_name(path) for path in bits(read)]

    def scene(self, moment: State, seat: int | None) -> Json:
        """The board as a seat sees it."""
        return ship_scene(seen_by(moment, seat), self.names, claims_of(moment, self.names))

    def standing(self, moment: State, seat: int) -> Mapping[str, Any]:
        """The state of a seat in a log."""
        at = moment.detectives[seat]
        ended = "port" if moment.revealer is None else "revelations"
        return {
            "stage": _STAGES.get(moment.phase, "last" if moment.final else "play"),
            "ended": ended if moment.phase in _STAGES or moment.final else None,
            "extended": moment.final,
            "claimant": 0 if moment.revealer == seat else None,
            "turn": moment.round,
            "points": moment.points if moment.seat == seat else 0,
            "track": moment.ship,
            "course": 0,
            "drawn": moment.round,
            "tokens": [moment.buoys[seat]],
            "spent": [0],
            "places": [None if at is None else str(at)],
        }

    def finale(self, moment: State) -> Json | None:
        """The scores and the solution."""
        if moment.phase != "over":
            return None
        truth = []
        for element, answer in enumerate(self.table.mystery.answers):
            question = self.names.questions[element].question
            truth.append((question, self.names.value(element, answer)))
        solution = [prose_runs(prose, self.book.language) for prose in self.book.solution.prose]
        return {"seats": list(self._final_seats(moment)), "truth": tuple(truth), "solution": solution}

    def _final_seats(self, state: State) -> Iterator[Json]:
        """The seats with their points. Whoever has the most wins; all of them, if several have."""
        points, plain = scores(state), scores(replace(state, revealer=None))
        for seat, score in enumerate(points):
            written, answers = iter(state.written[seat]), []
            for element, hits in enumerate(right(state, seat)):
                first, second = (self.names.option(element, option) for option in islice(written, HYPOTHESES))
                answers.append(
                    {
                        "question": self.names.questions[element].question,
                        "first": first,
                        "second": second,
                        "first_right": hits[0],
                        "second_right": hits[1],
                    }
                )
            yield {
                "name": self.names.chair(seat),
                "score": score,
                "adjusted": score - plain[seat],
                "winner": score == max(points),
                "answers": answers,
            }


def _rules(card: Event) -> str:
    """The effect of a card, the same text under any hash seed."""
    values = field_values(card)
    return repr(
        [(name, _sorted(value)) for name, value in values.items() if name not in {"title", "kind", "purser"}]
    )


def _sorted(value: object) -> object:
    return sorted(map(_sorted, value), key=repr) if isinstance(value, frozenset) else value


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


class CaseHost(MatchFactory):
    """A case at as many tables as people like."""

    def __init__(self, analysis: CaseAnalysis) -> None:
        edition = analysis.case.edition
        phrases = words_for("sitting", edition)
        self._edition = edition
        self._evidence = evidence.gather(analysis, board_of(edition))
        self._player = cache(lambda: subject.Player(self._evidence))
        self.book = playbook.case_playbook(analysis.case)
        names = {zone.number: zone.name for zone in edition.zones}
        revelations = edition.table.revelations
        zone = f"{phrases['zone'].format(revelations)} ({names.get(revelations, '')})"
        most = max(
            players
            for players in board_figures.PLAYERS
            if not unplayable(edition, [players], analysis.source)
        )
        self.offer = TableOffer(
            board_figures.FEWEST,
            most,
            (min(_USUAL[0], most), _USUAL[1]),
            [{"key": key, "label": phrases[f"skill_{key}"], "readers": readers} for key, readers in SKILLS],
            COLLEAGUES,
            phrases["colleague"],
            {**phrases, "rules": phrases["rules"].format(board_figures.POINTS, zone)},
        )

    def kinds(self, readers: str) -> tuple[str, ...]:
        """The readers of the first table that a text names, or of one of the skills."""
        skills = dict(SKILLS)
        crew, *others = board_state.crews(skills.get(readers.strip(), readers or skills[_USUAL[1]]))
        if others:
            raise ValueError(f"`{readers}` names several tables: seat the readers of one with `+`")
        return tuple(str(crew[seat % len(crew)]) for seat in range(board_figures.MOST))

    def match(self, seating: Seating) -> CaseMatch:
        """A game."""
        players = len(seating.chairs)
        if not self.offer.fewest <= players <= self.offer.most:
            raise ValueError(f"{self.offer.fewest} to {self.offer.most} detectives can play, not {players}")
        if not (batch_state.fits(self._evidence) or all(chair.is_person for chair in seating.chairs)):
            raise ValueError(f"only people can play here: casekit simulates {MOST_SIMULATED}")
        table = Table(self._evidence.board, self._evidence.mystery, players)
        return CaseMatch(self._edition, self.book, table, seating, self._player)


def case_host(analysis: CaseAnalysis) -> tuple[CaseHost | None, tuple[Finding, ...]]:
    """A case that is ready to be played, or why it cannot be.

    Raises:
        OutOfBudgetError: if a question of a simulated detective is too hard.
    """
    obstacles = unplayable(analysis.case.edition, [board_figures.FEWEST], analysis.source)
    return (None, obstacles) if obstacles else (CaseHost(analysis), ())

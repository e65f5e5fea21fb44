"""A case at a table of people and simulated detectives, as pages play it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from itertools import islice
from typing import Any

from casekit.diagnostics import Finding
from casekit.games.midnight import board_figures, document
from casekit.games.midnight.board import actions, evidence
from casekit.games.midnight.board.board import HYPOTHESES, MOST_SIMULATED, Table, board_of, unplayable
from casekit.games.midnight.board.effects import step
from casekit.games.midnight.board.events import Event
from casekit.games.midnight.board.readers import crews_from, reader_from
from casekit.games.midnight.board.scoring import right_hypotheses, scores
from casekit.games.midnight.board.state import State, begin, seen_by
from casekit.games.midnight.pages.edition_look import words_for
from casekit.games.midnight.play import playbook
from casekit.games.midnight.play.choices import choices
from casekit.games.midnight.play.happenings import claims_of, happenings
from casekit.games.midnight.play.ship_scene import ship_scene
from casekit.games.midnight.play.table_names import TableNames
from casekit.games.midnight.simulation import batch_state
from casekit.games.midnight.simulation.single_table import SingleTable
from casekit.games.midnight.simulation.subject import CaseTables
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.tabletop.game_rules import bits
from casekit.tabletop.match import Barrier, MatchFactory, PlayedMatch, Seating, TableOffer
from casekit.tabletop.playtests.playbook import Json, Playbook, prose_runs
from casekit.values import field_values, replace

COLLEAGUES = ("Whitlock", "Okoro", "Lindqvist", "Castellane", "Brandt")
"""The names of simulated detectives, by seat."""

SKILLS = (
    ("easy", "hasty/near + hasty/leads + steady/near + hasty/leads + hasty/random"),
    ("usual", "steady/leads + hasty/leads + steady/suite-first + steady/near + perfect/leads"),
    ("hard", "perfect/leads + perfect/suite-first + perfect/leads + perfect/suite-first + perfect/leads"),
)
"""Mixes of readers that can be chosen without knowing their kinds. None of them knows where the proof is."""

_USUAL_PLAYERS = 4
"""How many play if nobody says."""

_USUAL_SKILL = "usual"

_STAGES = {"extend": "port", "write": "final", "over": "over"}
"""The stages of logs, by the phases near the end of a game."""

_READER_OF_PERSON = "hasty/random"
"""Fills the seat of a person among the simulated readers. It is never asked what to do."""


class CaseMatch(PlayedMatch):
    """One game of people and simulated detectives.

    ``case_tables`` makes the case ready for simulated detectives. It is called when one of them has to choose
    for the first time.
    """

    def __init__(
        self,
        edition: document.Edition,
        book: Playbook,
        table: Table,
        seating: Seating,
        case_tables: Callable[[], CaseTables],
    ) -> None:
        self.book = book
        self.seating = seating
        self.table = table
        self.names = TableNames(table, edition, book, seating.chairs)
        readers = tuple(reader_from(chair.reader or _READER_OF_PERSON) for chair in seating.chairs)
        self._simulated_table = cache(lambda: SingleTable(case_tables(), table, readers, seating.seed))

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
            [(card.title, card.kind, card.purser, _effect_as_text(card)) for card in board.cards],
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
        """Whether the seat whose turn it is has to write hypotheses."""
        return moment.phase == "write"

    def choices(self, moment: State) -> tuple[Json, ...]:
        """The legal actions of the seat whose turn it is."""
        return choices(moment, self.names)

    def writing(self, moment: State, answers: Mapping[str, tuple[str, str]]) -> Sequence[str]:
        """The actions that write hypotheses, in the order in which the board has them."""
        keys = []
        for element, name in enumerate(board_figures.ELEMENTS):
            options = self.table.mystery.options[element]
            pair = answers.get(name, ("", ""))
            are_the_same = pair[0] == pair[1] and len(options) > 1
            if are_the_same or any(value not in options for value in pair):
                raise ValueError(
                    f"write two different hypotheses for {self.names.questions[element].question}"
                )
            for number, value in enumerate(pair):
                slot = HYPOTHESES * element + number
                action = actions.Action(actions.Kind.WRITE, slot, options.index(value))
                keys.append(actions.key_of(action))
        first_unwritten = moment.written[moment.seat].index(None)
        return keys[first_unwritten:]

    def after(self, moment: State, key: str) -> State:
        """The board after an action."""
        return step(moment, actions.action_of(key))

    def simulated(self, moment: State) -> str:
        """The action of the simulated detective whose turn it is."""
        if self.seating.chairs[moment.seat].is_person or moment.phase == "over":
            raise ValueError("a person has to choose")
        return actions.key_of(self._simulated_table().chosen(moment))

    def barrier(self, before: State, after: State) -> Barrier:
        """The reason why a player cannot take an action back, if there is one.

        A paragraph cannot be unread, nor a card put back; and a turn that is over stays so.
        """
        if before.known != after.known or before.aloud != after.aloud:
            return "read"
        if before.round != after.round:
            return "drawn"
        is_new_phase = before.phase != after.phase and after.phase in {"place", "extend", "write", "over"}
        return "turn" if is_new_phase or before.seat != after.seat else ""

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
        zone = moment.detectives[seat]
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
            "places": [None if zone is None else str(zone)],
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
        points = scores(state)
        points_without_revelations = scores(replace(state, revealer=None))
        for seat, score in enumerate(points):
            hypotheses, answers = iter(state.written[seat]), []
            for element, hits in enumerate(right_hypotheses(state, seat)):
                options = islice(hypotheses, HYPOTHESES)
                first, second = (self.names.option(element, option) for option in options)
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
                "adjusted": score - points_without_revelations[seat],
                "winner": score == max(points),
                "answers": answers,
            }


def _effect_as_text(card: Event) -> str:
    """The effect of a card, the same text under any hash seed."""
    effect = []
    for name, value in field_values(card).items():
        if name not in {"title", "kind", "purser"}:
            effect.append((name, _in_certain_order(value)))
    return repr(effect)


def _in_certain_order(value: object) -> object:
    """A value, or a list of the members of a set in an order that does not depend on their hashes."""
    return sorted(map(_in_certain_order, value), key=repr) if isinstance(value, frozenset) else value


class CaseHost(MatchFactory):
    """A case at as many tables as people like."""

    def __init__(self, analysis: CaseAnalysis) -> None:
        edition = analysis.case.edition
        phrases = words_for("sitting", edition)
        self._edition = edition
        self._evidence = evidence.gather(analysis, board_of(edition))
        self._case_tables = cache(lambda: CaseTables(self._evidence))
        self.book = playbook.case_playbook(analysis.case)
        zone_names = {zone.number: zone.name for zone in edition.zones}
        revelations = edition.table.revelations
        revelations_zone = f"{phrases['zone'].format(revelations)} ({zone_names.get(revelations, '')})"
        source = analysis.source
        playable = [count for count in board_figures.PLAYERS if not unplayable(edition, [count], source)]
        most = max(playable)
        self.offer = TableOffer(
            board_figures.FEWEST,
            most,
            (min(_USUAL_PLAYERS, most), _USUAL_SKILL),
            [{"key": key, "label": phrases[f"skill_{key}"], "readers": readers} for key, readers in SKILLS],
            COLLEAGUES,
            phrases["colleague"],
            {**phrases, "rules": phrases["rules"].format(board_figures.POINTS, revelations_zone)},
        )

    def kinds(self, readers: str) -> tuple[str, ...]:
        """The kinds of the readers in each seat.

        ``readers`` names a skill (``hard``) or the readers of one table (``hasty/near + perfect/leads``),
        which are seated over and over if they are too few; it may be empty.

        Raises:
            ValueError: if ``readers`` names something else.
        """
        skills = dict(SKILLS)
        text = skills.get(readers.strip(), readers or skills[_USUAL_SKILL])
        crew, *other_crews = crews_from(text)
        if other_crews:
            raise ValueError(f"`{readers}` names several tables: seat the readers of one with `+`")
        return tuple(str(crew[seat % len(crew)]) for seat in range(board_figures.MOST))

    def match(self, seating: Seating) -> CaseMatch:
        """A game of a case at one table.

        Raises:
            ValueError: if too few or too many play, or if casekit cannot simulate detectives here.
        """
        players = len(seating.chairs)
        if not self.offer.fewest <= players <= self.offer.most:
            raise ValueError(f"{self.offer.fewest} to {self.offer.most} detectives can play, not {players}")
        only_people = all(chair.is_person for chair in seating.chairs)
        if not only_people and not batch_state.fits(self._evidence):
            raise ValueError(f"only people can play here: casekit simulates {MOST_SIMULATED}")
        table = Table(self._evidence.board, self._evidence.mystery, players)
        return CaseMatch(self._edition, self.book, table, seating, self._case_tables)


def case_host(analysis: CaseAnalysis) -> tuple[CaseHost | None, tuple[Finding, ...]]:
    """A case that is ready to be played, or why it cannot be.

    Raises:
        OutOfBudgetError: if a question of a simulated detective is too hard.
    """
    obstacles = unplayable(analysis.case.edition, [board_figures.FEWEST], analysis.source)
    return (None, obstacles) if obstacles else (CaseHost(analysis), ())

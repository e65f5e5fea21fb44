"""Reports of what has happened at the table, in words that everybody may read.

No text that was read is repeated; only its path is named.
"""

from collections.abc import Iterator, Mapping

from casekit.games.midnight.board.actions import Action, Kind
from casekit.games.midnight.board.board import HYPOTHESES
from casekit.games.midnight.board.state import State
from casekit.games.midnight.play.table_names import TableNames
from casekit.prose.markup import typographic
from casekit.tabletop.match import happening
from casekit.tabletop.playtests.playbook import Json

_PHRASES: Mapping[Kind, str] = {
    Kind.PLACE: "came",
    Kind.MOVE: "went",
    Kind.INVESTIGATE: "read_to_all",
    Kind.STUDY: "studies",
    Kind.PUBLISH: "publishes",
    Kind.EXTRACT: "extracts",
    Kind.MOVE_PURSER: "sends_purser",
    Kind.TAKE_BUOY: "takes",
    Kind.SPEND_BUOY: "spends",
    Kind.MOVE_SUSPECT: "moves",
    Kind.REVEAL: "reveals",
    Kind.EXTEND: "agrees",
    Kind.STOP: "refuses",
}
"""The key of the phrase for each action that everybody notices.

Actions that only end a part of a turn are not here, nor is what is kept private or written in secret.
"""


def happenings(before: State, action: Action, after: State, names: TableNames) -> Iterator[Json]:
    """The happenings of an action that everybody noticed, then those that followed from it."""
    if action.kind in _PHRASES:
        is_aloud = action.kind in {Kind.INVESTIGATE, Kind.PUBLISH}
        words = names.words_of(action, names.short_path)
        if action.kind is Kind.EXTRACT:
            words = words[::-1]  # the phrase has the detective who knows the path first
        text = names.say(_PHRASES[action.kind], *words)
        yield happening(text, before.seat, names.path_name(action.what) if is_aloud else "")
    if action.kind is Kind.WRITE and None not in after.written[before.seat]:
        yield happening(names.say("writes"), before.seat)
        if before.seat == after.revealer:
            claims = (text for _, text in claims_of(after, names))
            yield happening(names.say("claims", "; ".join(claims)), before.seat)
    if after.round != before.round:
        yield from new_round(before, after, names)
    elif after.final and not before.final:
        yield happening(names.say("last_round"))
    if after.phase == "over":
        yield happening(names.say("end"))


def claims_of(state: State, names: TableNames) -> tuple[tuple[str, str], ...]:
    """The first hypotheses that were read out, with their questions; none before or without revelations."""
    if state.revealer is None or None in state.written[state.revealer]:
        return ()
    claims = []
    for element, option in enumerate(state.written[state.revealer][::HYPOTHESES]):
        claims.append((names.questions[element].question, names.option(element, option)))
    return tuple(claims)


def new_round(before: State, after: State, names: TableNames) -> Iterator[Json]:
    """The start of a round in one happening: its card, whoever the card sends somewhere, and the ship."""
    if after.card is None or not before.deck:
        yield happening(names.say("no_cards"))
        return
    event, port = after.event, after.table.board.figures.port
    # The game itself names the cards that nobody has written.
    is_card_of_game = names.edition.events is None
    if is_card_of_game:
        title = names.say(f"card_{event.kind}")
    else:
        title = typographic(event.title, names.edition.language)
    sentences = [names.say("round", after.round, title), names.say("purser_goes", names.zone(event.purser))]
    for start, end in event.sent:
        if start in before.suspects:
            sentences.append(names.say("sent", names.zone(start), names.zone(end)))
    if after.ship >= port:
        sentences.append(names.say("arrived"))
    elif after.ship != before.ship:
        sentences.append(names.say("sails", after.ship, port))
    yield happening(" ".join(sentences))

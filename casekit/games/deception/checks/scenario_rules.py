"""The rules of the play: where markers may be, who may solve, how it ends; and the words for a scenario that is not fit to print."""

from collections.abc import Iterator

from casekit.diagnostics import Code, codes as shared_codes
from casekit.games.deception import codes
from casekit.games.deception.checks.seating_rules import secret_breaches, table_breaches, wrong_kind
from casekit.games.deception.deck import CARD_KINDS, MARKERS, REPLACED
from casekit.games.deception.scenario import Attempt, Event, Marker, Naming, Scenario
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.asking.transcript_wording import either
from casekit.games.transcripts.checks.breaches import Beside, Breach, RuleWords, TranscriptRules
from casekit.model.theory import Rival

Wrong = tuple[Code, str, str]
"""A code, what is wrong with a line, and what to do."""


def _played(scenario: Scenario) -> Iterator[Breach]:
    laid: list[Marker] = []
    solved: dict[str, Attempt] = {}
    end: Event | None = None
    for event in scenario.play:
        if end is not None and not (isinstance(event, Naming) and end is solved.get("")):
            message, hint = "the crime has been solved", "remove what follows"
            beside = (Beside(end.place, end.text),)
            yield Breach(transcript_codes.PLAY_AFTER_THE_END, message, event.place, hint, beside)
            continue
        found: tuple[Wrong, ...]
        match event:
            case Marker():
                found = (*_marked(scenario, event, laid), *_promised(scenario, event))
                laid.append(event)
            case Attempt():
                found = tuple(_solved(scenario, event, solved))
                solved.setdefault("" if event.right else event.player, event)
                end = event if event.right else None
            case Naming():
                found = tuple(_named(scenario, event, solved))
                end = event
        for code, message, hint in found:
            yield Breach(code, message, event.place, hint)


def _marked(scenario: Scenario, marker: Marker, laid: list[Marker]) -> Iterator[Wrong]:
    """A marker on a tile that may be there, and an option that keeps the scientist's promise."""
    deck = scenario.deck
    tile, before = deck.tile[marker.tile], [deck.tile[each.tile].kind for each in laid]
    there = {each.tile for each in laid} - {each.replaced for each in laid}
    if marker.option not in tile.slugs:
        message = f"the tile {tile.slug} has no option `{marker.option}`"
        yield shared_codes.UNKNOWN_NAME, message, f"its options are {', '.join(tile.slugs)}"
        return
    new, scene = not marker.replaced, tile.kind == "scene"
    wrong = {
        f"the tile {tile.slug} has been on the table": marker.tile in {each.tile for each in laid},
        "all six markers are on the table": new and len(laid) >= MARKERS,
        f"there is a tile for the {tile.kind} already": new and not scene and tile.kind in before,
        "four scenes have their markers": new and scene and before.count("scene") >= MARKERS - 2,
        "not all six markers are on the table": not new and len(laid) < MARKERS,
        "a tile was replaced in each further round": not new and len(laid) >= MARKERS + REPLACED,
        f"the tile {marker.replaced} is not on the table": not new and marker.replaced not in there,
        "only a scene is replaced, by another scene": not (
            new or (scene and deck.tile[marker.replaced].kind == "scene")
        ),
    }
    for message in [told for told, is_so in wrong.items() if is_so][:1]:
        hint = "first come the cause, a location and four scenes, then a new scene in each of two rounds"
        yield codes.MISPLACED_MARKER, message, hint


def _promised(scenario: Scenario, marker: Marker) -> Iterator[Wrong]:
    """The option suits the means or the evidence, unless nothing on the tile suits either."""
    for means, clue in scenario.crime:
        options = scenario.deck.fitting(means, clue, marker.tile)
        if marker.option not in options:
            message = f"{marker.option} suits neither {means} nor {clue}, though others on the tile would"
            yield codes.BROKEN_PROMISE, message, f"mark {either(options)}"


def _solved(scenario: Scenario, attempt: Attempt, solved: dict[str, Attempt]) -> Iterator[Wrong]:
    """One attempt each, at a means and a clue card of another player."""
    if attempt.player in solved:
        message = f"{attempt.player} has tried in line {solved[attempt.player].number}"
        yield codes.MISPLACED_ATTEMPT, message, "everybody has one attempt"
    if attempt.player == attempt.whom:
        message = f"{attempt.player} tries to solve the crime with cards of their own"
        yield codes.MISPLACED_ATTEMPT, message, "name another player"
    kinds = zip(attempt.cards, CARD_KINDS, strict=True)
    if wrong := [card for card, kind in kinds if scenario.deck.by_slug[card].kind != kind]:
        breach = wrong_kind(scenario, wrong[0], attempt.place, "name a means, then a clue card")
        yield breach.code, breach.message, breach.hint
    elif wrong := [card for card in attempt.cards if scenario.owner.get(card) != attempt.whom]:
        message = f"{wrong[0]} is not one of {attempt.whom}'s cards"
        yield codes.MISPLACED_ATTEMPT, message, "name two cards of one player"
    if scenario.crime and attempt.right != (attempt.cards in scenario.crime):
        message = f"the answer is {'yes' if attempt.right else 'no'}, but the truth says otherwise"
        yield codes.WRONG_OUTCOME, message, "correct the line or the truth"


def _named(scenario: Scenario, naming: Naming, solved: dict[str, Attempt]) -> Iterator[Wrong]:
    """The reversal: after the solution, the murderer names another player as the witness, if there is one."""
    if "witness" not in scenario.roles:
        yield codes.MISPLACED_REVERSAL, "there is no witness to be named", "add the role, or remove the line"
    if "" not in solved:
        yield codes.MISPLACED_REVERSAL, "the crime has not been solved", "name the witness after the solution"
    elif naming.player != solved[""].whom or naming.whom == naming.player:
        message = f"{solved[''].whom}, who was found out, names another player"
        yield codes.MISPLACED_REVERSAL, message, "let the murderer name somebody else"
    witness = scenario.secret("witness")
    if witness and naming.right != (witness == (naming.whom,)):
        message = f"that was {'right' if naming.right else 'wrong'}, but the witness is {witness[0]}"
        yield codes.WRONG_OUTCOME, message, "correct the line or the truth"


def _answer(scenario: Scenario) -> tuple[str, ...]:
    """The murderer, the means and the evidence; empty if the truth leaves one of them open."""
    named = [scenario.secret(about) for about in ("murderer", "means", "evidence")]
    return () if () in named else tuple(name for names in named for name in names)


def _in_words(rival: Rival) -> str:
    crime = next((fact.value for fact in rival.world if fact.function == "crime"), "")
    return "it was {} with {}".format(*crime.split("+")) if crime else ""


RULES = TranscriptRules(
    table=table_breaches,
    illegal=lambda scenario: (*secret_breaches(scenario), *_played(scenario)),
    answer=_answer,
    world=_in_words,
    words=RuleWords(
        asked="the murderer, the means and the evidence",
        whole="the murderer, the means and the evidence",
        first="the first marker",
        to_begin="choose another seat or deal other cards",
        to_decide="add a marker or an attempt that decides between them",
        to_fit="cut or add markers, or mark other options",
    ),
)

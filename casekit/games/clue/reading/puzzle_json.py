"""The items of a puzzle as JSON and back (``schemas/puzzle.schema.json``), but for what every document has."""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.games.clue.reading.puzzle_tree import (
    SEAT,
    AccusationNode,
    HandNode,
    HoldingNode,
    PlayerNode,
    ReplyNode,
    SuggestionNode,
)
from casekit.language.document.tree import Heading, Item
from casekit.language.formula.formula_json import FormulaWriter, Json
from casekit.language.formula.nodes import Word


def write_puzzle_heading(heading: Heading) -> Json:
    """A heading as members of its block."""
    seat = {"of": heading.words[0].text} if heading.kind == SEAT else {}
    return {"block": heading.kind, **seat}


def read_puzzle_heading(data: Mapping[str, Any]) -> Heading:
    """The heading of a block, from its members."""
    return Heading(data["block"], _words((data["of"],) if data["block"] == SEAT else ()))


def write_puzzle_item(item: Item, _: FormulaWriter) -> Json:
    """An item of a puzzle; none has a formula to type."""
    match item:
        case PlayerNode(name, size):
            return {"player": {"name": name.text, "cards": int(size.text)}}
        case HandNode(cards):
            return {"hand": _texts(cards)}
        case SuggestionNode(player, cards, replies):
            return {
                "suggestion": {
                    "player": player.text,
                    "cards": _texts(cards),
                    "answers": list(map(_write_reply, replies)),
                }
            }
        case AccusationNode(player, cards, outcome):
            return {
                "accusation": {
                    "player": player.text,
                    "cards": _texts(cards),
                    "right": outcome.text == "right",
                }
            }
        case HoldingNode(holder, cards):
            return {"holding": {"holder": holder.text, "cards": _texts(cards)}}
    raise TypeError(f"no item of a puzzle: {item!r}")


def _write_reply(reply: ReplyNode) -> Json:
    card = reply.card.text if reply.card else None
    return {"player": reply.player.text, "shows": reply.shows} | ({"card": card} if reply.shows else {})


def read_puzzle_item(data: Mapping[str, Any]) -> Item:
    """The item that such JSON describes."""
    match data:
        case {"player": body}:
            return PlayerNode(Word(body["name"]), Word(str(int(body["cards"]))))
        case {"hand": cards}:
            return HandNode(_words(cards))
        case {"suggestion": body}:
            replies = tuple(map(_read_reply, body.get("answers", ())))
            return SuggestionNode(Word(body["player"]), _words(body["cards"]), replies)
        case {"accusation": body}:
            outcome = Word("right" if body["right"] else "wrong")
            return AccusationNode(Word(body["player"]), _words(body["cards"]), outcome)
    body = data["holding"]
    return HoldingNode(Word(body["holder"]), _words(body["cards"]))


def _read_reply(data: Mapping[str, Any]) -> ReplyNode:
    card = data.get("card")
    return ReplyNode(Word(data["player"]), data["shows"], Word(card) if card else None)


def _texts(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def _words(texts: Sequence[str]) -> tuple[Word, ...]:
    return tuple(map(Word, texts))

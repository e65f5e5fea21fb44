"""The dialect of a game with transcripts: a header, blocks and kinds of names that all of them have."""

from collections.abc import Mapping
from typing import Any

from casekit.language.document.dialect import Dialect
from casekit.language.document.forms import BlockForm, Form, PartKind


def dialect_of(
    noun: str,
    usual: str,
    blocks: tuple[BlockForm, ...],
    forms: tuple[Form, ...],
    names: Mapping[str, str],
    **more: Any,
) -> Dialect:
    """The dialect of documents called by a ``noun``: with the ``blocks`` of play, truth and what is before the story.

    Players are a kind of names; other ``names`` are those of a deck, each with what it is called in messages.
    """
    *before, play, truth = blocks
    return Dialect(
        noun,
        noun=noun,
        usual=usual,
        fields={"title": (), "level": ("apprentice", "amateur", "expert"), "author": (), "game": ()},
        required=("title", "level"),
        outline=(
            *before,
            BlockForm("presentation", about="what readers are told at the start"),
            play,
            truth,
            BlockForm("solution", about="what really happened"),
            BlockForm("notes", ("note",)),
        ),
        forms=forms,
        kinds={
            "seated": PartKind("a player", defines=True),
            **{kind: PartKind(spoken) for kind, spoken in ({"player": "a player"} | {**names}).items()},
        },
        **more,
    )

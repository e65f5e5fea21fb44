"""The header fields of a case."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast, get_args

from casekit.diagnostics import Diagnostic
from casekit.games.game_documents import LONGEST_TITLE
from casekit.games.midnight.case import Certainty, Level, Liar, PictureSize
from casekit.games.midnight.edition import LEVELS
from casekit.language.document.tree import SyntaxTree
from casekit.language.resolving.header_fields import FieldRules, read_fields
from casekit.model.place import Place

KEYS = (
    "title",
    "level",
    "author",
    "content-notes",
    "victim",
    "liar",
    "certainty",
    "illustration",
    "illustration-size",
    "emblem",
    "game",
)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "level": LEVELS,
    "liar": ("may", "never", "must"),
    "certainty": ("certain", "supported"),
    "illustration-size": get_args(PictureSize),
}
"""What some fields can be."""

_RULES = FieldRules(
    KEYS,
    required=("title", "level", "victim"),
    choices=CHOICES,
    longest=LONGEST_TITLE,
)


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the first block, defaults filled in; ``places`` are those of the fields that are there."""

    title: str = ""
    level: Level = "amateur"
    author: str = ""
    victim: str = ""
    liar: Liar = "may"
    certainty: Certainty = "certain"
    illustration: str = ""
    illustration_size: PictureSize = "third"
    emblem: str = ""
    content_notes: str = ""
    places: Mapping[str, Place] = field(default_factory=dict)


def read_header(document: SyntaxTree) -> tuple[Header, tuple[Diagnostic, ...]]:
    """Read the header; a field that cannot be understood has its default."""
    found = read_fields(document, _RULES)
    values = found.values
    return Header(
        title=values.get("title", ""),
        level=cast("Level", values.get("level", "amateur")),
        author=values.get("author", ""),
        victim=values.get("victim", ""),
        liar=cast("Liar", values.get("liar", "may")),
        certainty=cast("Certainty", values.get("certainty", "certain")),
        illustration=values.get("illustration", ""),
        illustration_size=cast("PictureSize", values.get("illustration-size", "third")),
        emblem=values.get("emblem", ""),
        content_notes=values.get("content-notes", ""),
        places=found.places,
    ), tuple(found.problems)

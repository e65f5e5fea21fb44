"""The header fields of a case."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.case import Certainty, Level, Liar, PictureSize
from casekit.games.midnight.reading.case_forms import CASE
from casekit.language.document.tree import SyntaxTree
from casekit.language.outline import read_fields
from casekit.model.place import Place


@dataclass(frozen=True, slots=True)
class Header:
    """The lines before the first block, defaults filled in; ``places`` are those of the fields that are there."""

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
    found = read_fields(document, CASE)
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

"""A catalogue brought up to date with the texts it translates."""

from casekit.translation.matching import Match, Matches, MessageState
from casekit.translation.message_catalogue import Catalogue, CatalogueMessage


def updated(
    catalogue: Catalogue | None, matches: Matches, *, text: str, language: str, project: str
) -> Catalogue:
    """The catalogue of a file's texts: translations kept, those of changed texts marked fuzzy, others at the end.

    Args:
        catalogue: what there is already.
        matches: the file's texts and their entries in it.
        text: the file's name within its edition.
        language: the tag of the language.
        project: the edition's title.
    """
    return Catalogue(
        text=text,
        language=language,
        project=project,
        entries=tuple(_entry(match) for match in matches.matches),
        obsolete=matches.gone,
        fields=catalogue.fields if catalogue else {},
        comments=catalogue.comments if catalogue else _comments(matches),
    )


_COMMENTS = (
    "One text per entry, in the order of the story. Keep names in capitals and *emphasis*; write quotation marks",
    "as \" and apostrophes as ', which are set as the language requires.",
)
_ON_QUOTATIONS = (
    _COMMENTS[0],
    f"{_COMMENTS[1]} Copy each quotation from the translation",
    "of its paragraph, word for word: proofs cite it.",
)


def _comments(matches: Matches) -> tuple[str, ...]:
    """The comments for a translator who opens a new catalogue."""
    return _ON_QUOTATIONS if any(match.text.quoted for match in matches.matches) else _COMMENTS


def _entry(match: Match) -> CatalogueMessage:
    text, entry = match.text, match.entry
    if entry is None:
        return CatalogueMessage(text.context, text.source, notes=text.notes)
    drifted = match.state is MessageState.DRIFTED
    return CatalogueMessage(
        text.context,
        text.source,
        entry.translation,
        fuzzy=match.state in {MessageState.DRIFTED, MessageState.FUZZY},
        previous=match.before if drifted else "",
        comments=entry.comments,
        notes=text.notes,
    )

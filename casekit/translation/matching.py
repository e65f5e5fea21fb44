"""Which entry of a catalogue translates which text, after texts have moved, changed, come and gone.

The catalogue is brought up to date with that.
"""

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from enum import Enum

from casekit.diagnostics import composed
from casekit.translation.po import DOUBT, Catalogue, CatalogueMessage
from casekit.translation.texts import Text, is_quotation, unit_of
from casekit.values import frozen, replace

_LEAST_LIKENESS = 0.6
"""The least likeness (0 to 1) of two texts of which one is a new version of the other."""


_COMMENTS = (
    "One text per entry, in the order of the story. Keep names in capitals and *emphasis*; write quotation marks",
    "as \" and apostrophes as ', which are set as the language requires.",
)
"""The lines above a new catalogue, for translators."""

_COMMENTS_WITH_QUOTATIONS = (
    _COMMENTS[0],
    f"{_COMMENTS[1]} Copy each quotation from the translation",
    "of its paragraph, word for word: proofs cite it.",
)
"""The lines above a new catalogue that has quotations."""


class MessageState(Enum):
    """How far the translation of a text is."""

    TRANSLATED = "translated"
    MISSING = "missing"
    FUZZY = "fuzzy"
    """The translator has still to look at it."""
    DRIFTED = "drifted"
    """The text has changed since it was translated."""


@frozen(slots=True)
class Match:
    """A text beside its translation."""

    text: Text
    """The text."""

    entry: CatalogueMessage | None
    """The entry that translates it, or translated an earlier version of it."""

    state: MessageState
    """How far the translation is."""

    @property
    def before(self) -> str:
        """The text as it was when it was translated, if it has changed."""
        return "" if self.entry is None else self.entry.translated


def match(
    texts: Sequence[Text], catalogue: Catalogue | None
) -> tuple[tuple[Match, ...], tuple[CatalogueMessage, ...]]:
    """Find the entry of each text, and the entries of texts that are gone.

    Entries are given to texts in rounds (``_CHOICES``): first to texts that are as they were in their place,
    then to those that moved or came back, then to those that changed. An entry that has lost its context is
    known by its text, and serves all texts that are the same.

    Returns:
        The texts with their entries; and the other entries in which a translator has written something.
    """
    free_entries = _spelled_like(texts, (*catalogue.entries, *catalogue.obsolete)) if catalogue else []
    entry_of_context: dict[str, CatalogueMessage] = {}
    for choose in _CHOICES:
        for text in texts:
            if text.context in entry_of_context:
                continue
            entry = choose(text, free_entries)
            if entry is not None:
                entry_of_context[text.context] = entry
                free_entries.remove(entry)
    entries_without_context = {
        entry.source: entry for entry in entry_of_context.values() if not entry.context
    }
    matches: list[Match] = []
    for text in texts:
        own_entry = entry_of_context.get(text.context) or entries_without_context.get(text.source)
        matches.append(_match_of(text, own_entry))
    return tuple(matches), tuple([entry for entry in free_entries if _is_written_in(entry)])


def _spelled_like(texts: Iterable[Text], entries: Iterable[CatalogueMessage]) -> list[CatalogueMessage]:
    """The entries with accents as the texts have them: other programs compose letters, or take them apart."""
    spellings: dict[str, str] = {}
    for text in texts:
        for words in (text.context, text.source):
            if not words.isascii():
                spellings[composed(words)] = words

    def spelled(words: str) -> str:
        return words if words.isascii() else spellings.get(composed(words), words)

    respelled_entries: list[CatalogueMessage] = []
    for entry in entries:
        context, source, previous = map(spelled, (entry.context, entry.source, entry.previous))
        respelled_entries.append(replace(entry, context=context, source=source, previous=previous))
    return respelled_entries


def _is_written_in(entry: CatalogueMessage) -> bool:
    """Whether a translator has left anything in an entry."""
    return bool(entry.translation or entry.comments or entry.flags or entry.fuzzy)


_Choice = Callable[[Text, Iterable[CatalogueMessage]], CatalogueMessage | None]
"""Chooses the entry of a text among those that are still free."""


def _first(suits: Callable[[Text, CatalogueMessage], bool]) -> _Choice:
    """Chooses the first entry that suits a text."""
    return lambda text, entries: next((entry for entry in entries if suits(text, entry)), None)


def _most_alike(text: Text, entries: Iterable[CatalogueMessage]) -> CatalogueMessage | None:
    """The entry of the unit and the kind of a text that is most like it, if any is like it."""
    unit, is_of_quotation = unit_of(text.context), is_quotation(text.context)
    best_entry, best_likeness = None, 0.0
    for entry in entries:
        if unit_of(entry.context) == unit and is_quotation(entry.context) == is_of_quotation:
            likeness = SequenceMatcher(None, entry.source, text.source).ratio()
            if likeness > best_likeness:
                best_entry, best_likeness = entry, likeness
    return best_entry if best_likeness >= _LEAST_LIKENESS else None


def _has_place(text: Text, entry: CatalogueMessage) -> bool:
    """Whether an entry is in the place of a text."""
    return entry.context == text.context


def _has_unit(text: Text, entry: CatalogueMessage) -> bool:
    """Whether an entry is in the unit of a text."""
    return unit_of(entry.context) == unit_of(text.context)


def _has_words(text: Text, entry: CatalogueMessage) -> bool:
    """Whether an entry has the words of a text, perhaps with the translation of an earlier text."""
    return entry.source == text.source


def _translates(text: Text, entry: CatalogueMessage) -> bool:
    """Whether an entry has a translation, and it is that of a text."""
    return bool(entry.translation) and entry.translated == text.source


def _has_translation_of_earlier_text(entry: CatalogueMessage) -> bool:
    return bool(entry.translation) and entry.translated != entry.source


_CHOICES: tuple[_Choice, ...] = (
    _first(
        lambda text, entry: (
            _has_place(text, entry)
            and _has_words(text, entry)
            and not _has_translation_of_earlier_text(entry)
        )
    ),
    _first(lambda text, entry: _has_place(text, entry) and _translates(text, entry)),
    _first(lambda text, entry: _has_unit(text, entry) and _translates(text, entry)),
    _first(_translates),
    _first(lambda text, entry: _has_place(text, entry) and _has_words(text, entry)),
    _first(lambda text, entry: _has_words(text, entry) and _has_unit(text, entry)),
    _first(lambda text, entry: _has_words(text, entry) and bool(entry.translation)),
    _most_alike,
    _first(_has_place),
)
"""The rounds in which texts choose their entries.

A translation goes first to the text that it is of, so that a text that comes back finds it although another
has had it.
"""


def _match_of(text: Text, entry: CatalogueMessage | None) -> Match:
    """A text with its entry, and the state that follows from the two."""
    if entry is None or not entry.translation:
        return Match(text, entry, MessageState.MISSING)
    if entry.translated != text.source:
        return Match(text, entry, MessageState.DRIFTED)
    return Match(text, entry, MessageState.FUZZY if entry.doubted else MessageState.TRANSLATED)


def updated(
    catalogue: Catalogue | None,
    matches: Sequence[Match],
    gone: tuple[CatalogueMessage, ...],
    *,
    text: str,
    language: str,
    project: str,
) -> Catalogue:
    """The catalogue of a file's texts.

    Translations are kept, those of changed texts are marked fuzzy, and others are at the end.

    Args:
        catalogue: what there is already.
        matches: the file's texts and their entries in it.
        gone: the entries of texts that it no longer has.
        text: the file's name within its edition.
        language: the tag of the language.
        project: the edition's title.
    """
    has_quotations = any(is_quotation(match.text.context) for match in matches)
    usual_comments = _COMMENTS_WITH_QUOTATIONS if has_quotations else _COMMENTS
    return Catalogue(
        text=text,
        language=language,
        project=project,
        entries=tuple(_entry(match) for match in matches),
        obsolete=gone,
        fields=catalogue.fields if catalogue else {},
        comments=catalogue.comments if catalogue else usual_comments,
    )


def _entry(match: Match) -> CatalogueMessage:
    """The entry of a text in a catalogue that is up to date."""
    text, entry = match.text, match.entry
    if entry is None:
        return CatalogueMessage(text.context, text.source, notes=text.notes)
    has_drifted = match.state is MessageState.DRIFTED
    flags = [flag for flag in entry.flags if flag != DOUBT]
    if has_drifted and entry.doubted:
        flags.append(DOUBT)
    is_fuzzy = has_drifted or match.state is MessageState.FUZZY
    if match.state is MessageState.MISSING:
        is_fuzzy = entry.fuzzy
    return CatalogueMessage(
        text.context,
        text.source,
        entry.translation,
        fuzzy=is_fuzzy,
        previous=match.before if has_drifted else "",
        comments=entry.comments,
        notes=text.notes,
        flags=tuple(flags),
    )

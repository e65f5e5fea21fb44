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

_ALIKE = 0.6
"""How much of two texts must be the same (0 to 1) for one to be a new version of the other."""


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
    """A text, the entry that translates it or translated an earlier version of it, and its state."""

    text: Text
    entry: CatalogueMessage | None
    state: MessageState

    @property
    def before(self) -> str:
        """The text as it was when it was translated, if it has changed."""
        return "" if self.entry is None else self.entry.translated


def match(
    texts: Sequence[Text], catalogue: Catalogue | None
) -> tuple[tuple[Match, ...], tuple[CatalogueMessage, ...]]:
    """Find the entry of each text, and the entries of texts that are gone.

    The latter are those in which a translator has written something.

    First go texts that are as they were in their place, then those that moved or came back, then those that
    changed: within their paragraph to the entry that is most like them, else to the one in their place. An
    entry that has lost its context is known by its text, and serves all texts that are the same.
    """
    pool = _spelled_like(texts, (*catalogue.entries, *catalogue.obsolete)) if catalogue else []
    entries: dict[str, CatalogueMessage] = {}
    for choose in _CHOICES:
        for text in texts:
            entry = None if text.context in entries else choose(text, pool)
            if entry is not None:
                entries[text.context] = entry
                pool.remove(entry)
    nameless = {entry.source: entry for entry in entries.values() if not entry.context}
    matches = [_matched(text, entries.get(text.context) or nameless.get(text.source)) for text in texts]
    return tuple(matches), tuple([entry for entry in pool if _is_written_in(entry)])


def _spelled_like(texts: Iterable[Text], entries: Iterable[CatalogueMessage]) -> list[CatalogueMessage]:
    """The entries with accents as the texts have them: other programs compose letters, or take them apart."""
    spellings: dict[str, str] = {}
    for text in texts:
        for words in (text.context, text.source):
            if not words.isascii():
                spellings[composed(words)] = words

    def spelled(words: str) -> str:
        return words if words.isascii() else spellings.get(composed(words), words)

    likened: list[CatalogueMessage] = []
    for entry in entries:
        context, source, previous = map(spelled, (entry.context, entry.source, entry.previous))
        likened.append(replace(entry, context=context, source=source, previous=previous))
    return likened


def _is_written_in(entry: CatalogueMessage) -> bool:
    """Whether a translator has left anything in an entry."""
    return bool(entry.translation or entry.comments or entry.flags or entry.fuzzy)


def _first(suits: Callable[[Text, CatalogueMessage], bool]) -> "_Choice":
    return lambda text, pool: next((entry for entry in pool if suits(text, entry)), None)


def _most_alike(text: Text, pool: Iterable[CatalogueMessage]) -> CatalogueMessage | None:
    """The entry of the unit and the kind of a text that is most like it, if any is like it."""
    unit, quotes = unit_of(text.context), is_quotation(text.context)
    best, likeness = None, 0.0
    for entry in pool:
        if unit_of(entry.context) == unit and is_quotation(entry.context) == quotes:
            ratio = SequenceMatcher(None, entry.source, text.source).ratio()
            if ratio > likeness:
                best, likeness = entry, ratio
    return best if likeness >= _ALIKE else None


_Choice = Callable[[Text, Iterable[CatalogueMessage]], CatalogueMessage | None]
_CHOICES: tuple[_Choice, ...] = (
    _first(
        lambda text, entry: (
            (entry.context, entry.source) == (text.context, text.source) and not _is_of_another(entry)
        )
    ),
    _first(lambda text, entry: entry.context == text.context and _is_of(entry, text)),
    _first(lambda text, entry: unit_of(entry.context) == unit_of(text.context) and _is_of(entry, text)),
    _first(lambda text, entry: _is_of(entry, text)),
    _first(lambda text, entry: (entry.context, entry.source) == (text.context, text.source)),
    _first(
        lambda text, entry: entry.source == text.source and unit_of(entry.context) == unit_of(text.context)
    ),
    _first(lambda text, entry: entry.source == text.source and bool(entry.translation)),
    _most_alike,
    _first(lambda text, entry: entry.context == text.context),
)
"""A translation goes first to the text that it is of, so that a text that comes back finds it although
another has had it."""


def _is_of_another(entry: CatalogueMessage) -> bool:
    """Whether a translation is that of an earlier text."""
    return bool(entry.translation) and entry.translated != entry.source


def _is_of(entry: CatalogueMessage, text: Text) -> bool:
    """Whether an entry has a translation, and it is that of a text."""
    return bool(entry.translation) and entry.translated == text.source


def _matched(text: Text, entry: CatalogueMessage | None) -> Match:
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
    for_translators = (
        _ON_QUOTATIONS if any(is_quotation(match.text.context) for match in matches) else _COMMENTS
    )
    return Catalogue(
        text=text,
        language=language,
        project=project,
        entries=tuple(_entry(match) for match in matches),
        obsolete=gone,
        fields=catalogue.fields if catalogue else {},
        comments=catalogue.comments if catalogue else for_translators,
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


def _entry(match: Match) -> CatalogueMessage:
    text, entry = match.text, match.entry
    if entry is None:
        return CatalogueMessage(text.context, text.source, notes=text.notes)
    drifted = match.state is MessageState.DRIFTED
    flags = [flag for flag in entry.flags if flag != DOUBT]
    if drifted and entry.doubted:
        flags.append(DOUBT)
    return CatalogueMessage(
        text.context,
        text.source,
        entry.translation,
        fuzzy=entry.fuzzy if match.state is MessageState.MISSING else match.state in _MARKED,
        previous=match.before if drifted else "",
        comments=entry.comments,
        notes=text.notes,
        flags=tuple(flags),
    )


_MARKED = {MessageState.DRIFTED, MessageState.FUZZY}

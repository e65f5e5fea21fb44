"""What an editor is told about cases."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from casekit.games.authoring import Authoring, NameMention, Offer, Shared, mentions_of_formula, of_words
from casekit.games.midnight.edition import AnswerPath, Edition
from casekit.games.midnight.reading.case_header import CHOICES, KEYS
from casekit.games.midnight.reading.case_tree import (
    BLOCKS,
    AnswerNode,
    ClockNode,
    FunctionNode,
    GroupNode,
    LineNode,
    RuleNode,
    SortNode,
    StatementNode,
)
from casekit.language.document.tree import FieldNode, Heading, Item, ProseNode, SyntaxTree
from casekit.language.formula.scope import Scope

if TYPE_CHECKING:
    from casekit.games.midnight.edition import CasePath

_OF_ONE_ANSWER = ("motive", "method")
_NEEDED = frozenset(("presentation", "terms", "truth", "solution"))
_TYPE_WANTED = re.compile(r"\s*(?!type\b|group\b)[^\W\d_][\w-]*(?:\(|\([^)]*,|(?:\([^)]*\))?\s*:)\s*[\w-]*$")
_GROUPING = re.compile(r"\s*group\s+[\w-]+\s*:")


class CaseAuthoring(Authoring):
    """How cases are written."""

    fields = {key: CHOICES.get(key, ()) for key in KEYS}  # noqa: RUF012 - nobody changes it

    def mentions(
        self, tree: SyntaxTree, scope: Scope | None, settings: Edition | None
    ) -> Iterator[NameMention]:
        """Every name in a case: of header, headings, declarations, lines, and the cast in prose."""
        for field in tree.header:
            if isinstance(field, FieldNode):
                yield from of_words("field", (field.key,))
        cast = _cast(settings)
        for block in tree.blocks:
            yield from self._heading(block.heading, settings)
            for item in block.items:
                yield from _in_item(item, tree.source.text, scope)
                if cast is not None:
                    yield from _in_prose(item, tree.source.text, cast)

    def _heading(self, heading: Heading, settings: Edition | None) -> Iterator[NameMention]:
        if heading.kind == "answer":
            yield from of_words("value", heading.words[:1])
            yield from of_words("topic", heading.words[1:])
        elif heading.kind == "places":
            for word in heading.words:
                number = int(word.text) if word.text.isdecimal() else None
                place = settings.locations_by_number.get(number) if settings and number is not None else None
                name = place.slug if place else word.text
                yield NameMention("value", name, word.start, word.end)

    def headings(self, settings: Edition) -> Iterator[Offer]:
        """The blocks, then every path."""
        for kind in BLOCKS:
            yield Offer(kind, "heading", "block", kind in _NEEDED)
        for path in settings.paths:
            yield Offer(str(path), "heading", _path_words(path, settings), wanted=True)

    def heading_key(self, heading: Heading, settings: Edition) -> tuple[str, ...]:
        """The paths that a heading names, or its block."""
        if heading.kind in BLOCKS:
            return (heading.kind,)
        if heading.kind == "answer":
            return (" ".join(word.text for word in heading.words),)
        slugs = settings.locations_by_slug
        return tuple(
            f"{slugs[word.text].number:02}" if word.text in slugs else word.text for word in heading.words
        )

    def offers(
        self, block: str, before: str, scope: Scope | None, settings: Edition
    ) -> tuple[Offer, ...] | None:
        """What may be declared, and the paths behind ``by``."""
        if block == "terms":
            return tuple(Offer(kind, "keyword", "an answer") for kind in _OF_ONE_ANSWER)
        if block == "facts":
            if _GROUPING.match(before):
                return tuple(_values(scope))
            if _TYPE_WANTED.match(before):
                return (
                    tuple(Offer(sort.name, "type", _listed(sort.values)) for sort in scope.sorts)
                    if scope
                    else ()
                )
            return (
                Offer("type", "keyword", "declares an ordered type"),
                Offer("group", "keyword", "names values"),
            )
        if block == "solution" and re.search(r"^\s*~.*\bby\s+[^\"]*$", before):
            return tuple(offer for offer in self.headings(settings) if offer.detail != "block")
        return None

    def is_formula(self, block: str, before: str) -> bool:
        """Lines of rules and truth, and those with a mark."""
        return block in {"rules", "truth"} or (
            block not in {"", "notes", "terms", "facts"} and before.lstrip().startswith("~")
        )

    def described(self, mention: NameMention, settings: Edition) -> str:
        """A suspect with the cabin, a location with its zone, a topic with its question."""
        name = mention.name
        if mention.kind == "topic" and name in settings.topics_by_slug:
            topic = settings.topics_by_slug[name]
            return f"topic **{topic.name}**" + (f": *{topic.question}*" if topic.question else "")
        if mention.kind != "value":
            return ""
        if name in settings.suspects_by_name:
            cabin = settings.locations_by_number.get(settings.suspects_by_name[name].cabin)
            home = f", cabin {cabin.number:02} ({cabin.name})" if cabin else ""
            return f"suspect **{name}**{home}; paths: {', '.join(f'`{name} {slug}`' for slug in settings.topics_by_slug)}"
        if name in settings.locations_by_slug:
            place = settings.locations_by_slug[name]
            return (
                f"location **{place.number:02} {place.name}**, zone {place.zone}; path: `{place.number:02}`"
            )
        return next(
            (
                f"zone {zone.number}: **{zone.name}**"
                for zone in settings.zones
                if name == f"zone-{zone.number}"
            ),
            "",
        )

    def shared(self, mention: NameMention, settings: Edition) -> Shared | None:
        """The cast is renamed with the edition; the rest of the edition is renamed there."""
        name = mention.name
        if mention.kind == "topic":
            return Shared("rename a topic in `edition.toml`: it is one of all cases")
        if mention.kind != "value":
            return None
        if name in settings.suspects_by_name:
            return Shared("" if settings.file else "the suspects of the built-in edition cannot be renamed")
        if name in settings.locations_by_slug or any(
            name == f"zone-{zone.number}" for zone in settings.zones
        ):
            return Shared("rename a location or a zone in `edition.toml`: it is one of all cases")
        return None

    def speaker(self, heading: Heading) -> str:
        """The suspect whose answer it is."""
        return heading.words[0].text if heading.kind == "answer" else ""

    def marked(self, text: str) -> str:
        """A statement."""
        return f"~ {text}"


AUTHORING = CaseAuthoring()


def _in_item(item: Item, text: str, scope: Scope | None) -> Iterator[NameMention]:
    match item:
        case StatementNode(speakers=speakers, formula=formula):
            for term in (*speakers, formula):
                yield from mentions_of_formula(term, text, scope)
        case RuleNode(formula=formula) | LineNode(formula=formula):
            yield from mentions_of_formula(formula, text, scope)
        case AnswerNode(slug=slug):
            yield from of_words("value", (slug,), defines=True)
        case SortNode(name=name, values=values):
            yield from of_words("type", (name,), defines=True)
            yield from of_words("value", values, defines=True)
        case ClockNode(name=name):
            yield from of_words("type", (name,), defines=True)
        case GroupNode(name=name, values=values):
            yield from of_words("group", (name,), defines=True)
            yield from of_words("value", values)
        case FunctionNode(name=name, arguments=arguments, values=values):
            yield from of_words("fact", (name,), defines=True)
            yield from of_words("type", (*arguments, *((values,) if values else ())))


def _cast(settings: Edition | None) -> re.Pattern[str] | None:
    names = "|".join(map(re.escape, settings.suspects_by_name)) if settings else ""
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)") if names else None


def _in_prose(item: Item, text: str, cast: re.Pattern[str]) -> Iterator[NameMention]:
    """Names of the cast in prose, and in the words that a line quotes."""
    quotation = getattr(item, "quotation", None)
    pieces = (
        item.pieces
        if isinstance(item, ProseNode)
        else ((quotation.start, quotation.end),)
        if quotation
        else ()
    )
    for start, end in pieces:
        for match in cast.finditer(text, start, end):
            yield NameMention("value", match.group(), match.start(), match.end(), prose=True)


def _path_words(path: "CasePath", settings: Edition) -> str:
    if isinstance(path, AnswerPath):
        topic = settings.topics_by_slug[path.topic]
        return topic.question or topic.name
    return settings.locations_by_number[path.location].name


def _values(scope: Scope | None) -> Iterator[Offer]:
    for sort in scope.sorts if scope else ():
        for value in sort.values:
            yield Offer(value, "value", scope.titles.get(value, sort.name) if scope else "")


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(values[:6]) + (", ..." if len(values) > 6 else "")  # noqa: PLR2004 - enough to know it by

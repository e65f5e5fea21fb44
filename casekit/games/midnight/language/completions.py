"""Names in the text of a case, to colour, find and rename them, and what a writer may put next."""

import re
from collections.abc import Iterator

from casekit.games.midnight.document import Edition
from casekit.games.midnight.language import line_forms
from casekit.kit.defaults.authoring import mentions_in
from casekit.language.completions import CompletionItem, EditionName, NameMention, of_words, offers_of
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import FieldNode, Heading, Item, ProseNode, SyntaxTree

_NEEDED = frozenset(("presentation", "terms", "truth", "solution"))


def name_mentions(tree: SyntaxTree, scope: Scope | None, settings: Edition | None) -> Iterator[NameMention]:
    """Every name in a case: of header, headings, declarations, lines, and the cast in prose."""
    for field in tree.header:
        if isinstance(field, FieldNode):
            yield from of_words("field", (field.key,))
    names = "|".join(map(re.escape, settings.suspects_by_name)) if settings else ""
    cast = re.compile(rf"(?<!\w)(?:{names})(?!\w)") if names else None
    for block in tree.blocks:
        yield from _in_heading(block.heading, settings)
        for item in block.items:
            yield from mentions_in(item, line_forms.CASE, tree.source.text, scope)
            if cast is not None:
                for start, end in _prose_of(item):
                    for match in cast.finditer(tree.source.text, start, end):
                        yield NameMention("value", match.group(), match.start(), match.end(), prose=True)


def _prose_of(item: Item) -> tuple[tuple[int, int], ...]:
    """Where an item has words of the prose: a paragraph, or the words that a line quotes."""
    if isinstance(item, ProseNode):
        return item.pieces
    quotation = getattr(item, "quotation", None)
    return ((quotation.start, quotation.end),) if quotation else ()


def _in_heading(heading: Heading, settings: Edition | None) -> Iterator[NameMention]:
    if heading.kind == "answer":
        yield from of_words("value", heading.words[:1])
        yield from of_words("topic", heading.words[1:])
    elif heading.kind == "places":
        for word in heading.words:
            number = int(word.text) if word.text.isdecimal() else None
            place = settings.locations_by_number.get(number) if settings and number is not None else None
            yield NameMention("value", place.slug if place else word.text, word.start, word.end)


def headings(settings: Edition) -> Iterator[CompletionItem]:
    """The blocks, then every path."""
    for kind in line_forms.BLOCKS:
        yield CompletionItem(kind, "heading", "block", kind in _NEEDED)
    for path in settings.paths:
        yield CompletionItem(str(path), "heading", settings.about(path), wanted=True)


def offers(
    block: str, before: str, scope: Scope | None, settings: Edition
) -> tuple[CompletionItem, ...] | None:
    """The types and values that may be declared, and the paths that follow ``by``."""
    if block in {"terms", "facts"}:
        sorts = scope.sorts if scope else ()
        types = tuple(CompletionItem(sort.name, "type", _listed(sort.values)) for sort in sorts)
        declarable = {"type": types, "value": tuple(_values(scope))}
        return offers_of(line_forms.CASE, block, before, declarable)
    if block == "solution" and re.search(r"^\s*~.*\bby\s+[^\"]*$", before):
        return tuple(offer for offer in headings(settings) if offer.detail != "block")
    formula = block in {"rules", "truth"} or (block not in {"", "notes"} and before.lstrip().startswith("~"))
    return None if formula else ()


def describe_name(mention: NameMention, settings: Edition) -> EditionName | None:
    """The words of editors about a suspect, location or topic; the edition renames all but suspects."""
    name = mention.name
    if mention.kind == "topic":
        topic = settings.topics_by_slug.get(name)
        question = f": *{topic.question}*" if topic and topic.question else ""
        about = f"topic **{topic.name}**{question}" if topic else ""
        return EditionName(about, "rename a topic in `edition.toml`: it is one of all cases")
    if mention.kind != "value":
        return None
    if name in settings.suspects_by_name:
        refusal = "" if settings.file else "the suspects of the built-in edition cannot be renamed"
        return EditionName(_suspect(settings, name), refusal)
    about = _place(settings, name)
    refusal = "rename a location or a zone in `edition.toml`: it is one of all cases"
    return EditionName(about, refusal) if about else None


def _suspect(settings: Edition, name: str) -> str:
    cabin = settings.cabins.get(name)
    home = f", cabin {cabin.number:02} ({cabin.name})" if cabin else ""
    paths = ", ".join(f"`{name} {slug}`" for slug in settings.topics_by_slug)
    return f"suspect **{name}**{home}; paths: {paths}"


def _place(settings: Edition, name: str) -> str:
    if name in settings.locations_by_slug:
        place = settings.locations_by_slug[name]
        return f"location **{place.number:02} {place.name}**, zone {place.zone}; path: `{place.number:02}`"
    zones = {f"zone-{zone.number}": f"zone {zone.number}: **{zone.name}**" for zone in settings.zones}
    return zones.get(name, "")


def _values(scope: Scope | None) -> Iterator[CompletionItem]:
    if scope is None:
        return
    for sort in scope.sorts:
        for value in sort.values:
            yield CompletionItem(value, "value", scope.titles.get(value, sort.name))


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(values[:6]) + (", ..." if len(values) > 6 else "")  # noqa: PLR2004 - enough to tell

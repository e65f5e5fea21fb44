"""Help for writers of cases and their editors: names, words, how far a case is, and new cases."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from casekit.analysis.analyzer import Answered, ProgressBar
from casekit.analysis.summaries import (
    WordEntry,
    WordGroup,
    WordList,
    WritingProgress,
    facts_of,
    merged_lists,
    reserved_of,
    types_of,
)
from casekit.diagnostics import Source
from casekit.games.midnight.document import Case, Edition, Location, Suspect
from casekit.games.midnight.language import line_forms, scope as language_scope
from casekit.kit.interface import NewDocument
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import Heading, SyntaxTree

if TYPE_CHECKING:
    from casekit.language.completions import CompletionItem, EditionName, NameMention


def name_mentions(tree: SyntaxTree, scope: Scope | None, settings: Edition | None) -> "Iterator[NameMention]":
    """Every name in a case: of header, headings, declarations, lines, and the cast in prose."""
    from casekit.games.midnight.language import completions as names

    return names.name_mentions(tree, scope, settings)


def headings(settings: Edition) -> "Iterator[CompletionItem]":
    """The blocks, then every path."""
    from casekit.games.midnight.language import completions as names

    return names.headings(settings)


def heading_keys(heading: Heading, settings: Edition) -> tuple[str, ...]:
    """The paths that a heading names, or its block."""
    if heading.kind in line_forms.BLOCKS:
        return (heading.kind,)
    if heading.kind == "answer":
        return (" ".join(word.text for word in heading.words),)
    slugs = settings.locations_by_slug
    return tuple(
        f"{slugs[word.text].number:02}" if word.text in slugs else word.text for word in heading.words
    )


def completions(
    block: str, before: str, scope: Scope | None, settings: Edition
) -> "tuple[CompletionItem, ...] | None":
    """The types and values that may be declared, and the paths that follow ``by``."""
    from casekit.games.midnight.language import completions as names

    return names.offers(block, before, scope, settings)


def describe_name(mention: "NameMention", settings: Edition) -> "EditionName | None":
    """The words of editors about a suspect, location or topic; the edition renames all but suspects."""
    from casekit.games.midnight.language import completions as names

    return names.describe_name(mention, settings)


def word_list(edition: Edition, case: Case | None = None) -> WordList:
    """The words that all cases of an edition may write, and those of one."""
    whole = _words_of_edition(edition)
    return whole if case is None else merged_lists((whole, _words_of_case(case)))


def _cabin_of(suspect: Suspect) -> str:
    return "" if suspect.cabin is None else f", cabin {suspect.cabin:02}"


def _where(location: Location) -> str:
    text = f", {location.text}" if location.text else ""
    return f"{location.number:02}, zone {location.zone}{text}"


def _words_of_edition(edition: Edition) -> WordList:
    locations = sorted(edition.locations, key=lambda location: location.number)
    suspects = (
        WordEntry(suspect.name, "", f"letter {suspect.letter}{_cabin_of(suspect)}")
        for suspect in edition.suspects
    )
    topics = (WordEntry(topic.slug, topic.name, topic.question) for topic in edition.topics)
    places = (WordEntry(location.slug, location.name, _where(location)) for location in locations)
    zones = (WordEntry(f"zone-{zone.number}", zone.name, zone.deck) for zone in edition.zones)
    return WordList(
        (
            WordGroup("suspects", "in headings, prose and formulas", tuple(suspects)),
            WordGroup("topics", "in headings, after a suspect", tuple(topics)),
            WordGroup("locations", "in formulas; in headings by number too", tuple(places)),
            WordGroup("zones", "in formulas", tuple(zones)),
        ),
        spelling=(
            edition.title,
            *(zone.deck for zone in edition.zones),
            *(location.text for location in locations),
            *(topic.question for topic in edition.topics),
            *(rule.sentence for rule in edition.rules),
            *edition.abbreviations,
        ),
        people=tuple(suspect.name for suspect in edition.suspects),
    )


def _words_of_case(case: Case) -> WordList:
    motives = [WordEntry(motive.slug, motive.label) for motive in case.motives]
    methods = [WordEntry(method.slug, method.label) for method in case.methods]
    nobody = (
        WordEntry(language_scope.VICTIM, "", "a suicide"),
        WordEntry(language_scope.NOBODY, "", "an accident"),
    )
    return WordList(
        (
            WordGroup("other culprits", "in formulas", nobody),
            WordGroup("motives", "in formulas", (*motives, WordEntry("none", case.accident))),
            WordGroup("methods", "in formulas", tuple(methods)),
            types_of(case.scope),
            reserved_of(case.scope),
        ),
        tuple(facts_of(case.scope, case.glosses)),
        (case.title, case.author, case.victim),
    )


def progress(case: Case) -> WritingProgress:
    """How far a case is written."""
    from casekit.games.midnight.proofreading.progress import draft_of_case

    return draft_of_case(case)


def create(
    title: str, edition: Edition, options: Mapping[str, str | int], steps: ProgressBar
) -> Answered[NewDocument]:
    """A first draft or, with ``options``, a skeleton that fits them."""
    from casekit.games.midnight.generator import commands

    return commands.made(title, edition, options, steps)


def complete(
    source: Source, edition: Edition, options: Mapping[str, str | int], steps: ProgressBar
) -> Answered[NewDocument] | None:
    """A half-written case made whole."""
    from casekit.games.midnight.generator import commands

    return commands.completed(source, edition, options, steps)

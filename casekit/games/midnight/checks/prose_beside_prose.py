"""The prose of a case beside itself: whether each text is under its own heading, and whether names, numbers and days are the same everywhere."""

import re
from collections.abc import Iterator, Sequence

from casekit.diagnostics import Diagnostic
from casekit.games.midnight.checks.prose_and_lines import voices
from casekit.games.midnight.edition_and_case import AnswerOption, Case
from casekit.games.midnight.reading.place_names import names_of
from casekit.games.prose.claims import agreement, exchanged, names_said, pronouns, qualities, rule_words
from casekit.games.prose.claims.voices import texts


def check(case: Case) -> Iterator[Diagnostic]:
    """Texts under headings of others, people whom no line knows, and numbers, days and hours that differ from those elsewhere."""
    said, names = voices(case), names_of(case.edition)
    read = [*texts(case, said)]
    yield from exchanged.places(case, read, names)
    yield from exchanged.answers(case, said, names)
    yield from pronouns.other_pronouns(case, read, names)
    yield from qualities.other_qualities(case, read, names)
    yield from agreement.found_early(case, [each for each in read if each[0] is said[0]])
    yield from agreement.other_days(case, read, names)
    known = (
        *(each.label for each in (*case.motives, *case.methods)),
        *(f"{each.name} {each.text} {each.also}" for each in case.edition.locations),
        *(each.question for each in case.edition.topics),
        *(each.so for each in case.sentences.values()),
        case.title,
        case.edition.title,
    )
    yield from names_said.strange_names(case, read, names, known=" ".join(known), victim=case.victim)
    answers = {each.slug: each.label for each in (*case.motives, *case.methods)}
    yield from rule_words.turned_rules(case, said[0].passage.statements, answers, case.sentences, names)
    for target, options in (("motive", case.motives), ("method", case.methods)):
        labels = [*_labels(case, target, options)]
        yield from exchanged.labels(case, labels)
        yield from exchanged.strange_things(case, labels, read) if target == "method" else ()


def _labels(case: Case, target: str, options: Sequence[AnswerOption]) -> Iterator[exchanged.Label]:
    """The answers to a question, each with all that is said of it alone: by rules, the facts in these, and quotations of lines that give it."""
    lines = [(each.text, each.quotation) for passage in case.paragraphs for each in passage.statements]
    slugs = {each.slug for each in options}
    rules = [(each, slugs & {*re.findall(r"[\w-]+", each.text)}) for each in case.rules]
    for option in options:
        about = [rule for rule, named in rules if named == {option.slug}]
        facts = (case.sentences.get(word) for rule in about for word in re.findall(r"[\w-]+", rule.text))
        said = (
            *(rule.told for rule in about),
            *(rule.text for rule in about),
            *(fact.so for fact in facts if fact),
        )
        quoted = (words for line, words in lines if line == f"{target} = {option.slug}")
        yield exchanged.Label(
            option.slug, option.place, option.label, " ".join((option.slug, *said, *quoted))
        )

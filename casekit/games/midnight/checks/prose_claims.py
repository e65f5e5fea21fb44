"""Checks of what the sentences of a case say, beside its lines and beside each other.

``casekit.prose.claims`` reads sentences of any game. This module gives it what it needs of a case of Midnight
(who speaks where, what people and places are called, what each answer is called) and lists which of its
checks are made.
"""

import re
from collections.abc import Iterator, Sequence

from casekit.diagnostics import Finding
from casekit.games.midnight.document import (
    AnswerOption,
    AnswerPath,
    Case,
    CaseParagraph,
    CasePath,
    PlacePath,
    Rule,
)
from casekit.games.midnight.language.prose_names import CaseNames, names_of
from casekit.games.midnight.theory import wording
from casekit.language.suggestions import name_key
from casekit.prose.claims import (
    attribute_checks,
    claim_checks,
    deed_checks,
    name_checks,
    pronoun_checks,
    quotation_checks,
    swapped_text,
)
from casekit.prose.claims.claimed_facts import ClaimReader
from casekit.prose.claims.sentences import SpokenPassage, meanings, texts
from casekit.prose.passages import ProseStatement
from casekit.values import replace

_FORMULA_NAME = re.compile(r"[\w-]+")
"""A name in a formula: ``culprit`` and ``zone-3`` in ``culprit = zone-3``."""


def findings_on_names(case: Case) -> Iterator[Finding]:
    """Claims of prose about people and places, and around quotations, that its own paragraph contradicts."""
    passages, names = spoken_passages(case), case_names(case)
    yield from claim_checks.around_quotations(case, passages, names)
    yield from name_checks.other_names(case, passages, names)
    yield from name_checks.third_persons(case, passages, names)
    yield from name_checks.other_owners(case, passages, names)


def disagreements(case: Case) -> Iterator[Finding]:
    """Texts under headings of others, people whom no line knows, and numbers and times that do not agree."""
    passages, names = spoken_passages(case), case_names(case)
    presentation = passages[0]
    paragraphs = [*texts(case, passages)]
    yield from swapped_text.places(case, paragraphs, names)
    yield from swapped_text.answers(case, passages, names)
    yield from pronoun_checks.other_pronouns(case, paragraphs, names)
    yield from attribute_checks.other_qualities(case, paragraphs, names)
    yield from name_checks.other_titles(case, paragraphs, names)
    yield from name_checks.other_roles(case, paragraphs, names)
    yield from attribute_checks.other_days_of_facts(case, passages, names.language)
    of_presentation = [paragraph for paragraph in paragraphs if paragraph[0] is presentation]
    yield from quotation_checks.found_early(case, of_presentation)
    yield from quotation_checks.other_days(case, paragraphs, names)
    known = " ".join(_texts_without_speakers(case))
    yield from name_checks.strange_names(case, paragraphs, names, known=known, victim=case.victim)
    answers = {answer.slug: answer.label for answer in (*case.motives, *case.methods)}
    statements = presentation.passage.statements
    yield from deed_checks.turned_rules(case, statements, answers, case.sentences, names)
    yield from swapped_text.labels(case, [*_labels(case, "motive", case.motives)])
    methods = [*_labels(case, "method", case.methods)]
    yield from swapped_text.labels(case, methods)
    yield from swapped_text.strange_things(case, methods, paragraphs)


def spoken_passages(case: Case, culprit: str | None = None) -> tuple[SpokenPassage, ...]:
    """The presentation, the solution and the paragraphs of a case, each with who speaks there.

    If the ``culprit`` is given, and may say falsehoods in this case, not all of its words are taken for
    true.
    """
    passages = [
        _presentation_with_rules(case),
        SpokenPassage(case.solution, about=_unmistakable_culprit(case, culprit)),
    ]
    for paragraph in case.paragraphs:
        speaker = paragraph.speaker
        honest = speaker is None or case.liar == "never" or speaker != culprit
        topics = [path.topic for path in paragraph.paths if isinstance(path, AnswerPath)]
        topic = topics[0] if len(topics) == 1 else ""
        locations = location_slugs(case, paragraph)
        passages.append(SpokenPassage(paragraph, speaker, locations, honest, topic))
    return tuple(passages)


def _presentation_with_rules(case: Case) -> SpokenPassage:
    """The presentation, with the rules that quote it as further lines."""
    quoting_rules = [rule for rule in case.rules if rule.told and not rule.is_general]
    rules = tuple(map(_as_statement, quoting_rules))
    statements = (*case.presentation.statements, *rules)
    return SpokenPassage(replace(case.presentation, statements=statements))


def _as_statement(rule: Rule) -> ProseStatement[CasePath]:
    return ProseStatement[CasePath]("plain", (), rule.formula, rule.told, rule.text, rule.place)


def _unmistakable_culprit(case: Case, culprit: str | None) -> str:
    """The culprit, if a pronoun can mean nobody else: "he" is not the victim if she is a woman.

    Empty if nobody is given as the ``culprit``, or if the first names do not settle it.
    """
    genders = meanings(case.edition.language, "given")
    genders_of_victim = {genders[word] for word in name_key(case.victim).split() if word in genders}
    if culprit is None or not genders_of_victim or genders.get(name_key(culprit)) in genders_of_victim:
        return ""
    return culprit


def location_slugs(case: Case, paragraph: CaseParagraph) -> frozenset[str]:
    """The slugs of the locations where a paragraph is found."""
    numbers = (path.location for path in paragraph.paths if isinstance(path, PlacePath))
    return frozenset([case.edition.locations_by_number[number].slug for number in numbers])


def case_names(case: Case) -> CaseNames:
    """The names of people and places as the presentation of a case introduces them."""
    return names_of(case.edition, " ".join([prose.text for prose in case.presentation.prose]))


def claim_reader(case: Case) -> ClaimReader:
    """A reader that finds the facts of a case in its prose."""
    return ClaimReader(
        case_names(case),
        case.scope,
        case.glosses,
        case.sentences,
        "location",
        wording.TARGETS,
        wording.CaseWording(case).value,
    )


def _texts_without_speakers(case: Case) -> Iterator[str]:
    """The texts of a case and its edition that may name anybody: labels, places, questions, facts, titles."""
    for answer in (*case.motives, *case.methods):
        yield answer.label
    for location in case.edition.locations:
        yield f"{location.name} {location.text} {location.also}"
    for topic in case.edition.topics:
        yield topic.question
    for sentences in case.sentences.values():
        yield sentences.so
    yield case.title
    yield case.edition.title


def _labels(case: Case, target: str, options: Sequence[AnswerOption]) -> Iterator[swapped_text.Label]:
    """The answers to a question, each with all that is said of it and of no other answer.

    The rules that name it say this, the facts in these rules, and the words that paragraphs quote for
    a line ``TARGET = ANSWER``.
    """
    slugs = {option.slug for option in options}
    names_by_rule = [(rule, _FORMULA_NAME.findall(rule.text)) for rule in case.rules]
    for option in options:
        own_rules = [(rule, names) for rule, names in names_by_rule if slugs & {*names} == {option.slug}]
        words = [option.slug]
        words += [rule.told for rule, _ in own_rules]
        words += [rule.text for rule, _ in own_rules]
        for _, names in own_rules:
            words += [case.sentences[name].so for name in names if name in case.sentences]
        line = f"{target} = {option.slug}"
        for paragraph in case.paragraphs:
            words += [statement.quotation for statement in paragraph.statements if statement.text == line]
        yield swapped_text.Label(option.slug, option.place, option.label, " ".join(words))

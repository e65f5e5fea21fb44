"""A scenario as a deduction problem, with the words of its proofs.

It has one hidden pair of cards, and each line strikes off others. Over pairs a proof takes a step a line;
over a murderer, a means and an evidence of their own it takes dozens.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from casekit.analysis.wording import TRUTH, ProofStep
from casekit.games.deception.document import (
    ACCOMPLICE,
    CRIME,
    TARGETS,
    Marker,
    Naming,
    Pair,
    Scenario,
    scope_of,
)
from casekit.kit.transcripts import theory as kit
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.theory import TranscriptWording, TranscriptWords
from casekit.language.blocks import Sentence
from casekit.logic.formulas import And, Formula, Function, Iff, Not, Or, Sort, valued
from casekit.logic.theory import Assertion, Fact
from casekit.prose.phrasing import capital, listed
from casekit.values import replace
from casekit.values.grouping import grouped

NamedLine = tuple[str, kit.TranscriptLine]
"""A line of the theory after its name."""

PairFormulas = Mapping[Pair, Formula]
"""For each pair of cards the formula that says that the crime was this pair."""


def build_theory(scenario: Scenario) -> kit.TranscriptTheory:
    """The theory of a scenario; each line of play is a source, named by its number."""
    functions = scope_of(scenario).functions
    crime = Function(CRIME, (), Sort("pair", tuple(map("+".join, scenario.pairs))))
    formula_of_pair = {pair: valued(crime, "+".join(pair)) for pair in scenario.pairs}
    questions = {function.name: function for function in functions if not function.arguments}
    lines = (
        *_lines_before_play(scenario, questions, formula_of_pair),
        *_lines_of_play(scenario, formula_of_pair),
    )
    return kit.theory_of((crime, *functions), tuple(questions.values()), dict(lines))


def _lines_before_play(
    scenario: Scenario, questions: Mapping[str, Function], formula_of_pair: PairFormulas
) -> Iterator[NamedLine]:
    """The answers that the crime gives, the knowledge of the seat, and the truth."""
    for number, (name, function) in enumerate(questions.items()):
        answered = ((scenario.answers(pair)[number], formula) for pair, formula in formula_of_pair.items())
        laws = tuple(
            Iff(valued(function, value), Or(tuple(formulas))) for value, formulas in grouped(answered).items()
        )
        words, sentence = f"the {name} is that of the crime", Sentence(And(laws), f"{name} of crime")
        yield f"rule {name}", kit.line_of(kit.RULE, kit.RULES, words, sentence, notation=True)
    if scenario.seat in scenario.names:
        yield _line_of_seat(scenario, formula_of_pair)
    for number, secret in enumerate(scenario.truth, 1):
        if secret.about in questions:
            formula = valued(questions[secret.about], secret.name)
            sentence = Sentence(formula, f"{secret.about} = {secret.name}")
            words = f"the {secret.about} is {secret.name}"
            yield f"truth {number}", kit.line_of(TRUTH, TRUTH, words, sentence, secret.place)


def _line_of_seat(scenario: Scenario, formula_of_pair: PairFormulas) -> NamedLine:
    """The knowledge of the seat before the first marker: a witness saw the culprits."""
    seat, glimpse = scenario.seat, scenario.hand
    if glimpse is None:
        words = f"{seat} is an investigator"
        logic = f"murderer != {seat}"
        place, whose = scenario.headings.get("seat"), "their own"
    else:
        words = f"{seat} saw {' and '.join(glimpse.names)}"
        logic = " or ".join(f"murderer = {name}" for name in glimpse.names)
        place, whose = glimpse.place, "all other"
    telling = ("", f"{words}, which strikes off {whose} cards")
    sentence = _one_of(scenario.possible(), formula_of_pair, logic)
    return "seat", kit.line_of(kit.HAND, kit.SEAT, words, sentence, place, telling)


def _lines_of_play(scenario: Scenario, formula_of_pair: PairFormulas) -> Iterator[NamedLine]:
    """The pairs that each line strikes off; its logic is the rule of a marker, not the exception."""
    for event in scenario.play:
        if isinstance(event, Naming):
            continue
        if isinstance(event, Marker):
            option_names, option = scenario.deck.tile[event.tile].named, f"{event.tile}-{event.option}"
            logic = f"suits(means, {option}) or suits(evidence, {option})"
            telling = f"a marker on {event.tile}", f"“{option_names.get(event.option)}” suits neither card"
        else:
            negation = "" if event.right else "not "
            logic = f"{negation}(means = {event.means} and evidence = {event.evidence})"
            telling = "a failed attempt", f"{event.player} was {'right' if event.right else 'wrong'}"
        sentence = _one_of(scenario.left_by(event, formula_of_pair), formula_of_pair, logic)
        path = str(event.number)
        line = kit.line_of(kit.PLAY, path, event.text, sentence, event.place, telling, event.text)
        yield f"play {path}.1", line


def _one_of(pairs_left: Iterable[Pair], formula_of_pair: PairFormulas, logic: str) -> Sentence:
    """The sentence that it was one of the pairs that are left; ``logic`` is its text."""
    left = {*pairs_left}
    denials = tuple(Not(formula) for pair, formula in formula_of_pair.items() if pair not in left)
    return Sentence(And(denials), logic)


def _seen_by(scenario: Scenario, player: str) -> kit.SeatView[Scenario] | None:
    """A scenario as another investigator saw it; nobody who did it has to find out who did."""
    if not scenario.culprits or player in scenario.culprits:
        return None
    return kit.SeatView(replace(scenario.of_seat(player), truth=()))


def _sentence(wording: TranscriptWording, step: ProofStep) -> str | None:
    """The pairs that a line strikes off, or what is left at last."""
    line = wording.line_of(step)
    of_crime = [conclusion for conclusion in step.conclusions if conclusion.fact.function == CRIME]
    others = [conclusion for conclusion in step.conclusions if conclusion.fact.function != CRIME]
    struck_off = [conclusion.fact for conclusion in of_crime if not conclusion.holds]
    if line is not None and line.telling and struck_off and not step.grounds:
        _, reason = line.telling
        if line.kind == kit.HAND:
            return None if others else f"{reason}."
        return f"{reason} in line {line.path}: {_pairs_in_words(struck_off)}."
    if not step.lines and others:
        return _what_is_left(wording, step, of_crime, others)
    return None


def _what_is_left(
    wording: TranscriptWording, step: ProofStep, of_crime: Sequence[Assertion], others: Sequence[Assertion]
) -> str:
    """The one pair that is left, if there is one, and what follows."""
    premises = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
    pairs = (wording.value(conclusion.fact.value) for conclusion in of_crime if conclusion.holds)
    pair = next(pairs, "")
    what_is_left = f"only {pair} is left" if pair else "that is what is left"
    return capital(f"{what_is_left}{premises}, so {listed(map(wording.assertion, others))}.")


def _pairs_in_words(facts: Sequence[Fact]) -> str:
    """Pairs, with means that go with the same clue cards put together: "rope or brick with glove"."""
    clues_by_means: dict[str, list[str]] = {}
    for fact in facts:
        means, clue = fact.value.split("+")
        clues_by_means.setdefault(means, []).append(clue)
    means_by_clues = grouped((tuple(clues), means) for means, clues in clues_by_means.items())
    groups = (f"{listed(means, 'or')} with {listed(clues, 'or')}" for clues, means in means_by_clues.items())
    return "; ".join(groups)


def _better_markers(scenario: Scenario, _: TranscriptAnalysis) -> Iterator[str]:
    """Remarks on markers: another option of the tile would have left the reader fewer pairs."""
    crime = scenario.said("means", "evidence")
    if not crime:
        return
    for event in scenario.markers:
        pairs_before = scenario.possible(event.number - 1)
        count_left: dict[str, int] = {}
        for option in scenario.deck.fitting(crime, event.tile):
            marker = replace(event, option=option)
            count_left[option] = len(scenario.left_by(marker, pairs_before))
        best = min(count_left, key=count_left.__getitem__)
        if count_left[best] < count_left.get(event.option, 0):
            yield (
                f"line {event.number}: {best} would have left {count_left[best]} of {len(pairs_before)} "
                f"solutions, {event.option} leaves {count_left[event.option]}"
            )


DEDUCTION = kit.Deduction(
    theory=build_theory,
    wording=TranscriptWords(
        nouns={name: name for name in (*TARGETS, ACCOMPLICE)},
        nothing_to_read="the cards and the rules alone, so no line of play is needed",
        to_ground_less="deal fewer cards",
        to_be_easier="use fewer players or fewer cards",
        sentence=_sentence,
        value=lambda value: value.replace("+", " with "),
    ),
    seen_by=_seen_by,
    answers="a player or a card of this table",
    counted="each a means and an evidence",
    unseen="The truth names no murderer, so nothing is known of the seats",
    technique=lambda line: line.telling[0] if line.telling else "",
    decisive=CRIME,
    remarks=_better_markers,
)
"""How scenarios are asked: the murderer, the means and the evidence are asked for."""

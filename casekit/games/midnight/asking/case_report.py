"""A case with its figures and its level: as text with small charts for people, as JSON for machines, and beside those of others."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from casekit.asking.figures.figure_forms import FigureForms, GaugeForm
from casekit.asking.figures.levels_and_charts import (
    MeasuredLevel,
    chart_row,
    level_as_json,
    level_in_words,
    short_row,
)
from casekit.asking.interrogation import Json
from casekit.asking.told.telling import teller
from casekit.deduce.ways import Ways
from casekit.diagnostics import Source, codes
from casekit.games.game import later
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import (
    ENOUGH,
    CaseMeasures,
    Clue,
    measure,
    measure_level,
    words_by_step,
)
from casekit.games.midnight.case import Case
from casekit.games.midnight.codes import ESSENTIAL_PATH, FEW_WAYS, UNACCUSED_CULPRIT, UNACCUSED_INNOCENT


@dataclass(frozen=True)
class Balance:
    """A case, what was measured of it, and its level."""

    inquiry: CaseInquiry
    figures: CaseMeasures
    level: MeasuredLevel

    shown = (
        codes.LEVEL_NOT_MET,
        FEW_WAYS,
        ESSENTIAL_PATH,
        UNACCUSED_CULPRIT,
        UNACCUSED_INNOCENT,
    )
    """Findings that only repeat what the figures in words say, so readers of the figures need not see them."""

    def in_words(self, width: int) -> str:
        """All figures, as text."""
        rows = [*level_in_words(self, width), ""]
        if self.figures.answers:
            rows += [*_paths(self, width), "", *_proof(self, width), "", *_robustness(self, width), ""]
            rows += [*_clues(self, width), ""]
        rows += [*_suspicions(self, width), "", *_words(self), *_common(self)]
        if _some_may_be_more(self):
            rows += ["", "+ there may be more"]
        if not all(back.exact for back in self.figures.ways_back):
            rows += ["", "- fewer may do"]
        if self.figures.undecided:
            rows += ["", "The budget ended before every path was decided; raise it with --budget."]
        return "\n".join(rows)

    def as_json(self) -> Json:
        """All figures as their schema has them."""
        figures = self.figures
        least = figures.robustness
        return {
            "title": self.title,
            "level": level_as_json(self),
            "paths": figures.paths,
            "complete": figures.complete,
            "answers": dict(figures.answers),
            "common": [rule.text for rule in self.case.rules if rule.common],
            "essential": list(figures.essential),
            "wrong": list(figures.wrong),
            "undecided": list(figures.undecided),
            "proof": _proof_as_json(self),
            "ways": {
                **_ways_as_json(figures.ways.get("solution")),
                "elements": {name: _ways_as_json(figures.ways.get(name)) for name in figures.answers},
            },
            "robustness": {
                "paths": None if least is None else len(least.unread),
                "complete": all(back.exact for back in figures.ways_back),
                "rivals": [
                    {
                        "element": back.target,
                        "value": back.value,
                        "unread": list(back.unread),
                        "complete": back.exact,
                    }
                    for back in figures.ways_back
                ],
            },
            "conclusions": [_clue_as_json(clue) for clue in figures.clues],
            "suspicions": {suspect: list(paths) for suspect, paths in figures.suspicions.items()},
            "words": dict(figures.words),
        }

    @property
    def case(self) -> Case:
        """The case."""
        return self.inquiry.case

    @property
    def title(self) -> str:
        """Its title."""
        return self.case.title

    @property
    def source(self) -> Source:
        """Its text."""
        return self.inquiry.source

    @property
    def claimed(self) -> str:
        """The level that it claims."""
        return self.case.level


def weigh(inquiry: CaseInquiry, budget: int) -> Balance:
    """Measure a case and hold it against its edition's thresholds; ``budget`` as for ``measure``.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    figures = measure(inquiry, budget)
    return Balance(inquiry, figures, measure_level(inquiry.case.edition, figures))


def _some_may_be_more(balance: Balance) -> bool:
    figures = balance.figures
    ways = (*figures.ways.values(), *(clue.ways for clue in figures.clues))
    return not all(one.complete for one in ways)


def _paths(balance: Balance, width: int) -> Iterator[str]:
    figures = balance.figures
    yield f"Paths ({figures.paths})"
    yield from chart_row(
        "essential", len(figures.essential), figures.paths, ", ".join(figures.essential), width
    )
    yield from chart_row("wrong", len(figures.wrong), figures.paths, ", ".join(figures.wrong), width)
    if figures.undecided:
        yield from chart_row(
            "undecided", len(figures.undecided), figures.paths, ", ".join(figures.undecided), width
        )


def _proof(balance: Balance, width: int) -> Iterator[str]:
    figures = balance.figures
    yield "Paths of the smallest proof, and independent ways to it"
    names = [*figures.answers, "solution"]
    most = max([len(figures.proof.sources) if figures.proof else 0, 1])
    for name in names:
        size = figures.sizes.get(name, len(figures.proof.sources) if figures.proof else 0)
        ways = figures.ways.get(name)
        told = "known from the start" if ways is None else _counted(ways, "way")
        yield from chart_row(name, size, most, told, width)


def _counted(ways: Ways, noun: str) -> str:
    count = len(ways.sets)
    return f"{count}{'' if ways.complete else '+'} {noun}{'' if count == 1 else 's'}"


def _robustness(balance: Balance, width: int) -> Iterator[str]:
    """Each rival that can come back, the cheapest way first."""
    yield "How many paths must stay unread for a rival to be possible again"
    backs = sorted(balance.figures.ways_back, key=lambda back: len(back.unread))
    most = max((len(back.unread) for back in backs), default=1)
    for back in backs:
        rival = balance.inquiry.wording.answer(back.target, back.value)
        unread = ", ".join(back.unread)
        yield from chart_row(rival, len(back.unread), most, unread, width, "" if back.exact else "-")


def _clues(balance: Balance, width: int) -> Iterator[str]:
    yield f"Independent ways to each conclusion of the proof (under {ENOUGH}, players get stuck)"
    told = teller(balance.inquiry)
    most = max((len(clue.ways.sets) for clue in balance.figures.clues), default=1)
    for clue in balance.figures.clues:
        name = f"{clue.number:>2} {told.assertions(clue.conclusions)}"
        ways = "; ".join(" + ".join(way) for way in clue.ways.sets)
        more = "" if clue.ways.complete else "+"
        yield from chart_row(name, len(clue.ways.sets), most, ways, width, more, "!" if clue.thin else " ")


def _suspicions(balance: Balance, width: int) -> Iterator[str]:
    yield "Hints that accuse each suspect (red herrings, but for the culprit's)"
    suspicions = balance.figures.suspicions
    most = max((len(paths) for paths in suspicions.values()), default=1) or 1
    for suspect, paths in suspicions.items():
        mark = "*" if suspect == balance.figures.answers.get("culprit") else " "
        yield from chart_row(suspect, len(paths), most, ", ".join(dict.fromkeys(paths)), width, "", mark)


def _common(balance: Balance) -> Iterator[str]:
    """The rules that no text states, in logic and in words: the writer vouches for them."""
    common = [rule.text for rule in balance.case.rules if rule.common]
    if common:
        yield from ("", "Rules that every reader takes for granted")
    for text in common:
        yield from (f"  {text}", f"    that is, {balance.inquiry.wording.plain.line(text)}")


def _words(balance: Balance) -> Iterator[str]:
    words = balance.figures.words
    if not words:
        return
    counts = sorted(words.values())
    yield f"Words a paragraph: {counts[0]} to {counts[-1]}, {sum(counts) / len(counts):.0f} on average"
    steps = words_by_step(counts)
    most = max(steps.values())
    for (low, high), count in steps.items():
        yield short_row(f"{low} to {high}", count, most)


def _proof_as_json(balance: Balance) -> dict[str, Any] | None:
    proof = balance.figures.proof
    if proof is None:
        return None
    return {
        "size": len(proof.sources),
        "paths": list(proof.sources),
        "minimum": proof.minimum,
        "elements": dict(balance.figures.sizes),
        "suppositions": balance.figures.depth,
    }


def _ways_as_json(ways: Ways | None) -> dict[str, Any]:
    """Ways to something; what is known from the start needs none."""
    if ways is None:
        return {"count": 0, "proofs": [], "complete": True}
    return {"count": len(ways.sets), "proofs": [list(way) for way in ways.sets], "complete": ways.complete}


def _clue_as_json(clue: Clue) -> dict[str, Any]:
    return {
        "step": clue.number,
        "conclusions": [str(assertion) for assertion in clue.conclusions],
        **_ways_as_json(clue.ways),
    }


FIGURES = FigureForms(
    noun="case",
    columns={
        "wrong": lambda balance: len(balance.figures.wrong),
        "essential": lambda balance: len(balance.figures.essential),
        "proof": lambda balance: len(balance.figures.proof.sources) if balance.figures.proof else None,
        "culprit": lambda balance: balance.figures.sizes.get("culprit"),
        "ways": lambda balance: balance.level.gauges["ways"],
        "unread": lambda balance: balance.level.gauges["robustness"],
        "supposed": lambda balance: balance.figures.depth,
    },
    gauges=(
        GaugeForm("solved", "answers", held=True),
        GaugeForm("ways", "ways.count", "ways.complete", held=True, about=True),
        GaugeForm("ways", "count", "complete", each="ways.elements", held=True),
        GaugeForm("robustness", "robustness.paths", "robustness.complete", held=True, about=True),
        GaugeForm("ways to a conclusion", "conclusions.*.count", about=True),
        GaugeForm("essential", "essential", about=True, named=True),
        GaugeForm("wrong", "wrong", "undecided", about=True, named=True),
        GaugeForm("proof", "proof.size", about=True),
    ),
    page=later("casekit.games.midnight.asking.report_page:report_page"),
)

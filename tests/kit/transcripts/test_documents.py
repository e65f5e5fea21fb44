"""Every document of every row: what is found, what is certain since which line, and the same by the second solver."""

import re
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import GAMES, game_called
from casekit.kit.transcripts.analysis import analysis_of
from casekit.kit.transcripts.document import ReadTranscript
from casekit.pipeline import checking
from tests.kit.transcripts.comparing import compare
from tests.kit.transcripts.rows import ROWS, items

ITEMS = [*items()]
PLAYS = [(row, number, options) for row in ROWS for number, options in enumerate(row.simulated)]
_CODE = re.compile(r"[A-Z]+-?\d+ ")


def test_every_game_with_transcripts_has_a_row():
    def is_told(name):
        loaded_edition = LoadedEdition(game_called(name).language.default_edition(), game=name)
        document = checking.check_bytes(base_of(name).encode(), "base.case", loaded_edition).document
        return isinstance(document, ReadTranscript)

    assert {row.game for row in ROWS} >= {name for name in GAMES if is_told(name)}


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: f"{item.row.game}: {item.title}")
def test_a_document_has_the_findings_and_the_answers_that_it_says(item):
    checked = item.row.check(item.text)
    found = [_in_words(each, checked.source) for each in checked.diagnostics]
    codes = [each for each in item.expected if _CODE.match(f"{each} ")]
    assert (
        codes == [each[: len(code)] for each, code in zip(found, codes, strict=False)] + found[len(codes) :]
    )
    assert all(each.hint for each in checked.diagnostics)
    if checked.verdict is not None:
        told = [*_answers(analysis_of(checked.document))]
        assert [] == [each for each in item.expected if each not in {*codes, *told}], told
        compare(checked.document.puzzle, item.row.solver)


def _in_words(found, source):
    """A finding: its code and message, where it is, what is beside it, and its hint."""
    text = source.text.encode()
    places = (found.span, *(each.span for each in found.related))
    told = f"{found.code.id} {' | '.join(found.message.splitlines())}"
    return " @ ".join((told, *(text[at.start : at.end].decode() for at in places))) + f" = {found.hint}"


def _answers(analysis):
    """The answers that are certain and since when, those that are left; which lines say nothing, or are needed; the seats."""
    for name, values in analysis.course.candidates[-1].items():
        since = analysis.course.since(name)
        yield f"{name}: {', '.join(values) if since is None else f'{values[0]} since {since}'}".rstrip()
    yield f"idle: {', '.join(analysis.idle)}".rstrip()
    yield f"essential: {', '.join(analysis.essential)}".rstrip()
    seats = (f"{name} {_when(course)}" for name, course in analysis.seats.items())
    yield f"seats: {', '.join(seats)}".rstrip()
    yield from (f"remark: {each}" for each in analysis.deduction.remarks(analysis.transcript, analysis))


def _when(course):
    """Since when a seat can know everything; the mark of interrogation says that it may have seen more."""
    return f"{'-' if course.decided is None else course.decided}{'' if course.exact else '?'}"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("row", "number", "options"), PLAYS, ids=[f"{row.game} {at}" for row, at, _ in PLAYS]
)
def test_simulated_plays_are_answered_as_the_second_solver_does(row, number, options, seed):
    """Also those with fewer lines, in which detectives know less, and those that somebody saw who has no seat."""
    random = Random(f"{row.game} {number} {seed}")  # noqa: S311 - a play that must be found again
    simulated = row.parts.making().simulated(
        random, row.loaded_edition.settings.deck, level="amateur", **options
    )
    for transcript in islice(simulated, 2):
        fewer = [event for event in transcript.play if random.random() < 0.7]
        numbered = tuple(replace(event, number=at) for at, event in enumerate(fewer, 1))
        compare(transcript, row.solver)
        compare(replace(transcript, play=numbered), row.solver)
        compare(replace(transcript, play=numbered, seat=None, hand=None), row.solver)

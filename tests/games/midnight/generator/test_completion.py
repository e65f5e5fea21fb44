"""Half-written cases are completed around what is written, which stays as it is."""

import re
from pathlib import Path
from random import Random

import pytest

from casekit.diagnostics import Severity, Source, codes
from casekit.games.midnight.codes import CANNOT_COMPLETE, FALSE_LOCATION, NO_ANSWERS, SMALL_FOR_SKELETON
from casekit.games.midnight.generator import search
from casekit.games.midnight.generator.commands import complete
from casekit.games.midnight.generator.completion_start import CompletionOptions
from casekit.games.midnight.generator.draft import kept
from casekit.games.midnight.generator.situations import built_in
from casekit.games.midnight.language.edition_file import built_in as edition_built_in
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.pipeline import checking

EXAMPLES = sorted(Path("examples").glob("*.case"))
BLOCKS = ("presentation", "terms", "facts", "rules", "truth", "solution", "notes")
EDITION = edition_built_in()
TITLE = "title: Half\nlevel: amateur\nvictim: Leopold Strand, shipping magnate\n"
PRESENTATION = """
== presentation
Two keycards to his suite were ever cut.
~ exactly 2 suspect X: keycard(X)  "Two keycards"
"""
FACTS = """
// What a writer noted down.
== facts
keycard(suspect)  "(1) had a keycard"  "(1) had no keycard"
"""
TRUTH = """
== terms
motive greed "Greed"
motive fear "Fear"
method push "A push"
method poison "Poison"

== rules
common keycard(culprit)

== truth
culprit = BRUNO
motive = fear
"""


@pytest.fixture(autouse=True)
def unmeasured(monkeypatch):
    # What fits a level is the generator's own test; here one world is enough.
    monkeypatch.setattr(search, "lacking", lambda *_: ())


def done(text, edition=EDITION, name="half.case", **wishes):
    return complete(
        Source(name, text), edition, built_in(), CompletionOptions("Half", **wishes), lambda _: None
    )


def cut(text, share, seed):
    """A case without the bodies of some of its paragraphs."""
    random = Random(seed)  # noqa: S311
    blocks = re.split(r"(?m)^(?=== )", text)

    def is_body(block):
        return block.startswith("== ") and not block[3:].startswith(BLOCKS)

    return "".join(
        block.split("\n")[0] + "\n\n" if is_body(block) and random.random() > share else block
        for block in blocks
    )


def wrong_with(text, edition=EDITION, name="x.case"):
    report = checking.check_bytes(text.encode(), name, LoadedEdition(edition))
    return report, [each for each in report.diagnostics if each.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("file", "share", "seed"),
    [
        *((file, 0.5, seed) for seed, file in enumerate(EXAMPLES)),
        (EXAMPLES[0], 2 / 3, 7),
        (EXAMPLES[1], 0.2, 8),
    ],
    ids=lambda value: getattr(value, "stem", str(value)),
)
def test_an_example_without_some_of_its_paragraphs_is_made_whole(file, share, seed):
    edition = EditionFinder(None).of(file.parent, "midnight").settings
    half = cut(file.read_text(encoding="utf-8"), share, seed)
    found, problems = done(half, edition, file.as_posix())
    assert () == problems
    assert kept(half, found.text)
    assert half.count("\n== ") == found.text.count("\n== ")
    report, wrong = wrong_with(found.text, edition, file.as_posix())
    assert [] == wrong
    assert {"certain"} == {element["status"] for element in report.verdict["elements"].values()}


@pytest.mark.parametrize(
    "half",
    [
        "title: Half\n",
        TITLE,
        TITLE + PRESENTATION + FACTS,
        TITLE + PRESENTATION + FACTS + TRUTH,
        (TITLE + FACTS + TRUTH).replace("\n", "\r\n"),
        PRESENTATION.lstrip() + FACTS + "\n== 14\nA made bed.\n",
    ],
    ids=["a title", "a header", "facts", "a truth", "other ends of lines", "no header"],
)
def test_any_half_is_made_whole(half):
    found, problems = done(half)
    assert () == problems
    assert kept(half, found.text)
    assert all(line in found.text.split("\n") for line in half.split("\n"))
    report, wrong = wrong_with(found.text)
    assert [] == wrong
    assert len(EDITION.paths) == len(report.document.paragraphs)
    assert 1 == sum(lie["marked"] for lie in report.verdict["lies"])


def test_the_same_half_and_seed_give_the_same_whole():
    half = TITLE + PRESENTATION + FACTS + TRUTH
    first, again = done(half)[0], done(half)[0]
    assert first == again
    assert first != done(half, seed=2)[0]


@pytest.mark.parametrize("ending", ["suicide", "accident"])
def test_it_ends_as_is_wished(ending):
    found, _ = done(TITLE, ending=ending)
    assert f"culprit = {'victim' if ending == 'suicide' else 'nobody'}\n" in found.text


def test_names_of_the_case_are_not_declared_again():
    half = TITLE + "\n== facts\nroom(suspect): location\nbooked\n"
    found, _ = done(half)
    assert [] == wrong_with(found.text)[1]
    assert 1 == found.text.count("\nbooked\n")


def test_a_complete_case_needs_nothing():
    file = EXAMPLES[0]
    edition = EditionFinder(None).of(file.parent, "midnight").settings
    assert (None, ()) == done(file.read_text(encoding="utf-8"), edition, file.as_posix())


@pytest.mark.parametrize(
    ("half", "wishes", "code", "line", "told"),
    [
        (TITLE + PRESENTATION.replace("keycard(", "keycrad("), {}, codes.UNKNOWN_NAME, 7, "keycrad"),
        (
            TITLE + PRESENTATION + FACTS + '\n== 13\nThree.\n~ exactly 3 suspect X: keycard(X)  "Three"\n',
            {},
            FALSE_LOCATION,
            15,
            "line 7 (presentation)",
        ),
        (
            TITLE + FACTS + TRUTH + '\n== 13\nHers.\n~ every suspect X: keycard(X) iff X = ANNA  "Hers"\n',
            {},
            FALSE_LOCATION,
            24,
            "line 19 (truth)",
        ),
        (TITLE + FACTS + TRUTH, {"ending": "suicide"}, CANNOT_COMPLETE, 1, "BRUNO"),
        (TITLE + FACTS + TRUTH, {"level": "expert"}, CANNOT_COMPLETE, 2, "amateur"),
        (
            TITLE + "\n== rules\ncommon culprit in { ANNA, BRUNO }\n",
            {"ending": "accident"},
            CANNOT_COMPLETE,
            1,
            "rules out",
        ),
        (TITLE + '\n== terms\nmotive greed "Greed"\n', {}, NO_ANSWERS, 5, "no method"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_with_its_place(half, wishes, code, line, told):
    found, (first, *_) = done(half, **wishes)
    assert found is None
    assert (code, line) == (first.code, first.span.line)
    assert told in first.message
    assert first.hint


def test_a_case_without_room_is_told():
    paths = "".join(f"\n== {path}\nNothing.\n" for path in EDITION.paths)
    half = TITLE + "author: A\n" + PRESENTATION + FACTS + TRUTH + paths + "\n== solution\nBRUNO.\n"
    found, (refused,) = done(half)
    assert (None, CANNOT_COMPLETE) == (found, refused.code)
    assert "every path is written" in refused.message
    assert "ANNA" in refused.message


def test_an_edition_that_is_too_small_is_told():
    from dataclasses import replace

    small = replace(EDITION, suspects=EDITION.suspects[:3])
    found, (refused,) = done("title: Half\n", small)
    assert (None, SMALL_FOR_SKELETON) == (found, refused.code)
    assert "it has 3 and" in refused.message or "has 3 and" in refused.message

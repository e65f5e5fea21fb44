"""Quick fixes: what they are called, and that the text is clean once they are done."""

from functools import partial

import pytest

from casekit.editor.document_state import (
    DeductionWorker,
    DocumentVersion,
    known_alone,
    possible_values,
    roles_in,
)
from casekit.editor.features import code_actions, document as features_document
from casekit.editor.session import findings_of
from casekit.kit.code_registry import base_of

CASE = base_of()
PUZZLE = base_of("clue")


def investigated(document):
    """The document with what follows from it, as the other process finds out."""
    document.deduction = DeductionWorker()((document.as_version, None))
    document.deduced_state = document.state
    return document


def offered(document, part=None):
    """All fixes for the findings of a document, or for those that are in a part of it."""
    start = document.state.text.index(part) if part else 0
    end = start + len(part) if part else len(document.state.text)
    here = [each.diagnostic for each in findings_of(document) if each.start <= end and start <= each.end]
    remedies = document.current_deduction.suggested_statements if document.current_deduction else ()
    return {each.title: each for each in code_actions.fixes(document.state, here, remedies, start, start)}


def done(text, edits):
    for edit in sorted(edits, key=lambda each: each.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def codes_of(document):
    return [each.diagnostic.code.id for each in findings_of(document)]


@pytest.mark.parametrize(
    ("old", "new", "title", "expected"),
    [
        ('~ owes(CLARA) "in', '~ owez(CLARA) "in', "Write `owes`", '~ owes(CLARA) "in'),
        ("== BRUNO motive", "== BRUNNO motive", "Write `BRUNO`", "== BRUNO motive"),
        ("== BRUNO motive", "== BRUNO motif", "Write `motive`", "== BRUNO motive"),
        ("level:", "levle:", "Write `level`", "level:"),
        ("with BRUNO from", "with Bruno from", "Write BRUNO", "with BRUNO from"),
        (
            '"in debt to Otto"',
            '"in debts to Otto"',
            'Quote "in debt to Otto"',
            '"in debt to Otto"',
        ),
    ],
)
def test_a_slip_is_corrected(desk, old, new, title, expected):
    assert old in CASE
    document, _ = desk(CASE.replace(old, new, 1))
    fix = next(fix for name, fix in offered(document).items() if name.startswith(title))
    text = done(document.state.text, fix.edits)
    assert expected in text
    assert [] == codes_of(desk(text)[0])


def test_a_lie_is_marked(desk):
    document = investigated(desk(CASE.replace("~ lie room", "~ room", 1))[0])
    (fix,) = [each for each in offered(document).values() if each.diagnostic.code.name == "unmarked-lie"]
    assert "Write `~ lie ...` if you mean it" == fix.title
    assert CASE == done(document.state.text, fix.edits)


def test_the_mark_of_a_true_line_is_taken_away(desk):
    document = investigated(desk(CASE.replace("~ room(ANNA) = galley", "~ lie room(ANNA) = galley", 1))[0])
    (fix,) = [each for each in offered(document).values() if each.diagnostic.code.name == "misplaced-lie"]
    assert CASE == done(document.state.text, fix.edits)


def test_a_sentence_that_no_line_states_gets_its_line_on_request_alone(desk):
    words = "At midnight I was in the galley."
    document = investigated(desk(CASE.replace("He sent back my soup twice.", words, 1))[0])
    (fix,) = [each for each in offered(document).values() if each.diagnostic.code.name == "unstated-sentence"]
    text = done(document.state.text, fix.edits)
    assert f'One does not kill for soup.\n~ room(BRUNO) = galley "{words}"\n' in text
    assert not fix.best
    assert () == code_actions.fix_all(document.state, [fix.diagnostic])
    assert "CK134" not in codes_of(investigated(desk(text)[0]))


def test_a_missing_path_is_added_where_it_belongs(desk):
    text = CASE.replace("== BRUNO motive\nHe sent back my soup twice. One does not kill for soup.\n\n", "")
    document, _ = desk(text)
    fix = offered(document)["Add `== BRUNO motive`"]
    after = done(text, fix.edits)
    assert "\nTODO\n\n== solution" in after
    assert ["CK120"] == codes_of(desk(after)[0])


def test_all_missing_paths_are_added_at_once(desk):
    text = CASE[: CASE.index("== ANNA alibi")]
    document, _ = desk(text)
    fix = offered(document)["Add all 12 that are missing"]
    after, _ = desk(done(text, fix.edits))
    assert "missing-path" not in [each.diagnostic.code.name for each in findings_of(after)]


def test_a_cure_is_stated_where_it_makes_sense(desk):
    broken = CASE.replace('~ tin = suite "has rolled under the bed"\n', "")
    document = investigated(desk(broken)[0])
    assert document.current_deduction.suggested_statements
    fixes = offered(document, "method = poison\nroom")
    (title,) = [name for name in fixes if name.startswith("State `~ tin = suite` in 01")]
    after = done(broken, fixes[title].edits)
    again = investigated(desk(after)[0])
    assert [] == list(findings_of(again))
    here = offered(document, "Otto's notebook")
    assert "State `~ tin = suite` here" in here
    assert not [name for name in offered(document, "Geese, feathers") if name.endswith("here")]


def test_everything_that_has_one_fix_is_fixed_at_once(desk):
    document, _ = desk(CASE.replace("with BRUNO from", "with Bruno from").replace("ANNA and I", "Anna and I"))
    edits = code_actions.fix_all(document.state, [each.diagnostic for each in findings_of(document)])
    assert CASE == done(document.state.text, edits)


# --- what deduction says of parts --------------------------------------------------------------------


def test_a_lie_and_what_paths_do_are_shown(desk):
    document = investigated(desk(CASE)[0])
    who = DeductionWorker()
    roles = who((document.as_version, roles_in))
    shown = {}
    for at, text, _ in features_document.inlays(document.state, document.deduction.lies, roles):
        line = document.state.text[document.state.text.rfind("\n", 0, at) + 1 : at]
        shown.setdefault(line, []).append(text)
    assert ["a lie"] == shown['~ lie room(CLARA) = deck "out on deck"']
    assert ["wrong"] == shown["== 02"]
    assert ["essential", "refutes blow"] == shown["== 01"]
    lines = [
        document.state.text[slice(*place)] for _, place in features_document.lenses(document.state, roles)
    ]
    assert "== 01" in lines
    assert "== 02" not in lines


def test_a_reader_of_one_path_knows_what_it_says(desk):
    draft = desk(CASE)[0].as_version
    who = DeductionWorker()
    assert "tin" in who((draft, partial(known_alone, source="01")))
    assert who((draft, partial(known_alone, source="ANNA alibi"))).startswith(
        "nothing for certain; if it is true: "
    )
    assert "nothing for certain" == who((draft, partial(known_alone, source="02")))


def test_what_a_term_may_still_be_is_known(desk):
    who, draft = DeductionWorker(), desk(CASE)[0].as_version
    assert ("suite",) == who((draft, partial(possible_values, term="tin")))
    assert ("CLARA",) == who((draft, partial(possible_values, term="culprit")))
    assert () == who((draft, partial(possible_values, term="nothing(at all")))
    broken = CASE.replace('~ tin = suite "has rolled under the bed"\n', "")
    assert {"suite", "galley", "deck"} == {
        *who((desk(broken)[0].as_version, partial(possible_values, term="tin")))
    }


def test_a_puzzle_is_investigated_too(desk):
    draft = desk(PUZZLE)[0].as_version
    who = DeductionWorker()
    assert who((draft, None)).is_analysable
    roles = who((draft, roles_in))
    assert roles
    assert isinstance(who((draft, partial(known_alone, source=roles[0].source))), str)


def test_a_text_that_cannot_be_asked_has_no_answers(desk):
    who, draft = DeductionWorker(), desk("title: x\n")[0].as_version
    assert not who((draft, None)).is_analysable
    assert who((draft, roles_in)) is None


def test_only_so_many_documents_are_kept(tmp_path):
    who = DeductionWorker()
    for number in range(12):
        who((DocumentVersion(f"{number}.case", tmp_path / f"{number}.case", "title: x\n"), None))
    assert 8 == len(who._analysed_versions) == len(who._parsers)

"""What is answered about a place in a text, without any protocol."""

from pathlib import Path

import pytest

from casekit.editor.features import (
    completion,
    document as features_document,
    names,
)
from casekit.editor.features.document import formatted
from casekit.editor.lsp import handlers
from casekit.editor.session import findings_of
from casekit.kit.code_registry import base_of

CASE = base_of()
PUZZLE = base_of("clue")


def changed(text, old, new):
    """A text with one change, which has to be possible."""
    assert old in text
    return text.replace(old, new, 1)


def ask(desk, old, new, text=CASE):
    """The view of a text with ``^`` in the new words, and that place."""
    document, at = desk(changed(text, old, new))
    return document.state, at


def labels(view, at):
    return [each.text for each in completion.complete(view, at)[1]]


def texts(view, mentions):
    return [view.source.text[each.start : each.end] for each in mentions]


# --- hover -------------------------------------------------------------------------------------------


def test_a_fact_is_shown_with_its_declaration_its_comment_and_who_uses_it(desk):
    told, _, _ = names.hover(*ask(desk, "~ owes(CLARA)", "~ o^wes(CLARA)"))
    assert "```case\nowes(suspect)\n```" in told
    assert "who owed Otto money" in told
    assert "`ANNA witness`" in told
    assert "`01`" in told


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("room(ANNA) = galley\n", "room(AN^NA) = galley\n", "suspect **ANNA**"),
        ("= galley\n", "= gal^ley\n", "location **02"),
        ("== 03", "== 0^3", "location **03"),
        ("== ANNA alibi", "== ANNA ali^bi", "topic"),
        ("level:", "lev^el:", "`amateur` or `expert`"),
        ("no suspect X", "no sus^pect X", "type `suspect`"),
        ("culprit = CLARA\n", "culp^rit = CLARA\n", "built in: `culprit: culprit`"),
        ("motive = debt\n", "motive = de^bt\n", 'motive debt "To be rid of a debt"'),
        ("// who owed", "// CK4^01 who owed", "innocent-liar"),
        ("// who owed", "// CK3^04 who owed", "unknown-heading"),
    ],
)
def test_hover_says_what_a_name_is(desk, old, new, expected):
    assert expected in names.hover(*ask(desk, old, new))[0]


def test_prose_has_nothing_to_show_but_names_of_the_cast(desk):
    assert names.hover(*ask(desk, "plucking geese", "pluck^ing geese")) is None
    assert "suspect **BRUNO**" in names.hover(*ask(desk, "with BRUNO from", "with BRU^NO from"))[0]


def test_a_term_without_variables_can_be_asked_about(desk):
    assert "room(ANNA)" == names.hover(*ask(desk, "~ room(ANNA) =", "~ ro^om(ANNA) ="))[2]
    assert "" == names.hover(*ask(desk, ": room(X) = deck", ": ro^om(X) = deck"))[2]


# --- completion --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "first", "absent"),
    [
        ("room(ANNA) = galley\n", "room(ANNA) = ^\n", ["suite", "galley", "deck"], "ANNA"),
        ("room(ANNA) = galley\n", "room(^\n", ["ANNA", "BRUNO", "CLARA"], "galley"),
        ("owes(CLARA)\ntin", "owes(culprit) implies room(C^\ntin", ["ANNA", "BRUNO", "CLARA"], "galley"),
        ("owes(CLARA)\ntin", "every ^\ntin", ["suspect", "person", "location"], "ANNA"),
        ("owes(CLARA)\ntin", "some suspect X except ^\ntin", ["ANNA", "BRUNO", "CLARA"], "suite"),
        ("owes(CLARA)\ntin", "tin in { suite, ^\ntin", ["suite", "galley", "deck"], "CLARA"),
        ("owes(CLARA)\ntin", "every suspect X: room(^\ntin", ["ANNA", "BRUNO", "CLARA", "X"], "galley"),
        ("motive = debt\n", "motive = ^\n", ["debt", "envy"], "poison"),
    ],
)
def test_values_of_the_right_type_come_first(desk, old, new, first, absent):
    found = labels(*ask(desk, old, new))
    assert first == found[: len(first)]
    assert absent not in found


COURSES = ("owes(suspect) ", "ate(suspect): course\ntype course: soup, fish\nowes(suspect) ")


@pytest.mark.parametrize(
    ("line", "first", "absent"),
    [
        ("just_before(ate(ANNA), ^", ["soup", "fish"], "suite"),
        ("just_before(soup, ^", ["soup", "fish"], "ANNA"),
        ("just_before(ate(^", ["ANNA", "BRUNO", "CLARA"], "soup"),
    ],
)
def test_what_comes_just_before_something_is_of_its_type(desk, line, first, absent):
    found = labels(*ask(desk, "owes(CLARA)\ntin", f"{line}\ntin", CASE.replace(*COURSES)))
    assert first == found[: len(first)]
    assert absent not in found


def test_just_before_is_offered_where_a_type_is_in_order(desk):
    old, new = "owes(CLARA)\ntin", "^\ntin"
    assert "just_before" in labels(*ask(desk, old, new, CASE.replace(*COURSES)))
    assert "just_before" not in labels(*ask(desk, old, new))
    old, new = "owes(CLARA)\ntin", "just_be^fore(soup, ate(ANNA))\ntin"
    told = names.hover(*ask(desk, old, new, CASE.replace(*COURSES)))[0]
    assert "Y is the value next after X" in told


def test_places_are_offered_with_their_printed_names(desk):
    view, at = ask(desk, "tin = suite\n\n", "tin = ^\n\n")
    found = {each.text: each.detail for each in completion.complete(view, at)[1]}
    assert view.settings.locations_by_slug["suite"].name == found["suite"]


def test_headings_that_are_missing_come_first(desk):
    view, at = ask(desk, "== BRUNO motive", "== ^")
    _, found = completion.complete(view, at)
    assert [True] == [each.wanted for each in found if each.text == "BRUNO motive"]
    assert [False] == [each.wanted for each in found if each.text == "ANNA motive"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("title:", "^\ntitle:", "certainty: "),
        ("level:  amateur", "level:  ^", "expert"),
        ("owes(suspect) ", "owes(^ ", "suspect"),
        ("tin: location", "tin: ^", "location"),
        ("motive debt ", "^motive debt ", "method"),
        ('~ culprit = CLARA "', '~ shown culprit = CLARA by ^ "', "ANNA witness"),
    ],
)
def test_what_a_line_of_its_kind_may_hold_is_offered(desk, old, new, expected):
    assert expected in labels(*ask(desk, old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [("plucking geese", "plucking ^"), ('"in debt to Otto"', '"in ^'), ("// who owed", "// who ^")],
)
def test_prose_quotations_and_comments_are_the_writers(desk, old, new):
    assert [] == labels(*ask(desk, old, new))


def test_a_puzzle_offers_players_verbs_and_cards(desk):
    line = next(line for line in PUZZLE.splitlines() if " suggests " in line)
    player = line.split()[0]
    assert player in labels(*ask(desk, line, "^", PUZZLE))
    assert ["suggests", "accuses"] == labels(*ask(desk, line, f"{player} ^", PUZZLE))
    assert ["passes", "shows"] == labels(*ask(desk, line, f"{line.split(':')[0]}: {player} ^", PUZZLE))
    assert "rope" in labels(*ask(desk, line, f"{player} suggests ^", PUZZLE))


# --- names -------------------------------------------------------------------------------------------


def test_a_fact_is_found_where_it_is_declared_and_used(desk):
    view, at = ask(desk, "~ owes(CLARA)", "~ ow^es(CLARA)")
    found = names.mentions_of(view, view.mention_at(at))
    assert [CASE.index("owes(suspect)")] == [each.start for each in found if each.defines]
    assert CASE.count("owes(") == len(found)


def test_a_variable_is_that_of_its_quantifier(desk):
    view, at = ask(
        desk, "owes(CLARA)\ntin", "some suspect X: owes(X)\nevery suspect X: owes(^X) iff X = CLARA\ntin"
    )
    found = names.mentions_of(view, view.mention_at(at))
    assert 3 == len(found)
    assert ["X"] * 3 == texts(view, found)


def test_a_name_of_the_edition_is_declared_there(desk):
    view, at = ask(desk, "room(ANNA) = galley\n", "room(AN^NA) = galley\n")
    source, place = names.in_edition(view, view.mention_at(at))
    assert "ANNA" == source.text[slice(*place)]
    assert "edition.toml" == Path(source.name).name


def renamed(text, parts, new):
    for start, end in sorted(parts, reverse=True):
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("~ owes(CLARA)", "~ ow^es(CLARA)", "debtor"),
        ("motive = debt\n", "motive = de^bt\n", "loan"),
        ("tin = suite\n\n", "ti^n = suite\n\n", "can"),
    ],
)
def test_what_is_renamed_means_what_it_meant(desk, old, new, name):
    view, at = ask(desk, old, new)
    mention, refusal = names.renamable(view, at, name)
    assert "" == refusal
    after, _ = desk(renamed(CASE, names.spelled(view, mention), name))
    assert [] == [str(each) for each in after.state.shown]
    assert name in after.state.text


@pytest.mark.parametrize(
    ("old", "new", "name", "reason"),
    [
        ("~ owes(CLARA)", "~ ow^es(CLARA)", "room", "means something else"),
        ("~ owes(CLARA)", "~ ow^es(CLARA)", "every", "word of the language"),
        ("~ owes(CLARA)", "~ ow^es(CLARA)", "1st", "not a name"),
        ("= galley\n", "= gal^ley\n", "kitchen", "edition.toml"),
        ("culprit = CLARA\n", "culp^rit = CLARA\n", "killer", "not declared"),
        ("plucking geese", "pluck^ing geese", "x", "no name here"),
    ],
)
def test_names_that_cannot_be_changed_say_why(desk, old, new, name, reason):
    mention, refusal = names.renamable(*ask(desk, old, new), name)
    assert mention is None
    assert reason in refusal


def test_a_suspect_is_renamed_in_headings_prose_quotations_and_the_edition(desk):
    (desk.folder / "edition.toml").write_text(
        (desk.folder / "edition.toml").read_text(encoding="utf-8")
        + '\n[[booklets]]\nslug = "both"\ncases = ["soup.case", "other.case"]\n',
        encoding="utf-8",
    )
    (desk.folder / "other.case").write_text(
        "title: Other\n\n== ANNA alibi\nBRUNO knows ANNA.\n", encoding="utf-8"
    )
    (desk.folder / "soup.case").write_text(CASE, encoding="utf-8")
    view, at = ask(desk, "== BRUNO witness", "== BRU^NO witness")
    mention, _ = names.renamable(view, at, "BORIS")
    after = renamed(CASE, names.spelled(view, mention), "BORIS")
    assert "BRUNO" not in after
    assert "with BORIS from ten" in after
    files = {
        path.name: renamed(text, names.words_like(mention.name, text), "BORIS")
        for path, text in names.elsewhere(view, mention)
    }
    assert "BORIS knows ANNA." in files["other.case"]
    assert 'name = "BORIS"' in files["edition.toml"] or "BORIS" in files["edition.toml"]
    assert {"other.case", "edition.toml"} == set(files)
    (desk.folder / "edition.toml").write_text(files["edition.toml"], encoding="utf-8")
    again, _ = desk(after)
    assert [] == [str(each) for each in again.state.shown]


# --- shape -------------------------------------------------------------------------------------------


def test_the_outline_has_headings_with_what_they_declare(desk):
    document, _ = desk(CASE)
    found = {each.name: each for each in handlers.symbols(None, document, None)}
    assert ["debt", "envy", "poison", "blow"] == [each.name for each in found["terms"].children]
    assert ["room", "owes", "tin"] == [each.name for each in found["facts"].children]
    assert document.state.settings.locations_by_number[3].name == found["03"].detail


def test_what_encloses_a_place_grows(desk):
    view, at = ask(desk, "~ room(ANNA) = galley and", "~ room(AN^NA) = galley and")
    found = [view.source.text[start:end] for start, end in features_document.enclosing(view, at)]
    assert ["ANNA", "room(ANNA)", "room(ANNA) = galley"] == found[:3]
    assert view.source.text == found[-1]
    assert found[-2].startswith("== ANNA alibi")


def test_formatting_keeps_the_line_ends_of_the_text(desk):
    untidy = CASE.replace("== truth", "==   truth").replace("\n", "\r\n")
    document, _ = desk(untidy)
    text = untidy
    for edit in reversed(formatted(document.state)):
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert "\r\n== truth\r\n" in text
    assert "\n" not in text.replace("\r\n", "")
    again, _ = desk(text)
    assert () == formatted(again.state)


def test_a_text_that_cannot_be_read_is_not_formatted(desk):
    document, _ = desk(CASE + "\n== 01\n~ (\n")
    assert formatted(document.state) is None


def test_a_byte_order_mark_moves_nothing(desk):
    plain, _ = desk(changed(CASE, "owes(CLARA)\ntin", "owez(CLARA)\ntin"))
    marked, _ = desk("\ufeff" + plain.state.text)
    (one,), (other,) = findings_of(plain), findings_of(marked)
    assert (
        "owez"
        == plain.state.text[one.start : one.start + 4]
        == marked.state.text[other.start : other.start + 4]
    )

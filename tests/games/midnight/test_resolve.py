"""Header, headings, declarations: from a syntax tree to a typed case."""

import pytest

from casekit.kit.code_registry import base_of

FACTS = "== facts\nroom(suspect): location\nowes(suspect)\ntin: location\n"


@pytest.fixture
def told(check):
    """Code, line and message of what is wrong with a fragment over the base case."""

    def run(fragment):
        return [(p.code.id, p.span.line, p.message) for p in check(fragment).diagnostics]

    return run


@pytest.mark.parametrize(
    ("code", "line", "fragment"),
    [
        ("CK110", 4, "autor: X"),
        ("CK111", 3, "level: amateur\nlevel: expert"),
        ("CK112", 1, "== - victim:"),
        ("CK113", 2, "level: medium"),
        ("CK113", 1, "title:"),
        ("CK113", 4, "liar: sometimes"),
        ("CK113", 4, "game: chess"),
        ("CK110", 4, "Level: amateur"),
    ],
)
def test_the_header(code, line, fragment, told):
    assert [(code, line)] == [(found, number) for found, number, _ in told(fragment)]


def test_all_fields_are_read(check):
    case = check("author: M. Weir\nliar: may\ngame: midnight").document
    assert ("The Last Soup", "amateur", "M. Weir", "Otto Lind, wine merchant", "may") == (
        case.title,
        case.level,
        case.author,
        case.victim,
        case.liar,
    )


@pytest.mark.parametrize(
    ("codes", "hint", "heading"),
    [
        (["CK306"], "write `CLARA`", "CLARE motive"),
        (["CK306"], "write `ANNA`", "anna alibi"),
        (["CK306"], "the suspects are", "MILADY motive"),
        (["CK306"], "write `motive`", "CLARA motif"),
        (["CK306"], "the topics are", "CLARA weather"),
        (["CK306"], "numbered 01 to 03", "04"),
        (["CK306"], "write `galley`", "gally"),
        (["CK306"], "name the topic too", "ANNA"),
        (["CK306"], "suspect and a topic", "epilogue"),
        (["CK306"], "suspect and a topic", "second act"),
        (["CK306"], "write `truth`", "trooth"),
        (["CK306", "CK306"], "write `CLARA`", "CLARE motif"),
    ],
)
def test_a_misspelt_heading_is_named_and_nothing_that_follows_from_it(codes, hint, heading, check):
    removed = "== - CLARA motive\n" if "CLAR" in heading else ""
    problems = check(f"{removed}== {heading}\nHe made me laugh a little.\n").diagnostics
    assert codes == [problem.code.id for problem in problems]
    assert hint in problems[0].hint


@pytest.mark.parametrize("heading", ["2", "02", "002", "galley"])
def test_a_location_is_its_number_or_its_slug(heading, check):
    assert () == check(f"== - 02\n== {heading}\nGeese, feathers and aprons.\n").diagnostics


@pytest.mark.parametrize(
    ("code", "fragment"),
    [
        ("CK302", "== 02, 02\nGeese, feathers and aprons.\n"),
        ("CK302", "== - 02\n== 2, galley\nGeese, feathers and aprons.\n"),
    ],
)
def test_a_path_twice_in_one_heading(code, fragment, found):
    assert code in found(fragment)


@pytest.mark.parametrize(
    ("code", "name", "lines"),
    [
        ("CK207", "room", "room(suspect)"),
        ("CK207", "ANNA", "ANNA: location"),
        ("CK207", "deck", "type sides: deck, keel"),
        ("CK207", "galley", "galley"),
        ("CK207", "culprit", "culprit: suspect"),
        ("CK207", "none", "type what: none"),
        ("CK207", "every", "type every: a"),
        ("CK207", "suspect", "type suspect: a, b"),
        ("CK207", "a", "type one: a, a"),
        ("CK207", "zone", "zone(location): zone"),
        ("CK207", "debt", "debt"),
        ("CK207", "zone-1", "zone-1"),
        ("CK209", "passenger", "hat(passenger)"),
        ("CK209", "colour", "hat: colour"),
        ("CK209", "culprit", "hat(culprit)"),
    ],
)
def test_declarations_that_cannot_be(code, name, lines, check):
    problems = check(f"{FACTS}{lines}\n").diagnostics
    assert [code] == [problem.code.id for problem in problems]
    assert f"`{name}`" in problems[0].message


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("CK207", 'motive debt "x"\nmotive debt "y"\nmotive envy "z"\nmethod poison "p"\nmethod blow "b"'),
        ("CK207", 'motive debt "x"\nmotive envy "z"\nmethod poison "p"\nmethod envy "b"\nmethod blow "c"'),
        ("CK207", 'motive debt "x"\nmotive CLARA "z"\nmethod poison "p"\nmethod blow "c"'),
        ("CK311", 'motive none "x"\nmethod poison "p"'),
        ("CK311", 'motive debt "x"'),
    ],
)
def test_terms_that_cannot_be(code, lines, found):
    assert code in found(f"== terms\n{lines}\n")


def test_the_motive_none_is_the_label_of_an_accident(check):
    terms = 'motive debt "D"\nmotive envy "E"\nmotive none "A mishap"\nmethod poison "P"\nmethod blow "B"\n'
    case = check(f"== terms\n{terms}").document
    assert ("A mishap", ["debt", "envy"]) == (case.accident, [motive.slug for motive in case.motives])


def test_numbers_of_blocks(found):
    assert ["CK310"] == found("== truth\nculprit = CLARA\n== truth\nculprit = ANNA\n")[:1]
    assert [] == found("== notes\none\n== notes\ntwo\n")


@pytest.mark.parametrize(
    "line",
    ["lie culprit = ANNA", "hint culprit = CLARA", "ANNA says culprit = CLARA", "culprit = CLARA by 01"],
)
def test_the_solution_claims_what_is_true_or_shown(line, found):
    assert [] == found("== solution\nIt was CLARA.\n~ shown culprit = CLARA by 03, CLARA alibi\n")
    assert "CK106" in found(f"== solution\nIt was CLARA.\n~ {line}\n")


@pytest.mark.parametrize("line", ["shown owes(CLARA)", "shown owes(CLARA) by 01", "owes(CLARA) by 01"])
def test_only_the_solution_shows_anything(line, found):
    assert "CK106" in found(f"== 02\nCLARA owed him money.\n~ {line}\n")


def test_a_claim_names_paths_that_there_are(found):
    assert 2 == found("== solution\nCLARA.\n~ shown culprit = CLARA by 99, ANNA song\n").count("CK306")


def test_speakers_are_suspects_or_the_victim(found):
    assert [] == found('== 02\nA diary: CLARA owes me money.\n~ victim says owes(CLARA) "CLARA owes me"\n')
    assert ["CK210"] == found("== 02\nThe cook told us.\n~ nobody says owes(CLARA)\n")


def test_missing_paths_are_counted_from_the_edition(told):
    removed = "\n".join(f"== - {name} {topic}" for name in ("ANNA", "BRUNO") for topic in ("alibi", "motive"))
    found = told(removed)
    assert ("CK301", 1) == found[0][:2]
    assert "4 of 12 paths are missing: ANNA alibi; ANNA motive; BRUNO alibi; BRUNO motive" == found[0][2]


def test_a_whole_skeleton_of_nothing_misses_every_path(check):
    checked = check("title: T\nlevel: amateur\nvictim: X\n", whole=True)
    told = {problem.code.id: problem.message for problem in checked.diagnostics}
    assert {"CK301", "CK309"} == set(told)
    assert "12 of 12 paths" in told["CK301"]


def test_an_unknown_name_is_told_once_with_its_uses_and_its_new_name(check):
    text = base_of().replace("room(suspect): location", "whereabouts(suspect): location")
    (problem,) = check(text, whole=True).diagnostics
    assert ("CK201", "nothing is called `room`, here and in 7 other places") == (
        problem.code.id,
        problem.message,
    )
    assert "write `whereabouts`, which nothing uses yet" == problem.hint
    assert [31, 32, 38, 49, 59] == [related.span.line for related in problem.related]


def test_a_type_whose_declaration_cannot_be_read_is_not_unknown_as_well(told):
    found = told(f"{FACTS}type berth: 1st, 2nd\nsleeps(suspect): berth\n")
    assert ["CK132"] == [code for code, *_ in found]


def test_before_arguments_an_unknown_name_is_like_functions_alone(check):
    (problem,) = check(
        f"{base_of('midnight')}\n== rules\nsuit(ANNA)\n".replace("\n== rules\nroom", "\n== notes\nroom", 1)
    ).diagnostics[:1]
    assert ("CK201", "nothing is called `suit`") == (problem.code.id, problem.message)
    assert "declare it in `== facts`, or correct the name" == problem.hint

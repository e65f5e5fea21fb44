"""What sentences of prose are taken to say, and what is left alone because it may mean something else."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from casekit.games.midnight.document import Location, Suspect
from casekit.games.midnight.language.prose_names import CaseNames, names_of
from casekit.kit.editions import EditionFinder
from casekit.language.formula.nodes import FactSentences, Scope
from casekit.logic.formulas import Apply, Constant, Equal, Function, Holds, Iff, Sort
from casekit.pipeline import checking
from casekit.pipeline.loading import InputFile, open_document
from casekit.prose.claims import (
    deed_checks,
    sentences,
    swapped_text,
)
from casekit.prose.claims.claimed_facts import ClaimReader
from casekit.prose.claims.clauses import presences
from casekit.prose.claims.swapped_text import Label
from casekit.prose.passages import ProseStatement

BREAKAGES = Path(__file__).resolve().parents[1] / "breakages"
STATION = (BREAKAGES / "station.case").read_text(encoding="utf-8")
HALF_PAST = frozenset((11 * 60 + 30, 23 * 60 + 30))


@pytest.fixture(scope="module")
def names():
    return names_of(
        open_document(InputFile.of(BREAKAGES / "station.case"), EditionFinder()).resolved.document.edition
    )


@pytest.mark.parametrize(
    ("sentence", "speaker", "people", "place"),
    [
        ("EDITH came into the kitchen at half past eleven too.", "ALMA", ("EDITH",), "kitchen"),
        ("At half past eleven I was sitting alone in the loft.", "ALMA", ("ALMA",), "loft"),
        ("BORIS and I stood in the instrument hut at half past eleven.", "ALMA", ("BORIS", "ALMA"), "hut"),
        ("I saw EDITH in the scullery at half past eleven.", "ALMA", ("EDITH",), "kitchen"),
        ("In the loft, with EDITH, at half past eleven.", "ALMA", ("ALMA", "EDITH"), "loft"),
        ("ALMA was in the kitchen with BORIS at half past eleven.", None, ("ALMA", "BORIS"), "kitchen"),
        ("I was in my loft at half past eleven.", "EDITH", ("EDITH",), "loft"),
        ("EDITH, who must have her soup, was in the loft at half past eleven.", "ALMA", ("EDITH",), "loft"),
        ("BORIS said nothing, and at half past eleven EDITH was in the loft.", "ALMA", ("EDITH",), "loft"),
        ("You would not catch me; at half past eleven EDITH was in the loft.", "ALMA", ("EDITH",), "loft"),
        ("It was EDITH who sat in the loft at half past eleven.", "ALMA", ("EDITH",), "loft"),
        ("EDITH I saw in the loft at half past eleven.", "ALMA", ("EDITH",), "loft"),
        ("The last I saw of EDITH was at half past eleven, in the loft.", "ALMA", ("EDITH",), "loft"),
        ("At half past eleven, in the loft, sat EDITH.", "ALMA", ("EDITH",), "loft"),
        ("At half past eleven: EDITH in the loft.", "ALMA", ("EDITH",), "loft"),
        ("In the loft, where EDITH sat at half past eleven, it was cold.", "ALMA", ("EDITH",), "loft"),
        ("EDITH was seen in the loft at 11.30 by the clock.", "ALMA", ("EDITH",), "loft"),
    ],
)
def test_a_sentence_says_who_was_where(sentence, speaker, people, place, names):
    (found,) = presences(sentence, speaker, "", names)
    assert (people, place, HALF_PAST, False, False) == (
        found.people,
        found.place,
        found.when.minutes,
        found.when.lasted,
        found.denied,
    )


def test_a_range_and_a_whole_evening_last_and_a_denial_is_one(names):
    ranged, whole, denied = (
        presences(sentence, "ALMA", "", names)[0]
        for sentence in (
            "I was in the kitchen from eleven until midnight.",
            "I was in the kitchen all evening.",
            "BORIS was not in the kitchen at half past eleven.",
        )
    )
    assert (True, True, False) == (ranged.when.lasted, whole.when.lasted, denied.when.lasted)
    assert 23 * 60 + 15 in ranged.when.minutes
    assert 24 * 60 == len(whole.when.minutes)
    assert denied.denied


def test_two_times_of_one_verb_are_two_claims_and_somebody_going_arrives(names):
    found = presences("EDITH was in the loft at half past ten and at eleven.", "ALMA", "", names)
    assert [{630, 1350}, {660, 1380}] == [each.when.minutes for each in found]
    (found,) = presences("I saw EDITH going into the loft at eleven.", "ALMA", "", names)
    assert (("EDITH",), "loft", True) == (found.people, found.place, found.arriving)


def test_a_time_that_bounds_another_is_known_by_its_words_alone(names):
    (found,) = presences("EDITH was in the kitchen shortly before midnight.", "ALMA", "", names)
    assert (frozenset(), "shortly before midnight") == (found.when.minutes, found.when.words)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("The axe went over the rail. At eleven she was in the loft.", [("EDITH",)]),
        ("ALMA knew it. At eleven she was in the loft.", [("ALMA",)]),
        ("BORIS knew it. At eleven she was in the loft.", [("EDITH",)]),
        ("But Mrs Tully knew it. At eleven she was in the loft.", []),
        ("The axe went over the rail. At eleven he was in the loft.", []),
    ],
)
def test_a_solution_may_mean_the_culprit_where_nobody_is_named(text, people, names):
    assert people == [each.people for each in presences(text, None, "", names, about="EDITH")]


@pytest.mark.parametrize(
    ("text", "here", "expected"),
    [
        ("EDITH sat by the stove. At eleven she was in the loft.", "", ("EDITH", "loft", 23)),
        ("At ten I was in the kitchen. BORIS was there.", "", None),
        ("I went to the kitchen. At eleven BORIS was there.", "", ("BORIS", "kitchen", 23)),
        ("At eleven BORIS came in here.", "loft", ("BORIS", "loft", 23)),
        ("It was eleven o'clock. BORIS was in the loft.", "", ("BORIS", "loft", 23)),
        ("The bell rang at eleven. At that moment BORIS was in the loft.", "", ("BORIS", "loft", 23)),
        ("EDITH retired to her loft at eleven.", "", ("EDITH", "loft", 23)),
        ("EDITH and BORIS talked. At eleven she was in the loft.", "", ("EDITH", "loft", 23)),
        ("EDITH met the doctor. The doctor was tired, and at eleven she was in the loft.", "", None),
        ("At eleven BORIS came in here.", "", None),
        ("I met EDITH on the stair. At eleven she was in the loft.", "", ("EDITH", "loft", 23)),
        (
            "EDITH's boots were wet. Her coat was not. At eleven she was in the loft.",
            "",
            ("EDITH", "loft", 23),
        ),
        ("EDITH's boots were wet. At eleven he was in the loft.", "", None),
        ("I met EDITH and the guest. At eleven she was in the loft.", "", None),
        ("I met EDITH and the porter. At eleven she was in the loft.", "", ("EDITH", "loft", 23)),
        ("The porter was tired. He saw EDITH. At eleven he was in the loft.", "", None),
        ("BORIS slept, and he snored. EDITH sat by the stove. At eleven he was in the loft.", "", None),
        ("EDITH lay snug in her own bed at eleven.", "", ("EDITH", "loft", 23)),
        ("At no time was EDITH in the loft.", "", ("EDITH", "loft", 23)),
        ("The bell rang at eleven. At half past EDITH was in the loft.", "", ("EDITH", "loft", 23)),
    ],
)
def test_what_was_named_before_is_meant_where_it_can_be_nothing_else(text, here, expected, names):
    found = [each for each in presences(text, "ALMA", here, names) if each.when.minutes]
    surely = [(each.people[0], each.place, max(each.when.minutes) // 60) for each in found]
    assert ([expected] if expected else []) == [each for each in surely if each[0] != "ALMA"]


@pytest.mark.parametrize(
    "sentence",
    [
        "If EDITH was in the kitchen at half past eleven, I am a goose.",
        "Was EDITH in the kitchen at half past eleven?",
        "On other nights EDITH was in the kitchen at half past eleven.",
        "As a rule EDITH was in the kitchen at half past eleven.",
        "By rights EDITH was in the kitchen at half past eleven.",
        "In his letter EDITH was in the kitchen at half past eleven.",
        "EDITH was in the kitchen at half past eleven that morning.",
        "EDITH was in the kitchen at half past eleven the way the Pope was.",
        "BORIS says that EDITH was in the kitchen at half past eleven.",
        '"EDITH was in the kitchen at half past eleven," he told me.',
        "EDITH was never once in the kitchen at half past eleven.",
        "EDITH was sure that somebody in the kitchen coughed at half past eleven.",
        "EDITH's soup was in the kitchen at half past eleven.",
        "I thought of EDITH in the kitchen at half past eleven.",
        "EDITH would have been in the kitchen at half past eleven.",
        "EDITH was in the kitchen on Tuesday.",
        "The night before, EDITH was in the kitchen at half past eleven.",
        "*At half past eleven EDITH was in the kitchen.*",
        "In the kitchen the lights went out at half past eleven.",
        "We were to hold on at half past eleven.",
        "They were in the kitchen at half past eleven.",
        "The constable has it from the baker that EDITH was in the kitchen at half past eleven.",
        "For all I know EDITH was in the kitchen at half past eleven.",
        "The whole village has decided that EDITH was in the kitchen at half past eleven.",
        "According to the Gazette, EDITH was in the kitchen at half past eleven.",
        "The rumour that EDITH was in the kitchen at half past eleven is old.",
        "Not just EDITH was in the kitchen at half past eleven.",
        "EDITH, who would be in the kitchen at half past eleven, is a goose.",
        "BORIS said that it was cold, and that EDITH was in the kitchen at half past eleven.",
        "If BORIS is right, and EDITH was in the kitchen at half past eleven, I am a goose.",
        "Usually, EDITH was in the kitchen at half past eleven.",
        "It would be odd if EDITH was in the kitchen at half past eleven.",
    ],
)
def test_what_is_doubted_reported_vague_or_of_nobody_is_not_read(sentence, names):
    assert () == presences(sentence, "ALMA", "", names)


def test_a_time_goes_with_its_own_clause(names):
    text = "The clock stopped at eleven, when BORIS came into the kitchen, and at half past eleven, when EDITH was in the loft."
    found = presences(text, "ALMA", "", names)
    assert [(("BORIS",), 23), (("EDITH",), 23)] == [
        (each.people, max(each.when.minutes) // 60) for each in found
    ]
    assert [0, 30] == [max(each.when.minutes) % 60 for each in found]


def findings(old, new, **options):
    assert 1 == STATION.count(old)
    case = open_document(
        InputFile("station.case", STATION.replace(old, new).encode(), BREAKAGES / "station.case"),
        EditionFinder(),
    )
    return checking.check_document(case, checking.CheckOptions(**options)).diagnostics


HOURS = ("ten", "half_past_ten", "eleven", "half_past_eleven", "midnight")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("ALMA wears felt.", "ALMA wears felt. BORIS was in the loft at half past eleven.", {"CK147"}),
        ("ALMA wears felt.", "ALMA wears felt. I had three cups of tea in Bergen once.", set()),
        (
            "for I smelled the crust; she never lets it catch.",
            "for he had sent her down; she never lets it catch.",
            set(),
        ),
        (
            '~ place(ALMA, 23:30) = kitchen "ALMA was in the kitchen at half past eleven"',
            '~ every time T in 23:30 to 00:00: place(ALMA, T) = kitchen "she never lets it catch"',
            set(),
        ),
        ("ALMA wears felt.", "ALMA wears felt. At eleven BORIS was in the kitchen.", set()),
        (
            "from ten until midnight, because of the dough",
            "from ten until eleven, because of the dough",
            {"CK126"},
        ),
        ("ALMA was in the kitchen at half past eleven", "ALMA was in the kitchen at eleven", {"CK140"}),
    ],
)
def test_hours_in_words_are_those_of_a_clock(old, new, expected):
    clock = STATION.replace("clock 22:00 to 00:00 every 30 min", ", ".join(HOURS))
    for hour, time in zip(HOURS, ("22:00", "22:30", "23:00", "23:30", "00:00"), strict=True):
        clock = clock.replace(time, hour)
    text = clock.replace(old, new).encode()
    case = open_document(InputFile("station.case", text, BREAKAGES / "station.case"), EditionFinder())
    assert expected == {each.code.id for each in checking.check_document(case).diagnostics}


def test_a_sentence_contrary_to_the_truth_says_what_is_true():
    (found,) = findings("ALMA wears felt.", "ALMA wears felt. BORIS was in the loft at half past eleven.")
    assert (
        '"BORIS was in the loft at half past eleven." seems to say `place(BORIS, 23:30) = loft`, '
        "and the truth has `place(BORIS, 23:30) = hut`" == found.message
    )
    assert (
        "BORIS was in the loft"
        in STATION.replace(
            "ALMA wears felt.", "ALMA wears felt. BORIS was in the loft at half past eleven."
        ).splitlines()[found.span.line - 1][found.span.column - 1 :]
    )


def test_a_sentence_about_two_people_is_found_once():
    words = "BORIS and ALMA were in the loft at half past eleven."
    (found,) = findings("ALMA wears felt.", f"ALMA wears felt. {words}")
    assert "place(BORIS, 23:30) = loft" in found.message


def test_the_culprit_may_say_what_is_false():
    assert () == findings("I spoke of bread.", "At midnight I was in the loft. I spoke of bread.")


def test_what_no_line_says_is_noted_on_request_with_the_line_to_write():
    change = ("ALMA wears felt.", "ALMA wears felt. At eleven I was in the loft.")
    assert () == findings(*change)
    _, note = findings(*change, notes=True)
    assert "CK134" == note.code.id
    assert '\n~ place(EDITH, 23:00) = loft "At eleven I was in the loft."' == note.fix[0].replacement


@pytest.mark.parametrize(
    ("place", "expected"), [("The loft has", set()), ("I was glad of the quiet.", {"CK146"})]
)
def test_things_of_two_places_are_two(place, expected):
    text = STATION.replace("The kitchen is warm", "The red lamp is lit. The kitchen is warm")
    text = text.replace(place, f"The green lamp is lit. {place}")
    case = open_document(InputFile("x.case", text.encode(), BREAKAGES / "x.case"), EditionFinder())
    assert expected == {each.code.id for each in checking.check_document(case).diagnostics}


def test_facts_that_no_sentence_says_are_noted_on_request():
    assert () == findings("(1) had copied nothing", "(1) had not copied a thing")
    (note,) = findings("(1) had copied nothing", "(1) had not copied a thing", notes=True)
    assert ("CK133", "heir") == (note.code.id, note.message.rpartition(": ")[2])
    assert "== facts" == STATION.splitlines()[note.span.line - 1]
    said = "They say that the heir was ALMA."
    (note,) = [
        each
        for each in findings("ALMA wears felt.", f"ALMA wears felt. {said}", notes=True)
        if each.code.id == "CK133"
    ]
    assert note.hint.endswith(f'; something makes "{said}" unsure')


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ALMA wears felt.", "ALMA wears felt. In my mother's house the axe was clean."),
        ("ALMA wears felt.", "ALMA wears felt. BORIS's kitchen maid was ill."),
        ("ALMA wears felt.", "ALMA wears felt. EDITH's loft is cold."),
        (
            "EDITH was snow-blind that night, whatever",
            "The cat is false, they tell me, and EDITH was snow-blind that night, whatever",
        ),
        ("ALMA wears felt.", "ALMA wears felt. The kitchen, while BORIS sleeps, is quiet."),
        (
            "EDITH was snow-blind that night, whatever",
            "The rumour that EDITH was snow-blind that night is true, whatever",
        ),
        (
            "EDITH was snow-blind that night, whatever",
            "I would have sworn that EDITH was snow-blind that night, whatever",
        ),
    ],
)
def test_another_s_thing_and_a_true_rumour_are_not_contrary(old, new):
    assert () == findings(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("wore a green scarf", "wore a green scarf under a red coat"),
        ("wore a green scarf", "wore neither a red scarf nor a yellow one"),
        ("was on the car deck at that hour", "had left the saloon and was on the car deck at that hour"),
        ("in that case the companion", "in that case nothing is missing: the companion"),
        ("in that case the companion", "in that case the doctor is not wrong, for the companion"),
        (
            "the companion ladder had been oiled",
            "only somebody who had oiled the companion ladder can have done it",
        ),
        ("in that case the companion", "as the rail is not broken, the companion"),
        ("in that case the companion", "nobody heard it — the companion"),
        ("ladder had been oiled", "ladder had been oiled, not scrubbed"),
        ("Cards are laid out", "Old Mathis, who leads the band, laid them: cards are laid out"),
        ('says the doctor, "and', 'says Captain Pell, "and'),
    ],
)
def test_a_rule_in_other_words_and_a_name_with_who_it_is_are_as_they_are(old, new):
    ferry = BREAKAGES / "ferry" / "ferry.case"
    text = ferry.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new).encode()
    found = checking.check_document(
        open_document(InputFile("ferry.case", text, ferry), EditionFinder())
    ).diagnostics
    assert {"CK506"} == {each.code.id for each in found}


def test_a_cure_is_on_the_clock():
    line = '~ lie axe_clean "The axe was clean"'
    (found,) = findings(line, f'{line}\n~ hint place(BORIS, 22:00) = hut "on its nail, at nine"')
    assert ("CK140", "correct the words, or the formula") == (found.code.id, found.hint)


def test_a_letter_may_name_its_reader():
    assert () == findings("I spoke of bread.", "*With kindest regards to BORIS and me.* I spoke of bread.")


def test_a_line_on_another_hour_does_not_state_a_sentence():
    words = "ALMA was in the kitchen at eleven."
    _, note = findings("she never lets it catch.", f"she never lets it catch. {words}", notes=True)
    assert ("CK134", f'\n~ place(ALMA, 23:00) = kitchen "{words}"') == (note.code.id, note.fix[0].replacement)


def test_a_comment_silences_a_sentence():
    words = "BORIS was in the loft at half past eleven."
    assert () == findings("\n== EDITH witness", f"\n// casekit: allow CK147\n== EDITH witness\n{words}")


@pytest.fixture(scope="module")
def noms():
    """A cast and places as a French edition has them."""
    places = (
        Location(1, "cuisine", "Cuisine", 1),
        Location(2, "salle", "Salle de bal", 1),
        Location(3, "cabine", "Cabine d'EDITH", 1),
    )
    cast = tuple(Suspect(name[0], name, cabin) for cabin, name in enumerate(("ALMA", "BORIS", "EDITH"), 1))
    return CaseNames(cast, places, "fr")


@pytest.mark.parametrize(
    ("sentence", "people", "place", "denied"),
    [
        ("J'étais dans la cuisine à onze heures et demie.", ("ALMA",), "cuisine", False),
        (
            "BORIS et moi étions dans la salle de bal à onze heures et demie.",
            ("BORIS", "ALMA"),
            "salle",
            False,
        ),
        ("À onze heures et demie, BORIS est entré dans la cuisine.", ("BORIS",), "cuisine", False),
        ("BORIS n'était pas dans la cuisine à onze heures et demie.", ("BORIS",), "cuisine", True),
        ("À onze heures et demie, EDITH s'est retirée dans sa chambre.", ("EDITH",), "cabine", False),
        ("Dans la cuisine, avec EDITH, à onze heures et demie.", ("ALMA", "EDITH"), "cuisine", False),
        ("C'est EDITH qui était dans la cuisine à onze heures et demie.", ("EDITH",), "cuisine", False),
        ("BORIS a été vu dans la salle de bal à onze heures et demie.", ("BORIS",), "salle", False),
        (
            "BORIS, qui doit fumer, était dans la cuisine à onze heures et demie.",
            ("BORIS",),
            "cuisine",
            False,
        ),
        (
            "BORIS ne dit rien, et à onze heures et demie EDITH était dans la cuisine.",
            ("EDITH",),
            "cuisine",
            False,
        ),
        ("Dans la cuisine se trouvait BORIS à onze heures et demie.", ("BORIS",), "cuisine", False),
        ("La cuisine était déserte à onze heures et demie.", ("BORIS", "EDITH"), "cuisine", True),
        ("EDITH n'est nullement entrée dans la cuisine à onze heures et demie.", ("EDITH",), "cuisine", True),
    ],
)
def test_a_french_sentence_says_who_was_where(sentence, people, place, denied, noms):
    (found,) = presences(sentence, "ALMA", "", noms)
    assert (people, place, HALF_PAST, denied) == (found.people, found.place, found.when.minutes, found.denied)


@pytest.mark.parametrize(
    "sentence",
    [
        "Si BORIS était dans la cuisine à onze heures et demie, je mange mon tablier.",
        "BORIS était-il dans la cuisine à onze heures et demie ?",
        "EDITH dit que BORIS était dans la cuisine à onze heures et demie.",
        "Selon la gazette, BORIS était dans la cuisine à onze heures et demie.",
        "La rumeur que BORIS était dans la cuisine à onze heures et demie est vieille.",
        "« BORIS était dans la cuisine à onze heures et demie », m'a juré EDITH.",
        "BORIS dit que la nuit fut longue, et qu'à onze heures et demie EDITH était dans la cuisine.",
        "Tous les soirs à onze heures et demie, BORIS était dans la cuisine.",
        "BORIS aurait été dans la cuisine à onze heures et demie.",
        "Ni BORIS ni EDITH n'étaient dans la cuisine à onze heures et demie.",
    ],
)
def test_what_a_french_sentence_does_not_surely_say_is_not_read(sentence, noms):
    assert () == presences(sentence, "ALMA", "", noms)


@pytest.mark.parametrize(
    ("sentence", "clause", "expected"),
    [
        ("La tasse fut brisée par BORIS.", "(1) a brisé la tasse", [("BORIS", True)]),
        ("BORIS n'a pas brisé la tasse.", "(1) a brisé la tasse", [("BORIS", False)]),
        ("C'est BORIS qui a brisé la tasse.", "(1) a brisé la tasse", [("BORIS", True)]),
        ("L'oncle de BORIS a brisé la tasse.", "(1) a brisé la tasse", []),
        ("BORIS a-t-il brisé la tasse ?", "(1) a brisé la tasse", []),
        ("L'héritière était EDITH.", "(1) était l'héritière", [("EDITH", True)]),
        ("The cup was broken by BORIS.", "(1) broke the cup", [("BORIS", True)]),
        ("BORIS had been given notice.", "somebody gave (1) notice", []),
        ("The old man gave BORIS notice.", "(1) had been given notice", [("BORIS", True)]),
        ("What was broken was the cup of BORIS.", "(1) broke the cup", []),
        ("BORIS's brother broke the cup.", "(1) broke the cup", []),
        ("BORIS would have broken the cup.", "(1) broke the cup", []),
        ("BORIS, who will have his tea, broke no cup.", "(1) broke the cup", [("BORIS", False)]),
        ("EDITH let herself in with BORIS's key.", "(1) had a key to the loft", [("BORIS", True)]),
        ("EDITH let herself in with BORIS's key to the hut.", "(1) had a key to the loft", []),
        ("They say that EDITH had BORIS's key.", "(1) had a key to the loft", []),
        ("BORIS was right-handed.", "(1) was left-handed", [("BORIS", False)]),
        ("BORIS had robbed the till.", "(1) had robbed the till", [("BORIS", True)]),
        ("In 1919 BORIS broke the cup.", "(1) broke the cup", []),
        ("BORIS broke a second cup.", "(1) broke the cup", []),
        ("A second cup was broken by BORIS.", "(1) broke the cup", []),
        ("BORIS was green.", "(1) was out", []),
        ("BORIS was out.", "(1) was out", [("BORIS", True)]),
        ("BORIS was not sober.", "(1) was drunk", [("BORIS", True)]),
        ("BORIS était droitier.", "(1) était gaucher", [("BORIS", False)]),
        ("EDITH est entrée avec la clé de BORIS.", "(1) avait une clé du grenier", [("BORIS", True)]),
        ("BORIS est entré avec la clé d'EDITH.", "(1) avait une clé du grenier", [("EDITH", True)]),
    ],
)
def test_a_fact_is_said_in_its_words_in_any_order(sentence, clause, expected, names, noms):
    own = noms if re.match(r"\(1\) a(?:vait)? ", clause) or "(1) é" in clause else names
    broke = Function("broke", (Sort("suspect", own.people),))
    facts = ClaimReader(own, Scope((), (broke,)), {}, {"broke": FactSentences(clause)}, "location", (), str)
    found = facts.in_words(sentence, "ALMA", "")
    assert expected == [(each.formulas[0].term.arguments[0].value, not each.denied) for each in found]


@pytest.mark.parametrize(
    ("language", "labels", "expected"),
    [
        ("en", {"debt": "To be rid of debts", "envy": "Envy of the heir"}, []),
        ("en", {"debt": "Envy of the heir", "envy": "To be rid of debts"}, [("debt", "envy")]),
        ("en", {"debt": "Something old", "envy": "Something new"}, []),
        ("fr", {"dette": "Pour oublier une dette", "jalousie": "Par jalousie"}, []),
        ("fr", {"dette": "Par jalousie", "jalousie": "Pour oublier une dette"}, [("dette", "jalousie")]),
        ("xx", {"debt": "Envy of the heir", "envy": "To be rid of debts"}, []),
    ],
)
def test_labels_that_have_the_words_for_each_other_have_changed_places(language, labels, expected):
    said = {
        "debt": "debt owed",
        "envy": "envy whoever envied the heir",
        "dette": "dette qui avait une dette",
        "jalousie": "jalousie qui était jaloux",
    }
    document = SimpleNamespace(settings=SimpleNamespace(language=language), span=str)
    found = swapped_text.labels(
        document, [Label(each, each, text, said[each]) for each, text in labels.items()]
    )
    assert expected == [(each.span, each.related[0].span) for each in found]


def test_two_times_of_a_beginning_and_an_end_have_those_between_them():
    line = "ALMA was in the kitchen at half past eleven"
    said = "ALMA began to bake at eleven and ended at midnight"
    text = STATION.replace(line, said)
    found = checking.check_document(
        open_document(InputFile("x.case", text.encode(), BREAKAGES / "x.case"), EditionFinder())
    )
    assert [] == [each.message for each in found.diagnostics if each.code.id == "CK140"]


@pytest.mark.parametrize(
    ("told", "is_turned"),
    [
        ("of the axe if the ether bottle was full, of the ether if it was not", False),
        ("of the ether if the ether bottle was full, of the axe if it was not", True),
        ("of the axe if the ether bottle was empty", True),
        ("if the ether bottle was full, it was the axe, and if not, then not", False),
        ("if the ether bottle was not full, it was the axe", True),
        ("it was not the axe if the ether bottle was empty", False),
        ("if the wine was not drunk by anybody, it was the axe", False),
        ("whoever had the axe used it", False),
    ],
)
def test_a_rule_is_told_as_it_is(told, is_turned, names):
    method, full = Function("method", (), Sort("method", ("axe", "ether"))), Apply(Function("full", ()), ())
    rule = Iff(Equal(Apply(method, ()), Constant("axe")), Holds(full))
    labels = {"axe": "A blow with the axe", "ether": "Ether on a cloth"}
    said = {"full": FactSentences("the ether bottle was full", "the ether bottle was not full")}
    line = ProseStatement("plain", (), rule, told, "")
    found = deed_checks.turned_rules(SimpleNamespace(span=str), [line], labels, said, names)
    assert is_turned == bool([*found])


@pytest.mark.parametrize(
    ("told", "is_turned"),
    [
        ("the one that did is missing from its hook", False),
        ("the one that did is back on its hook", True),
        ("the one that did is not on its hook", False),
        ("the one that did was gone", False),
    ],
)
def test_a_rule_has_the_words_of_its_condition(told, is_turned, names):
    method, gone = Function("method", (), Sort("method", ("axe", "ether"))), Apply(Function("gone", ()), ())
    line = ProseStatement("plain", (), Iff(Equal(Apply(method, ()), Constant("axe")), Holds(gone)), told, "")
    said = {"gone": FactSentences("the axe was missing", "the axe was on its hook")}
    found = deed_checks.turned_rules(SimpleNamespace(span=str), [line], {"axe": "A blow"}, said, names)
    assert is_turned == bool([*found])


@pytest.mark.parametrize(
    ("opening", "answer", "expected"),
    [
        ("On Saturday Anselm", "ALMA wears felt, and on Sunday I saw her dance.", ["On Sunday"]),
        ("On Saturday Anselm", "ALMA wears felt, and on Friday I saw her dance.", []),
        ("On Saturday Anselm", "ALMA wears felt, and on Sunday he gave me a glove.", ["On Sunday"]),
        ("On Saturday Anselm", "ALMA wears felt. I said so to Mr Krog on Sunday.", ["On Sunday"]),
        ("On Saturday Anselm", "ALMA wears felt. On Sunday the doctor asked me about boots.", []),
        ("On Saturday Anselm", "ALMA wears felt, and he told me to wear it on Sunday.", []),
        ("On Saturday Anselm", "ALMA wears felt. He always gave me gloves on Sunday.", []),
        ("On Saturday Anselm", "ALMA wears felt, and on Sunday she would wear it again.", []),
        ("On Saturday Anselm", "ALMA wears felt, and every Sunday I saw her dance.", []),
        ("On a Saturday, not on a Sunday, Anselm", "ALMA wears felt, and on Sunday I saw her dance.", []),
    ],
)
def test_nothing_was_done_on_the_day_after(opening, answer, expected):
    head, body = STATION.split("== presentation\nAnselm", 1)
    text = f"{head}== presentation\n{opening}{body}".replace("ALMA wears felt.", answer)
    found = checking.check_document(
        open_document(InputFile("x.case", text.encode(), BREAKAGES / "x.case"), EditionFinder())
    ).diagnostics
    said = (each.message.split('"')[1] for each in found if "is the day after" in each.message)
    assert expected == [each[0].upper() + each[1:] for each in said]


@pytest.mark.parametrize(
    ("opening", "sentence", "is_read"),
    [
        ("On Saturday Anselm", "On Saturday at half past eleven ALMA was in the loft.", True),
        ("On Saturday Anselm", "On Saturday night, at midnight, ALMA sat in the loft.", True),
        ("On Saturday Anselm", "On Sunday at half past eleven ALMA was in the loft.", False),
        ("Anselm", "On Saturday at half past eleven ALMA was in the loft.", False),
        (
            "On Friday, before that Saturday night, Anselm",
            "That Saturday ALMA was in the loft at midnight.",
            True,
        ),
        (
            "On Friday, before Saturday, and on Monday, Anselm",
            "That Friday ALMA was in the loft at midnight.",
            False,
        ),
    ],
)
def test_the_day_of_a_case_is_no_other_day(opening, sentence, is_read):
    head, body = STATION.split("== presentation\nAnselm", 1)
    text = f"{head}== presentation\n{opening}{body}".replace(
        "ALMA wears felt.", f"ALMA wears felt. {sentence}"
    )
    case = open_document(InputFile("x.case", text.encode(), BREAKAGES / "x.case"), EditionFinder())
    found = [each.message for each in checking.check_document(case).diagnostics]
    assert is_read == any(f'"{sentence}" seems to say' in each for each in found)


@pytest.mark.parametrize(
    ("sentence", "said", "instead"),
    [
        ("I saw Mr Krag there.", "Krag", "Krog"),
        ("I saw Edwin Krog there.", "Edwin", "Anselm"),
        ("I saw Ansell come home.", "Ansell", "Anselm"),
        ("I saw Edwin Krog, his brother, there.", "", ""),
        ("I saw Mrs Krog there, and the Krogs.", "", ""),
        ("My brother Ansell came home late.", "", ""),
        ("I saw Poor Krog there.", "", ""),
    ],
)
def test_a_name_that_is_nearly_the_victim_s_is_a_slip_for_the_one_in_the_header(sentence, said, instead):
    found = findings("ALMA wears felt.", f"ALMA wears felt. {sentence}")
    named = [each for each in found if "nothing else names" in each.message]
    assert bool(said) == bool(named)
    for each in named:
        assert (
            f'nothing else names "{said}", and the victim in the header (`victim:`) is Anselm Krog'
            == each.message
        )
        assert [instead] == [edit.replacement for edit in each.fix]
        assert instead in each.hint


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("He struck him at eleven, and hung it back", ["at"]),
        ("He struck him at half past eleven, and hung it back", []),
        ("At half past eleven he struck him, and at midnight he hung it back", []),
        ("He struck him as a fool at eleven, and hung it back", []),
        ("He struck Anselm in the loft and hung it back", ["in"]),
        ("So EDITH killed him, and he hung it back", ["EDITH"]),
        ("It was ALMA who struck him, and he hung it back", ["ALMA"]),
        ("EDITH thought that ALMA had killed him, and he hung it back", []),
        ("EDITH did not strike him, and nobody killed him in the loft. He hung it back", []),
        ("He had the axe in his left hand, and hung it back", ["hand"]),
        ("He had the axe in his right hand, and hung it back", []),
        ("He had a lamp in his left hand, the axe in his right hand, and hung it back", []),
        (
            "He ran " + "and ran " * 125 + "by Zeno's hut on Sunday, struck him at eleven, and hung it back",
            ["at"],
        ),
    ],
)
def test_a_solution_tells_the_deed_as_it_was(told, expected):
    text = STATION.replace("not snow-blind that night", "right-handed").replace(
        "snow-blind that night", "left-handed"
    )
    assert expected == told_of_the_deed(text.replace("He hung it back", told))


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        ("Anselm Krog was found at midnight in the kitchen", ["in"]),
        ("Anselm Krog was found at midnight in the instrument hut", []),
        ("Anselm Krog was found at midnight in the house above the kitchen", []),
        ("Somebody had carried him far; he was found in the kitchen", []),
        ("EDITH was found in the loft, and Anselm Krog", []),
    ],
)
def test_the_body_is_found_where_it_was_done(opening, expected):
    assert expected == told_of_the_deed(STATION.replace("Anselm Krog was found at midnight", opening))


def told_of_the_deed(text):
    """What findings say of the hour, the place, the hand and the culprit of the deed."""
    document = open_document(InputFile("x.case", text.encode(), BREAKAGES / "x.case"), EditionFinder())
    pattern = re.compile(r"deed (at)|that it was (in|[A-Z]+)\b|other (hand)")
    found = (pattern.search(each.message) for each in checking.check_document(document).diagnostics)
    return [each[each.lastindex] for each in found if each]


def test_texts_that_have_changed_places_have_no_other_findings():
    ferry = BREAKAGES / "ferry" / "ferry.case"
    text = ferry.read_text(encoding="utf-8")
    one, other = (
        re.search(rf"(?<=== {each}\n).*?\n\n", text, re.DOTALL)[0] for each in ("CORA night", "FLORA night")
    )
    text = text.replace(one, "\0").replace(other, one).replace("\0", other)
    found = checking.check_document(
        open_document(InputFile("ferry.case", text.encode(), ferry), EditionFinder())
    ).diagnostics
    assert ["CK149"] == [each.code.id for each in found if each.code.id != "CK506"]


def test_a_keystroke_has_one_paragraph_read_again(monkeypatch):
    read = []
    made = sentences.TaggedParagraph.__init__

    def counted(self, text, *rest):
        read.append(text)
        made(self, text, *rest)

    monkeypatch.setattr(sentences.TaggedParagraph, "__init__", counted)
    assert () == findings("ALMA wears felt.", "ALMA wears felt. At eleven I was in the loft.")
    read.clear()
    assert () == findings("ALMA wears felt.", "ALMA wears felt. At eleven I was in the loft!")
    assert ["There were boots on the stair"] == sorted({each[:29] for each in read})

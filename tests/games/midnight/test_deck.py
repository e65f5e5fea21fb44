import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from casekit import resources
from casekit.diagnostics import has_errors
from casekit.games.midnight.board_figures import CARD_KINDS, VOCABULARY
from casekit.games.midnight.language.deck_file import load_deck, read_rule
from casekit.games.midnight.language.edition_file import built_in
from casekit.kit.editions import EditionFinder

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
DECK = (EXAMPLES / "deck.toml").read_text(encoding="utf-8")


def problems_of(text):
    deck, _, problems = load_deck(text.encode(), "deck.toml", built_in())
    assert (deck is None) == has_errors(problems)
    return [(problem.code.id, problem.span.line, problem.message) for problem in problems]


def line_of(text, part):
    return text[: text.index(part)].count("\n") + 1


def test_the_example_has_eighteen_cards_that_spread_the_purser():
    deck, _, problems = load_deck(DECK.encode(), "deck.toml", built_in())
    assert () == problems
    assert 18 == sum(CARD_KINDS.values()) == len(deck.cards)
    assert {"calm-sea": 4, "full-speed": 1, "event": 13} == {
        kind: sum(card.kind == kind for card in deck.cards) for kind in CARD_KINDS
    }
    visits = [sum(card.zone == zone.number for card in deck.cards) for zone in built_in().zones]
    assert {1, 2} == set(visits)
    assert "Rough Water" in [card.title for card in deck.cards]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('rules = ["advance 2"]', 'rules = ["advance 1"]', "the card `Full Speed` says “two spaces”, and its rules say 1"),
        ("No detective may enter zone 2", "No detective may enter zone 3", "the card `A Guard on the Suite` says “zone 3”, and its rules say 2"),
        ('rules = ["advance 1", "bar 2"]', 'rules = ["advance 2", "bar 2"]', "the card `A Guard on the Suite` says “one space”, and its rules say 2"),
        ('rules = ["first move +1"]', 'rules = ["first move -1"]', "the card `Rough Water` says “1 action point more”, and its rules say 1"),
        ("close 5-8", "close 4-5", "the card `Wet Varnish` says “zone 5 and zone 8”, and its rules say 4"),
    ],
)  # fmt: skip
def test_words_of_a_card_name_the_numbers_of_its_rules(before, after, message):
    ((code, _, told),) = problems_of(DECK.replace(before, after, 1))
    assert ("CK141", message) == (code, told)


def test_the_words_of_a_card_are_read_in_the_language_of_the_edition():
    text = DECK.replace("The ship advances two spaces.", "Le navire avance de trois cases.")
    edition = replace(built_in(), language="fr")
    _, _, problems = load_deck(text.encode(), "deck.toml", edition)
    assert ["the card `Full Speed` says “trois cases”, and its rules say 2"] == [
        each.message for each in problems
    ]
    assert () == load_deck(text.encode(), "deck.toml", replace(edition, language="de"))[2]


def test_the_ship_of_the_example_reaches_the_port_whoever_plays():
    content = tomllib.loads(DECK)["cards"]
    spaces = {"one space": 1, "two spaces": 2}
    advance = [
        (card["kind"], count)
        for card in content
        for text, count in spaces.items()
        if f"The ship advances {text}." in card["effect"]
    ]
    assert 12 == sum(count for _, count in advance)
    assert 10 == sum(count for kind, count in advance if kind != "full-speed")


def test_the_schema_agrees_with_the_reader():
    validator = jsonschema.Draft202012Validator(json.loads(resources.text("schemas/deck.schema.json")))
    assert validator.is_valid(tomllib.loads(DECK))
    assert set(CARD_KINDS) == set(
        validator.schema["properties"]["cards"]["items"]["properties"]["kind"]["enum"]
    )


def test_a_zone_is_a_whole_number():
    ((code, line, message),) = problems_of(DECK.replace("zone = 6", "zone = 6.0", 1))
    assert ("CK810", line_of(DECK, "zone = 6")) == (code, line)
    assert message.endswith("6.0 is not of type 'integer'")


def test_a_deck_of_seventeen_cards_is_refused():
    seventeen = DECK[: DECK.rindex("[[cards]]")]
    ((code, _, message),) = problems_of(seventeen)
    assert "CK810" == code
    assert "the deck has 17 cards: 12 of `event` instead of 13" == message


@pytest.mark.parametrize(
    ("before", "after", "code", "part"),
    [
        ("zone = 5", "zone = 11", "CK810", "sends the purser to zone 11, which does not exist"),
        ('title = "Fog Bank"', 'title = "rough water"', "CK810", "two cards have the title `rough water`"),
        ('title = "Fog Bank"', 'title = "Calm Sea"', "CK810", "two cards have the title `Calm Sea`"),
        ('title = "Fog Bank"', 'title = ""', "CK810", "card 12 has an empty title"),
        ('effect = "Nobody may move a suspect this round."', 'effect = " "', "CK810", "an empty effect"),
        (
            'rules = ["hold suspects"]',
            'rules = ["hold suspect"]',
            "CK814",
            "`hold suspect`, a rule of the card `Fog Bank`",
        ),
        ('rules = ["hold suspects"]', "rules = [1]", "CK810", "1 is not of type 'string'"),
        ('"bar 2"]', '"bar 22"]', "CK810", "about zone 22, which does not exist"),
        (
            '"close 5-8"',
            '"close 4-8"',
            "CK810",
            "about a way between zone 4 and zone 8, which does not exist",
        ),
        ('rules = ["hold suspects"]\n', "", "CK813", "the effect of this card is only in words: `Fog Bank`"),
        ('kind = "full-speed"', 'kind = "storm"', "CK810", "'storm' is not one of"),
        ("zone = 8", "area = 8", "CK810", "'area' was unexpected"),
        ("zone = 8", 'zone = "8"', "CK810", "is not of type 'integer'"),
        ("zone = 8", "zone = -8", "CK810", "less than the minimum"),
        ("zone = 8\n", "", "CK810", "'zone' is a required property"),
        ("zone = 8", "zone = = 8", "CK810", "this is not TOML"),
        ('kind = "full-speed"', 'kind = "full-speed', "CK810", "a text in quotes has no end on this line"),
    ],
)
def test_each_slip_is_one_finding_at_its_place(before, after, code, part):
    text = DECK.replace(before, after, 1)
    ((found, line, message),) = problems_of(text)
    assert code == found
    assert part in message
    # A key is found in its line, a table in that of its heading, at most six lines before.
    assert 0 <= line_of(DECK, before) - line <= 6


def test_a_deck_that_is_no_list_of_cards_is_refused():
    assert ["CK810"] == [code for code, _, _ in problems_of('cards = "many"')]
    assert ["CK810"] == [code for code, _, _ in problems_of("")]
    assert ["CK902"] == [problem.code.id for problem in load_deck(b"\xff", "deck.toml", built_in())[2]]


def test_a_card_of_the_wrong_kind_is_one_finding_about_numbers_and_one_about_its_title():
    found = problems_of(DECK.replace("calm-sea", "event", 1))
    assert ["two cards have the title `Calm Sea`", "the deck has 18 cards"] == sorted(
        (message.split(":")[0] for _, _, message in found), reverse=True
    )


@pytest.fixture
def edition(boat):
    def write(deck):
        file = boat / "edition.toml"
        text = file.read_text(encoding="utf-8")
        file.write_text(f'deck = "{deck}"\n{text}', encoding="utf-8")
        return EditionFinder().read(file)

    return write


@pytest.mark.parametrize("name", ["nowhere.toml", "../deck.toml", "/dev/null"])
def test_a_deck_that_is_not_there_or_elsewhere_is_found_and_the_edition_serves_all_the_same(
    name, edition, boat
):
    (boat.parent / "deck.toml").write_text(DECK, encoding="utf-8")
    loaded_edition = edition(name)
    ((code, place),) = [(problem.code.id, problem.span) for problem in loaded_edition.diagnostics]
    assert ("CK811", "edition.toml", 1) == (code, place.file, place.line)
    assert loaded_edition.settings is not None
    assert loaded_edition.settings.events is None


def test_findings_in_a_deck_show_its_lines(edition, boat, casekit):
    (boat / "deck.toml").write_text(DECK, encoding="utf-8")
    edition("deck.toml")
    told = casekit("check", "edition.toml", cwd=boat).stdout.decode()
    assert "deck.toml:10:1: error[CK810 invalid-deck]: the card `Calm Sea` sends the purser" in told
    assert "zone = 5" in told


def test_every_rule_of_the_vocabulary_is_read_as_it_is_written():
    for name, form in VOCABULARY.items():
        rule = read_rule(form.example)
        assert name == rule.form
        assert [
            int(number)
            for number in re.findall(r"[+-]?\d+", form.example.replace("-8", " 8").replace("1-4", "1 4"))
        ] == list(rule.numbers)
    assert None is read_rule("advance one")


def test_an_empty_list_of_rules_says_that_there_is_nothing_to_do():
    text = DECK.replace('rules = ["hold suspects"]', "rules = []")
    deck, _, problems = load_deck(text.encode(), "deck.toml", built_in())
    assert () == problems
    assert [()] == [card.rules for card in deck.cards if card.title == "Fog Bank"]


def test_a_deck_without_rules_is_one_finding():
    text = "".join(line for line in DECK.splitlines(keepends=True) if not line.startswith("rules"))
    ((code, _, message),) = problems_of(text)
    assert "CK813" == code
    assert message.startswith(
        "the effect of these cards is only in words: `Calm Sea`, `Full Speed`, `Wet Varnish`"
    )

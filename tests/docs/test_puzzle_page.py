"""The page about Clue, beside what the pages of all games with transcripts have: editions are described there for all of them."""

import re

from casekit.kit.registry import game_called

PAGE = "docs/clue.md"


def test_the_edition_is_sound(root, fences, tmp_path):
    ((_, kind, text),) = fences(root / PAGE, "toml")
    assert "toml edition" == kind
    loaded = game_called("clue").language.load_edition(text.encode(), tmp_path / "edition.toml")
    assert () == loaded.diagnostics
    assert 6 == len(loaded.settings.deck.cards)


def test_the_page_names_every_card_key_and_threshold(root):
    from casekit.games.clue.document import CLASSIC
    from casekit.kit.defaults.document import KEYS
    from casekit.kit.transcripts.editions import THRESHOLDS

    words = set(re.findall(r"[\w-]+", (root / PAGE).read_text(encoding="utf-8")))
    assert KEYS | THRESHOLDS | {"cards", "levels", *CLASSIC.slugs} <= words

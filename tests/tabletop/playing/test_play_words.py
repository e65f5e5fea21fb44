import re

import pytest

from casekit.games.midnight.table.sitting.sitting_phrases import sitting_phrases
from casekit.tabletop.playing.play_words import play_words


@pytest.mark.parametrize("words", [play_words, sitting_phrases])
def test_every_language_says_the_same_things(words):
    english, french = words("en"), words("fr-CA")
    assert english.keys() == french.keys()
    gaps = {key: (text.count("{}"), french[key].count("{}")) for key, text in english.items()}
    assert {} == {key: counts for key, counts in gaps.items() if counts[0] != counts[1]}
    assert english == words("xx")


def test_the_page_has_a_word_for_everything_it_says(pytestconfig):
    script = (pytestconfig.rootpath / "casekit/web/static/play.js").read_text(encoding="utf-8")
    known = {*play_words("en"), *sitting_phrases("en")}
    asked = {*re.findall(r'word\(\s*"(\w+)"', script), *re.findall(r'"((?:mark|view|undo)_\w+)"', script)}
    assert len(asked) > 60
    assert set() == asked - known
